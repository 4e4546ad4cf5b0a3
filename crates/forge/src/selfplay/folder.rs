//! A folder of games: its files, what they hold already, and who goes on with which.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::note::{differences, note};
use super::{Amount, GenerateError, Plan};
use crate::packed::{self, Damage, DamageKind, GoodPart, OpenError, Tail, Writer};

/// The name of the file of a thread.
pub fn file_name(thread: usize) -> String {
    format!("{thread:03}.games")
}

/// All files of games in a folder, by name.
pub fn files_in(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "games") {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

/// A file and how many games it is to hold at most.
pub(super) struct GamesFile {
    pub(super) thread: usize,
    pub(super) path: PathBuf,
    pub(super) writer: Writer<GoodPart>,
    pub(super) quota: Option<u64>,
}

/// A seat for each thread, what the folder holds, and the damage in it.
pub(super) type Prepared = (Vec<GamesFile>, Amount, Damaged);
/// Damage and the files it was found in.
type Damaged = Vec<(PathBuf, Damage)>;

/// Opens all files and finds out what is there.
pub(super) fn prepare(plan: &Plan, threads: usize) -> Result<Prepared, GenerateError> {
    check_folder(&plan.folder)?;
    let own: Vec<PathBuf> =
        (0..threads).map(|thread| plan.folder.join(file_name(thread))).collect();
    let (mut before, mut damaged) = others(plan, &own)?;
    // Files that are there stay as they are until games are added, so all of them
    // come before the first new one: a refused run leaves nothing behind.
    let mut own: Vec<(usize, PathBuf)> = own.into_iter().enumerate().collect();
    own.sort_by_key(|(_, path)| !path.exists());
    let mut seats = Vec::new();
    for (thread, path) in own {
        if !path.exists() {
            make_folder(&plan.folder)?;
        }
        let (writer, tail) = continued(&path, &note(plan, thread))?;
        before.games += tail.games;
        before.positions += tail.scored;
        before.bytes += tail.bytes;
        damaged.extend(tail.damage.into_iter().map(|damage| (path.clone(), damage)));
        seats.push(GamesFile { thread, path, writer, quota: None });
    }
    seats.sort_by_key(|seat| seat.thread);
    if let Some(games) = plan.goal.games {
        // Shares and not a race, so that the same games come out whichever
        // thread is faster.
        let missing = games.saturating_sub(before.games);
        let threads = seats.len() as u64;
        for (index, seat) in seats.iter_mut().enumerate() {
            let share = missing / threads + u64::from((index as u64) < missing % threads);
            seat.quota = Some(u64::from(seat.writer.next_number()).saturating_add(share));
        }
    }
    Ok((seats, before, damaged))
}

/// Opens a file to add games to it; refuses one whose games were made otherwise.
pub(super) fn continued(
    path: &Path,
    wanted: &str,
) -> Result<(Writer<GoodPart>, Tail), GenerateError> {
    let (writer, tail) = packed::append(path, wanted)
        .map_err(|error| GenerateError::File(path.to_owned(), error))?;
    match &tail.note {
        Some(found) if found != wanted => Err(GenerateError::Other {
            path: path.to_owned(),
            found: found.clone(),
            wanted: wanted.to_owned(),
        }),
        _ => Ok((writer, tail)),
    }
}

/// Refuses a place for a folder where something else is.
pub(super) fn check_folder(folder: &Path) -> Result<(), GenerateError> {
    match folder.exists() && !folder.is_dir() {
        true => Err(GenerateError::NotFolder(folder.to_owned())),
        false => Ok(()),
    }
}

/// Makes the folder if it is not there.
pub(super) fn make_folder(folder: &Path) -> Result<(), GenerateError> {
    fs::create_dir_all(folder)
        .map_err(|error| GenerateError::File(folder.to_owned(), OpenError::Io(error)))
}

/// What the folder holds apart from the files of this run's threads. It counts, so
/// it must have been made alike.
fn others(plan: &Plan, own: &[PathBuf]) -> Result<(Amount, Damaged), GenerateError> {
    let in_folder =
        |error: io::Error| GenerateError::File(plan.folder.clone(), OpenError::Io(error));
    let (mut amount, mut damaged) = (Amount::default(), Vec::new());
    if !plan.folder.exists() {
        return Ok((amount, damaged));
    }
    for path in files_in(&plan.folder).map_err(in_folder)? {
        if own.contains(&path) {
            continue;
        }
        let blocks = match packed::open_file(&path) {
            Ok(blocks) => blocks,
            Err(error) => {
                // Somebody else's: nothing is written there.
                let kind = DamageKind::Unreadable(error.to_string());
                damaged.push((path, Damage { offset: 0, length: 0, kind }));
                continue;
            }
        };
        let (found, wanted) = (blocks.note().to_owned(), note(plan, 0));
        let is_alike = differences(&found, &wanted, true).is_empty();
        for block in blocks {
            match block {
                Ok(_) if !is_alike => return Err(GenerateError::Other { path, found, wanted }),
                Ok(block) => {
                    amount.games += u64::from(block.games);
                    amount.positions += u64::from(block.scored);
                    amount.bytes += block.bytes();
                }
                Err(damage) => damaged.push((path.clone(), damage)),
            }
        }
    }
    Ok((amount, damaged))
}
