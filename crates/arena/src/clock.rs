//! The clocks of a game.

use std::fmt;
use std::time::Duration;

use chess::Color;
use engine::{Clock, Limits};

use crate::budget::{Budget, MatchTimeControl};

/// Both sides' clocks, by their own time controls.
#[derive(Clone, Debug)]
pub(crate) struct MatchClocks {
    sides: [SideClock; 2],
    margin: Duration,
}

#[derive(Clone, Copy, Debug)]
struct SideClock {
    budget: Budget,
    remaining: Duration,
    /// Moves until more time is given.
    to_go: Option<u32>,
}

/// A move that came too late, and by how much.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Late(pub(crate) Duration);

/// In whole milliseconds, rounded up: what is beyond the margin looks so.
impl fmt::Display for Late {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ms", self.0.as_nanos().div_ceil(1_000_000))
    }
}

impl MatchClocks {
    /// Clocks before the first move. A move that is late by no more than
    /// `margin` is accepted.
    pub(crate) fn new(white: Budget, black: Budget, margin: Duration) -> MatchClocks {
        MatchClocks { sides: [SideClock::new(white), SideClock::new(black)], margin }
    }

    /// What a player may spend on its next move.
    pub(crate) fn limits(&self, color: Color) -> Limits {
        let own = &self.sides[color.index()];
        let clock = own.budget.control.map(|control| {
            // Whose opponent has no clock plays as if it had the same.
            let other = &self.sides[(!color).index()];
            let (theirs, their_increment) = match other.budget.control {
                Some(theirs) => (other.remaining, theirs.increment),
                None => (own.remaining, control.increment),
            };
            let (white, black) = by_color(color, own.remaining, theirs);
            let (white_increment, black_increment) =
                by_color(color, control.increment, their_increment);
            let (moves_to_go, overhead) = (own.to_go, Duration::ZERO);
            Clock { white, black, white_increment, black_increment, moves_to_go, overhead }
        });
        Limits {
            depth: own.budget.depth,
            nodes: own.budget.nodes,
            move_time: own.budget.move_time,
            clock,
            ..Limits::default()
        }
    }

    /// Takes the time that a move took from the mover's clock and adds what the
    /// move earns.
    pub(crate) fn spend(&mut self, color: Color, elapsed: Duration) -> Result<(), Late> {
        let margin = self.margin;
        let side = &mut self.sides[color.index()];
        if let Some(allowed) = side.budget.move_time {
            check(elapsed, allowed, margin)?;
        }
        let Some(control) = side.budget.control else { return Ok(()) };
        check(elapsed, side.remaining, margin)?;
        side.remaining = side.remaining.saturating_sub(elapsed) + control.increment;
        if let Some(to_go) = side.to_go {
            side.to_go = Some(to_go.saturating_sub(1));
            if to_go <= 1 {
                side.remaining += control.base;
                side.to_go = control.moves;
            }
        }
        Ok(())
    }
}

impl SideClock {
    fn new(budget: Budget) -> SideClock {
        // The first increment is there from the beginning, as in fastchess: a
        // player who is given nothing else can make its first move.
        let start = |control: MatchTimeControl| control.base + control.increment;
        SideClock {
            budget,
            remaining: budget.control.map_or(Duration::ZERO, start),
            to_go: budget.control.and_then(|control| control.moves),
        }
    }
}

fn check(elapsed: Duration, allowed: Duration, margin: Duration) -> Result<(), Late> {
    match elapsed > allowed + margin {
        true => Err(Late(elapsed - allowed)),
        false => Ok(()),
    }
}

fn by_color<T>(color: Color, own: T, theirs: T) -> (T, T) {
    match color {
        Color::White => (own, theirs),
        Color::Black => (theirs, own),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn ms(millis: u64) -> Duration {
        Duration::from_millis(millis)
    }

    fn timed(text: &str) -> Budget {
        Budget { control: Some(text.parse().unwrap()), ..Budget::default() }
    }

    #[test]
    fn each_side_has_its_own_clock() {
        let mut clocks = MatchClocks::new(timed("1+0.1"), timed("2/3"), ms(10));
        clocks.spend(Color::White, ms(400)).unwrap();
        let clock = clocks.limits(Color::Black).clock.unwrap();
        assert_eq!((clock.white, clock.black, clock.moves_to_go), (ms(800), ms(3_000), Some(2)));
        assert_eq!((clock.white_increment, clock.black_increment), (ms(100), ms(0)));
        clocks.spend(Color::Black, ms(1_000)).unwrap();
        assert_eq!(clocks.limits(Color::Black).clock.unwrap().moves_to_go, Some(1));
        clocks.spend(Color::Black, ms(1_500)).unwrap();
        let clock = clocks.limits(Color::Black).clock.unwrap();
        assert_eq!((clock.black, clock.moves_to_go), (ms(3_500), Some(2)));
        assert_eq!(clocks.limits(Color::White).clock.unwrap().moves_to_go, None);
    }

    #[test]
    fn the_margin_forgives_and_gives_nothing() {
        let mut clocks = MatchClocks::new(timed("1+0.1"), Budget::default(), ms(10));
        assert_eq!(clocks.clone().spend(Color::White, ms(1_111)), Err(Late(ms(11))));
        let hardly = ms(1_110) + Duration::from_micros(1);
        let late = clocks.clone().spend(Color::White, hardly).unwrap_err();
        assert_eq!(late.to_string(), "11 ms", "more than the margin");
        clocks.spend(Color::White, ms(1_110)).unwrap();
        let clock = clocks.limits(Color::White).clock.unwrap();
        assert_eq!((clock.white, clock.black), (ms(100), ms(100)));
        clocks.spend(Color::Black, ms(1_000_000)).unwrap();
    }

    #[test]
    fn a_time_for_each_move_is_kept_too() {
        let budget = Budget { move_time: Some(ms(50)), nodes: Some(7), ..Budget::default() };
        let mut clocks = MatchClocks::new(budget, budget, ms(5));
        assert_eq!(clocks.spend(Color::White, ms(55)), Ok(()));
        assert_eq!(clocks.spend(Color::White, ms(60)), Err(Late(ms(10))));
        let limits = clocks.limits(Color::White);
        assert_eq!((limits.move_time, limits.nodes, limits.clock), (Some(ms(50)), Some(7), None));
    }
}
