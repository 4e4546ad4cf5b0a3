//! Games that the engine plays against itself, as fast as it can.
//!
//! [`opening()`] rolls a start, [`play`] plays a game by a few hundred
//! nodes a move, [`generate()`] does so on many threads, each with a file of its
//! own that can be continued after a crash. Who thinks is a [`Thinker`].
//! [`sample_tree`] keeps positions from inside the searches instead, and
//! [`relabel()`] gives old games new scores.

mod game;
mod generate;
mod note;
mod opening;
mod relabel;
mod thinker;
mod tree;

pub(crate) use game::rules_end;
pub use game::{Rules, play};
pub use generate::{
    Amount, GenerateError, Goal, Plan, Source, Status, file_name, files_in, generate,
};
pub use note::differences;
pub use opening::{Start, opening};
pub use relabel::{Relabel, relabel};
pub use thinker::{Champion, Ladder, Thinker};
pub use tree::sample_tree;
