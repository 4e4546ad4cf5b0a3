//! No tables: the crate was built without the feature `tablebases`, and so without the library that reads them.

use std::io;
use std::path::Path;

use chess::Position;
use search::champion::TablebaseResult;

/// Tables that cannot be opened.
pub(super) struct TableFiles;

impl TableFiles {
    pub(super) fn none() -> TableFiles {
        TableFiles
    }

    pub(super) fn add_folder(&mut self, _: &Path) -> io::Result<usize> {
        let reason = "this program was built without endgame tables (feature `tablebases`)";
        Err(io::Error::new(io::ErrorKind::Unsupported, reason))
    }

    pub(super) fn pieces(&self) -> u32 {
        0
    }

    pub(super) fn after_zeroing(&self, _: &Position) -> Option<TablebaseResult> {
        None
    }

    pub(super) fn now(&self, _: &Position) -> Option<TablebaseResult> {
        None
    }

    pub(super) fn plies(&self, _: &Position) -> Option<(i32, bool)> {
        None
    }
}
