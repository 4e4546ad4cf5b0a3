//! Captures beyond the horizon.

use chess::{Move, Position, SEE_VALUES};

use search::ladder::Rung;

use super::made::{Made, pawns};
use super::searched::{EVALUATION, is_plain, recorded};
use super::{Draft, Unsuitable};
use crate::question::{Answer, Wanted};

/// The ladder's margin for delta pruning, in centipawns.
const MARGIN: i32 = 200;

fn noisy(position: &Position, mv: Move) -> bool {
    position.is_capture(mv) || mv.promoted().is_some()
}

/// Which moves quiescence looks at.
pub(super) fn noisy_moves(draft: &mut Draft) -> Result<Made, Unsuitable> {
    let position = draft.position;
    if position.is_check() {
        return Err("the side to move is in check");
    }
    let mut moves: Vec<Move> = position.legal_moves().iter().copied().collect();
    draft.dice.shuffle(&mut moves);
    moves.sort_by_key(|&mv| !noisy(&position, mv));
    let count = moves.iter().filter(|&&mv| noisy(&position, mv)).count();
    if count == 0 || moves.len() < 5 {
        return Err("it has no captures");
    }
    let mut shown: Vec<Move> =
        moves[..2].iter().chain(&moves[moves.len() - 3..]).copied().collect();
    draft.dice.shuffle(&mut shown);
    let choices =
        (0u32..).zip(&shown).filter(|(_, mv)| noisy(&position, **mv)).map(|(at, _)| at).collect();
    // Written with their squares: people's notation would give the captures away.
    let options = shown.iter().map(|&mv| lab::uci(&position, mv)).collect();
    let question = "The horizon is reached, and the side to move is not in check. Which of these moves does \
                    quiescence look at?";
    Ok(Made::new(question, Wanted::Several { options }, Answer::Several { choices })
        .asking("Moves are written by their squares: g1f3 goes from g1 to f3.")
        .hint("Captures and promotions, nothing else. A pawn can also take en passant.")
        .because(format!(
            "As people write them, with an x for a capture: {}.",
            shown.iter().map(|&mv| position.to_san(mv)).collect::<Vec<_>>().join(", ")
        ))
        .on_a_board())
}

/// What an exchange brings.
pub(super) fn exchange(draft: &mut Draft) -> Result<Made, Unsuitable> {
    let position = draft.position;
    let mut takes: Vec<Move> = position
        .legal_moves()
        .iter()
        .copied()
        .filter(|&mv| position.is_capture(mv) && mv.promoted().is_none())
        .collect();
    draft.dice.shuffle(&mut takes);
    // One that is answered, if there is any.
    takes.sort_by_key(|&mv| {
        position.see(mv) == position.captured(mv).map_or(0, |role| SEE_VALUES[role.index()])
    });
    let mv = *takes.first().ok_or("it has no captures")?;
    let san = position.to_san(mv);
    let value = f64::from(position.see(mv)) / 100.0;
    let weights: Vec<String> = ["pawn", "knight", "bishop", "rook", "queen"]
        .iter()
        .zip(SEE_VALUES)
        .map(|(name, value)| {
            format!("{name} {}", pawns(f64::from(value) / 100.0).trim_start_matches('+'))
        })
        .collect();
    let question = format!(
        "{san}, and then both sides take on {} as long as it pays, always with the least valuable piece. What has \
         the side to move won in the end?",
        mv.to()
    );
    Ok(Made::number(question, "pawns", value)
        .asking(format!("Count {}. A negative number is a loss.", weights.join(", ")))
        .hint("Write down who can take there, cheapest first, for both sides. Pieces behind others count.")
        .hint("Go through the captures from the last one back: nobody has to take.")
        .because(format!("By static exchange evaluation {san} brings {}.", pawns(value)))
        .on_a_board())
}

/// The value of a node with a stand-pat value and captures.
pub(super) fn stand_pat(draft: &mut Draft) -> Result<Made, Unsuitable> {
    let position = draft.position;
    if position.is_check() {
        return Err("the side to move is in check");
    }
    let evaluator = eval::by_name("pst").ok_or("there is no evaluation")?;
    let here = evaluator.evaluate(&position);
    let mut takes: Vec<Move> =
        position.legal_moves().iter().copied().filter(|&mv| noisy(&position, mv)).collect();
    draft.dice.shuffle(&mut takes);
    takes.truncate(3);
    if takes.len() < 2 || here.is_mate() {
        return Err("it has fewer than two captures");
    }
    let values: Vec<(String, i32)> =
        takes.iter().map(|&mv| (position.to_san(mv), here.raw() + position.see(mv))).collect();
    let best = values.iter().map(|(_, value)| *value).max().unwrap_or(0).max(here.raw());
    let said: Vec<String> = values
        .iter()
        .map(|(san, value)| format!("{san}: {}", pawns(f64::from(*value) / 100.0)))
        .collect();
    let question = format!(
        "At the horizon the evaluation says {} for the side to move. Suppose that these captures are the only ones, and \
         that a search finds these values for them: {}. What is the node worth in quiescence?",
        pawns(f64::from(here.raw()) / 100.0),
        said.join(", ")
    );
    let stands = best == here.raw();
    Ok(Made::number(question, "value", f64::from(best) / 100.0)
        .hint("Nobody has to capture.")
        .because(match stands {
            true => "No capture is better than doing nothing, so the side to move stands pat."
                .to_owned(),
            false => format!(
                "The best capture is worth {}, more than standing pat.",
                pawns(f64::from(best) / 100.0)
            ),
        })
        .on_a_board())
}

/// Whether a capture is left out by delta pruning: at a node of a real search behind the horizon.
pub(super) fn delta(draft: &mut Draft) -> Result<Made, Unsuitable> {
    // As often one as the other, so that guessing does not help.
    let wants_skipped = draft.dice.below(2) == 0;
    let evaluator = eval::by_name(EVALUATION).ok_or("there is no evaluation")?;
    let searched = recorded(Rung::Quiescence, &draft.position, 2, Some(20_000))?;
    let mut cases: Vec<(Position, Move, i32, i32, i32)> = Vec::new();
    for (id, node) in searched.nodes().filter(|(_, node)| node.depth <= 0) {
        let alpha = node.window.alpha;
        let Some(position) = searched.position(id).filter(|position| !position.is_check()) else {
            continue;
        };
        let stand_pat = evaluator.evaluate(&position);
        if !is_plain(alpha) || !is_plain(stand_pat) || stand_pat >= node.window.beta {
            continue;
        }
        for mv in &position.legal_moves() {
            let taken = position.captured(mv).filter(|_| mv.promoted().is_none());
            let Some(taken) = taken.map(|role| SEE_VALUES[role.index()]) else { continue };
            let alpha = alpha.max(stand_pat).raw();
            if (stand_pat.raw() + taken + MARGIN <= alpha) == wants_skipped {
                cases.push((position, mv, stand_pat.raw(), taken, alpha));
            }
        }
        if cases.len() > 200 {
            break;
        }
    }
    draft.dice.shuffle(&mut cases);
    let (position, mv, stand_pat, taken, alpha) = cases.pop().ok_or("no capture shows it")?;
    let hope = stand_pat + taken + MARGIN;
    let shown = |value: i32| pawns(f64::from(value) / 100.0);
    let san = position.to_san(mv);
    let question = format!(
        "A real search is at this position, behind its horizon. Standing pat is worth {}, and alpha is {}. {san} takes a \
         piece worth {}, and the margin is {}. Does delta pruning leave {san} out?",
        shown(stand_pat),
        shown(alpha),
        shown(taken),
        shown(MARGIN)
    );
    let options = vec!["yes, it is left out".to_owned(), "no, it is searched".to_owned()];
    Ok(Made::choice(question, options, usize::from(!wants_skipped))
        .hint("Add up what can be hoped for, and compare it with alpha.")
        .because(format!(
            "{} and {} and {} make {}, which is {} than alpha.",
            shown(stand_pat),
            shown(taken),
            shown(MARGIN),
            shown(hope),
            if wants_skipped { "not more" } else { "more" }
        ))
        .at(position))
}
