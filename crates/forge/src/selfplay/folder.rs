//! A folder of games: its files, what they hold already, and who goes on with which.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::note::{differences, note};
use super::{Amount, GenerateError, Plan};
use crate::packed::{self, Damage, DamageKind, GoodPart, OpenError, Writer};

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
pub(super) struct Seat {
    pub(super) thread: usize,
    pub(super) path: PathBuf,
    pub(super) writer: Writer<GoodPart>,
    pub(super) quota: Option<u64>,
}

/// A seat for each thread, what the folder holds, and the damage in it.
pub(super) type Prepared = (Vec<Seat>, Amount, Damaged);
/// Damage and the files it was found in.
type Damaged = Vec<(PathBuf, Damage)>;

/// Opens all files and finds out what is there.
pub(super) fn prepare(plan: &Plan, threads: usize) -> Result<Prepared, GenerateError> {
    let in_folder =
        |error: io::Error| GenerateError::File(plan.folder.clone(), OpenError::Io(error));
    fs::create_dir_all(&plan.folder).map_err(in_folder)?;
    let own: Vec<PathBuf> =
        (0..threads).map(|thread| plan.folder.join(file_name(thread))).collect();
    // All are looked at before any is begun: a refused run leaves nothing behind.
    for (thread, path) in own.iter().enumerate().filter(|(_, path)| path.exists()) {
        let file = |error| GenerateError::File(path.clone(), error);
        let found = packed::open_file(path).map_err(file)?.note().to_owned();
        let wanted = note(plan, thread);
        // Without a note it may be a file that was hardly begun.
        if !found.is_empty() && found != wanted {
            return Err(GenerateError::Other { path: path.clone(), found, wanted });
        }
    }
    let (mut before, mut damaged) = others(plan, &own)?;
    let mut seats = Vec::new();
    for (thread, path) in own.into_iter().enumerate() {
        let wanted = note(plan, thread);
        let (writer, tail) = packed::append(&path, &wanted)
            .map_err(|error| GenerateError::File(path.clone(), error))?;
        if let Some(found) = tail.note
            && found != wanted
        {
            return Err(GenerateError::Other { path, found, wanted });
        }
        before.games += u64::from(tail.games);
        before.positions += tail.scored;
        damaged.extend(tail.damage.into_iter().map(|damage| (path.clone(), damage)));
        seats.push(Seat { thread, path, writer, quota: None });
    }
    if let Some(games) = plan.goal.games {
        // Shares and not a race, so that the same games come out whichever
        // thread is faster.
        let missing = games.saturating_sub(before.games);
        let threads = seats.len() as u64;
        for (index, seat) in seats.iter_mut().enumerate() {
            let share = missing / threads + u64::from((index as u64) < missing % threads);
            seat.quota = Some(u64::from(seat.writer.games()) + share);
        }
    }
    Ok((seats, before, damaged))
}

/// What the folder holds beside the files of this run's threads. It counts, so
/// it must have been made alike.
fn others(plan: &Plan, own: &[PathBuf]) -> Result<(Amount, Damaged), GenerateError> {
    let in_folder =
        |error: io::Error| GenerateError::File(plan.folder.clone(), OpenError::Io(error));
    let (mut amount, mut damaged) = (Amount::default(), Vec::new());
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
                }
                Err(damage) => damaged.push((path.clone(), damage)),
            }
        }
    }
    Ok((amount, damaged))
}
