//! What the king's safety asks of the other pieces: checks to parry, pins to keep.

use crate::diagram::Diagram;
use crate::side::Side;
use crate::{Bitboard, Role, Square, attacks};

/// Checkers and pins around the king of the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct KingSafety {
    /// The pieces that give check.
    pub(crate) checkers: Bitboard,
    /// From the king (without it) through a pinned piece to the pinner, along
    /// files and ranks, all such rays together. A pinned piece that may move at
    /// all can be masked with the union: no move of it reaches another pin's ray.
    pub(crate) straight_pins: Bitboard,
    /// The same along diagonals.
    pub(crate) diagonal_pins: Bitboard,
}

impl KingSafety {
    #[inline(always)]
    pub(crate) fn of<S: Side>(diagram: &Diagram) -> KingSafety {
        let king = diagram.king::<S>();
        let occupied = diagram.board.occupied();

        let mut checkers = (attacks::pawn(S::COLOR, king) & diagram.theirs::<S>(Role::Pawn))
            | (attacks::knight(king) & diagram.theirs::<S>(Role::Knight));

        let straight_pins = pins(
            king,
            attacks::rook(king, Bitboard::EMPTY) & diagram.their_straight_sliders::<S>(),
            occupied,
            &mut checkers,
        );
        let diagonal_pins = pins(
            king,
            attacks::bishop(king, Bitboard::EMPTY) & diagram.their_diagonal_sliders::<S>(),
            occupied,
            &mut checkers,
        );
        KingSafety { checkers, straight_pins, diagonal_pins }
    }

    /// Our pieces that are pinned.
    pub(crate) fn pinned(&self, ours: Bitboard) -> Bitboard {
        (self.straight_pins | self.diagonal_pins) & ours
    }
}

/// The rays of pinners among `snipers`, which would see the king on an empty
/// board; those that do see it are added to `checkers`.
///
/// A sniper behind a single piece of its own side counts as a pinner too: its
/// ray holds none of our pieces, so nothing of ours is bound by it, and not to
/// ask is faster. Looking past our pieces only, to have fewer snipers, is slower.
#[inline(always)]
fn pins(king: Square, snipers: Bitboard, occupied: Bitboard, checkers: &mut Bitboard) -> Bitboard {
    let mut pins = Bitboard::EMPTY;
    for sniper in snipers {
        let ray = attacks::between(king, sniper);
        let blockers = ray & occupied;
        if blockers.is_empty() {
            checkers.insert(sniper);
        } else if !blockers.more_than_one() {
            pins |= ray | Bitboard::of(sniper);
        }
    }
    pins
}
