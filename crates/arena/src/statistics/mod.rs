//! What results of games say about strength, and how sure they are.
//!
//! The formulas are explained with worked values in `docs/arena.md`.

mod elo;
mod likelihood;
mod normal;
mod rating;
mod sprt;
mod tally;

pub use elo::{Elo, Estimate};
pub use rating::{Encounter, PlayerRating, rate};
pub use sprt::{BadSprt, EloModel, Sprt, SprtDecision};
pub use tally::{Points, Tally};
