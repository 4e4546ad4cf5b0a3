//! Polyglot's key of a position.

use chess::{Color, Position, Role, Square};

use super::random::RANDOM;

/// Where the numbers for castling rights begin.
const CASTLING: usize = 768;
/// Where the numbers for en passant files begin.
const EN_PASSANT: usize = 772;
/// The number for White to move.
const WHITE_TO_MOVE: usize = 780;

/// The key under which Polyglot books keep a position.
///
/// An en passant square counts only if the capture is legal. Polyglot itself
/// counts it if a pawn stands next to it, pinned or not, so that in such a position,
/// one in a million, a book has no move for us.
pub fn polyglot_key(position: &Position) -> u64 {
    let mut key = 0;
    for (square, piece) in position.board().iter() {
        let role = match piece.role {
            Role::Pawn => 0,
            Role::Knight => 1,
            Role::Bishop => 2,
            Role::Rook => 3,
            Role::Queen => 4,
            Role::King => 5,
        };
        let kind = 2 * role + usize::from(piece.color == Color::White);
        key ^= RANDOM[64 * kind + square.index()];
    }
    for rook in position.castling() {
        key ^= RANDOM[CASTLING + castling_index(position, rook)];
    }
    if let Some(square) = position.en_passant() {
        key ^= RANDOM[EN_PASSANT + square.index() % 8];
    }
    if position.turn() == Color::White {
        key ^= RANDOM[WHITE_TO_MOVE];
    }
    key
}

/// White's king side, White's queen side, Black's king side, Black's queen side.
fn castling_index(position: &Position, rook: Square) -> usize {
    let color = if rook.index() < 32 { Color::White } else { Color::Black };
    let is_queen_side = rook.index() < position.king(color).index();
    2 * usize::from(color == Color::Black) + usize::from(is_queen_side)
}
