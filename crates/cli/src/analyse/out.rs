//! Where results go: standard output, or a file that can be gone on with.

use std::path::Path;

use analysis::{OldResults, ResultForm, SolvedTally, WRITER};
use files::GrowingFile;

use super::report::OutputForm;
use crate::failure::{Failure, print};

/// What becomes of a file that is there.
#[derive(Clone, Copy)]
pub(super) enum ExistingFile<'a> {
    /// It is refused.
    Refused,
    /// It is written over as soon as there is a result.
    WrittenOver,
    /// It is gone on with, if it was made with these settings from games of which
    /// the first has these tags.
    Resumed { settings: &'a str, first_tags: Option<&'a str> },
}

/// Where results go.
pub(super) enum Out {
    Stdout,
    File(GrowingFile),
}

impl Out {
    /// Opens it. A file that is gone on with comes with what it holds already.
    pub(super) fn open(
        file: Option<&Path>,
        format: OutputForm,
        found: ExistingFile<'_>,
    ) -> Result<(Out, OldResults, SolvedTally), Failure> {
        let Some(path) = file else {
            return Ok((Out::Stdout, OldResults::nothing(), SolvedTally::default()));
        };
        if let ExistingFile::Resumed { settings, first_tags } = found {
            let form = match format {
                OutputForm::Pgn => ResultForm::Pgn,
                OutputForm::Json | OutputForm::Table | OutputForm::Scores => ResultForm::Json,
            };
            let (old, file, tally) = OldResults::open(path, form, settings, first_tags)?;
            return Ok((Out::File(file), old, tally));
        }
        if let ExistingFile::WrittenOver = found {
            let file = GrowingFile::over(path, WRITER)?;
            return Ok((Out::File(file), OldResults::nothing(), SolvedTally::default()));
        }
        let (file, ()) = GrowingFile::open::<(), Failure>(path, WRITER, |_| match format {
            OutputForm::Json | OutputForm::Pgn => Err(Failure::WrongUse(format!(
                "{} is there already; --resume goes on with it, --force writes over it",
                path.display()
            ))),
            OutputForm::Table | OutputForm::Scores => Err(Failure::WrongUse(format!(
                "{} is there already; --force writes over it",
                path.display()
            ))),
        })?;
        Ok((Out::File(file), OldResults::nothing(), SolvedTally::default()))
    }

    /// Whether standard output is free for other things.
    pub(super) fn is_file(&self) -> bool {
        matches!(self, Out::File(..))
    }

    /// Writes text at once, so that whoever reads it can go on.
    pub(super) fn write(&mut self, text: &str) -> Result<(), Failure> {
        match self {
            _ if text.is_empty() => Ok(()),
            Out::Stdout => print(text),
            Out::File(file) => Ok(file.add(text)?),
        }
    }
}
