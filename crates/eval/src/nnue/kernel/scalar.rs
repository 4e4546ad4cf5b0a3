//! One number at a time: what the other backends are checked against.

use super::{Arithmetic, Rows};
use crate::nnue::format::{BLOCK, FEATURE_ONE};
use crate::nnue::network::WeightBlock;

/// The reference.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Scalar;

impl Arithmetic for Scalar {
    fn update<const A: usize, const R: usize>(self, to: &mut [WeightBlock], rows: Rows<'_, A, R>) {
        to.copy_from_slice(rows.from);
        for row in rows.added {
            self.add(to, row);
        }
        for row in rows.removed {
            self.remove(to, row);
        }
    }

    fn add(self, to: &mut [WeightBlock], row: &[WeightBlock]) {
        for block in 0..to.len() {
            for index in 0..BLOCK {
                let number = &mut to[block].0[index];
                *number = number.wrapping_add(row[block].0[index]);
            }
        }
    }

    fn remove(self, to: &mut [WeightBlock], row: &[WeightBlock]) {
        for block in 0..to.len() {
            for index in 0..BLOCK {
                let number = &mut to[block].0[index];
                *number = number.wrapping_sub(row[block].0[index]);
            }
        }
    }

    fn apply(self, to: &mut [WeightBlock], rows: &[WeightBlock], added: &[u16], removed: &[u16]) {
        let length = to.len();
        for &index in added {
            self.add(to, &rows[index as usize * length..][..length]);
        }
        for &index in removed {
            self.remove(to, &rows[index as usize * length..][..length]);
        }
    }

    fn weigh(self, accumulator: &[WeightBlock], weights: &[WeightBlock]) -> i32 {
        let mut sum = 0i64;
        for block in 0..accumulator.len() {
            for index in 0..BLOCK {
                let clipped = i64::from(accumulator[block].0[index].clamp(0, FEATURE_ONE));
                sum += clipped * clipped * i64::from(weights[block].0[index]);
            }
        }
        // Fits, as the network's limits promise; wraps as the others' sums
        // would if they were broken.
        sum as i32
    }
}
