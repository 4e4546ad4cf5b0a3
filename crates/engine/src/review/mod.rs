//! How good played moves were, by the formulas that lichess publishes, so that
//! players can compare.
//!
//! All values are from the mover's view and in centipawns as they are shown
//! ([`WinRate::normalised`](crate::WinRate::normalised)), cut at ±1000; a mate
//! counts as 1000.
//!
//! An [`Assessment`] is what a search said about a position, a [`Judgement`] what
//! that means for a move played there, and [`annotate()`] writes the judgements of a
//! whole game into its [`Pgn`](chess::pgn::Pgn).

mod accuracy;
mod annotate;
mod assessment;
mod chances;
mod endings;
mod judgement;
mod mark;

pub use accuracy::{game_accuracy, move_accuracy, part_accuracy};
pub use annotate::{SecondLook, accuracy, annotate, annotate_again};
pub use assessment::{Assessment, Line, shown, turned};
pub use chances::{win_percent, winning_chances};
pub use endings::annotate_endings;
pub use judgement::Judgement;
pub use mark::Mark;
