//! Lines as words.

use std::borrow::Cow;

/// The words of a line, read one after the other, with the untouched rest of
/// the line at hand for what may contain spaces.
#[derive(Clone, Debug)]
pub(crate) struct Words<'a> {
    /// Invariant: does not begin with whitespace.
    rest: &'a str,
}

impl<'a> Words<'a> {
    pub(crate) fn new(line: &'a str) -> Words<'a> {
        Words { rest: line.trim_ascii_start() }
    }

    /// The next word, which stays.
    pub(crate) fn peek(&self) -> Option<&'a str> {
        self.clone().next()
    }

    /// Everything that was not read yet, without the spaces around it.
    pub(crate) fn rest(&self) -> &'a str {
        self.rest.trim_ascii_end()
    }

    /// The words up to one for which `is_end` holds, which stays, as one text
    /// with single spaces.
    pub(crate) fn text_until(&mut self, is_end: impl Fn(&str) -> bool) -> String {
        let mut text = String::new();
        while let Some(word) = self.peek().filter(|word| !is_end(word)) {
            self.next();
            if !text.is_empty() {
                text.push(' ');
            }
            text.push_str(word);
        }
        text
    }

    /// The words up to one for which `is_end` holds, which stays.
    pub(crate) fn list_until(&mut self, is_end: impl Fn(&str) -> bool) -> Vec<String> {
        let mut list = Vec::new();
        while let Some(word) = self.peek().filter(|word| !is_end(word)) {
            self.next();
            list.push(word.to_owned());
        }
        list
    }
}

impl<'a> Iterator for Words<'a> {
    type Item = &'a str;

    fn next(&mut self) -> Option<&'a str> {
        if self.rest.is_empty() {
            return None;
        }
        let end = self.rest.find(|c: char| c.is_ascii_whitespace()).unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(end);
        self.rest = rest.trim_ascii_start();
        Some(word)
    }
}

/// What UCI writes where a text is empty.
pub(crate) const EMPTY: &str = "<empty>";

/// A text as it is read: without spaces around it, `<empty>` as empty, and
/// without line ends inside, so that it is written as it was read.
pub(crate) fn read_text(text: &str) -> String {
    let text = text.trim_ascii();
    if text.eq_ignore_ascii_case(EMPTY) { String::new() } else { one_line(text).into_owned() }
}

/// A text as it is written where one must stand.
pub(crate) fn or_empty(text: &str) -> Cow<'_, str> {
    if text.is_empty() { Cow::Borrowed(EMPTY) } else { one_line(text) }
}

/// The text with spaces for line ends: what was meant as one line must not
/// reach the other side as two, the second of which could be a command.
pub(crate) fn one_line(text: &str) -> Cow<'_, str> {
    if text.contains(['\n', '\r']) {
        Cow::Owned(text.replace(['\n', '\r'], " "))
    } else {
        Cow::Borrowed(text)
    }
}

/// As much of a foreign text as fits in a sentence, with nothing a terminal
/// would obey.
pub(crate) fn shown(text: &str) -> String {
    const MOST: usize = 60;
    let mut shown: String =
        text.chars().take(MOST).map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect();
    if text.chars().nth(MOST).is_some() {
        shown.push('…');
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_the_rest_of_the_line() {
        let mut words = Words::new(" \tsetoption  name A\tB value  x  y \r\n");
        assert_eq!(words.next(), Some("setoption"));
        assert_eq!(words.peek(), Some("name"));
        assert_eq!(words.next(), Some("name"));
        assert_eq!(words.text_until(|word| word == "value"), "A B");
        assert_eq!(words.next(), Some("value"));
        assert_eq!(words.rest(), "x  y");
        assert_eq!(words.list_until(|_| false), ["x", "y"]);
        assert_eq!((words.next(), words.rest()), (None, ""));
        assert_eq!(Words::new(" \n").next(), None);
    }

    #[test]
    fn texts_stay_on_one_line() {
        assert_eq!(read_text(" <EMPTY> "), "");
        assert_eq!(read_text(" a\r\nquit "), "a  quit");
        assert_eq!(or_empty(""), "<empty>");
        assert_eq!(or_empty("a\nb"), "a b");
        assert_eq!(shown(&format!("\u{1b}{}", "é".repeat(80))).chars().count(), 61);
    }
}
