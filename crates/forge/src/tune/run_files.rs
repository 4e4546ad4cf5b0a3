//! The two files of a tuner's run: what it has found, and next to it FILE.state to
//! go on from.

use std::path::{Path, PathBuf};
use std::{error, fmt, fs};

use files::{FileRefusal, WholeFile};

/// Whether a run begins or goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RunStart {
    /// It begins, and files that are there are refused.
    New,
    /// It begins, and files that are there are written over.
    Forced,
    /// It goes on from its state.
    Resumed,
}

/// The files that a run writes.
#[derive(Debug)]
pub struct RunFiles {
    out: WholeFile,
    state: WholeFile,
    heading: String,
}

/// Why the files of a run cannot be used.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RunFilesError {
    /// One of them may not be read or written.
    Refused(FileRefusal),
    /// The state was written by a run with other settings.
    OtherRun(PathBuf),
}

impl From<FileRefusal> for RunFilesError {
    fn from(refusal: FileRefusal) -> RunFilesError {
        RunFilesError::Refused(refusal)
    }
}

impl fmt::Display for RunFilesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RunFilesError::Refused(refusal) => refusal.fmt(f),
            RunFilesError::OtherRun(state) => write!(
                f,
                "{} was written by another run: evaluation, weights and settings must be the same",
                state.display()
            ),
        }
    }
}

impl error::Error for RunFilesError {}

impl RunFiles {
    /// The files of a run that `what` describes, and the state that an earlier run
    /// left, if this one goes on from it. What that run has found is known by
    /// `is_ours`.
    pub fn open(
        out: &Path,
        start: RunStart,
        what: &str,
        is_ours: impl FnOnce(&str) -> bool,
    ) -> Result<(RunFiles, Option<String>), RunFilesError> {
        let heading = heading(what);
        let path = state_path(out);
        if start != RunStart::Resumed {
            let is_forced = start == RunStart::Forced;
            let out = WholeFile::anew(out, is_forced)?;
            let state = WholeFile::anew(&path, is_forced)?;
            return Ok((RunFiles { out, state, heading }, None));
        }
        files::check_plain(&path)?;
        let text =
            fs::read_to_string(&path).map_err(|error| FileRefusal::io("read", &path, &error))?;
        let saved = match text.split_once('\n') {
            Some((first, state)) if first == heading => state.to_owned(),
            _ => return Err(RunFilesError::OtherRun(path)),
        };
        let out = WholeFile::again(out, "what an earlier run has found", is_ours)?;
        let state =
            WholeFile::again(&path, "the state of this run", |text| text.starts_with(&heading))?;
        Ok((RunFiles { out, state, heading }, Some(saved)))
    }

    /// Writes what was found and the state to go on from.
    pub fn write(&self, found: &str, state: &str) -> Result<(), FileRefusal> {
        self.out.write(found.as_bytes())?;
        self.state.write(format!("{}\n{state}", self.heading).as_bytes())
    }
}

/// The first line of a state: what the run is about, in one line.
fn heading(what: &str) -> String {
    format!("run {}", what.replace(['\n', '\r'], " "))
}

/// Where the state of a run stands whose findings go to `out`.
pub fn state_path(out: &Path) -> PathBuf {
    let mut name = out.as_os_str().to_owned();
    name.push(".state");
    PathBuf::from(name)
}
