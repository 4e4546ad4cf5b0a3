//! The distribution that fits results best among those that a hypothesis allows.
//!
//! After Michel Van den Bergh, "Comments on normalized Elo", which fishtest and
//! fastchess follow as well.

use super::tally::Distribution;

/// What stands for a result that never came, so that no hypothesis is ruled out
/// by its absence; the number is fastchess'.
const NEVER: f64 = 1e-3;
/// How closely the multiplier is found, relative to the width of its interval.
const PRECISION: f64 = 1e-12;
/// Rounds after which a fit of the normalised model stands still; ten are usual.
const MOST_ROUNDS: usize = 30;
/// What a share may still move when the fit counts as standing still.
const STILL: f64 = 1e-9;

/// Shares of results with none of them zero, their scores, and how many there are.
pub(super) struct Observed {
    shares: Vec<f64>,
    scores: Vec<f64>,
    total: f64,
}

impl Observed {
    pub(super) fn new(results: &Distribution) -> Observed {
        let counts: Vec<f64> =
            results.counts.iter().map(|&count| if count > 0.0 { count } else { NEVER }).collect();
        let total: f64 = counts.iter().sum();
        let shares = counts.iter().map(|count| count / total).collect();
        Observed { shares, scores: results.scores(), total }
    }

    /// How much more likely the results are if the average score is `high` than
    /// if it is `low`, as a logarithm.
    pub(super) fn ratio_of_means(&self, low: f64, high: f64) -> f64 {
        self.ratio(&self.with_mean(low), &self.with_mean(high))
    }

    /// The same where the hypotheses say how many standard deviations the
    /// average is above one half.
    pub(super) fn ratio_of_normalised(&self, low: f64, high: f64) -> f64 {
        self.ratio(&self.with_normalised(low), &self.with_normalised(high))
    }

    fn ratio(&self, low: &[f64], high: &[f64]) -> f64 {
        let terms = self.shares.iter().zip(low).zip(high);
        self.total * terms.map(|((share, low), high)| share * (high / low).ln()).sum::<f64>()
    }

    /// The best fit with this average score.
    fn with_mean(&self, mean: f64) -> Vec<f64> {
        let distances: Vec<f64> = self.scores.iter().map(|score| score - mean).collect();
        self.tilted(&distances)
    }

    /// The best fit whose average is `t` of its standard deviations above one
    /// half. No formula gives it: the condition is made linear around a guess,
    /// which becomes a better one.
    fn with_normalised(&self, t: f64) -> Vec<f64> {
        let mut guess = vec![1.0 / self.scores.len() as f64; self.scores.len()];
        for _ in 0..MOST_ROUNDS {
            let average = |value: &dyn Fn(f64) -> f64| -> f64 {
                guess.iter().zip(&self.scores).map(|(share, &score)| share * value(score)).sum()
            };
            let mean = average(&|score| score);
            let deviation = average(&|score| (score - mean).powi(2)).sqrt();
            let distances: Vec<f64> = self
                .scores
                .iter()
                .map(|score| {
                    let distance = (score - mean) / deviation;
                    score - 0.5 - 0.5 * t * deviation * (1.0 + distance * distance)
                })
                .collect();
            let next = self.tilted(&distances);
            let moved = next.iter().zip(&guess).map(|(new, old)| (new - old).abs());
            let most = moved.fold(0.0, f64::max);
            guess = next;
            if most < STILL {
                break;
            }
        }
        guess
    }

    /// The shares, each divided by `1 + θ·distance`, with the `θ` for which the
    /// distances average to zero.
    fn tilted(&self, distances: &[f64]) -> Vec<f64> {
        let theta = self.multiplier(distances);
        let shares = self.shares.iter().zip(distances);
        shares.map(|(share, distance)| share / (1.0 + theta * distance)).collect()
    }

    fn multiplier(&self, distances: &[f64]) -> f64 {
        let least = distances.iter().copied().fold(f64::INFINITY, f64::min);
        let most = distances.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        if least >= 0.0 || most <= 0.0 {
            // No distribution fulfils the condition; the observed one stands.
            return 0.0;
        }
        // Between these all shares stay positive, and the sum falls from plus
        // to minus infinity.
        let (mut low, mut high) = (-1.0 / most, -1.0 / least);
        let width = high - low;
        let mut theta = 0.0;
        while high - low > PRECISION * width {
            let (mut sum, mut slope) = (0.0, 0.0);
            for (share, distance) in self.shares.iter().zip(distances) {
                let part = distance / (1.0 + theta * distance);
                sum += share * part;
                slope -= share * part * part;
            }
            if sum > 0.0 {
                low = theta;
            } else {
                high = theta;
            }
            // Newton's step where it stays inside, halving where it does not.
            let step = sum / slope;
            let newton = theta - step;
            if step.abs() <= PRECISION * width {
                return theta;
            }
            theta = if low < newton && newton < high { newton } else { (low + high) / 2.0 };
        }
        theta
    }
}
