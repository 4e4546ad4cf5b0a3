//! What goes through the two pipes between the page and this program.
//!
//! A frame is four bytes, how many follow, little-endian; one byte, what it is;
//! four bytes, a number, little-endian; and its content.

use std::io::{self, Read, Write};

/// The largest content, in bytes: more than any network or message has.
const MOST: usize = 256 << 20;
/// The bytes of kind and number.
const HEAD: usize = 5;

/// What the page sends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Heard {
    /// A page opens; the number is the page's.
    Open,
    /// A page asks something: JSON; the number is the page's.
    Ask,
    /// A page is gone; the number is its own.
    Close,
    /// The answer to a question about the kept games: JSON; the number is the question's.
    Kept,
    /// The network: its file.
    Network,
    /// A wish for a game as PGN: its key, or nothing for all; the number is for the answer.
    Download,
    /// A wish for a bench; the number is for the answer.
    Bench,
}

/// What this program sends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Said {
    /// Something for a page: JSON; the number is the page's.
    Tell,
    /// A question about the kept games: JSON; the number is for the answer.
    Kept,
    /// What became of the network: nothing, or a sentence that says why not.
    Network,
    /// Games as PGN: JSON.
    Download,
    /// The outcome of a bench: JSON.
    Bench,
}

impl Heard {
    fn of(letter: u8) -> Option<Heard> {
        Some(match letter {
            b'o' => Heard::Open,
            b'a' => Heard::Ask,
            b'c' => Heard::Close,
            b'k' => Heard::Kept,
            b'n' => Heard::Network,
            b'd' => Heard::Download,
            b'b' => Heard::Bench,
            _ => return None,
        })
    }
}

impl Said {
    fn letter(self) -> u8 {
        match self {
            Said::Tell => b't',
            Said::Kept => b'k',
            Said::Network => b'n',
            Said::Download => b'd',
            Said::Bench => b'b',
        }
    }
}

/// Reads the next frame; nothing at the end of the input.
pub(crate) fn read(input: &mut impl Read) -> io::Result<Option<(Heard, u32, Vec<u8>)>> {
    let mut length = [0; 4];
    match input.read_exact(&mut length) {
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => return Ok(None),
        read => read?,
    }
    let wrong = |what: String| io::Error::new(io::ErrorKind::InvalidData, what);
    let length = u32::from_le_bytes(length) as usize;
    let Some(content) = length.checked_sub(HEAD).filter(|&content| content <= MOST) else {
        return Err(wrong(format!("a frame of {length} bytes")));
    };
    let mut head = [0; HEAD];
    input.read_exact(&mut head)?;
    let [letter, number @ ..] = head;
    let kind = Heard::of(letter).ok_or_else(|| wrong(format!("a frame of kind {letter}")))?;
    let mut bytes = vec![0; content];
    input.read_exact(&mut bytes)?;
    Ok(Some((kind, u32::from_le_bytes(number), bytes)))
}

/// Writes a frame.
pub(crate) fn write(
    output: &mut impl Write,
    kind: Said,
    number: u32,
    content: &[u8],
) -> io::Result<()> {
    let length = (content.len() + HEAD) as u32;
    let mut frame = Vec::with_capacity(content.len() + HEAD + 4);
    frame.extend(length.to_le_bytes());
    frame.push(kind.letter());
    frame.extend(number.to_le_bytes());
    frame.extend(content);
    output.write_all(&frame)?;
    output.flush()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_are_read_whole_or_refused() {
        let written = [&[8, 0, 0, 0, b'a', 7, 0, 0, 0][..], b"abc"].concat();
        let frame = read(&mut &written[..]).unwrap();
        assert_eq!(frame, Some((Heard::Ask, 7, b"abc".to_vec())));
        assert_eq!(read(&mut &b""[..]).unwrap(), None);
        assert!(read(&mut &written[..10]).is_err(), "cut short");
        assert!(read(&mut &[4, 0, 0, 0, b'a'][..]).is_err(), "too short to be one");
        assert!(read(&mut &[5, 0, 0, 0, b'?', 0, 0, 0, 0][..]).is_err(), "of no known kind");
        assert!(read(&mut &[255, 255, 255, 255, b'a', 0, 0, 0, 0][..]).is_err(), "too long");
    }

    #[test]
    fn what_is_written_has_its_length_first() {
        let mut output = Vec::new();
        write(&mut output, Said::Tell, 258, b"{}").unwrap();
        assert_eq!(output, [&[7, 0, 0, 0, b't', 2, 1, 0, 0][..], b"{}"].concat());
    }
}
