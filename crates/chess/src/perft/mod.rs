//! Perft: how many lines of legal moves lead `depth` plies down.
//!
//! The count is a fact about the rules that other programs have published, so
//! a generator that gets millions of them right is right. It is also the
//! measure of a generator's speed.
//!
//! The last ply is counted, not played: the generator hands sets of targets to
//! a counter (`walk`). Above it, positions may be remembered in a table and
//! shared out among threads ([`Perft`]).

mod spread;
mod table;
mod walk;

pub use spread::{Perft, TableTooLarge, total};

use crate::{Move, Position};

/// The deepest count that can be asked for; beyond, no machine would finish.
pub const MAX_DEPTH: u32 = 64;

/// Counts the lines of `depth` legal moves, on one thread and without a table.
///
/// ```
/// use plywise_chess::{Position, perft};
///
/// assert_eq!(perft::count(&Position::start(), 3), 8902);
/// ```
///
/// # Panics
/// If `depth` is above [`MAX_DEPTH`].
pub fn count(position: &Position, depth: u32) -> u64 {
    assert!(depth <= MAX_DEPTH, "perft goes no deeper than {MAX_DEPTH}");
    walk::count(position, depth)
}

/// The same count by the slow way: every move listed, played and hashed as a
/// search does it, the last ply too. It checks what [`count`] leaves out.
///
/// `visit` is called at every node, the root included.
pub fn count_slowly(position: &Position, depth: u32, visit: &mut impl FnMut(&Position)) -> u64 {
    visit(position);
    if depth == 0 {
        return 1;
    }
    position
        .legal_moves()
        .into_iter()
        .map(|mv| {
            let mut next = *position;
            next.play_unchecked(mv);
            count_slowly(&next, depth - 1, visit)
        })
        .sum()
}

/// The count behind each legal move, in the generator's order. Empty for
/// `depth` 0, where no move is made.
pub fn divide(position: &Position, depth: u32) -> Vec<(Move, u64)> {
    if depth == 0 {
        return Vec::new();
    }
    let after = |mv| {
        let mut next = *position;
        next.play_unchecked(mv);
        count(&next, depth - 1)
    };
    position.legal_moves().into_iter().map(|mv| (mv, after(mv))).collect()
}
