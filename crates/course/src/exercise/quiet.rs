//! Captures beyond the horizon.

use chess::{Move, Position, Role, SEE_VALUES};
use eval::Score;
use search::NodeOutcome;
use search::ladder::Rung;

use super::made::{Made, pawns};
use super::searched::{EVALUATION, is_plain, recorded, recorded_with, told};
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

/// What a capture wins if both sides go on with legal moves only, each time with the cheapest piece.
///
/// [`Position::see`] is quicker and looks at no pins: an exercise is about captures for which both
/// say the same, so that nobody has to know about that.
fn legal_exchange(position: &Position, mv: Move) -> i32 {
    let worth = |role: Role| SEE_VALUES[role.index()];
    let won = position.captured(mv).map_or(0, worth);
    let mut next = *position;
    next.play_unchecked(mv);
    let replies = next.legal_moves();
    let back = replies
        .iter()
        .filter(|reply| reply.to() == mv.to() && next.is_capture(**reply))
        .min_by_key(|reply| next.role_at(reply.from()).map_or(0, worth));
    won - back.map_or(0, |&back| legal_exchange(&next, back).max(0))
}

/// What an exchange brings.
pub(super) fn exchange(draft: &mut Draft) -> Result<Made, Unsuitable> {
    let position = draft.position;
    let mut takes: Vec<Move> = position
        .legal_moves()
        .iter()
        .copied()
        // On the first and the last rank pawns would change what they are worth.
        .filter(|&mv| position.is_capture(mv) && !mv.to().rank().index().is_multiple_of(7))
        .filter(|&mv| legal_exchange(&position, mv) == position.see(mv))
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
        .because(told_exchange(&position, mv))
        .because(format!("By static exchange evaluation {san} brings {}.", pawns(value)))
        .on_a_board())
}

/// The captures of an exchange as long as they pay, with what each takes.
fn told_exchange(position: &Position, mv: Move) -> String {
    let (mut at, mut next, mut told) = (*position, Some(mv), Vec::new());
    while let Some(mv) = next {
        let taken = at.captured(mv).map_or(0, |role| SEE_VALUES[role.index()]);
        told.push(format!("{} takes {}", at.to_san(mv), taken / 100));
        at.play_unchecked(mv);
        let back = at.legal_moves();
        next = back
            .iter()
            .copied()
            .filter(|back| back.to() == mv.to() && at.is_capture(*back))
            .min_by_key(|back| at.role_at(back.from()).map_or(0, |role| SEE_VALUES[role.index()]))
            .filter(|&back| legal_exchange(&at, back) >= 0);
    }
    format!("As long as it pays: {}.", told.join(", "))
}

/// The value of a node with a stand-pat value and captures: one of a real search behind its horizon.
pub(super) fn stand_pat(draft: &mut Draft) -> Result<Made, Unsuitable> {
    // As often one as the other, so that guessing does not help.
    let stands = draft.dice.below(2) == 0;
    let evaluator = eval::by_name(EVALUATION).ok_or("there is no evaluation")?;
    let searched = recorded(Rung::Quiescence, &draft.position, 2, Some(20_000))?;
    let mut cases = Vec::new();
    for (id, node) in searched.nodes().filter(|(_, node)| node.depth <= 0) {
        // Nodes that were neither cut nor answered by the table: all their captures were tried.
        let is_whole = matches!(node.outcome, NodeOutcome::Searched | NodeOutcome::FailLow);
        let Some(position) = searched.position(id).filter(|at| is_whole && !at.is_check()) else {
            continue;
        };
        let here = evaluator.evaluate(&position);
        let moves = position.legal_moves();
        let takes = moves.iter().filter(|&&mv| noisy(&position, mv)).count();
        let values: Option<Vec<(String, Score)>> = searched
            .children(id)
            .map(|(child, node)| is_plain(node.value).then(|| (searched.name(child), -node.value)))
            .map(|one| one.and_then(|(name, value)| Some((name?, value))))
            .collect();
        let Some(values) = values.filter(|values| values.len() == takes) else { continue };
        let best = values.iter().map(|(_, value)| *value).max().unwrap_or(here);
        let is_fitting = (2..=4).contains(&takes) && is_plain(here) && node.value == best.max(here);
        if is_fitting && (best <= here) == stands {
            cases.push((position, here, values, node.value));
        }
        if cases.len() > 50 {
            break;
        }
    }
    draft.dice.shuffle(&mut cases);
    let (position, here, values, value) = cases.pop().ok_or("no node of its search shows it")?;
    let said: Vec<String> =
        values.iter().map(|(san, value)| format!("{san}: {}", told(*value))).collect();
    let question = format!(
        "A real search is at this position, behind its horizon. The evaluation says {} for the side to move. The search tried \
         all captures and promotions, and what came back is: {}. What is the node worth in quiescence?",
        told(here),
        said.join(", ")
    );
    Ok(Made::number(question, "value", f64::from(value.raw()) / 100.0)
        .hint("Nobody has to capture.")
        .because(match stands {
            true => "No capture is better than doing nothing, so the side to move stands pat."
                .to_owned(),
            false => {
                format!("The best capture is worth {}, more than standing pat.", told(value))
            }
        })
        .at(position))
}

/// How many of the moves are compared where quiescence changes the move of the side that replies.
const COMPARED: usize = 3;

/// After which move quiescence makes the opponent reply otherwise than a search of one ply that stops
/// in the middle of an exchange.
pub(super) fn changes_move(draft: &mut Draft) -> Result<Made, Unsuitable> {
    let position = draft.position;
    let mut moves: Vec<Move> = position.legal_moves().iter().copied().collect();
    draft.dice.shuffle(&mut moves);
    let (mut changed, mut same) = (Vec::new(), Vec::new());
    for mv in moves {
        let mut next = position;
        next.play_unchecked(mv);
        if let Some(reply) = tempted(&next)? {
            if reply.is_changed { &mut changed } else { &mut same }.push((mv, reply));
        }
    }
    let change = changed.pop().ok_or("quiescence changes no reply")?;
    if same.len() + 1 < COMPARED {
        return Err("it has too few moves that invite a capture");
    }
    let mut shown = same.split_off(same.len() + 1 - COMPARED);
    shown.push(change);
    draft.dice.shuffle(&mut shown);
    let right = shown.iter().position(|(_, reply)| reply.is_changed).unwrap_or(0);
    let options = shown.iter().map(|(mv, _)| position.to_san(*mv)).collect();
    let question = "The opponent looks one ply ahead and counts `material`. After one of these moves the opponent's reply is \
                    another one if captures are searched on at the horizon. After which?";
    let why =
        shown.into_iter().map(|(mv, reply)| format!("{}: {}", position.to_san(mv), reply.told));
    Ok(why
        .fold(Made::choice(question, options, right), Made::because)
        .asking("After each of them the opponent has one capture that wins most at first sight.")
        .hint("Find that capture for each move. Is the piece that it takes protected?")
        .on_a_board())
}

/// What a search of one ply replies, with and without captures behind it.
struct Reply {
    is_changed: bool,
    told: String,
}

/// The reply of a side that has one capture which wins most at first sight.
fn tempted(position: &Position) -> Result<Option<Reply>, Unsuitable> {
    let moves = position.legal_moves();
    let gain = |mv: Move| {
        let taken = position.captured(mv).map_or(0, |role| SEE_VALUES[role.index()]);
        let more = |role: Role| SEE_VALUES[role.index()] - SEE_VALUES[Role::Pawn.index()];
        taken + mv.promoted().map_or(0, more)
    };
    let most = moves.iter().map(|&mv| gain(mv)).max().unwrap_or(0);
    let mut best = moves.iter().filter(|&&mv| gain(mv) == most);
    let (Some(&greedy), None, true) = (best.next(), best.next(), most > 0) else { return Ok(None) };
    let searched = recorded_with("material", Rung::Quiescence, position, 1, None)?;
    // The capture that wins most is tried first, with an open window: its value is exact.
    let first = searched.children(0).next().filter(|(_, node)| node.mv == Some(greedy));
    let (Some((_, node)), Some(chosen)) = (first, searched.report.best) else { return Ok(None) };
    let (at_sight, found) = (-node.value, searched.report.score);
    if !is_plain(at_sight) || !is_plain(found) || (chosen == greedy) != (at_sight == found) {
        return Ok(None);
    }
    let [greedy, chosen] = [greedy, chosen].map(|mv| position.to_san(mv));
    let is_changed = greedy != chosen;
    let told = match is_changed {
        true => format!(
            "{greedy} wins {} at first sight, but is worth {} when captures are searched on; {chosen} is worth {}.",
            most / 100,
            self::told(at_sight),
            self::told(found)
        ),
        false => format!("{greedy} wins {} at first sight, and stays the best move.", most / 100),
    };
    Ok(Some(Reply { is_changed, told }))
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
