//! Scores as the protocol counts them.

use std::fmt;

use eval::Score;
use search::Bound;

/// How good the position is for the side to move, in the engine's opinion.
///
/// Not a [`Score`]: engines count centipawns beyond its range, and what one of
/// them says is passed on as it was said.
///
/// ```
/// use eval::Score;
/// use plywise_uci::Value;
///
/// assert_eq!(Value::from(Score::mate_in(5)), Value::Mate(3));
/// assert_eq!(Score::from(Value::Mate(-1)), Score::mated_in(2));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Value {
    /// Centipawns.
    Cp(i32),
    /// Mate in so many moves of the side that gives it; negative if the side to
    /// move is mated, 0 if it is mated already.
    Mate(i32),
}

/// What follows `score`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct InfoScore {
    /// How much.
    pub value: Value,
    /// How exact.
    pub bound: Bound,
}

impl InfoScore {
    /// An exact score.
    pub fn exact(value: impl Into<Value>) -> InfoScore {
        InfoScore { value: value.into(), bound: Bound::Exact }
    }
}

impl From<Score> for Value {
    fn from(score: Score) -> Value {
        score.mate_moves().map_or(Value::Cp(score.raw()), Value::Mate)
    }
}

/// The nearest score there is: centipawns are kept clear of mates. A mate is
/// the longest that takes so many moves for the side that suffers it, which is
/// an even number of plies, and the shortest for the other, an odd number.
impl From<Value> for Score {
    fn from(value: Value) -> Score {
        match value {
            Value::Cp(centipawns) => Score::cp(centipawns),
            Value::Mate(moves) => {
                let plies = moves.unsigned_abs().saturating_mul(2);
                if moves > 0 { Score::mate_in(plies - 1) } else { Score::mated_in(plies) }
            }
        }
    }
}

/// `cp 31` or `mate -2`.
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Cp(centipawns) => write!(f, "cp {centipawns}"),
            Value::Mate(moves) => write!(f, "mate {moves}"),
        }
    }
}

/// `cp 31 lowerbound`.
impl fmt::Display for InfoScore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.value)?;
        f.write_str(match self.bound {
            Bound::Exact => "",
            Bound::Lower => " lowerbound",
            Bound::Upper => " upperbound",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_there_and_back() {
        for score in [
            Score::DRAW,
            Score::cp(-31),
            Score::MAX_EVAL,
            Score::mate_in(1),
            Score::mate_in(7),
            Score::mated_in(0),
            Score::mated_in(8),
        ] {
            assert_eq!(Score::from(Value::from(score)), score);
        }
        assert_eq!(Score::from(Value::Cp(i32::MIN)), -Score::MAX_EVAL);
        assert_eq!(Score::from(Value::Mate(i32::MIN)), Score::mated_in(u32::MAX));
        assert_eq!(Score::from(Value::Mate(i32::MAX)), Score::mate_in(u32::MAX));
        assert_eq!(Value::from(Score::mate_in(4)), Value::Mate(2));
    }
}
