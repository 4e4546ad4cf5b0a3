//! The memory of the rungs that remember positions.

use chess::Move;
use eval::Score;

use crate::Bound;

/// What is known about a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StoreEntry {
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
///
/// It takes its memory when it is first cleared. Clearing it again only begins
/// another generation: what older ones left counts as empty.
#[derive(Default)]
pub struct Store {
    slots: Vec<Slot>,
    generation: u8,
}

/// An [`StoreEntry`] with its key, field by field: nested, it would take 32 bytes.
#[derive(Clone, Copy)]
struct Slot {
    key: u64,
    mv: Option<Move>,
    value: Score,
    depth: u32,
    bound: Bound,
    /// 0 where nothing was ever stored.
    generation: u8,
}

/// A power of two: 12 MiB, enough for the depths of the lessons.
const SLOTS: usize = 1 << 19;
const _: () = assert!(SLOTS * size_of::<Slot>() == 12 << 20);

const EMPTY: Slot =
    Slot { key: 0, mv: None, value: Score::DRAW, depth: 0, bound: Bound::Exact, generation: 0 };

impl Store {
    /// Forgets everything; every search begins with it.
    pub fn clear(&mut self) {
        self.generation = match self.generation.checked_add(1) {
            Some(generation) if !self.slots.is_empty() => generation,
            // The first time, or every number was in use.
            _ => {
                self.slots.clear();
                self.slots.resize(SLOTS, EMPTY);
                1
            }
        };
    }

    /// Whether it has taken its memory already.
    pub fn has_memory(&self) -> bool {
        !self.slots.is_empty()
    }

    /// What is known about the position with this key when it stands `ply`
    /// plies from the root.
    #[inline]
    pub fn get(&self, key: u64, ply: usize) -> Option<StoreEntry> {
        let slot = self.slots.get(key as usize % SLOTS)?;
        let Slot { mv, depth, bound, .. } = *slot;
        let is_known = slot.key == key && slot.generation == self.generation;
        is_known.then(|| StoreEntry {
            mv,
            value: shift_mate(slot.value, -(ply as i32)),
            depth,
            bound,
        })
    }

    /// Remembers an entry for the position with this key, if it was cleared before.
    #[inline]
    pub fn insert(&mut self, key: u64, ply: usize, entry: StoreEntry) {
        let StoreEntry { mv, value, depth, bound } = entry;
        let value = shift_mate(value, ply as i32);
        if let Some(slot) = self.slots.get_mut(key as usize % SLOTS) {
            *slot = Slot { key, mv, value, depth, bound, generation: self.generation };
        }
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
        let mut store = Store::default();
        store.clear();
        let entry =
            StoreEntry { mv: None, value: Score::mate_in(7), depth: 4, bound: Bound::Exact };
        store.insert(42, 2, entry);
        assert_eq!(store.get(42, 2), Some(entry));
        assert_eq!(store.get(42, 4).unwrap().value, Score::mate_in(9));
        assert_eq!(store.get(42 + SLOTS as u64, 2), None);
        store.insert(42, 3, StoreEntry { value: Score::mated_in(3), ..entry });
        assert_eq!(store.get(42, 0).unwrap().value, Score::mated_in(0));
        store.insert(42, 3, StoreEntry { value: Score::cp(31), ..entry });
        assert_eq!(store.get(42, 9).unwrap().value, Score::cp(31));
    }

    #[test]
    fn nothing_outlives_clearing() {
        let entry = StoreEntry { mv: None, value: Score::DRAW, depth: 4, bound: Bound::Exact };
        let mut store = Store::default();
        assert_eq!(store.get(0, 0), None);
        // Often enough for every number of a generation to come again.
        for round in 0..1_000 {
            store.clear();
            assert_eq!((store.get(0, 0), store.get(round, 0)), (None, None));
            store.insert(round, 0, entry);
            assert_eq!(store.get(round, 0), Some(entry));
        }
    }
}
