//! Plain loops in a shape that the compiler turns into the widest instructions
//! of whatever it compiles for.
//!
//! The functions are inlined into their callers on purpose: inside a function
//! compiled for AVX2 they become AVX2 code.

use super::{Arithmetic, Rows};
use crate::nnue::format::{BLOCK, FEATURE_ONE};
use crate::nnue::network::WeightBlock;

/// What the build's own target can do.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Portable;

impl Arithmetic for Portable {}

#[inline(always)]
pub(super) fn update<const A: usize, const R: usize>(to: &mut [WeightBlock], rows: Rows<'_, A, R>) {
    // Cut to one length, so that no index below needs a check.
    let length = to.len();
    let from = &rows.from[..length];
    let added = rows.added.map(|row| &row[..length]);
    let removed = rows.removed.map(|row| &row[..length]);
    for block in 0..length {
        for index in 0..BLOCK {
            let mut number = from[block].0[index];
            for row in added {
                number = number.wrapping_add(row[block].0[index]);
            }
            for row in removed {
                number = number.wrapping_sub(row[block].0[index]);
            }
            to[block].0[index] = number;
        }
    }
}

#[inline(always)]
pub(super) fn add(to: &mut [WeightBlock], row: &[WeightBlock]) {
    for (to, row) in to.iter_mut().zip(row) {
        for (number, weight) in to.0.iter_mut().zip(row.0) {
            *number = number.wrapping_add(weight);
        }
    }
}

#[inline(always)]
pub(super) fn remove(to: &mut [WeightBlock], row: &[WeightBlock]) {
    for (to, row) in to.iter_mut().zip(row) {
        for (number, weight) in to.0.iter_mut().zip(row.0) {
            *number = number.wrapping_sub(weight);
        }
    }
}

/// Blocks that stay in registers while all rows pass by: eight of AVX2's sixteen.
const TILE: usize = 4;

#[inline(always)]
pub(super) fn apply(to: &mut [WeightBlock], rows: &[WeightBlock], added: &[u16], removed: &[u16]) {
    let length = to.len();
    let (tiles, rest) = to.as_chunks_mut::<TILE>();
    let (count, mut at) = (rest.len(), 0);
    for tile in tiles {
        apply_tile(tile, &rows[at..], length, added, removed);
        at += TILE;
    }
    for (block, at) in rest.iter_mut().zip(length - count..) {
        apply_tile(std::array::from_mut(block), &rows[at..], length, added, removed);
    }
}

/// The same for a part of an accumulator; `rows` begins with that part of the first row.
#[inline(always)]
fn apply_tile<const BLOCKS: usize>(
    to: &mut [WeightBlock; BLOCKS],
    rows: &[WeightBlock],
    length: usize,
    added: &[u16],
    removed: &[u16],
) {
    let mut sums = *to;
    for &index in added {
        add(&mut sums, &rows[index as usize * length..][..BLOCKS]);
    }
    for &index in removed {
        remove(&mut sums, &rows[index as usize * length..][..BLOCKS]);
    }
    *to = sums;
}

#[inline(always)]
pub(super) fn weigh(accumulator: &[WeightBlock], weights: &[WeightBlock]) -> i32 {
    let mut sum = 0i32;
    for (accumulator, weights) in accumulator.iter().zip(weights) {
        // A sum of its own for each block: with one for all, the compiler adds
        // up number by number and takes twice as long.
        let mut part = 0i32;
        for (&number, &weight) in accumulator.0.iter().zip(&weights.0) {
            let clipped = number.clamp(0, FEATURE_ONE);
            // Clipped × weight fits in 16 bits by the network's limits, so the
            // square is made of two narrow products instead of wide ones.
            let once = clipped.wrapping_mul(weight);
            part = part.wrapping_add(i32::from(once) * i32::from(clipped));
        }
        sum = sum.wrapping_add(part);
    }
    sum
}
