//! NEON: `weigh` by hand. The rest are the plain loops, which the compiler widens
//! by itself: every usual build for ARM of 64 bits has NEON.

#![allow(unsafe_code)] // calls of code for CPUs that have been asked, and vector loads

use core::arch::aarch64::{
    int16x8_t, vaddq_s32, vaddvq_s32, vdupq_n_s16, vdupq_n_s32, vget_low_s16, vld1q_s16, vmaxq_s16,
    vminq_s16, vmlal_high_s16, vmlal_s16, vmulq_s16,
};

use super::Arithmetic;
use crate::nnue::format::FEATURE_ONE;
use crate::nnue::network::WeightBlock;

/// Proof that this CPU has NEON: [`Neon::detect`] is the only way to get one.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Neon(());

impl Neon {
    pub(super) fn detect() -> Option<Neon> {
        std::arch::is_aarch64_feature_detected!("neon").then_some(Neon(()))
    }
}

impl Arithmetic for Neon {
    #[inline]
    fn weigh(self, accumulator: &[WeightBlock], weights: &[WeightBlock]) -> i32 {
        // SAFETY: `self` is proof of NEON.
        unsafe { weigh(accumulator, weights) }
    }
}

#[target_feature(enable = "neon")]
fn weigh(accumulator: &[WeightBlock], weights: &[WeightBlock]) -> i32 {
    let (zero, one) = (vdupq_n_s16(0), vdupq_n_s16(FEATURE_ONE));
    // Four sums that do not wait for each other.
    let mut sums = [vdupq_n_s32(0); 4];
    for (numbers, weights) in accumulator.iter().zip(weights) {
        let (numbers, weights) = (load_quarters(numbers), load_quarters(weights));
        for quarter in 0..4 {
            let clipped = vminq_s16(vmaxq_s16(numbers[quarter], zero), one);
            let once = vmulq_s16(clipped, weights[quarter]);
            let sum = &mut sums[quarter];
            *sum = vmlal_s16(*sum, vget_low_s16(once), vget_low_s16(clipped));
            *sum = vmlal_high_s16(*sum, once, clipped);
        }
    }
    vaddvq_s32(vaddq_s32(vaddq_s32(sums[0], sums[1]), vaddq_s32(sums[2], sums[3])))
}

#[target_feature(enable = "neon")]
#[inline]
fn load_quarters(block: &WeightBlock) -> [int16x8_t; 4] {
    let start: *const i16 = block.0.as_ptr();
    // SAFETY: a block is 32 numbers: four vectors of eight.
    unsafe {
        [
            vld1q_s16(start),
            vld1q_s16(start.add(8)),
            vld1q_s16(start.add(16)),
            vld1q_s16(start.add(24)),
        ]
    }
}
