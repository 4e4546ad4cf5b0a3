//! Questions about a board that several motifs ask.

use chess::{Bitboard, Color, Position, Role, Square, attacks};

use crate::material::value;

/// The king counts for more than everything.
const KING: i32 = 100;

/// What a piece is worth as a target, in pawns.
pub(crate) fn worth(role: Role) -> i32 {
    if role == Role::King { KING } else { value(role) }
}

/// The squares that the piece on a square attacks.
pub(crate) fn attacks_from(position: &Position, square: Square) -> Bitboard {
    match position.piece_at(square) {
        Some(piece) if piece.role == Role::Pawn => attacks::pawn(piece.color, square),
        Some(piece) => attacks::of_role(piece.role, square, position.board().occupied()),
        None => Bitboard::EMPTY,
    }
}

/// The pieces of one side that attack a square.
pub(crate) fn attackers(position: &Position, square: Square, color: Color) -> Bitboard {
    position.attackers_to(square, position.board().occupied()) & position.board().color(color)
}

/// The pieces of one side that guard a square, also through a piece of their own that
/// moves the same way or through an attacker that would take first.
pub(crate) fn defenders(position: &Position, square: Square, color: Color) -> Bitboard {
    let board = position.board();
    let mut seen = attackers(position, square, color);
    // Sliders behind the first ones join in.
    let first = position.attackers_to(square, board.occupied());
    let sliders = board.role(Role::Bishop) | board.role(Role::Rook) | board.role(Role::Queen);
    let without = board.occupied().without(first & sliders);
    seen |= position.attackers_to(square, without) & board.color(color);
    seen.remove(square);
    seen
}

/// Whether nothing guards the piece on a square.
pub(crate) fn is_loose(position: &Position, square: Square) -> bool {
    let color = position.board().color_at(square);
    color.is_some_and(|color| defenders(position, square, color).is_empty())
}

/// Whether a piece of less value attacks the piece on a square.
pub(crate) fn is_attacked_by_less(position: &Position, square: Square) -> bool {
    let Some(piece) = position.piece_at(square) else { return false };
    attackers(position, square, !piece.color).into_iter().any(|from| {
        position
            .role_at(from)
            .is_some_and(|role| role != Role::King && worth(role) < worth(piece.role))
    })
}

/// Whether the opponent can win the piece on a square by taking it.
pub(crate) fn is_in_danger(position: &Position, square: Square) -> bool {
    let Some(piece) = position.piece_at(square) else { return false };
    let is_attacked = attackers(position, square, !piece.color).any();
    is_attacked && (is_loose(position, square) || is_attacked_by_less(position, square))
}

/// Whether a role moves along lines.
pub(crate) const fn is_slider(role: Role) -> bool {
    matches!(role, Role::Bishop | Role::Rook | Role::Queen)
}

/// The first two pieces that a slider meets in each direction where it meets an enemy first.
pub(crate) fn rays(position: &Position, from: Square) -> Vec<(Square, Square)> {
    let Some(slider) = position.piece_at(from).filter(|piece| is_slider(piece.role)) else {
        return Vec::new();
    };
    let board = position.board();
    let occupied = board.occupied();
    let reach = attacks::of_role(slider.role, from, occupied);
    let mut pairs = Vec::new();
    for front in reach & board.color(!slider.color) {
        let through = attacks::of_role(slider.role, from, occupied.without(Bitboard::of(front)));
        let behind = through.without(reach) & occupied & attacks::line(from, front);
        pairs.extend(behind.into_iter().map(|behind| (front, behind)));
    }
    pairs
}
