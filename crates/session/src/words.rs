//! The game in words, for screen readers.

use chess::{Board, Color, Move, MoveKind, Position, Role};

/// Where everybody stands: a line for each side.
pub fn pieces(board: &Board) -> String {
    let side = |color: Color| {
        let mut groups = Vec::new();
        for role in Role::ALL.into_iter().rev() {
            let squares: Vec<String> =
                board.pieces(color, role).into_iter().map(|square| square.to_string()).collect();
            let plural = if squares.len() > 1 { "s" } else { "" };
            if !squares.is_empty() {
                groups.push(format!("{role}{plural} {}", squares.join(" ")));
            }
        }
        match groups.is_empty() {
            true => format!("{color}: nobody."),
            false => format!("{color}: {}.", groups.join(", ")),
        }
    };
    format!("{}\n{}", side(Color::White), side(Color::Black))
}

/// A legal move: `knight g1 to f3`, with what it takes and whether it checks.
pub fn of_move(position: &Position, mv: Move) -> String {
    let role = position.role_at(mv.from()).unwrap_or(Role::Pawn);
    let mut words = match mv.kind() {
        MoveKind::Castling if mv.to() > mv.from() => "castles kingside".to_owned(),
        MoveKind::Castling => "castles queenside".to_owned(),
        _ => match position.captured(mv) {
            Some(taken) => format!("{role} {} takes {taken} {}", mv.from(), mv.to()),
            None => format!("{role} {} to {}", mv.from(), mv.to()),
        },
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_in_words() {
        for (fen, san, words) in [
            ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "Nf3", "knight g1 to f3"),
            ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "O-O", "castles kingside"),
            (
                "3r4/4P2k/8/8/8/8/8/4K3 w - - 0 1",
                "exd8=Q",
                "pawn e7 takes rook d8, becomes a queen",
            ),
            ("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", "Ra8", "rook a1 to a8, checkmate"),
            ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "exd6", "pawn e5 takes pawn d6 en passant"),
        ] {
            let position: Position = fen.parse().unwrap();
            assert_eq!(of_move(&position, position.parse_san(san).unwrap()), words);
        }
    }

    #[test]
    fn everybody_is_named() {
        let position: Position = "4k3/8/8/8/8/8/P6P/4K3 w - - 0 1".parse().unwrap();
        assert_eq!(pieces(position.board()), "White: king e1, pawns a2 h2.\nBlack: king e8.");
        assert!(pieces(&Board::default()).starts_with("White: nobody."));
    }
}
