//! The lab: searches measured, compared and drawn.
//!
//! What the ladder claims can be checked here. [`compare()`] runs algorithms on
//! one position and counts; [`tables`] puts every figure that the five reports
//! published next to ours; [`tree`] shows the tree that a search walked through
//! and what it left out; [`toy`] does the same on trees of numbers, small
//! enough to follow with a finger; [`pages`] writes the numbers and pictures
//! of the lessons and of `docs/ladder`.
//!
//! Everything is typed data first and text, JSON or SVG second. This crate
//! never prints, and knows neither the command line nor the terminal: who
//! wants colour asks for it.

mod compare;
mod evaluation_report;
mod explanation;
mod grid;
mod line;
mod measure;
mod number;
pub mod pages;
pub mod published;
pub mod tables;
pub mod toy;
pub mod tree;

pub use compare::{Comparison, MinimaxSize, compare, sensible};
pub use evaluation_report::{EvaluationReport, OutputBucket, ending_remark};
pub use explanation::explanation_text;
pub use line::{in_san, in_uci, uci};
pub use measure::{Measurement, NoFactor, count, fastest, measure, measure_within};
pub use number::grouped;
pub use search::ladder::MAX_DEPTH;
