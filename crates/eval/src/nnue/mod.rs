//! A neural network that is brought up to date move by move.
//!
//! The network sees the board twice, once with each side's eyes. An eye knows
//! 768 features (own or other piece × role × square, see [`features`]); each feature
//! that is true adds one row of weights to the eye's *accumulator*, so that a
//! move changes two to four rows and not the whole sum. A network may have a set
//! of rows for each *king bucket*, a group of squares of the eye's own king; an eye
//! whose king changes its bucket is added up anew, by the difference to the board
//! last seen from there. The accumulators are clipped and squared, the mover's
//! first, and one of eight output buckets, chosen by the number of pieces, weighs them up:
//!
//! ```text
//! 768 features ─ rows ─→ mover's accumulator (H numbers) ─ clip, square ─┐
//!                                                                     ├─ output bucket (8, by pieces) ─→ centipawns
//! 768 features ─ rows ─→ other's accumulator (H numbers) ─ clip, square ─┘
//! ```
//!
//! | file | what it is |
//! |---|---|
//! | [`network`] | the weights, and what they make of two accumulators |
//! | [`file`](mod@file) | the network file: read with every doubt named, written |
//! | `embedded` | the network that is part of the program |
//! | [`features`] | which row a piece on a square adds, and what a move changes |
//! | [`king_buckets`] | which squares of the own king share rows |
//! | `accumulator` | sums from nothing, and sums from what stood here last |
//! | `kernel` | the arithmetic: a scalar reference and wider backends, equal bit for bit |
//! | `incremental` | [`IncrementalNnue`], which follows a search |
//! | `evaluator` | [`Nnue`], which sees each position anew |
//!
//! All arithmetic is in whole numbers, and the limits that the file's reader
//! enforces are such that no sum can overflow. So the verdict does not depend
//! on the order of additions: it is the same on every CPU.

mod accumulator;
mod embedded;
mod evaluator;
pub mod features;
pub mod file;
pub mod format;
mod incremental;
mod kernel;
pub mod king_buckets;
pub mod network;

pub use evaluator::{Nnue, OUTPUT_BUCKET_NAMES};
pub use file::NetworkError;
pub use incremental::IncrementalNnue;
pub use kernel::Backend;
pub use king_buckets::KingBuckets;
pub use network::Network;
