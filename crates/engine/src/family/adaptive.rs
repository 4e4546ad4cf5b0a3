//! An opponent that follows the player's results.
//!
//! What is known of the player is a bell curve over ratings: where a person may
//! stand before the first game, and after each game what its result makes likely.
//! The next opponent is the middle of it, so that the next score is expected to be
//! a half. The curve is followed point by point on a grid; nothing is approximated
//! that a few hundred multiplications can do exactly.

use super::Rating;

/// How a game against a rated opponent ended.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct RatedResult {
    /// The opponent's rating.
    pub opponent: Rating,
    /// 1 for a win of the player, ½ for a draw, 0 for a loss.
    pub score: f64,
}

/// What is known of a player.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct PlayerEstimate {
    /// The rating that is expected.
    pub rating: f64,
    /// Half the interval that holds it in 95 of 100 cases.
    pub error: f64,
    /// Games it rests on.
    pub games: usize,
}

/// The opponent that adapts: made of results, oldest first.
#[derive(Clone, Debug)]
pub struct Adaptive {
    /// How likely each rating of the grid is.
    weights: Vec<f64>,
    games: usize,
}

/// The grid: from here in steps of this many points.
const GRID: (f64, f64, usize) = (200.0, 10.0, 301);
/// Where people may stand of whom nothing is known.
const UNKNOWN: (f64, f64) = (1200.0, 450.0);
/// How far people drift from game to game: form, and getting better.
const DRIFT: f64 = 12.0;
/// Only the latest games count.
const MEMORY: usize = 60;

impl Adaptive {
    /// After these results, the oldest first.
    pub fn after(results: &[RatedResult]) -> Adaptive {
        let (mean, deviation) = UNKNOWN;
        let weights = grid().map(|rating| bell((rating - mean) / deviation)).collect();
        let mut adaptive = Adaptive { weights, games: results.len() };
        for result in &results[results.len().saturating_sub(MEMORY)..] {
            adaptive.learn(*result);
        }
        adaptive
    }

    fn learn(&mut self, result: RatedResult) {
        self.drift();
        let opponent = f64::from(result.opponent.elo());
        for (weight, rating) in self.weights.iter_mut().zip(grid()) {
            let expected = 1.0 / (1.0 + 10f64.powf((opponent - rating) / 400.0));
            *weight *= expected.powf(result.score) * (1.0 - expected).powf(1.0 - result.score);
        }
        let sum: f64 = self.weights.iter().sum();
        self.weights.iter_mut().for_each(|weight| *weight /= sum);
    }

    /// Spreads the curve a little: what was true a game ago is less certain now.
    fn drift(&mut self) {
        let reach = (3.0 * DRIFT / GRID.1) as usize;
        let kernel: Vec<f64> =
            (0..=2 * reach).map(|at| bell((at as f64 - reach as f64) * GRID.1 / DRIFT)).collect();
        let spread = (0..self.weights.len()).map(|at| {
            let from = |step: usize| (at + step).checked_sub(reach);
            let weight = |step: usize| from(step).and_then(|from| self.weights.get(from));
            let terms = kernel.iter().enumerate();
            terms.map(|(step, share)| share * weight(step).copied().unwrap_or(0.0)).sum()
        });
        self.weights = spread.collect();
    }

    /// What is known of the player.
    pub fn estimate(&self) -> PlayerEstimate {
        let sum: f64 = self.weights.iter().sum();
        let mean = |of: &dyn Fn(f64) -> f64| {
            self.weights.iter().zip(grid()).map(|(weight, rating)| weight * of(rating)).sum::<f64>()
                / sum
        };
        let rating = mean(&|rating| rating);
        let variance = mean(&|other| (other - rating).powi(2));
        PlayerEstimate { rating, error: 1.96 * variance.sqrt(), games: self.games }
    }

    /// The opponent for the next game: expected to score a half.
    pub fn next_opponent(&self) -> Rating {
        Rating::clamped(self.estimate().rating.round().max(0.0) as u32)
    }
}

fn grid() -> impl Iterator<Item = f64> {
    let (least, step, count) = GRID;
    (0..count).map(move |index| least + step * index as f64)
}

fn bell(deviations: f64) -> f64 {
    (-0.5 * deviations * deviations).exp()
}

#[cfg(test)]
mod tests {
    use super::*;
    use numbers::Dice;

    #[test]
    fn it_finds_the_player_and_plays_even_games() {
        for truth in [800.0, 1300.0, 1900.0] {
            let mut dice = Dice::new(5);
            let mut results = Vec::new();
            for _ in 0..60 {
                let opponent = Adaptive::after(&results).next_opponent();
                let expected =
                    1.0 / (1.0 + 10f64.powf((f64::from(opponent.elo()) - truth) / 400.0));
                let score = f64::from(u8::from(dice.unit() < expected));
                results.push(RatedResult { opponent, score });
            }
            let estimate = Adaptive::after(&results).estimate();
            assert!((estimate.rating - truth).abs() < estimate.error, "{truth}: {estimate:?}");
            assert!(estimate.error < 150.0, "{estimate:?}");
            let late: f64 = results[20..].iter().map(|result| result.score).sum::<f64>() / 40.0;
            assert!((0.3..0.7).contains(&late), "{truth}: {late}");
        }
    }

    #[test]
    fn nothing_known_is_said() {
        let unknown = Adaptive::after(&[]).estimate();
        assert!(unknown.error > 700.0 && unknown.games == 0, "{unknown:?}");
        let one = RatedResult { opponent: Rating::clamped(1200), score: 1.0 };
        let after = Adaptive::after(&[one]);
        assert!(after.estimate().rating > unknown.rating && after.estimate().error < unknown.error);
    }
}
