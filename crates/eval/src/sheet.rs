//! A sheet of weights: a text with a line each, `name = value`, in any order.
//!
//! ```text
//! # Weights of an evaluation, in centipawns.
//! evaluation = material
//! values.pawn = 100    # A pawn.
//! values.knight = 305  # A knight.
//! ```
//!
//! What stands behind `#` is for people. Weights that are not named keep their
//! values; names that the evaluation does not have are refused.

use std::fmt;
use std::fmt::Write;

use chess::quote;

use crate::{NAMES, Tunable, WEIGHT_LIMIT, WeightsError, tunable};

/// Why a text is no sheet of weights.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SheetError {
    /// A line is not `name = value`.
    Line(usize, String),
    /// The text does not say which evaluation it is for.
    Unnamed,
    /// There is no such evaluation.
    Evaluation(String),
    /// The evaluation has no such weight.
    Weight(usize, String),
    /// A weight stands there twice.
    Twice(usize, String),
    /// A value is no whole number within the limit.
    Value(usize, String),
    /// The evaluation does not take the values.
    Refused(WeightsError),
}

impl fmt::Display for SheetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SheetError::Line(line, text) => {
                write!(f, "line {line} is '{}'; lines are `name = value`", quote(text))
            }
            SheetError::Unnamed => {
                f.write_str("no evaluation is named; the first line is `evaluation = NAME`")
            }
            SheetError::Evaluation(name) => write!(
                f,
                "there is no evaluation '{}'; the evaluations are {}",
                quote(name),
                NAMES.join(", ")
            ),
            SheetError::Weight(line, name) => {
                write!(f, "line {line}: the evaluation has no weight '{}'", quote(name))
            }
            SheetError::Twice(line, name) => {
                write!(f, "line {line}: '{}' stands there for the second time", quote(name))
            }
            SheetError::Value(line, text) => write!(
                f,
                "line {line}: '{}' is no whole number from -{WEIGHT_LIMIT} to {WEIGHT_LIMIT}",
                quote(text)
            ),
            SheetError::Refused(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for SheetError {}

/// An evaluation's weights as text.
pub fn write(evaluation: &dyn Tunable) -> String {
    let weights = evaluation.weights();
    let widest = weights.iter().map(|weight| weight.name.len()).max().unwrap_or(0);
    let mut text = String::from("# Weights of an evaluation, in centipawns.\n");
    // Writing to a string cannot fail.
    let _ = writeln!(text, "evaluation = {}", evaluation.name());
    for weight in weights {
        let _ =
            writeln!(text, "{:<widest$} = {:<6} # {}", weight.name, weight.value, weight.meaning);
    }
    text
}

/// The evaluation that a text describes.
pub fn read(text: &str) -> Result<Box<dyn Tunable>, SheetError> {
    let (evaluation, values) = values(text)?;
    evaluation.with_weights(&values).map_err(SheetError::Refused)
}

/// Which evaluation a text is for, and all its weights.
pub fn values(text: &str) -> Result<(&'static dyn Tunable, Vec<i32>), SheetError> {
    let mut evaluation = None;
    let mut entries = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let number = index + 1;
        let line = line.split('#').next().unwrap_or_default().trim();
        if line.is_empty() {
            continue;
        }
        let (name, value) =
            line.split_once('=').ok_or_else(|| SheetError::Line(number, line.to_owned()))?;
        match (name.trim(), value.trim()) {
            ("evaluation", value) if evaluation.is_none() => {
                let found = tunable(value);
                evaluation = Some(found.ok_or_else(|| SheetError::Evaluation(value.to_owned()))?);
            }
            (name, value) => entries.push((number, name, value)),
        }
    }
    let evaluation = evaluation.ok_or(SheetError::Unnamed)?;
    let weights = evaluation.weights();
    let mut values: Vec<i32> = weights.iter().map(|weight| weight.value).collect();
    let mut is_named = vec![false; values.len()];
    for (number, name, value) in entries {
        let place = weights.iter().position(|weight| weight.name == name);
        let place = place.ok_or_else(|| SheetError::Weight(number, name.to_owned()))?;
        if std::mem::replace(&mut is_named[place], true) {
            return Err(SheetError::Twice(number, name.to_owned()));
        }
        values[place] = value
            .parse()
            .ok()
            .filter(|value: &i32| value.unsigned_abs() <= WEIGHT_LIMIT.unsigned_abs())
            .ok_or_else(|| SheetError::Value(number, value.to_owned()))?;
    }
    Ok((evaluation, values))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_read_back() {
        for name in NAMES {
            let evaluation = tunable(name).unwrap();
            let mut values: Vec<i32> =
                evaluation.weights().iter().map(|weight| weight.value).collect();
            values[1] -= 7;
            let changed = evaluation.with_weights(&values).unwrap();
            let read = read(&write(&*changed)).unwrap();
            assert_eq!((read.name(), read.weights()), (name, changed.weights()));
        }
    }

    #[test]
    fn what_is_not_named_stays() {
        let read = read("evaluation = material # 1 3 3 5 9\n\nvalues.queen=950\n").unwrap();
        let values: Vec<i32> = read.weights().iter().map(|weight| weight.value).collect();
        assert_eq!(values, [100, 300, 300, 500, 950]);
    }

    #[test]
    fn mistakes_are_named() {
        let complaint = |text: &str| read(text).err().unwrap().to_string();
        assert!(complaint("").starts_with("no evaluation is named"));
        assert!(complaint("evaluation = tarot").starts_with("there is no evaluation 'tarot'"));
        let material = |line: &str| complaint(&format!("evaluation = material\n{line}"));
        assert_eq!(material("values.pawn"), "line 2 is 'values.pawn'; lines are `name = value`");
        assert_eq!(material("pawn = 1"), "line 2: the evaluation has no weight 'pawn'");
        for value in ["x", "1.5", "", "10001", "99999999999"] {
            assert!(material(&format!("values.pawn = {value}")).ends_with("from -10000 to 10000"));
        }
        assert_eq!(
            material("values.pawn = 1\nvalues.pawn = 1"),
            "line 3: 'values.pawn' stands there for the second time"
        );
    }
}
