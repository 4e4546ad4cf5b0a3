//! What the move generator looks at: pieces, castling rights, en passant.

use crate::side::Side;
use crate::{Bitboard, Board, Color, Role, Square, attacks};

/// A position as a printed diagram gives it, with everything that decides
/// which moves are legal except whose turn it is. That one is a type parameter
/// ([`Side`]), so that the generator is compiled once for each side.
///
/// Perft works on diagrams alone; [`Position`](crate::Position) adds the turn,
/// the clocks, the hash keys and a square-by-square index.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Diagram {
    pub(crate) board: Board,
    /// Rooks that may still castle, of both sides. A set of squares serves
    /// chess and Chess960 alike, and a right goes when its square is touched.
    pub(crate) castling: Bitboard,
    /// The square behind a pawn that just made a double step, or none.
    pub(crate) en_passant: Bitboard,
}

impl Diagram {
    #[inline(always)]
    pub(crate) fn ours<S: Side>(&self, role: Role) -> Bitboard {
        self.board.colors[S::US] & self.board.roles[role.index()]
    }

    #[inline(always)]
    pub(crate) fn theirs<S: Side>(&self, role: Role) -> Bitboard {
        self.board.colors[S::THEM] & self.board.roles[role.index()]
    }

    /// The king's square; every legal position has one a side.
    #[inline(always)]
    pub(crate) fn king<S: Side>(&self) -> Square {
        self.ours::<S>(Role::King).first_of_some()
    }

    /// Our opponent's pieces that move like rooks: rooks and queens.
    #[inline(always)]
    pub(crate) fn their_straight_sliders<S: Side>(&self) -> Bitboard {
        self.theirs::<S>(Role::Rook) | self.theirs::<S>(Role::Queen)
    }

    /// Our opponent's pieces that move like bishops: bishops and queens.
    #[inline(always)]
    pub(crate) fn their_diagonal_sliders<S: Side>(&self) -> Bitboard {
        self.theirs::<S>(Role::Bishop) | self.theirs::<S>(Role::Queen)
    }

    /// Every square our opponent attacks when `occupied` squares block, own pieces
    /// included (a protected piece cannot be taken by our king).
    #[inline(always)]
    pub(crate) fn attacked_by_them<S: Side>(&self, occupied: Bitboard) -> Bitboard {
        let pawns = S::backward(self.theirs::<S>(Role::Pawn));
        let mut attacked = pawns.west() | pawns.east();
        for from in self.theirs::<S>(Role::Knight) {
            attacked |= attacks::knight(from);
        }
        for from in self.their_diagonal_sliders::<S>() {
            attacked |= attacks::bishop(from, occupied);
        }
        for from in self.their_straight_sliders::<S>() {
            attacked |= attacks::rook(from, occupied);
        }
        attacked | attacks::king(self.theirs::<S>(Role::King).first_of_some())
    }

    /// The opponent's pieces that attack `square`.
    #[inline(always)]
    pub(crate) fn attackers_of<S: Side>(&self, square: Square, occupied: Bitboard) -> Bitboard {
        (attacks::pawn(S::COLOR, square) & self.theirs::<S>(Role::Pawn))
            | (attacks::knight(square) & self.theirs::<S>(Role::Knight))
            | (attacks::king(square) & self.theirs::<S>(Role::King))
            | (attacks::bishop(square, occupied) & self.their_diagonal_sliders::<S>())
            | (attacks::rook(square, occupied) & self.their_straight_sliders::<S>())
    }
}

/// Where king and rook go and what must be free and safe when they castle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct CastlingPath {
    pub(crate) king_to: Square,
    pub(crate) rook_to: Square,
    /// Squares king or rook cross or reach.
    pub(crate) crossed: Bitboard,
    /// Squares the king crosses or reaches.
    pub(crate) king_crosses: Bitboard,
}

impl CastlingPath {
    /// The path for a king and a rook on `color`'s back rank, towards the side
    /// where the rook stands.
    #[inline]
    pub(crate) fn new(color: Color, king: Square, rook: Square) -> CastlingPath {
        let (king_to, rook_to) = if rook > king {
            (Square::G1.relative_to(color), Square::F1.relative_to(color))
        } else {
            (Square::C1.relative_to(color), Square::D1.relative_to(color))
        };
        let king_crosses = attacks::between(king, king_to) | Bitboard::of(king_to);
        let rook_crosses = attacks::between(rook, rook_to) | Bitboard::of(rook_to);
        CastlingPath { king_to, rook_to, crossed: king_crosses | rook_crosses, king_crosses }
    }
}
