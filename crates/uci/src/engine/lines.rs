//! Lines from a stream that nobody vouches for.

use std::io::{self, BufRead, ErrorKind};

/// The longest line that is kept, in bytes. A principal variation of a thousand
/// moves fits twice.
pub(super) const LONGEST_LINE: usize = 16 * 1024;

/// The next line without its end; `None` at the end of the stream.
///
/// Of a longer line than [`LONGEST_LINE`] the first words are returned and the
/// rest is read past, in constant memory. What is not UTF-8 becomes `\u{fffd}`.
pub(super) fn read_line(source: &mut impl BufRead) -> io::Result<Option<String>> {
    let mut line: Vec<u8> = Vec::new();
    let mut is_cut = false;
    let mut has_begun = false;
    loop {
        let chunk = match source.fill_buf() {
            Ok(chunk) => chunk,
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        if chunk.is_empty() {
            return Ok(has_begun.then(|| text(line, is_cut)));
        }
        has_begun = true;
        let end = chunk.iter().position(|&byte| byte == b'\n');
        let part = &chunk[..end.unwrap_or(chunk.len())];
        let room = LONGEST_LINE - line.len();
        is_cut |= part.len() > room;
        line.extend_from_slice(&part[..part.len().min(room)]);
        let used = end.map_or(chunk.len(), |end| end + 1);
        source.consume(used);
        if end.is_some() {
            return Ok(Some(text(line, is_cut)));
        }
    }
}

fn text(mut line: Vec<u8>, is_cut: bool) -> String {
    if is_cut {
        // Half a word may mean something else than the whole one.
        let end = line.iter().rposition(u8::is_ascii_whitespace).unwrap_or(line.len());
        line.truncate(end);
    }
    if line.last() == Some(&b'\r') {
        line.pop();
    }
    String::from_utf8(line)
        .unwrap_or_else(|wrong| String::from_utf8_lossy(wrong.as_bytes()).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::{BufReader, Cursor};

    fn lines(bytes: &[u8]) -> Vec<String> {
        // A tiny buffer, so that lines come in many parts.
        let mut source = BufReader::with_capacity(3, Cursor::new(bytes));
        std::iter::from_fn(|| read_line(&mut source).unwrap()).collect()
    }

    #[test]
    fn lines_with_all_sorts_of_ends() {
        assert_eq!(lines(b""), [""; 0]);
        assert_eq!(lines(b"uciok\n\r\nreadyok\r\n\nlast"), ["uciok", "", "readyok", "", "last"]);
        assert_eq!(lines(b"id name \xff\xfe!\n"), ["id name \u{fffd}\u{fffd}!"]);
    }

    #[test]
    fn long_lines_are_cut_between_words() {
        let mut bytes = b"info string ".to_vec();
        bytes.extend(std::iter::repeat_n(b'x', 5 * LONGEST_LINE));
        bytes.extend(b" tail\nuciok\n");
        bytes.extend(std::iter::repeat_n(b'y', LONGEST_LINE + 1));
        let lines = lines(&bytes);
        assert_eq!(&lines[..2], ["info string", "uciok"]);
        assert_eq!(lines[2].len(), LONGEST_LINE);
    }
}
