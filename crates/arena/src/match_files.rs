//! The files of a match: its games as PGN, and a journal of its results to go on from.

use std::path::{Path, PathBuf};
use std::{error, fmt};

use files::games::Games;
use files::{FileRefusal, Good, GrowingFile, WholeFile, read_bytes};
use serde_json::Value;

use crate::journal::{Journal, JournalError, LastLine};
use crate::play::Played;
use crate::record::pgn;
use crate::runner::Match;
use crate::schedule::Fixture;
use crate::standings::GameResult;

/// Where games and results are written as they come.
#[derive(Debug)]
pub struct MatchFiles {
    pgn: Option<Games>,
    journal: Option<GrowingFile>,
    /// What the journal held.
    pub done: Vec<GameResult>,
}

/// Why the files of a match cannot be used.
#[derive(Debug)]
pub enum MatchFilesError {
    /// One of them may not be read or written.
    Refused(FileRefusal),
    /// The journal is not one of this match.
    Journal(PathBuf, JournalError),
}

impl From<FileRefusal> for MatchFilesError {
    fn from(refusal: FileRefusal) -> MatchFilesError {
        MatchFilesError::Refused(refusal)
    }
}

impl fmt::Display for MatchFilesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MatchFilesError::Refused(refusal) => refusal.fmt(f),
            MatchFilesError::Journal(path, error) => {
                write!(f, "cannot go on from {}: {error}", path.display())
            }
        }
    }
}

impl error::Error for MatchFilesError {}

impl MatchFiles {
    /// Opens what is asked for, and reads an old journal.
    pub fn open(
        pgn: Option<&Path>,
        journal: Option<&Path>,
        order: &Match,
    ) -> Result<MatchFiles, MatchFilesError> {
        let mut files = MatchFiles { pgn: None, journal: None, done: Vec::new() };
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
    pub fn add(
        &self,
        order: &Match,
        fixture: &Fixture,
        played: &Played,
        result: &GameResult,
    ) -> Result<(), MatchFilesError> {
        let note = |at| -> Result<(), MatchFilesError> {
            let Some(journal) = &self.journal else { return Ok(()) };
            Ok(journal.add(&Journal::line(order, result, at))?)
        };
        let Some(games) = &self.pgn else { return note(None) };
        let (white, black) = order.schedule.colors(fixture);
        let (white, black) = (&order.players[white], &order.players[black]);
        let pgn = pgn(played, white, black, fixture);
        // Noted first: a program that is killed in between has noted a game that is
        // missing, which the next run sees. One that was written and not noted would
        // be written twice.
        games.add(&pgn, |at| note(Some(at)))
    }
}

/// The file for the figures as JSON: an earlier match's are written over.
pub fn figures_file(path: &Path) -> Result<WholeFile, FileRefusal> {
    WholeFile::again(path, "the figures of a match", are_figures)
}

/// Whether a text holds the figures of a match, as we write them: of the forms they
/// have, so that nothing is taken for them that happens to have the same keys.
fn are_figures(text: &str) -> bool {
    let figures: Result<Value, _> = serde_json::from_str(text);
    let Ok(Value::Object(figures)) = figures else { return false };
    let is = |key: &str, fits: fn(&Value) -> bool| figures.get(key).is_some_and(fits);
    let are_all = |value: &Value, fits: fn(&Value) -> bool| {
        value.as_array().is_some_and(|values| values.iter().all(fits))
    };
    let numbers = ["games", "wins", "draws", "losses", "white_wins", "black_wins", "seed"];
    numbers.into_iter().all(|key| is(key, Value::is_u64))
        && figures.get("players").is_some_and(|players| are_all(players, Value::is_string))
        && figures.get("pentanomial").is_some_and(|pairs| are_all(pairs, Value::is_u64))
        && is("faults", Value::is_object)
        && is("elo_is_bound", Value::is_boolean)
        && is("ratings", Value::is_array)
}

/// Opens the file of results. It belongs to this match, or is refused.
fn open_journal(path: &Path, order: &Match) -> Result<(GrowingFile, Held), MatchFilesError> {
    let refused = |error| MatchFilesError::Journal(path.to_owned(), error);
    let (growing, held) = GrowingFile::open::<_, MatchFilesError>(path, "match", |file| {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_known_by_their_form() {
        let foreign = r#"{"players":["me"],"games":["chess"],"pentanomial":5,"faults":"none"}"#;
        assert!(!are_figures(foreign));
        let bare = r#"{"players":["me"],"games":1,"pentanomial":[],"faults":{}}"#;
        assert!(!are_figures(bare));
    }
}
