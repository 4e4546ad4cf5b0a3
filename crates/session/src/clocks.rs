//! The clocks of a game.

use std::time::{Duration, Instant};

use chess::Color;
use engine::Clock;

use crate::TimeControl;

/// Measures how long moves take and, with a time control, counts down.
#[derive(Clone, Debug)]
pub struct Clocks {
    control: Option<TimeControl>,
    left: [Duration; 2],
    /// Who is on the move since when; nobody while the game rests.
    running: Option<(Color, Instant)>,
    /// What this move has taken before the clock was last stopped.
    spent: Duration,
}

impl Clocks {
    /// Clocks at the beginning of a game.
    pub fn new(control: Option<TimeControl>) -> Clocks {
        let base = control.map_or(Duration::ZERO, |control| control.base);
        Clocks { control, left: [base; 2], running: None, spent: Duration::ZERO }
    }

    /// The time control, if there is one.
    pub fn control(&self) -> Option<TimeControl> {
        self.control
    }

    /// Sets what both sides have left and what the move to make has taken so far.
    /// Nobody's clock runs after it.
    pub fn set(&mut self, left: [Duration; 2], taken: Duration) {
        (self.left, self.spent, self.running) = (left, taken, None);
    }

    /// Lets a side's clock run, if it does not run already.
    pub fn run(&mut self, color: Color) {
        if self.running.is_none_or(|(running, _)| running != color) {
            self.rest();
            self.running = Some((color, Instant::now()));
        }
    }

    /// Stops the clock; the move goes on when it runs again.
    pub fn rest(&mut self) {
        if let Some((color, since)) = self.running.take() {
            let elapsed = since.elapsed();
            self.spent += elapsed;
            let left = &mut self.left[color.index()];
            *left = left.saturating_sub(elapsed);
        }
    }

    /// Another player goes on with the move in progress: what it took until now was
    /// not that player's time. What is left on the clock stays as it is.
    pub fn hand_over(&mut self) {
        let running = self.running();
        self.rest();
        self.spent = Duration::ZERO;
        if let Some(color) = running {
            self.run(color);
        }
    }

    /// What the move in progress has taken so far.
    pub fn taken(&self) -> Duration {
        self.spent + self.running.map_or(Duration::ZERO, |(_, since)| since.elapsed())
    }

    /// A side has moved: what the move took, and what is left after it.
    pub fn press(&mut self, color: Color) -> (Duration, Option<Duration>) {
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
    pub fn left(&self, color: Color) -> Option<Duration> {
        self.control?;
        let left = self.left[color.index()];
        Some(match self.running {
            Some((running, since)) if running == color => left.saturating_sub(since.elapsed()),
            _ => left,
        })
    }

    /// Whose clock runs.
    pub fn running(&self) -> Option<Color> {
        self.running.map(|(color, _)| color)
    }

    /// When the running clock falls; `None` if it never does.
    pub fn falls_at(&self) -> Option<Instant> {
        self.control?;
        let (color, since) = self.running?;
        since.checked_add(self.left[color.index()])
    }

    /// The side whose time is over.
    pub fn fallen(&self) -> Option<Color> {
        let (color, _) = self.running?;
        (self.left(color)? == Duration::ZERO).then_some(color)
    }

    /// As players are told.
    pub fn for_players(&self) -> Option<Clock> {
        let control = self.control?;
        Some(Clock {
            white: self.left(Color::White)?,
            black: self.left(Color::Black)?,
            ..Clock::equal(Duration::ZERO, control.increment)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn seconds(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    #[test]
    fn a_clock_runs_rests_and_falls() {
        let mut clocks = Clocks::new(TimeControl::new(1.0, 2.0));
        clocks.run(Color::White);
        let (taken, left) = clocks.press(Color::White);
        assert_eq!(left, Some(seconds(62) - taken));
        assert_eq!(clocks.left(Color::Black), Some(seconds(60)));
        clocks.set([seconds(1), Duration::ZERO], seconds(9));
        assert_eq!((clocks.fallen(), clocks.taken()), (None, seconds(9)), "nobody's clock runs");
        clocks.run(Color::Black);
        assert_eq!(clocks.fallen(), Some(Color::Black));
        assert_eq!(Clocks::new(None).falls_at(), None);
        assert_eq!(Clocks::new(None).press(Color::White).1, None);
    }

    #[test]
    fn whoever_takes_over_a_move_begins_at_zero_with_the_same_clock() {
        let mut clocks = Clocks::new("5+0".parse().ok());
        clocks.set([seconds(100); 2], seconds(200));
        clocks.hand_over();
        assert_eq!((clocks.taken(), clocks.running()), (Duration::ZERO, None));
        assert_eq!(clocks.left(Color::White), Some(seconds(100)));
        clocks.set([seconds(100); 2], seconds(200));
        clocks.run(Color::White);
        clocks.hand_over();
        assert!(clocks.taken() < seconds(100), "{:?}", clocks.taken());
        assert_eq!(clocks.running(), Some(Color::White));
    }

    #[test]
    fn a_move_goes_on_after_a_break() {
        let mut clocks = Clocks::new("5+0".parse().ok());
        clocks.set([seconds(100); 2], seconds(200));
        assert!(clocks.taken() >= seconds(200));
        clocks.run(Color::White);
        let (taken, left) = clocks.press(Color::White);
        assert!(taken >= seconds(200), "{taken:?}");
        assert_eq!(left, Some(seconds(300) - taken));
        assert_eq!(clocks.taken(), Duration::ZERO, "the next move begins");
    }
}
