//! How far a long run is: a line that changes on a terminal, a line now and
//! then elsewhere.

use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

/// Shows progress on stderr.
pub(crate) struct Progress {
    is_terminal: bool,
    /// Time between two lines where there is no terminal.
    every: Duration,
    last: Option<Instant>,
    width: usize,
}

/// Time between two looks on a terminal.
const REDRAW: Duration = Duration::from_millis(500);

impl Progress {
    /// Progress that is told every so often where nobody can watch.
    pub(crate) fn new(every: Duration) -> Progress {
        Progress { is_terminal: io::stderr().is_terminal(), every, last: None, width: 0 }
    }

    /// Shows a line if it is time for one.
    pub(crate) fn tell(&mut self, line: impl FnOnce() -> String) {
        let now = Instant::now();
        let wait = if self.is_terminal { REDRAW } else { self.every };
        let begin = *self.last.get_or_insert(now);
        if now - begin < wait {
            return;
        }
        self.last = Some(now);
        let line = line();
        // Nobody minds if it cannot be shown.
        let _ = if self.is_terminal {
            let width = self.width;
            self.width = line.chars().count();
            write!(io::stderr(), "\r{line:<width$}")
        } else {
            writeln!(io::stderr(), "{line}")
        };
    }

    /// Leaves the line, so that what follows begins a new one.
    pub(crate) fn end(&mut self) {
        if self.is_terminal && self.width > 0 {
            let _ = writeln!(io::stderr());
            self.width = 0;
        }
    }
}

/// A number of seconds as people say it.
pub(crate) fn spoken(time: Duration) -> String {
    let seconds = time.as_secs();
    match (seconds / 3600, seconds / 60 % 60, seconds % 60) {
        (0, 0, seconds) => format!("{seconds} s"),
        (0, minutes, seconds) => format!("{minutes} min {seconds} s"),
        (hours, minutes, _) => format!("{hours} h {minutes} min"),
    }
}

/// A number of bytes as people say it.
pub(crate) fn bytes_spoken(bytes: u64) -> String {
    match bytes {
        0..1_000 => format!("{bytes} bytes"),
        1_000..1_000_000 => format!("{:.1} kB", bytes as f64 / 1e3),
        1_000_000..1_000_000_000 => format!("{:.1} MB", bytes as f64 / 1e6),
        _ => format!("{:.2} GB", bytes as f64 / 1e9),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_are_said_in_a_fitting_unit() {
        let bytes = [0, 999, 1_500, 12_340_000, 1_234_000_000].map(bytes_spoken);
        assert_eq!(bytes, ["0 bytes", "999 bytes", "1.5 kB", "12.3 MB", "1.23 GB"]);
        let times = [59, 61, 7_260].map(|seconds| spoken(Duration::from_secs(seconds)));
        assert_eq!(times, ["59 s", "1 min 1 s", "2 h 1 min"]);
    }
}
