//! Where the user's games are kept.

use std::path::{Path, PathBuf};

/// The data folder: `PLYWISE_DATA`, or `plywise` where the system keeps such
/// things; `None` where nothing says where.
pub(crate) fn find() -> Option<PathBuf> {
    let folder = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty());
    folder("PLYWISE_DATA")
        .map(PathBuf::from)
        .or_else(|| Some(Path::new(&folder("XDG_DATA_HOME")?).join("plywise")))
        .or_else(|| Some(Path::new(&folder("HOME")?).join(".local/share/plywise")))
        .or_else(|| Some(Path::new(&folder("APPDATA")?).join("plywise")))
}
