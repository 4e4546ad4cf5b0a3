//! The side to move as a type, so that the compiler writes the generator twice
//! and no direction, rank or index is looked up at run time.

use crate::{Bitboard, Color, Rank};

/// One side, seen from itself: `forward` is where its pawns go.
pub(crate) trait Side: Copy + 'static {
    /// The other one.
    type Them: Side<Them = Self>;
    /// Its colour.
    const COLOR: Color;
    /// Its index among the colours.
    const US: usize = Self::COLOR.index();
    /// The other one's index.
    const THEM: usize = 1 - Self::US;

    /// Its own back rank.
    const BACK_RANK: Bitboard = Bitboard::rank(Rank::First.relative_to(Self::COLOR));
    /// Where its pawns land after one step from home.
    const THIRD_RANK: Bitboard = Bitboard::rank(Rank::Third.relative_to(Self::COLOR));
    /// Where its pawns stand before they promote.
    const SEVENTH_RANK: Bitboard = Bitboard::rank(Rank::Seventh.relative_to(Self::COLOR));
    /// Where its pawns promote.
    const LAST_RANK: Bitboard = Bitboard::rank(Rank::Eighth.relative_to(Self::COLOR));

    /// One rank towards the opponent.
    #[inline(always)]
    fn forward(set: Bitboard) -> Bitboard {
        match Self::COLOR {
            Color::White => set.north(),
            Color::Black => set.south(),
        }
    }

    /// Back by what [`Side::forward`] went.
    #[inline(always)]
    fn backward(set: Bitboard) -> Bitboard {
        Self::Them::forward(set)
    }
}

#[derive(Clone, Copy)]
pub(crate) struct White;

#[derive(Clone, Copy)]
pub(crate) struct Black;

impl Side for White {
    type Them = Black;
    const COLOR: Color = Color::White;
}

impl Side for Black {
    type Them = White;
    const COLOR: Color = Color::Black;
}
