//! What a heap of games is like.

mod wins;

use chess::Color;

use crate::boards::{BoardResult, Filter};
use crate::packed::{GameEnding, PlayedGame};

pub use wins::{Curve, Curves, Wins};

/// Counts over games and their positions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stats {
    /// Games.
    pub games: u64,
    /// Plies, random ones included.
    pub plies: u64,
    /// Plies with a score.
    pub scored: u64,
    /// Games by result: White lost, drawn, White won, unknown.
    pub results: [u64; 4],
    /// Games by ending, in the order of [`GameEnding::ALL`].
    pub endings: [u64; GameEnding::ALL.len()],
    /// The longest game in plies.
    pub longest: u64,
    /// Scored positions by the mover's score, in steps of [`STEP`] centipawns
    /// from −[`LIMIT`] up: losses, draws and wins of the mover.
    pub by_score: Vec<[u64; 3]>,
    /// Quiet positions by score and material.
    pub wins: Wins,
}

/// Centipawns that are counted together.
pub const STEP: i32 = 20;
/// Scores beyond count as this.
pub const LIMIT: i32 = 3_000;

impl Default for Stats {
    fn default() -> Stats {
        Stats {
            games: 0,
            plies: 0,
            scored: 0,
            results: [0; 4],
            endings: [0; GameEnding::ALL.len()],
            longest: 0,
            by_score: vec![[0; 3]; (2 * LIMIT / STEP) as usize + 1],
            wins: Wins::default(),
        }
    }
}

impl Stats {
    /// Counts a game.
    pub fn count(&mut self, game: &PlayedGame) {
        self.games += 1;
        self.plies += game.plies.len() as u64;
        self.longest = self.longest.max(game.plies.len() as u64);
        self.endings[game.ending as usize] += 1;
        let result = game.outcome.map(|outcome| BoardResult::of(outcome, Color::White));
        self.results[result.map_or(3, |verdict| verdict as usize)] += 1;
        let filter = Filter::default();
        for (position, ply) in game.positions() {
            let mover = position.turn();
            if let Some(score) = ply.score_for(mover) {
                self.scored += 1;
                if let Some(outcome) = game.outcome {
                    let verdict = BoardResult::of(outcome, mover);
                    if filter.refuses(&position, ply).is_none() {
                        self.wins.count(&position, i32::from(score), verdict);
                    }
                    let score = i32::from(score).clamp(-LIMIT, LIMIT);
                    let step = (score + LIMIT + STEP / 2) / STEP;
                    self.by_score[step as usize][verdict as usize] += 1;
                }
            }
        }
    }

    /// Adds what was counted elsewhere.
    pub fn add(&mut self, other: &Stats) {
        self.games += other.games;
        self.plies += other.plies;
        self.scored += other.scored;
        self.longest = self.longest.max(other.longest);
        let add = |sums: &mut [u64], more: &[u64]| {
            for (sum, more) in sums.iter_mut().zip(more) {
                *sum += more;
            }
        };
        add(&mut self.results, &other.results);
        add(&mut self.endings, &other.endings);
        for (sums, more) in self.by_score.iter_mut().zip(&other.by_score) {
            add(sums, more);
        }
        self.wins.add(&other.wins);
    }

    /// Each step of scores, its middle first, with losses, draws and wins.
    pub fn steps(&self) -> impl Iterator<Item = (i32, [u64; 3])> + '_ {
        self.by_score.iter().enumerate().map(|(step, &counts)| (step as i32 * STEP - LIMIT, counts))
    }

    /// The scale `s` for which 1 / (1 + e^(−score / s)) is most likely, as the
    /// expected result of a position; `None` where there is nothing to fit.
    pub fn scale(&self) -> Option<f64> {
        let steps: Vec<(f64, f64, f64)> = self
            .steps()
            .filter(|&(score, _)| score.abs() < LIMIT)
            .map(|(score, [losses, draws, wins])| {
                let half = draws as f64 / 2.0;
                (f64::from(score), wins as f64 + half, losses as f64 + half)
            })
            .filter(|&(_, won, lost)| won + lost > 0.0)
            .collect();
        if steps.is_empty() {
            return None;
        }
        // The likelihood has one top in 1/s; Newton would do, but cutting the
        // range by the slope's sign cannot run away.
        let slope = |k: f64| -> f64 {
            steps
                .iter()
                .map(|&(score, won, lost)| {
                    let expected = 1.0 / (1.0 + (-k * score).exp());
                    score * (won - (won + lost) * expected)
                })
                .sum()
        };
        let (mut low, mut high) = (1.0 / 100_000.0, 1.0);
        if slope(low) <= 0.0 || slope(high) >= 0.0 {
            return None;
        }
        for _ in 0..60 {
            let middle = (low + high) / 2.0;
            if slope(middle) > 0.0 { low = middle } else { high = middle }
        }
        Some(2.0 / (low + high))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_scale_of_made_up_results_is_found() {
        for scale in [90.0, 250.0, 600.0] {
            let mut stats = Stats::default();
            for (step, counts) in stats.by_score.iter_mut().enumerate() {
                let score = f64::from(step as i32 * STEP - LIMIT);
                let won = 1e6 / (1.0 + (-score / scale).exp());
                *counts = [(1e6 - won) as u64, 0, won as u64];
            }
            let found = stats.scale().unwrap();
            assert!((found / scale - 1.0).abs() < 0.001, "{found} for {scale}");
        }
        assert_eq!(Stats::default().scale(), None);
    }
}
