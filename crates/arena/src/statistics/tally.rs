//! Counting results.

use std::ops::AddAssign;

/// What one game gives a player.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Points {
    /// Nothing.
    Loss,
    /// Half a point.
    Draw,
    /// A point.
    Win,
}

impl Points {
    /// What it gives the opponent.
    pub const fn reversed(self) -> Points {
        match self {
            Points::Loss => Points::Win,
            Points::Draw => Points::Draw,
            Points::Win => Points::Loss,
        }
    }

    /// Half points: 0, 1 or 2.
    pub const fn halves(self) -> usize {
        self as usize
    }
}

/// The results of one player against another.
///
/// Games come in pairs from one opening with colours reversed. The two games of
/// a pair depend on each other, because both suffer from the same unbalanced
/// opening; the pairs do not. So what is known about the error of a score comes
/// from [`Tally::pairs`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// Pairs by the half points they gave, from none to four: LL, LD, WL and DD
    /// together, WD, WW.
    pub pairs: [u64; 5],
}

impl Tally {
    /// Counts a game. The pair it belongs to is counted when it is complete.
    pub fn add_game(&mut self, points: Points) {
        match points {
            Points::Loss => self.losses += 1,
            Points::Draw => self.draws += 1,
            Points::Win => self.wins += 1,
        }
    }

    /// Counts a pair of two games that were counted before.
    pub fn add_pair(&mut self, first: Points, second: Points) {
        self.pairs[first.halves() + second.halves()] += 1;
    }

    /// Games altogether.
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// Complete pairs altogether.
    pub fn pair_count(&self) -> u64 {
        self.pairs.iter().sum()
    }

    /// The share of the points, from 0 to 1; `None` without a game.
    pub fn score(&self) -> Option<f64> {
        let points = self.wins as f64 + self.draws as f64 / 2.0;
        (self.games() > 0).then(|| points / self.games() as f64)
    }

    /// The share of the games that were drawn; `None` without a game.
    pub fn draw_ratio(&self) -> Option<f64> {
        (self.games() > 0).then(|| self.draws as f64 / self.games() as f64)
    }

    /// The same from the opponent's view.
    pub fn reversed(&self) -> Tally {
        let mut pairs = self.pairs;
        pairs.reverse();
        Tally { wins: self.losses, draws: self.draws, losses: self.wins, pairs }
    }

    /// How results are distributed: over the five results of a pair where every
    /// game belongs to a complete one, or nearly; over the three of a game where
    /// there is no complete pair.
    pub(crate) fn distribution(&self) -> Distribution {
        if self.pair_count() > 0 {
            let counts = self.pairs.map(|count| count as f64).to_vec();
            Distribution { counts, games_per_sample: 2.0 }
        } else {
            let counts = [self.losses, self.draws, self.wins].map(|count| count as f64).to_vec();
            Distribution { counts, games_per_sample: 1.0 }
        }
    }
}

impl AddAssign for Tally {
    fn add_assign(&mut self, other: Tally) {
        self.wins += other.wins;
        self.draws += other.draws;
        self.losses += other.losses;
        for (own, theirs) in self.pairs.iter_mut().zip(other.pairs) {
            *own += theirs;
        }
    }
}

/// How often each result came, from the worst to the best, evenly spaced.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Distribution {
    pub(crate) counts: Vec<f64>,
    pub(crate) games_per_sample: f64,
}

impl Distribution {
    pub(crate) fn total(&self) -> f64 {
        self.counts.iter().sum()
    }

    /// The score of each result: 0, ½, 1 or 0, ¼, ½, ¾, 1.
    pub(crate) fn scores(&self) -> Vec<f64> {
        let last = (self.counts.len() - 1) as f64;
        (0..self.counts.len()).map(|index| index as f64 / last).collect()
    }

    /// The same with half a point given back, and `true`, if one side has all of
    /// them: infinity is no figure to go on with.
    pub(crate) fn without_certainty(mut self) -> (Distribution, bool) {
        let (total, last) = (self.total(), self.counts.len() - 1);
        for (end, beside) in [(0, 1), (last, last - 1)] {
            if total > 0.0 && self.counts[end] == total {
                self.counts[end] -= 1.0;
                self.counts[beside] += 1.0;
                return (self, true);
            }
        }
        (self, false)
    }

    /// Average score and variance of one sample.
    pub(crate) fn mean_and_variance(&self) -> (f64, f64) {
        let total = self.total();
        let weigh = |value: &dyn Fn(f64) -> f64| {
            let sum: f64 =
                self.counts.iter().zip(self.scores()).map(|(count, x)| count * value(x)).sum();
            sum / total
        };
        let mean = weigh(&|x| x);
        (mean, weigh(&|x| (x - mean).powi(2)))
    }
}
