//! What a position is worth without looking ahead.

use chess::{Color, Move, Position, Role};

use super::made::{Made, pawns};
use super::ordering::weight;
use super::{Draft, Unsuitable};

/// Who is ahead in material, for White.
fn balance(position: &Position) -> i32 {
    let board = position.board();
    let worth = |color: Color| -> i32 {
        [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen]
            .into_iter()
            .map(|role| (board.color(color) & board.role(role)).count() as i32 * weight(role))
            .sum()
    };
    worth(Color::White) - worth(Color::Black)
}

const WEIGHTS: &str = "Pawn 1, knight and bishop 3, rook 5, queen 9.";
const NO_EVALUATION: Unsuitable = "there is no evaluation";

/// The material balance.
pub(super) fn material(draft: &mut Draft) -> Result<Made, Unsuitable> {
    let ahead = balance(&draft.position);
    let side = match ahead {
        0 => "Nobody is ahead.".to_owned(),
        1.. => format!("White is ahead by {ahead}."),
        _ => format!("Black is ahead by {}.", -ahead),
    };
    Ok(Made::number(
        "Count the material. By how much is White ahead? (Negative if Black is.)",
        "pawns",
        f64::from(ahead),
    )
    .asking(WEIGHTS)
    .hint("Leave out what both sides have: only the difference counts.")
    .because(side)
    .on_a_board())
}

/// The material balance after a capture.
pub(super) fn taken(draft: &mut Draft) -> Result<Made, Unsuitable> {
    let position = draft.position;
    let takes: Vec<Move> = position
        .legal_moves()
        .iter()
        .copied()
        .filter(|&mv| position.is_capture(mv) && mv.promoted().is_none())
        .collect();
    let mv = *takes.get(draft.dice.below(takes.len().max(1))).ok_or("it has no captures")?;
    let mut next = position;
    next.play_unchecked(mv);
    let (before, after) = (balance(&position), balance(&next));
    let shown = |value: i32| pawns(f64::from(value));
    Ok(Made::number(
        format!(
            "`material` says {} for White. What does it say after {}?",
            shown(before),
            position.to_san(mv)
        ),
        "pawns",
        f64::from(after),
    )
    .asking(WEIGHTS)
    .hint("What is taken? If Black takes, White's number becomes smaller.")
    .because(format!("{} changes by {}: {}.", shown(before), shown(after - before), shown(after)))
    .on_a_board())
}

/// An evaluation by dice, with what it says for White.
fn said(draft: &mut Draft) -> Result<(eval::Explanation, &'static str), Unsuitable> {
    let names = ["pst", "phased", "heatmap"];
    let name = names[draft.dice.below(names.len())];
    let evaluator = eval::by_name(name).ok_or(NO_EVALUATION)?;
    Ok((evaluator.explain(&draft.position), name))
}

/// The sum of all terms.
pub(super) fn terms(draft: &mut Draft) -> Result<Made, Unsuitable> {
    let (explanation, name) = said(draft)?;
    let terms: Vec<(&str, i32)> = explanation
        .terms
        .iter()
        .map(|term| (term.name, term.difference()))
        .filter(|(_, difference)| *difference != 0)
        .collect();
    let sum: i32 = terms.iter().map(|term| term.1).sum();
    if !(2..=6).contains(&terms.len()) || explanation.total() != sum {
        return Err("its evaluation has too few terms, or too many");
    }
    let told: Vec<String> = terms
        .iter()
        .map(|(name, value)| format!("{name} {}", pawns(f64::from(*value) / 100.0)))
        .collect();
    let question = format!(
        "`{name}` looks at this position and finds for White: {}. What does it say all together?",
        told.join(", ")
    );
    Ok(Made::number(question, "pawns", f64::from(explanation.total()) / 100.0)
        .hint("An evaluation is a sum.")
        .because(format!("The sum is {}.", pawns(f64::from(explanation.total()) / 100.0)))
        .on_a_board())
}

/// Whose number it is.
pub(super) fn view(draft: &mut Draft) -> Result<Made, Unsuitable> {
    let (explanation, name) = said(draft)?;
    let white = f64::from(explanation.total()) / 100.0;
    let turn = draft.position.turn();
    let own = if turn == Color::White { white } else { -white };
    let question = format!(
        "`{name}` says {} for White. {turn} is to move, and a search wants the number of the side that moves. What is it?",
        pawns(white)
    );
    Ok(Made::number(question, "pawns", own)
        .hint("What is good for one side is as bad for the other.")
        .because(match turn {
            Color::White => "White moves, so it is White's number itself.".to_owned(),
            Color::Black => format!("Black moves, so the sign changes: {}.", pawns(own)),
        })
        .on_a_board())
}

/// The same position with colours changed.
pub(super) fn swapped(draft: &mut Draft) -> Result<Made, Unsuitable> {
    let (explanation, name) = said(draft)?;
    let white = f64::from(explanation.total()) / 100.0;
    let question = format!(
        "`{name}` says {} for White. Now turn the board around and paint every white piece black and every black \
         piece white. What does it say for White then?",
        pawns(white)
    );
    Ok(Made::number(question, "pawns", if white == 0.0 { 0.0 } else { -white })
        .hint("White now has what Black had.")
        .because("White and Black have changed places, so the sign changes.")
        .on_a_board())
}

/// The move that counting material likes at depth 1.
pub(super) fn greedy(draft: &mut Draft) -> Result<Made, Unsuitable> {
    let position = draft.position;
    let gain = |mv: Move| {
        let mut next = position;
        next.play_unchecked(mv);
        (balance(&next) - balance(&position)).abs()
    };
    let mut moves: Vec<Move> = position.legal_moves().iter().copied().collect();
    draft.dice.shuffle(&mut moves);
    moves.sort_by_key(|&mv| std::cmp::Reverse(gain(mv)));
    if moves.len() < 4 || gain(moves[0]) == 0 || gain(moves[0]) == gain(moves[1]) {
        return Err("no move wins more than all others");
    }
    let best = moves[0];
    let mut shown = moves[..4].to_vec();
    draft.dice.shuffle(&mut shown);
    let right = shown.iter().position(|&mv| mv == best).unwrap_or(0);
    // Written with their squares: people's notation would give the capture away.
    let options = shown.iter().map(|&mv| lab::uci(&position, mv)).collect();
    Ok(Made::choice(
        "A program looks one ply ahead and counts `material`. Which of these moves does it like best?",
        options,
        right,
    )
    .asking(format!("{WEIGHTS} Moves are written by their squares: g1f3 goes from g1 to f3."))
    .hint("It takes what is worth most, and does not see whether it is taken back.")
    .because(format!("{} wins {} at once, more than all others.", position.to_san(best), gain(best)))
    .on_a_board())
}
