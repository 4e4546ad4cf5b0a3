//! The files of a match.

use std::fs::{File, OpenOptions};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use arena::{Fixture, GameResult, Journal, Match, Played};

use crate::failure::Failure;

/// Where games and results are written as they come.
pub(super) struct Files {
    pgn: Option<(PathBuf, File)>,
    journal: Option<(PathBuf, File)>,
    /// What the journal held.
    pub(super) done: Vec<GameResult>,
}

/// More than any file of openings or results needs.
const LONGEST: u64 = 1 << 30;

impl Files {
    /// Opens what is asked for, and reads an old journal.
    pub(super) fn open(
        pgn: Option<&Path>,
        journal: Option<&Path>,
        order: &Match,
    ) -> Result<Files, Failure> {
        let mut done = Vec::new();
        let journal = match journal {
            Some(file) => {
                let (handle, results) = open_journal(file, order)?;
                done = results;
                Some((file.to_owned(), handle))
            }
            None => None,
        };
        let pgn = match pgn {
            Some(file) => {
                let mut handle = OpenOptions::new()
                    .append(true)
                    .create(true)
                    .open(file)
                    .map_err(|error| cannot("write", file, &error))?;
                // Games are separated by an empty line.
                let is_begun = handle.metadata().is_ok_and(|data| data.len() > 0);
                if is_begun {
                    handle.write_all(b"\n").map_err(|error| cannot("write", file, &error))?;
                }
                Some((file.to_owned(), handle))
            }
            None => None,
        };
        Ok(Files { pgn, journal, done })
    }

    /// Writes a game down.
    pub(super) fn add(
        &mut self,
        order: &Match,
        fixture: &Fixture,
        played: &Played,
        result: &GameResult,
    ) -> Result<(), Failure> {
        if let Some((path, file)) = &mut self.pgn {
            let (white, black) = order.schedule.colors(fixture);
            let (white, black) = (&order.players[white], &order.players[black]);
            let text = format!("{}\n", arena::pgn(played, white, black, fixture));
            // One write a game: whatever happens, games are whole.
            file.write_all(text.as_bytes()).map_err(|error| cannot("write", path, &error))?;
        }
        if let Some((path, file)) = &mut self.journal {
            let line = Journal::line(order, result);
            file.write_all(line.as_bytes()).map_err(|error| cannot("write", path, &error))?;
        }
        Ok(())
    }
}

fn open_journal(file: &Path, order: &Match) -> Result<(File, Vec<GameResult>), Failure> {
    let text = match read(file) {
        Ok(text) => text,
        Err(_) if !file.exists() => String::new(),
        Err(failure) => return Err(failure),
    };
    let journal = Journal::read(&text, order).map_err(|error| {
        Failure::WrongUse(format!("cannot go on from {}: {error}", file.display()))
    })?;
    let open = || -> io::Result<File> {
        let mut handle = OpenOptions::new().append(true).create(true).open(file)?;
        // A line that was cut off would spoil the next one.
        handle.set_len(journal.length as u64)?;
        if journal.length == 0 {
            handle.write_all(Journal::header(order).as_bytes())?;
        }
        Ok(handle)
    };
    let handle = open().map_err(|error| cannot("write", file, &error))?;
    Ok((handle, journal.results))
}

/// The text of a file, if it is text and of sensible length.
pub(crate) fn read(file: &Path) -> Result<String, Failure> {
    let mut text = String::new();
    let read =
        File::open(file).and_then(|handle| handle.take(LONGEST + 1).read_to_string(&mut text));
    read.map_err(|error| cannot("read", file, &error))?;
    if text.len() as u64 > LONGEST {
        let most = LONGEST >> 20;
        return Err(Failure::Failed(format!(
            "cannot read {}: longer than {most} MiB",
            file.display()
        )));
    }
    Ok(text)
}

/// The sentence for a file that cannot be used.
pub(crate) fn cannot(what: &str, file: &Path, error: &io::Error) -> Failure {
    Failure::Failed(format!("cannot {what} {}: {error}", file.display()))
}
