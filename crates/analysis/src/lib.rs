//! Analysis of many positions: files of FEN, EPD or PGN looked into by the champion
//! on all cores, with results in the order of the input.
//!
//! [`Input`] says where positions come from, [`AnalysisRun`] reads and searches them with
//! [`AnalysisSettings`] and tells [`AnalysisNews`]. Results are written as lines of JSON
//! ([`json_line`]) or as annotated games ([`Annotator`]); [`OldResults`] are those of an
//! earlier run, which need not be found again. [`Goal`] is what a test suite wants of a
//! position, a [`SolvedTally`] what its verdicts add up to.
//!
//! Does not know: arguments, terminals, how results are shown to people. It reads the
//! files that it is given, and prints nothing.

mod annotate;
mod commentary;
mod error;
mod goal;
mod input;
mod json;
mod resume;
mod tally;
mod task;
mod whole;
mod work;

pub use annotate::Annotator;
pub use commentary::Commentary;
pub use error::AnalysisError;
pub use goal::{Goal, GoalVerdict, SuitePoints};
pub use input::{Input, InputComplaint};
pub use json::json_line;
pub use resume::{OldResults, ResultForm, WRITER};
pub use tally::SolvedTally;
pub use task::{AnalysisTask, Done, HeldPosition, Judged, MainLinePly, Origin, SourceGame};
pub use work::{AnalysisNews, AnalysisRun, AnalysisSettings};
