//! Dice that fall the same way for the same seed.

/// SplitMix64: small, even, and good enough to pick moves and openings.
#[derive(Clone, Debug)]
pub struct Dice(u64);

impl Dice {
    /// Dice that fall by `seed`.
    pub fn new(seed: u64) -> Dice {
        Dice(seed)
    }

    /// The next 64 bits.
    pub fn roll(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    /// A number from 0 to `sides` − 1; 0 if there are no sides.
    pub fn below(&mut self, sides: usize) -> usize {
        // The high half of the product is even over the sides.
        ((u128::from(self.roll()) * sides as u128) >> 64) as usize
    }

    /// A number from 0 to just below 1.
    pub fn fraction(&mut self) -> f64 {
        // As many bits as a float holds exactly.
        (self.roll() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// Puts things into an order in which every order is as likely as the others.
    pub fn shuffle<T>(&mut self, things: &mut [T]) {
        for last in (1..things.len()).rev() {
            things.swap(last, self.below(last + 1));
        }
    }
}
