//! What the king's safety asks of the other men: checks to parry, pins to keep.

use crate::diagram::Diagram;
use crate::side::Side;
use crate::{Bitboard, Role, attacks};

/// Checkers and pins around the king of the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct KingSafety {
    /// The men that give check.
    pub(crate) checkers: Bitboard,
    /// From the king (without it) through a pinned man to the pinner, along
    /// files and ranks, all such pins together. A pinned man that may move at
    /// all can be masked with the union: no move of it reaches another pin's ray.
    pub(crate) straight_pins: Bitboard,
    /// The same along diagonals.
    pub(crate) diagonal_pins: Bitboard,
}

impl KingSafety {
    #[inline(always)]
    pub(crate) fn of<S: Side>(diagram: &Diagram) -> KingSafety {
        let king = diagram.king::<S>();
        let theirs = diagram.board.colors[S::THEM];
        let occupied = diagram.board.occupied();

        let mut checkers = (attacks::pawn(S::COLOR, king) & diagram.theirs::<S>(Role::Pawn))
            | (attacks::knight(king) & diagram.theirs::<S>(Role::Knight));

        // Sliders that would see the king if all our men were gone: each one
        // checks, pins one man, or is stopped by two.
        let mut straight_pins = Bitboard::EMPTY;
        for sniper in attacks::rook(king, theirs) & diagram.their_straight_sliders::<S>() {
            let ray = attacks::between(king, sniper);
            let blockers = ray & occupied;
            if blockers.is_empty() {
                checkers.insert(sniper);
            } else if !blockers.more_than_one() {
                straight_pins |= ray | Bitboard::of(sniper);
            }
        }
        let mut diagonal_pins = Bitboard::EMPTY;
        for sniper in attacks::bishop(king, theirs) & diagram.their_diagonal_sliders::<S>() {
            let ray = attacks::between(king, sniper);
            let blockers = ray & occupied;
            if blockers.is_empty() {
                checkers.insert(sniper);
            } else if !blockers.more_than_one() {
                diagonal_pins |= ray | Bitboard::of(sniper);
            }
        }
        KingSafety { checkers, straight_pins, diagonal_pins }
    }

    /// Our men that are pinned.
    pub(crate) fn pinned(&self, ours: Bitboard) -> Bitboard {
        (self.straight_pins | self.diagonal_pins) & ours
    }
}
