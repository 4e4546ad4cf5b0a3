//! How the program ends when it does not succeed.

use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

use analysis::AnalysisError;
use arena::MatchFilesError;
use files::{FileRefusal, RefusalKind};

use crate::interrupt;

/// Why the program stops early.
pub(crate) enum Failure {
    /// It was asked for something it does not have: a sentence, exit code 2.
    WrongUse(String),
    /// It tried and could not: a sentence, exit code 1.
    Failed(String),
    /// Help or version was asked for: not an error at all.
    Informed(String),
    /// Nobody reads our output any more: end quietly.
    Unheard,
    /// Somebody wanted it to end before its time: what is kept.
    Interrupted(String),
    /// All went well, and the exit code is the answer.
    Answer(u8),
}

impl Failure {
    /// Says why on stderr and returns the exit code.
    pub(crate) fn report(self) -> ExitCode {
        let (sentence, code) = match self {
            Failure::WrongUse(sentence) => (sentence, 2),
            Failure::Failed(sentence) => (sentence, 1),
            Failure::Informed(text) => {
                return match print(&text) {
                    Ok(()) | Err(Failure::Unheard) => ExitCode::SUCCESS,
                    Err(failure) => failure.report(),
                };
            }
            Failure::Unheard => return ExitCode::SUCCESS,
            Failure::Interrupted(keeps) => {
                interrupt::tell(&keeps);
                return ExitCode::from(interrupt::INTERRUPTED);
            }
            Failure::Answer(code) => return ExitCode::from(code),
        };
        // Where even stderr is closed there is nobody left to tell.
        let _ = writeln!(io::stderr(), "plywise: {sentence}");
        ExitCode::from(code)
    }
}

impl From<FileRefusal> for Failure {
    fn from(refusal: FileRefusal) -> Failure {
        match refusal.kind {
            RefusalKind::Failed => Failure::Failed(refusal.to_string()),
            RefusalKind::Foreign => Failure::WrongUse(refusal.to_string()),
            RefusalKind::Exists => Failure::WrongUse(format!("{refusal}; --force writes over it")),
        }
    }
}

impl From<AnalysisError> for Failure {
    fn from(error: AnalysisError) -> Failure {
        match error {
            AnalysisError::WrongUse(sentence) => Failure::WrongUse(sentence),
            AnalysisError::Failed(sentence) => Failure::Failed(sentence),
        }
    }
}

impl From<MatchFilesError> for Failure {
    fn from(error: MatchFilesError) -> Failure {
        match error {
            MatchFilesError::Refused(refusal) => refusal.into(),
            MatchFilesError::Journal(..) => Failure::WrongUse(error.to_string()),
        }
    }
}

/// Prints text as it is; a closed pipe ends the program quietly, a full disk with a word.
pub(crate) fn print(text: &str) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes()).and_then(|()| out.flush()).map_err(|error| match error.kind() {
        io::ErrorKind::BrokenPipe => Failure::Unheard,
        _ => Failure::Failed(format!("cannot write the result: {error}")),
    })
}

/// Says something in addition to the result, where results are not. Who has closed the window
/// does not hear it, and that is no failure.
pub(crate) fn remark(sentence: &str) {
    let _ = writeln!(io::stderr(), "plywise: {sentence}");
}

/// The sentence for a file that cannot be used.
pub(crate) fn cannot(what: &str, file: &Path, error: &io::Error) -> Failure {
    Failure::Failed(format!("cannot {what} {}: {error}", file.display()))
}
