//! Positions as weights see them: what counts how often, and the result.

use std::thread;

use chess::{Color, Position};
use eval::{Score, Trace, Tunable, Tuned};

use super::joined;

/// Positions with results, reduced to what a change of weights does to them.
///
/// Evaluations are sums of weight times count, so the counts are worked out
/// once. `tuned` tells them itself ([`Trace`]); for the others each weight is
/// moved and the evaluation asked again, which takes as many evaluations a
/// position as there are weights.
pub struct Lessons {
    counts: Counts,
    /// White's points: 0 to 1.
    results: Vec<f32>,
    weights: usize,
}

enum Counts {
    /// For each lesson what no weight changes, and which weight counts how
    /// often, from White's view.
    Linear { bases: Vec<f32>, ends: Vec<usize>, terms: Vec<(u16, f32)> },
    /// The lesson as `tuned` tells it.
    Traced(Vec<Trace>),
}

/// How far a weight is moved to see what it counts: far enough to drown
/// rounding.
const PROBE: i32 = 64;

impl Lessons {
    /// No lessons yet, for this evaluation.
    pub fn new(evaluation: &dyn Tunable) -> Lessons {
        let counts = match as_tuned(evaluation) {
            Some(_) => Counts::Traced(Vec::new()),
            None => Counts::Linear { bases: Vec::new(), ends: Vec::new(), terms: Vec::new() },
        };
        Lessons { counts, results: Vec::new(), weights: evaluation.weights().len() }
    }

    /// Adds positions with White's points, worked out on so many threads. Known
    /// endings, where no weight counts, are left out.
    pub fn learn(
        &mut self,
        evaluation: &dyn Tunable,
        positions: &[(Position, f32)],
        threads: usize,
    ) {
        let share = positions.len().div_ceil(threads.max(1)).max(1);
        let parts: Vec<Lessons> = thread::scope(|scope| {
            let work = |part| scope.spawn(move || Lessons::of(evaluation, part));
            let workers: Vec<_> = positions.chunks(share).map(work).collect();
            workers.into_iter().map(joined).collect()
        });
        for part in parts {
            self.append(part);
        }
    }

    fn of(evaluation: &dyn Tunable, positions: &[(Position, f32)]) -> Lessons {
        let mut lessons = Lessons::new(evaluation);
        match &mut lessons.counts {
            Counts::Traced(traces) => {
                let tuned = as_tuned(evaluation).unwrap_or_default();
                for (position, result) in positions {
                    if let Some(trace) = Trace::of(&tuned, position) {
                        traces.push(trace);
                        lessons.results.push(*result);
                    }
                }
            }
            Counts::Linear { bases, ends, terms } => {
                let prober = Prober::new(evaluation);
                for (position, result) in positions {
                    bases.push(prober.probe(position, terms));
                    ends.push(terms.len());
                    lessons.results.push(*result);
                }
            }
        }
        lessons
    }

    fn append(&mut self, mut other: Lessons) {
        self.results.append(&mut other.results);
        match (&mut self.counts, other.counts) {
            (Counts::Traced(traces), Counts::Traced(mut more)) => traces.append(&mut more),
            (
                Counts::Linear { bases, ends, terms },
                Counts::Linear { bases: mut more, ends: more_ends, terms: mut more_terms },
            ) => {
                let before = terms.len();
                ends.extend(more_ends.into_iter().map(|end| before + end));
                bases.append(&mut more);
                terms.append(&mut more_terms);
            }
            // Both were made for the same evaluation.
            _ => debug_assert!(false, "lessons of two kinds"),
        }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.results.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.results.is_empty()
    }

    /// How many weights the evaluation has.
    pub fn weights(&self) -> usize {
        self.weights
    }

    /// White's points in a lesson.
    pub fn result(&self, lesson: usize) -> f64 {
        f64::from(self.results[lesson])
    }

    /// What the evaluation says of a lesson with these weights, from White's
    /// view in centipawns.
    pub fn evaluate(&self, lesson: usize, weights: &[f64]) -> f64 {
        match &self.counts {
            Counts::Traced(traces) => traces[lesson].evaluate(weights),
            Counts::Linear { bases, ends, terms } => {
                let begin = if lesson == 0 { 0 } else { ends[lesson - 1] };
                let sum: f64 = terms[begin..ends[lesson]]
                    .iter()
                    .map(|&(weight, count)| weights[usize::from(weight)] * f64::from(count))
                    .sum();
                f64::from(bases[lesson]) + sum
            }
        }
    }

    /// Adds `factor` times the derivative of [`Lessons::evaluate`] by each
    /// weight to `gradient`.
    pub fn gradient(&self, lesson: usize, weights: &[f64], factor: f64, gradient: &mut [f64]) {
        match &self.counts {
            Counts::Traced(traces) => traces[lesson].gradient(weights, factor, gradient),
            Counts::Linear { ends, terms, .. } => {
                let begin = if lesson == 0 { 0 } else { ends[lesson - 1] };
                for &(weight, count) in &terms[begin..ends[lesson]] {
                    gradient[usize::from(weight)] += factor * f64::from(count);
                }
            }
        }
    }
}

/// `tuned` with the weights of this evaluation, if it is that one.
fn as_tuned(evaluation: &dyn Tunable) -> Option<Tuned> {
    let values: Vec<i32> = evaluation.weights().iter().map(|weight| weight.value).collect();
    (evaluation.name() == "tuned").then(|| Tuned::from_values(&values).ok()).flatten()
}

/// An evaluation and its neighbours, each with one weight moved.
struct Prober<'a> {
    evaluation: &'a dyn Tunable,
    values: Vec<i32>,
    moved: Vec<(Box<dyn Tunable>, f32)>,
}

impl<'a> Prober<'a> {
    fn new(evaluation: &'a dyn Tunable) -> Prober<'a> {
        let values: Vec<i32> = evaluation.weights().iter().map(|weight| weight.value).collect();
        let moved = (0..values.len()).filter_map(|weight| {
            let mut near = values.clone();
            // Towards zero, where there is always room.
            let step = if values[weight] > 0 { -PROBE } else { PROBE };
            near[weight] += step;
            Some((evaluation.with_weights(&near).ok()?, step as f32))
        });
        let moved = moved.collect();
        Prober { evaluation, values, moved }
    }

    /// Adds what counts on a position to `terms`, and returns the rest.
    fn probe(&self, position: &Position, terms: &mut Vec<(u16, f32)>) -> f32 {
        let here = white(position, self.evaluation.evaluate(position));
        let mut rest = here;
        for (weight, (moved, step)) in self.moved.iter().enumerate() {
            let there = white(position, moved.evaluate(position));
            if there != here {
                let count = (there - here) / step;
                rest -= count * self.values[weight] as f32;
                terms.push((weight as u16, count));
            }
        }
        rest
    }
}

fn white(position: &Position, score: Score) -> f32 {
    let score = score.raw() as f32;
    match position.turn() {
        Color::White => score,
        Color::Black => -score,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The counts say what the evaluation says, also after a change.
    #[test]
    fn counts_follow_the_weights() {
        let fens = [
            "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQ1RK1 b kq - 5 4",
            "8/5pk1/4p1p1/3pP3/1r3P2/6P1/R5KP/8 w - - 0 1",
            "r4rk1/1bq1bppp/p2ppn2/1p6/3BPP2/2NB4/PPP1Q1PP/R4RK1 w - - 0 14",
        ];
        let positions: Vec<(Position, f32)> =
            fens.iter().map(|fen| (fen.parse().unwrap(), 0.5)).collect();
        for name in ["material", "simple", "phased", "pst", "tuned"] {
            let evaluation = eval::tunable(name).unwrap();
            let mut lessons = Lessons::new(evaluation);
            lessons.learn(evaluation, &positions, 2);
            assert_eq!(lessons.len(), 3);
            let mut values: Vec<i32> =
                evaluation.weights().iter().map(|weight| weight.value).collect();
            for change in [0, 7] {
                values.iter_mut().for_each(|value| *value += change);
                let changed = evaluation.with_weights(&values).unwrap();
                let weights: Vec<f64> = values.iter().map(|&value| value.into()).collect();
                for (index, (position, _)) in positions.iter().enumerate() {
                    let expected = f64::from(white(position, changed.evaluate(position)));
                    let found = lessons.evaluate(index, &weights);
                    assert!((found - expected).abs() < 3.0, "{name} {change}: {found} {expected}");
                }
            }
        }
    }

    #[test]
    fn gradients_are_differences() {
        let position: Position =
            "r4rk1/1bq1bppp/p2ppn2/1p6/3BPP2/2NB4/PPP1Q1PP/R4RK1 w - - 0 14".parse().unwrap();
        for name in ["phased", "tuned"] {
            let evaluation = eval::tunable(name).unwrap();
            let mut lessons = Lessons::new(evaluation);
            lessons.learn(evaluation, &[(position, 1.0)], 1);
            let weights: Vec<f64> =
                evaluation.weights().iter().map(|weight| weight.value.into()).collect();
            let mut gradient = vec![0.0; weights.len()];
            lessons.gradient(0, &weights, 2.0, &mut gradient);
            for (index, slope) in gradient.iter().enumerate() {
                let mut near = weights.clone();
                near[index] += 0.01;
                let difference =
                    (lessons.evaluate(0, &near) - lessons.evaluate(0, &weights)) * 2.0 / 0.01;
                assert!((slope - difference).abs() < 0.05, "{name} {index}: {slope} {difference}");
            }
        }
    }
}
