//! The arithmetic on accumulators, in several widths.
//!
//! A [`Backend`] says which. All backends give the same answers, bit for bit.
//!
//! | backend | where | how |
//! |---|---|---|
//! | `scalar` | everywhere | one number at a time, the formula as it is: the reference |
//! | `portable` | everywhere | plain loops that the compiler widens to what the build's target has |
//! | `avx2` `avx512` `avx512vnni` | x86-64 CPUs that have it | the same loops compiled for it, `weigh` by hand |
//! | `neon` | ARM CPUs of 64 bits | the same |
//! | `simd128` | WebAssembly built with it | the same |
//!
//! By hand only what the compiler does worse: `weigh` takes, for 512 numbers on
//! a Zen 4 core, 15 ns by hand and 25 compiled for AVX2, 11 by hand (with VNNI)
//! and 17 compiled for AVX-512; `update` takes the same either way.

#[cfg(target_arch = "aarch64")]
mod arm;
mod portable;
mod scalar;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod wasm;
#[cfg(target_arch = "x86_64")]
mod x86;

use std::fmt;

use super::network::WeightBlock;

/// What an accumulator is made of: another one, and the rows by which they differ,
/// `A` that come and `R` that go.
#[derive(Clone, Copy)]
pub(super) struct Rows<'a, const A: usize, const R: usize> {
    pub(super) from: &'a [WeightBlock],
    pub(super) added: [&'a [WeightBlock]; A],
    pub(super) removed: [&'a [WeightBlock]; R],
}

/// What can be done to accumulators. All slices of a call have one length. What a
/// way does not say itself, it does by the plain loops.
trait Arithmetic: Sized {
    /// Makes `to` of the rows.
    #[inline]
    fn update<const A: usize, const R: usize>(self, to: &mut [WeightBlock], rows: Rows<'_, A, R>) {
        portable::update(to, rows);
    }

    /// Adds a row in place.
    #[inline]
    fn add(self, to: &mut [WeightBlock], row: &[WeightBlock]) {
        portable::add(to, row);
    }

    /// Removes a row in place.
    #[inline]
    fn remove(self, to: &mut [WeightBlock], row: &[WeightBlock]) {
        portable::remove(to, row);
    }

    /// Adds and removes any number of rows in place. `rows` is one row after the
    /// other, each as long as `to`, and the lists have their numbers.
    #[inline]
    fn apply(self, to: &mut [WeightBlock], rows: &[WeightBlock], added: &[u16], removed: &[u16]) {
        portable::apply(to, rows, added, removed);
    }

    /// Clips each number to 0 to 255, squares it, and weighs it.
    #[inline]
    fn weigh(self, accumulator: &[WeightBlock], weights: &[WeightBlock]) -> i32 {
        portable::weigh(accumulator, weights)
    }
}

/// A way to do the arithmetic that this CPU is capable of.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Backend(Kind);

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Scalar(scalar::Scalar),
    Portable(portable::Portable),
    #[cfg(target_arch = "x86_64")]
    Avx2(x86::Avx2),
    #[cfg(target_arch = "x86_64")]
    Avx512(x86::Avx512),
    #[cfg(target_arch = "aarch64")]
    Neon(arm::Neon),
    #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
    Simd128(wasm::Simd128),
}

/// Does the same with whichever kind it is. The CPU foresees the branch, as it
/// always goes the same way.
macro_rules! with {
    ($kind:expr, $way:ident => $work:expr) => {
        match $kind {
            Kind::Scalar($way) => $work,
            Kind::Portable($way) => $work,
            #[cfg(target_arch = "x86_64")]
            Kind::Avx2($way) => $work,
            #[cfg(target_arch = "x86_64")]
            Kind::Avx512($way) => $work,
            #[cfg(target_arch = "aarch64")]
            Kind::Neon($way) => $work,
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            Kind::Simd128($way) => $work,
        }
    };
}

impl Backend {
    /// The reference: one number at a time.
    pub const SCALAR: Backend = Backend(Kind::Scalar(scalar::Scalar));

    /// All backends that this CPU is capable of, the slowest first.
    pub fn available() -> Vec<Backend> {
        let mut kinds = vec![Kind::Scalar(scalar::Scalar), Kind::Portable(portable::Portable)];
        #[cfg(target_arch = "x86_64")]
        {
            kinds.extend(x86::Avx2::detect().map(Kind::Avx2));
            kinds.extend(x86::Avx512::detect().map(Kind::Avx512));
            kinds.extend(x86::Avx512::detect_vnni().map(Kind::Avx512));
        }
        #[cfg(target_arch = "aarch64")]
        kinds.extend(arm::Neon::detect().map(Kind::Neon));
        #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
        kinds.push(Kind::Simd128(wasm::Simd128));
        kinds.drain(..).map(Backend).collect()
    }

    /// The fastest of them.
    pub fn best() -> Backend {
        Backend::available().pop().unwrap_or(Backend::SCALAR)
    }

    /// Its name, as in the table above.
    pub const fn name(self) -> &'static str {
        match self.0 {
            Kind::Scalar(_) => "scalar",
            Kind::Portable(_) => "portable",
            #[cfg(target_arch = "x86_64")]
            Kind::Avx2(_) => "avx2",
            #[cfg(target_arch = "x86_64")]
            Kind::Avx512(way) => way.name(),
            #[cfg(target_arch = "aarch64")]
            Kind::Neon(_) => "neon",
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            Kind::Simd128(_) => "simd128",
        }
    }

    /// See [`Arithmetic::update`].
    #[inline]
    pub(super) fn update<const A: usize, const R: usize>(
        self,
        to: &mut [WeightBlock],
        rows: Rows<'_, A, R>,
    ) {
        with!(self.0, way => way.update(to, rows));
    }

    /// See [`Arithmetic::add`].
    #[inline]
    pub(super) fn add(self, to: &mut [WeightBlock], row: &[WeightBlock]) {
        with!(self.0, way => way.add(to, row));
    }

    /// See [`Arithmetic::remove`].
    #[inline]
    pub(super) fn remove(self, to: &mut [WeightBlock], row: &[WeightBlock]) {
        with!(self.0, way => way.remove(to, row));
    }

    /// See [`Arithmetic::apply`].
    #[inline]
    pub(super) fn apply(
        self,
        to: &mut [WeightBlock],
        rows: &[WeightBlock],
        added: &[u16],
        removed: &[u16],
    ) {
        with!(self.0, way => way.apply(to, rows, added, removed));
    }

    /// See [`Arithmetic::weigh`].
    #[inline]
    pub(super) fn weigh(self, accumulator: &[WeightBlock], weights: &[WeightBlock]) -> i32 {
        with!(self.0, way => way.weigh(accumulator, weights))
    }
}

/// Its name.
impl fmt::Debug for Backend {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nnue::format::BLOCK;

    /// Numbers that go to both ends of `limit`.
    fn blocks(count: usize, limit: i16, seed: &mut u32) -> Vec<WeightBlock> {
        let mut number = || {
            *seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            match *seed >> 28 {
                0 => limit,
                1 => -limit,
                _ => (*seed >> 8) as i16 % limit,
            }
        };
        (0..count).map(|_| WeightBlock(std::array::from_fn(|_| number()))).collect()
    }

    #[test]
    fn all_paths_agree_with_the_scalar_one() {
        let mut seed = 1;
        for round in 0..200 {
            let count = 1 + round % 32;
            let from = blocks(count, 700, &mut seed);
            let rows: Vec<Vec<WeightBlock>> =
                (0..4).map(|_| blocks(count, 900, &mut seed)).collect();
            let [a, b, c, d] = [&rows[0][..], &rows[1], &rows[2], &rows[3]];
            let weights = blocks(count, if count > 8 { 30 } else { 128 }, &mut seed);
            let work = |backend: Backend| {
                let mut results = vec![vec![WeightBlock::ZERO; count]; 4];
                backend.update(&mut results[0], Rows { from: &from, added: [a], removed: [b] });
                backend.update(&mut results[1], Rows { from: &from, added: [a], removed: [b, c] });
                backend
                    .update(&mut results[2], Rows { from: &from, added: [a, d], removed: [b, c] });
                results[3].copy_from_slice(&from);
                backend.apply(&mut results[3], &rows.concat(), &[3, 0, 3], &[2, 1]);
                let mut in_place = from.clone();
                backend.add(&mut in_place, a);
                backend.remove(&mut in_place, b);
                assert_eq!(in_place, results[0]);
                let sums: Vec<i32> =
                    results.iter().map(|sum| backend.weigh(sum, &weights)).collect();
                (results, sums)
            };
            let reference = work(Backend::SCALAR);
            for backend in Backend::available() {
                assert_eq!(work(backend), reference, "{backend:?}, {} numbers", count * BLOCK);
            }
        }
    }

    #[test]
    fn the_clipped_square_is_weighed() {
        for backend in Backend::available() {
            let mut accumulator = [WeightBlock::ZERO; 1];
            let mut weights = [WeightBlock::ZERO; 1];
            accumulator[0].0[..5].copy_from_slice(&[-3, 2, 255, 256, 3000]);
            weights[0].0[..5].copy_from_slice(&[100, 5, -128, 128, 1]);
            assert_eq!(backend.weigh(&accumulator, &weights), 4 * 5 + 255 * 255, "{backend:?}");
        }
    }

    #[test]
    fn every_path_has_a_name_of_its_own() {
        let names: Vec<&str> = Backend::available().into_iter().map(Backend::name).collect();
        assert_eq!(names[0], "scalar");
        // Where the build or every CPU has it, it is used.
        if cfg!(target_arch = "aarch64") {
            assert_eq!(Backend::best().name(), "neon");
        }
        if cfg!(all(target_arch = "wasm32", target_feature = "simd128")) {
            assert_eq!(Backend::best().name(), "simd128");
        }
        assert!(names.iter().enumerate().all(|(at, name)| !names[..at].contains(name)));
    }
}
