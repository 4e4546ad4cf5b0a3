//! Files that the program writes, and one rule for all of them: what is there and
//! not ours stays as it is.
//!
//! - A [`WholeFile`] file is written in one piece. One that is there is refused,
//!   unless it is an earlier one of the same kind or the user wants it written over.
//! - A [`GrowingFile`] file is added to. All that it holds has to be ours; at its end,
//!   what we began to write and did not finish is cut off, and nothing else.
//!
//! No command writes to a file that it reads, nor two things to one file
//! ([`check_apart`]). What somebody else writes to a whole file during the run stays,
//! and the result is put next to it. Links and permissions stay as they are.
//!
//! An empty file is nobody's, and a device has nothing to lose. A pipe keeps nothing,
//! so nothing can grow in it. Packed games and training boards are written by
//! `forge`, which keeps to the same rule for what grows (`packed::append`).

mod apart;
mod draft;
pub mod games;
mod growing;
mod lock;
mod movetext;
mod refusal;
#[cfg(any(test, feature = "testing"))]
pub mod testing;
mod whole;

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;

pub use apart::{Source, check_apart};
pub use draft::Draft;
use growing::Turn;
pub use growing::{Good, GrowingFile};
pub use refusal::{FileRefusal, RefusalKind};
pub use whole::WholeFile;

/// More than any file of openings or results needs.
const LONGEST: u64 = 1 << 30;

/// Refuses what is there and no plain file, for who reads it more than once: a pipe
/// may never answer and a device never end, so neither is opened.
pub fn check_plain(file: &Path) -> Result<(), FileRefusal> {
    match fs::metadata(file) {
        Ok(found) if !found.is_file() => {
            Err(FileRefusal::io("read", file, &io::Error::other("it is not a plain file")))
        }
        _ => Ok(()),
    }
}

/// All of a file, if it is of sensible length.
pub fn read_bytes(mut handle: &File, file: &Path) -> Result<Vec<u8>, FileRefusal> {
    let mut bytes = Vec::new();
    let read = (&mut handle).take(LONGEST + 1).read_to_end(&mut bytes);
    read.map_err(|error| FileRefusal::io("read", file, &error))?;
    if bytes.len() as u64 > LONGEST {
        let reason = format!("longer than {} MiB", LONGEST >> 20);
        return Err(FileRefusal::io("read", file, &io::Error::other(reason)));
    }
    Ok(bytes)
}

/// The text of a file, if it is text and of sensible length.
pub fn read_text(file: &Path) -> Result<String, FileRefusal> {
    let handle = File::open(file).map_err(|error| FileRefusal::io("read", file, &error))?;
    String::from_utf8(read_bytes(&handle, file)?)
        .map_err(|_| FileRefusal::io("read", file, &io::Error::other("it is not UTF-8 text")))
}
