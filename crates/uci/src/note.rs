//! What was not understood.

use std::fmt;

use crate::words::shown;

/// What a line was read as, and what in it was not understood.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Parsed<T> {
    /// What the line says.
    pub value: T,
    /// What in it means nothing, the first few of it.
    pub notes: Vec<ParseNote>,
    /// Whether a field got no number; it may be beyond the first few.
    pub lacks_a_number: bool,
}

/// Something in a line that means nothing. None of it is fatal: the rest of
/// the line holds.
///
/// Written, it is a sentence for an `info string` or a log; no note begins with
/// "error", which some programs take for the end of the engine.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum ParseNote {
    /// A line begins with a word that is no command.
    UnknownCommand(String),
    /// A word that has no meaning where it stands.
    UnknownWord {
        /// The command or field it follows.
        after: &'static str,
        /// The word.
        word: String,
    },
    /// A field wants a number and does not get one.
    NoNumber {
        /// The field.
        field: &'static str,
        /// What stands there instead, if anything does.
        word: Option<String>,
    },
    /// Something that has to be there is not.
    Missing {
        /// What is incomplete.
        what: &'static str,
        /// What it lacks.
        lacks: &'static str,
    },
}

impl fmt::Display for ParseNote {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ParseNote::UnknownCommand(word) => write!(f, "unknown command '{}'", shown(word)),
            ParseNote::UnknownWord { after, word } => {
                write!(f, "'{}' means nothing after '{after}'", shown(word))
            }
            ParseNote::NoNumber { field, word: Some(word) } => {
                write!(f, "'{field}' needs a number, not '{}'", shown(word))
            }
            ParseNote::NoNumber { field, word: None } => write!(f, "'{field}' needs a number"),
            ParseNote::Missing { what, lacks } => write!(f, "'{what}' lacks {lacks}"),
        }
    }
}

/// Collects notes, but not without end: a line of a million strange words is
/// worth a few remarks, not a million.
#[derive(Debug, Default)]
pub(crate) struct Notes {
    first: Vec<ParseNote>,
    lack_a_number: bool,
}

impl Notes {
    /// How many notes one line is worth.
    const MOST: usize = 8;

    pub(crate) fn add(&mut self, note: impl FnOnce() -> ParseNote) {
        if self.first.len() < Notes::MOST {
            self.first.push(note());
        }
    }

    /// A field wants a number and gets this word, or none.
    pub(crate) fn no_number(&mut self, field: &'static str, word: Option<&str>) {
        self.lack_a_number = true;
        self.add(|| ParseNote::NoNumber { field, word: word.map(str::to_owned) });
    }

    /// The words that are left, all of them strange.
    pub(crate) fn unknown<'a>(
        &mut self,
        after: &'static str,
        words: impl IntoIterator<Item = &'a str>,
    ) {
        for word in words {
            self.add(|| ParseNote::UnknownWord { after, word: word.to_owned() });
        }
    }

    pub(crate) fn with<T>(self, value: T) -> Parsed<T> {
        Parsed { value, notes: self.first, lacks_a_number: self.lack_a_number }
    }
}
