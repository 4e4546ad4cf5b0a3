//! Why a file is not used.

use std::path::Path;
use std::{error, fmt, io};

/// Why a file is not used: a sentence. Whatever the file holds stays as it is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FileRefusal {
    /// What kind of reason it is.
    pub kind: RefusalKind,
    /// The sentence without the name of the file.
    pub reason: String,
    sentence: String,
}

/// What kind of reason there is not to use a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RefusalKind {
    /// It was tried and failed, or another program has it.
    Failed,
    /// It is there already, and would be written over.
    Exists,
    /// It holds what is not ours.
    Foreign,
}

impl FileRefusal {
    /// The system does not let us do this with it.
    pub fn io(verb: &str, path: &Path, error: &io::Error) -> FileRefusal {
        FileRefusal::cannot(RefusalKind::Failed, verb, path, error.to_string())
    }

    /// It is not ours to do this with it.
    pub(crate) fn foreign(verb: &str, path: &Path, reason: &str) -> FileRefusal {
        FileRefusal::cannot(RefusalKind::Foreign, verb, path, reason.to_owned())
    }

    /// Another of `who` has it.
    pub(crate) fn busy(who: &str, path: &Path) -> FileRefusal {
        FileRefusal {
            kind: RefusalKind::Failed,
            reason: format!("another {who} writes to it"),
            sentence: format!("another {who} writes to {}", path.display()),
        }
    }

    /// It is there already.
    pub(crate) fn exists(path: &Path) -> FileRefusal {
        FileRefusal::is(RefusalKind::Exists, path, "is there already")
    }

    /// It is there already, and is not what it would have to be.
    pub(crate) fn other_than(what: &str, path: &Path) -> FileRefusal {
        let reason = format!("is there already and does not hold {what}; take another file");
        FileRefusal::is(RefusalKind::Foreign, path, &reason)
    }

    /// The command that would write it reads it.
    pub(crate) fn read_too(path: &Path) -> FileRefusal {
        let reason = "is read by the same command and would be written over; take another file";
        FileRefusal::is(RefusalKind::Foreign, path, reason)
    }

    /// One command would write two things to it.
    pub(crate) fn written_twice(path: &Path) -> FileRefusal {
        FileRefusal::is(RefusalKind::Foreign, path, "would be written twice; take two files")
    }

    /// It came to be, or was changed, after it was looked at.
    pub(crate) fn changed(path: &Path, instead: &Path) -> FileRefusal {
        let reason = format!(
            "was written by somebody else meanwhile and stays as it is; the result is in {}",
            instead.display()
        );
        FileRefusal::is(RefusalKind::Failed, path, &reason)
    }

    fn cannot(kind: RefusalKind, verb: &str, path: &Path, reason: String) -> FileRefusal {
        let sentence = format!("cannot {verb} {}: {reason}", path.display());
        FileRefusal { kind, reason, sentence }
    }

    fn is(kind: RefusalKind, path: &Path, what: &str) -> FileRefusal {
        let sentence = format!("{} {what}", path.display());
        FileRefusal { kind, reason: format!("it {what}"), sentence }
    }
}

impl fmt::Display for FileRefusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.sentence)
    }
}

impl error::Error for FileRefusal {}
