//! Why the course cannot give what is asked.

use std::fmt;

use chess::quote;

use crate::lessons::IDS;

/// Why the course cannot give what is asked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CourseError {
    /// There is no lesson of this name.
    UnknownLesson(String),
    /// The lesson has no such kind of exercise, but these.
    UnknownKind(String, String, Vec<String>),
    /// The position cannot be read.
    Fen(String),
    /// No exercise of this kind can be made here, and why.
    Unsuitable(String, &'static str),
    /// The answer is of another kind than the one that is wanted.
    OtherAnswer,
    /// The lesson is not written as lessons are.
    Unreadable(String, String),
}

impl fmt::Display for CourseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CourseError::UnknownLesson(id) => {
                write!(f, "there is no lesson '{}'; the lessons are {}", quote(id), IDS.join(", "))
            }
            CourseError::UnknownKind(lesson, kind, known) => write!(
                f,
                "'{lesson}' has no exercise '{}'; its exercises are {}",
                quote(kind),
                known.join(", ")
            ),
            CourseError::Fen(error) => f.write_str(error),
            CourseError::Unsuitable(kind, why) => {
                write!(f, "no exercise '{kind}' can be made from this position: {why}")
            }
            CourseError::OtherAnswer => f.write_str("this exercise wants another kind of answer"),
            CourseError::Unreadable(lesson, error) => write!(f, "the lesson '{lesson}': {error}"),
        }
    }
}

impl std::error::Error for CourseError {}
