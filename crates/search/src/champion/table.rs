//! The transposition table that all threads share without locks.
//!
//! Three entries of ten bytes and two bytes of padding make a cluster of 32
//! bytes, so that no look crosses a cache line. Each entry is a word of data
//! and sixteen bits that tell positions of the same cluster apart. Threads
//! write both without asking each other; so that a reader who catches one
//! writer's word next to another's sixteen bits does not believe them, the bits
//! are stored mixed with the word they belong to. What slips through (one in
//! 65,536) is as harmless as a collision: moves are checked for legality
//! before they are played, and a wrong score is one among millions.

use std::fmt;
use std::sync::atomic::{AtomicU16, AtomicU64, Ordering};

use chess::Move;

use super::fresh::fresh;
use super::params;
use super::prefetch::prefetch;
use crate::Bound;

/// Entries that share a cluster.
const WAYS: usize = 3;
/// Bytes of a cluster.
const CLUSTER: usize = 32;
/// Searches that are told apart by age before it starts again.
const AGES: u8 = 32;

/// What the table knows about a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Entry {
    /// The best move, if one is known. Check its legality.
    pub(super) mv: Option<Move>,
    /// The value, see [`from_table`](super::value::from_table).
    pub(super) value: i32,
    /// The evaluation as the evaluator gave it.
    pub(super) eval: i32,
    /// How deep the value was searched.
    pub(super) depth: i32,
    /// How exact the value is; `None` if only the evaluation is known.
    pub(super) bound: Option<Bound>,
    /// Whether the position was once part of a principal variation.
    pub(super) pv: bool,
}

#[repr(C, align(32))]
#[derive(Default)]
struct Cluster {
    data: [AtomicU64; WAYS],
    checks: [AtomicU16; WAYS],
    padding: AtomicU16,
}

const _: () = assert!(size_of::<Cluster>() == CLUSTER && align_of::<Cluster>() == CLUSTER);

/// Why there is no search of the size that was asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MemoryError {
    /// A table of so many MiB is too much.
    Table(usize),
    /// So many threads are too many.
    Threads(usize),
}

impl fmt::Display for MemoryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MemoryError::Table(mib) => {
                write!(f, "there is no memory for a hash table of {mib} MiB; choose a smaller one")
            }
            MemoryError::Threads(threads) => {
                write!(f, "there is no memory for {threads} threads; choose fewer")
            }
        }
    }
}

impl std::error::Error for MemoryError {}

/// The table.
pub(super) struct TranspositionTable {
    clusters: Vec<Cluster>,
    mib: usize,
    age: u8,
}

impl TranspositionTable {
    /// A table of this size, at least one MiB, made with so many threads.
    pub(super) fn new(mib: usize, threads: usize) -> Result<TranspositionTable, MemoryError> {
        let mib = mib.max(1);
        let kib = mib.checked_mul(1024).ok_or(MemoryError::Table(mib))?;
        TranspositionTable::of_kib(kib, threads)
    }

    /// The same of so many KiB, at least one.
    pub(super) fn of_kib(kib: usize, threads: usize) -> Result<TranspositionTable, MemoryError> {
        let kib = kib.max(1);
        let mib = kib.div_ceil(1024);
        let error = MemoryError::Table(mib);
        let count = kib.checked_mul((1 << 10) / CLUSTER).ok_or(error)?;
        let clusters = fresh(count, threads).map_err(|_| error)?;
        Ok(TranspositionTable { clusters, mib, age: 0 })
    }

    /// Its size, begun MiB counted as whole ones.
    pub(super) fn mib(&self) -> usize {
        self.mib
    }

    /// A new search begins: what is in the table grows older.
    pub(super) fn grow_older(&mut self) {
        self.age = (self.age + 1) % AGES;
    }

    /// Forgets everything, with so many threads.
    pub(super) fn clear(&mut self, threads: usize) {
        self.age = 0;
        if threads <= 1 {
            // Nobody else looks, so the compiler may do it with wide stores.
            self.clusters.fill_with(Cluster::default);
            return;
        }
        let share = self.clusters.len().div_ceil(threads.max(1));
        std::thread::scope(|scope| {
            let (here, elsewhere) = self.clusters.split_at(share);
            for part in elsewhere.chunks(share) {
                let spawned = std::thread::Builder::new().spawn_scoped(scope, || wipe(part));
                // What cannot have a thread of its own is wiped here.
                if spawned.is_err() {
                    wipe(part);
                }
            }
            wipe(here);
        });
    }

    /// How full it is with entries of this search, in thousandths.
    pub(super) fn fullness(&self) -> u32 {
        let sample = &self.clusters[..self.clusters.len().min(1_000)];
        let of_this_search = |data: &&AtomicU64| {
            let data = data.load(Ordering::Relaxed);
            data != 0 && age(data) == self.age
        };
        let used = sample.iter().flat_map(|cluster| &cluster.data).filter(of_this_search).count();
        (used * 1_000 / (sample.len() * WAYS)) as u32
    }

    /// Asks for a position's cluster to be brought near.
    #[inline(always)]
    pub(super) fn prefetch(&self, key: u64) {
        prefetch(self.cluster(key));
    }

    /// What is known about the position with this key.
    #[inline]
    pub(super) fn probe(&self, key: u64) -> Option<Entry> {
        let cluster = self.cluster(key);
        for way in 0..WAYS {
            let data = cluster.data[way].load(Ordering::Relaxed);
            if data != 0 && cluster.checks[way].load(Ordering::Relaxed) == check(key, data) {
                return Some(unpack(data));
            }
        }
        None
    }

    /// Writes down what was found out about the position with this key.
    #[inline]
    pub(super) fn store(&self, key: u64, mut entry: Entry) {
        let cluster = self.cluster(key);
        let mut chosen = 0;
        let mut least = i32::MAX;
        for way in 0..WAYS {
            let data = cluster.data[way].load(Ordering::Relaxed);
            if data == 0 {
                chosen = way;
                break;
            }
            if cluster.checks[way].load(Ordering::Relaxed) == check(key, data) {
                let old = unpack(data);
                // An old move is better than none.
                entry.mv = entry.mv.or(old.mv);
                let worth = entry.bound == Some(Bound::Exact)
                    || age(data) != self.age
                    || entry.depth
                        + params::table_shallower()
                        + params::table_pv() * i32::from(entry.pv)
                        > old.depth;
                if !worth {
                    return;
                }
                chosen = way;
                break;
            }
            let years = i32::from((AGES + self.age - age(data)) % AGES);
            let worth = depth(data) - params::table_age() * years;
            if worth < least {
                least = worth;
                chosen = way;
            }
        }
        let data = pack(entry, self.age);
        cluster.data[chosen].store(data, Ordering::Relaxed);
        cluster.checks[chosen].store(check(key, data), Ordering::Relaxed);
    }

    #[inline(always)]
    fn cluster(&self, key: u64) -> &Cluster {
        // The high bits choose the cluster, evenly for any number of clusters;
        // the low ones tell entries apart.
        let index = (u128::from(key) * self.clusters.len() as u128) >> 64;
        &self.clusters[index as usize]
    }
}

fn wipe(clusters: &[Cluster]) {
    for cluster in clusters {
        for way in 0..WAYS {
            cluster.data[way].store(0, Ordering::Relaxed);
            cluster.checks[way].store(0, Ordering::Relaxed);
        }
    }
}

/// The bits stored next to a word: the key's, mixed with the word.
#[inline(always)]
fn check(key: u64, data: u64) -> u16 {
    // A product mixes all of it: folding alone is blind where value and
    // evaluation are alike, as they mostly are.
    let mixed = data.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 48;
    (key ^ mixed) as u16
}

// The word, from the lowest bit: move 16, value 16, evaluation 16, depth 8,
// age 5, principal variation 1, bound 2.

#[inline(always)]
fn pack(entry: Entry, age: u8) -> u64 {
    let bound = match entry.bound {
        None => 0,
        Some(Bound::Upper) => 1,
        Some(Bound::Lower) => 2,
        Some(Bound::Exact) => 3,
    };
    // Never 0, which is an empty entry: depths are stored from 1 up.
    let depth = (entry.depth + 1).clamp(1, 255) as u64;
    u64::from(entry.mv.map_or(0, Move::to_bits))
        | u64::from(entry.value as i16 as u16) << 16
        | u64::from(entry.eval as i16 as u16) << 32
        | depth << 48
        | u64::from(age) << 56
        | u64::from(entry.pv) << 61
        | bound << 62
}

#[inline(always)]
fn unpack(data: u64) -> Entry {
    Entry {
        mv: Move::from_bits(data as u16),
        value: i32::from((data >> 16) as i16),
        eval: i32::from((data >> 32) as i16),
        depth: depth(data),
        bound: match data >> 62 {
            0 => None,
            1 => Some(Bound::Upper),
            2 => Some(Bound::Lower),
            _ => Some(Bound::Exact),
        },
        pv: data >> 61 & 1 != 0,
    }
}

#[inline(always)]
fn depth(data: u64) -> i32 {
    i32::from((data >> 48) as u8) - 1
}

#[inline(always)]
fn age(data: u64) -> u8 {
    (data >> 56) as u8 % AGES
}

#[cfg(test)]
mod tests {
    use super::*;
    use chess::Square;

    fn entry(depth: i32) -> Entry {
        Entry {
            mv: Some(Move::normal(Square::E2, Square::E4)),
            value: -31_990,
            eval: 32_002,
            depth,
            bound: Some(Bound::Lower),
            pv: true,
        }
    }

    #[test]
    fn gives_back_what_was_stored() {
        let table = TranspositionTable::new(1, 1).unwrap();
        for depth in [0, 1, 100, 254] {
            for bound in [None, Some(Bound::Exact), Some(Bound::Upper), Some(Bound::Lower)] {
                let entry = Entry { bound, ..entry(depth) };
                assert_eq!(unpack(pack(entry, 31)), entry);
            }
        }
        let key = 0x1234_5678_9abc_def0;
        assert_eq!(table.probe(key), None);
        table.store(key, entry(3));
        assert_eq!(table.probe(key), Some(entry(3)));
        assert_eq!(table.probe(key ^ 1), None);
        let nothing = Entry { mv: None, value: 0, eval: 0, depth: 0, bound: None, pv: false };
        assert_ne!(pack(nothing, 0), 0);
    }

    #[test]
    fn keeps_moves_and_deep_entries() {
        let table = TranspositionTable::new(1, 1).unwrap();
        let key = 7;
        table.store(key, entry(20));
        table.store(key, entry(3));
        assert_eq!(table.probe(key).unwrap().depth, 20, "much shallower");
        table.store(key, Entry { mv: None, bound: Some(Bound::Exact), ..entry(3) });
        let kept = table.probe(key).unwrap();
        assert_eq!((kept.depth, kept.mv), (3, entry(3).mv), "exact, with the old move");
    }

    #[test]
    fn the_shallow_and_the_old_go_first() {
        let mut table = TranspositionTable::new(1, 1).unwrap();
        for (key, depth) in [(1, 9), (2, 4), (3, 7)] {
            table.store(key, entry(depth));
        }
        table.store(4, entry(1));
        assert!(table.probe(2).is_none() && table.probe(4).is_some());
        for _ in 0..3 {
            table.grow_older();
        }
        table.store(4, entry(2));
        table.store(5, entry(0));
        assert!(table.probe(3).is_none() && table.probe(4).is_some() && table.probe(1).is_some());
    }

    #[test]
    fn fullness_counts_this_search_only() {
        let mut table = TranspositionTable::new(1, 1).unwrap();
        assert_eq!(table.fullness(), 0);
        let step = u64::MAX / table.clusters.len() as u64 + 1;
        for cluster in 0..500 {
            for way in 0..3 {
                table.store(cluster * step + way, entry(1));
            }
        }
        assert_eq!(table.fullness(), 500);
        table.grow_older();
        assert_eq!(table.fullness(), 0);
        table.clear(3);
        assert_eq!(table.probe(step), None);
    }

    #[test]
    fn too_much_is_refused() {
        let error = TranspositionTable::new(usize::MAX >> 21, 1).err().unwrap();
        assert!(error.to_string().contains("MiB"), "{error}");
        assert!(TranspositionTable::new(usize::MAX, 1).is_err());
    }

    /// Threads write entries that agree with their keys into a few clusters and
    /// read each other's; a pair from two writers would not agree.
    #[test]
    fn no_reader_believes_two_writers() {
        let table = TranspositionTable::new(1, 1).unwrap();
        let wrong = std::sync::atomic::AtomicU64::new(0);
        std::thread::scope(|scope| {
            for seed in 1..=3_u64 {
                let (table, wrong) = (&table, &wrong);
                scope.spawn(move || {
                    let mut state = seed;
                    for _ in 0..200_000 {
                        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(seed);
                        // 64 keys of one cluster.
                        let key = state >> 58;
                        if let Some(found) = table.probe(key)
                            && found.value != key as i32
                        {
                            wrong.fetch_add(1, Ordering::Relaxed);
                        }
                        let value = key as i32;
                        table.store(key, Entry { value, eval: -value, mv: None, ..entry(5) });
                    }
                });
            }
        });
        // By chance one in 65,536 torn pairs agrees; torn pairs themselves are rare.
        assert!(wrong.load(Ordering::Relaxed) < 20);
    }
}
