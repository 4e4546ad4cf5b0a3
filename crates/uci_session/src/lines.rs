//! Lines of whatever comes in.

use std::io::{self, BufRead};

/// The longest line that is kept: a game of two hundred thousand half-moves.
const LONGEST_LINE: usize = 1 << 20;

/// Lines of any bytes: what is no UTF-8 is replaced, what is too long is cut.
#[derive(Debug)]
pub struct Lines<R>(pub R);

impl<R: BufRead> Iterator for Lines<R> {
    type Item = String;

    fn next(&mut self) -> Option<String> {
        let mut line = Vec::new();
        loop {
            let chunk = match self.0.fill_buf() {
                Ok(chunk) => chunk,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                // Input that cannot be read any more has ended.
                Err(_) => return None,
            };
            if chunk.is_empty() {
                return (!line.is_empty()).then(|| String::from_utf8_lossy(&line).into_owned());
            }
            let (taken, is_end) = match chunk.iter().position(|&byte| byte == b'\n') {
                Some(end) => (end, true),
                None => (chunk.len(), false),
            };
            let room = LONGEST_LINE - line.len();
            line.extend_from_slice(&chunk[..taken.min(room)]);
            self.0.consume(taken + usize::from(is_end));
            if is_end {
                return Some(String::from_utf8_lossy(&line).into_owned());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_cut_and_mended() {
        let text =
            [b"uci\r\nfoo\xff\n".as_slice(), &[b'x'; LONGEST_LINE + 7], b"\n\nquit"].concat();
        let lines: Vec<String> = Lines(text.as_slice()).collect();
        assert_eq!(lines[0], "uci\r");
        assert_eq!(lines[1], "foo\u{fffd}");
        assert_eq!(lines[2].len(), LONGEST_LINE);
        assert_eq!(lines[3..], ["", "quit"]);
    }
}
