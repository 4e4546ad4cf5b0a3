//! The files of a match.

use std::fs::{File, OpenOptions};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

use arena::{Fixture, GameResult, Journal, Match, Played};

use crate::failure::Failure;
pub(crate) use crate::failure::cannot;
use crate::lock::lock;

/// Where games and results are written as they come.
pub(super) struct Files {
    pgn: Option<Paper>,
    journal: Option<Paper>,
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
                let (paper, results) = open_journal(file, order)?;
                done = results;
                Some(paper)
            }
            None => None,
        };
        let pgn = match pgn {
            Some(file) => {
                let handle = OpenOptions::new()
                    .append(true)
                    .create(true)
                    .open(file)
                    .map_err(|error| cannot("write", file, &error))?;
                let is_begun = handle.metadata().is_ok_and(|data| data.len() > 0);
                let mut paper = Paper { path: file.to_owned(), file: handle };
                if is_begun {
                    // Games are separated by an empty line.
                    paper.add("\n")?;
                }
                Some(paper)
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
        if let Some(pgn) = &mut self.pgn {
            let (white, black) = order.schedule.colors(fixture);
            let (white, black) = (&order.players[white], &order.players[black]);
            pgn.add(&format!("{}\n", arena::pgn(played, white, black, fixture)))?;
        }
        if let Some(journal) = &mut self.journal {
            journal.add(&Journal::line(order, result))?;
        }
        Ok(())
    }
}

/// A file to which is added.
struct Paper {
    path: PathBuf,
    file: File,
}

impl Paper {
    /// Adds all of a text, or nothing: a full disk leaves no half of a game.
    fn add(&mut self, text: &str) -> Result<(), Failure> {
        let before = self.file.metadata().map(|data| data.len());
        self.file.write_all(text.as_bytes()).map_err(|error| {
            if let Ok(length) = before {
                // What is no file has no length either, and nothing is left to try.
                self.file.set_len(length).ok();
            }
            cannot("write", &self.path, &error)
        })
    }
}

fn open_journal(file: &Path, order: &Match) -> Result<(Paper, Vec<GameResult>), Failure> {
    // From here on it is ours: of two matches that begin at once, one is refused.
    let (handle, text) = open_alone(file, "match")?;
    let journal = Journal::read(&text, order).map_err(|error| {
        Failure::WrongUse(format!("cannot go on from {}: {error}", file.display()))
    })?;
    // A line that was cut off would spoil the next one.
    handle.set_len(journal.length as u64).map_err(|error| cannot("write", file, &error))?;
    let mut paper = Paper { path: file.to_owned(), file: handle };
    if journal.length == 0 {
        paper.add(&Journal::header(order))?;
    }
    Ok((paper, journal.results))
}

/// Opens a file to read it and to add to it, which nobody else may do meanwhile;
/// `who` else would. Returns its text too.
pub(crate) fn open_alone(file: &Path, who: &str) -> Result<(File, String), Failure> {
    let handle = OpenOptions::new()
        .read(true)
        .append(true)
        .create(true)
        .open(file)
        .map_err(|error| cannot("write", file, &error))?;
    lock(&handle, file, who)?;
    let text = text(&handle, file)?;
    Ok((handle, text))
}

/// Refuses a file that cannot be written, before anything is done that is to be
/// written to it.
pub(super) fn try_writing(file: &Path) -> Result<(), Failure> {
    let opened = OpenOptions::new().write(true).create(true).truncate(false).open(file);
    opened.map(drop).map_err(|error| cannot("write", file, &error))
}

/// The text of a file, if it is text and of sensible length.
pub(crate) fn read(file: &Path) -> Result<String, Failure> {
    text(&File::open(file).map_err(|error| cannot("read", file, &error))?, file)
}

fn text(handle: &File, file: &Path) -> Result<String, Failure> {
    let mut text = String::new();
    handle
        .take(LONGEST + 1)
        .read_to_string(&mut text)
        .map_err(|error| cannot("read", file, &error))?;
    if text.len() as u64 > LONGEST {
        let most = LONGEST >> 20;
        return Err(Failure::Failed(format!(
            "cannot read {}: longer than {most} MiB",
            file.display()
        )));
    }
    Ok(text)
}
