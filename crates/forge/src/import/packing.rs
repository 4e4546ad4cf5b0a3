//! Files that are packed, known by their first bytes.

use std::fmt;
use std::io;

/// How many bytes at the beginning tell.
pub(super) const HEAD: u64 = 512;

/// What a file is packed by.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Packing {
    Bzip2,
    Gzip,
    Xz,
    Zstandard,
    Zip,
    Tar,
}

/// Where an archive of `tar` has its own name.
const TAR_NAME: (usize, &[u8]) = (257, b"ustar");

impl Packing {
    /// What a file with this beginning is packed by, if it is.
    pub(super) fn of(head: &[u8]) -> Option<Packing> {
        const BEGINNINGS: [(&[u8], Packing); 5] = [
            (b"BZh", Packing::Bzip2),
            (b"\x1f\x8b", Packing::Gzip),
            (b"\xfd7zXZ\0", Packing::Xz),
            (b"\x28\xb5\x2f\xfd", Packing::Zstandard),
            (b"PK\x03\x04", Packing::Zip),
        ];
        let (at, name) = TAR_NAME;
        if head.get(at..).is_some_and(|rest| rest.starts_with(name)) {
            return Some(Packing::Tar);
        }
        BEGINNINGS
            .into_iter()
            .find(|(bytes, _)| head.starts_with(bytes))
            .map(|(_, packing)| packing)
    }

    /// Its name, and what unpacks it.
    const fn names(self) -> (&'static str, &'static str) {
        match self {
            Packing::Bzip2 => ("compressed by bzip2", "bunzip2"),
            Packing::Gzip => ("compressed by gzip", "gunzip"),
            Packing::Xz => ("compressed by xz", "unxz"),
            Packing::Zstandard => ("compressed by Zstandard", "unzstd"),
            Packing::Zip => ("a ZIP archive", "unzip"),
            Packing::Tar => ("an archive of tar", "tar -xf"),
        }
    }
}

impl fmt::Display for Packing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (name, program) = self.names();
        write!(f, "it is {name}, and games are read as they are: unpack it first ({program})")
    }
}

impl From<Packing> for io::Error {
    fn from(packing: Packing) -> io::Error {
        io::Error::new(io::ErrorKind::InvalidData, packing.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packed_files_are_known_and_games_are_not_taken_for_them() {
        assert_eq!(Packing::of(b"BZh91AY&SY"), Some(Packing::Bzip2));
        assert_eq!(Packing::of(b"PK\x03\x04\x14"), Some(Packing::Zip));
        let mut tar = vec![0; 512];
        tar[..9].copy_from_slice(b"1.pgn.bz2");
        tar[257..262].copy_from_slice(b"ustar");
        assert_eq!(Packing::of(&tar), Some(Packing::Tar));
        for text in ["", "1. e4 e5 *", "[Event \"BZh\"]", "B"] {
            assert_eq!(Packing::of(text.as_bytes()), None, "{text}");
        }
    }
}
