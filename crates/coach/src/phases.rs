//! The three parts of a game: opening, middle game, ending.

use std::ops::Range;

use chess::{Bitboard, Color, Position, Rank, Role};

/// A part of a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Phase {
    /// Until the pieces are developed.
    Opening,
    /// Most pieces are in play.
    MiddleGame,
    /// Few pieces are left.
    Ending,
}

impl Phase {
    /// All of them, in the order of a game.
    pub const ALL: [Phase; 3] = [Phase::Opening, Phase::MiddleGame, Phase::Ending];
}

/// Pieces, without kings and pawns, with which a middle game begins at the latest.
const MIDDLE_PIECES: u32 = 10;
/// The same for an ending.
const ENDING_PIECES: u32 = 6;
/// Pieces on its first rank, the king among them, with which a side is not developed yet.
const AT_HOME: u32 = 5;
/// Plies after which nobody speaks of an opening any more.
const LONGEST_OPENING: usize = 30;

/// The numbers of the moves that belong to each part, counted from 0. A move belongs to the part
/// in which it was played; the parts follow one another, and each may be empty.
pub fn phases(positions: &[Position]) -> [Range<usize>; 3] {
    let moves = positions.len().saturating_sub(1);
    let is_developed = |position: &Position| {
        Color::ALL.into_iter().all(|color| at_home(position, color) < AT_HOME)
    };
    let ending = positions.iter().position(|position| pieces(position) <= ENDING_PIECES);
    let ending = ending.unwrap_or(moves).min(moves);
    let is_middle = |(ply, position): (usize, &Position)| {
        ply >= LONGEST_OPENING || pieces(position) <= MIDDLE_PIECES || is_developed(position)
    };
    let middle = positions.iter().enumerate().position(is_middle).unwrap_or(moves).min(ending);
    [0..middle, middle..ending, ending..moves]
}

/// Pieces of both sides without kings and pawns.
fn pieces(position: &Position) -> u32 {
    let board = position.board();
    board.occupied().without(board.role(Role::King) | board.role(Role::Pawn)).count()
}

/// Pieces of a side that stand on its first rank.
fn at_home(position: &Position, color: Color) -> u32 {
    let rank = if color == Color::White { Rank::First } else { Rank::Eighth };
    (position.board().color(color) & Bitboard::rank(rank)).count()
}

#[cfg(test)]
#[allow(clippy::unwrap_used)] // a failed unwrap is a failed test
mod tests {
    use super::*;

    #[test]
    fn parts_follow_one_another() {
        let opening = Position::start();
        let middle: Position =
            "r4rk1/ppqnbppp/2p1pn2/8/2PP4/2NQBN2/PP3PPP/R4RK1 w - - 0 12".parse().unwrap();
        let ending: Position = "4k3/pp3ppp/8/3r4/8/3R4/PP3PPP/4K3 w - - 0 30".parse().unwrap();
        assert_eq!(phases(&[opening, opening, middle, middle, ending, ending]), [0..2, 2..4, 4..5]);
        assert_eq!(phases(&[opening; 3]), [0..2, 2..2, 2..2]);
        assert_eq!(phases(&[ending; 3]), [0..0, 0..0, 0..2]);
        assert_eq!(phases(&[]), [0..0, 0..0, 0..0]);
        // An opening in which nobody moves a piece ends all the same.
        assert_eq!(phases(&[opening; 41]), [0..30, 30..40, 40..40]);
    }
}
