//! Files from outside, read whole.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;

/// What a plain file holds, which is no more than `most` bytes. A pipe may never
/// answer and a device never end, so those are not even opened.
pub(crate) fn content(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    if !fs::metadata(path)?.is_file() {
        return Err(io::Error::other("it is not a plain file"));
    }
    let mut bytes = Vec::new();
    // Not by the length alone: the file may grow meanwhile.
    File::open(path)?.take(most + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most {
        return Err(io::Error::other(format!("it has more than {} MiB", most >> 20)));
    }
    Ok(bytes)
}
