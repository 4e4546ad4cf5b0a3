//! The plain loops compiled for AVX2 and AVX-512, and `weigh` by hand.

#![allow(unsafe_code)] // calls of code for CPUs that have been asked, and vector loads

use core::arch::x86_64::{
    __m256i, __m512i, _mm_add_epi32, _mm_cvtsi128_si32, _mm_shuffle_epi32, _mm256_add_epi32,
    _mm256_castsi256_si128, _mm256_extracti128_si256, _mm256_load_si256, _mm256_madd_epi16,
    _mm256_max_epi16, _mm256_min_epi16, _mm256_mullo_epi16, _mm256_set1_epi16,
    _mm256_setzero_si256, _mm512_add_epi32, _mm512_dpwssd_epi32, _mm512_load_si512,
    _mm512_madd_epi16, _mm512_max_epi16, _mm512_min_epi16, _mm512_mullo_epi16,
    _mm512_reduce_add_epi32, _mm512_set1_epi16, _mm512_setzero_si512,
};

use super::{Arithmetic, Rows, portable};
use crate::nnue::format::FEATURE_ONE;
use crate::nnue::network::WeightBlock;

/// Proof that this CPU has AVX2: [`Avx2::detect`] is the only way to get one.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Avx2(());

/// Proof that this CPU has AVX-512 (F and BW), and VNNI if it says so.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Avx512 {
    vnni: bool,
}

impl Avx2 {
    pub(super) fn detect() -> Option<Avx2> {
        is_x86_feature_detected!("avx2").then_some(Avx2(()))
    }
}

impl Avx512 {
    pub(super) fn detect() -> Option<Avx512> {
        let seen = is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512bw");
        seen.then_some(Avx512 { vnni: false })
    }

    pub(super) fn detect_vnni() -> Option<Avx512> {
        let seen = Avx512::detect().is_some() && is_x86_feature_detected!("avx512vnni");
        seen.then_some(Avx512 { vnni: true })
    }

    pub(super) const fn name(self) -> &'static str {
        if self.vnni { "avx512vnni" } else { "avx512" }
    }
}

/// The plain loops, compiled for some of the CPU's instructions.
macro_rules! compiled_loops {
    ($module:ident, $instructions:literal) => {
        mod $module {
            use super::{Rows, WeightBlock, portable};

            #[target_feature(enable = $instructions)]
            pub(super) fn update<const A: usize, const R: usize>(
                to: &mut [WeightBlock],
                rows: Rows<'_, A, R>,
            ) {
                portable::update(to, rows);
            }

            #[target_feature(enable = $instructions)]
            pub(super) fn add(to: &mut [WeightBlock], row: &[WeightBlock]) {
                portable::add(to, row);
            }

            #[target_feature(enable = $instructions)]
            pub(super) fn remove(to: &mut [WeightBlock], row: &[WeightBlock]) {
                portable::remove(to, row);
            }

            #[target_feature(enable = $instructions)]
            pub(super) fn apply(
                to: &mut [WeightBlock],
                rows: &[WeightBlock],
                added: &[u16],
                removed: &[u16],
            ) {
                portable::apply(to, rows, added, removed);
            }
        }
    };
}

compiled_loops!(avx2, "avx2");
compiled_loops!(avx512, "avx512f,avx512bw");

/// The methods of [`Arithmetic`] that are such loops.
macro_rules! by_compiled_loops {
    ($module:ident) => {
        #[inline]
        fn update<const A: usize, const R: usize>(
            self,
            to: &mut [WeightBlock],
            rows: Rows<'_, A, R>,
        ) {
            // SAFETY: `self` is proof of the module's instructions.
            unsafe { $module::update(to, rows) }
        }

        #[inline]
        fn add(self, to: &mut [WeightBlock], row: &[WeightBlock]) {
            // SAFETY: `self` is proof of the module's instructions.
            unsafe { $module::add(to, row) }
        }

        #[inline]
        fn remove(self, to: &mut [WeightBlock], row: &[WeightBlock]) {
            // SAFETY: `self` is proof of the module's instructions.
            unsafe { $module::remove(to, row) }
        }

        #[inline]
        fn apply(
            self,
            to: &mut [WeightBlock],
            rows: &[WeightBlock],
            added: &[u16],
            removed: &[u16],
        ) {
            // SAFETY: `self` is proof of the module's instructions.
            unsafe { $module::apply(to, rows, added, removed) }
        }
    };
}

impl Arithmetic for Avx2 {
    by_compiled_loops!(avx2);

    #[inline]
    fn weigh(self, accumulator: &[WeightBlock], weights: &[WeightBlock]) -> i32 {
        // SAFETY: `self` is proof of AVX2.
        unsafe { weigh_avx2(accumulator, weights) }
    }
}

impl Arithmetic for Avx512 {
    by_compiled_loops!(avx512);

    #[inline]
    fn weigh(self, accumulator: &[WeightBlock], weights: &[WeightBlock]) -> i32 {
        if self.vnni {
            // SAFETY: `self` is proof of AVX-512, and of VNNI as it says so.
            unsafe { weigh_vnni(accumulator, weights) }
        } else {
            // SAFETY: `self` is proof of AVX-512.
            unsafe { weigh_avx512(accumulator, weights) }
        }
    }
}

#[target_feature(enable = "avx2")]
fn weigh_avx2(accumulator: &[WeightBlock], weights: &[WeightBlock]) -> i32 {
    let zero = _mm256_setzero_si256();
    let one = _mm256_set1_epi16(FEATURE_ONE);
    // Two sums that do not wait for each other.
    let mut sums = [zero; 2];
    for (numbers, weights) in accumulator.iter().zip(weights) {
        let (numbers, weights) = (load_halves(numbers), load_halves(weights));
        for half in 0..2 {
            let clipped = _mm256_min_epi16(_mm256_max_epi16(numbers[half], zero), one);
            let once = _mm256_mullo_epi16(clipped, weights[half]);
            sums[half] = _mm256_add_epi32(sums[half], _mm256_madd_epi16(once, clipped));
        }
    }
    let eight = _mm256_add_epi32(sums[0], sums[1]);
    let (low, high) = (_mm256_castsi256_si128(eight), _mm256_extracti128_si256::<1>(eight));
    let four = _mm_add_epi32(low, high);
    let two = _mm_add_epi32(four, _mm_shuffle_epi32::<0b_11_10_11_10>(four));
    _mm_cvtsi128_si32(_mm_add_epi32(two, _mm_shuffle_epi32::<0b_01_01_01_01>(two)))
}

#[target_feature(enable = "avx2")]
#[inline]
fn load_halves(block: &WeightBlock) -> [__m256i; 2] {
    let start: *const __m256i = (&raw const *block).cast();
    // SAFETY: a block is 64 bytes aligned to 64: two vectors of 32.
    unsafe { [_mm256_load_si256(start), _mm256_load_si256(start.add(1))] }
}

#[target_feature(enable = "avx512f,avx512bw")]
fn weigh_avx512(accumulator: &[WeightBlock], weights: &[WeightBlock]) -> i32 {
    let mut sum = _mm512_setzero_si512();
    for (numbers, weights) in accumulator.iter().zip(weights) {
        let clipped = clip(load(numbers));
        let once = _mm512_mullo_epi16(clipped, load(weights));
        sum = _mm512_add_epi32(sum, _mm512_madd_epi16(once, clipped));
    }
    _mm512_reduce_add_epi32(sum)
}

/// VNNI multiplies and adds up in one instruction.
#[target_feature(enable = "avx512f,avx512bw,avx512vnni")]
fn weigh_vnni(accumulator: &[WeightBlock], weights: &[WeightBlock]) -> i32 {
    // Two sums, as each step waits several cycles for the one before.
    let mut sums = [_mm512_setzero_si512(); 2];
    let (pairs, last) = accumulator.as_chunks::<2>();
    let (pair_weights, last_weights) = weights.as_chunks::<2>();
    for (pair, weights) in pairs.iter().zip(pair_weights) {
        for half in 0..2 {
            let clipped = clip(load(&pair[half]));
            let once = _mm512_mullo_epi16(clipped, load(&weights[half]));
            sums[half] = _mm512_dpwssd_epi32(sums[half], once, clipped);
        }
    }
    for (numbers, weights) in last.iter().zip(last_weights) {
        let clipped = clip(load(numbers));
        let once = _mm512_mullo_epi16(clipped, load(weights));
        sums[0] = _mm512_dpwssd_epi32(sums[0], once, clipped);
    }
    _mm512_reduce_add_epi32(_mm512_add_epi32(sums[0], sums[1]))
}

#[target_feature(enable = "avx512f,avx512bw")]
#[inline]
fn clip(numbers: __m512i) -> __m512i {
    let positive = _mm512_max_epi16(numbers, _mm512_setzero_si512());
    _mm512_min_epi16(positive, _mm512_set1_epi16(FEATURE_ONE))
}

#[target_feature(enable = "avx512f")]
#[inline]
fn load(block: &WeightBlock) -> __m512i {
    // SAFETY: a block is 64 bytes aligned to 64: the vector itself.
    unsafe { _mm512_load_si512((&raw const *block).cast()) }
}
