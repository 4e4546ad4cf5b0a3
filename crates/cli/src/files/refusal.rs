//! Why a file is not used.

use std::io;
use std::path::Path;

use crate::failure::Failure;

/// Why a file is not used. Whatever it holds stays as it is.
#[derive(Debug)]
pub(crate) struct Refusal {
    sentence: String,
    /// The sentence without the name of the file.
    pub(crate) reason: String,
    is_wrong_use: bool,
}

impl Refusal {
    /// The system does not let us do this with it.
    pub(super) fn io(verb: &str, path: &Path, error: &io::Error) -> Refusal {
        let reason = error.to_string();
        let sentence = format!("cannot {verb} {}: {reason}", path.display());
        Refusal { sentence, reason, is_wrong_use: false }
    }

    /// It is not ours to do this with it.
    pub(super) fn foreign(verb: &str, path: &Path, reason: &str) -> Refusal {
        let sentence = format!("cannot {verb} {}: {reason}", path.display());
        Refusal { sentence, reason: reason.to_owned(), is_wrong_use: true }
    }

    /// Another of `who` has it.
    pub(super) fn busy(who: &str, path: &Path) -> Refusal {
        let sentence = format!("another {who} writes to {}", path.display());
        Refusal { sentence, reason: format!("another {who} writes to it"), is_wrong_use: false }
    }
}

impl From<Refusal> for Failure {
    fn from(refusal: Refusal) -> Failure {
        match refusal.is_wrong_use {
            true => Failure::WrongUse(refusal.sentence),
            false => Failure::Failed(refusal.sentence),
        }
    }
}
