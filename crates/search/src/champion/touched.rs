//! Which parts of a table were written, so that clearing it costs no more than
//! what was used of it.
//!
//! A game of a few nodes a move writes to a hundredth of the tables. Data
//! generation clears them for each game and each opening it tries: clearing all
//! four megabytes took longer than the searches in between.

/// Numbers in a part: a cache line of them.
const PART: usize = 32;

/// Marks for the parts of a table of 16-bit numbers.
pub(super) struct Touched {
    words: Box<[u64]>,
}

impl Touched {
    /// Marks for a table of so many numbers, none of which was written.
    pub(super) fn new(numbers: usize) -> Touched {
        Touched { words: vec![0; numbers.div_ceil(64 * PART)].into_boxed_slice() }
    }

    /// A number is about to be written.
    #[inline]
    pub(super) fn mark(&mut self, number: usize) {
        let part = number / PART;
        self.words[part / 64] |= 1 << (part % 64);
    }

    /// Whether a number may have been written. If not, it is zero.
    #[inline]
    pub(super) fn is_marked(&self, number: usize) -> bool {
        let part = number / PART;
        self.words[part / 64] >> (part % 64) & 1 != 0
    }

    /// Sets the parts of `table` that were written to zero and forgets the marks.
    pub(super) fn clear(&mut self, table: &mut [i16]) {
        for (index, word) in self.words.iter_mut().enumerate() {
            while *word != 0 {
                let first = (index * 64 + word.trailing_zeros() as usize) * PART;
                let last = (first + PART).min(table.len());
                table[first..last].fill(0);
                *word &= *word - 1;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_marked_is_zero_again() {
        for size in [1, PART - 1, 64 * PART, 64 * PART + 5, 5_000] {
            let mut touched = Touched::new(size);
            let mut table = vec![0; size];
            for round in 1..=3 {
                for index in (0..size).step_by(7 * round).chain([size - 1]) {
                    touched.mark(index);
                    table[index] = 9;
                    assert!(touched.is_marked(index));
                }
                touched.clear(&mut table);
                assert!(table.iter().all(|&number| number == 0), "{size}");
                assert!((0..size).all(|index| !touched.is_marked(index)), "{size}");
            }
            // What was not marked is not looked at.
            table[0] = 1;
            touched.clear(&mut table);
            assert_eq!(table[0], 1);
        }
    }
}
