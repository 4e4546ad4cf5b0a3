//! Dice that fall the same way for the same seed.

/// SplitMix64: small, even, and good enough to pick moves.
#[derive(Clone, Debug)]
pub(crate) struct Dice(u64);

impl Dice {
    pub(crate) fn new(seed: u64) -> Dice {
        Dice(seed)
    }

    pub(crate) fn roll(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    /// A number from 0 to `sides` − 1; 0 if there are no sides.
    pub(crate) fn below(&mut self, sides: usize) -> usize {
        // The high half of the product is even over the sides.
        ((u128::from(self.roll()) * sides as u128) >> 64) as usize
    }
}
