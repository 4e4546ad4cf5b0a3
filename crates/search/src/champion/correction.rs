//! What was learnt about the evaluation: by how much searches came out better
//! or worse than it said, in positions with the same pawns, the same pieces,
//! or after the same moves.

use chess::Position;

use super::history::{NO_MOVE, PIECE_SQUARES};
use super::params;
use super::prefetch::prefetch;
use super::touched::Touched;

/// Positions told apart by one part of them.
const SLOTS: usize = 16_384;
/// The bound of every number in the tables.
const LIMIT: i32 = 1_024;
/// Up to so many lessons most numbers are still zero, and the marks of what was
/// written are asked first: they lie in the nearest cache, the tables do not. Small
/// searches, as in data generation, never learn more.
const FEW: u32 = 2_000;
/// Weights are in this part of a centipawn.
const SCALE: i32 = 4_096;

/// Numbers for one part of a position, by side to move.
struct Part {
    numbers: Box<[[i16; 2]]>,
    touched: Touched,
}

impl Part {
    fn new() -> Part {
        let numbers = vec![[0; 2]; SLOTS].into_boxed_slice();
        Part { numbers, touched: Touched::new(2 * SLOTS) }
    }

    fn clear(&mut self) {
        self.touched.clear(self.numbers.as_flattened_mut());
    }

    #[inline]
    fn read<const FEW: bool>(&self, key: u64, us: usize) -> i32 {
        let slot = slot(key);
        if FEW && !self.touched.is_marked(2 * slot) {
            return 0;
        }
        i32::from(self.numbers[slot][us])
    }

    #[inline]
    fn prefetch(&self, key: u64) {
        prefetch(&self.numbers[slot(key)]);
    }

    #[inline]
    fn learn(&mut self, key: u64, us: usize, bonus: i32) {
        let slot = slot(key);
        self.touched.mark(2 * slot);
        nudge(&mut self.numbers[slot][us], bonus);
    }
}

/// All correction tables of a thread.
pub(super) struct Corrections {
    pawns: Part,
    minors: Part,
    majors: Part,
    /// The white pieces, then the black ones.
    non_pawns: [Part; 2],
    /// By the move before the last and the last.
    continuation: Box<[[i16; PIECE_SQUARES]]>,
    /// What was written there.
    touched: Touched,
    /// How much was learnt since everything was cleared.
    lessons: u32,
}

#[inline]
fn slot(key: u64) -> usize {
    key as usize % SLOTS
}

impl Corrections {
    pub(super) fn new() -> Corrections {
        Corrections {
            pawns: Part::new(),
            minors: Part::new(),
            majors: Part::new(),
            non_pawns: [Part::new(), Part::new()],
            continuation: vec![[0; PIECE_SQUARES]; PIECE_SQUARES].into_boxed_slice(),
            touched: Touched::new(PIECE_SQUARES * PIECE_SQUARES),
            lessons: 0,
        }
    }

    pub(super) fn clear(&mut self) {
        let [white, black] = &mut self.non_pawns;
        for part in [&mut self.pawns, &mut self.minors, &mut self.majors, white, black] {
            part.clear();
        }
        self.touched.clear(self.continuation.as_flattened_mut());
        self.lessons = 0;
    }

    /// What to add to the evaluation of a position that was reached by `last`
    /// after `before`, both as in [`moved`](super::history::moved).
    #[inline]
    pub(super) fn of(&self, position: &Position, before: [usize; 2], last: usize) -> i32 {
        match self.lessons {
            0 => 0,
            1..FEW => self.sum::<true>(position, before, last),
            _ => self.sum::<false>(position, before, last),
        }
    }

    /// Asks for the numbers of a position that is evaluated soon.
    #[inline]
    pub(super) fn prefetch(&self, position: &Position) {
        if self.lessons < FEW {
            return;
        }
        let keys = position.keys();
        let [white, black] = &self.non_pawns;
        self.pawns.prefetch(keys.pawns);
        self.minors.prefetch(keys.minors);
        self.majors.prefetch(keys.majors);
        white.prefetch(keys.non_pawns[0]);
        black.prefetch(keys.non_pawns[1]);
    }

    #[inline]
    fn sum<const FEW: bool>(&self, position: &Position, before: [usize; 2], last: usize) -> i32 {
        let keys = position.keys();
        let us = position.turn().index();
        let [white, black] = &self.non_pawns;
        let read = |part: &Part, key: u64| part.read::<FEW>(key, us);
        let mut sum = params::correction_pawns() * read(&self.pawns, keys.pawns)
            + params::correction_minors() * read(&self.minors, keys.minors)
            + params::correction_majors() * read(&self.majors, keys.majors)
            + params::correction_non_pawns()
                * (read(white, keys.non_pawns[0]) + read(black, keys.non_pawns[1]));
        let weights = [params::correction_continuation(), params::correction_four()];
        for (before, weight) in before.into_iter().zip(weights) {
            if before != NO_MOVE
                && last != NO_MOVE
                && (!FEW || self.touched.is_marked(before * PIECE_SQUARES + last))
            {
                sum += weight * i32::from(self.continuation[before][last]);
            }
        }
        sum / SCALE
    }

    /// A search `depth` deep came out `difference` above what the evaluation
    /// with its correction said.
    pub(super) fn learn(
        &mut self,
        position: &Position,
        before: [usize; 2],
        last: usize,
        depth: i32,
        difference: i32,
    ) {
        let keys = position.keys();
        let us = position.turn().index();
        let most = params::correction_lesson();
        self.lessons = self.lessons.saturating_add(1);
        let bonus = (difference * depth / params::correction_depth()).clamp(-most, most);
        let [white, black] = &mut self.non_pawns;
        self.pawns.learn(keys.pawns, us, bonus);
        self.minors.learn(keys.minors, us, bonus);
        self.majors.learn(keys.majors, us, bonus);
        white.learn(keys.non_pawns[0], us, bonus);
        black.learn(keys.non_pawns[1], us, bonus);
        let shares = [100, params::correction_four_lesson()];
        for (before, share) in before.into_iter().zip(shares) {
            if before != NO_MOVE && last != NO_MOVE {
                self.touched.mark(before * PIECE_SQUARES + last);
                nudge(&mut self.continuation[before][last], bonus * share / 100);
            }
        }
    }
}

#[inline]
fn nudge(cell: &mut i16, bonus: i32) {
    let old = i32::from(*cell);
    *cell = (old + bonus - old * bonus.abs() / LIMIT) as i16;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn learns_the_direction_and_forgets_nothing_else() {
        let mut corrections = Corrections::new();
        let position = Position::start();
        assert_eq!(corrections.of(&position, [NO_MOVE; 2], NO_MOVE), 0);
        for _ in 0..50 {
            corrections.learn(&position, [3, 3], 4, 8, 60);
        }
        let learnt = corrections.of(&position, [3, 3], 4);
        assert!(learnt > 10, "{learnt}");
        assert!(corrections.of(&position, [NO_MOVE; 2], 4) < learnt);
        let passed = position.after_null().unwrap();
        assert_eq!(corrections.of(&passed, [NO_MOVE; 2], NO_MOVE), 0, "the other side's view");
        for _ in 0..100 {
            corrections.learn(&position, [3, 3], 4, 8, -60);
        }
        assert!(corrections.of(&position, [3, 3], 4) < -10);
        // Few lessons or many, the tables say the same.
        assert!(corrections.lessons < FEW);
        let keys = [(3, 4), (NO_MOVE, 4), (4, 3)];
        let few = keys.map(|(before, last)| corrections.of(&position, [before; 2], last));
        corrections.lessons = FEW;
        assert_eq!(few, keys.map(|(before, last)| corrections.of(&position, [before; 2], last)));
        corrections.clear();
        assert_eq!(corrections.of(&position, [3, 3], 4), 0);
    }
}
