//! A search that overlooks moves, as people do.
//!
//! It looks ahead like any other: deepening, with a small table, captures followed
//! to their end. What makes it fallible is its [`Sight`]: in every node some moves
//! are not seen at all, its own as well as the opponent's. A threat that is not
//! seen cannot be answered, a chance that is not seen cannot be taken, and both
//! look natural afterwards.
//!
//! Which moves are missed is rolled once for each move, meaning piece, from and
//! to, by a seed: whoever overlooks a knight's jump overlooks it in all lines of
//! this search, and not in one line out of three, where it would then run. Moves
//! are harder to see the further they are from the board as it stands.
//!
//! It knows no clock of its own. Nodes are its measure, so that a player is as
//! strong on one machine as on another. The same task gives the same answer.
//!
//! Does not know: ratings, characters, which of its lines is played.

mod memory;
mod node;
mod root;
mod sight;

pub use memory::SightTable;
pub use root::{Candidate, FallibleReport, FallibleTask, search};
pub use sight::Sight;
