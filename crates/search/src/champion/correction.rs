//! What was learnt about the evaluation: by how much searches came out better
//! or worse than it said, in positions with the same pawns, the same pieces,
//! or after the same moves.

use chess::Position;

use super::history::{NO_MOVE, PIECE_SQUARES};
use super::params;

/// Positions told apart by one part of them.
const SLOTS: usize = 16_384;
/// The bound of every number in the tables.
const LIMIT: i32 = 1_024;
/// Weights are in this part of a centipawn.
const SCALE: i32 = 4_096;

/// Numbers for one part of a position, by side to move.
type Part = Box<[[i16; 2]]>;

/// All correction tables of a thread.
pub(super) struct Corrections {
    pawns: Part,
    minors: Part,
    majors: Part,
    /// The white pieces, then the black ones.
    non_pawns: [Part; 2],
    /// By the move before the last and the last.
    continuation: Box<[[i16; PIECE_SQUARES]]>,
}

fn part() -> Part {
    vec![[0; 2]; SLOTS].into_boxed_slice()
}

#[inline]
fn slot(key: u64) -> usize {
    key as usize % SLOTS
}

impl Corrections {
    pub(super) fn new() -> Corrections {
        Corrections {
            pawns: part(),
            minors: part(),
            majors: part(),
            non_pawns: [part(), part()],
            continuation: vec![[0; PIECE_SQUARES]; PIECE_SQUARES].into_boxed_slice(),
        }
    }

    pub(super) fn clear(&mut self) {
        let [white, black] = &mut self.non_pawns;
        for part in [&mut self.pawns, &mut self.minors, &mut self.majors, white, black] {
            part.fill([0; 2]);
        }
        self.continuation.fill([0; PIECE_SQUARES]);
    }

    /// What to add to the evaluation of a position that was reached by `last`
    /// after `before`, both as in [`moved`](super::history::moved).
    #[inline]
    pub(super) fn of(&self, position: &Position, before: usize, last: usize) -> i32 {
        let keys = position.keys();
        let us = position.turn().index();
        let [white, black] = &self.non_pawns;
        let read = |part: &Part, key: u64| i32::from(part[slot(key)][us]);
        let mut sum = params::correction_pawns() * read(&self.pawns, keys.pawns)
            + params::correction_minors() * read(&self.minors, keys.minors)
            + params::correction_majors() * read(&self.majors, keys.majors)
            + params::correction_non_pawns()
                * (read(white, keys.non_pawns[0]) + read(black, keys.non_pawns[1]));
        if before != NO_MOVE && last != NO_MOVE {
            sum += params::correction_continuation() * i32::from(self.continuation[before][last]);
        }
        sum / SCALE
    }

    /// A search `depth` deep came out `difference` above what the evaluation
    /// with its correction said.
    pub(super) fn learn(
        &mut self,
        position: &Position,
        before: usize,
        last: usize,
        depth: i32,
        difference: i32,
    ) {
        let keys = position.keys();
        let us = position.turn().index();
        let most = params::correction_lesson();
        let bonus = (difference * depth / params::correction_depth()).clamp(-most, most);
        let [white, black] = &mut self.non_pawns;
        nudge(&mut self.pawns[slot(keys.pawns)][us], bonus);
        nudge(&mut self.minors[slot(keys.minors)][us], bonus);
        nudge(&mut self.majors[slot(keys.majors)][us], bonus);
        nudge(&mut white[slot(keys.non_pawns[0])][us], bonus);
        nudge(&mut black[slot(keys.non_pawns[1])][us], bonus);
        if before != NO_MOVE && last != NO_MOVE {
            nudge(&mut self.continuation[before][last], bonus);
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
        assert_eq!(corrections.of(&position, NO_MOVE, NO_MOVE), 0);
        for _ in 0..50 {
            corrections.learn(&position, 3, 4, 8, 60);
        }
        let learnt = corrections.of(&position, 3, 4);
        assert!(learnt > 10, "{learnt}");
        assert!(corrections.of(&position, NO_MOVE, 4) < learnt);
        let passed = position.after_null().unwrap();
        assert_eq!(corrections.of(&passed, NO_MOVE, NO_MOVE), 0, "the other side's view");
        for _ in 0..100 {
            corrections.learn(&position, 3, 4, 8, -60);
        }
        assert!(corrections.of(&position, 3, 4) < -10);
        corrections.clear();
        assert_eq!(corrections.of(&position, 3, 4), 0);
    }
}
