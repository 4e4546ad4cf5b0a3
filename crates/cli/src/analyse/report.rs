//! What is written about positions, in the form that was asked for.

use engine::Knowledge;
use engine::review::{Assessment, annotate, annotate_endings};

use super::task::{Done, Judge, Origin};
use super::{json, table};
use crate::failure::Failure;

/// In which form results are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Format {
    /// For people, a block a position.
    Table,
    /// For people, a line a position.
    Scores,
    /// For programs, a line a position.
    Json,
    /// Games with annotations.
    Pgn,
}

/// The tag of annotated games that says with which settings.
pub(super) const SETTINGS_TAG: &str = "AnnotatorSettings";

/// Turns results into text, in their order.
pub(super) struct Report {
    format: Format,
    /// What the results depend on.
    settings: String,
    judge: Judge,
    /// What was said about the game that is under way.
    game: Vec<Assessment>,
    /// What endgame tables know about it.
    known: Vec<Option<Knowledge>>,
}

impl Report {
    pub(super) fn new(format: Format, settings: String) -> Report {
        let judge = Judge::default();
        Report { format, settings, judge, game: Vec::new(), known: Vec::new() }
    }

    /// The text that the next result adds; perhaps none yet.
    pub(super) fn take(&mut self, done: Done) -> Result<String, Failure> {
        match self.format {
            Format::Table => {
                Ok(self.judge.take(done).map(|judged| table::block(&judged)).collect())
            }
            Format::Json => {
                let judged = self.judge.take(done);
                Ok(judged.map(|judged| json::line(&judged, &self.settings)).collect())
            }
            Format::Scores => Ok(table::score_line(&done)),
            Format::Pgn => self.annotate(done),
        }
    }

    fn annotate(&mut self, done: Done) -> Result<String, Failure> {
        let Origin::Ply(ply) = &done.task.origin else {
            let sentence = "--pgn annotates games; for positions there is --json, or neither";
            return Err(Failure::WrongUse(sentence.to_owned()));
        };
        self.game.push(done.said);
        self.known.push(done.known);
        if !ply.is_last {
            return Ok(String::new());
        }
        let mut pgn = ply.game.pgn.clone();
        let said = annotate(&mut pgn, &std::mem::take(&mut self.game));
        let known = annotate_endings(&mut pgn, &std::mem::take(&mut self.known));
        said.and(known).map_err(|error| {
            Failure::Failed(format!("game {} cannot be annotated: {error}", ply.game.number))
        })?;
        // The names are good ones.
        let _ = pgn.tags.set("Annotator", concat!("Plywise ", env!("CARGO_PKG_VERSION")));
        let _ = pgn.tags.set(SETTINGS_TAG, &self.settings);
        Ok(format!("{pgn}\n"))
    }
}
