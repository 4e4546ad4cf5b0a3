//! Games that are played: one task each, saved after every move.
//!
//! | file | what it is |
//! |---|---|
//! | `clocks` `session` | the game, its clocks, what is known about its moves |
//! | `saved` `record` | the same as it is kept, and as PGN |
//! | `statistics` `view` | the same as it is told |
//! | `order` | how games are ordered |
//! | `hall` | which games are open |
//! | `table` `action` `advice` `thinking` | one of them being played |

mod action;
mod advice;
mod clocks;
mod hall;
mod order;
mod record;
mod saved;
mod session;
mod statistics;
mod table;
mod thinking;
mod view;

pub(crate) use action::Action;
pub(crate) use hall::Hall;
pub(crate) use record::pgn;
pub(crate) use saved::Saved;
pub(crate) use table::{Command, TableHandle};
