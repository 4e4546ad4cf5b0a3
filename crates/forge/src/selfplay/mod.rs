//! Games that the engine plays against itself, as fast as it can.
//!
//! [`opening()`] rolls a start, [`play`] plays a game by a few hundred
//! nodes a move, [`generate()`] does so on many threads, each with a file of its
//! own that can be continued after a crash. Who thinks is a [`Thinker`], most often
//! one that a [`SelfPlayer`] makes.
//! [`sample_tree`] keeps positions from inside the searches instead, and
//! [`relabel()`] gives old games new scores.

mod failure;
mod folder;
mod game;
mod generate;
mod note;
mod opening;
mod plan;
mod player;
mod relabel;
mod thinker;
mod tree;

pub use failure::GenerateError;
pub use folder::{file_name, files_in};
pub(crate) use game::rules_end;
pub use game::{Rules, play};
pub use generate::generate;
pub use note::differences;
pub use opening::{MOST_THROWS, RandomStart, opening};
pub use plan::{Amount, Plan, RunGoal, RunStatus, TrainingSource};
pub use player::{SelfPlaySearch, SelfPlayer, champion};
pub use relabel::{Relabel, relabel};
pub use thinker::{BestMove, Effort, Ladder, MoveRequest, Thinker};
pub use tree::sample_tree;
