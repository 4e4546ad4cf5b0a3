//! Everything the page can ask, whoever carries the question.
//!
//! A page speaks the language of [`protocol`]. For each page the edge opens a
//! [`Desk`], gives it the texts that come in, and carries what the desk tells its
//! [`Listener`] back to the page. All desks share a [`House`]: the engine's
//! players, the champion, the lab, and a [`Store`] of kept games.
//!
//! Nothing here knows sockets, files or a database, and nothing prints. A desk
//! answers on the thread that asks; thinking happens on threads of its own, a
//! fixed number for moves of games, a limited number for long searches. Everything
//! that a page has going on ends when its desk is dropped. Nothing that a page
//! says reaches a path, a program or an allocation unchecked.
//!
//! ```
//! use std::sync::{Arc, mpsc};
//!
//! use plywise_app::protocol::Tell;
//! use plywise_app::{Desk, House, MemoryStore};
//!
//! let house = Arc::new(House::open(Box::new(MemoryStore::default()), None, 2)?);
//! let (listener, heard) = mpsc::channel();
//! let mut desk = Desk::new(house, listener);
//! desk.hear(r#"{"id": 1, "type": "ping"}"#);
//! assert!(matches!(heard.recv()?.tell, Tell::Welcome(_)));
//! assert!(matches!(heard.recv()?.tell, Tell::Pong {}));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod adaptive;
mod analysis;
mod classroom;
mod crew;
mod desk;
mod engines;
mod explore;
mod export;
mod games;
mod house;
mod imported;
mod lab;
pub mod limits;
mod news;
mod outbox;
mod pgn;
mod place;
mod practice;
pub mod protocol;
mod random;
mod review;
mod setup;
mod stop;
mod store;
mod views;

pub use desk::Desk;
pub use engines::Engines;
pub use export::{ExportError, written as kept_as_pgn};
pub use house::House;
pub use outbox::Listener;
pub use random::name as random_name;
pub use store::{Kept, ListOrder, MemoryStore, Store, agreement};
