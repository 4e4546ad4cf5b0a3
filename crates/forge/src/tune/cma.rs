//! CMA-ES: a population drawn from a cloud, and the cloud moved, stretched and
//! turned towards those that won.
//!
//! The cloud is a normal distribution: a middle, a size, and a covariance that
//! says in which directions it is long. Each generation draws some candidates;
//! all play the middle from the same openings; the better half, weighted by
//! rank, decides where the next middle is. Two paths remember which way the
//! middle went of late: steps that agree make the cloud larger and longer that
//! way, steps that cancel make it smaller. The constants are those of Hansen's
//! tutorial (arXiv:1604.00772). The answer is the mean of the middles of the
//! second half.

use super::note::StateNote;
use super::{Contest, NoteError, PlayingTuner, Space};
use crate::Dice;

/// How to search.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Settings {
    /// How many generations.
    pub generations: u64,
    /// Candidates a generation, at least 4.
    pub population: usize,
    /// Pairs of games a candidate.
    pub pairs: u64,
    /// How large the cloud is at first; see [`Space`].
    pub size: f64,
    /// What the dice depend on.
    pub seed: u64,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings { generations: 60, population: 12, pairs: 16, size: 0.3, seed: 1 }
    }
}

/// The most weights that can be tuned at once: a generation's work grows with
/// the cube of their number.
pub const MOST_WEIGHTS: usize = 100;
/// The largest cloud that a run can have come to.
const LARGEST: f64 = 100.0;

/// A run of CMA-ES.
pub struct Cma<'a> {
    space: &'a Space<'a>,
    contest: Contest<'a>,
    settings: Settings,
    constants: Constants,
    middle: Vec<f64>,
    size: f64,
    /// Row by row.
    covariance: Vec<f64>,
    /// Where the middle went of late, in the cloud's own measure and in ours.
    path: Vec<f64>,
    long_path: Vec<f64>,
    sum: Vec<f64>,
    generation: u64,
}

/// What depends on the number of weights and candidates only.
struct Constants {
    /// The better half's shares.
    shares: Vec<f64>,
    /// How many candidates those are worth.
    worth: f64,
    path_rate: f64,
    long_rate: f64,
    damping: f64,
    one: f64,
    many: f64,
    /// How long a random step is expected to be.
    usual: f64,
}

impl Constants {
    fn new(weights: usize, population: usize) -> Constants {
        let n = weights as f64;
        let parents = population / 2;
        let raw: Vec<f64> = (0..parents)
            .map(|rank| (population as f64 / 2.0 + 0.5).ln() - ((rank + 1) as f64).ln())
            .collect();
        let sum: f64 = raw.iter().sum();
        let shares: Vec<f64> = raw.iter().map(|share| share / sum).collect();
        let worth = 1.0 / shares.iter().map(|share| share * share).sum::<f64>();
        let path_rate = (worth + 2.0) / (n + worth + 5.0);
        let one = 2.0 / ((n + 1.3).powi(2) + worth);
        let many = (2.0 * (worth - 2.0 + 1.0 / worth) / ((n + 2.0).powi(2) + worth)).min(1.0 - one);
        Constants {
            damping: 1.0 + 2.0 * (((worth - 1.0) / (n + 1.0)).sqrt() - 1.0).max(0.0) + path_rate,
            long_rate: (4.0 + worth / n) / (n + 4.0 + 2.0 * worth / n),
            usual: n.sqrt() * (1.0 - 1.0 / (4.0 * n) + 1.0 / (21.0 * n * n)),
            shares,
            worth,
            path_rate,
            one,
            many: many.max(0.0),
        }
    }
}

impl<'a> Cma<'a> {
    /// Begins where the weights stand; `None` if no weight is free or more than
    /// [`MOST_WEIGHTS`] are.
    pub fn new(space: &'a Space<'a>, contest: Contest<'a>, settings: Settings) -> Option<Cma<'a>> {
        let n = space.len();
        if n == 0 || n > MOST_WEIGHTS {
            return None;
        }
        let settings = Settings { population: settings.population.max(4), ..settings };
        let mut covariance = vec![0.0; n * n];
        (0..n).for_each(|index| covariance[index * n + index] = 1.0);
        Some(Cma {
            constants: Constants::new(n, settings.population),
            middle: space.start(),
            size: settings.size,
            covariance,
            path: vec![0.0; n],
            long_path: vec![0.0; n],
            sum: vec![0.0; n],
            generation: 0,
            space,
            contest,
            settings,
        })
    }

    /// How large the cloud is.
    pub fn size(&self) -> f64 {
        self.size
    }

    /// What a candidate scores against the middle.
    fn points(&self, step: &[f64], openings: std::ops::Range<u64>) -> Option<f64> {
        let place: Vec<f64> =
            self.middle.iter().zip(step).map(|(place, step)| place + self.size * step).collect();
        match (self.space.evaluation(&place), self.space.evaluation(&self.middle)) {
            (Some(first), Some(second)) => self.contest.score(&*first, &*second, openings),
            _ => Some(0.0),
        }
    }

    /// Goes on from what [`PlayingTuner::save`] wrote.
    pub fn resume(
        space: &'a Space<'a>,
        contest: Contest<'a>,
        settings: Settings,
        saved: &str,
    ) -> Result<Cma<'a>, NoteError> {
        let lacks = || NoteError::Lacks("middle".to_owned());
        let fresh = Cma::new(space, contest, settings).ok_or_else(lacks)?;
        let note = StateNote::from_text(saved)?;
        note.expect("cma", 1.0)?;
        note.expect("generations", settings.generations as f64)?;
        let n = space.len();
        let size = Some(note.number("size")?).filter(|size| (0.0..=LARGEST).contains(size));
        Ok(Cma {
            generation: note.count("generation", settings.generations)?,
            size: size.ok_or_else(|| NoteError::Lacks("size".to_owned()))?,
            middle: note.take("middle", n)?,
            covariance: note.take("covariance", n * n)?,
            path: note.take("path", n)?,
            long_path: note.take("long_path", n)?,
            sum: note.take("sum", n)?,
            ..fresh
        })
    }
}

impl PlayingTuner for Cma<'_> {
    fn done(&self) -> u64 {
        self.generation
    }

    fn is_finished(&self) -> bool {
        self.generation >= self.settings.generations
    }

    /// One generation. Returns the best candidate's points against the middle.
    fn step(&mut self) -> Option<f64> {
        let n = self.middle.len();
        let (axes, lengths) = eigen(&self.covariance, n);
        let mut dice = Dice::for_task(&[self.settings.seed, self.generation]);
        let openings =
            self.generation * self.settings.pairs..(self.generation + 1) * self.settings.pairs;
        let candidates: Option<Vec<(f64, Vec<f64>)>> = (0..self.settings.population)
            .map(|_| {
                let rolled: Vec<f64> =
                    lengths.iter().map(|length| length * dice.normal()).collect();
                let step = turned(&axes, &rolled);
                Some((self.points(&step, openings.clone())?, step))
            })
            .collect();
        let mut candidates = candidates?;
        candidates.sort_by(|a, b| b.0.total_cmp(&a.0));
        let best = candidates.first().map_or(0.5, |candidate| candidate.0);

        let Constants { shares, worth, path_rate, long_rate, damping, one, many, usual } =
            &self.constants;
        let mut step = vec![0.0; n];
        for (share, (_, other)) in shares.iter().zip(&candidates) {
            step.iter_mut().zip(other).for_each(|(sum, part)| *sum += share * part);
        }
        self.middle.iter_mut().zip(&step).for_each(|(place, step)| *place += self.size * step);

        // The step in the measure of the cloud, in which it is round.
        let mut round: Vec<f64> = turned_back(&axes, &step);
        round.iter_mut().zip(&lengths).for_each(|(part, length)| *part /= length.max(1e-12));
        let round = turned(&axes, &round);
        let factor = (path_rate * (2.0 - path_rate) * worth).sqrt();
        self.path
            .iter_mut()
            .zip(&round)
            .for_each(|(path, step)| *path = (1.0 - path_rate) * *path + factor * step);
        let length = self.path.iter().map(|part| part * part).sum::<f64>().sqrt();
        let age = (self.generation + 1) as f64;
        let expected = (1.0 - (1.0 - path_rate).powf(2.0 * age)).sqrt();
        let is_steady = length / expected < (1.4 + 2.0 / (n as f64 + 1.0)) * usual;
        let factor = if is_steady { (long_rate * (2.0 - long_rate) * worth).sqrt() } else { 0.0 };
        self.long_path
            .iter_mut()
            .zip(&step)
            .for_each(|(path, step)| *path = (1.0 - long_rate) * *path + factor * step);
        let lost = if is_steady { 0.0 } else { one * long_rate * (2.0 - long_rate) };
        for row in 0..n {
            for column in 0..n {
                let spread: f64 = shares
                    .iter()
                    .zip(&candidates)
                    .map(|(share, (_, step))| share * step[row] * step[column])
                    .sum();
                let cell = &mut self.covariance[row * n + column];
                *cell = (1.0 - one - many + lost) * *cell
                    + one * self.long_path[row] * self.long_path[column]
                    + many * spread;
            }
        }
        self.size *= ((path_rate / damping) * (length / usual - 1.0)).min(1.0).exp();
        self.size = self.size.clamp(1e-3, 3.0);

        self.generation += 1;
        if self.generation > self.settings.generations / 2 {
            self.sum.iter_mut().zip(&self.middle).for_each(|(sum, place)| *sum += place);
        }
        Some(best)
    }

    fn values(&self) -> Vec<i32> {
        let counted = self.generation.saturating_sub(self.settings.generations / 2);
        if counted == 0 {
            return self.space.values(&self.middle);
        }
        let mean: Vec<f64> = self.sum.iter().map(|sum| sum / counted as f64).collect();
        self.space.values(&mean)
    }

    fn save(&self) -> String {
        let mut note = StateNote::default();
        note.put("cma", &[1.0]);
        note.put("generations", &[self.settings.generations as f64]);
        note.put("generation", &[self.generation as f64]);
        note.put("size", &[self.size]);
        note.put("middle", &self.middle);
        note.put("covariance", &self.covariance);
        note.put("path", &self.path);
        note.put("long_path", &self.long_path);
        note.put("sum", &self.sum);
        note.to_text()
    }
}

/// `axes` times `vector`; the axes are columns.
fn turned(axes: &[f64], vector: &[f64]) -> Vec<f64> {
    let row = |row: &[f64]| row.iter().zip(vector).map(|(cell, part)| cell * part).sum();
    axes.chunks(vector.len()).map(row).collect()
}

/// The transpose of `axes` times `vector`.
fn turned_back(axes: &[f64], vector: &[f64]) -> Vec<f64> {
    let n = vector.len();
    (0..n).map(|column| (0..n).map(|row| axes[row * n + column] * vector[row]).sum()).collect()
}

/// The axes of a cloud, as columns, and its length along each: Jacobi's method.
fn eigen(covariance: &[f64], n: usize) -> (Vec<f64>, Vec<f64>) {
    let mut matrix = covariance.to_vec();
    let mut axes = vec![0.0; n * n];
    (0..n).for_each(|index| axes[index * n + index] = 1.0);
    // Each sweep squares what is off the diagonal; ten leave nothing of it.
    for _ in 0..SWEEPS {
        for p in 0..n {
            for q in p + 1..n {
                let off = matrix[p * n + q];
                if off.abs() < 1e-300 {
                    continue;
                }
                let theta = (matrix[q * n + q] - matrix[p * n + p]) / (2.0 * off);
                let t = theta.signum() / (theta.abs() + (theta * theta + 1.0).sqrt());
                let t = if theta == 0.0 { 1.0 } else { t };
                let c = 1.0 / (t * t + 1.0).sqrt();
                let s = t * c;
                for k in 0..n {
                    let (a, b) = (matrix[k * n + p], matrix[k * n + q]);
                    (matrix[k * n + p], matrix[k * n + q]) = (c * a - s * b, s * a + c * b);
                }
                for k in 0..n {
                    let (a, b) = (matrix[p * n + k], matrix[q * n + k]);
                    (matrix[p * n + k], matrix[q * n + k]) = (c * a - s * b, s * a + c * b);
                    let (a, b) = (axes[k * n + p], axes[k * n + q]);
                    (axes[k * n + p], axes[k * n + q]) = (c * a - s * b, s * a + c * b);
                }
            }
        }
    }
    let lengths = (0..n).map(|index| matrix[index * n + index].max(1e-20).sqrt()).collect();
    (axes, lengths)
}

const SWEEPS: usize = 10;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn axes_and_lengths_make_up_the_cloud() {
        let n = 4;
        let mut dice = Dice::new(3);
        let factor: Vec<f64> = (0..n * n).map(|_| dice.normal()).collect();
        let mut covariance = vec![0.0; n * n];
        for row in 0..n {
            for column in 0..n {
                covariance[row * n + column] =
                    (0..n).map(|k| factor[row * n + k] * factor[column * n + k]).sum();
            }
        }
        let (axes, lengths) = eigen(&covariance, n);
        for row in 0..n {
            for column in 0..n {
                let again: f64 = (0..n)
                    .map(|k| axes[row * n + k] * lengths[k] * lengths[k] * axes[column * n + k])
                    .sum();
                assert!((again - covariance[row * n + column]).abs() < 1e-9);
                let product: f64 = (0..n).map(|k| axes[k * n + row] * axes[k * n + column]).sum();
                assert!((product - f64::from(u8::from(row == column))).abs() < 1e-9);
            }
        }
        let vector = [1.0, -2.0, 3.0, 0.5];
        let back = turned_back(&axes, &turned(&axes, &vector));
        assert!(back.iter().zip(vector).all(|(a, b)| (a - b).abs() < 1e-9));
    }
}
