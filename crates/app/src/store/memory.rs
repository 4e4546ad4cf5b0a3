//! Games that are kept as long as the program runs.

use std::collections::BTreeMap;
use std::ops::Bound;
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::{Kept, ListOrder, Store, note_key};
use crate::protocol::KeptList;

/// Games read at once when all are wanted.
const BATCH: usize = 100;

/// Games that are forgotten when it is dropped.
#[derive(Debug, Default)]
pub struct MemoryStore {
    games: Mutex<BTreeMap<String, Kept>>,
}

impl MemoryStore {
    fn games(&self) -> MutexGuard<'_, BTreeMap<String, Kept>> {
        // Nothing that can fail happens while it is held.
        self.games.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Store for MemoryStore {
    fn save(&self, kept: Kept) -> Result<(), String> {
        self.games().insert(kept.head.game.clone(), kept);
        Ok(())
    }

    fn load(&self, key: &str) -> Result<Option<String>, String> {
        Ok(self.games().get(key).map(|kept| kept.whole.clone()))
    }

    fn list(&self, order: ListOrder) -> Result<KeptList, String> {
        let games = self.games();
        Ok(order.choose(games.values().map(|kept| &kept.head)))
    }

    fn delete(&self, key: &str) -> Result<bool, String> {
        Ok(self.games().remove(key).is_some())
    }

    fn after(&self, key: Option<&str>) -> Result<Vec<(String, String)>, String> {
        let from = key.map_or(Bound::Unbounded, Bound::Excluded);
        let games = self.games();
        let begun =
            games.range::<str, _>((from, Bound::Unbounded)).filter(|(_, kept)| kept.head.plies > 0);
        Ok(begun.take(BATCH).map(|(key, kept)| (key.clone(), kept.whole.clone())).collect())
    }

    fn replace_note(&self, name: &str, old: Option<&str>, new: String) -> Result<bool, String> {
        let (mut games, key) = (self.games(), note_key(name));
        let is_same = games.get(&key).map(|kept| kept.whole.as_str()) == old;
        if is_same {
            games.insert(key, Kept::note(name, new));
        }
        Ok(is_same)
    }
}

#[cfg(test)]
mod tests {
    use super::super::agreement;
    use super::*;

    #[test]
    fn it_does_what_every_store_must() {
        agreement(&MemoryStore::default()).unwrap();
    }
}
