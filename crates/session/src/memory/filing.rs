//! Finished games: added to the file where they belong, sooner or later.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use chess::pgn::{Pgn, ReadError, Reader};
use chess::{Color, Outcome};
use engine::Adaptive;

use super::files::{Care, append, append_once, lock, read_text, replace, shown, sweep};
use super::{LARGEST_GAME, Memory, players, remove};
use crate::{rated_result, record};

impl Memory {
    /// Adds a finished game to the file of finished games: which one it is.
    pub fn finish(&mut self, pgn: &Pgn) -> Result<PathBuf, String> {
        let path = self.finished_file()?;
        append(&path, pgn)?;
        self.drop_current();
        Ok(path)
    }

    /// Adds the finished games of earlier runs that could not be added then, or
    /// whose program was killed at their end. A sentence for each. What killed
    /// programs left half written goes.
    pub fn finish_earlier(&self) -> Vec<String> {
        for folder in self.folder.iter().chain(&self.unfinished_folder()) {
            sweep(folder, SystemTime::now());
        }
        let mut paths = self.saved_files();
        paths.sort();
        paths.iter().filter_map(|path| self.finish_file(path)).collect()
    }

    fn finish_file(&self, path: &Path) -> Option<String> {
        let text = read_text(path, LARGEST_GAME).ok()?;
        // Looked at before it is read as a game: that takes longer.
        let results = [Outcome::Draw, Outcome::Win(Color::White), Outcome::Win(Color::Black)];
        if !results.iter().any(|result| text.trim_end().ends_with(result.pgn())) {
            return None;
        }
        // Whoever plays it sees to it.
        let _lock = lock(path).ok()?;
        let Ok(text) = read_text(path, LARGEST_GAME) else {
            // Another run was faster: nothing is left but the lock.
            remove(path);
            return None;
        };
        let pgn: Pgn = text.parse().ok()?;
        let title = players(&pgn);
        let add = || -> Result<PathBuf, String> {
            let target = self.finished_file()?;
            // A game that cannot be taken away from here would be added at each start.
            replace(path, &text, Care::Quick)
                .map_err(|error| format!("{} cannot be changed: {error}", shown(path)))?;
            append_once(&target, &record::published(pgn))?;
            remove(path);
            Ok(target)
        };
        Some(match add() {
            Ok(target) => {
                format!(
                    "The finished game {title} of an earlier run was added to {}.",
                    shown(&target)
                )
            }
            Err(sentence) => {
                format!("The finished game {title} stays in {}: {sentence}.", shown(path))
            }
        })
    }

    /// Where finished games go.
    /// What the finished games say of the person who plays here: those against levels and
    /// ratings. Where there are none, or none that can be read, nothing is known.
    pub fn player(&self) -> Adaptive {
        let file = self.finished_file().ok().and_then(|path| fs::File::open(path).ok());
        let mut results = Vec::new();
        for read in file.into_iter().flat_map(Reader::new) {
            match read {
                Ok(read) => results.extend(rated_result(&read.game)),
                Err(ReadError::Broken(broken)) => results.extend(rated_result(&broken.game)),
                Err(ReadError::Io(_)) => break,
            }
        }
        Adaptive::after(&results)
    }

    fn finished_file(&self) -> Result<PathBuf, String> {
        match (&self.pgn, &self.folder) {
            (Some(file), _) => Ok(file.clone()),
            (None, Some(folder)) => {
                // Ours to make; what goes wrong is told by the writing.
                let _ = fs::create_dir_all(folder);
                Ok(folder.join("games.pgn"))
            }
            (None, None) => Err("the game cannot be kept: there is no data folder".to_owned()),
        }
    }
}
