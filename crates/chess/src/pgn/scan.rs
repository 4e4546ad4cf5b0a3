//! What a token looks like: functions on bytes alone.

use std::ops::Range;

use super::tags::is_in_name;
use crate::Color;
use crate::game::Outcome;

/// What a token is. Its text is the lexer's `text`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Token {
    /// `[White "Ding"]`, perhaps not whole.
    Tag,
    /// `{...}` or `; ...`; the text is what is inside.
    Comment,
    /// A comment that runs into the next game or the end of the file.
    UnclosedComment,
    /// `(`
    Open,
    /// `)`
    Close,
    /// `$5`; the text is the digits.
    Nag,
    /// A run of exclamation and question marks.
    Marks,
    /// A move number; its dots are no part of it.
    Number(u32),
    /// A result, `None` for `*`.
    Outcome(Option<Outcome>),
    /// A move, or something else that is no punctuation.
    Word,
    /// A character that means nothing here.
    Stray,
    /// A text longer than the limit; it is passed over.
    TooLong,
    /// The end of the file.
    End,
}

/// The window, seen by functions that answer `None` when the token may go on
/// beyond its end.
#[derive(Clone, Copy)]
pub(super) struct Scan<'a> {
    pub(super) bytes: &'a [u8],
    /// Whether nothing comes after the window.
    pub(super) is_over: bool,
}

/// A token found at the front of the window.
pub(super) struct FoundToken {
    pub(super) token: Token,
    /// How many bytes it takes, and which of them are its text.
    pub(super) length: usize,
    pub(super) text: Range<usize>,
}

impl FoundToken {
    fn new(token: Token, length: usize) -> Option<FoundToken> {
        Some(FoundToken { token, length, text: 0..length })
    }
}

impl Scan<'_> {
    /// The token at the front, which is not white space.
    pub(super) fn token(self, first: u8, begins_line: bool) -> Option<FoundToken> {
        match first {
            b'{' => self.comment(),
            b';' => {
                let end = self.end_of(1, |byte| byte != b'\n' && byte != b'\r')?;
                Some(FoundToken { token: Token::Comment, length: end, text: 1..end })
            }
            b'[' => self.tag(begins_line),
            b'(' => FoundToken::new(Token::Open, 1),
            b')' => FoundToken::new(Token::Close, 1),
            b'*' => FoundToken::new(Token::Outcome(None), 1),
            b'!' | b'?' => {
                FoundToken::new(Token::Marks, self.end_of(1, |byte| byte == b'!' || byte == b'?')?)
            }
            b'$' => {
                let end = self.end_of(1, |byte| byte.is_ascii_digit())?;
                Some(FoundToken { token: Token::Nag, length: end, text: 1..end })
            }
            b'0'..=b'9' => self.number(),
            b'}' | b']' | b'<' | b'>' | b'"' | b'%' => FoundToken::new(Token::Stray, 1),
            _ => self.word(),
        }
    }

    /// Where the run of bytes that belong ends, from `from` on.
    fn end_of(self, from: usize, belongs: impl Fn(u8) -> bool) -> Option<usize> {
        match self.bytes.get(from..)?.iter().position(|&byte| !belongs(byte)) {
            Some(length) => Some(from + length),
            None => self.is_over.then_some(self.bytes.len()),
        }
    }

    /// A comment ends with its brace. If a line inside looks like the first of
    /// the next game, the brace was forgotten: it is not to cost that game too.
    fn comment(self) -> Option<FoundToken> {
        const NEXT_GAME: &[u8] = b"[Event \"";
        let mut from = 1;
        loop {
            let end = self.end_of(from, |byte| !matches!(byte, b'}' | b'\n' | b'\r'))?;
            let token = match self.bytes.get(end) {
                Some(b'}') => Token::Comment,
                None => Token::UnclosedComment,
                Some(_) => {
                    let line = &self.bytes[end + 1..];
                    if line.len() < NEXT_GAME.len() && NEXT_GAME.starts_with(line) && !self.is_over
                    {
                        return None;
                    }
                    if !line.starts_with(NEXT_GAME) {
                        from = end + 1;
                        continue;
                    }
                    Token::UnclosedComment
                }
            };
            let length = end + usize::from(token == Token::Comment);
            return Some(FoundToken { token, length, text: 1..end });
        }
    }

    /// A tag ends with `"]` or with its line. In the middle of a line only what
    /// is unmistakable is a tag.
    fn tag(self, begins_line: bool) -> Option<FoundToken> {
        let name = self.end_of(1, |byte| byte == b' ' || byte == b'\t')?;
        let name_end = self.end_of(name, is_in_name)?;
        let value = self.end_of(name_end, |byte| byte == b' ' || byte == b'\t')?;
        let is_quoted = self.bytes.get(value) == Some(&b'"');
        if name_end == name || !is_quoted && !begins_line {
            return FoundToken::new(Token::Stray, 1);
        }
        let mut from = value;
        if is_quoted {
            from += 1;
            loop {
                from = self.end_of(from, |byte| !matches!(byte, b'"' | b'\\' | b'\n' | b'\r'))?;
                match self.bytes.get(from) {
                    // The character behind a backslash closes nothing; a line end does.
                    Some(b'\\') => {
                        let is_escape = matches!(self.bytes.get(from + 1), Some(b'"' | b'\\'));
                        if from + 1 == self.bytes.len() && !self.is_over {
                            return None;
                        }
                        from += 1 + usize::from(is_escape);
                    }
                    Some(b'"') => {
                        let end = self.end_of(from + 1, |byte| byte == b' ' || byte == b'\t')?;
                        if self.bytes.get(end) == Some(&b']') {
                            return FoundToken::new(Token::Tag, end + 1);
                        }
                        from += 1;
                    }
                    _ => return FoundToken::new(Token::Tag, from),
                }
            }
        }
        let end = self.end_of(from, |byte| !matches!(byte, b']' | b'\n' | b'\r'))?;
        FoundToken::new(Token::Tag, end + usize::from(self.bytes.get(end) == Some(&b']')))
    }

    /// A move number, a result, or castling with zeros.
    fn number(self) -> Option<FoundToken> {
        let digits = self.end_of(0, |byte| byte.is_ascii_digit())?;
        let tail = &self.bytes[digits..];
        if tail.len() < EN_DASH.len() && EN_DASH.starts_with(tail) && !self.is_over {
            return None;
        }
        if matches!(tail, [b'-' | b'/' | b':', ..]) || tail.starts_with(EN_DASH) {
            let end = self.end_of(0, |byte| is_word(byte) || byte == b'/')?;
            return self.result_or_castling(&self.bytes[..end]);
        }
        if &self.bytes[..digits] == b"0000" {
            return FoundToken::new(Token::Word, 4);
        }
        let value = self.bytes[..digits].iter().fold(0u32, |value, digit| {
            value.saturating_mul(10).saturating_add(u32::from(digit - b'0'))
        });
        FoundToken::new(Token::Number(value), digits)
    }

    fn result_or_castling(self, bytes: &[u8]) -> Option<FoundToken> {
        const DRAW: Option<Outcome> = Some(Outcome::Draw);
        const WHITE: Option<Outcome> = Some(Outcome::Win(Color::White));
        const BLACK: Option<Outcome> = Some(Outcome::Win(Color::Black));
        let outcome = match bytes {
            b"1-0" | b"1:0" | b"1\xe2\x80\x930" => WHITE,
            b"0-1" | b"0:1" | b"0\xe2\x80\x931" => BLACK,
            b"1/2-1/2" | b"1/2" | b"1/2:1/2" | b"1/2\xe2\x80\x931/2" => DRAW,
            _ => return FoundToken::new(Token::Word, bytes.len()),
        };
        FoundToken::new(Token::Outcome(outcome), bytes.len())
    }

    /// A word goes on to the next separator or past a check sign that a letter
    /// or digit follows. Where moves stand without anything between them it is
    /// several moves, for the reader of moves to part; but a number behind it
    /// is none of its own.
    fn word(self) -> Option<FoundToken> {
        let mut end = 0;
        loop {
            end = self.end_of(end, is_unsigned)?;
            if !matches!(self.bytes.get(end), Some(b'+' | b'#')) {
                break;
            }
            // A check sign ends a move: `Qh7#1-0`, `Qh5+Ke7`. It is found on the
            // way: what lies behind it is the next token's to look through.
            let next = self.bytes.get(end + 1);
            if next.is_none() && !self.is_over {
                return None;
            }
            let joins = |byte: &u8| byte.is_ascii_alphanumeric();
            let follows = end > 0 && joins(&self.bytes[end - 1]);
            end += 1;
            if follows && next.is_some_and(joins) {
                return FoundToken::new(Token::Word, end);
            }
        }
        if ["½-½".as_bytes(), "½".as_bytes(), b"\xbd-\xbd"].contains(&&self.bytes[..end]) {
            return FoundToken::new(Token::Outcome(Some(Outcome::Draw)), end);
        }
        match self.bytes.get(end) {
            // `a8(Q)`
            Some(b'(') if end > 1 && matches!(self.bytes[end - 1], b'1' | b'8') => {
                let tail = &self.bytes[end + 1..];
                if tail.len() < 2 && !self.is_over {
                    return None;
                }
                if matches!(tail, [b'Q' | b'R' | b'B' | b'N' | b'q' | b'r' | b'b' | b'n', b')', ..])
                {
                    end += 3;
                }
            }
            // `e.p.`
            Some(b'.') if &self.bytes[..end] == b"e" => {
                let tail = &self.bytes[end..];
                if tail.len() < 3 && b".p.".starts_with(tail) && !self.is_over {
                    return None;
                }
                if tail.starts_with(b".p") {
                    end += 2 + usize::from(tail.starts_with(b".p."));
                }
            }
            // `e4e52.Nf3`: the number of the next move.
            Some(b'.') => {
                let digits =
                    self.bytes[..end].iter().rev().take_while(|b| b.is_ascii_digit()).count();
                let is_square = digits < end && matches!(self.bytes[end - digits - 1], b'a'..=b'h');
                end -= digits.saturating_sub(usize::from(is_square));
            }
            _ => {}
        }
        FoundToken::new(Token::Word, end)
    }
}

/// As typesetters write `1–0`.
const EN_DASH: &[u8] = "–".as_bytes();

/// Whether a byte can be part of a word.
#[inline]
fn is_word(byte: u8) -> bool {
    const TABLE: [bool; 256] = all_but(b".,;(){}[]<>$!?*\"%\x7f");
    TABLE[byte as usize]
}

/// Whether a byte can be part of a word and is no check sign.
#[inline]
fn is_unsigned(byte: u8) -> bool {
    const TABLE: [bool; 256] = all_but(b"+#.,;(){}[]<>$!?*\"%\x7f");
    TABLE[byte as usize]
}

/// True for all bytes but these, the space and the controls below it.
const fn all_but(others: &[u8]) -> [bool; 256] {
    let mut table = [true; 256];
    let mut byte = 0;
    while byte <= b' ' as usize {
        table[byte] = false;
        byte += 1;
    }
    let mut index = 0;
    while index < others.len() {
        table[others[index] as usize] = false;
        index += 1;
    }
    table
}
