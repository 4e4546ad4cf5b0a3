//! Tablebases as users name them.

use std::path::PathBuf;
use std::sync::Arc;

use engine::Tablebases;

/// The tablebases of one or more folders, separated as the system separates paths;
/// an empty text means none.
pub fn open(path: &str) -> Result<Option<Arc<Tablebases>>, String> {
    let folders: Vec<PathBuf> =
        std::env::split_paths(path).filter(|folder| !folder.as_os_str().is_empty()).collect();
    if folders.is_empty() {
        return Ok(None);
    }
    Tablebases::open(&folders)
        .map(|tables| Some(Arc::new(tables)))
        .map_err(|error| error.to_string())
}
