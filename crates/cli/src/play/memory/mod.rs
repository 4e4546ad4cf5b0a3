//! What is kept between moves and between runs: the game in progress, finished
//! games, typed lines.

mod files;

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use chess::pgn::Pgn;
use chess::quote;

use super::count;
use super::record::{self, Recorded, date_and_time};
use crate::data_folder;
use files::{Care, is_held, lock, read_text, replace};

pub(crate) use files::{append, check_target, shown};

/// The user's data folder and what we hold in it. Nothing here ends a game:
/// what cannot be written is told once and played without.
pub(crate) struct Memory {
    folder: Option<PathBuf>,
    /// Where finished games go, if not into the data folder.
    pgn: Option<PathBuf>,
    current: Option<Current>,
    /// What was last told to be wrong, so that it is not told after every move.
    trouble: Option<String>,
}

/// The file of the game in progress.
struct Current {
    path: PathBuf,
    /// Held while we play, so that no other run continues this game. The lock
    /// goes with the process, however it ends.
    _lock: Option<File>,
}

/// The games that were not finished.
#[derive(Default)]
pub(crate) struct Shelf {
    /// Those that can be continued, the latest first.
    pub(crate) games: Vec<Unfinished>,
    /// A sentence for each file that cannot be read.
    pub(crate) broken: Vec<String>,
}

/// A game that was not finished.
pub(crate) struct Unfinished {
    /// Where it is kept.
    pub(crate) path: PathBuf,
    /// The game.
    pub(crate) recorded: Recorded,
    /// White and Black by name, and how far they got.
    pub(crate) title: String,
}

/// The largest file of one game that we read.
const LARGEST_GAME: u64 = 16 << 20;
/// The longest history that we read.
const LARGEST_HISTORY: u64 = 1 << 20;

impl Memory {
    /// What the data folder holds; finished games go elsewhere if a file is named.
    pub(crate) fn open(pgn: Option<PathBuf>) -> Memory {
        Memory { folder: data_folder::find(), pgn, current: None, trouble: None }
    }

    /// Writes the game in progress. A sentence if that fails and was not yet told.
    pub(crate) fn save(&mut self, pgn: &Pgn) -> Option<String> {
        let result =
            self.current_path().and_then(|path| replace(&path, &pgn.to_string(), Care::Safe));
        match result {
            Ok(()) => {
                self.trouble = None;
                None
            }
            Err(error) => {
                let sentence =
                    format!("the game cannot be saved ({error}); it goes on all the same");
                let is_new = self.trouble.as_ref() != Some(&sentence);
                self.trouble = Some(sentence.clone());
                is_new.then_some(sentence)
            }
        }
    }

    /// Writes the game in progress again because its clocks have moved on, without
    /// waiting for the disk. That this fails is told after the next move.
    pub(crate) fn save_time(&self, pgn: &Pgn) {
        if let Some(current) = self.current.as_ref().filter(|_| self.trouble.is_none()) {
            let _ = replace(&current.path, &pgn.to_string(), Care::Quick);
        }
    }

    /// Why the game in progress cannot be saved.
    pub(crate) fn trouble(&self) -> Option<&str> {
        self.trouble.as_deref()
    }

    /// Whether the game in progress is safely on the disk.
    pub(crate) fn is_saved(&self) -> bool {
        self.current.is_some() && self.trouble.is_none()
    }

    /// Adds a finished game to the file of finished games: which one it is.
    pub(crate) fn finish(&mut self, pgn: &Pgn) -> Result<PathBuf, String> {
        let path = match (&self.pgn, &self.folder) {
            (Some(file), _) => file.clone(),
            (None, Some(folder)) => {
                // Ours to make; what goes wrong is told by the writing.
                let _ = fs::create_dir_all(folder);
                folder.join("games.pgn")
            }
            (None, None) => {
                return Err("the game cannot be kept: there is no data folder".to_owned());
            }
        };
        append(&path, pgn)?;
        self.drop_current();
        Ok(path)
    }

    /// Where the game in progress stands, if it was written.
    pub(crate) fn current_file(&self) -> Option<&Path> {
        let is_written = self.trouble.is_none();
        self.current.as_ref().filter(|_| is_written).map(|current| current.path.as_path())
    }

    /// The game in progress is kept as it is; the next one gets a new file.
    pub(crate) fn put_aside(&mut self) {
        self.current = None;
        self.trouble = None;
    }

    /// Removes the game in progress.
    pub(crate) fn drop_current(&mut self) {
        if let Some(current) = self.current.take() {
            // What cannot be removed is seen to be over when it is read.
            let _ = fs::remove_file(&current.path);
            let _ = fs::remove_file(current.path.with_extension("lock"));
        }
    }

    /// Goes on with a game that was not finished: from now on it is saved where
    /// it was.
    pub(crate) fn adopt(&mut self, path: PathBuf) {
        let lock = lock(&path).ok();
        self.current = Some(Current { path, _lock: lock });
        self.trouble = None;
    }

    /// The games that were not finished and that nobody plays now.
    pub(crate) fn unfinished(&self) -> Shelf {
        let mut shelf = Shelf::default();
        let Some(folder) = self.unfinished_folder() else { return shelf };
        let Ok(entries) = fs::read_dir(folder) else { return shelf };
        let mut found: Vec<(SystemTime, Unfinished)> = Vec::new();
        for path in entries.filter_map(|entry| Some(entry.ok()?.path())) {
            let is_game = path.extension().is_some_and(|extension| extension == "pgn");
            if !is_game || is_held(&path) {
                continue;
            }
            match take_down(path) {
                Ok((time, game)) if !game.recorded.is_over => found.push((time, game)),
                Ok(_) => {}
                Err(sentence) => shelf.broken.push(sentence),
            }
        }
        found.sort_by_key(|(time, game)| (*time, game.path.clone()));
        shelf.games = found.into_iter().rev().map(|(_, game)| game).collect();
        shelf.broken.sort();
        shelf
    }

    /// The lines typed in earlier runs.
    pub(crate) fn typed(&self) -> Vec<String> {
        let Some(folder) = &self.folder else { return Vec::new() };
        let text = read_text(&folder.join("history"), LARGEST_HISTORY).unwrap_or_default();
        text.lines().map(str::to_owned).collect()
    }

    /// Keeps the lines typed. Nobody is told if that fails: it is a comfort.
    pub(crate) fn keep_typed(&self, lines: &[String]) {
        if let Some(folder) = &self.folder
            && !lines.is_empty()
        {
            let _ = replace(&folder.join("history"), &(lines.join("\n") + "\n"), Care::Safe);
        }
    }

    fn unfinished_folder(&self) -> Option<PathBuf> {
        Some(self.folder.as_ref()?.join("unfinished"))
    }

    /// The file of the game in progress, a new one if there is none yet.
    fn current_path(&mut self) -> io::Result<PathBuf> {
        if let Some(current) = &self.current {
            return Ok(current.path.clone());
        }
        let folder = self
            .unfinished_folder()
            .ok_or_else(|| io::Error::other("neither HOME nor PLYWISE_DATA says where"))?;
        fs::create_dir_all(&folder)?;
        let (date, time) = date_and_time(SystemTime::now());
        let name = format!("{date}-{time}-{}", std::process::id()).replace(['.', ':'], "");
        // The same second of the same process: the next free number.
        let paths = (0..1000).map(|number| match number {
            0 => folder.join(format!("{name}.pgn")),
            _ => folder.join(format!("{name}-{number}.pgn")),
        });
        let mut free = paths.filter(|path| !path.exists());
        let path = free.next().ok_or_else(|| io::Error::other("too many games at once"))?;
        let lock = lock(&path).ok();
        self.current = Some(Current { path: path.clone(), _lock: lock });
        Ok(path)
    }
}

/// Reads a saved game and when it was saved; what is wrong names the file.
fn take_down(path: PathBuf) -> Result<(SystemTime, Unfinished), String> {
    let wrong = |error: &dyn std::fmt::Display| {
        format!("the saved game {} cannot be read: {error}", shown(&path))
    };
    let time = fs::metadata(&path).and_then(|data| data.modified()).map_err(|e| wrong(&e))?;
    let text = read_text(&path, LARGEST_GAME).map_err(|error| wrong(&error))?;
    let pgn: Pgn = text.parse().map_err(|error| wrong(&error))?;
    let recorded = record::read(&pgn);
    let name = |tag| quote(pgn.tags.get(tag).unwrap_or("?"));
    let moves = recorded.game.moves().len().div_ceil(2);
    let (date, time_of_day) = date_and_time(time);
    let title = format!(
        "{} - {}, {}, {date} {}",
        name("White"),
        name("Black"),
        count(moves as u64, "move"),
        time_of_day.get(..5).unwrap_or_default()
    );
    Ok((time, Unfinished { path, recorded, title }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("plywise-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        folder
    }

    fn memory(folder: &Path) -> Memory {
        Memory { folder: Some(folder.to_owned()), pgn: None, current: None, trouble: None }
    }

    fn game(moves: &str) -> Pgn {
        moves.parse().unwrap()
    }

    #[test]
    fn games_are_added_and_never_overwritten() {
        let folder = folder("append");
        let path = folder.join("games.pgn");
        fs::write(&path, "1. d4 d5 *").unwrap();
        append(&path, &game("1. e4 e5 1-0")).unwrap();
        append(&path, &game("1. c4 0-1")).unwrap();
        let text = fs::read_to_string(&path).unwrap();
        assert!(text.starts_with("1. d4 d5 *\n\n[Event \"?\"]"), "{text}");
        let games: Vec<Pgn> =
            chess::pgn::Reader::new(text.as_bytes()).map(|game| game.unwrap().game).collect();
        assert_eq!(games.iter().map(|game| game.tree.len()).collect::<Vec<_>>(), [2, 2, 1]);
        assert!(!text.contains("\n\n\n"), "{text}");
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_game_in_progress_is_found_again_unless_somebody_plays_it() {
        let folder = folder("progress");
        let mut ours = memory(&folder);
        assert_eq!(ours.save(&game("1. e4 *")), None);
        assert_eq!(ours.save(&game("1. e4 e5 *")), None);
        assert!(memory(&folder).unfinished().games.is_empty(), "we hold it");
        ours.put_aside();
        let found = memory(&folder).unfinished().games;
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].recorded.game.moves().len(), 2);
        let mut later = memory(&folder);
        later.adopt(found[0].path.clone());
        later.finish(&game("1. e4 e5 1-0")).unwrap();
        assert!(memory(&folder).unfinished().games.is_empty());
        assert!(fs::read_to_string(folder.join("games.pgn")).unwrap().contains("1. e4 e5 1-0"));
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_broken_game_is_named_and_hides_no_other() {
        let folder = folder("broken");
        let mut ours = memory(&folder);
        assert_eq!(ours.save(&game("1. e4 *")), None);
        ours.put_aside();
        fs::write(folder.join("unfinished/torn.pgn"), "[Event \"x\"]\n\n1. e4 e5 2. Ke8 *")
            .unwrap();
        fs::write(folder.join("unfinished/empty.pgn"), "").unwrap();
        let shelf = memory(&folder).unfinished();
        assert_eq!(shelf.games.len(), 1);
        assert_eq!(shelf.broken.len(), 2, "{:?}", shelf.broken);
        for (sentence, name) in shelf.broken.iter().zip(["empty.pgn", "torn.pgn"]) {
            assert!(sentence.contains(&format!("{name} cannot be read: ")), "{sentence}");
        }
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn what_cannot_be_written_is_told_once() {
        let folder = folder("trouble");
        let file = folder.join("file");
        fs::write(&file, "").unwrap();
        // A folder cannot be made where a file stands.
        let mut memory = memory(&file);
        let told = memory.save(&game("1. e4 *")).unwrap();
        assert!(told.starts_with("the game cannot be saved ("), "{told}");
        assert_eq!(memory.save(&game("1. e4 e5 *")), None);
        assert!(!memory.is_saved());
        assert!(memory.finish(&game("1. e4 *")).is_err());
        fs::remove_dir_all(folder).unwrap();
    }
}
