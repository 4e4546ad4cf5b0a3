//! How long to think: what the clock allows, and how much of it a move deserves.
//!
//! The *hard* limit ends the search wherever it stands. The *soft* limit is
//! looked at between iterations, stretched when the search is unsure and
//! shrunk when it is sure: how much of the work went into the best move, for
//! how long it has been the best, and whether its value is falling.

use std::time::Duration;

use super::{Clock, Limits, params};

/// A number of [`params`] that is in percent, as a factor.
fn percent(number: i32) -> f64 {
    f64::from(number) / 100.0
}

/// The time for one move.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(super) struct Budget {
    /// Begin no iteration after this, times [`stretch`]; `None` without a clock.
    pub(super) soft: Option<Duration>,
    /// Stop at this; `None` if time is no limit.
    pub(super) hard: Option<Duration>,
}

impl Budget {
    /// The time that limits allow.
    pub(super) fn of(limits: &Limits) -> Budget {
        if limits.infinite {
            return Budget::default();
        }
        let mut budget = limits.clock.map_or_else(Budget::default, Budget::of_clock);
        if let Some(time) = limits.move_time {
            budget.hard = Some(budget.hard.map_or(time, |hard| hard.min(time)));
        }
        budget
    }

    fn of_clock(clock: Clock) -> Budget {
        let seconds = |duration: Duration| duration.as_secs_f64();
        // What is lost with each move is not there to be planned.
        let all = (seconds(clock.remaining) - seconds(clock.overhead)).max(0.0);
        // The shorter the clock, the smaller the part of it and of its increment that is planned.
        // If every increment were used at once, a clock that is down would stay down, and a machine
        // that is busy elsewhere for a moment would cost the game.
        let thrift = (all * 1000.0 / f64::from(params::time_short().max(1))).min(1.0);
        let left = all * thrift;
        let increment = percent(params::time_increment()) * seconds(clock.increment) * thrift;
        let horizon = params::time_horizon().unsigned_abs();
        let soft = match clock.moves_to_go {
            Some(moves) if moves > 0 => {
                let moves =
                    f64::from(moves.min(horizon * params::time_moves_most().unsigned_abs()));
                let coming = seconds(clock.overhead) * (moves - 1.0);
                percent(params::time_share()) * thrift * (all - coming).max(0.0) / moves + increment
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
        Budget { soft: Some(duration(soft)), hard: Some(duration(hard)) }
    }
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
        Clock { remaining, increment: MS * increment, moves_to_go: None, overhead: MS * 10 }
    }

    #[test]
    fn never_more_than_the_clock_holds() {
        for remaining in [0, 1, 5, 10, 11, 50, 300, 3_000, 60_000, 7_200_000] {
            for increment in [0, 1, 30, 1_000, 60_000] {
                for moves_to_go in [None, Some(0), Some(1), Some(2), Some(40), Some(u32::MAX)] {
                    let clock = clock(remaining, increment, moves_to_go);
                    let budget = Budget::of_clock(clock);
                    let (soft, hard) = (budget.soft.unwrap(), budget.hard.unwrap());
                    let safe = clock.remaining.saturating_sub(clock.overhead);
                    assert!(hard <= safe, "{clock:?} {budget:?}");
                    assert!(soft <= hard || hard >= safe.mul_f64(0.6), "{clock:?} {budget:?}");
                }
            }
        }
        let eternity =
            Clock { remaining: Duration::MAX, increment: Duration::MAX, ..Clock::default() };
        assert!(Budget::of_clock(eternity).hard.is_some());
    }

    #[test]
    fn more_time_is_used_not_hoarded() {
        let soft = |clock| Budget::of_clock(clock).soft.unwrap();
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
            let kept = short.remaining - short.overhead - Budget::of_clock(short).hard.unwrap();
            assert!(kept >= MS * 20, "{kept:?}");
        }
        // What coming moves cost is not taken off twice.
        assert!(Budget::of_clock(clock(200, 0, Some(10))).soft.unwrap() > MS * 3);
        let long = clock(60_000, 0, Some(1));
        assert!(Budget::of_clock(long).hard.unwrap() > MS * 53_000, "the cushion is small");
    }

    /// Fast games are long: what is left after a hundred moves has to outlast a stall.
    #[test]
    fn a_clock_that_lives_on_increments_recovers() {
        for (start, increment) in [(500, 5), (30, 5), (1_000, 10), (100, 100)] {
            let mut left = MS * start;
            for _ in 0..100 {
                left = left - Budget::of_clock(clock_of(left, increment)).soft.unwrap()
                    + MS * increment;
            }
            let used = Budget::of_clock(clock_of(left, increment)).soft.unwrap();
            assert!(left > MS * 120, "{start}+{increment} lives on {left:?}");
            assert!(
                used * 4 > MS * increment * 3,
                "{start}+{increment} hoards: {left:?}, {used:?} a move"
            );
        }
    }

    #[test]
    fn move_time_is_exact_and_infinite_has_no_end() {
        let mut limits = Limits::move_time(MS * 700);
        assert_eq!(Budget::of(&limits), Budget { soft: None, hard: Some(MS * 700) });
        limits.infinite = true;
        assert_eq!(Budget::of(&limits), Budget::default());
        assert_eq!(Budget::of(&Limits::depth(3)), Budget::default());
    }

    #[test]
    fn doubt_takes_longer() {
        let sure = Mood { node_share: 0.95, stability: 9, fall: -10 };
        let unsure = Mood { node_share: 0.3, stability: 0, fall: 40 };
        assert!(stretch(sure) < 0.6 && stretch(unsure) > 1.8);
        assert!(stretch(Mood { fall: i32::MAX, ..unsure }) < 5.0);
    }
}
