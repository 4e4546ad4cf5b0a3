//! Lines of moves as people and programs write them.

use chess::{CastlingNotation, Color, Move, Position};

/// A legal move as UCI writes it, castling as the position needs it.
pub fn uci(position: &Position, mv: Move) -> String {
    let notation = match position.has_standard_castling() {
        true => CastlingNotation::Standard,
        false => CastlingNotation::Chess960,
    };
    position.to_uci(mv, notation)
}

/// A line as UCI writes it, one text a move.
pub fn in_uci(position: &Position, line: &[Move]) -> Vec<String> {
    let mut position = *position;
    let mut moves = Vec::with_capacity(line.len());
    for &mv in line {
        moves.push(uci(&position, mv));
        if position.play(mv).is_err() {
            break;
        }
    }
    moves
}

/// A line as a score sheet writes it: `1.e4 e5 2.Nf3`, `1...c5 2.Nf3`.
///
/// ```
/// let position = chess::Position::start();
/// let mv = position.parse_uci("g1f3")?;
/// assert_eq!(plywise_lab::in_san(&position, &[mv]), "1.Nf3");
/// # Ok::<(), chess::UciMoveError>(())
/// ```
pub fn in_san(position: &Position, line: &[Move]) -> String {
    let mut position = *position;
    let mut moves = Vec::with_capacity(line.len());
    for (index, &mv) in line.iter().enumerate() {
        let number = position.fullmove_number();
        let san = position.to_san(mv);
        moves.push(match (position.turn(), index) {
            (Color::White, _) => format!("{number}.{san}"),
            (Color::Black, 0) => format!("{number}...{san}"),
            (Color::Black, _) => san,
        });
        if position.play(mv).is_err() {
            break;
        }
    }
    moves.join(" ")
}
