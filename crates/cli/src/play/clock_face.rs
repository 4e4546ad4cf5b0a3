//! Times as clocks show them.

use std::time::Duration;

use super::count;

/// A time as clocks show it: `4:58`, `1:02:03`, and tenths when it is short.
pub(crate) fn clock_face(time: Duration) -> String {
    let seconds = time.as_secs();
    match seconds {
        0..20 => format!("0:{:04.1}", (time.as_millis() / 100) as f64 / 10.0),
        20..3600 => format!("{}:{:02}", seconds / 60, seconds % 60),
        _ => format!("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60),
    }
}

/// A time in words, for screen readers: `4 minutes 58 seconds`.
pub(crate) fn clock_words(time: Duration) -> String {
    let seconds = time.as_secs();
    let parts = [(seconds / 3600, "hour"), (seconds / 60 % 60, "minute"), (seconds % 60, "second")];
    let told: Vec<String> =
        parts.iter().filter(|(number, _)| *number > 0).map(|(n, what)| count(*n, what)).collect();
    if told.is_empty() { count(0, "second") } else { told.join(" ") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faces() {
        let face = |millis| clock_face(Duration::from_millis(millis));
        assert_eq!(
            [face(0), face(9_940), face(19_999), face(20_000), face(299_999), face(3_723_000)],
            ["0:00.0", "0:09.9", "0:19.9", "0:20", "4:59", "1:02:03"]
        );
    }

    #[test]
    fn faces_in_words() {
        let words = |seconds| clock_words(Duration::from_secs(seconds));
        assert_eq!(
            [words(0), words(1), words(298), words(3600), words(3_723)],
            [
                "0 seconds",
                "1 second",
                "4 minutes 58 seconds",
                "1 hour",
                "1 hour 2 minutes 3 seconds"
            ]
        );
    }
}
