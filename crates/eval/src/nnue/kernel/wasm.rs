//! WebAssembly's SIMD128: the plain loops, which the compiler widens by itself,
//! and `weigh` by hand.
//!
//! A module with instructions that its host does not know is refused as a
//! whole, so there is nothing to ask at run time: this file is part of builds
//! with `-C target-feature=+simd128`.

#![allow(unsafe_code)] // vector loads

use core::arch::wasm32::{
    i16x8_max, i16x8_min, i16x8_mul, i16x8_splat, i32x4_add, i32x4_dot_i16x8, i32x4_extract_lane,
    i32x4_splat, v128, v128_load,
};

use super::Arithmetic;
use crate::nnue::format::FEATURE_ONE;
use crate::nnue::network::WeightBlock;

/// What every host of this build can do.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Simd128;

impl Arithmetic for Simd128 {
    #[inline]
    fn weigh(self, accumulator: &[WeightBlock], weights: &[WeightBlock]) -> i32 {
        let (zero, one) = (i16x8_splat(0), i16x8_splat(FEATURE_ONE));
        // Four sums that do not wait for each other.
        let mut sums = [i32x4_splat(0); 4];
        for (numbers, weights) in accumulator.iter().zip(weights) {
            let (numbers, weights) = (load_quarters(numbers), load_quarters(weights));
            for quarter in 0..4 {
                let clipped = i16x8_min(i16x8_max(numbers[quarter], zero), one);
                let once = i16x8_mul(clipped, weights[quarter]);
                sums[quarter] = i32x4_add(sums[quarter], i32x4_dot_i16x8(once, clipped));
            }
        }
        let four = i32x4_add(i32x4_add(sums[0], sums[1]), i32x4_add(sums[2], sums[3]));
        i32x4_extract_lane::<0>(four)
            .wrapping_add(i32x4_extract_lane::<1>(four))
            .wrapping_add(i32x4_extract_lane::<2>(four))
            .wrapping_add(i32x4_extract_lane::<3>(four))
    }
}

#[inline]
fn load_quarters(block: &WeightBlock) -> [v128; 4] {
    let start: *const v128 = block.0.as_ptr().cast();
    // SAFETY: a block is 64 bytes: four vectors of 16.
    unsafe {
        [
            v128_load(start),
            v128_load(start.add(1)),
            v128_load(start.add(2)),
            v128_load(start.add(3)),
        ]
    }
}
