//! Why games are not made, in sentences.

use std::fmt;
use std::path::PathBuf;

use super::note::differences;
use crate::packed::{OpenError, WriteError};

/// So many games in a row without a position to score are no accident: the
/// starts are decided, or the games over with their random plies.
pub(super) const MOST_FRUITLESS: u64 = 100;

/// Why nothing more is made.
#[derive(Debug)]
pub enum GenerateError {
    /// A file or the folder cannot be used.
    File(PathBuf, OpenError),
    /// What was named as the folder is none.
    NotFolder(PathBuf),
    /// A file was made by other players or rules.
    Other {
        /// The file.
        path: PathBuf,
        /// What it says about its games.
        found: String,
        /// What this run would say.
        wanted: String,
    },
    /// The same file was to be read and written.
    Same(PathBuf),
    /// Games have no position with a score, so that the goal is never reached.
    Fruitless(PathBuf),
    /// A file takes nothing more.
    Write(PathBuf, WriteError),
}

impl fmt::Display for GenerateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GenerateError::File(path, error) => {
                write!(f, "cannot use {}: {error}", path.display())
            }
            GenerateError::NotFolder(path) => {
                write!(f, "{} is not a folder, and games are kept in one", path.display())
            }
            GenerateError::Other { path, found, .. } if found.is_empty() => write!(
                f,
                "{} has lost the note on how its games were made, so none are added; \
                 take another folder",
                path.display()
            ),
            GenerateError::Other { path, found, wanted } => {
                let all = |any_file| differences(found, wanted, any_file);
                // Which file it is does not matter unless it was given another's name.
                let said = Some(all(true)).filter(|said| !said.is_empty());
                write!(
                    f,
                    "{} holds games of other settings: {}; \
                     take another folder or the same settings",
                    path.display(),
                    said.unwrap_or_else(|| all(false)),
                )
            }
            GenerateError::Same(path) => write!(
                f,
                "{} would be written over while it is read; take another folder",
                path.display()
            ),
            GenerateError::Fruitless(path) => write!(
                f,
                "{MOST_FRUITLESS} games in a row for {} had no position to score; \
                 let them begin earlier, with fewer random plies, or be longer",
                path.display()
            ),
            GenerateError::Write(path, error) => {
                write!(f, "cannot write to {}: {error}", path.display())
            }
        }
    }
}

impl std::error::Error for GenerateError {}
