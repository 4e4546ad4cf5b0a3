//! A tuner's state as text, to go on from after a pause.

use std::fmt;

/// Names and lists of numbers, a line each.
#[derive(Clone, Debug, Default)]
pub(super) struct StateNote(Vec<(String, Vec<f64>)>);

/// Why a text is no state of this tuner.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NoteError {
    /// A line is not a name and numbers.
    Line(usize),
    /// It lacks this, or has another number of it.
    Lacks(String),
}

impl fmt::Display for NoteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoteError::Line(line) => write!(f, "line {line} of the saved state cannot be read"),
            NoteError::Lacks(name) => {
                write!(f, "the saved state belongs to another run: its '{name}' does not fit")
            }
        }
    }
}

impl std::error::Error for NoteError {}

impl StateNote {
    pub(super) fn put(&mut self, name: &str, numbers: &[f64]) {
        self.0.push((name.to_owned(), numbers.to_vec()));
    }

    /// So many finite numbers.
    pub(super) fn take(&self, name: &str, count: usize) -> Result<Vec<f64>, NoteError> {
        self.0
            .iter()
            .find(|(other, numbers)| other == name && numbers.len() == count)
            .filter(|(_, numbers)| numbers.iter().all(|number| number.is_finite()))
            .map(|(_, numbers)| numbers.clone())
            .ok_or_else(|| NoteError::Lacks(name.to_owned()))
    }

    /// A single number.
    pub(super) fn number(&self, name: &str) -> Result<f64, NoteError> {
        self.take(name, 1).map(|numbers| numbers[0])
    }

    /// A number of steps, at most so many.
    pub(super) fn count(&self, name: &str, most: u64) -> Result<u64, NoteError> {
        let number = self.number(name)?;
        match number.fract() == 0.0 && (0.0..=most as f64).contains(&number) {
            true => Ok(number as u64),
            false => Err(NoteError::Lacks(name.to_owned())),
        }
    }

    /// Checks that a number is the one expected.
    pub(super) fn expect(&self, name: &str, expected: f64) -> Result<(), NoteError> {
        match self.number(name)? == expected {
            true => Ok(()),
            false => Err(NoteError::Lacks(name.to_owned())),
        }
    }

    pub(super) fn to_text(&self) -> String {
        let line = |(name, numbers): &(String, Vec<f64>)| {
            // The shortest text that reads back as the same number.
            let numbers: Vec<String> = numbers.iter().map(|number| format!("{number:?}")).collect();
            format!("{name} {}\n", numbers.join(" "))
        };
        self.0.iter().map(line).collect()
    }

    pub(super) fn from_text(text: &str) -> Result<StateNote, NoteError> {
        let mut note = StateNote::default();
        for (index, line) in text.lines().enumerate() {
            let mut words = line.split_whitespace();
            let Some(name) = words.next() else { continue };
            let numbers: Result<Vec<f64>, _> = words.map(str::parse).collect();
            note.put(name, &numbers.map_err(|_| NoteError::Line(index + 1))?);
        }
        Ok(note)
    }
}
