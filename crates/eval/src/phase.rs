//! Opening, middle game and endgame told apart, as report A does.

use std::fmt;

use chess::{Bitboard, Color, Position, Rank, Role};

/// How far a game has come.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Phase {
    /// Both sides have most of their pieces and of their pawns at home.
    Opening,
    /// Neither of the others.
    Middle,
    /// Fewer than seven pieces are left, kings included.
    End,
}

/// So many pieces, both sides' together, are too many for an endgame.
const NOT_YET_END: u32 = 7;
/// A side has so many pieces on her back rank in the opening: more than half of seven.
const HOME_PIECES: u32 = 4;
/// A side has so many pawns on her second rank in the opening: more than half of eight.
const HOME_PAWNS: u32 = 5;

impl Phase {
    /// The phase of a position.
    ///
    /// The report calls it an opening when there is little development and a
    /// majority of pawns at home, for both sides, and leaves the figures open.
    /// Here each side must have at least four pieces on her back rank (the king
    /// does not count) and at least five pawns on her second rank. So one
    /// developed army is enough for a middle game, and what has been exchanged
    /// counts as gone from home.
    #[inline]
    pub fn of(position: &Position) -> Phase {
        if is_endgame(position) {
            Phase::End
        } else if Color::ALL.into_iter().all(|color| is_at_home(position, color)) {
            Phase::Opening
        } else {
            Phase::Middle
        }
    }

    /// The English name.
    pub const fn name(self) -> &'static str {
        match self {
            Phase::Opening => "opening",
            Phase::Middle => "middle game",
            Phase::End => "endgame",
        }
    }
}

/// Whether fewer than seven pieces are left. Report A searches two plies deeper there.
///
/// ```
/// use chess::Position;
///
/// assert!(!plywise_eval::is_endgame(&Position::start()));
/// assert!(plywise_eval::is_endgame(&"4k3/pp6/8/8/8/8/PP6/4K3 w - - 0 1".parse()?));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[inline]
pub fn is_endgame(position: &Position) -> bool {
    position.board().occupied().count() < NOT_YET_END
}

#[inline]
fn is_at_home(position: &Position, color: Color) -> bool {
    let board = position.board();
    let at_home = |rank: Rank| board.color(color) & Bitboard::rank(rank.relative_to(color));
    let pawns = board.role(Role::Pawn);
    let pieces = at_home(Rank::First).without(board.role(Role::King));
    pieces.count() >= HOME_PIECES && (at_home(Rank::Second) & pawns).count() >= HOME_PAWNS
}

impl fmt::Display for Phase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tells_phases_apart() {
        for (fen, phase) in [
            ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", Phase::Opening),
            // Three black pieces out, four at home.
            ("r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQ1RK1 w kq - 6 5", Phase::Opening),
            // The fourth is out as well: one side is enough.
            ("r1b1k2r/ppppqppp/2n2n2/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQ1RK1 w kq - 6 5", Phase::Middle),
            // Four white pawns at home.
            ("rnbqkbnr/pppppppp/8/8/PPPP4/8/4PPPP/RNBQKBNR b KQkq - 0 1", Phase::Middle),
            // Too little left to develop.
            ("r2qk2r/pppppppp/8/8/8/8/PPPPPPPP/R2QK2R w KQkq - 0 1", Phase::Middle),
            ("4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1", Phase::Middle),
            // All pieces and no pawns.
            ("rnbqkbnr/8/8/8/8/8/8/RNBQKBNR w KQkq - 0 1", Phase::Middle),
            // Seven pieces, six pieces, two pieces.
            ("4k3/ppp5/8/8/8/8/PP6/4K3 w - - 0 1", Phase::Middle),
            ("4k3/pp6/8/8/8/8/PP6/4K3 w - - 0 1", Phase::End),
            ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", Phase::End),
        ] {
            assert_eq!(Phase::of(&fen.parse().unwrap()), phase, "{fen}");
        }
    }
}
