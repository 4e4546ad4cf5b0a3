//! Dice that fall the same way for the same seed.

/// SplitMix64: small, even, and the same on every machine.
#[derive(Clone, Debug)]
pub struct Dice(u64);

impl Dice {
    /// Dice for a seed.
    pub fn new(seed: u64) -> Dice {
        Dice(seed)
    }

    /// Dice for one of many tasks that share a seed: every list of numbers has
    /// its own dice.
    pub fn for_task(numbers: &[u64]) -> Dice {
        Dice(numbers.iter().fold(0, |state, &number| mix(state ^ mix(number))))
    }

    /// Sixty-four random bits.
    pub fn roll(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(STEP);
        scramble(self.0)
    }

    /// A number from 0 to `sides` − 1; 0 if there are no sides.
    pub fn below(&mut self, sides: usize) -> usize {
        // The high half of the product is even over the sides.
        ((u128::from(self.roll()) * sides as u128) >> 64) as usize
    }

    /// A number from 0 up to but not including 1.
    pub fn unit(&mut self) -> f64 {
        (self.roll() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// Puts things into an order in which every order is as likely as the others.
    pub fn shuffle<T>(&mut self, things: &mut [T]) {
        for last in (1..things.len()).rev() {
            things.swap(last, self.below(last + 1));
        }
    }

    /// A number from the normal distribution around 0 with deviation 1.
    pub fn normal(&mut self) -> f64 {
        // Box and Muller; 1 − u is never 0, so the logarithm is finite.
        let radius = (-2.0 * (1.0 - self.unit()).ln()).sqrt();
        radius * (std::f64::consts::TAU * self.unit()).cos()
    }

    /// Where the dice are, to go on from later with [`Dice::new`].
    pub fn state(&self) -> u64 {
        self.0
    }
}

/// The golden ratio in 64 bits.
const STEP: u64 = 0x9e37_79b9_7f4a_7c15;

/// Mixes a number so that every bit depends on every bit.
pub const fn mix(number: u64) -> u64 {
    scramble(number.wrapping_add(STEP))
}

const fn scramble(mut z: u64) -> u64 {
    z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sides_and_moments_are_even() {
        let mut dice = Dice::new(7);
        let mut counts = [0; 6];
        let (mut sum, mut squares) = (0.0, 0.0);
        for _ in 0..60_000 {
            counts[dice.below(6)] += 1;
            let normal = dice.normal();
            sum += normal;
            squares += normal * normal;
        }
        assert!(counts.iter().all(|&count| (9_600..10_400).contains(&count)), "{counts:?}");
        assert!((sum / 60_000.0).abs() < 0.02, "{sum}");
        assert!((squares / 60_000.0 - 1.0).abs() < 0.03, "{squares}");
        assert_eq!(dice.below(0), 0);
    }

    #[test]
    fn tasks_have_their_own_dice() {
        let first = |numbers: &[u64]| Dice::for_task(numbers).roll();
        assert_eq!(first(&[1, 2, 3]), first(&[1, 2, 3]));
        assert_ne!(first(&[1, 2, 3]), first(&[1, 3, 2]));
        assert_ne!(first(&[1, 2]), first(&[1, 2, 0]));
    }
}
