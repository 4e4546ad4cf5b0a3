//! What becomes of generated moves: the generator hands over sets of targets,
//! a sink lists them, counts them or plays them.

use crate::side::Side;
use crate::{Bitboard, Color, Move, MoveList, Role, Square};

/// The four ways a pawn moves, as the step back from target to origin.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum PawnStep {
    Single,
    Double,
    TakeWest,
    TakeEast,
}

impl PawnStep {
    /// Where a pawn of side `S` came from that reached `target` by this step.
    #[inline(always)]
    pub(crate) fn origin<S: Side>(self, target: Square) -> Square {
        let forward = match S::COLOR {
            Color::White => 8,
            Color::Black => -8i32,
        };
        let step = match self {
            PawnStep::Single => forward,
            PawnStep::Double => 2 * forward,
            PawnStep::TakeWest => forward - 1,
            PawnStep::TakeEast => forward + 1,
        };
        Square::wrapping((target.index() as i32 - step) as u32)
    }
}

/// Receives legal moves in sets. `S` is the side that moves.
pub(crate) trait Sink<S: Side> {
    /// A piece other than a pawn may go from `from` to each of `targets`.
    fn piece(&mut self, role: Role, from: Square, targets: Bitboard);
    /// Pawns reach each of `targets` by `step`, none of them on the last rank.
    fn pawns(&mut self, step: PawnStep, targets: Bitboard);
    /// Pawns reach each of `targets` on the last rank by `step`.
    fn promotions(&mut self, step: PawnStep, targets: Bitboard);
    /// A pawn takes en passant.
    fn en_passant(&mut self, from: Square, to: Square);
    /// The king castles with a rook.
    fn castling(&mut self, king: Square, rook: Square);
}

impl<S: Side> Sink<S> for MoveList {
    #[inline(always)]
    fn piece(&mut self, _: Role, from: Square, targets: Bitboard) {
        for to in targets {
            self.push(Move::normal(from, to));
        }
    }

    #[inline(always)]
    fn pawns(&mut self, step: PawnStep, targets: Bitboard) {
        for to in targets {
            self.push(Move::normal(step.origin::<S>(to), to));
        }
    }

    #[inline(always)]
    fn promotions(&mut self, step: PawnStep, targets: Bitboard) {
        for to in targets {
            let from = step.origin::<S>(to);
            for role in Role::PROMOTIONS {
                self.push(Move::promotion_unchecked(from, to, role));
            }
        }
    }

    #[inline(always)]
    fn en_passant(&mut self, from: Square, to: Square) {
        self.push(Move::en_passant(from, to));
    }

    #[inline(always)]
    fn castling(&mut self, king: Square, rook: Square) {
        self.push(Move::castling(king, rook));
    }
}

/// Counts moves without looking at them.
#[derive(Default)]
pub(crate) struct Count(pub(crate) u64);

impl<S: Side> Sink<S> for Count {
    #[inline(always)]
    fn piece(&mut self, _: Role, _: Square, targets: Bitboard) {
        self.0 += u64::from(targets.count());
    }

    #[inline(always)]
    fn pawns(&mut self, _: PawnStep, targets: Bitboard) {
        self.0 += u64::from(targets.count());
    }

    #[inline(always)]
    fn promotions(&mut self, _: PawnStep, targets: Bitboard) {
        self.0 += u64::from(4 * targets.count());
    }

    #[inline(always)]
    fn en_passant(&mut self, _: Square, _: Square) {
        self.0 += 1;
    }

    #[inline(always)]
    fn castling(&mut self, _: Square, _: Square) {
        self.0 += 1;
    }
}
