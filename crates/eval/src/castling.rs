//! Has the king castled? Read off the position, which keeps no history.

use chess::{Bitboard, Color, File, Position, Rank, Role, Square};

use crate::pawns::relative;

/// What has become of a side's castling.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Castling {
    /// A right is left.
    Possible,
    /// The king stands as if castled.
    Done,
    /// The rights are gone and the king does not stand as if castled.
    Missed,
}

/// The side of the board to which a king has gone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Wing {
    /// The files a to c.
    Queenside,
    /// The files g and h.
    Kingside,
}

impl Castling {
    /// Reads it off the position.
    ///
    /// A king stands as if castled when it is on its back rank on one of the
    /// files a b c g h, and none of its rooks stands on that rank between it
    /// and the corner: such a rook was walled in, not jumped over. The rook
    /// that castled need not be in its place: it may move on or be exchanged,
    /// as it may in report A, which remembers the castling.
    #[inline]
    pub(crate) fn of(position: &Position, color: Color) -> Castling {
        let board = position.board();
        if (position.castling() & board.color(color)).any() {
            return Castling::Possible;
        }
        let king = position.king(color).relative_to(color);
        let rooks = relative(board.pieces(color, Role::Rook), color);
        match Wing::of(king) {
            Some(wing) if (rooks & wing.beyond(king)).is_empty() => Castling::Done,
            _ => Castling::Missed,
        }
    }
}

impl Wing {
    /// The wing of a king on its back rank, squares as its own side sees them.
    #[inline]
    pub(crate) fn of(king: Square) -> Option<Wing> {
        if king.rank() != Rank::First {
            return None;
        }
        match king.file() {
            File::A | File::B | File::C => Some(Wing::Queenside),
            File::D | File::E | File::F => None,
            File::G | File::H => Some(Wing::Kingside),
        }
    }

    /// The squares of the first rank between the king and the corner, which is one of them.
    #[inline]
    fn beyond(self, king: Square) -> Bitboard {
        let king = Bitboard::of(king).0;
        let nearer_a = king - 1;
        Bitboard(match self {
            Wing::Queenside => nearer_a,
            Wing::Kingside => Bitboard::rank(Rank::First).0 & !(nearer_a | king),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_castling_off_the_position() {
        for (fen, white, black) in [
            ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", Castling::Possible, Castling::Possible),
            ("r3k2r/8/8/8/8/8/8/R3K2R w Kq - 0 1", Castling::Possible, Castling::Possible),
            ("2kr3r/8/8/8/8/8/8/R4RK1 w - - 0 1", Castling::Done, Castling::Done),
            // Kings a step further, rooks gone elsewhere.
            ("1k6/3r4/8/8/8/8/8/R3R2K w - - 0 1", Castling::Done, Castling::Done),
            // Walked, with the rook walled in.
            ("rk5r/8/8/8/8/8/8/R5KR w - - 0 1", Castling::Missed, Castling::Missed),
            ("r4k1r/8/8/8/8/6K1/8/R6R w - - 0 1", Castling::Missed, Castling::Missed),
            // Chess960: a king that begins on the wing may still castle.
            ("rkr5/8/8/8/8/8/8/5RKR w FHac - 0 1", Castling::Possible, Castling::Possible),
            ("rkr5/8/8/8/8/8/8/5RKR w F - 0 1", Castling::Possible, Castling::Missed),
            ("1kr5/8/8/8/8/8/8/5RKR w - - 0 1", Castling::Missed, Castling::Done),
        ] {
            let position = fen.parse().unwrap();
            let both = Color::ALL.map(|color| Castling::of(&position, color));
            assert_eq!(both, [white, black], "{fen}");
        }
    }
}
