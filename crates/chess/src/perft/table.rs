//! Counts that were already made, shared by all threads without a lock.

use std::sync::atomic::{AtomicU64, Ordering};

/// A fixed-size table from (position, depth) to count.
///
/// Each slot is two words: the count, and the key combined with the count by
/// exclusive or. Two threads writing one slot at once may leave words of both;
/// then the combination does not give the key back and the slot counts as
/// empty. Nothing else is ordered between threads, so relaxed access is enough.
pub(super) struct PerftTable {
    slots: Vec<[AtomicU64; 2]>,
}

impl PerftTable {
    /// A table of about `mib` mebibytes, or `None` if memory does not suffice.
    pub(super) fn new(mib: usize) -> Option<PerftTable> {
        let len = mib.checked_mul(1 << 20)? / size_of::<[AtomicU64; 2]>();
        let mut slots = Vec::new();
        slots.try_reserve_exact(len).ok()?;
        slots.resize_with(len, Default::default);
        Some(PerftTable { slots })
    }

    pub(super) fn get(&self, key: u64, depth: u32) -> Option<u64> {
        let key = mix(key, depth);
        let [check, count] = self.slot(key)?;
        let count = count.load(Ordering::Relaxed);
        // An empty slot has the count 0, which `insert` never stores.
        (count != 0 && check.load(Ordering::Relaxed) ^ count == key).then_some(count)
    }

    pub(super) fn insert(&self, key: u64, depth: u32, nodes: u64) {
        let key = mix(key, depth);
        if nodes == 0 {
            return;
        }
        if let Some([check, count]) = self.slot(key) {
            check.store(key ^ nodes, Ordering::Relaxed);
            count.store(nodes, Ordering::Relaxed);
        }
    }

    fn slot(&self, key: u64) -> Option<&[AtomicU64; 2]> {
        // The high half of the product spreads keys evenly over any length.
        let index = (u128::from(key) * self.slots.len() as u128) >> 64;
        self.slots.get(index as usize)
    }
}

/// Tells the depths of one position apart.
fn mix(key: u64, depth: u32) -> u64 {
    key ^ u64::from(depth).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gives_back_what_was_put_in_for_that_depth_only() {
        let table = PerftTable::new(1).unwrap();
        assert_eq!(table.get(7, 3), None);
        table.insert(7, 3, 42);
        assert_eq!(table.get(7, 3), Some(42));
        assert_eq!(table.get(7, 4), None);
        assert_eq!(table.get(8, 3), None);
    }

    #[test]
    fn a_torn_slot_counts_as_empty() {
        let table = PerftTable::new(1).unwrap();
        table.insert(7, 3, 42);
        table.slot(mix(7, 3)).unwrap()[1].store(43, Ordering::Relaxed);
        assert_eq!(table.get(7, 3), None);
    }

    #[test]
    fn refuses_what_no_machine_has() {
        assert!(PerftTable::new(usize::MAX).is_none());
        assert!(PerftTable::new(1 << 40).is_none());
    }
}
