//! How often which score wins, by how much material is left.
//!
//! For each class of material a curve `win = 1 / (1 + exp((half − score) / spread))`
//! is fitted, then a polynomial of the second degree through the halves and one
//! through the spreads. `engine::WinRate` has such polynomials.

use chess::{Position, Role};

use crate::boards::BoardResult;

/// Counts of quiet positions by material and score.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Wins {
    /// For each class, for each step of scores: losses, draws and wins of the mover.
    counts: Vec<Vec<[u64; 3]>>,
}

/// Curves through the counts.
#[derive(Clone, PartialEq, Debug)]
pub struct Curves {
    /// A curve for each class that has positions enough.
    pub classes: Vec<Curve>,
    /// `half` as a polynomial of the share of material, the constant first.
    pub half: [f64; 3],
    /// `spread` likewise.
    pub spread: [f64; 3],
}

/// The curve of one class of material.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Curve {
    /// The least and the most material in it.
    pub material: (u32, u32),
    /// Positions it was fitted to.
    pub positions: u64,
    /// The score that wins every second game.
    pub half: f64,
    /// How slowly the share of wins grows around it.
    pub spread: f64,
}

/// Material of the starting position: pawn 1, minor pieces 3, rook 5, queen 9.
const FULL: u32 = 78;
/// Material that is counted together.
const CLASS: u32 = 6;
/// The least material that has a class: below it endings differ too much.
const LEAST: u32 = 8;
/// Scores beyond are decided and say nothing about the curve.
const LIMIT: i32 = 1_500;
/// Centipawns that are counted together.
const STEP: i32 = 10;
/// Positions that a curve must have.
const ENOUGH: u64 = 2_000;
/// Newton's steps; ten are usual.
const STEPS: usize = 50;

impl Default for Wins {
    fn default() -> Wins {
        let classes = ((FULL - LEAST) / CLASS + 1) as usize;
        let steps = (2 * LIMIT / STEP + 1) as usize;
        Wins { counts: vec![vec![[0; 3]; steps]; classes] }
    }
}

impl Wins {
    /// Counts a position with the mover's score and fortune.
    pub fn count(&mut self, position: &Position, score: i32, verdict: BoardResult) {
        let material = material(position).min(FULL);
        if material < LEAST || score.abs() >= LIMIT {
            return;
        }
        let step = (score + LIMIT + STEP / 2) / STEP;
        let class = &mut self.counts[((material - LEAST) / CLASS) as usize];
        class[step as usize][verdict as usize] += 1;
    }

    /// Adds what was counted elsewhere.
    pub fn add(&mut self, other: &Wins) {
        let sums = self.counts.iter_mut().flatten().flatten();
        for (sum, more) in sums.zip(other.counts.iter().flatten().flatten()) {
            *sum += more;
        }
    }

    /// The curves; `None` if there are too few positions.
    pub fn fit(&self) -> Option<Curves> {
        let classes: Vec<Curve> = self
            .counts
            .iter()
            .enumerate()
            .filter_map(|(class, steps)| curve(LEAST + CLASS * class as u32, steps))
            .collect();
        let through = |value: fn(&Curve) -> f64| {
            let points: Vec<(f64, f64, f64)> = classes
                .iter()
                .map(|curve| {
                    let middle = f64::from(curve.material.0 + curve.material.1) / 2.0;
                    let weight = (curve.positions as f64).sqrt();
                    (middle / f64::from(FULL), value(curve), weight)
                })
                .collect();
            parabola(&points)
        };
        let half = through(|curve| curve.half)?;
        let spread = through(|curve| curve.spread)?;
        Some(Curves { classes, half, spread })
    }
}

/// Pawn 1, minor pieces 3, rook 5, queen 9, both sides together.
fn material(position: &Position) -> u32 {
    let count = |role| position.board().role(role).count();
    let minor = count(Role::Knight) + count(Role::Bishop);
    count(Role::Pawn) + 3 * minor + 5 * count(Role::Rook) + 9 * count(Role::Queen)
}

/// The most likely curve, by Newton's method. Each position counts for both
/// sides: whoever is not to move has the score with its sign turned.
fn curve(least: u32, steps: &[[u64; 3]]) -> Option<Curve> {
    let positions: u64 = steps.iter().flatten().sum();
    if positions < ENOUGH {
        return None;
    }
    let (mut slope, mut offset) = (1.0 / 100.0, -1.0);
    for _ in 0..STEPS {
        let (mut first, mut second) = ([0.0; 2], [0.0; 3]);
        for (step, &[losses, draws, wins]) in steps.iter().enumerate() {
            let score = f64::from(step as i32 * STEP - LIMIT);
            let games = (losses + draws + wins) as f64;
            for (score, won) in [(score, wins as f64), (-score, losses as f64)] {
                let expected = 1.0 / (1.0 + (-(slope * score + offset)).exp());
                let weight = games * expected * (1.0 - expected);
                let surprise = won - games * expected;
                first[0] += surprise * score;
                first[1] += surprise;
                second[0] += weight * score * score;
                second[1] += weight * score;
                second[2] += weight;
            }
        }
        let determinant = second[0] * second[2] - second[1] * second[1];
        slope += (first[0] * second[2] - first[1] * second[1]) / determinant;
        offset += (first[1] * second[0] - first[0] * second[1]) / determinant;
    }
    let (half, spread) = (-offset / slope, 1.0 / slope);
    let is_sane = half.is_finite() && spread.is_finite() && spread > 0.0;
    is_sane.then_some(Curve { material: (least, least + CLASS - 1), positions, half, spread })
}

/// The parabola through points (x, y, weight) with the least squares, the
/// constant first; `None` if there are fewer than three.
fn parabola(points: &[(f64, f64, f64)]) -> Option<[f64; 3]> {
    if points.len() < 3 {
        return None;
    }
    let mut rows = [[0.0; 4]; 3];
    for &(x, y, weight) in points {
        let powers = [1.0, x, x * x];
        for (row, left) in rows.iter_mut().zip(powers) {
            for (cell, right) in row.iter_mut().zip(powers.into_iter().chain([y])) {
                *cell += weight * weight * left * right;
            }
        }
    }
    // Gauss and Jordan; the matrix is positive, so no rows have to be exchanged.
    for pivot in 0..3 {
        let scale = rows[pivot][pivot];
        rows[pivot].iter_mut().for_each(|cell| *cell /= scale);
        let chosen = rows[pivot];
        for (_, row) in rows.iter_mut().enumerate().filter(|(other, _)| *other != pivot) {
            let factor = row[pivot];
            row.iter_mut().zip(chosen).for_each(|(cell, above)| *cell -= factor * above);
        }
    }
    let solution = rows.map(|row| row[3]);
    solution.iter().all(|number| number.is_finite()).then_some(solution)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn curves_of_made_up_results_are_found_again() {
        let mut wins = Wins::default();
        for (class, steps) in wins.counts.iter_mut().enumerate() {
            let share = (f64::from(LEAST + CLASS * class as u32) + 2.5) / f64::from(FULL);
            let half = 200.0 - 150.0 * share + 20.0 * share * share;
            let spread = 50.0 + 60.0 * share;
            for (step, counts) in steps.iter_mut().enumerate() {
                let score = f64::from(step as i32 * STEP - LIMIT);
                let win = |score: f64| 1e5 / (1.0 + ((half - score) / spread).exp());
                let (won, lost) = (win(score) as u64, win(-score) as u64);
                *counts = [lost, 100_000 - won - lost, won];
            }
        }
        let curves = wins.fit().unwrap();
        for (found, expected) in
            [(curves.half, [200.0, -150.0, 20.0]), (curves.spread, [50.0, 60.0, 0.0])]
        {
            for (found, expected) in found.iter().zip(expected) {
                assert!((found - expected).abs() < 1.0, "{curves:?}");
            }
        }
        assert_eq!(Wins::default().fit(), None);
    }

    #[test]
    fn material_is_that_of_both_sides() {
        assert_eq!(material(&Position::start()), FULL);
        let mut wins = Wins::default();
        wins.count(&Position::start(), 30, BoardResult::Win);
        wins.count(&Position::start(), LIMIT, BoardResult::Win);
        assert_eq!(wins.counts.iter().flatten().flatten().sum::<u64>(), 1);
    }
}
