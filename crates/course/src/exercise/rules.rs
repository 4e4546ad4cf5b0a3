//! Moves of a position: what is legal, what takes, what gives check.

use chess::{Move, Position, Square};

use super::made::Made;
use super::{Draft, Unsuitable};
use crate::question::{Answer, Wanted};

fn all(position: &Position) -> Vec<Move> {
    position.legal_moves().iter().copied().collect()
}

fn listed(position: &Position, moves: &[Move]) -> String {
    moves.iter().map(|&mv| position.to_san(mv)).collect::<Vec<_>>().join(", ")
}

/// How many legal moves there are.
pub(super) fn moves(draft: &mut Draft) -> Result<Made, Unsuitable> {
    let position = draft.position;
    let moves = all(&position);
    Ok(Made::number(
        "How many legal moves does the side to move have?",
        "moves",
        moves.len() as f64,
    )
    .hint("Go through the pieces one by one: pawns first, then knights, and so on.")
    .because(format!("They are {}.", listed(&position, &moves)))
    .on_a_board())
}

/// How many moves take something.
pub(super) fn takes(draft: &mut Draft) -> Result<Made, Unsuitable> {
    let position = draft.position;
    let takes: Vec<Move> =
        all(&position).into_iter().filter(|&mv| position.is_capture(mv)).collect();
    let said = match takes.is_empty() {
        true => "No move takes anything.".to_owned(),
        false => format!("They are {}.", listed(&position, &takes)),
    };
    Ok(Made::number("How many of the legal moves are captures?", "captures", takes.len() as f64)
        .hint("A promotion that takes counts four times: once for each piece it can become.")
        .because(said)
        .on_a_board())
}

/// Which of some moves give check.
pub(super) fn checks(draft: &mut Draft) -> Result<Made, Unsuitable> {
    let position = draft.position;
    let mut moves = all(&position);
    draft.dice.shuffle(&mut moves);
    moves.sort_by_key(|&mv| !position.gives_check(mv));
    if moves.len() < 4 || !position.gives_check(moves[0]) {
        return Err("no move gives check");
    }
    let mut shown: Vec<Move> =
        moves[..2].iter().chain(&moves[moves.len() - 2..]).copied().collect();
    draft.dice.shuffle(&mut shown);
    let choices: Vec<u32> = (0u32..)
        .zip(&shown)
        .filter(|(_, mv)| position.gives_check(**mv))
        .map(|(at, _)| at)
        .collect();
    // Written with their squares: people's notation would give the check away.
    let options = shown.iter().map(|&mv| lab::uci(&position, mv)).collect();
    Ok(Made::new(
        "Which of these moves give check?",
        Wanted::Several { options },
        Answer::Several { choices },
    )
    .asking("Moves are written by their squares: g1f3 goes from g1 to f3.")
    .hint("Do not forget checks by a piece that stands behind the one that moves.")
    .because(format!("With a + for check they are {}.", listed(&position, &shown)))
    .on_a_board())
}

/// Which of some moves are legal.
pub(super) fn legal(draft: &mut Draft) -> Result<Made, Unsuitable> {
    let position = draft.position;
    let mut moves = all(&position);
    if moves.len() < 2 {
        return Err("it has too few moves");
    }
    draft.dice.shuffle(&mut moves);
    // Moves of the other side's pieces, or of own ones as other pieces move: none of them is legal.
    let mut others: Vec<String> = Vec::new();
    for _ in 0..200 {
        let (from, to) = (draft.dice.below(64), draft.dice.below(64));
        let (Some(from), Some(to)) = (Square::from_index(from), Square::from_index(to)) else {
            continue;
        };
        let text = format!("{from}{to}");
        let own = position.piece_at(from);
        let is_own = own.is_some_and(|piece| piece.color == position.turn());
        if is_own && from != to && position.parse_uci(&text).is_err() && !others.contains(&text) {
            let promotes = position.parse_uci(&format!("{text}q")).is_ok();
            if !promotes {
                others.push(text);
            }
        }
        if others.len() == 2 {
            break;
        }
    }
    if others.len() < 2 {
        return Err("everything is legal");
    }
    let mut options: Vec<(String, bool)> =
        moves[..2].iter().map(|&mv| (lab::uci(&position, mv), true)).collect();
    options.extend(others.into_iter().map(|text| (text, false)));
    draft.dice.shuffle(&mut options);
    let choices =
        (0u32..).zip(&options).filter(|(_, (_, legal))| *legal).map(|(at, _)| at).collect();
    let options = options.into_iter().map(|(text, _)| text).collect();
    Ok(Made::new(
        "Which of these moves are legal?",
        Wanted::Several { options },
        Answer::Several { choices },
    )
    .asking("Moves are written by their squares: g1f3 goes from g1 to f3.")
    .hint("Does the piece move like this? Is its way free? Is its own king safe afterwards?")
    .because(format!("All legal moves are {}.", listed(&position, &all(&position))))
    .on_a_board())
}

/// How many replies a move allows.
pub(super) fn replies(draft: &mut Draft) -> Result<Made, Unsuitable> {
    let position = draft.position;
    let moves = all(&position);
    let mv = *moves.get(draft.dice.below(moves.len())).ok_or("it has no moves")?;
    let mut next = position;
    next.play_unchecked(mv);
    let replies = all(&next);
    let question =
        format!("After {}, how many replies does the opponent have?", position.to_san(mv));
    Ok(Made::number(question, "replies", replies.len() as f64)
        .hint("Count the moves of the other side on the board as it is after the move.")
        .because(match replies.is_empty() {
            true => "None: the game is over.".to_owned(),
            false => format!("They are {}.", listed(&next, &replies)),
        })
        .on_a_board())
}
