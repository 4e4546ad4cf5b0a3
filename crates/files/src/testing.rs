//! For tests of everything that writes files.

use std::fs;
use std::path::PathBuf;

/// A folder of this test's own, empty.
///
/// # Panics
/// Where the system's folder for temporary files takes none.
pub fn empty_folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("plywise-{name}-{}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder for temporary files");
    folder
}
