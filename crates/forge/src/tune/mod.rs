//! Weights fitted to games, or to winning them.
//!
//! - [`texel`]: weights that predict results best (Texel's method, Adam).
//! - [`spsa`] and [`cma`]: weights that win, found by letting weight sets play
//!   each other in a [`Contest`].
//! - [`options`]: options of a UCI engine that win, by the same [`Walk`] as SPSA.
//!
//! [`WeightSelection`] says which weights are tuned, and [`RunFiles`] keep what a run
//! has found.
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
mod number_option;
pub mod options;
mod run_files;
mod selection;
mod space;
pub mod spsa;
pub mod texel;
mod walk;

use std::thread::ScopedJoinHandle;

pub use contest::{Contest, ContestStart, TrialReferee};
pub use lessons::Lessons;
pub use note::NoteError;
pub use number_option::NumberOption;
pub use run_files::{RunFiles, RunFilesError, RunStart, state_path};
pub use selection::{SelectionError, USUAL_ANCHOR, WeightSelection};
pub use space::{Space, UNIT};
pub use walk::Walk;

/// A tuner that moves weights by playing: [`spsa::Spsa`] or [`cma::Cma`].
pub trait PlayingTuner {
    /// Steps done.
    fn done(&self) -> u64;

    /// Whether all steps are done.
    fn is_finished(&self) -> bool;

    /// One step. Returns the best share of the points that a set of weights made in
    /// it; `None` if the contest is stopped meanwhile, and then nothing has happened.
    fn step(&mut self) -> Option<f64>;

    /// All weights as they stand: the mean over the second half, once it began.
    fn values(&self) -> Vec<i32>;

    /// The state as text, to go on from.
    fn save(&self) -> String;
}

/// What a worker found. Its panic is ours: sums without its part would be wrong.
fn joined<T>(worker: ScopedJoinHandle<'_, T>) -> T {
    worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
}
