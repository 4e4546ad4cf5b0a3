//! How long a busy machine keeps a search waiting.
//!
//! Where other programs want the same processors, a search waits for its turn:
//! before it begins, in the middle and, what costs games, when its time is up. The
//! first thread notices, because then two looks at the clock are far apart. What it
//! noticed in the last moves says how much of the clock has to stay in reserve.

use std::time::Duration;

use super::team::Lead;

/// What waiting a move has to reckon with, learnt from the searches before it.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Stalls {
    seconds: f64,
}

/// The part of the difference that each search corrects.
const WEIGHT: f64 = 0.125;
/// Looks are so far apart at times although nobody disturbs the search.
const USUAL: Duration = Duration::from_millis(1);
/// A longer wait counts as this: a computer that was asleep is not busy.
const MOST: Duration = Duration::from_millis(250);

impl Stalls {
    /// Learns from a search that is over, if it was one against time.
    pub(super) fn learn_from(&mut self, lead: &mut Lead<'_>) {
        if lead.budget.hard.is_some() {
            lead.look_at_clock();
            self.learn(lead.longest_wait);
        }
    }

    /// A search waited for so long at a time.
    fn learn(&mut self, longest: Duration) {
        let seen = longest.min(MOST).saturating_sub(USUAL).as_secs_f64();
        self.seconds += (seen - self.seconds) * WEIGHT;
    }

    /// The longest wait in a move, on average over the last ones.
    pub(super) fn expected(&self) -> Duration {
        Duration::from_secs_f64(self.seconds)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: Duration = Duration::from_millis(1);

    #[test]
    fn a_busy_machine_is_noticed_and_forgotten() {
        let mut stalls = Stalls::default();
        for _ in 0..20 {
            stalls.learn(MS / 2);
        }
        assert_eq!(stalls.expected(), Duration::ZERO, "a quiet machine");
        for _ in 0..20 {
            stalls.learn(MS * 21);
        }
        assert!(stalls.expected() > MS * 17 && stalls.expected() < MS * 21);
        for _ in 0..40 {
            stalls.learn(MS);
        }
        assert!(stalls.expected() < MS);
    }

    #[test]
    fn a_computer_that_slept_is_not_busy() {
        let mut stalls = Stalls::default();
        stalls.learn(Duration::MAX);
        assert!(stalls.expected() < MS * 40);
    }
}
