//! What is kept between moves and between runs in the user's data folder: the game
//! in progress, finished games, typed lines.

mod files;
mod filing;

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use chess::pgn::{Pgn, date_and_time};
use chess::quote;

use crate::record::{self, RecordedGame};
use files::{Care, is_held, lock, read_text, replace};

pub use files::{append, check_target, shown};

/// The user's data folder and what we hold in it. Nothing here ends a game:
/// what cannot be written is told once and played without.
#[derive(Debug)]
pub struct Memory {
    folder: Option<PathBuf>,
    /// Where finished games go, if not into the data folder.
    pgn: Option<PathBuf>,
    current: Option<Current>,
    /// Why the game in progress could not be written; not told after every move.
    trouble: Option<String>,
}

/// The file of the game in progress.
#[derive(Debug)]
struct Current {
    path: PathBuf,
    /// Whether it lay on the shelf, and is not of this run.
    is_adopted: bool,
    /// Held while we play, so that no other run continues this game. The lock
    /// goes with the process, however it ends.
    _lock: Option<File>,
}

/// The games that were not finished.
#[derive(Debug, Default)]
pub struct Shelf {
    /// Those that can be continued, the latest first.
    pub games: Vec<Unfinished>,
    /// A sentence for each file that cannot be read.
    pub broken: Vec<String>,
    /// How many are open in other windows.
    pub held: usize,
}

/// A game that was not finished, taken from the shelf: nobody else has it now.
#[derive(Debug)]
pub struct Claimed {
    /// The game as it stands.
    pub game: Unfinished,
    lock: Option<File>,
}

/// A game that was not finished.
#[derive(Debug)]
pub struct Unfinished {
    /// Where it is kept.
    pub path: PathBuf,
    /// The game.
    pub recorded: RecordedGame,
    /// White and Black by name, and how far they got.
    pub title: String,
}

/// The largest file of one game that we read.
const LARGEST_GAME: u64 = 16 << 20;
/// The longest history that we read.
const LARGEST_HISTORY: u64 = 1 << 20;

impl Memory {
    /// What the data folder holds, if there is one; finished games go elsewhere if a
    /// file is named.
    pub fn open(folder: Option<PathBuf>, pgn: Option<PathBuf>) -> Memory {
        Memory { folder, pgn, current: None, trouble: None }
    }

    /// Writes the game in progress. Why not, if that fails and was not yet told.
    pub fn save(&mut self, pgn: &Pgn) -> Option<String> {
        let result =
            self.current_path().and_then(|path| replace(&path, &pgn.to_string(), Care::Safe));
        match result {
            Ok(()) => {
                self.trouble = None;
                None
            }
            Err(error) => {
                let cause = error.to_string();
                let is_new = self.trouble.as_ref() != Some(&cause);
                self.trouble = Some(cause.clone());
                is_new.then_some(cause)
            }
        }
    }

    /// Writes the game in progress again because its clocks have moved on, without
    /// waiting for the disk. That this fails is told after the next move.
    pub fn save_time(&self, pgn: &Pgn) {
        if let Some(current) = self.current.as_ref().filter(|_| self.trouble.is_none()) {
            let _ = replace(&current.path, &pgn.to_string(), Care::Quick);
        }
    }

    /// Why the game in progress cannot be saved.
    pub fn trouble(&self) -> Option<&str> {
        self.trouble.as_deref()
    }

    /// Whether the game in progress is safely on the disk.
    pub fn is_saved(&self) -> bool {
        self.current.is_some() && self.trouble.is_none()
    }

    /// Where the game in progress stands, if it was written.
    pub fn current_file(&self) -> Option<&Path> {
        let is_written = self.trouble.is_none();
        self.current.as_ref().filter(|_| is_written).map(|current| current.path.as_path())
    }

    /// The game in progress is kept as it is; the next one gets a new file.
    pub fn put_aside(&mut self) {
        self.current = None;
        self.trouble = None;
    }

    /// Removes the game in progress.
    pub fn drop_current(&mut self) {
        if let Some(current) = self.current.take() {
            remove(&current.path);
        }
    }

    /// Removes a game in progress that never began. One from the shelf stays: it had
    /// moves once, and if none can be read, the file is damaged.
    pub fn drop_unbegun(&mut self) {
        if self.current.as_ref().is_some_and(|current| !current.is_adopted) {
            self.drop_current();
        }
    }

    /// Takes a game from the shelf, as it stands now: somebody else may have played
    /// it since it was seen there.
    pub fn claim(&self, game: Unfinished) -> Result<Claimed, String> {
        let lock = match lock(&game.path) {
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                return Err(format!("the game {} is open elsewhere", game.title));
            }
            // Where nothing can be locked, we play without.
            tried => tried.ok(),
        };
        let (_, game) = take_down(game.path)?;
        match game.recorded.is_over {
            false => Ok(Claimed { game, lock }),
            true => Err(format!("the game {} was finished elsewhere", game.title)),
        }
    }

    /// Goes on with a game that was claimed: from now on it is saved where it was.
    pub fn adopt(&mut self, claimed: Claimed) -> Unfinished {
        let Claimed { game, lock } = claimed;
        self.current = Some(Current { path: game.path.clone(), is_adopted: true, _lock: lock });
        self.trouble = None;
        game
    }

    /// The games that were not finished and that nobody plays now.
    pub fn unfinished(&self) -> Shelf {
        let mut shelf = Shelf::default();
        let mut found: Vec<(SystemTime, Unfinished)> = Vec::new();
        for path in self.saved_files() {
            if is_held(&path) {
                let is_ours = self.current.as_ref().is_some_and(|current| current.path == path);
                shelf.held += usize::from(!is_ours);
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

    /// The files of games that are kept because they are not filed yet.
    fn saved_files(&self) -> Vec<PathBuf> {
        let entries = self.unfinished_folder().and_then(|folder| fs::read_dir(folder).ok());
        let paths = entries.into_iter().flatten().filter_map(|entry| Some(entry.ok()?.path()));
        paths.filter(|path| path.extension().is_some_and(|extension| extension == "pgn")).collect()
    }

    /// The lines typed in earlier runs.
    pub fn typed(&self) -> Vec<String> {
        let Some(folder) = &self.folder else { return Vec::new() };
        let text = read_text(&folder.join("history"), LARGEST_HISTORY).unwrap_or_default();
        text.lines().map(str::to_owned).collect()
    }

    /// Keeps the lines typed. Nobody is told if that fails: it is a comfort.
    pub fn keep_typed(&self, lines: &[String]) {
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
        let (date, time) = date_and_time(seconds(SystemTime::now()));
        let name = format!("{date}-{time}-{}", std::process::id()).replace(['.', ':'], "");
        // The same second of the same process: the next free number.
        let paths = (0..1000).map(|number| match number {
            0 => folder.join(format!("{name}.pgn")),
            _ => folder.join(format!("{name}-{number}.pgn")),
        });
        let mut free = paths.filter(|path| !path.exists());
        let path = free.next().ok_or_else(|| io::Error::other("too many games at once"))?;
        let lock = lock(&path).ok();
        self.current = Some(Current { path: path.clone(), is_adopted: false, _lock: lock });
        Ok(path)
    }
}

/// Seconds since 1970.
fn seconds(time: SystemTime) -> u64 {
    time.duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs())
}

/// White and Black by name.
fn players(pgn: &Pgn) -> String {
    let name = |tag| quote(pgn.tags.get(tag).unwrap_or("?"));
    format!("{} - {}", name("White"), name("Black"))
}

/// Removes a game that is kept elsewhere now, and its lock. What cannot be removed
/// is seen to be over when it is read.
fn remove(path: &Path) {
    let _ = fs::remove_file(path);
    let _ = fs::remove_file(path.with_extension("lock"));
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
    let moves = recorded.game.moves().len().div_ceil(2);
    let plural = if moves == 1 { "" } else { "s" };
    let (date, time_of_day) = date_and_time(seconds(time));
    let title = format!(
        "{}, {moves} move{plural}, {date} {}",
        players(&pgn),
        time_of_day.get(..5).unwrap_or_default()
    );
    Ok((time, Unfinished { path, recorded, title }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use ::files::testing::empty_folder;

    fn memory(folder: &Path) -> Memory {
        Memory { folder: Some(folder.to_owned()), pgn: None, current: None, trouble: None }
    }

    fn game(moves: &str) -> Pgn {
        moves.parse().unwrap()
    }

    #[test]
    fn games_are_added_and_never_overwritten() {
        let folder = empty_folder("append");
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
    fn what_killed_runs_left_goes_and_nothing_else() {
        let folder = empty_folder("left-over");
        let mut ours = memory(&folder);
        assert_eq!(ours.save(&game("1. e4 *")), None);
        let held = ours.current_file().unwrap().with_extension("lock");
        fs::remove_file(ours.current_file().unwrap()).unwrap();
        let at = |name: &str| folder.join("unfinished").join(name);
        let gone = [at("a.lock"), at("a.tmp12"), folder.join("history.tmp345")];
        let stays = [at("b.pgn"), at("b.lock"), at("c.tmp"), at("d.tmpx"), at("lock"), held];
        let later = SystemTime::now() + std::time::Duration::from_hours(2);
        for path in gone.iter().chain(&stays).filter(|path| !path.exists()) {
            fs::write(path, "").unwrap();
        }
        let sweep = |now| [&folder, &folder.join("unfinished")].map(|at| files::sweep(at, now));
        sweep(SystemTime::now());
        assert!(gone.iter().chain(&stays).all(|path| path.exists()), "they may be in use");
        sweep(later);
        assert!(!gone.iter().any(|path| path.exists()), "{gone:?}");
        assert!(stays.iter().all(|path| path.exists()), "{stays:?}");
        drop(ours); // Windows keeps files that are open
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_game_in_progress_is_found_again_unless_somebody_plays_it() {
        let folder = empty_folder("progress");
        let mut ours = memory(&folder);
        assert_eq!(ours.save(&game("1. e4 *")), None);
        assert_eq!(ours.save(&game("1. e4 e5 *")), None);
        assert!(memory(&folder).unfinished().games.is_empty(), "we hold it");
        ours.put_aside();
        let mut found = memory(&folder).unfinished().games;
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].recorded.game.moves().len(), 2);
        let mut later = memory(&folder);
        let claimed = later.claim(found.remove(0)).unwrap();
        later.adopt(claimed);
        later.finish(&game("1. e4 e5 1-0")).unwrap();
        assert!(memory(&folder).unfinished().games.is_empty());
        assert!(fs::read_to_string(folder.join("games.pgn")).unwrap().contains("1. e4 e5 1-0"));
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_game_is_claimed_once() {
        let folder = empty_folder("claimed");
        fs::create_dir(folder.join("unfinished")).unwrap();
        fs::write(folder.join("unfinished/a.pgn"), game("1. e4 *").to_string()).unwrap();
        let files = || fs::read_dir(folder.join("unfinished")).unwrap().count();
        // Two runs see it on the shelf, and looking leaves nothing behind.
        let [mut first, mut second] = [0, 1].map(|_| memory(&folder).unfinished().games);
        assert_eq!((first.len(), second.len(), files()), (1, 1, 1));
        let claimed = memory(&folder).claim(first.remove(0)).unwrap();
        let refused = memory(&folder).claim(second.remove(0)).err().unwrap();
        assert!(refused.ends_with(" is open elsewhere"), "{refused}");
        let shelf = memory(&folder).unfinished();
        assert_eq!((shelf.games.len(), shelf.held), (0, 1));
        drop(claimed);
        // Whoever comes later gets the game as it stands then.
        let mut third = memory(&folder).unfinished().games;
        fs::write(folder.join("unfinished/a.pgn"), game("1. e4 e5 *").to_string()).unwrap();
        let claimed = memory(&folder).claim(third.remove(0)).unwrap();
        assert_eq!(claimed.game.recorded.game.moves().len(), 2);
        drop(claimed);
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_game_without_moves_goes_unless_it_lay_on_the_shelf() {
        let folder = empty_folder("unbegun");
        let mut ours = memory(&folder);
        assert_eq!(ours.save(&game("*")), None);
        ours.drop_unbegun();
        assert!(memory(&folder).unfinished().games.is_empty());
        fs::write(folder.join("unfinished/torn.pgn"), "[Event \"x\"]\n\n*").unwrap();
        let mut found = memory(&folder).unfinished().games;
        let mut later = memory(&folder);
        let claimed = later.claim(found.remove(0)).unwrap();
        later.adopt(claimed);
        later.drop_unbegun();
        assert!(folder.join("unfinished/torn.pgn").exists());
        drop((ours, later)); // Windows keeps files that are open
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn finished_games_of_earlier_runs_are_added_once() {
        let folder = empty_folder("earlier");
        let mut ours = memory(&folder);
        assert_eq!(
            ours.save(&game("[Taken \"5\"]\n\n1. f3 e5 2. g4 Qh4# { [%by hard] } 0-1")),
            None
        );
        assert!(memory(&folder).finish_earlier().is_empty(), "somebody plays it");
        ours.put_aside();
        assert_eq!(ours.save(&game("1. e4 *")), None);
        let told = memory(&folder).finish_earlier();
        assert_eq!(told.len(), 1);
        assert!(told[0].contains("was added to ") && told[0].contains("games.pgn"), "{told:?}");
        let text = fs::read_to_string(folder.join("games.pgn")).unwrap();
        assert!(text.contains("2. g4 Qh4# 0-1"), "{text}");
        assert!(!text.contains("Taken") && !text.contains("%by"), "{text}");
        assert!(memory(&folder).finish_earlier().is_empty());
        // A program that was killed between adding a game and forgetting it has added it.
        ours.put_aside();
        assert_eq!(ours.save(&game("1. f3 e5 2. g4 Qh4# { [%by hard] } 0-1")), None);
        ours.put_aside();
        append(&folder.join("games.pgn"), &game("1. f3 e5 2. g4 Qh4# 0-1")).unwrap();
        let text = fs::read_to_string(folder.join("games.pgn")).unwrap();
        assert_eq!(memory(&folder).finish_earlier().len(), 1);
        assert_eq!(fs::read_to_string(folder.join("games.pgn")).unwrap(), text);
        assert!(memory(&folder).finish_earlier().is_empty());
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_broken_game_is_named_and_hides_no_other() {
        let folder = empty_folder("broken");
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
        let folder = empty_folder("trouble");
        let file = folder.join("file");
        fs::write(&file, "").unwrap();
        // A folder cannot be made where a file stands.
        let mut memory = memory(&file);
        assert!(memory.save(&game("1. e4 *")).is_some());
        assert_eq!(memory.save(&game("1. e4 e5 *")), None);
        assert!(!memory.is_saved());
        assert!(memory.finish(&game("1. e4 *")).is_err());
        fs::remove_dir_all(folder).unwrap();
    }
}
