//! What a player is given for its moves.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use chess::quote;
use numbers::parse_seconds;

/// Time for a game or for a number of moves, in the field's notation:
/// `MOVES/SECONDS+INCREMENT`, where moves and increment may be left out.
///
/// ```
/// use std::time::Duration;
/// use plywise_arena::MatchTimeControl;
///
/// let control: MatchTimeControl = "40/60+0.6".parse()?;
/// assert_eq!((control.moves, control.base), (Some(40), Duration::from_secs(60)));
/// assert_eq!("1:30".parse::<MatchTimeControl>()?.to_string(), "90");
/// # Ok::<(), plywise_arena::BadTimeControl>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct MatchTimeControl {
    /// Moves for which the time is given, again and again; `None`: the time is
    /// for the whole game.
    pub moves: Option<u32>,
    /// The time.
    pub base: Duration,
    /// What each move adds.
    pub increment: Duration,
}

/// A text that is no time control.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BadTimeControl(String);

impl fmt::Display for BadTimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "'{}' is no time control: SECONDS, SECONDS+INCREMENT or MOVES/SECONDS+INCREMENT, such \
             as 1+0.01 or 40/60",
            quote(&self.0)
        )
    }
}

impl std::error::Error for BadTimeControl {}

/// More moves than any time control counts.
const MOST_MOVES: u32 = 1_000;

impl FromStr for MatchTimeControl {
    type Err = BadTimeControl;

    fn from_str(text: &str) -> Result<MatchTimeControl, BadTimeControl> {
        let read = || {
            let (moves, time) = match text.trim().split_once('/') {
                Some((moves, time)) => (Some(moves.parse().ok()?), time),
                None => (None, text.trim()),
            };
            let (base, increment) = time.split_once('+').unwrap_or((time, "0"));
            let base = match base.split_once(':') {
                Some((minutes, seconds)) => {
                    let minutes: u32 = minutes.parse().ok().filter(|&minutes| minutes < 10_000)?;
                    Duration::from_secs(60) * minutes + parse_seconds(seconds)?
                }
                None => parse_seconds(base)?,
            };
            let increment = parse_seconds(increment)?;
            let is_good = moves.is_none_or(|moves| (1..=MOST_MOVES).contains(&moves))
                && base + increment > Duration::ZERO;
            is_good.then_some(MatchTimeControl { moves, base, increment })
        };
        read().ok_or_else(|| BadTimeControl(text.to_owned()))
    }
}

/// As it is read, and as PGN's `TimeControl` tag has it.
impl fmt::Display for MatchTimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(moves) = self.moves {
            write!(f, "{moves}/")?;
        }
        write!(f, "{}", self.base.as_secs_f64())?;
        if self.increment > Duration::ZERO {
            write!(f, "+{}", self.increment.as_secs_f64())?;
        }
        Ok(())
    }
}

/// What a player is given for its moves. All that is said holds.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Budget {
    /// A clock for the game.
    pub control: Option<MatchTimeControl>,
    /// The same time for every move.
    pub move_time: Option<Duration>,
    /// Nodes for every move.
    pub nodes: Option<u64>,
    /// Plies for every move.
    pub depth: Option<u32>,
}

impl Budget {
    /// Whether nothing is said.
    pub fn is_empty(&self) -> bool {
        *self == Budget::default()
    }
}

/// In a few words: `1+0.01`, `0.1 s a move, 10000 nodes`, `no limit`.
impl fmt::Display for Budget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut parts = Vec::new();
        parts.extend(self.control.map(|control| control.to_string()));
        parts.extend(self.move_time.map(|time| format!("{} s a move", time.as_secs_f64())));
        parts.extend(self.nodes.map(|nodes| format!("{nodes} nodes")));
        parts.extend(self.depth.map(|depth| format!("depth {depth}")));
        f.pad(&if parts.is_empty() { "no limit".to_owned() } else { parts.join(", ") })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn controls_read_back() {
        for (text, shown) in [
            ("1+0.01", "1+0.01"),
            ("60", "60"),
            ("40/60+0.6", "40/60+0.6"),
            (" 40/60 ", "40/60"),
            ("1:30+0.5", "90+0.5"),
            ("0+1", "0+1"),
            ("0.5", "0.5"),
        ] {
            assert_eq!(text.parse::<MatchTimeControl>().unwrap().to_string(), shown);
        }
    }

    #[test]
    fn nonsense_is_refused() {
        for text in [
            "", "x", "0", "0+0", "-1", "1+-1", "1+", "+1", "/60", "0/60", "40/", "1e3", "inf",
            "nan", "1+0.01+2", "99999999", "1:", ":", "1,5", "40/60/2",
        ] {
            assert!(text.parse::<MatchTimeControl>().is_err(), "{text}");
        }
    }
}
