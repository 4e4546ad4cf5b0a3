//! How far a long analysis is: a bar on a terminal, nothing elsewhere.

use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

/// Time between two looks.
const REDRAW: Duration = Duration::from_millis(200);
/// Letters of the bar.
const BAR: usize = 24;

/// A bar on stderr.
pub(super) struct AnalyseProgress {
    is_shown: bool,
    begun: Instant,
    drawn: Option<Instant>,
    /// Bytes of the whole input, if that is known.
    size: Option<u64>,
    /// Where in the input the first position of this run was.
    from: Option<u64>,
    offset: u64,
    positions: u64,
}

impl AnalyseProgress {
    /// A bar, if somebody can see it and `is_wanted`.
    pub(super) fn new(size: Option<u64>, is_wanted: bool) -> AnalyseProgress {
        AnalyseProgress {
            is_shown: is_wanted && io::stderr().is_terminal(),
            begun: Instant::now(),
            drawn: None,
            size,
            from: None,
            offset: 0,
            positions: 0,
        }
    }

    /// A position is done that ends here in the input.
    pub(super) fn add(&mut self, offset: u64) {
        self.from.get_or_insert(self.offset);
        self.offset = offset;
        self.positions += 1;
    }

    /// Draws it, if it is time for that.
    pub(super) fn draw(&mut self) {
        if !self.is_shown || self.drawn.is_some_and(|drawn| drawn.elapsed() < REDRAW) {
            return;
        }
        self.drawn = Some(Instant::now());
        // Nobody minds if it cannot be shown.
        let _ = write!(io::stderr(), "\r\u{1b}[K{}", self.line(self.begun.elapsed()));
    }

    /// Takes it off the screen, so that something else can be said.
    pub(super) fn clear(&mut self) {
        if self.drawn.take().is_some() {
            let _ = write!(io::stderr(), "\r\u{1b}[K");
        }
    }

    fn line(&self, elapsed: Duration) -> String {
        let so_far = format!("{} positions, {}", self.positions, spoken(elapsed));
        let Some(size) = self.size else { return so_far };
        let share = (self.offset as f64 / size as f64).min(1.0);
        let full = (share * BAR as f64) as usize;
        let new = self.offset.saturating_sub(self.from.unwrap_or(0));
        let left = match (new, size.saturating_sub(self.offset)) {
            (0, _) => String::new(),
            (new, rest) => {
                let left = elapsed.mul_f64(rest as f64 / new as f64);
                format!(", about {} left", spoken(left))
            }
        };
        format!(
            "[{}{}] {:.0} %, {so_far}{left}",
            "#".repeat(full),
            ".".repeat(BAR - full),
            100.0 * share
        )
    }
}

/// A time as people say it.
fn spoken(time: Duration) -> String {
    let seconds = time.as_secs();
    match (seconds / 3600, seconds / 60 % 60, seconds % 60) {
        (0, 0, seconds) => format!("{seconds} s"),
        (0, minutes, seconds) => format!("{minutes} min {seconds} s"),
        (hours, minutes, _) => format!("{hours} h {minutes} min"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bar_fills_with_the_input() {
        let mut progress = AnalyseProgress::new(Some(1000), false);
        let at = |progress: &AnalyseProgress| progress.line(Duration::from_secs(10));
        assert_eq!(at(&progress), "[........................] 0 %, 0 positions, 10 s");
        progress.add(250);
        assert_eq!(
            at(&progress),
            "[######..................] 25 %, 1 positions, 10 s, about 30 s left"
        );
        progress.add(5000);
        assert!(at(&progress).starts_with("[########################] 100 %"));
        assert_eq!(at(&AnalyseProgress::new(None, false)), "0 positions, 10 s");
    }
}
