//! From bytes to characters: UTF-8, UTF-16, and Windows-1252 for what is neither.

use std::borrow::Cow;

/// The text of some bytes: UTF-8 if they are, else Windows-1252, which is what
/// old programs wrote and in which every byte means something.
pub(super) fn text(bytes: &[u8]) -> Cow<'_, str> {
    match std::str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => Cow::Owned(bytes.iter().map(|&byte| windows_1252(byte)).collect()),
    }
}

/// Bytes 80 to 9f, where Windows-1252 differs from Latin-1; its five gaps are
/// filled as Latin-1 would.
const WINDOWS_1252: [char; 32] = [
    '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž', '\u{8f}',
    '\u{90}', '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}', 'ž', 'Ÿ',
];

fn windows_1252(byte: u8) -> char {
    match byte {
        0x80..=0x9f => WINDOWS_1252[usize::from(byte - 0x80)],
        _ => char::from(byte),
    }
}

/// How a stream says characters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Encoding {
    /// One byte or several: UTF-8 or Windows-1252, told apart text by text.
    Bytes,
    /// UTF-16, the low byte first.
    Utf16Little,
    /// UTF-16, the high byte first.
    Utf16Big,
}

impl Encoding {
    /// What the first bytes of a stream tell, by a byte order mark or by the
    /// zeros between letters; and how long the mark is.
    pub(super) fn sniff(first: &[u8]) -> (Encoding, usize) {
        match first {
            [0xef, 0xbb, 0xbf, ..] => (Encoding::Bytes, 3),
            [0xff, 0xfe, ..] => (Encoding::Utf16Little, 2),
            [0xfe, 0xff, ..] => (Encoding::Utf16Big, 2),
            [1..=255, 0, 1..=255, 0, ..] => (Encoding::Utf16Little, 0),
            [0, 1..=255, 0, 1..=255, ..] => (Encoding::Utf16Big, 0),
            _ => (Encoding::Bytes, 0),
        }
    }
}

/// Turns UTF-16 into UTF-8 at the end of `out`, and says how many bytes of
/// `raw` were used: half a character at its end waits for the other half
/// unless the stream `is_over`.
pub(super) fn utf16(raw: &[u8], encoding: Encoding, is_over: bool, out: &mut Vec<u8>) -> usize {
    let unit = |pair: &[u8]| match encoding {
        Encoding::Utf16Big => u16::from_be_bytes([pair[0], pair[1]]),
        _ => u16::from_le_bytes([pair[0], pair[1]]),
    };
    let mut units: Vec<u16> = raw.chunks_exact(2).map(unit).collect();
    let is_high = |unit: &u16| (0xd800..0xdc00).contains(unit);
    if !is_over && units.last().is_some_and(is_high) {
        units.pop();
    }
    let used = if is_over { raw.len() } else { 2 * units.len() };
    for decoded in char::decode_utf16(units) {
        let c = decoded.unwrap_or(char::REPLACEMENT_CHARACTER);
        out.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes());
    }
    used
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_means_something() {
        assert_eq!(text(b"abc"), "abc");
        assert_eq!(text("Müller".as_bytes()), "Müller");
        assert_eq!(text(b"M\xfcller \x80\x96"), "Müller €–");
        let all: Vec<u8> = (0..=255).collect();
        assert_eq!(text(&all).chars().count(), 256);
    }

    #[test]
    fn halves_wait() {
        let raw: Vec<u8> = "a♘𝄞".encode_utf16().flat_map(u16::to_le_bytes).collect();
        for cut in 0..=raw.len() {
            let mut out = Vec::new();
            let used = utf16(&raw[..cut], Encoding::Utf16Little, false, &mut out);
            assert!(cut - used < 4);
            utf16(&raw[used..], Encoding::Utf16Little, true, &mut out);
            assert_eq!(String::from_utf8(out).unwrap(), "a♘𝄞", "cut at {cut}");
        }
        let mut out = Vec::new();
        assert_eq!(utf16(&[0xd8, 0x00, 0x00, 0x61, 0x00], Encoding::Utf16Big, true, &mut out), 5);
        assert_eq!(String::from_utf8(out).unwrap(), "\u{fffd}a");
    }
}
