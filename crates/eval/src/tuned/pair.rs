//! Two numbers in one: what something is worth in the middle game and in the
//! endgame.

use std::fmt;
use std::ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign};

use crate::weights::{Visit, Visitor};

/// A middle-game number (`mg`) and an endgame number (`eg`) that are added and
/// multiplied together.
///
/// Both lie in one machine word, so that a term costs one addition. Halves of
/// 32 bits, where 16 are customary: a tuner may try the largest weights there
/// are, and nothing overflows.
///
/// ```
/// use plywise_eval::Pair;
///
/// let sum = Pair::new(10, -3) * 2 + Pair::new(-1, 1);
/// assert_eq!((sum.mg(), sum.eg()), (19, -5));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub struct Pair(i64);

impl Pair {
    /// Nothing, in any phase.
    pub const ZERO: Pair = Pair(0);

    /// The pair of both numbers.
    #[inline]
    pub const fn new(mg: i32, eg: i32) -> Pair {
        // A negative low half borrows from the high one; `eg` gives it back.
        Pair(((eg as i64) << 32) + mg as i64)
    }

    /// What it is in the middle game.
    #[inline]
    pub const fn mg(self) -> i32 {
        self.0 as i32
    }

    /// What it is in the endgame.
    #[inline]
    pub const fn eg(self) -> i32 {
        ((self.0 + (1 << 31)) >> 32) as i32
    }
}

impl Add for Pair {
    type Output = Pair;
    #[inline]
    fn add(self, other: Pair) -> Pair {
        Pair(self.0 + other.0)
    }
}

impl Sub for Pair {
    type Output = Pair;
    #[inline]
    fn sub(self, other: Pair) -> Pair {
        Pair(self.0 - other.0)
    }
}

impl Neg for Pair {
    type Output = Pair;
    #[inline]
    fn neg(self) -> Pair {
        Pair(-self.0)
    }
}

impl Mul<i32> for Pair {
    type Output = Pair;
    #[inline]
    fn mul(self, count: i32) -> Pair {
        Pair(self.0 * count as i64)
    }
}

impl AddAssign for Pair {
    #[inline]
    fn add_assign(&mut self, other: Pair) {
        self.0 += other.0;
    }
}

impl SubAssign for Pair {
    #[inline]
    fn sub_assign(&mut self, other: Pair) {
        self.0 -= other.0;
    }
}

impl fmt::Debug for Pair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({}, {})", self.mg(), self.eg())
    }
}

/// Shows `name.mg` and `name.eg`.
impl Visit for Pair {
    fn visit(&mut self, name: &str, meaning: &'static str, visitor: &mut Visitor<'_>) {
        let (mut mg, mut eg) = (self.mg(), self.eg());
        visitor(format!("{name}.mg"), meaning, &mut mg);
        visitor(format!("{name}.eg"), meaning, &mut eg);
        *self = Pair::new(mg, eg);
    }
}

/// Shows `name.0`, `name.1` and so on.
impl<V: Visit, const N: usize> Visit for [V; N] {
    fn visit(&mut self, name: &str, meaning: &'static str, visitor: &mut Visitor<'_>) {
        for (index, element) in self.iter_mut().enumerate() {
            element.visit(&format!("{name}.{index}"), meaning, visitor);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves_do_not_disturb_each_other() {
        let numbers = [0, 1, -1, 99, -32_768, 65_536, 5_000_000, -5_000_000];
        for mg in numbers {
            for eg in numbers {
                let pair = Pair::new(mg, eg);
                assert_eq!((pair.mg(), pair.eg()), (mg, eg));
                assert_eq!(pair + Pair::new(7, -9) - Pair::new(7, -9), pair);
                assert_eq!(pair * -3, Pair::new(-3 * mg, -3 * eg));
                assert_eq!(-pair, Pair::new(-mg, -eg));
            }
        }
    }
}
