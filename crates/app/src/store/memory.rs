//! Games that are kept as long as the program runs.

use std::collections::BTreeMap;
use std::ops::Bound;
use std::sync::{Mutex, MutexGuard, PoisonError};

use engine::Level;

use super::{Kept, ListOrder, Store};
use crate::protocol::{KeptGame, KeptList};

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
        let words: Vec<String> = order.words().map(str::to_ascii_lowercase).collect();
        let games = self.games();
        let mut found: Vec<&KeptGame> = games
            .values()
            .filter(|kept| kept.head.plies > 0 && contains(kept, &words))
            .map(|kept| &kept.head)
            .collect();
        // Those of one moment stay in the order of their keys.
        found.sort_by_key(|head| std::cmp::Reverse(head.changed));
        let total = found.len() as u32;
        let listed = found.into_iter().skip(order.offset as usize).take(order.limit as usize);
        Ok(KeptList { games: listed.cloned().collect(), total })
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
}

/// Whether a game contains all of these words.
fn contains(kept: &Kept, words: &[String]) -> bool {
    let head = &kept.head;
    // A level with a name is found by its number too, and `human–human` are two people.
    let text = format!(
        " {} {} {}–{} {} {} {} {} ",
        called(&head.white),
        called(&head.black),
        head.white,
        head.black,
        head.result,
        head.reason,
        head.opening,
        kept.date
    )
    .to_ascii_lowercase();
    words.iter().all(|word| match word.starts_with("level:") {
        true => text.contains(&format!(" {word} ")),
        false => text.contains(word),
    })
}

fn called(player: &str) -> String {
    match Level::all().find(|level| level.name() == Some(player)) {
        Some(level) => format!("{player} level:{}", level.number()),
        None => player.to_owned(),
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
