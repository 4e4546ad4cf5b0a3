//! The limits of a search as `go` says them, and as searchers see them.

use std::time::Duration;

use chess::Color;
use search::{Clock, Limits};

use super::GoLimits;

impl GoLimits {
    /// The limits as a searcher sees them that moves for `turn`.
    ///
    /// `lost_limit` says that the command had a limit that could not be read: it
    /// was meant to end the search. Moves stay text here, and pondering is no limit:
    /// `searchmoves`, `ponder` and `perft` are left to the caller.
    pub fn limits(&self, turn: Color, lost_limit: bool) -> Limits {
        let mate = self.mate.filter(|&moves| moves > 0);
        let is_counted = self.depth.is_some()
            || self.nodes.is_some()
            || mate.is_some()
            || self.movetime.is_some();
        // Whoever speaks of clocks plays a game. The mover's clock left out then
        // stands at zero, unless something else was said that ends the search; and
        // so it does where a limit was lost, such as a mate in no moves.
        let is_timed = self.wtime.is_some()
            || self.btime.is_some()
            || self.winc.is_some()
            || self.binc.is_some()
            || self.movestogo.is_some()
            || lost_limit
            || self.mate != mate;
        let has_clock = self.clock(turn).is_some() || is_timed && !is_counted;
        let clock = has_clock.then(|| Clock {
            white: self.clock(Color::White).unwrap_or_default(),
            black: self.clock(Color::Black).unwrap_or_default(),
            white_increment: self.increment(Color::White).unwrap_or_default(),
            black_increment: self.increment(Color::Black).unwrap_or_default(),
            moves_to_go: self.movestogo.filter(|&moves| moves > 0),
            overhead: Duration::ZERO,
        });
        Limits {
            depth: self.depth.map(|depth| depth.max(1)),
            nodes: self.nodes,
            mate,
            move_time: self.movetime.map(Duration::from_millis),
            clock,
            infinite: self.infinite || !(is_counted || is_timed),
            ..Limits::default()
        }
    }
}

/// All that `go` has a word for but the moves to search.
impl From<&Limits> for GoLimits {
    fn from(limits: &Limits) -> GoLimits {
        let millis = |time: Duration| i64::try_from(time.as_millis()).unwrap_or(i64::MAX);
        let clock = limits.clock;
        GoLimits {
            wtime: clock.map(|clock| millis(clock.white)),
            btime: clock.map(|clock| millis(clock.black)),
            winc: clock.map(|clock| millis(clock.white_increment)),
            binc: clock.map(|clock| millis(clock.black_increment)),
            movestogo: clock.and_then(|clock| clock.moves_to_go),
            depth: limits.depth,
            nodes: limits.nodes,
            mate: limits.mate,
            movetime: limits.move_time.map(|time| millis(time).unsigned_abs()),
            infinite: limits.infinite,
            ..GoLimits::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Command;

    const fn ms(millis: u64) -> Duration {
        Duration::from_millis(millis)
    }

    /// What White makes of a command.
    fn read(text: &str) -> Limits {
        let Some(Command::Go(go)) = Command::parse(text).value else { panic!("{text}") };
        go.limits(Color::White, false)
    }

    #[test]
    fn both_clocks_are_told() {
        let clock = Clock {
            white: ms(1_500),
            black: ms(900),
            white_increment: ms(10),
            black_increment: ms(20),
            moves_to_go: Some(7),
            overhead: Duration::ZERO,
        };
        let limits = Limits { clock: Some(clock), ..Limits::depth(9) };
        let text = Command::Go(GoLimits::from(&limits)).to_string();
        assert_eq!(text, "go wtime 1500 btime 900 winc 10 binc 20 movestogo 7 depth 9");
        assert_eq!(read(&text), limits);
    }

    #[test]
    fn limits_read_back() {
        for limits in [
            Limits::nodes(7),
            Limits::move_time(ms(250)),
            Limits { mate: Some(3), ..Limits::default() },
            Limits { infinite: true, ..Limits::default() },
        ] {
            assert_eq!(read(&Command::Go(GoLimits::from(&limits)).to_string()), limits);
        }
    }

    #[test]
    fn a_search_without_a_limit_is_infinite() {
        assert!(read("go").infinite && read("go infinite depth 3").infinite);
        assert!(!read("go depth 3").infinite && !read("go mate 2").infinite);
        let lost = GoLimits::default().limits(Color::White, true);
        assert!(!lost.infinite && lost.clock == Some(Clock::default()));
        assert_eq!(read("go mate 0").clock, Some(Clock::default()));
    }

    /// Only the opponent's clock: the mover's stands at zero, unless something else ends
    /// the search.
    #[test]
    fn a_clock_left_out_stands_at_zero() {
        let clock = read("go btime 900").clock.unwrap();
        assert_eq!((clock.white, clock.black), (ms(0), ms(900)));
        assert_eq!(read("go btime 900 depth 4").clock, None);
        assert_eq!(read("go wtime -5 movestogo 0").clock, Some(Clock::default()));
    }
}
