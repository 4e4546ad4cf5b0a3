//! Times as people write them.

use std::time::Duration;

/// More seconds than anything is given.
const MOST: f64 = 1e6;

/// Reads seconds, with decimals if need be; `None` if it is no time or too long
/// a time.
///
/// ```
/// use std::time::Duration;
///
/// assert_eq!(plywise_numbers::parse_seconds("0.25"), Some(Duration::from_millis(250)));
/// assert_eq!(plywise_numbers::parse_seconds("1e3"), None);
/// ```
pub fn parse_seconds(text: &str) -> Option<Duration> {
    let is_plain = text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    let seconds: f64 = text.parse().ok().filter(|_| is_plain)?;
    (seconds <= MOST).then(|| Duration::from_secs_f64(seconds))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_plain_numbers_are_times() {
        for text in ["", ".", "x", "-1", "+1", "1e3", "inf", "nan", "1,5", " 1", "1000001"] {
            assert_eq!(parse_seconds(text), None, "{text}");
        }
        for (text, seconds) in [("0", 0.0), ("5", 5.0), (".5", 0.5), ("2.", 2.0), ("1000000", 1e6)]
        {
            assert_eq!(parse_seconds(text), Some(Duration::from_secs_f64(seconds)), "{text}");
        }
    }
}
