//! What is written about positions, in the form that was asked for.

use analysis::{Annotator, Done, IncrementalEvaluator, json_line};

use super::table;
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

/// Turns results into text, in their order.
pub(super) struct Report {
    format: Format,
    /// What the results depend on.
    settings: String,
    judge: IncrementalEvaluator,
    annotator: Annotator,
}

impl Report {
    pub(super) fn new(format: Format, settings: String) -> Report {
        Report {
            format,
            settings,
            judge: IncrementalEvaluator::default(),
            annotator: Annotator::default(),
        }
    }

    /// The text that the next result adds; perhaps none yet.
    pub(super) fn take(&mut self, done: Done) -> Result<String, Failure> {
        match self.format {
            Format::Table => {
                Ok(self.judge.take(done).map(|judged| table::block(&judged)).collect())
            }
            Format::Json => {
                let judged = self.judge.take(done);
                Ok(judged.map(|judged| json_line(&judged, &self.settings)).collect())
            }
            Format::Scores => Ok(table::score_line(&done)),
            Format::Pgn => {
                let annotated = self.annotator.take(done, &self.settings)?;
                Ok(annotated.unwrap_or_default())
            }
        }
    }
}
