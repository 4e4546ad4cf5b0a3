//! A course in how chess programs think.
//!
//! [`lessons()`] lists it, [`lesson`] gives a lesson as typed [blocks](page::Block), [`glossary()`] explains
//! words. [`exercise()`] makes an exercise from a real search and [`mark`] checks an answer to it; the
//! same order always makes the same exercise, so that a link is enough to set one.
//!
//! The lessons are the Markdown files in `lessons`, one source for documentation, page and terminal.
//!
//! ```
//! use plywise_course::{ExerciseOrder, exercise, mark};
//!
//! let order = ExerciseOrder {
//!     lesson: "minimax".to_owned(),
//!     kind: Some("leaf".to_owned()),
//!     seed: 1,
//!     fen: None,
//! };
//! let asked = exercise(&order)?;
//! assert_eq!(asked.kind, "leaf");
//! let solution = mark(&order, None)?.solution;
//! assert_eq!(mark(&order, Some(&solution))?.right, Some(true));
//! # Ok::<(), plywise_course::CourseError>(())
//! ```

mod error;
mod exercise;
mod fenced;
mod glossary;
mod inline;
mod lessons;
mod markdown;
mod page;
mod question;

pub use error::CourseError;
pub use exercise::{exercise, mark};
pub use glossary::{GlossaryWord, glossary};
pub use lessons::{lesson, lessons};
pub use page::{
    Block, ComplexityRow, ExerciseHead, LessonHead, LessonPage, Limit, PseudoLine, Span, StepKind,
};
pub use question::{
    Answer, Exercise, ExerciseNode, ExerciseOrder, ExerciseTree, Marking, NumberField, Wanted,
};
