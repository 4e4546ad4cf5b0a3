//! The kept games for who is no page: the terminal.

use std::path::Path;

use app::Store;

use crate::store::SqliteStore;

/// The games of a data folder, as the page keeps them, and what is noted about them.
pub struct KeptGames {
    store: SqliteStore,
}

impl KeptGames {
    /// Opens the games of a folder.
    ///
    /// # Errors
    /// If they cannot be opened: a sentence.
    pub fn open(folder: &Path) -> Result<KeptGames, String> {
        SqliteStore::open(folder).map(|store| KeptGames { store })
    }

    /// All games that can be read, as PGN, with their keys.
    ///
    /// # Errors
    /// If the games cannot be reached.
    pub fn all(&self) -> Result<Vec<(String, String)>, String> {
        let mut games = Vec::new();
        let mut last: Option<String> = None;
        loop {
            let some = self.store.after(last.as_deref())?;
            let Some((key, _)) = some.last() else { return Ok(games) };
            last = Some(key.clone());
            // A damaged game does not keep the others back.
            let read = some.into_iter().filter_map(|(key, whole)| {
                let pgn = app::kept_as_pgn(&key, &whole).ok()?;
                Some((key, pgn))
            });
            games.extend(read);
        }
    }

    /// What was noted under a name.
    ///
    /// # Errors
    /// If the notes cannot be reached.
    pub fn note(&self, name: &str) -> Result<Option<String>, String> {
        self.store.note(name)
    }

    /// Notes something under a name if `old` is what is noted there still; whether it was.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn replace_note(&self, name: &str, old: Option<&str>, new: String) -> Result<bool, String> {
        self.store.replace_note(name, old, new)
    }
}
