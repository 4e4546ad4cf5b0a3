//! Tags: who, when, where, and how it ended.

use std::borrow::Cow;
use std::fmt;

/// The seven tags every game has, in the order of the standard, with what
/// stands there when nothing is known.
const ROSTER: [(&str, &str); 7] = [
    ("Event", "?"),
    ("Site", "?"),
    ("Date", "????.??.??"),
    ("Round", "?"),
    ("White", "?"),
    ("Black", "?"),
    ("Result", "*"),
];

/// The tags of a game: the seven of the roster, which are always there, then
/// others in the order in which they were set.
///
/// The starting position is the [`GameTree`](super::GameTree)'s affair: `FEN` and
/// `SetUp` are written from there, and what is set here by these names is not
/// written.
///
/// ```
/// use plywise_chess::pgn::Tags;
///
/// let mut tags = Tags::default();
/// assert_eq!(tags.get("White"), Some("?"));
/// tags.set("White", "Ding")?;
/// tags.set("WhiteElo", "2800")?;
/// assert_eq!(tags.iter().last(), Some(("WhiteElo", "2800")));
/// assert_eq!(tags.get("BlackElo"), None);
/// # Ok::<(), plywise_chess::pgn::BadTagName>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Tags {
    /// Empty where nothing is known, so that most games need no space for it.
    roster: [String; 7],
    /// Invariant: good names, none of the roster's, none twice.
    others: Vec<(String, String)>,
}

/// A text that cannot name a tag.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BadTagName;

impl fmt::Display for BadTagName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a tag's name is a word of letters, digits and underscores, such as WhiteElo")
    }
}

impl std::error::Error for BadTagName {}

impl Tags {
    /// The value of a tag. The roster's tags are always there.
    pub fn get(&self, name: &str) -> Option<&str> {
        if let Some(index) = roster_index(name) {
            return Some(self.roster_value(index));
        }
        let (_, value) = self.others.iter().find(|(other, _)| other == name)?;
        Some(value)
    }

    /// Gives a tag a value, in its old place if it was there. Characters that
    /// cannot be seen become spaces.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), BadTagName> {
        if !is_name(name) {
            return Err(BadTagName);
        }
        // Controls are below the space, or two bytes that begin with C2.
        let is_suspect = |byte: u8| byte < b' ' || byte == 0x7f || byte == 0xc2;
        let value = if value.bytes().any(is_suspect) {
            value.replace(char::is_control, " ")
        } else {
            value.to_owned()
        };
        if let Some(index) = roster_index(name) {
            self.roster[index] = if value == ROSTER[index].1 { String::new() } else { value };
            return Ok(());
        }
        match self.others.iter_mut().find(|(other, _)| other == name) {
            Some((_, old)) => *old = value,
            None => self.others.push((name.to_owned(), value)),
        }
        Ok(())
    }

    /// Removes a tag; one of the roster is set to what stands for unknown.
    pub fn remove(&mut self, name: &str) -> Option<String> {
        if let Some(index) = roster_index(name) {
            let value = std::mem::take(&mut self.roster[index]);
            return (!value.is_empty()).then_some(value);
        }
        let index = self.others.iter().position(|(other, _)| other == name)?;
        Some(self.others.remove(index).1)
    }

    /// All tags with their values, the roster first.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        let roster = ROSTER.iter().enumerate();
        roster
            .map(|(index, (name, _))| (*name, self.roster_value(index)))
            .chain(self.others.iter().map(|(name, value)| (name.as_str(), value.as_str())))
    }

    /// Whether a tag has a value that says something.
    pub(super) fn is_set(&self, name: &str) -> bool {
        match roster_index(name) {
            Some(index) => !self.roster[index].is_empty(),
            None => self.get(name).is_some(),
        }
    }

    pub(super) fn result(&self) -> &str {
        self.roster_value(6)
    }

    pub(super) fn set_result(&mut self, value: &str) {
        self.roster[6] = if value == ROSTER[6].1 { String::new() } else { value.to_owned() };
    }

    fn roster_value(&self, index: usize) -> &str {
        let value = &self.roster[index];
        if value.is_empty() { ROSTER[index].1 } else { value }
    }
}

fn roster_index(name: &str) -> Option<usize> {
    ROSTER.iter().position(|(other, _)| *other == name)
}

fn is_name(name: &str) -> bool {
    !name.is_empty() && name.bytes().all(is_in_name)
}

/// The standard's letters, digits and underscores, and what else programs
/// join words with.
pub(super) fn is_in_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"_-.:+#/".contains(&byte)
}

/// A tag as it stands in a file, taken apart.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct TagText<'a> {
    pub(super) name: &'a str,
    /// Between the quotes, escapes and all.
    pub(super) value: &'a str,
    /// Whether quotes and bracket were closed.
    pub(super) is_whole: bool,
}

impl TagText<'_> {
    /// Takes apart `[Name "value"]`, or what is left of it.
    pub(super) fn read(text: &str) -> Option<TagText<'_>> {
        let inner = text.strip_prefix('[')?.trim_ascii();
        let (inner, has_bracket) = match inner.strip_suffix(']') {
            Some(inner) => (inner.trim_ascii_end(), true),
            None => (inner, false),
        };
        let ends_name = |byte: u8| byte.is_ascii_whitespace() || byte == b'"';
        let name_ends = inner.bytes().position(ends_name).unwrap_or(inner.len());
        let (name, value) = inner.split_at(name_ends);
        let value = value.trim_ascii_start();
        let unopened = value.strip_prefix('"');
        // `[White Elo "2700"]` is no tag, and certainly not White's.
        if !is_name(name) || unopened.is_none() && value.contains('"') {
            return None;
        }
        let value = unopened.unwrap_or(value);
        let unclosed = value.strip_suffix('"');
        let is_whole = has_bracket && unopened.is_some() && unclosed.is_some();
        Some(TagText { name, value: unclosed.unwrap_or(value), is_whole })
    }

    /// The value with its escapes resolved.
    pub(super) fn value(&self) -> Cow<'_, str> {
        if !self.value.contains('\\') {
            return Cow::Borrowed(self.value);
        }
        let mut value = String::with_capacity(self.value.len());
        let mut letters = self.value.chars();
        while let Some(letter) = letters.next() {
            let next = letters.clone().next();
            if letter == '\\' && matches!(next, Some('"' | '\\')) {
                value.extend(letters.next());
            } else {
                value.push(letter);
            }
        }
        Cow::Owned(value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_whole_and_broken() {
        let cases = [
            (r#"[White "Ding"]"#, Some(("White", "Ding", true))),
            (r#"[ White   "Ding" ]"#, Some(("White", "Ding", true))),
            (r#"[White"Ding"]"#, Some(("White", "Ding", true))),
            (r#"[White ""]"#, Some(("White", "", true))),
            (r#"[White "A \"The \\ Rook\" B"]"#, Some(("White", r#"A "The \ Rook" B"#, true))),
            (r#"[White "a "b" c"]"#, Some(("White", r#"a "b" c"#, true))),
            (r#"[Path "C:\x"]"#, Some(("Path", r"C:\x", true))),
            (r#"[White "A"#, Some(("White", "A", false))),
            (r#"[White "A]"#, Some(("White", "A", false))),
            ("[White Ding]", Some(("White", "Ding", false))),
            ("[White]", Some(("White", "", false))),
            (r#"[White Elo "2700"]"#, None),
            (r#"["White"]"#, None),
            ("[]", None),
            ("[", None),
        ];
        for (text, expected) in cases {
            let tag = TagText::read(text);
            let found = tag.as_ref().map(|tag| (tag.name, tag.value().into_owned(), tag.is_whole));
            let expected = expected.map(|(name, value, whole)| (name, value.to_owned(), whole));
            assert_eq!(found, expected, "{text}");
        }
    }
}
