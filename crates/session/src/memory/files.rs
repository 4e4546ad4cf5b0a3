//! Reading and writing files so that nothing is lost.

use std::fs::{self, File, TryLockError};
use std::io::{self, Read, Write};
use std::path::Path;
use std::thread;
use std::time::{Duration, SystemTime};

use chess::pgn::Pgn;
use files::FileRefusal;
use files::games::{self, Games};

/// A file's name in full, with nothing a terminal would obey.
pub fn shown(path: &Path) -> String {
    let clean = |c: char| if c.is_control() { char::REPLACEMENT_CHARACTER } else { c };
    path.to_string_lossy().chars().map(clean).collect()
}

/// How often a lock is tried for, and how long to wait in between: somebody who
/// only looks holds it for a moment.
const TRIES: u32 = 5;
const BETWEEN: Duration = Duration::from_millis(20);

/// Takes the lock beside a game's file; [`io::ErrorKind::WouldBlock`] if another
/// run has it.
pub(super) fn lock(path: &Path) -> io::Result<File> {
    let file = File::create(path.with_extension("lock"))?;
    for _ in 1..TRIES {
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => thread::sleep(BETWEEN),
            tried => return tried.map(|()| file).map_err(io::Error::from),
        }
    }
    file.try_lock().map(|()| file).map_err(io::Error::from)
}

/// Whether another run plays the game of this file. Where nothing can be locked
/// nobody can be seen to. Whoever looks leaves nothing behind.
pub(super) fn is_held(path: &Path) -> bool {
    // Nobody has ever played a game that has no lock.
    let Ok(file) = File::open(path.with_extension("lock")) else { return false };
    matches!(file.try_lock_shared(), Err(TryLockError::WouldBlock))
}

/// Whatever is older than this nobody is about to write or to lock.
const LEFT_OVER: Duration = Duration::from_hours(1);

/// Removes what runs that were killed left in a folder: files that they were
/// writing, and locks of games that are gone.
pub(super) fn sweep(folder: &Path, now: SystemTime) {
    let is_old = |path: &Path| {
        let changed = fs::metadata(path).and_then(|data| data.modified());
        changed.is_ok_and(|changed| now.duration_since(changed).is_ok_and(|age| age > LEFT_OVER))
    };
    let Ok(entries) = fs::read_dir(folder) else { return };
    for path in entries.filter_map(|entry| Some(entry.ok()?.path())) {
        let Some(kind) = path.extension().and_then(|kind| kind.to_str()) else { continue };
        let is_ours = match kind.strip_prefix("tmp") {
            Some(process) => process.parse::<u32>().is_ok(),
            None => kind == "lock" && !path.with_extension("pgn").exists(),
        };
        // A game may be played for an hour without a move.
        let is_free = || File::open(&path).is_ok_and(|file| file.try_lock().is_ok());
        if is_ours && is_old(&path) && is_free() {
            let _ = fs::remove_file(&path);
        }
    }
}

/// What a file must survive.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Care {
    /// The end of the program.
    Quick,
    /// The end of the machine too, which takes a moment.
    Safe,
}

/// Writes a file so that at any moment either the old one or the new one is
/// there.
pub(super) fn replace(path: &Path, text: &str, care: Care) -> io::Result<()> {
    let folder = path.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(folder)?;
    let beside = path.with_extension(format!("tmp{}", std::process::id()));
    let write = || {
        let mut file = File::create(&beside)?;
        file.write_all(text.as_bytes())?;
        if care == Care::Safe {
            file.sync_all()?;
        }
        fs::rename(&beside, path)
    };
    write().inspect_err(|_| {
        let _ = fs::remove_file(&beside);
    })?;
    // The name is safe when the folder is; systems that cannot do it do not need it.
    if care == Care::Safe
        && let Ok(folder) = File::open(folder)
    {
        let _ = folder.sync_all();
    }
    Ok(())
}

/// Says what is wrong with a file that games are to be added to, as far as that
/// can be seen without making it.
pub fn check_target(path: &Path) -> Result<(), String> {
    if path.is_dir() {
        return Err("that is a folder, not a file".to_owned());
    }
    match path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        Some(folder) if !folder.is_dir() => {
            return Err(format!("there is no folder {}", shown(folder)));
        }
        _ => {}
    }
    games::check(path).map_err(|refusal| refusal.reason)
}

/// Adds a game to the end of a file of games, whatever stands there already: the
/// whole game, or nothing. Folders are not made: a name that was mistyped would
/// make any.
pub fn append(path: &Path, pgn: &Pgn) -> Result<(), String> {
    add(path, |games| games.add(pgn, |_| Ok(())))
}

/// The same for a game that may stand there as the last one already.
pub(super) fn append_once(path: &Path, pgn: &Pgn) -> Result<(), String> {
    add(path, |games| match games.ends_with(pgn)? {
        true => Ok(()),
        false => games.add(pgn, |_| Ok(())),
    })
}

fn add(path: &Path, write: impl FnOnce(&Games) -> Result<(), FileRefusal>) -> Result<(), String> {
    let written = check_target(path).and_then(|()| {
        let opened = Games::open(path, None);
        let written = opened.and_then(|(games, _)| write(&games).and_then(|()| games.sync()));
        written.map_err(|refusal| refusal.reason)
    });
    written.map_err(|reason| format!("the game cannot be written to {}: {reason}", shown(path)))
}

/// A text file, if it is not larger than expected.
pub(super) fn read_text(path: &Path, most: u64) -> io::Result<String> {
    let mut bytes = Vec::new();
    File::open(path)?.take(most).read_to_end(&mut bytes)?;
    if bytes.len() as u64 == most {
        return Err(io::Error::other(format!("longer than {} MiB", most >> 20)));
    }
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}
