//! Moves in words, for screen readers.

use chess::{Move, MoveKind, Position, Role};

/// A legal move: `knight g1 to f3`, with what it takes and whether it checks.
pub(crate) fn of_move(position: &Position, mv: Move) -> String {
    let role = position.role_at(mv.from()).unwrap_or(Role::Pawn);
    let mut words = match (mv.kind(), position.captured(mv)) {
        (MoveKind::Castling, _) if mv.to() > mv.from() => "castles kingside".to_owned(),
        (MoveKind::Castling, _) => "castles queenside".to_owned(),
        (_, Some(taken)) => format!("{role} {} takes {taken} {}", mv.from(), mv.to()),
        (_, None) => format!("{role} {} to {}", mv.from(), mv.to()),
    };
    match mv.kind() {
        MoveKind::EnPassant => words.push_str(" en passant"),
        MoveKind::Promotion(role) => words.push_str(&format!(", becomes a {role}")),
        _ => {}
    }
    if position.gives_check(mv) {
        let mut after = *position;
        after.play_unchecked(mv);
        words.push_str(if after.is_checkmate() { ", checkmate" } else { ", check" });
    }
    words
}
