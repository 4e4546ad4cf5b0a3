//! The board in the browser: a server for one computer and those who use it.
//!
//! A page is served with everything built in. It opens one WebSocket and speaks
//! the language of [`app::protocol`]. What it asks is answered by `app`; here are
//! the door, the sockets and the database of kept games.
//!
//! Sockets are served by a few tasks that never think and never wait for the
//! database: a page's desk works on threads for that. Everything that a page has
//! going on ends when its socket does. Nothing here prints.

mod connection;
mod downloads;
mod guard;
mod kept;
mod limits;
mod listen;
mod outbox;
mod page;
mod server;
mod site;
mod socket;
mod store;

pub use app::Engines;
pub use kept::KeptGames;
pub use server::{Server, ServerOptions, StartError};
