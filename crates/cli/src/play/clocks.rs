//! The clocks of a game, and how they are ordered: `5+3`.

use std::fmt;
use std::str::FromStr;
use std::time::{Duration, Instant};

use chess::Color;
use engine::Clock;

use super::count;

/// Time for the game and for each move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct TimeControl {
    /// What each side begins with.
    pub(crate) base: Duration,
    /// What each side gains with a move.
    pub(crate) increment: Duration,
}

/// The longest game: a day.
const LONGEST: f64 = 24.0 * 60.0;

impl TimeControl {
    /// As PGN writes it: seconds and seconds.
    pub(crate) fn pgn(self) -> String {
        format!("{}+{}", self.base.as_secs_f64(), self.increment.as_secs_f64())
    }

    /// Reads what PGN writes.
    pub(crate) fn from_pgn(text: &str) -> Option<TimeControl> {
        let (base, increment) = text.split_once('+').unwrap_or((text, "0"));
        let seconds = |text: &str| {
            let seconds: f64 = text.parse().ok()?;
            (0.0..=LONGEST * 60.0).contains(&seconds).then(|| Duration::from_secs_f64(seconds))
        };
        Some(TimeControl { base: seconds(base)?, increment: seconds(increment)? })
    }
}

/// Reads minutes and seconds: `5+3`, `0.5+0`, `15`.
impl FromStr for TimeControl {
    type Err = String;

    fn from_str(text: &str) -> Result<TimeControl, String> {
        let wrong = || "minutes and seconds a move, such as 5+3, 15 or 0.5+1, or none".to_owned();
        let (minutes, seconds) = text.split_once('+').unwrap_or((text, "0"));
        let number = |text: &str| {
            let text = text.trim();
            let is_plain = text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
            text.parse::<f64>().ok().filter(|_| is_plain && text.len() < 10)
        };
        let minutes = number(minutes).filter(|minutes| *minutes <= LONGEST).ok_or_else(wrong)?;
        let seconds = number(seconds).filter(|seconds| *seconds <= 3600.0).ok_or_else(wrong)?;
        if minutes == 0.0 && seconds == 0.0 {
            return Err(wrong());
        }
        Ok(TimeControl {
            base: Duration::from_secs_f64(minutes * 60.0),
            increment: Duration::from_secs_f64(seconds),
        })
    }
}

/// As it is ordered.
impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}+{}", self.base.as_secs_f64() / 60.0, self.increment.as_secs_f64())
    }
}

/// Measures how long moves take and, in a game with a time control, counts down.
#[derive(Clone, Debug)]
pub(crate) struct Clocks {
    control: Option<TimeControl>,
    left: [Duration; 2],
    /// Who is on the move since when; nobody while the game rests.
    running: Option<(Color, Instant)>,
    /// What this move has taken before the clock was last stopped.
    spent: Duration,
}

impl Clocks {
    /// Clocks at the beginning of a game.
    pub(crate) fn new(control: Option<TimeControl>) -> Clocks {
        let base = control.map_or(Duration::ZERO, |control| control.base);
        Clocks { control, left: [base; 2], running: None, spent: Duration::ZERO }
    }

    /// The time control, if there is one.
    pub(crate) fn control(&self) -> Option<TimeControl> {
        self.control
    }

    /// Sets what a side has left, at the beginning of a move.
    pub(crate) fn set(&mut self, color: Color, left: Duration) {
        self.left[color.index()] = left;
        self.running = None;
        self.spent = Duration::ZERO;
    }

    /// Lets a side's clock run, if it does not run already.
    pub(crate) fn run(&mut self, color: Color) {
        if self.running.is_none_or(|(running, _)| running != color) {
            self.rest();
            self.running = Some((color, Instant::now()));
        }
    }

    /// Stops the clock; the move goes on when it runs again.
    pub(crate) fn rest(&mut self) {
        if let Some((color, since)) = self.running.take() {
            let elapsed = since.elapsed();
            self.spent += elapsed;
            let left = &mut self.left[color.index()];
            *left = left.saturating_sub(elapsed);
        }
    }

    /// What the move in progress has taken so far.
    pub(crate) fn taken(&self) -> Duration {
        self.spent + self.running.map_or(Duration::ZERO, |(_, since)| since.elapsed())
    }

    /// Goes on with a move that had taken so long when the game was left.
    pub(crate) fn go_on(&mut self, taken: Duration) {
        self.spent = taken;
    }

    /// A side has moved: what the move took, and what is left after it.
    pub(crate) fn press(&mut self, color: Color) -> (Duration, Option<Duration>) {
        self.rest();
        let taken = std::mem::take(&mut self.spent);
        let left = self.control.map(|control| {
            let left = &mut self.left[color.index()];
            *left = left.saturating_add(control.increment);
            *left
        });
        (taken, left)
    }

    /// What a side has left now; `None` without a time control.
    pub(crate) fn left(&self, color: Color) -> Option<Duration> {
        self.control?;
        let left = self.left[color.index()];
        Some(match self.running {
            Some((running, since)) if running == color => left.saturating_sub(since.elapsed()),
            _ => left,
        })
    }

    /// Whether a side's time is running.
    pub(crate) fn is_running(&self) -> bool {
        self.running.is_some()
    }

    /// When the running clock falls; `None` if it never does.
    pub(crate) fn falls_at(&self) -> Option<Instant> {
        self.control?;
        let (color, since) = self.running?;
        since.checked_add(self.left[color.index()])
    }

    /// The side whose time is over.
    pub(crate) fn fallen(&self) -> Option<Color> {
        let (color, _) = self.running?;
        (self.left(color)? == Duration::ZERO).then_some(color)
    }

    /// As players are told.
    pub(crate) fn for_players(&self) -> Option<Clock> {
        let control = self.control?;
        Some(Clock {
            white: self.left(Color::White)?,
            black: self.left(Color::Black)?,
            white_increment: control.increment,
            black_increment: control.increment,
            moves_to_go: None,
        })
    }
}

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
    }

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

    #[test]
    fn a_move_goes_on_after_a_break() {
        let mut clocks = Clocks::new("5+0".parse().ok());
        clocks.set(Color::White, Duration::from_secs(100));
        clocks.go_on(Duration::from_secs(200));
        assert!(clocks.taken() >= Duration::from_secs(200));
        clocks.run(Color::White);
        let (taken, left) = clocks.press(Color::White);
        assert!(taken >= Duration::from_secs(200), "{taken:?}");
        assert_eq!(left, Some(Duration::from_secs(300) - taken));
        assert_eq!(clocks.taken(), Duration::ZERO, "the next move begins");
    }

    #[test]
    fn a_clock_runs_rests_and_falls() {
        let control =
            TimeControl { base: Duration::from_secs(60), increment: Duration::from_secs(2) };
        let mut clocks = Clocks::new(Some(control));
        clocks.run(Color::White);
        let (taken, left) = clocks.press(Color::White);
        assert_eq!(left, Some(Duration::from_secs(62) - taken));
        assert_eq!(clocks.left(Color::Black), Some(Duration::from_secs(60)));
        clocks.set(Color::Black, Duration::ZERO);
        assert_eq!(clocks.fallen(), None, "nobody's clock runs");
        clocks.run(Color::Black);
        assert_eq!(clocks.fallen(), Some(Color::Black));
        assert_eq!(Clocks::new(None).falls_at(), None);
        assert_eq!(Clocks::new(None).press(Color::White).1, None);
    }
}
