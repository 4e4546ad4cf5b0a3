//! The clocks of a game.

use std::time::{Duration, Instant};

use chess::Color;
use engine::Clock;

/// Time for the game and for each move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct TimeControl {
    /// What each side begins with.
    pub(crate) base: Duration,
    /// What each side gains with a move.
    pub(crate) increment: Duration,
}

/// Measures how long moves take and, with a time control, counts down.
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

    /// Sets what both sides have left and what the move to make has taken so far.
    pub(crate) fn set(&mut self, left: [Duration; 2], spent: Duration) {
        (self.left, self.spent, self.running) = (left, spent, None);
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

    /// What a side has left now; nothing without a time control.
    pub(crate) fn left(&self, color: Color) -> Option<Duration> {
        self.control?;
        let left = self.left[color.index()];
        Some(match self.running {
            Some((running, since)) if running == color => left.saturating_sub(since.elapsed()),
            _ => left,
        })
    }

    /// What the move to make has taken so far.
    pub(crate) fn spent(&self) -> Duration {
        self.spent + self.running.map_or(Duration::ZERO, |(_, since)| since.elapsed())
    }

    /// Whose clock runs.
    pub(crate) fn running(&self) -> Option<Color> {
        self.running.map(|(color, _)| color)
    }

    /// When the running clock falls; never without a time control.
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

#[cfg(test)]
mod tests {
    use super::*;

    const fn seconds(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    #[test]
    fn a_clock_runs_rests_and_falls() {
        let control = TimeControl { base: seconds(60), increment: seconds(2) };
        let mut clocks = Clocks::new(Some(control));
        clocks.run(Color::White);
        let (taken, left) = clocks.press(Color::White);
        assert_eq!(left, Some(seconds(62) - taken));
        assert_eq!(clocks.left(Color::Black), Some(seconds(60)));
        clocks.set([seconds(1), Duration::ZERO], seconds(9));
        assert_eq!((clocks.fallen(), clocks.spent()), (None, seconds(9)), "nobody's clock runs");
        clocks.run(Color::Black);
        assert_eq!(clocks.fallen(), Some(Color::Black));
        assert_eq!(Clocks::new(None).falls_at(), None);
        assert_eq!(Clocks::new(None).press(Color::White).1, None);
    }
}
