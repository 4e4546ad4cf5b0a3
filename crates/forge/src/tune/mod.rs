//! Weights fitted to games, or to winning them.
//!
//! - [`texel`]: weights that predict results best (Texel's method, Adam).
//! - [`spsa`] and [`cma`]: weights that win, found by letting weight sets play
//!   each other in a [`Contest`]. The [`Walk`] of SPSA serves other numbers too.
//!
//! Every tuner is a value that takes one step at a time, can be written down
//! between two steps, and goes on from what was written as if nothing had
//! happened.

pub mod cma;
mod contest;
mod glance;
pub mod labelled;
mod lessons;
mod note;
mod space;
pub mod spsa;
pub mod texel;
mod walk;

use std::thread::ScopedJoinHandle;

pub use contest::{Contest, ContestStart, Referee};
pub use lessons::Lessons;
pub use note::NoteError;
pub use space::{Space, UNIT};
pub use walk::Walk;

/// What a worker found. Its panic is ours: sums without its part would be wrong.
fn joined<T>(worker: ScopedJoinHandle<'_, T>) -> T {
    worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
}
