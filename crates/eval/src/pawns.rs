//! Pawns and the ground before and behind them.
//!
//! Everything here is seen from White's side: Black's sets are turned round
//! with [`relative`] first, so that each idea is written once.

use chess::{Bitboard, Color};

/// A set of squares as `color` sees it: ranks flipped for Black.
#[inline(always)]
pub(crate) fn relative(set: Bitboard, color: Color) -> Bitboard {
    match color {
        Color::White => set,
        Color::Black => set.flip_ranks(),
    }
}

/// The pawns of `ours`, moving up, that no pawn of `theirs`, moving down, can
/// stop or take: none is ahead on their own file or beside it.
///
/// Report A asks only that no pawn can take it, which would call a pawn passed
/// that stands before its counterpart for ever.
#[inline]
pub(crate) fn passed(ours: Bitboard, theirs: Bitboard) -> Bitboard {
    let ahead_of_them = fill_down(theirs.south());
    ours.without(ahead_of_them | ahead_of_them.east() | ahead_of_them.west())
}

/// The files on which a pawn of the set stands, as all their squares.
#[inline]
pub(crate) fn files_of(pawns: Bitboard) -> Bitboard {
    let below = fill_down(pawns);
    // A file that holds a pawn now holds its first square; spread that upwards.
    Bitboard(
        (below.0 & Bitboard::rank(chess::Rank::First).0)
            .wrapping_mul(Bitboard::file(chess::File::A).0),
    )
}

/// The set and every square below one of its squares.
#[inline]
pub(crate) fn fill_down(set: Bitboard) -> Bitboard {
    let mut filled = set.0;
    filled |= filled >> 8;
    filled |= filled >> 16;
    filled |= filled >> 32;
    Bitboard(filled)
}

#[cfg(test)]
mod tests {
    use super::*;
    use chess::{File, Square};

    fn set(squares: &[Square]) -> Bitboard {
        squares.iter().copied().collect()
    }

    #[test]
    fn passed_pawns() {
        let ours = set(&[Square::A4, Square::C5, Square::E5, Square::H5]);
        // b4 stands beside a4 and behind c5: too late to stop either. e6 stands
        // in e5's way, g7 guards h6.
        let theirs = set(&[Square::B4, Square::E6, Square::G7]);
        assert_eq!(passed(ours, theirs), set(&[Square::A4, Square::C5]));
        assert_eq!(passed(ours, Bitboard::EMPTY), ours);
    }

    #[test]
    fn whole_files() {
        let pawns = set(&[Square::A2, Square::D7, Square::D4, Square::H8]);
        let files = Bitboard::file(File::A) | Bitboard::file(File::D) | Bitboard::file(File::H);
        assert_eq!(files_of(pawns), files);
        assert_eq!(files_of(Bitboard::EMPTY), Bitboard::EMPTY);
    }
}
