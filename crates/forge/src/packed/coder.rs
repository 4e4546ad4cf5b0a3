//! Arithmetic coding: likely bits take little room.
//!
//! Written bits and read bits go through one trait, [`Coder`], so the format is
//! stated once: what is said to an [`Encoder`] is what a [`Decoder`] answers.

/// How likely a one is at some place of the format, learnt from the bits that
/// stood there before.
///
/// Two estimates, one that learns fast and one that learns exactly; what is
/// used is their mean.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bit {
    fast: u16,
    slow: u16,
}

const FAST: u32 = 4;
const SLOW: u32 = 7;

impl Bit {
    pub(crate) const NEW: Bit = Bit { fast: 1 << 15, slow: 1 << 15 };

    /// The chance of a one in 65,536ths, never 0 and never all.
    #[inline]
    fn chance(self) -> u32 {
        ((u32::from(self.fast) + u32::from(self.slow)) >> 1).clamp(32, 65_536 - 32)
    }

    #[inline]
    fn learn(&mut self, bit: bool) {
        let towards = |estimate: u16, rate: u32| {
            if bit {
                estimate + ((u16::MAX - estimate) >> rate)
            } else {
                estimate - (estimate >> rate)
            }
        };
        self.fast = towards(self.fast, FAST);
        self.slow = towards(self.slow, SLOW);
    }
}

/// Something that bits go through.
pub(crate) trait Coder {
    /// Writes `bit`, or ignores it and reads one; returns the bit either way.
    fn bit(&mut self, model: &mut Bit, bit: bool) -> bool;

    /// The same for the low `count` bits of a number that follow no pattern.
    fn plain(&mut self, count: u32, number: u32) -> u32;

    /// The low `count` bits of a number, the highest first, with a model for
    /// every prefix: `models` has 2^`count` of them.
    #[inline]
    fn tree(&mut self, models: &mut [Bit], count: u32, number: u32) -> u32 {
        let mut prefix = 1;
        for place in (0..count).rev() {
            let bit = self.bit(&mut models[prefix], number >> place & 1 == 1);
            prefix = prefix << 1 | usize::from(bit);
        }
        prefix as u32 - (1 << count)
    }
}

/// Writes bits into a buffer.
#[derive(Default)]
pub(crate) struct Encoder {
    bytes: Vec<u8>,
    low: u32,
    /// The complement of the interval's upper end, so that zero is the start.
    above: u32,
}

/// Where the interval from `low` to `high` is divided: ones are below.
#[inline]
fn middle(low: u32, high: u32, chance: u32) -> u32 {
    low + ((u64::from(high - low) * u64::from(chance)) >> 16) as u32
}

/// The chance that says nothing.
const EVEN: u32 = 1 << 15;

impl Encoder {
    /// How many bytes are written so far.
    pub(crate) fn len(&self) -> usize {
        self.bytes.len()
    }

    /// The bytes written.
    pub(crate) fn finish(mut self) -> Vec<u8> {
        // Any number of the interval will do. One with four whole bytes is
        // never mistaken, whatever follows.
        self.bytes.extend(self.low.to_be_bytes());
        self.bytes
    }

    #[inline]
    fn narrow(&mut self, chance: u32, bit: bool) {
        let mut high = !self.above;
        let middle = middle(self.low, high, chance);
        if bit {
            high = middle;
        } else {
            self.low = middle + 1;
        }
        while (self.low ^ high) >> 24 == 0 {
            self.bytes.push((high >> 24) as u8);
            self.low <<= 8;
            high = high << 8 | 255;
        }
        self.above = !high;
    }
}

impl Coder for Encoder {
    #[inline]
    fn bit(&mut self, model: &mut Bit, bit: bool) -> bool {
        self.narrow(model.chance(), bit);
        model.learn(bit);
        bit
    }

    #[inline]
    fn plain(&mut self, count: u32, number: u32) -> u32 {
        for place in (0..count).rev() {
            self.narrow(EVEN, number >> place & 1 == 1);
        }
        number
    }
}

/// Reads the bits that an [`Encoder`] wrote.
pub(crate) struct Decoder<'a> {
    bytes: std::slice::Iter<'a, u8>,
    low: u32,
    high: u32,
    code: u32,
    missing: u32,
}

impl<'a> Decoder<'a> {
    pub(crate) fn new(bytes: &'a [u8]) -> Decoder<'a> {
        let mut decoder =
            Decoder { bytes: bytes.iter(), low: 0, high: u32::MAX, code: 0, missing: 0 };
        for _ in 0..4 {
            decoder.shift();
        }
        decoder
    }

    /// Whether more was read than there is: what came last is made up.
    pub(crate) fn is_exhausted(&self) -> bool {
        self.missing > 0
    }

    /// Whether all bytes were read.
    pub(crate) fn is_at_end(&self) -> bool {
        self.bytes.len() == 0
    }

    #[inline]
    fn shift(&mut self) {
        let byte = self.bytes.next().copied().unwrap_or_else(|| {
            self.missing = self.missing.saturating_add(1);
            0
        });
        self.code = self.code << 8 | u32::from(byte);
    }

    #[inline]
    fn narrow(&mut self, chance: u32) -> bool {
        let middle = middle(self.low, self.high, chance);
        let bit = self.code <= middle;
        if bit {
            self.high = middle;
        } else {
            self.low = middle + 1;
        }
        while (self.low ^ self.high) >> 24 == 0 {
            self.low <<= 8;
            self.high = self.high << 8 | 255;
            self.shift();
        }
        bit
    }
}

impl Coder for Decoder<'_> {
    #[inline]
    fn bit(&mut self, model: &mut Bit, _: bool) -> bool {
        let bit = self.narrow(model.chance());
        model.learn(bit);
        bit
    }

    #[inline]
    fn plain(&mut self, count: u32, _: u32) -> u32 {
        (0..count).fold(0, |number, _| number << 1 | u32::from(self.narrow(EVEN)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Dice;

    #[test]
    fn what_is_written_is_read() {
        for share in [0, 1, 50, 99, 100] {
            let mut dice = Dice::new(share);
            let bits: Vec<bool> = (0..20_000).map(|_| (dice.below(100) as u64) < share).collect();
            let numbers: Vec<u32> = (0..1000).map(|_| dice.below(1 << 13) as u32).collect();
            let mut encoder = Encoder::default();
            let mut model = Bit::NEW;
            let mut models = [Bit::NEW; 64];
            for &bit in &bits {
                encoder.bit(&mut model, bit);
            }
            for &number in &numbers {
                encoder.plain(13, number);
                encoder.tree(&mut models, 6, number & 63);
            }
            let bytes = encoder.finish();
            let mut decoder = Decoder::new(&bytes);
            let (mut model, mut models) = (Bit::NEW, [Bit::NEW; 64]);
            for &bit in &bits {
                assert_eq!(decoder.bit(&mut model, false), bit);
            }
            for &number in &numbers {
                assert_eq!(decoder.plain(13, 0), number);
                assert_eq!(decoder.tree(&mut models, 6, 0), number & 63);
            }
            assert!(decoder.is_at_end() && !decoder.is_exhausted());
        }
    }

    #[test]
    fn likely_bits_take_little_room() {
        let mut encoder = Encoder::default();
        let mut model = Bit::NEW;
        for _ in 0..100_000 {
            encoder.bit(&mut model, true);
        }
        assert!(encoder.finish().len() < 120);
    }

    #[test]
    fn reading_beyond_the_end_is_noticed() {
        let mut decoder = Decoder::new(&[1, 2, 3, 4, 5]);
        assert!(!decoder.is_exhausted());
        decoder.plain(32, 0);
        decoder.plain(32, 0);
        assert!(decoder.is_exhausted());
    }
}
