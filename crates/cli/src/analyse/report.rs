//! What is written about positions, in the form that was asked for.

use analysis::{AnalysisError, Annotator, Commentary, Done, HeldPosition, json_line};
use search::Limits;

use super::table;
use crate::failure::Failure;

/// In which form results are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum OutputForm {
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
pub(super) struct ResultReport {
    format: OutputForm,
    /// What the results depend on.
    settings: String,
    judge: HeldPosition,
    annotator: Annotator,
    commentary: Commentary,
}

impl ResultReport {
    /// A report; `words` are the limits of the positions if it tells why moves are bad.
    pub(super) fn new(
        format: OutputForm,
        settings: String,
        words: Option<&Limits>,
    ) -> Result<ResultReport, AnalysisError> {
        let new = |forms: &[OutputForm]| match words.filter(|_| forms.contains(&format)) {
            Some(limits) => Commentary::new(limits),
            None => Ok(Commentary::default()),
        };
        Ok(ResultReport {
            format,
            settings,
            judge: HeldPosition::default(),
            annotator: Annotator::with(new(&[OutputForm::Pgn])?),
            commentary: new(&[OutputForm::Json, OutputForm::Table])?,
        })
    }

    /// The text that the next result adds; perhaps none yet.
    pub(super) fn take(&mut self, done: Done) -> Result<String, Failure> {
        match self.format {
            OutputForm::Table => {
                let judged = self.judge.take(done, &mut self.commentary);
                Ok(judged.map(|judged| table::block(&judged)).collect())
            }
            OutputForm::Json => {
                let judged = self.judge.take(done, &mut self.commentary);
                Ok(judged.map(|judged| json_line(&judged, &self.settings)).collect())
            }
            OutputForm::Scores => Ok(table::score_line(&done)),
            OutputForm::Pgn => {
                let annotated = self.annotator.take(done, &self.settings)?;
                Ok(annotated.unwrap_or_default())
            }
        }
    }
}
