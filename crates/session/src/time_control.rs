//! How clocks are ordered: `5+3`.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// Time for the game and for each move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TimeControl {
    /// What each side begins with.
    pub base: Duration,
    /// What each side gains with a move.
    pub increment: Duration,
}

impl TimeControl {
    /// The longest game in minutes: a day.
    pub const MOST_MINUTES: f64 = 24.0 * 60.0;
    /// The most that a move may gain, in seconds.
    pub const MOST_INCREMENT: f64 = 3600.0;

    /// So many minutes for the game and so many seconds a move; `None` if that is
    /// too much, or nothing at all.
    pub fn new(minutes: f64, increment: f64) -> Option<TimeControl> {
        let is_allowed = (0.0..=Self::MOST_MINUTES).contains(&minutes)
            && (0.0..=Self::MOST_INCREMENT).contains(&increment);
        // A millisecond is as good as nothing to a person.
        if !is_allowed || minutes * 60.0 + increment < 0.001 {
            return None;
        }
        Some(TimeControl {
            base: Duration::from_secs_f64(minutes * 60.0),
            increment: Duration::from_secs_f64(increment),
        })
    }

    /// As PGN writes it: seconds and seconds.
    pub fn pgn(self) -> String {
        format!("{}+{}", self.base.as_secs_f64(), self.increment.as_secs_f64())
    }

    /// Reads what PGN writes.
    pub fn from_pgn(text: &str) -> Option<TimeControl> {
        let (base, increment) = text.split_once('+').unwrap_or((text, "0"));
        let seconds = |text: &str| {
            let seconds: f64 = text.parse().ok()?;
            let is_allowed = (0.0..=Self::MOST_MINUTES * 60.0).contains(&seconds);
            is_allowed.then(|| Duration::from_secs_f64(seconds))
        };
        Some(TimeControl { base: seconds(base)?, increment: seconds(increment)? })
    }
}

/// Reads minutes and seconds: `5+3`, `0.5+0`, `15`.
impl FromStr for TimeControl {
    type Err = String;

    fn from_str(text: &str) -> Result<TimeControl, String> {
        let (minutes, increment) = text.split_once('+').unwrap_or((text, "0"));
        let number = |text: &str| {
            let text = text.trim();
            let is_plain = text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
            text.parse::<f64>().ok().filter(|_| is_plain && text.len() < 10)
        };
        number(minutes)
            .zip(number(increment))
            .and_then(|(minutes, increment)| TimeControl::new(minutes, increment))
            .ok_or_else(|| {
                "minutes and seconds a move, such as 5+3, 15 or 0.5+1, or none".to_owned()
            })
    }
}

/// As it is ordered.
impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}+{}", self.base.as_secs_f64() / 60.0, self.increment.as_secs_f64())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_controls() {
        for (text, base, increment) in
            [("5+3", 300, 3), ("15", 900, 0), ("0.5+1", 30, 1), (" 1 + 0 ", 60, 0), ("0+2", 0, 2)]
        {
            let control: TimeControl = text.parse().unwrap();
            assert_eq!(control.base, Duration::from_secs(base), "{text}");
            assert_eq!(control.increment, Duration::from_secs(increment), "{text}");
            assert_eq!(TimeControl::from_pgn(&control.pgn()), Some(control));
            assert_eq!(control.to_string().parse(), Ok(control));
        }
        for text in
            ["", "x", "-1", "5+", "5+x", "0+0", "1e9", "99999", "5+3+1", "inf", "NaN", "1+9999"]
        {
            assert!(text.parse::<TimeControl>().is_err(), "{text}");
        }
        for text in ["", "-", "x+1", "1e300", "-3+1", "NaN"] {
            assert_eq!(TimeControl::from_pgn(text), None, "{text}");
        }
        for (minutes, increment) in [(f64::NAN, 3.0), (-1.0, 3.0), (1e300, 0.0), (0.0, 0.0)] {
            assert_eq!(TimeControl::new(minutes, increment), None);
        }
    }
}
