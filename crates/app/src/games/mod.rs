//! Games that are played: one thread each, saved after every move.
//!
//! | file | what it is |
//! |---|---|
//! | `open_game` | a session and what was ordered for it |
//! | `scoresheet` | its moves as they are written down |
//! | `saved` | the same as it is kept |
//! | `statistics` `view` | the same as it is told |
//! | `order` | how games are ordered |
//! | `hall` | which games are open |
//! | `table` `action` `advice` `thinking` | one of them being played |

mod action;
mod advice;
mod hall;
mod open_game;
mod order;
mod saved;
mod scoresheet;
mod statistics;
mod table;
mod thinking;
mod view;

pub(crate) use hall::Hall;
pub(crate) use open_game::now;
pub(crate) use saved::Saved;
pub(crate) use table::{LiveCommand, NO_GAME, TableHandle};
