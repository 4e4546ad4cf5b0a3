//! Bytes of a terminal in raw mode as keys.

/// A key that the line editor knows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Key {
    /// A character to insert.
    Char(char),
    /// A letter with the control key, in lower case.
    Control(char),
    Enter,
    Tab,
    Backspace,
    Delete,
    Left,
    Right,
    Up,
    Down,
    Home,
    End,
    /// Escape, or a sequence nobody here knows.
    Other,
}

/// Turns bytes into keys, whatever pieces they come in.
#[derive(Debug, Default)]
pub(crate) struct KeyReader {
    /// The beginning of a key whose end has not come yet.
    begun: Vec<u8>,
}

/// Longer than any escape sequence; what goes on is none.
const LONGEST_SEQUENCE: usize = 16;

impl KeyReader {
    /// The keys that are complete with these bytes.
    pub(crate) fn read(&mut self, bytes: &[u8]) -> Vec<Key> {
        let mut keys = Vec::new();
        for &byte in bytes {
            self.begun.push(byte);
            if let Some(key) = complete(&self.begun) {
                self.begun.clear();
                keys.push(key);
            }
        }
        // A lone escape at the end of what was typed is the key itself: nobody
        // types the rest of a sequence by hand.
        if self.begun == [0x1b] {
            self.begun.clear();
            keys.push(Key::Other);
        }
        keys
    }
}

/// The key that these bytes are; `None` if more must come.
fn complete(bytes: &[u8]) -> Option<Key> {
    match *bytes {
        [] | [0x1b] => None,
        [b'\r' | b'\n'] => Some(Key::Enter),
        [b'\t'] => Some(Key::Tab),
        [0x7f | 0x08] => Some(Key::Backspace),
        [byte @ 1..=26] => Some(Key::Control((b'a' + byte - 1) as char)),
        [0..=31] => Some(Key::Other),
        [0x1b, b'[' | b'O'] => None,
        [0x1b, b'[' | b'O', ref rest @ ..] => sequence(rest),
        [0x1b, ..] => Some(Key::Other),
        _ => match std::str::from_utf8(bytes) {
            Ok(text) => text.chars().next().map(printable),
            // The beginning of a character; four bytes are the longest.
            Err(error) if error.error_len().is_none() && bytes.len() < 4 => None,
            Err(_) => Some(Key::Other),
        },
    }
}

fn printable(letter: char) -> Key {
    if letter.is_control() { Key::Other } else { Key::Char(letter) }
}

/// What follows `ESC [` or `ESC O`.
fn sequence(rest: &[u8]) -> Option<Key> {
    let (&last, parameters) = rest.split_last()?;
    match last {
        b'A' => Some(Key::Up),
        b'B' => Some(Key::Down),
        b'C' => Some(Key::Right),
        b'D' => Some(Key::Left),
        b'H' => Some(Key::Home),
        b'F' => Some(Key::End),
        b'~' => Some(match parameters.first() {
            Some(b'1' | b'7') => Key::Home,
            Some(b'4' | b'8') => Key::End,
            Some(b'3') => Key::Delete,
            _ => Key::Other,
        }),
        0x40..=0x7e => Some(Key::Other),
        0x20..=0x3f if rest.len() < LONGEST_SEQUENCE => None,
        _ => Some(Key::Other),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(bytes: &[u8]) -> Vec<Key> {
        KeyReader::default().read(bytes)
    }

    #[test]
    fn keys_and_sequences() {
        assert_eq!(read(b"e4\r"), [Key::Char('e'), Key::Char('4'), Key::Enter]);
        assert_eq!(
            read(b"\x1b[A\x1b[1;5C\x1bOF\x1b[3~"),
            [Key::Up, Key::Right, Key::End, Key::Delete]
        );
        assert_eq!(read("♘é".as_bytes()), [Key::Char('♘'), Key::Char('é')]);
        assert_eq!(
            read(b"\x03\x04\x7f\x1b"),
            [Key::Control('c'), Key::Control('d'), Key::Backspace, Key::Other]
        );
    }

    #[test]
    fn keys_come_in_pieces() {
        let mut keys = KeyReader::default();
        let bytes = "♘".as_bytes();
        assert!(keys.read(&bytes[..1]).is_empty());
        assert_eq!(keys.read(&bytes[1..]), [Key::Char('♘')]);
        assert!(keys.read(b"\x1b[").is_empty());
        assert_eq!(keys.read(b"D"), [Key::Left]);
    }

    #[test]
    fn every_byte_is_some_key_soon() {
        for first in 0..=255u8 {
            let mut keys = KeyReader::default();
            let mut bytes = vec![first];
            bytes.extend([b'x'; LONGEST_SEQUENCE + 4]);
            assert!(!keys.read(&bytes).is_empty(), "{first}");
        }
        assert_eq!(read(&[0x1b, b'[', 0xff]), [Key::Other]);
        assert_eq!(read(&[0xff, b'a']), [Key::Other, Key::Char('a')]);
    }
}
