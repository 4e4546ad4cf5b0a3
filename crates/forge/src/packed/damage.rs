//! What can be wrong with a file of games.

use std::{fmt, io};

use super::{MAGIC, VERSION};

/// A part of a file that could not be used.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Damage {
    /// Where it begins, in bytes from the start of the file.
    pub offset: u64,
    /// How many bytes were passed over.
    pub length: u64,
    /// What is wrong.
    pub kind: DamageKind,
}

/// What is wrong with a part of a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum DamageKind {
    /// The file ends in the middle of a block: its writer was interrupted, or
    /// copying was.
    CutShort,
    /// The checksum is wrong, or there is no block where one should begin.
    Checksum,
    /// The checksum is right and yet the bits are no games.
    Nonsense,
    /// The file cannot be read any further.
    Unreadable(String),
    /// It stood at the end and was taken away to add games there.
    CutOff,
}

impl fmt::Display for Damage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Damage { offset, length, kind } = self;
        let (bytes, are, were) = match length {
            1 => ("1 byte".to_owned(), "is", "was"),
            _ => (format!("{length} bytes"), "are", "were"),
        };
        match kind {
            DamageKind::CutShort => {
                write!(f, "the file ends within a block: {bytes} from byte {offset} on {are} lost")
            }
            DamageKind::Checksum => {
                write!(f, "{bytes} from byte {offset} on {are} damaged and {were} left out")
            }
            DamageKind::Nonsense => write!(
                f,
                "the block of {bytes} at byte {offset} does not hold games and was left out"
            ),
            DamageKind::Unreadable(reason) => {
                write!(f, "the file cannot be read from byte {offset} on: {reason}")
            }
            DamageKind::CutOff => write!(
                f,
                "{bytes} from byte {offset} on {were} no good and {were} cut off to add games there"
            ),
        }
    }
}

impl std::error::Error for Damage {}

/// Why a file is not read at all.
#[derive(Debug)]
pub enum OpenError {
    /// It does not begin as a file of packed games.
    NotGames,
    /// It was written by another version.
    Version(u16),
    /// It is a pipe, a folder or a device: something that might never answer.
    NotPlain,
    /// It cannot be read or written.
    Io(io::Error),
}

impl fmt::Display for OpenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OpenError::NotGames => write!(
                f,
                "not a file of packed games: those begin with '{}'",
                String::from_utf8_lossy(&MAGIC)
            ),
            OpenError::Version(found) => {
                write!(f, "packed games of version {found}; this program knows version {VERSION}")
            }
            OpenError::NotPlain => f.write_str("not a plain file, and games are kept in no other"),
            OpenError::Io(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for OpenError {}

impl From<io::Error> for OpenError {
    fn from(error: io::Error) -> OpenError {
        OpenError::Io(error)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_byte_is_and_several_are() {
        let said = |length, kind| Damage { offset: 0, length, kind }.to_string();
        assert!(
            said(1, DamageKind::CutOff).starts_with("1 byte from byte 0 on was no good and was ")
        );
        assert!(
            said(2, DamageKind::CutOff).starts_with("2 bytes from byte 0 on were no good and ")
        );
        assert!(said(1, DamageKind::CutShort).ends_with(": 1 byte from byte 0 on is lost"));
        assert!(
            said(1, DamageKind::Checksum).starts_with("1 byte from byte 0 on is damaged and was")
        );
    }
}
