//! Scores as the page sees them, White's view, and times.

use std::time::Duration;

use chess::Color;
use engine::review::{turned, win_percent};
use eval::Score;

use crate::protocol::Value;

/// A player's score for itself, in its own centipawns.
pub(crate) fn own(score: Score, mover: Color) -> Value {
    let value = match score.mate_moves() {
        Some(moves) => uci::Value::Mate(moves),
        None => uci::Value::Cp(score.raw()),
    };
    white_view(value, mover)
}

/// The value for the side to move as White sees it.
pub(crate) fn white_view(value: uci::Value, turn: Color) -> Value {
    let value = if turn == Color::White { value } else { turned(value) };
    match value {
        uci::Value::Cp(cp) => Value::Cp(cp),
        // The side to move is mated, and it is White.
        uci::Value::Mate(0) => Value::Mate(-1),
        uci::Value::Mate(moves) => Value::Mate(moves),
    }
}

/// White's winning chances in per cent.
pub(crate) fn percent(value: Value) -> f64 {
    win_percent(match value {
        Value::Cp(cp) => uci::Value::Cp(cp),
        Value::Mate(moves) => uci::Value::Mate(moves),
    })
}

/// Milliseconds, as many as fit.
pub(crate) fn millis(time: Duration) -> u32 {
    u32::try_from(time.as_millis()).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_white_s() {
        assert_eq!(own(Score::cp(30), Color::White), Value::Cp(30));
        assert_eq!(own(Score::cp(30), Color::Black), Value::Cp(-30));
        assert_eq!(own(Score::mate_in(3), Color::Black), Value::Mate(-2));
        assert_eq!(own(Score::mated_in(0), Color::White), Value::Mate(-1));
        assert_eq!(own(Score::mated_in(0), Color::Black), Value::Mate(1));
        assert!(percent(Value::Mate(-1)) < 5.0 && percent(Value::Cp(0)) == 50.0);
    }
}
