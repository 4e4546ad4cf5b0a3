//! Where results go: standard output, or a file that can be gone on with.

use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

use super::report::Format;
use super::resume::Old;
use super::tally::Tally;
use crate::failure::{Failure, cannot, print};
use crate::lock::lock;

/// Who else may be writing to our file.
pub(super) const WHO: &str = "analysis";

/// Where results go.
pub(super) enum Out {
    Stdout,
    File(PathBuf, File),
}

impl Out {
    /// Opens it. A file is gone on with only by who says which settings it must
    /// have been made with; then it comes with what it holds already.
    pub(super) fn open(
        file: Option<&Path>,
        format: Format,
        resumed: Option<&str>,
    ) -> Result<(Out, Old, Tally), Failure> {
        let Some(path) = file else { return Ok((Out::Stdout, Old::nothing(), Tally::default())) };
        if let Some(settings) = resumed {
            let (old, file, tally) = Old::open(path, format, settings)?;
            return Ok((Out::File(path.to_owned(), file), old, tally));
        }
        let file = OpenOptions::new().append(true).create(true).open(path);
        let file = file.map_err(|error| cannot("write", path, &error))?;
        lock(&file, path, WHO)?;
        // Only now: another run may have begun it at this moment.
        if file.metadata().is_ok_and(|data| data.is_file() && data.len() > 0) {
            return Err(Failure::WrongUse(format!(
                "{} is there already; --resume goes on with it",
                path.display()
            )));
        }
        Ok((Out::File(path.to_owned(), file), Old::nothing(), Tally::default()))
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
            Out::File(path, file) => {
                file.write_all(text.as_bytes()).map_err(|error| cannot("write", path, &error))
            }
        }
    }
}
