//! The files of a match.

use std::path::Path;

use arena::{Fixture, GameResult, Journal, LastLine, Match, Played};
use serde_json::Value;

use crate::failure::Failure;
use files::games::Games;
use files::{Good, Growing, WholeFile, read_bytes};

/// Where games and results are written as they come.
pub(super) struct Files {
    pgn: Option<Games>,
    journal: Option<Growing>,
    /// What the journal held.
    pub(super) done: Vec<GameResult>,
}

impl Files {
    /// Opens what is asked for, and reads an old journal.
    pub(super) fn open(
        pgn: Option<&Path>,
        journal: Option<&Path>,
        order: &Match,
    ) -> Result<Files, Failure> {
        let mut files = Files { pgn: None, journal: None, done: Vec::new() };
        let mut last = None;
        if let Some(path) = journal {
            let (growing, held) = open_journal(path, order)?;
            files.journal = Some(growing);
            (files.done, last) = (held.results, held.last);
        }
        if let Some(path) = pgn {
            let (games, is_missing) = Games::open(path, last.and_then(|last| last.pgn))?;
            files.pgn = Some(games);
            if let (true, Some(journal), Some(last)) = (is_missing, &files.journal, last) {
                // It is played again.
                journal.cut(last.offset as u64)?;
                files.done.pop();
            }
        }
        Ok(files)
    }

    /// Writes a game down.
    pub(super) fn add(
        &self,
        order: &Match,
        fixture: &Fixture,
        played: &Played,
        result: &GameResult,
    ) -> Result<(), Failure> {
        let note = |at| -> Result<(), Failure> {
            let Some(journal) = &self.journal else { return Ok(()) };
            Ok(journal.add(&Journal::line(order, result, at))?)
        };
        let Some(games) = &self.pgn else { return note(None) };
        let (white, black) = order.schedule.colors(fixture);
        let (white, black) = (&order.players[white], &order.players[black]);
        let pgn = arena::pgn(played, white, black, fixture);
        // Noted first: a program that is killed in between has noted a game that is
        // missing, which the next run sees. One that was written and not noted would
        // be written twice.
        games.add(&pgn, |at| note(Some(at)))
    }
}

/// Opens the file of results. It belongs to this match, or is refused.
fn open_journal(path: &Path, order: &Match) -> Result<(Growing, Held), Failure> {
    let refused =
        |error| Failure::WrongUse(format!("cannot go on from {}: {error}", path.display()));
    let (growing, held) = Growing::open::<_, Failure>(path, "match", |file| {
        let journal = Journal::read(&read_bytes(file, path)?, order).map_err(refused)?;
        let (length, last) = (journal.length as u64, journal.last);
        Ok(Good { length, held: Held { is_begun: length > 0, results: journal.results, last } })
    })?;
    if !held.is_begun {
        growing.add(&Journal::header(order))?;
    }
    Ok((growing, held))
}

/// What a journal held.
#[derive(Default)]
struct Held {
    is_begun: bool,
    results: Vec<GameResult>,
    last: Option<LastLine>,
}

/// The file for the figures as JSON: an earlier match's are written over.
pub(super) fn figures(path: &Path) -> Result<WholeFile, Failure> {
    let figures = WholeFile::again(path, "the figures of a match", |text| {
        let figures: Result<Value, _> = serde_json::from_str(text);
        let keys = ["players", "games", "pentanomial", "faults"];
        figures.is_ok_and(|figures| keys.iter().all(|key| figures.get(key).is_some()))
    });
    figures.map_err(Failure::from)
}
