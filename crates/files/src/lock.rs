//! Files to which only one run may add at a time.

use std::fs::{File, TryLockError};
use std::io;
use std::path::Path;

use crate::FileRefusal;

/// Keeps an open file for us until it is closed, or says that another of `who`
/// has it. What is no file, such as a pipe, belongs to everybody.
pub(crate) fn lock(handle: &File, file: &Path, who: &str) -> Result<(), FileRefusal> {
    if !handle.metadata().is_ok_and(|data| data.is_file()) {
        return Ok(());
    }
    match handle.try_lock() {
        Ok(()) => Ok(()),
        Err(TryLockError::WouldBlock) => Err(FileRefusal::busy(who, file)),
        // There are file systems that know no locks.
        Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => Ok(()),
        Err(TryLockError::Error(error)) => Err(FileRefusal::io("lock", file, &error)),
    }
}
