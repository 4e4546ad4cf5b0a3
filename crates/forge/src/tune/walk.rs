//! The walk of SPSA, whatever the numbers are and however they are tried.
//!
//! All numbers are moved at once, at random, forth and back, and the two sets
//! play each other; all numbers then go a little towards the winner's. With *t*
//! the number of the step, the sets stand `reach` / *t*^0.101 away on either
//! side, and a whole point of difference moves the numbers by `pace` /
//! (*t* + `delay`)^0.602 times that direction: the usual exponents (Spall,
//! 1998). The answer is the mean over the second half of the steps, which is
//! steadier than the last place.

use std::ops::{Range, RangeInclusive};

use super::NoteError;
use super::note::StateNote;
use crate::Dice;

/// How to walk.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Settings {
    /// How many steps.
    pub steps: u64,
    /// Pairs of games a step.
    pub pairs: u64,
    /// How far the two sets stand from the middle at first.
    pub reach: f64,
    /// How much of that a won step moves the numbers at first.
    pub pace: f64,
    /// What the dice depend on.
    pub seed: u64,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings { steps: 1_000, pairs: 4, reach: 0.4, pace: 0.5, seed: 1 }
    }
}

/// A place that walks towards what wins.
#[derive(Clone, PartialEq, Debug)]
pub struct Walk {
    settings: Settings,
    place: Vec<f64>,
    /// How far each number may go; none if they all may go anywhere.
    ranges: Vec<RangeInclusive<f64>>,
    /// The sum of the places of the second half.
    sum: Vec<f64>,
    step: u64,
}

impl Walk {
    /// Begins at a place.
    pub fn new(place: Vec<f64>, settings: Settings) -> Walk {
        Walk { settings, sum: vec![0.0; place.len()], place, ranges: Vec::new(), step: 0 }
    }

    /// The same walk that stays within a range for each number. One that strays
    /// beyond what can be played would have to come back all the way unseen.
    #[must_use]
    pub fn within(self, ranges: Vec<RangeInclusive<f64>>) -> Walk {
        Walk { ranges, ..self }
    }

    /// Steps done.
    pub fn done(&self) -> u64 {
        self.step
    }

    /// Whether all steps are done.
    pub fn is_finished(&self) -> bool {
        self.step >= self.settings.steps
    }

    /// Where it stands: the mean over the second half, once that began.
    pub fn place(&self) -> Vec<f64> {
        match self.step.saturating_sub(self.settings.steps / 2) {
            0 => self.place.clone(),
            counted => self.sum.iter().map(|sum| sum / counted as f64).collect(),
        }
    }

    /// One step: `play` lets two places play from the openings with these
    /// numbers and says which share of the points the first one made. If it
    /// cannot say, nothing has happened.
    pub fn step(
        &mut self,
        play: impl FnOnce(&[f64], &[f64], Range<u64>) -> Option<f64>,
    ) -> Option<f64> {
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
        let points =
            play(&moved(reach), &moved(-reach), self.step * pairs..(self.step + 1) * pairs)?;
        // From −1 (all lost) to 1 (all won).
        let gain = 2.0 * points - 1.0;
        for (place, sign) in self.place.iter_mut().zip(&signs) {
            *place += pace * reach * gain * sign;
        }
        for (place, range) in self.place.iter_mut().zip(&self.ranges) {
            *place = place.max(*range.start()).min(*range.end());
        }
        self.step += 1;
        if self.step > steps / 2 {
            self.sum.iter_mut().zip(&self.place).for_each(|(sum, place)| *sum += place);
        }
        Some(points)
    }

    /// The state as text, for [`Walk::resume`].
    pub fn save(&self) -> String {
        let mut note = StateNote::default();
        note.put("spsa", &[1.0]);
        note.put("steps", &[self.settings.steps as f64]);
        note.put("step", &[self.step as f64]);
        note.put("place", &self.place);
        note.put("sum", &self.sum);
        note.to_text()
    }

    /// Goes on from what [`Walk::save`] wrote about so many numbers.
    pub fn resume(numbers: usize, settings: Settings, saved: &str) -> Result<Walk, NoteError> {
        let note = StateNote::from_text(saved)?;
        note.expect("spsa", 1.0)?;
        note.expect("steps", settings.steps as f64)?;
        let place = note.take("place", numbers)?;
        let sum = note.take("sum", numbers)?;
        let step = note.count("step", settings.steps)?;
        Ok(Walk { settings, place, ranges: Vec::new(), sum, step })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whoever is nearer to 3 and −2 wins more.
    fn contest(first: &[f64], second: &[f64]) -> f64 {
        let miss = |place: &[f64]| (place[0] - 3.0).powi(2) + (place[1] + 2.0).powi(2);
        1.0 / (1.0 + (miss(first) - miss(second)).exp())
    }

    #[test]
    fn it_walks_to_what_wins_and_goes_on_where_it_was() {
        let settings = Settings { steps: 400, ..Settings::default() };
        let mut walk = Walk::new(vec![0.0, 0.0], settings);
        while !walk.is_finished() {
            if walk.done() == 200 {
                walk = Walk::resume(2, settings, &walk.save()).unwrap();
            }
            walk.step(|first, second, _| Some(contest(first, second))).unwrap();
        }
        let place = walk.place();
        assert!((place[0] - 3.0).abs() < 0.1 && (place[1] + 2.0).abs() < 0.1, "{place:?}");
    }

    #[test]
    fn it_stays_where_it_may_go() {
        let settings = Settings { steps: 400, ..Settings::default() };
        let mut walk = Walk::new(vec![0.0, 0.0], settings).within(vec![-1.0..=1.0, -9.0..=9.0]);
        while !walk.is_finished() {
            walk.step(|first, second, _| Some(contest(first, second))).unwrap();
            assert!(walk.place()[0] <= 1.0, "{walk:?}");
        }
        let place = walk.place();
        assert!(place[0] > 0.9 && (place[1] + 2.0).abs() < 0.4, "{place:?}");
    }

    #[test]
    fn a_step_that_cannot_be_played_changes_nothing() {
        let mut walk = Walk::new(vec![1.0], Settings::default());
        let before = walk.clone();
        assert_eq!(walk.step(|_, _, _| None), None);
        assert_eq!(walk, before);
        assert_eq!(
            Walk::resume(2, Settings::default(), &walk.save()).unwrap_err().to_string(),
            "the saved state belongs to another run: its 'place' does not fit"
        );
    }
}
