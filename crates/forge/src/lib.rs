//! The workshop: what makes knowledge for evaluations and networks.
//!
//! - [`packed`]: games in a byte and a half a ply, safe against crashes.
//! - [`selfplay`]: games of the engine against itself, on all cores.
//! - [`book`]: the named openings, judged by search.
//! - [`boards`]: positions of those games as training records of 32 bytes.
//! - [`stats`]: what a heap of games is like.
//! - [`tune`]: weights of evaluations fitted to games.
//!
//! Everything rolls its own [`Dice`], so the same seed makes the same games.
//!
//! Does not know: terminals, arguments, who plays against people. It reads and
//! writes files where it is told to, and prints nothing.

pub mod boards;
pub mod book;
pub mod import;
pub mod packed;
pub mod selfplay;
pub mod stats;
pub mod tune;

pub use numbers::Dice;
