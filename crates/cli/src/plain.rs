//! Files that are read from the beginning to the end, and more than once.

use std::fs;
use std::io;
use std::path::Path;

use crate::failure::{Failure, cannot};

/// Refuses what is there and no plain file: a pipe may never answer and a device
/// never end, so neither is opened.
pub(crate) fn check(path: &Path) -> Result<(), Failure> {
    match fs::metadata(path) {
        Ok(found) if !found.is_file() => {
            Err(cannot("read", path, &io::Error::other("it is not a plain file")))
        }
        _ => Ok(()),
    }
}
