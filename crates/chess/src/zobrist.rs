//! Hash keys of positions, kept up to date move by move.

use crate::diagram::Diagram;
use crate::{Bitboard, Color, Piece, Role, Square};

/// The hash keys of a position: one of the whole, five of parts of it.
///
/// The partial keys are for a search that learns how wrong its evaluation is
/// in positions with the same pawns, the same pieces and so on. Kings belong
/// to the minor, the major and the non-pawn keys: where the king stands
/// changes what the other pieces are worth.
///
/// Two positions have the same `position` key exactly when the rules on
/// repetition call them the same (but for collisions, one in 2^64): same pieces,
/// same side to move, same castling rights, same en passant capture *that is legal*.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Keys {
    /// Pieces, side to move, castling rights, legal en passant.
    pub position: u64,
    /// Pawns of both sides.
    pub pawns: u64,
    /// Knights, bishops and kings of both sides.
    pub minors: u64,
    /// Rooks, queens and kings of both sides.
    pub majors: u64,
    /// All pieces but pawns, by colour.
    pub non_pawns: [u64; 2],
}

impl Keys {
    /// Adds or removes a piece: the same operation.
    #[inline(always)]
    pub(crate) fn toggle(&mut self, piece: Piece, square: Square) {
        let key = PIECES[piece.color.index()][piece.role.index()][square.index()];
        self.position ^= key;
        match piece.role {
            Role::Pawn => {
                self.pawns ^= key;
                return;
            }
            Role::Knight | Role::Bishop => self.minors ^= key,
            Role::Rook | Role::Queen => self.majors ^= key,
            Role::King => {
                self.minors ^= key;
                self.majors ^= key;
            }
        }
        self.non_pawns[piece.color.index()] ^= key;
    }

    /// Gives or takes the castling rights of `rooks`.
    #[inline(always)]
    pub(crate) fn toggle_castling(&mut self, rooks: Bitboard) {
        for rook in rooks {
            self.position ^= CASTLING[rook.index()];
        }
    }

    /// Sets or clears the en passant square, if there is one.
    #[inline(always)]
    pub(crate) fn toggle_en_passant(&mut self, target: Bitboard) {
        if let Some(target) = target.first() {
            self.position ^= EN_PASSANT[target.file().index()];
        }
    }

    /// Passes the turn.
    #[inline(always)]
    pub(crate) fn toggle_turn(&mut self) {
        self.position ^= BLACK_TO_MOVE;
    }

    /// The keys from scratch: the slow way that checks the fast one.
    pub(crate) fn of(diagram: &Diagram, turn: Color) -> Keys {
        let mut keys = Keys::default();
        for (square, piece) in diagram.board.iter() {
            keys.toggle(piece, square);
        }
        keys.toggle_castling(diagram.castling);
        keys.toggle_en_passant(diagram.en_passant);
        if turn == Color::Black {
            keys.toggle_turn();
        }
        keys
    }
}

/// SplitMix64: the constants below are its first outputs, so that they are the
/// same in every build and on every machine.
pub(crate) const fn random(index: u64) -> u64 {
    let seed = 0x506c_7977_6973_6521_u64;
    let mut z = seed.wrapping_add(index.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}

const fn randoms<const N: usize>(first: u64) -> [u64; N] {
    let mut numbers = [0; N];
    let mut index = 0;
    while index < N {
        numbers[index] = random(first + index as u64);
        index += 1;
    }
    numbers
}

const fn pieces(color: u64) -> [[u64; 64]; 6] {
    let mut pieces = [[0; 64]; 6];
    let mut role = 0;
    while role < 6 {
        pieces[role] = randoms((color * 6 + role as u64) * 64);
        role += 1;
    }
    pieces
}

static PIECES: [[[u64; 64]; 6]; 2] = [pieces(0), pieces(1)];
static CASTLING: [u64; 64] = randoms(768);
static EN_PASSANT: [u64; 8] = randoms(832);
pub(crate) const BLACK_TO_MOVE: u64 = random(840);

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn no_two_constants_are_equal() {
        let all: HashSet<u64> = (0..=840).map(random).collect();
        assert_eq!(all.len(), 841);
        assert!(!all.contains(&0));
    }
}
