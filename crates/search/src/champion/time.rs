//! How long to think: what the clock allows, and how much of it a move deserves.
//!
//! The *hard* limit ends the search wherever it stands. The *soft* limit is
//! looked at between iterations, stretched when the search is unsure and
//! shrunk when it is sure: how much of the work went into the best move, for
//! how long it has been the best, and whether its value is falling.
//!
//! A *reserve* is kept from both. A move can be late by any time at which other
//! programs have the processor, and whoever has less than that on the clock loses.

use std::time::Duration;

use chess::Color;

use super::params;
use crate::{Clock, Limits};

/// A number of [`params`] that is in percent, as a factor.
fn percent(number: i32) -> f64 {
    f64::from(number) / 100.0
}

/// The time for one move.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(super) struct TimeBudget {
    /// Begin no iteration after this, times [`stretch`]; `None` without a clock.
    pub(super) soft: Option<Duration>,
    /// Stop at this; `None` if time is no limit.
    pub(super) hard: Option<Duration>,
}

impl TimeBudget {
    /// The time that limits allow the side to move on a machine that lets a move wait
    /// for `stall`.
    pub(super) fn of(limits: &Limits, turn: Color, stall: Duration) -> TimeBudget {
        if limits.infinite {
            return TimeBudget::default();
        }
        let of_clock = |clock| TimeBudget::of_clock(clock, turn, stall);
        let mut budget = limits.clock.map_or_else(TimeBudget::default, of_clock);
        if let Some(time) = limits.move_time {
            budget.hard = Some(budget.hard.map_or(time, |hard| hard.min(time)));
        }
        budget
    }

    fn of_clock(clock: Clock, turn: Color, stall: Duration) -> TimeBudget {
        let (remaining, increment) = (clock.remaining(turn), clock.increment(turn));
        let seconds = |duration: Duration| duration.as_secs_f64();
        // What is lost with each move is not there to be planned.
        let all = (seconds(remaining) - seconds(clock.overhead)).max(0.0);
        let reserve = reserve(increment, stall);
        let left = beyond(all, reserve);
        // If every increment were used at once, a clock that is down would stay down.
        let thrift = (all / (2.0 * reserve)).min(1.0);
        let increment = percent(params::time_increment()) * seconds(increment) * thrift;
        let horizon = params::time_horizon().unsigned_abs();
        let soft = match clock.moves_to_go {
            Some(moves) if moves > 0 => {
                let moves =
                    f64::from(moves.min(horizon * params::time_moves_most().unsigned_abs()));
                // The overhead is what a move loses at most: where all moves together could lose
                // the whole clock, a part of it is used all the same.
                let coming = seconds(clock.overhead) * (moves - 1.0);
                let sure = left * percent(params::time_sure());
                percent(params::time_share()) * left.min((all - coming).max(sure)) / moves
                    + increment
            }
            _ => left / f64::from(horizon) + increment,
        };
        // The last move before more time comes may use most of it.
        let (soft_most, hard_most) = match clock.moves_to_go {
            Some(1) => (params::time_last_soft(), params::time_last_hard()),
            _ => (params::time_soft_most(), params::time_hard_most()),
        };
        let soft = soft.min(left * percent(soft_most));
        let hard = (soft * percent(params::time_hard())).min(left * percent(hard_most));
        let duration = |seconds: f64| Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX);
        TimeBudget { soft: Some(duration(soft)), hard: Some(duration(hard)) }
    }
}

/// Seconds of a clock that are not planned: more of them on a machine that is busy, unless
/// increments make up for what it takes away.
fn reserve(increment: Duration, stall: Duration) -> f64 {
    let lost = stall.saturating_sub(increment / 2).as_secs_f64();
    let least = f64::from(params::time_reserve().max(1)) / 1000.0;
    least + f64::from(params::time_stall_moves()) * lost
}

/// What a clock holds beyond its reserve. One that is short of it may still use a little, the
/// shorter the less: there is no point at which thinking stops.
fn beyond(all: f64, reserve: f64) -> f64 {
    if all < 2.0 * reserve { all * all / (4.0 * reserve) } else { all - reserve }
}

/// What is known about the search between two iterations.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mood {
    /// The part of all nodes that went into the best move, from 0 to 1.
    pub(super) node_share: f64,
    /// For how many iterations the best move has been the best.
    pub(super) stability: u32,
    /// By how much its value fell since the last iterations, in centipawns.
    pub(super) fall: i32,
}

/// The factor on the soft limit.
pub(super) fn stretch(mood: Mood) -> f64 {
    let most = percent(params::time_nodes());
    let by_nodes = (most - percent(params::time_nodes_slope()) * mood.node_share)
        .max(percent(params::time_nodes_least()));
    let stable = mood.stability.min(params::time_stability_most().unsigned_abs());
    let by_stability = percent(params::time_stability())
        - percent(params::time_stability_slope()) * f64::from(stable);
    let by_trend = (1.0 + percent(params::time_fall()) * f64::from(mood.fall))
        .clamp(percent(params::time_fall_least()), percent(params::time_fall_most()));
    by_nodes * by_stability * by_trend
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: Duration = Duration::from_millis(1);

    fn clock(remaining: u32, increment: u32, moves_to_go: Option<u32>) -> Clock {
        Clock { moves_to_go, ..clock_of(MS * remaining, increment) }
    }

    fn clock_of(remaining: Duration, increment: u32) -> Clock {
        Clock { overhead: MS * 10, ..Clock::equal(remaining, MS * increment) }
    }

    /// The time for a move on a machine that has nothing else to do.
    fn budget(clock: Clock) -> TimeBudget {
        TimeBudget::of_clock(clock, Color::White, Duration::ZERO)
    }

    #[test]
    fn never_more_than_the_clock_holds() {
        for remaining in [0, 1, 5, 10, 11, 50, 300, 3_000, 60_000, 7_200_000] {
            for increment in [0, 1, 30, 1_000, 60_000] {
                for moves_to_go in [None, Some(0), Some(1), Some(2), Some(40), Some(u32::MAX)] {
                    let clock = clock(remaining, increment, moves_to_go);
                    let safe = clock.white.saturating_sub(clock.overhead);
                    let mut most = safe;
                    for stall in [0, 2, 20, 250] {
                        let budget = TimeBudget::of_clock(clock, Color::White, MS * stall);
                        let (soft, hard) = (budget.soft.unwrap(), budget.hard.unwrap());
                        assert!(soft <= hard && hard <= most, "{clock:?} {stall} {budget:?}");
                        most = hard; // the busier the machine the less
                    }
                }
            }
        }
        let eternity = Clock::equal(Duration::MAX, Duration::MAX);
        assert!(budget(eternity).hard.is_some());
    }

    #[test]
    fn more_time_is_used_not_hoarded() {
        let soft = |clock| budget(clock).soft.unwrap();
        assert!(soft(clock(60_000, 0, None)) > soft(clock(30_000, 0, None)));
        assert!(soft(clock(60_000, 600, None)) > soft(clock(60_000, 0, None)));
        assert!(soft(clock(60_000, 0, Some(10))) > soft(clock(60_000, 0, Some(40))));
        // Ten seconds for the last move before the control are not saved.
        assert!(soft(clock(10_000, 0, Some(1))) > MS * 5_000);
    }

    #[test]
    fn short_of_time_a_cushion_stays() {
        // Hardly more than the increment, and no increment at all: most of it stays.
        for increment in [0, 5] {
            let short = clock(40, increment, None);
            let kept = short.white - short.overhead - budget(short).hard.unwrap();
            assert!(kept >= MS * 20, "{kept:?}");
        }
        // What coming moves cost is not taken off twice.
        assert!(budget(clock(200, 0, Some(10))).soft.unwrap() > MS * 3);
        let long = clock(60_000, 0, Some(1));
        assert!(budget(long).hard.unwrap() > MS * 53_000, "the cushion is small");
    }

    /// Forty moves in 400 ms: 39 times the overhead is the whole clock, and most of it is not
    /// lost as a rule.
    #[test]
    fn many_moves_on_a_short_clock_are_not_played_blindly() {
        for late in [0, 1, 3, 5] {
            let mut left = MS * 400;
            for moves in (1..=40).rev() {
                let soft = budget(Clock { moves_to_go: Some(moves), ..clock_of(left, 0) }).soft;
                let soft = soft.unwrap();
                assert!(moves < 20 || soft * 4 > MS, "{moves} moves in {left:?}: {soft:?}");
                assert!(left > soft + MS * late, "late by {late} ms: lost with {moves} to go");
                left -= soft + MS * late;
            }
        }
    }

    /// Fast games are long: what is left after a hundred moves has to outlast a stall.
    #[test]
    fn a_clock_that_lives_on_increments_recovers() {
        for (start, increment) in [(500, 5), (30, 5), (1_000, 10), (100, 100)] {
            let mut left = MS * start;
            for _ in 0..100 {
                left = left - budget(clock_of(left, increment)).soft.unwrap() + MS * increment;
            }
            let used = budget(clock_of(left, increment)).soft.unwrap();
            assert!(left > MS * 120, "{start}+{increment} lives on {left:?}");
            assert!(
                used * 4 > MS * increment * 3,
                "{start}+{increment} hoards: {left:?}, {used:?} a move"
            );
        }
    }

    /// Without increments nothing comes back, and games can be long.
    #[test]
    fn a_clock_without_increments_outlasts_the_game() {
        // How late each move is, the waiting that was noticed, and what has to be left.
        for (late, stall, least) in [(1, 0, 100), (3, 8, 130), (4, 15, 150)] {
            let mut left = MS * 1_000;
            for _ in 0..100 {
                let soft =
                    TimeBudget::of_clock(clock_of(left, 0), Color::White, MS * stall).soft.unwrap();
                left = left.saturating_sub(soft + MS * late);
            }
            assert!(left > MS * least, "late by {late} ms: {left:?} left");
        }
    }

    #[test]
    fn increments_pay_for_a_busy_machine() {
        let busy = |increment| reserve(MS * increment, MS * 10);
        assert!(busy(0) > busy(5) && busy(5) > busy(20));
        assert_eq!(busy(20), reserve(MS * 20, Duration::ZERO));
    }

    #[test]
    fn move_time_is_exact_and_infinite_has_no_end() {
        let mut limits = Limits::move_time(MS * 700);
        assert_eq!(
            TimeBudget::of(&limits, Color::White, MS),
            TimeBudget { soft: None, hard: Some(MS * 700) }
        );
        limits.infinite = true;
        assert_eq!(TimeBudget::of(&limits, Color::White, MS), TimeBudget::default());
        assert_eq!(TimeBudget::of(&Limits::depth(3), Color::White, MS), TimeBudget::default());
    }

    #[test]
    fn doubt_takes_longer() {
        let sure = Mood { node_share: 0.95, stability: 9, fall: -10 };
        let unsure = Mood { node_share: 0.3, stability: 0, fall: 40 };
        assert!(stretch(sure) < 0.6 && stretch(unsure) > 1.8);
        assert!(stretch(Mood { fall: i32::MAX, ..unsure }) < 5.0);
    }
}
