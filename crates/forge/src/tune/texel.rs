//! Texel's method: the weights whose evaluation predicts results best.
//!
//! A score *s* predicts 1 / (1 + e^(−*K·s*)) points; the error is the mean
//! square of what was predicted less what was scored. *K* is fitted first, to
//! the weights as they are. Then Adam walks down the error's slope, batch by
//! batch, with a rate that falls to a tenth.
//!
//! The error does not care about the unit: twice the weights and half of *K*
//! predict the same. An *anchor* settles it: one weight, the pawn's, stays as
//! it is, and *K* is learnt along with the others. Without an anchor *K* stays,
//! and the weights keep the scale they had.

use std::thread;

use super::note::StateNote;
use super::{Lessons, NoteError};
use crate::Dice;
use search::Signals;

/// How to learn.
#[derive(Clone, PartialEq, Debug)]
pub struct Settings {
    /// How often all lessons are gone through.
    pub epochs: u32,
    /// Lessons between two changes of the weights.
    pub batch: usize,
    /// How far a weight moves at most with each batch, in centipawns.
    pub rate: f64,
    /// The weight that stays as it is.
    pub anchor: Option<usize>,
    /// One lesson in so many is not learnt from but used to check; 0: none.
    pub held_out: usize,
    /// What the order of the lessons depends on.
    pub seed: u64,
    /// Threads to work on; the result is the same for any number.
    pub threads: usize,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            epochs: 30,
            batch: 4_096,
            rate: 2.0,
            anchor: None,
            held_out: 20,
            seed: 1,
            threads: 1,
        }
    }
}

/// A run of Texel's method.
pub struct Texel<'a> {
    lessons: &'a Lessons,
    settings: Settings,
    /// Weights, and behind them the logarithm of K.
    values: Vec<f64>,
    /// Adam's memory: means of slopes and of their squares.
    mean: Vec<f64>,
    square: Vec<f64>,
    /// Weights that stay as they are.
    held: Vec<bool>,
    steps: u64,
    epoch: u32,
}

/// How well weights predict.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Errors {
    /// Mean square error on the lessons learnt from.
    pub learnt: f64,
    /// The same on those held out; `None` if there are none.
    pub held_out: Option<f64>,
}

/// Lessons whose slopes are summed up in one go: sums are the same however
/// many threads share the work.
const CHUNK: usize = 512;
/// How fast Adam forgets slopes and squares.
const FORGET: [f64; 2] = [0.9, 0.999];
/// The rate of the logarithm of K for a rate of one centipawn.
const K_RATE: f64 = 0.002;

impl<'a> Texel<'a> {
    /// Begins with these weights; fits K to them.
    pub fn new(lessons: &'a Lessons, weights: &[f64], settings: Settings) -> Texel<'a> {
        let count = lessons.weights();
        let mut values = weights.to_vec();
        values.resize(count, 0.0);
        values.push(0.0);
        let mut texel = Texel {
            lessons,
            settings,
            mean: vec![0.0; count + 1],
            square: vec![0.0; count + 1],
            held: vec![false; count],
            values,
            steps: 0,
            epoch: 0,
        };
        let k = texel.fitted_k();
        texel.values[count] = k.ln();
        texel
    }

    /// Leaves some weights as they are, besides the anchor.
    pub fn hold(&mut self, is_held: impl Fn(usize) -> bool) {
        self.held = (0..self.lessons.weights()).map(is_held).collect();
    }

    /// The weights as they are.
    pub fn weights(&self) -> &[f64] {
        &self.values[..self.lessons.weights()]
    }

    /// K in use: the higher, the more a centipawn is worth.
    pub fn k(&self) -> f64 {
        self.values[self.lessons.weights()].exp()
    }

    /// Epochs done.
    pub fn epoch(&self) -> u32 {
        self.epoch
    }

    /// Whether all epochs are done.
    pub fn is_finished(&self) -> bool {
        self.epoch >= self.settings.epochs
    }

    /// Goes through all lessons once; whether it did. If `stop` is raised
    /// meanwhile, nothing has happened.
    pub fn step(&mut self, stop: &Signals) -> bool {
        let mut order: Vec<u32> = (0..self.lessons.len() as u32)
            .filter(|&lesson| !self.is_held_out(lesson as usize))
            .collect();
        let mut dice = Dice::for_task(&[self.settings.seed, u64::from(self.epoch)]);
        for place in (1..order.len()).rev() {
            order.swap(place, dice.below(place + 1));
        }
        let before = (self.values.clone(), self.mean.clone(), self.square.clone(), self.steps);
        for batch in order.chunks(self.settings.batch.max(1)) {
            if stop.is_stopped() {
                (self.values, self.mean, self.square, self.steps) = before;
                return false;
            }
            let mut slope = self.slope(batch);
            slope.iter_mut().for_each(|slope| *slope /= batch.len() as f64);
            self.descend(&slope);
        }
        self.epoch += 1;
        true
    }

    /// How well the weights predict.
    pub fn errors(&self) -> Errors {
        let weights = self.weights();
        let k = self.k();
        let lessons: Vec<u32> = (0..self.lessons.len() as u32).collect();
        let sums = self.on_chunks(&lessons, |chunk| {
            let mut sums = [0.0; 4];
            for &lesson in chunk {
                let lesson = lesson as usize;
                let error = predicted(k, self.lessons.evaluate(lesson, weights))
                    - self.lessons.result(lesson);
                let place = if self.is_held_out(lesson) { 2 } else { 0 };
                sums[place] += error * error;
                sums[place + 1] += 1.0;
            }
            sums.to_vec()
        });
        let mean = |sum: f64, count: f64| if count > 0.0 { sum / count } else { 0.0 };
        Errors {
            learnt: mean(sums[0], sums[1]),
            held_out: (sums[3] > 0.0).then(|| sums[2] / sums[3]),
        }
    }

    /// The state as text, for [`Texel::resume`].
    pub fn save(&self) -> String {
        let mut note = StateNote::default();
        note.put("texel", &[1.0]);
        note.put("lessons", &[self.lessons.len() as f64]);
        note.put("epoch", &[f64::from(self.epoch)]);
        note.put("steps", &[self.steps as f64]);
        note.put("values", &self.values);
        note.put("mean", &self.mean);
        note.put("square", &self.square);
        note.to_text()
    }

    /// Goes on from what [`Texel::save`] wrote, with the same lessons.
    pub fn resume(
        lessons: &'a Lessons,
        settings: Settings,
        saved: &str,
    ) -> Result<Texel<'a>, NoteError> {
        let note = StateNote::from_text(saved)?;
        note.expect("texel", 1.0)?;
        note.expect("lessons", lessons.len() as f64)?;
        let count = lessons.weights() + 1;
        let epoch = note.count("epoch", u64::from(settings.epochs))? as u32;
        Ok(Texel {
            lessons,
            settings,
            values: note.take("values", count)?,
            mean: note.take("mean", count)?,
            square: note.take("square", count)?,
            held: vec![false; lessons.weights()],
            steps: note.count("steps", u64::MAX)?,
            epoch,
        })
    }

    fn is_held_out(&self, lesson: usize) -> bool {
        // Whole stretches, because neighbours belong to one game.
        self.settings.held_out > 0
            && lesson / STRETCH % self.settings.held_out == self.settings.held_out - 1
    }

    /// The slope of the summed error, by each weight and by log K.
    fn slope(&self, batch: &[u32]) -> Vec<f64> {
        let count = self.lessons.weights();
        let (weights, k) = (self.weights(), self.k());
        self.on_chunks(batch, |chunk| {
            let mut slope = vec![0.0; count + 1];
            for &lesson in chunk {
                let lesson = lesson as usize;
                let score = self.lessons.evaluate(lesson, weights);
                let expected = predicted(k, score);
                let error = expected - self.lessons.result(lesson);
                let by_score = 2.0 * error * expected * (1.0 - expected) * k;
                self.lessons.gradient(lesson, weights, by_score, &mut slope[..count]);
                slope[count] += by_score * score;
            }
            slope
        })
    }

    /// Sums what `work` finds for chunks of lessons, on all threads.
    fn on_chunks(&self, lessons: &[u32], work: impl Fn(&[u32]) -> Vec<f64> + Sync) -> Vec<f64> {
        let chunks: Vec<&[u32]> = lessons.chunks(CHUNK).collect();
        let share = chunks.len().div_ceil(self.settings.threads.max(1)).max(1);
        let work = &work;
        let parts: Vec<Vec<Vec<f64>>> = thread::scope(|scope| {
            let workers: Vec<_> = chunks
                .chunks(share)
                .map(|chunks| scope.spawn(move || chunks.iter().map(|chunk| work(chunk)).collect()))
                .collect();
            workers.into_iter().map(super::joined).collect()
        });
        let mut sums: Vec<f64> = Vec::new();
        for part in parts.into_iter().flatten() {
            sums.resize(part.len(), 0.0);
            sums.iter_mut().zip(part).for_each(|(sum, more)| *sum += more);
        }
        sums
    }

    /// One step of Adam.
    fn descend(&mut self, slope: &[f64]) {
        self.steps += 1;
        let last = self.values.len() - 1;
        let rate = self.rate();
        let corrected = FORGET.map(|forget| 1.0 - forget.powf(self.steps as f64));
        for (index, &slope) in slope.iter().enumerate() {
            let mean = &mut self.mean[index];
            *mean = FORGET[0] * *mean + (1.0 - FORGET[0]) * slope;
            let square = &mut self.square[index];
            *square = FORGET[1] * *square + (1.0 - FORGET[1]) * slope * slope;
            // K is the last; it is free only where an anchor holds the scale.
            let is_free = match self.settings.anchor {
                Some(anchor) => index != anchor,
                None => index != last,
            } && !self.held.get(index).is_some_and(|held| *held);
            let size = (*square / corrected[1]).sqrt();
            if is_free && size > 0.0 {
                let rate = if index == last { rate * K_RATE } else { rate };
                self.values[index] -= rate * (*mean / corrected[0]) / size;
            }
        }
    }

    /// The rate falls along a half cosine to a tenth.
    fn rate(&self) -> f64 {
        let share = f64::from(self.epoch) / f64::from(self.settings.epochs.max(1));
        let fall = 0.5 + 0.5 * (std::f64::consts::PI * share.min(1.0)).cos();
        self.settings.rate * (0.1 + 0.9 * fall)
    }

    /// The K with the least error, the weights as they are.
    fn fitted_k(&self) -> f64 {
        let weights = self.weights();
        let scores: Vec<(f64, f64)> = (0..self.lessons.len())
            .map(|lesson| (self.lessons.evaluate(lesson, weights), self.lessons.result(lesson)))
            .collect();
        let error = |log: f64| -> f64 {
            let k = log.exp();
            scores.iter().map(|&(score, result)| (predicted(k, score) - result).powi(2)).sum()
        };
        // Golden section: from a score of 10 centipawns to one of 10,000 that
        // means as much as a pawn usually does.
        let (mut low, mut high) = (1e-4f64.ln(), 1e-1f64.ln());
        let ratio = (5f64.sqrt() - 1.0) / 2.0;
        for _ in 0..40 {
            let (a, b) = (high - ratio * (high - low), low + ratio * (high - low));
            if error(a) < error(b) { high = b } else { low = a }
        }
        ((low + high) / 2.0).exp()
    }
}

/// Lessons in a row that are learnt from or held out together.
const STRETCH: usize = 64;

fn predicted(k: f64, score: f64) -> f64 {
    1.0 / (1.0 + (-k * score).exp())
}
