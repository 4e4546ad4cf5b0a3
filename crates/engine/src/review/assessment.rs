//! What a search said about a position.

use chess::{Color, Move, Position};
use eval::Score;
use search::{Bound, Report};
use uci::Value;

use crate::WinRate;

/// What a search said about a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Assessment {
    /// What the position is worth to the side to move.
    pub value: Value,
    /// The lines that were asked for, the best first; none where there is no
    /// legal move.
    pub lines: Vec<Line>,
}

/// A way to go on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// How many plies deep the search looked.
    pub depth: u32,
    /// What it is worth to the side to move.
    pub value: Value,
    /// How exact the value is.
    pub bound: Bound,
    /// The moves.
    pub moves: Vec<Move>,
}

impl Assessment {
    /// What a search of a position found, in centipawns as they are shown.
    pub fn of(position: &Position, found: &Report) -> Assessment {
        let line = |info: &search::champion::Info| Line {
            depth: info.depth,
            value: shown(position, info.score),
            bound: info.bound,
            moves: info.pv.clone(),
        };
        Assessment {
            value: shown(position, found.score),
            lines: found.lines.iter().map(line).collect(),
        }
    }

    /// The best move; `None` where there is no legal one.
    pub fn best(&self) -> Option<Move> {
        self.lines.first()?.moves.first().copied()
    }

    /// The value as `color` sees it, if `turn` is to move.
    pub fn value_for(&self, color: Color, turn: Color) -> Value {
        if color == turn { self.value } else { turned(self.value) }
    }
}

/// A score as it is shown: mates in moves, and otherwise centipawns of which
/// 100 win every second game.
pub fn shown(position: &Position, score: Score) -> Value {
    match score.mate_moves() {
        Some(moves) => Value::Mate(moves),
        None => Value::Cp(WinRate::of(position).normalised(score)),
    }
}

/// The value as the other side sees it.
///
/// Whoever has just mated has no number of moves left; a mate in 1 is nearest
/// and stays a win, which 0 is not.
///
/// ```
/// use plywise_engine::review::turned;
/// use uci::Value;
///
/// assert_eq!(turned(Value::Cp(31)), Value::Cp(-31));
/// assert_eq!(turned(Value::Mate(2)), Value::Mate(-2));
/// assert_eq!(turned(Value::Mate(0)), Value::Mate(1));
/// ```
pub const fn turned(value: Value) -> Value {
    match value {
        Value::Cp(cp) => Value::Cp(cp.saturating_neg()),
        Value::Mate(0) => Value::Mate(1),
        Value::Mate(moves) => Value::Mate(moves.saturating_neg()),
    }
}
