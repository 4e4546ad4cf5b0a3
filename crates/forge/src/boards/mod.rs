//! Training boards: positions of packed games as records of fixed size.
//!
//! A trainer wants millions of positions a second in random order, and looks
//! at each from the mover's side. [`expand()`] replays packed games on all
//! cores, keeps what its [`Filter`] lets through, drops duplicates, shuffles
//! everything and writes 32 bytes a position, a [`TrainingBoard`] each.

mod expand;
mod filter;
mod pile;
pub mod record;
mod spread;

pub use expand::{BoardOrder, BoardsError, Counts, Layout, beside, expand, remove};
pub use filter::{Filter, FilterReason};
pub use record::{BoardResult, SIZE, TrainingBoard};
pub use spread::{FilesError, on_blocks};
