//! The memory of the rungs that remember positions.

use chess::Move;
use eval::Score;

use crate::Bound;

/// What is known about a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    /// Its best move, if one stood out.
    pub mv: Option<Move>,
    /// Its value.
    pub value: Score,
    /// How deep it was searched.
    pub depth: u32,
    /// What the value means.
    pub bound: Bound,
}

/// A table of a fixed number of entries, indexed by the low bits of the key. A
/// new entry takes the place of the old one; the whole key is kept, so that
/// two positions are mixed up once in 2^64 times.
pub struct Store {
    slots: Vec<Option<(u64, Entry)>>,
}

/// A power of two: 12 MiB, enough for the depths of the lessons.
const SLOTS: usize = 1 << 19;

impl Store {
    /// An empty table.
    pub fn new() -> Store {
        Store { slots: vec![None; SLOTS] }
    }

    /// What is known about the position with this key when it stands `ply`
    /// plies from the root.
    #[inline]
    pub fn get(&self, key: u64, ply: usize) -> Option<Entry> {
        let (stored, mut entry) = self.slots[key as usize % SLOTS]?;
        entry.value = shift_mate(entry.value, -(ply as i32));
        (stored == key).then_some(entry)
    }

    /// Remembers an entry for the position with this key.
    #[inline]
    pub fn insert(&mut self, key: u64, ply: usize, mut entry: Entry) {
        entry.value = shift_mate(entry.value, ply as i32);
        self.slots[key as usize % SLOTS] = Some((key, entry));
    }
}

impl Default for Store {
    fn default() -> Store {
        Store::new()
    }
}

/// In the tree a mate is so many plies from the root, in the table from the
/// position: moves it by the difference. Other values stay.
fn shift_mate(value: Score, plies: i32) -> Score {
    match (value.is_mate(), value > Score::DRAW) {
        (false, _) => value,
        (true, true) => value + plies,
        (true, false) => value - plies,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mates_are_counted_from_where_they_are_found_again() {
        let mut store = Store::new();
        let entry = Entry { mv: None, value: Score::mate_in(7), depth: 4, bound: Bound::Exact };
        store.insert(42, 2, entry);
        assert_eq!(store.get(42, 2), Some(entry));
        assert_eq!(store.get(42, 4).unwrap().value, Score::mate_in(9));
        assert_eq!(store.get(42 + SLOTS as u64, 2), None);
        store.insert(42, 3, Entry { value: Score::mated_in(3), ..entry });
        assert_eq!(store.get(42, 0).unwrap().value, Score::mated_in(0));
        store.insert(42, 3, Entry { value: Score::cp(31), ..entry });
        assert_eq!(store.get(42, 9).unwrap().value, Score::cp(31));
    }
}
