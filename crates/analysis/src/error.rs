//! Why an analysis ends early.

use std::path::Path;
use std::{error, fmt, io};

use files::{FileRefusal, RefusalKind};

/// Why an analysis ends early: a sentence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum AnalysisError {
    /// What was asked for makes no sense: the input, or a file that is not ours.
    WrongUse(String),
    /// It was tried and failed.
    Failed(String),
}

impl fmt::Display for AnalysisError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AnalysisError::WrongUse(sentence) | AnalysisError::Failed(sentence) => {
                f.write_str(sentence)
            }
        }
    }
}

impl error::Error for AnalysisError {}

impl From<FileRefusal> for AnalysisError {
    fn from(refusal: FileRefusal) -> AnalysisError {
        match refusal.kind {
            RefusalKind::Failed => AnalysisError::Failed(refusal.to_string()),
            RefusalKind::Exists | RefusalKind::Foreign => {
                AnalysisError::WrongUse(refusal.to_string())
            }
        }
    }
}

/// Positions were given where only games can be written.
pub(crate) fn no_game() -> AnalysisError {
    let sentence = "--pgn annotates games; for positions there is --json, or neither";
    AnalysisError::WrongUse(sentence.to_owned())
}

/// The sentence for a file that cannot be used.
pub(crate) fn cannot(what: &str, file: &Path, error: &io::Error) -> AnalysisError {
    AnalysisError::Failed(format!("cannot {what} {}: {error}", file.display()))
}
