//! What is kept between moves and between runs: the game in progress, finished
//! games, typed lines.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use chess::pgn::Pgn;

use super::record::{self, Recorded, date_and_time};

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
    /// Finds the data folder: `PLYWISE_DATA`, or `plywise` where the system
    /// keeps such things.
    pub(crate) fn open(pgn: Option<PathBuf>) -> Memory {
        let folder = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty());
        let found = folder("PLYWISE_DATA").map(PathBuf::from);
        let found = found
            .or_else(|| Some(Path::new(&folder("XDG_DATA_HOME")?).join("plywise")))
            .or_else(|| Some(Path::new(&folder("HOME")?).join(".local/share/plywise")))
            .or_else(|| Some(Path::new(&folder("APPDATA")?).join("plywise")));
        Memory { folder: found, pgn, current: None, trouble: None }
    }

    /// Writes the game in progress. A sentence if that fails and was not yet told.
    pub(crate) fn save(&mut self, pgn: &Pgn) -> Option<String> {
        let result = self.current_path().and_then(|path| replace(&path, &pgn.to_string()));
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

    /// Whether the game in progress is safely on the disk.
    pub(crate) fn is_saved(&self) -> bool {
        self.current.is_some() && self.trouble.is_none()
    }

    /// Adds a finished game to the file of finished games: which one it is.
    pub(crate) fn finish(&mut self, pgn: &Pgn) -> Result<PathBuf, String> {
        let path = match (&self.pgn, &self.folder) {
            (Some(file), _) => file.clone(),
            (None, Some(folder)) => folder.join("games.pgn"),
            (None, None) => {
                return Err("the game cannot be kept: there is no data folder".to_owned());
            }
        };
        append(&path, pgn)?;
        self.drop_current();
        Ok(path)
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

    /// The games that were not finished and that nobody plays now, the latest first.
    pub(crate) fn unfinished(&self) -> Vec<Unfinished> {
        let Some(folder) = self.unfinished_folder() else { return Vec::new() };
        let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
        let mut found: Vec<(SystemTime, Unfinished)> = entries
            .filter_map(|entry| {
                let path = entry.ok()?.path();
                path.extension().filter(|extension| *extension == "pgn")?;
                let time = fs::metadata(&path).ok()?.modified().ok()?;
                // Released again at once: this only asks whether somebody holds it.
                lock(&path).ok()?;
                let pgn: Pgn = read_text(&path, LARGEST_GAME).ok()?.parse().ok()?;
                let recorded = record::read(&pgn);
                let name = |tag| pgn.tags.get(tag).unwrap_or("?").to_owned();
                let moves = recorded.game.moves().len().div_ceil(2);
                let plural = if moves == 1 { "" } else { "s" };
                let (date, time_of_day) = date_and_time(time);
                let title = format!(
                    "{} - {}, {moves} move{plural}, {date} {}",
                    name("White"),
                    name("Black"),
                    time_of_day.get(..5).unwrap_or_default()
                );
                (!recorded.is_over).then_some((time, Unfinished { path, recorded, title }))
            })
            .collect();
        found.sort_by_key(|(time, game)| (*time, game.path.clone()));
        found.into_iter().rev().map(|(_, game)| game).collect()
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
            let _ = replace(&folder.join("history"), &(lines.join("\n") + "\n"));
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

/// Takes the lock beside a game's file.
fn lock(path: &Path) -> io::Result<File> {
    let file = File::create(path.with_extension("lock"))?;
    file.try_lock().map_err(io::Error::from)?;
    Ok(file)
}

/// Writes a file so that at any moment either the old one or the new one is
/// there, whatever happens to program or machine.
fn replace(path: &Path, text: &str) -> io::Result<()> {
    let folder = path.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(folder)?;
    let beside = path.with_extension(format!("tmp{}", std::process::id()));
    let write = || {
        let mut file = File::create(&beside)?;
        file.write_all(text.as_bytes())?;
        file.sync_all()?;
        fs::rename(&beside, path)
    };
    write().inspect_err(|_| {
        let _ = fs::remove_file(&beside);
    })?;
    // The name is safe when the folder is; systems that cannot do it do not need it.
    if let Ok(folder) = File::open(folder) {
        let _ = folder.sync_all();
    }
    Ok(())
}

/// Adds a game to the end of a file of games, whatever stands there already.
pub(crate) fn append(path: &Path, pgn: &Pgn) -> Result<(), String> {
    let write = || {
        if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
            fs::create_dir_all(folder)?;
        }
        let mut file = OpenOptions::new().create(true).append(true).read(true).open(path)?;
        // Two programs that finish at once write one after the other. Where there
        // are no locks, one write at the end is still in one piece.
        let _ = file.lock();
        let text = format!("{}{pgn}", gap(&mut file)?);
        file.write_all(text.as_bytes())?;
        file.sync_all()
    };
    write().map_err(|error: io::Error| {
        format!("the game cannot be written to {}: {error}", path.display())
    })
}

/// What it takes to leave one empty line after what is there.
fn gap(file: &mut File) -> io::Result<&'static str> {
    let length = file.seek(SeekFrom::End(0))?;
    if length == 0 {
        return Ok("");
    }
    let mut tail = [b'\n'; 2];
    let back = length.min(2);
    file.seek(SeekFrom::End(-(back as i64)))?;
    file.read_exact(&mut tail[2 - back as usize..])?;
    Ok(match &tail {
        b"\n\n" => "",
        [_, b'\n'] => "\n",
        _ => "\n\n",
    })
}

/// A text file, if it is not larger than expected.
pub(crate) fn read_text(path: &Path, most: u64) -> io::Result<String> {
    let mut bytes = Vec::new();
    File::open(path)?.take(most).read_to_end(&mut bytes)?;
    if bytes.len() as u64 == most {
        return Err(io::Error::other(format!("longer than {} MiB", most >> 20)));
    }
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

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
        assert!(memory(&folder).unfinished().is_empty(), "we hold it");
        ours.put_aside();
        let found = memory(&folder).unfinished();
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].recorded.game.moves().len(), 2);
        let mut later = memory(&folder);
        later.adopt(found[0].path.clone());
        later.finish(&game("1. e4 e5 1-0")).unwrap();
        assert!(memory(&folder).unfinished().is_empty());
        assert!(fs::read_to_string(folder.join("games.pgn")).unwrap().contains("1. e4 e5 1-0"));
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
