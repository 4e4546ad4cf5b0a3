//! The position that an exercise is made from.

use chess::{Move, Position, openings};
use numbers::Dice;

/// Plies that are played behind an opening at most.
const BEHIND: usize = 14;

/// A position that has come about by an opening and some moves after it. It is not over, and nobody can
/// mate at once: who can needs no search, so that nothing could be learnt from it.
pub(super) fn any(dice: &mut Dice) -> Position {
    let openings = openings::all();
    let mut position = Position::start();
    if let Some(opening) = openings.get(dice.below(openings.len())) {
        for text in opening.line.split(' ') {
            let next = position.parse_san(text).ok().and_then(|mv| after(&position, mv));
            let Some(next) = next else { break };
            position = next;
        }
    }
    for _ in 0..dice.below(BEHIND) {
        let next = lively(&position, dice).and_then(|mv| after(&position, mv));
        let Some(next) = next else { break };
        position = next;
    }
    position
}

/// What a move leads to, unless the game is over there or over with the next move.
fn after(position: &Position, mv: Move) -> Option<Position> {
    let mut next = *position;
    next.play_unchecked(mv);
    (next.has_legal_move() && !can_mate(&next)).then_some(next)
}

/// Whether the side to move can mate with its next move.
fn can_mate(position: &Position) -> bool {
    position.legal_moves().iter().any(|&mv| {
        let mut next = *position;
        next.play_unchecked(mv);
        next.is_check() && !next.has_legal_move()
    })
}

/// A move by chance; captures are as likely as all others together, because something happens then.
fn lively(position: &Position, dice: &mut Dice) -> Option<Move> {
    let moves = position.legal_moves();
    let takes: Vec<Move> = moves.iter().copied().filter(|&mv| position.is_capture(mv)).collect();
    if !takes.is_empty() && dice.below(2) == 0 {
        return Some(takes[dice.below(takes.len())]);
    }
    moves.get(dice.below(moves.len())).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_position_is_over_or_mate_in_one() {
        for seed in 0..2_000 {
            let position = any(&mut Dice::new(seed));
            assert!(position.has_legal_move(), "{seed}: {position}");
            assert!(!can_mate(&position), "{seed}: {position}");
        }
    }
}
