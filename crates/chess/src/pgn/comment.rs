//! Comments: what is said in words, in a form that can always be written.

use std::fmt;

/// A comment, tidied so that writing and reading gives the same again.
///
/// Words are separated by single spaces and paragraphs by an empty line. A
/// line break is only where a program ran out of line, so it is a space. A
/// closing brace would end the comment in the file: braces around something
/// become parentheses.
///
/// ```
/// use plywise_chess::pgn::Comment;
///
/// let comment = Comment::new("  better was\n  {2. d4}").unwrap();
/// assert_eq!(comment.as_str(), "better was (2. d4)");
/// assert_eq!(Comment::new(" \n "), None);
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Comment(String);

impl Comment {
    /// The comment with this text; `None` if it says nothing.
    pub fn new(text: &str) -> Option<Comment> {
        let text = text.trim_matches(is_space);
        if text.is_empty() {
            None
        } else if is_tidy(text.as_bytes()) {
            Some(Comment(text.to_owned()))
        } else {
            Some(Comment(tidied(text)))
        }
    }

    /// The text, with commands such as `[%clk 0:01:00]` that stand in it.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Comment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Debug for Comment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.0, f)
    }
}

/// Whether a line of a comment may begin with this word. A percent sign there
/// hides the line from some readers, and a tag looks like the next game.
pub(super) fn may_begin_line(word: &str) -> bool {
    !word.starts_with('%') && !word.starts_with("[Event")
}

/// White space and what a terminal would obey; not the spaces of typesetters,
/// which are there for a reason.
fn is_space(c: char) -> bool {
    c == ' ' || c.is_control()
}

/// Whether a trimmed text is tidy already, as nearly all are; false in doubt.
fn is_tidy(text: &[u8]) -> bool {
    let mut last = 0;
    text.iter().all(|&byte| {
        let is_doubled = byte == b' ' && last == b' ';
        last = byte;
        // C2 begins the controls from U+0080 to U+009F.
        byte >= b' ' && byte != b'}' && byte != 0x7f && byte != 0xc2 && !is_doubled
    })
}

fn tidied(text: &str) -> String {
    let has_brace = text.contains('}');
    let mut tidy = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(end) = rest.find(|c| !is_space(c)) {
        let (gap, tail) = rest.split_at(end);
        let word = &tail[..tail.find(is_space).unwrap_or(tail.len())];
        if !tidy.is_empty() && !gap.is_empty() {
            let is_paragraph = line_breaks(gap) > 1 && may_begin_line(word);
            tidy.push_str(if is_paragraph { "\n\n" } else { " " });
        }
        tidy.extend(word.chars().map(|c| match c {
            '{' if has_brace => '(',
            '}' => ')',
            c => c,
        }));
        rest = &tail[word.len()..];
    }
    tidy
}

/// How many lines end here, by line feed, carriage return, or both together.
fn line_breaks(gap: &str) -> usize {
    let feeds = gap.matches('\n').count();
    let returns = gap.matches('\r').count();
    feeds + returns - gap.matches("\r\n").count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tidied_once_and_for_all() {
        let cases = [
            ("plain words", "plain words"),
            ("  around\t", "around"),
            ("two  spaces", "two spaces"),
            ("one\nbreak", "one break"),
            ("one\r\nbreak", "one break"),
            ("one\rbreak", "one break"),
            ("a \n \n b", "a\n\nb"),
            ("a\r\n\r\n\r\nb", "a\n\nb"),
            ("a\0b\x1b[31m", "a b [31m"),
            ("a \u{9b}b", "a b"),
            ("a {b} c", "a (b) c"),
            ("a {b c", "a {b c"),
            ("a } c", "a ) c"),
            ("M\u{fc}ller \u{a0}\u{2009}x", "M\u{fc}ller \u{a0}\u{2009}x"),
            ("a\n\n[Event \"x\"]", "a [Event \"x\"]"),
            ("a\n\n%b", "a %b"),
        ];
        for (text, tidy) in cases {
            let comment = Comment::new(text).unwrap();
            assert_eq!(comment.as_str(), tidy, "{text:?}");
            assert_eq!(Comment::new(tidy), Some(comment), "{text:?}");
        }
        for nothing in ["", " ", "\n\n", "\0", "\u{85}"] {
            assert_eq!(Comment::new(nothing), None, "{nothing:?}");
        }
    }
}
