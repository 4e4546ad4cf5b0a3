//! Games that the engine plays against itself, as fast as it can.
//!
//! [`opening`] rolls a start, [`play`](game::play) plays a game by a few hundred
//! nodes a move, [`generate`] does so on many threads, each with a file of its
//! own that can be continued after a crash. Who thinks is a [`Thinker`].

mod game;
mod generate;
mod opening;
mod thinker;

pub(crate) use game::rules_end;
pub use game::{Rules, play};
pub use generate::{Amount, GenerateError, Goal, Plan, Status, file_name, files_in, generate};
pub use opening::{Start, opening};
pub use thinker::{Champion, Ladder, Thinker};
