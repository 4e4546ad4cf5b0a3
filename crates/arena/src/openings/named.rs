//! Openings that have a name, and a few moves beyond them.

use chess::{Move, Position, openings};
use engine::Dice;

use super::Opening;

/// Plies after which the players have something to decide.
const LEAST_PLIES: usize = 4;
/// Plies after which they have not.
const MOST_PLIES: usize = 14;
/// Material that a move may cost, in centipawns: gambits are fine.
const STAKE: i32 = 100;
/// How often to try.
const TRIES: usize = 20;

/// All that are neither too short nor too long nor over, nor lose more than a
/// pawn at once.
pub(super) fn all() -> Vec<Opening> {
    let lines = openings::all().iter().filter_map(|named| {
        let mut position = Position::start();
        let mut moves = Vec::new();
        for text in named.line.split(' ') {
            let mv = position.parse_san(text).ok()?;
            position.play(mv).ok()?;
            moves.push(mv);
        }
        let is_fit = (LEAST_PLIES..=MOST_PLIES).contains(&moves.len()) && is_calm(&position);
        is_fit.then_some(Opening { start: Position::start(), moves })
    });
    lines.filter_map(|opening| opening.checked().ok()).collect()
}

/// The opening and so many random moves after it, none of which gives away more
/// than a pawn; `None` if it cannot be found.
pub(super) fn wander(from: &Opening, plies: usize, dice: &mut Dice) -> Option<Opening> {
    for _ in 0..TRIES {
        let mut position = *from.game().position();
        let mut moves = from.moves.clone();
        for _ in 0..plies {
            let legal = position.legal_moves();
            let Some(&mv) = legal.get(dice.below(legal.len())) else { break };
            position.play_unchecked(mv);
            moves.push(mv);
        }
        let is_whole = moves.len() == from.moves.len() + plies;
        let opening = Opening { start: from.start, moves };
        if is_whole && is_calm(&position) && opening.game().end().is_none() {
            return Some(opening);
        }
    }
    None
}

/// Whether the side to move wins no more than a pawn by taking.
fn is_calm(position: &Position) -> bool {
    let wins_much = |mv: &Move| position.see_ge(*mv, STAKE + 1);
    !position.legal_moves().iter().any(wins_much)
}
