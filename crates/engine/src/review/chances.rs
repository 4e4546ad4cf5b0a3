//! Centipawns as chances to win.

use uci::Value;

/// How steeply chances grow with centipawns, from games of people.
const STEEPNESS: f64 = 0.003_682_08;
/// Beyond ten pawns nothing changes.
const CEILING: i32 = 1000;

/// Chances from −1 (lost) to 1 (won).
///
/// ```
/// use plywise_engine::review::winning_chances;
/// use uci::Value;
///
/// assert_eq!(winning_chances(Value::Cp(0)), 0.0);
/// assert!((winning_chances(Value::Cp(100)) - 0.182).abs() < 0.001);
/// assert_eq!(winning_chances(Value::Mate(-3)), winning_chances(Value::Cp(-1000)));
/// ```
pub fn winning_chances(value: Value) -> f64 {
    let cp = match value {
        Value::Cp(cp) => cp.clamp(-CEILING, CEILING),
        Value::Mate(moves) if moves > 0 => CEILING,
        Value::Mate(_) => -CEILING,
    };
    2.0 / (1.0 + (-STEEPNESS * f64::from(cp)).exp()) - 1.0
}

/// The same in per cent.
pub fn win_percent(value: Value) -> f64 {
    50.0 + 50.0 * winning_chances(value)
}
