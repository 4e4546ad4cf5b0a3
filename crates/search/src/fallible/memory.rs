//! What is remembered of positions while one move is thought about.

use chess::Move;
use eval::Score;

use crate::Bound;

/// A small table of positions. Entries belong to one search: they carry its number,
/// so that nothing of another search is ever found and clearing costs nothing.
pub struct SightTable {
    entries: Vec<SightEntry>,
    /// The number of the search.
    search: u64,
}

/// What is known of a position.
#[derive(Clone, Copy)]
pub(super) struct SightEntry {
    key: u64,
    search: u64,
    pub(super) mv: Option<Move>,
    pub(super) score: Score,
    pub(super) depth: i32,
    pub(super) bound: Bound,
}

/// Entries at most: 2 MiB.
const ROOM: usize = 1 << 16;

impl SightTable {
    /// An empty one.
    pub fn new() -> SightTable {
        let nothing = SightEntry {
            key: 0,
            search: 0,
            mv: None,
            score: Score::DRAW,
            depth: -1,
            bound: Bound::Lower,
        };
        SightTable { entries: vec![nothing; ROOM], search: 0 }
    }

    /// Forgets everything.
    pub(super) fn begin(&mut self) {
        self.search += 1;
    }

    pub(super) fn find(&self, key: u64) -> Option<SightEntry> {
        let entry = self.entries[key as usize % ROOM];
        (entry.key == key && entry.search == self.search).then_some(entry)
    }

    pub(super) fn keep(
        &mut self,
        key: u64,
        mv: Option<Move>,
        score: Score,
        depth: i32,
        bound: Bound,
    ) {
        let search = self.search;
        let entry = &mut self.entries[key as usize % ROOM];
        // Always the newest: what lies there may be of another search, and whether
        // it is must change nothing.
        *entry = SightEntry { key, search, mv, score, depth, bound };
    }
}

impl Default for SightTable {
    fn default() -> SightTable {
        SightTable::new()
    }
}
