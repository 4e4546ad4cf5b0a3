//! How table files are read, where they can be.

use shakmaty::Chess;
use shakmaty_syzygy::Tablebase;

/// No tables yet.
#[cfg(any(unix, windows))]
pub(super) fn no_tables() -> Tablebase<Chess> {
    Tablebase::new()
}

/// No tables, and there will be none: a browser has no folders to read.
#[cfg(not(any(unix, windows)))]
pub(super) fn no_tables() -> Tablebase<Chess> {
    Tablebase::with_filesystem(std::sync::Arc::new(nowhere::Nowhere))
}

#[cfg(not(any(unix, windows)))]
mod nowhere {
    use std::io;
    use std::path::{Path, PathBuf};

    use shakmaty_syzygy::filesystem::{Filesystem, RandomAccessFile};

    /// A place without files.
    pub(super) struct Nowhere;

    impl Filesystem for Nowhere {
        fn regular_file_size(&self, _: &Path) -> io::Result<u64> {
            Err(unsupported())
        }

        fn read_dir(&self, _: &Path) -> io::Result<Vec<PathBuf>> {
            Err(unsupported())
        }

        fn open(&self, _: &Path) -> io::Result<Box<dyn RandomAccessFile>> {
            Err(unsupported())
        }
    }

    fn unsupported() -> io::Error {
        io::Error::new(io::ErrorKind::Unsupported, "tablebases cannot be read on this system")
    }
}
