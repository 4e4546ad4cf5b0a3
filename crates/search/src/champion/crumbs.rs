//! Who is where: positions near the root that a thread searches right now.
//!
//! Two threads that search the same moves of the same position at the same time
//! learn the same thing twice. So whoever comes to a position that another is at
//! work on looks less deep at its late moves: the other does them anyway, and
//! the table tells what came of it.

use std::sync::atomic::{AtomicU64, Ordering};

/// Positions that can be marked at a time.
const CELLS: usize = 1_024;
/// The low bits of a cell: the number of the thread, from 1. The rest is the key.
const NUMBER: u64 = (1 << 11) - 1;

/// The marks of all threads. Wrong ones do no harm, so nobody waits for anybody.
pub(super) struct Crumbs(Vec<AtomicU64>);

/// What a thread finds at a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Place {
    /// Nobody was there; the mark in this cell is ours, to be taken away when leaving.
    Marked(usize),
    /// Another thread is there.
    Crowded,
    /// Nothing is known.
    Unknown,
}

impl Crumbs {
    /// No marks; none are ever made where there is only one thread.
    pub(super) fn new(threads: usize) -> Crumbs {
        let cells = if threads > 1 { CELLS } else { 0 };
        Crumbs(std::iter::repeat_with(AtomicU64::default).take(cells).collect())
    }

    /// A thread comes to a position.
    #[inline]
    pub(super) fn enter(&self, key: u64, thread: usize) -> Place {
        let index = key as usize % CELLS;
        let Some(cell) = self.0.get(index) else { return Place::Unknown };
        let mark = key & !NUMBER | (thread as u64 + 1);
        match cell.compare_exchange(0, mark, Ordering::Relaxed, Ordering::Relaxed) {
            Ok(_) => Place::Marked(index),
            Err(other) if other != mark && (other ^ mark) & !NUMBER == 0 => Place::Crowded,
            Err(_) => Place::Unknown,
        }
    }

    /// It leaves again.
    #[inline]
    pub(super) fn leave(&self, place: Place) {
        if let Place::Marked(index) = place
            && let Some(cell) = self.0.get(index)
        {
            cell.store(0, Ordering::Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn others_are_seen_and_oneself_is_not() {
        let crumbs = Crumbs::new(2);
        let key = 0x0123_4567_89ab_cdef;
        let first = crumbs.enter(key, 0);
        assert!(matches!(first, Place::Marked(_)));
        assert_eq!(crumbs.enter(key, 1), Place::Crowded);
        assert_eq!(crumbs.enter(key, 0), Place::Unknown, "it is oneself");
        assert_eq!(crumbs.enter(key ^ 1 << 40, 1), Place::Unknown, "another position in the cell");
        crumbs.leave(Place::Crowded);
        assert_eq!(crumbs.enter(key, 1), Place::Crowded);
        crumbs.leave(first);
        assert!(matches!(crumbs.enter(key, 1), Place::Marked(_)));
    }

    #[test]
    fn alone_there_is_nothing_to_mark() {
        let crumbs = Crumbs::new(1);
        assert_eq!(crumbs.enter(7, 0), Place::Unknown);
        crumbs.leave(Place::Unknown);
    }
}
