//! Which of the kept games a list shows, for stores that have nobody else to choose.

use std::cmp::Reverse;

use super::ListOrder;
use crate::protocol::{KeptGame, KeptList};

impl ListOrder {
    /// Chooses from all kept games, in the order of their keys.
    pub fn choose<'a>(&self, heads: impl Iterator<Item = &'a KeptGame>) -> KeptList {
        let words: Vec<String> = self.words().map(str::to_ascii_lowercase).collect();
        let mut found: Vec<&KeptGame> =
            heads.filter(|head| head.plies > 0 && contains(head, &words)).collect();
        // Those of one moment stay in the order of their keys.
        found.sort_by_key(|head| Reverse(head.changed));
        let total = found.len() as u32;
        let listed = found.into_iter().skip(self.offset as usize).take(self.limit as usize);
        KeptList { games: listed.cloned().collect(), total }
    }
}

/// Whether a game contains all of these words.
fn contains(head: &KeptGame, words: &[String]) -> bool {
    // `human–human` are two people.
    let text = format!(
        " {} {} {}–{} {} {} {} {} ",
        head.white,
        head.black,
        head.white,
        head.black,
        head.result,
        head.reason,
        head.opening,
        head.date
    )
    .to_ascii_lowercase();
    words.iter().all(|word| match word.starts_with("level:") {
        true => text.contains(&format!(" {word} ")),
        false => text.contains(word),
    })
}
