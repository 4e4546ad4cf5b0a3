//! One side of a position, with what its terms are worth.

use chess::{Bitboard, Board, Color, Position, Role};

use super::TunedWeights;
use super::pawns::Structure;

/// The side whose terms are counted.
#[derive(Clone, Copy)]
pub(super) struct CountedSide<'a> {
    pub(super) weights: &'a TunedWeights,
    pub(super) position: &'a Position,
    pub(super) structure: &'a Structure,
    pub(super) color: Color,
}

impl<'a> CountedSide<'a> {
    /// Where the pieces of both sides stand.
    #[inline(always)]
    pub(super) fn board(&self) -> &'a Board {
        self.position.board()
    }

    /// The pieces of one kind.
    #[inline(always)]
    pub(super) fn pieces(&self, color: Color, role: Role) -> Bitboard {
        self.board().pieces(color, role)
    }
}
