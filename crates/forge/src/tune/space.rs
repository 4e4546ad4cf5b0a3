//! The weights that are tuned, as coordinates that are easy to walk in.

use eval::{Tunable, WEIGHT_LIMIT};

/// Some weights of an evaluation, the others staying as they are.
///
/// A coordinate is asinh(weight / [`UNIT`]): a step changes a large weight by a
/// share and a small one by centipawns, whatever its sign.
pub struct Space<'a> {
    evaluation: &'a dyn Tunable,
    values: Vec<i32>,
    free: Vec<usize>,
}

/// The size, in centipawns, from which weights are taken for large.
pub const UNIT: f64 = 20.0;

impl<'a> Space<'a> {
    /// The weights `free` of an evaluation, by their numbers.
    pub fn new(evaluation: &'a dyn Tunable, free: Vec<usize>) -> Space<'a> {
        let values: Vec<i32> = evaluation.weights().iter().map(|weight| weight.value).collect();
        let free = free.into_iter().filter(|&weight| weight < values.len()).collect();
        Space { evaluation, values, free }
    }

    /// How many weights are free.
    pub fn len(&self) -> usize {
        self.free.len()
    }

    /// Whether nothing is free.
    pub fn is_empty(&self) -> bool {
        self.free.is_empty()
    }

    /// Where the weights stand at first.
    pub fn start(&self) -> Vec<f64> {
        self.free.iter().map(|&weight| (f64::from(self.values[weight]) / UNIT).asinh()).collect()
    }

    /// All weights at a place, in the evaluation's order.
    pub fn values(&self, place: &[f64]) -> Vec<i32> {
        let mut values = self.values.clone();
        let limit = f64::from(WEIGHT_LIMIT);
        for (&weight, coordinate) in self.free.iter().zip(place) {
            values[weight] = (UNIT * coordinate.sinh()).clamp(-limit, limit).round() as i32;
        }
        values
    }

    /// The evaluation at a place.
    pub fn evaluation(&self, place: &[f64]) -> Option<Box<dyn Tunable>> {
        // Values within the limit, one for each weight, are always taken.
        self.evaluation.with_weights(&self.values(place)).ok()
    }
}
