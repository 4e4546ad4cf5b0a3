//! SPSA: all weights are moved at once, at random, forth and back, and the two
//! sets play each other; all weights then go a little towards the winner's.
//!
//! With *t* the number of the step, the sets stand `reach` / *t*^0.101 away on
//! either side, and a whole point of difference moves the weights by `pace` /
//! (*t* + `delay`)^0.602 times that direction: the usual exponents (Spall,
//! 1998). The answer is the mean over the second half of the steps, which is
//! steadier than the last place.

use std::ops::Range;

use super::note::Note;
use super::{Contest, NoteError, Space};
use crate::Dice;

/// How to walk.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Settings {
    /// How many steps.
    pub steps: u64,
    /// Pairs of games a step.
    pub pairs: u64,
    /// How far the two sets stand from the middle at first; see [`Space`].
    pub reach: f64,
    /// How far a won step moves the weights at first.
    pub pace: f64,
    /// What the dice depend on.
    pub seed: u64,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings { steps: 1_000, pairs: 2, reach: 0.4, pace: 1.0, seed: 1 }
    }
}

/// A run of SPSA.
pub struct Spsa<'a> {
    space: &'a Space<'a>,
    contest: Contest<'a>,
    settings: Settings,
    place: Vec<f64>,
    /// The sum of the places of the second half.
    sum: Vec<f64>,
    step: u64,
}

impl<'a> Spsa<'a> {
    /// Begins where the weights stand.
    pub fn new(space: &'a Space<'a>, contest: Contest<'a>, settings: Settings) -> Spsa<'a> {
        let place = space.start();
        Spsa { space, contest, settings, sum: vec![0.0; place.len()], place, step: 0 }
    }

    /// Steps done.
    pub fn done(&self) -> u64 {
        self.step
    }

    /// Whether all steps are done.
    pub fn is_finished(&self) -> bool {
        self.step >= self.settings.steps
    }

    /// All weights as they stand: the mean over the second half, once it began.
    pub fn values(&self) -> Vec<i32> {
        let counted = self.step.saturating_sub(self.settings.steps / 2);
        if counted == 0 {
            return self.space.values(&self.place);
        }
        let mean: Vec<f64> = self.sum.iter().map(|sum| sum / counted as f64).collect();
        self.space.values(&mean)
    }

    /// One step: some games, one move. Returns the points of the first set.
    pub fn step(&mut self) -> f64 {
        let Settings { steps, pairs, reach, pace, seed } = self.settings;
        let number = (self.step + 1) as f64;
        let delay = steps as f64 / 10.0;
        let reach = reach / number.powf(0.101);
        let pace = pace * ((1.0 + delay) / (number + delay)).powf(0.602);
        let mut dice = Dice::for_task(&[seed, self.step]);
        let signs: Vec<f64> =
            self.place.iter().map(|_| if dice.roll() >> 63 == 0 { 1.0 } else { -1.0 }).collect();
        let moved = |by: f64| -> Vec<f64> {
            self.place.iter().zip(&signs).map(|(place, sign)| place + by * sign).collect()
        };
        let openings: Range<u64> = self.step * pairs..(self.step + 1) * pairs;
        let points =
            match (self.space.evaluation(&moved(reach)), self.space.evaluation(&moved(-reach))) {
                (Some(first), Some(second)) => self.contest.score(&*first, &*second, openings),
                _ => 0.5,
            };
        // From −1 (all lost) to 1 (all won).
        let gain = 2.0 * points - 1.0;
        for (place, sign) in self.place.iter_mut().zip(&signs) {
            *place += pace * reach * gain * sign;
        }
        self.step += 1;
        if self.step > steps / 2 {
            self.sum.iter_mut().zip(&self.place).for_each(|(sum, place)| *sum += place);
        }
        points
    }

    /// The state as text, for [`Spsa::resume`].
    pub fn save(&self) -> String {
        let mut note = Note::default();
        note.put("spsa", &[1.0]);
        note.put("steps", &[self.settings.steps as f64]);
        note.put("step", &[self.step as f64]);
        note.put("place", &self.place);
        note.put("sum", &self.sum);
        note.to_text()
    }

    /// Goes on from what [`Spsa::save`] wrote.
    pub fn resume(
        space: &'a Space<'a>,
        contest: Contest<'a>,
        settings: Settings,
        saved: &str,
    ) -> Result<Spsa<'a>, NoteError> {
        let note = Note::from_text(saved)?;
        note.expect("spsa", 1.0)?;
        note.expect("steps", settings.steps as f64)?;
        let place = note.take("place", space.len())?;
        let sum = note.take("sum", space.len())?;
        let step = note.number("step")? as u64;
        Ok(Spsa { space, contest, settings, place, sum, step })
    }
}
