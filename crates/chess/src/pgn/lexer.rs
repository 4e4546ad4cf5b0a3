//! From bytes to tokens.

use std::io::{self, Read};
use std::ops::Range;

use super::scan::{Scan, Token};
use super::window::TextWindow;

/// Takes tokens off a stream. A token must fit the limit; so the window does too.
pub(super) struct Lexer<R> {
    window: TextWindow<R>,
    limit: usize,
    token: Token,
    /// How many bytes of the window the token takes, and which are its text.
    length: usize,
    text: Range<usize>,
    /// The line the token begins on, and the one where the window begins.
    line: u64,
    window_line: u64,
    /// How many lines end inside the token.
    lines_inside: u64,
    /// How many lines ended between the last token and this one.
    breaks: u64,
    is_line_start: bool,
    was_return: bool,
    is_unread: bool,
}

impl<R: Read> Lexer<R> {
    pub(super) fn new(input: R, limit: usize) -> Lexer<R> {
        Lexer {
            window: TextWindow::new(input),
            limit,
            token: Token::Stray,
            length: 0,
            text: 0..0,
            line: 1,
            window_line: 1,
            lines_inside: 0,
            breaks: 0,
            is_line_start: true,
            was_return: false,
            is_unread: false,
        }
    }

    /// The next token.
    pub(super) fn next(&mut self) -> io::Result<Token> {
        if std::mem::take(&mut self.is_unread) {
            return Ok(self.token);
        }
        self.drop_token();
        self.breaks = 0;
        self.skip_space()?;
        self.line = self.window_line;
        loop {
            let bytes = self.window.bytes();
            let Some(&first) = bytes.first() else {
                self.token = Token::End;
                return Ok(Token::End);
            };
            let begins_line = self.breaks > 0 || self.is_line_start;
            match (Scan { bytes, is_over: self.window.is_over() }).token(first, begins_line) {
                Some(found) if found.length <= self.limit => {
                    self.token = found.token;
                    self.length = found.length;
                    self.text = found.text;
                    if matches!(found.token, Token::Comment | Token::UnclosedComment) {
                        self.lines_inside = line_ends(&self.window.bytes()[..self.length]);
                    }
                    return Ok(self.token);
                }
                None if bytes.len() <= self.limit => self.window.fill()?,
                _ => return self.skip_long(first),
            }
        }
    }

    /// Gives the token back: it will be the next one again.
    pub(super) fn unread(&mut self) {
        self.is_unread = true;
    }

    /// The token's text.
    #[inline]
    pub(super) fn text(&self) -> &[u8] {
        &self.window.bytes()[self.text.clone()]
    }

    /// The line the token begins on.
    pub(super) fn line(&self) -> u64 {
        self.line
    }

    /// Whether an empty line lies before the token.
    pub(super) fn follows_empty_line(&self) -> bool {
        self.breaks > 1
    }

    /// How many bytes of the file lie before the token.
    pub(super) fn offset(&self) -> u64 {
        self.window.used()
    }

    /// Memory held.
    pub(super) fn capacity(&self) -> usize {
        self.window.capacity()
    }

    /// Whether nothing follows the token on its line, as far as that is known
    /// without waiting for more of the stream than the line.
    pub(super) fn ends_line(&mut self) -> io::Result<bool> {
        self.drop_token();
        loop {
            let bytes = self.window.bytes();
            match bytes.iter().find(|&&byte| byte != b' ' && byte != b'\t') {
                Some(byte) => return Ok(matches!(byte, b'\n' | b'\r')),
                None if self.window.is_over() => return Ok(true),
                None if bytes.len() > self.limit => return Ok(false),
                None => self.window.fill()?,
            }
        }
    }

    fn drop_token(&mut self) {
        if self.length > 0 {
            self.window.advance(self.length);
            self.window_line += self.lines_inside;
            self.length = 0;
            self.text = 0..0;
            self.lines_inside = 0;
            self.is_line_start = false;
            self.was_return = false;
        }
    }

    /// Skips what separates tokens: white space, dots after numbers, lines
    /// hidden by a percent sign.
    fn skip_space(&mut self) -> io::Result<()> {
        loop {
            let bytes = self.window.bytes();
            let mut index = 0;
            let mut is_hidden = false;
            while let Some(&byte) = bytes.get(index) {
                let mut width = 1;
                match byte {
                    b' ' | b'.' => self.is_line_start = false,
                    b'\n' | b'\r' => {
                        if !(byte == b'\n' && self.was_return) {
                            self.window_line += 1;
                            self.breaks += 1;
                        }
                        self.is_line_start = true;
                    }
                    b'%' if self.is_line_start => {
                        is_hidden = true;
                        break;
                    }
                    _ => match blank_width(&bytes[index..], self.window.is_over()) {
                        Some(0) => {
                            self.window.advance(index);
                            return Ok(());
                        }
                        Some(blank) => width = blank,
                        None => break,
                    },
                }
                self.was_return = byte == b'\r';
                index += width;
            }
            let is_at_end = self.window.is_over() && index == bytes.len();
            self.window.advance(index);
            if is_hidden {
                self.was_return = false;
                self.skip_until(|byte| byte == b'\n' || byte == b'\r')?;
            } else if is_at_end {
                return Ok(());
            } else {
                self.window.fill()?;
            }
        }
    }

    /// Passes over a token that is longer than allowed, and says so.
    fn skip_long(&mut self, first: u8) -> io::Result<Token> {
        match first {
            b'{' => {
                self.skip_until(|byte| byte == b'}')?;
                self.window.advance(1);
            }
            b';' | b'[' => self.skip_until(|byte| byte == b'\n' || byte == b'\r')?,
            _ => self.skip_until(|byte| byte.is_ascii_whitespace())?,
        }
        self.is_line_start = false;
        self.was_return = false;
        self.token = Token::TooLong;
        Ok(Token::TooLong)
    }

    /// Drops bytes up to the first that is wanted, counting lines.
    fn skip_until(&mut self, is_wanted: impl Fn(u8) -> bool) -> io::Result<()> {
        loop {
            let bytes = self.window.bytes();
            let found = bytes.iter().position(|&byte| is_wanted(byte));
            let skipped = found.unwrap_or(bytes.len());
            // A break cut in two by the window's edge counts twice: lines after
            // something absurdly long may be one off.
            self.window_line += line_ends(&bytes[..skipped]);
            self.window.advance(skipped);
            if found.is_some() || self.window.is_over() {
                return Ok(());
            }
            self.window.fill()?;
        }
    }
}

/// How many lines end in a text, by line feed, carriage return, or both together.
fn line_ends(bytes: &[u8]) -> u64 {
    let mut last = 0;
    let mut ends = 0;
    for &byte in bytes {
        ends += u64::from(byte == b'\r' || byte == b'\n' && last != b'\r');
        last = byte;
    }
    ends
}

/// The width of a character at the front that separates like a space, 0 if it
/// does not; `None` if more bytes are needed to tell.
fn blank_width(bytes: &[u8], is_over: bool) -> Option<usize> {
    match bytes {
        [0..=b' ' | b',' | 0x7f | 0xa0, ..] => Some(1),
        [0xc2, 0xa0, ..] => Some(2),
        [0xef, 0xbb, 0xbf, ..] => Some(3),
        [0xc2] | [0xef] | [0xef, 0xbb] if !is_over => None,
        _ => Some(0),
    }
}
