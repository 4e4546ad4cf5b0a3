//! The board in the browser: a server for one computer and those who use it.
//!
//! A page is served with everything built in. It opens one WebSocket and speaks
//! the language of [`protocol`]. Behind that stand the engine's players, the
//! champion, the lab, and a database of games.
//!
//! Sockets are served by a few tasks that never think; thinking happens on
//! threads of its own, a fixed number for moves of games, a limited number for
//! long searches. Everything that a page has going on ends when its socket
//! does. Nothing that a page says reaches a path, a program or an allocation
//! unchecked, and nothing here prints.

mod analysis;
mod connection;
mod crew;
mod desk;
mod downloads;
mod games;
mod guard;
mod house;
mod lab;
mod limits;
mod listen;
mod news;
mod outbox;
mod page;
mod pgn;
mod place;
pub mod protocol;
mod random;
mod review;
mod server;
mod setup;
mod socket;
mod stop;
mod store;
mod views;

pub use page::missing_page;
pub use server::{Options, Server, StartError};
