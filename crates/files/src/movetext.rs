//! Games in PGN told from any other text.

use chess::pgn::{ReadError, Reader, Tags};

/// So many of the seven usual tags are seen in nothing but games.
const SURE: usize = 3;

/// Whether a file begins with a game; `is_cut` if this is not all of it. What we add
/// is UTF-8, which would spoil a file of wider letters.
///
/// Readers forgive much, and other texts hold moves ("a4 paper") and headings in
/// square brackets. Three of the usual tags are enough. With fewer, all that follows
/// them has to be movetext; without any, it also has to begin with a move's number
/// and a legal move.
pub(crate) fn is_games(head: &[u8], is_cut: bool) -> bool {
    let is_wide = head.starts_with(b"\xff\xfe") || head.starts_with(b"\xfe\xff");
    if is_wide || head.contains(&0) {
        return false;
    }
    let text = head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(head);
    let (mut tags, mut usual) = (0, 0);
    let mut rest = text;
    while !rest.is_empty() {
        let end = rest.iter().position(|&byte| byte == b'\n').map_or(rest.len(), |end| end + 1);
        let (line, behind) = rest.split_at(end);
        match Line::of(line.trim_ascii()) {
            Line::Tag { is_usual } => (tags, usual) = (tags + 1, usual + usize::from(is_usual)),
            Line::Nothing => {}
            Line::Other => break,
        }
        rest = behind;
    }
    if usual >= SURE {
        return true;
    }
    let Some(found) = Movetext::read(rest, is_cut) else { return false };
    match tags {
        0 => found.begins_with_number && begins_legally(head),
        _ => found.has_moves || found.has_result,
    }
}

/// A line before the moves.
enum Line {
    Tag {
        is_usual: bool,
    },
    /// An empty one, or one that programs pass over.
    Nothing,
    Other,
}

impl Line {
    fn of(line: &[u8]) -> Line {
        if line.is_empty() || line.starts_with(b"%") || line.starts_with(b";") {
            return Line::Nothing;
        }
        let inner = line.strip_prefix(b"[").and_then(|line| line.strip_suffix(b"]"));
        let Some(inner) = inner.map(<[u8]>::trim_ascii) else { return Line::Other };
        let is_letter = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
        let length = inner.iter().take_while(|byte| is_letter(byte)).count();
        let (name, value) = inner.split_at(length);
        let value = value.trim_ascii();
        if name.is_empty()
            || value.len() < 2
            || !(value.starts_with(b"\"") && value.ends_with(b"\""))
        {
            return Line::Other;
        }
        let roster = Tags::default();
        let is_usual = roster.iter().any(|(usual, _)| usual.as_bytes() == name);
        Line::Tag { is_usual }
    }
}

/// Whether the first move of the first game is legal.
fn begins_legally(head: &[u8]) -> bool {
    let game = match Reader::new(head).next() {
        Some(Ok(read)) => read.game,
        Some(Err(ReadError::Broken(broken))) => broken.game,
        Some(Err(ReadError::Io(_))) | None => return false,
    };
    game.tree.main_line().next().is_some()
}

/// What the moves of one game consist of.
#[derive(Default)]
struct Movetext {
    begins_with_number: bool,
    has_moves: bool,
    has_result: bool,
}

impl Movetext {
    /// Reads to a result, or to the next game; none if anything is not movetext. Of
    /// a text that was cut, the last word may be half a one.
    fn read(mut text: &[u8], is_cut: bool) -> Option<Movetext> {
        let mut found = Movetext::default();
        let mut is_first = true;
        loop {
            text = text.trim_ascii_start();
            let Some(&sign) = text.first() else { return Some(found) };
            let length = match sign {
                b'{' => text.iter().position(|&byte| byte == b'}').map(|end| end + 1),
                b';' => text.iter().position(|&byte| byte == b'\n'),
                b'(' | b')' => Some(1),
                b'[' => return Some(found),
                _ => {
                    let is_end = |byte: &u8| byte.is_ascii_whitespace() || b"{;()".contains(byte);
                    let end = text.iter().position(is_end);
                    let word = &text[..end.unwrap_or(text.len())];
                    if end.is_none() && is_cut {
                        return Some(found);
                    }
                    match Word::of(word)? {
                        Word::Number => found.begins_with_number |= is_first,
                        Word::NumberAndMove => {
                            found.begins_with_number |= is_first;
                            found.has_moves = true;
                        }
                        Word::Move => found.has_moves = true,
                        Word::Sign => {}
                        Word::Result => {
                            found.has_result = true;
                            return Some(found);
                        }
                    }
                    is_first = false;
                    Some(word.len())
                }
            };
            // A comment may be open to the end.
            let Some(length) = length else { return Some(found) };
            text = &text[length..];
        }
    }
}

/// A word of movetext.
enum Word {
    Number,
    NumberAndMove,
    Move,
    /// A mark or a number of one.
    Sign,
    Result,
}

impl Word {
    fn of(word: &[u8]) -> Option<Word> {
        if [&b"1-0"[..], b"0-1", b"1/2-1/2", b"*"].contains(&word) {
            return Some(Word::Result);
        }
        let are_digits = |text: &[u8]| !text.is_empty() && text.iter().all(u8::is_ascii_digit);
        let is_mark = word.iter().all(|byte| b"!?".contains(byte));
        if is_mark || word.strip_prefix(b"$").is_some_and(are_digits) {
            return Some(Word::Sign);
        }
        let digits = word.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let dots = word[digits..].iter().take_while(|&&byte| byte == b'.').count();
        let rest = &word[digits + dots..];
        match (digits > 0, dots > 0, rest.is_empty()) {
            // Some write a number without a dot, or dots without a number.
            (_, _, true) => Some(Word::Number),
            (true, true, false) => is_move(rest).then_some(Word::NumberAndMove),
            (false, true, false) => is_move(rest).then_some(Word::Move),
            (_, false, false) => is_move(word).then_some(Word::Move),
        }
    }
}

/// Whether a word has the form of a move, as Nf3, exd8=Q+, O-O or e2e4.
fn is_move(word: &[u8]) -> bool {
    let end = word.iter().rposition(|byte| !b"!?+#".contains(byte)).map_or(0, |end| end + 1);
    let word = &word[..end];
    if [&b"O-O"[..], b"O-O-O", b"0-0", b"0-0-0", b"--", b"Z0"].contains(&word) {
        return true;
    }
    let word = match word {
        [b'K' | b'Q' | b'R' | b'B' | b'N' | b'P', rest @ ..] => rest,
        word => word,
    };
    let word = match word {
        [rest @ .., b'=', b'Q' | b'R' | b'B' | b'N'] => rest,
        [rest @ .., b'Q' | b'R' | b'B' | b'N' | b'q' | b'r' | b'n'] => rest,
        word => word,
    };
    let [before @ .., b'a'..=b'h', b'1'..=b'8'] = word else { return false };
    let before = match before {
        [before @ .., b'x' | b'-'] => before,
        before => before,
    };
    matches!(before, [] | [b'a'..=b'h' | b'1'..=b'8'] | [b'a'..=b'h', b'1'..=b'8'])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_of_all_kinds_are_known() {
        for text in [
            "1. e4",
            "1.e4 e5 2.Nf3 Nc6 *",
            "1. e4 e5 { good",
            "% made by hand\n\n1. e4! $1 (1. d4 d5) 1... e5?! 2. Nf3 0-1",
            "[Event \"x\"]\r\n[White \"y\"]\r\n\r\n1. d4 {[%clk 0:01]} 1... d5 1/2-1/2\r\n",
            "[White \"A\"]\n\n*",
            "[White \"A\"]\ne4 e5 Nf3 Nc6 Bb5 a6 O-O exd8=Q+ R1a3 e2e4 -- 1-0",
            "\u{feff}[Event \"x\"]\n[Site \"y\"]\n[Date \"z\"]\n\nwhat is this?",
            "[Event \"a\"]\n\n1. e4 *\n\nwhatever follows",
        ] {
            assert!(is_games(text.as_bytes(), false), "{text}");
        }
        // The last word is half a one.
        assert!(is_games(b"1. e4 e", true));
        assert!(!is_games(b"1. e4 e", false));
    }

    #[test]
    fn other_texts_are_not() {
        for text in [
            "",
            "precious",
            "{\"a\":1}",
            "[1, 2]",
            "[White]\nx = 1\n",
            "8/8/8/8 w - -",
            "a4",
            "a4 paper, 3 reams",
            "c4 = 12\nd4 = 13",
            "Dear Nf3",
            "1. e4 is my favourite",
            "1. buy milk\n2. e4",
            "[Date \"today\"]\nhost=1",
            "[Date \"today\"]\n",
            "[Date \"today\"]\n12",
            "[Event \"x\"]\nNf3 is best",
            "12",
            "1-0",
            "*",
        ] {
            assert!(!is_games(text.as_bytes(), false), "{text}");
        }
    }
}
