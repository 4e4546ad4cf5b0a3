//! One session at the board: a game with its clocks, its notes, its record and
//! its statistics.
//!
//! A [`GameSession`] is what the game in the terminal and the game in the browser
//! have in common: the moves, who makes them, how long they took, and the word
//! that ended it. [`record`] writes it as PGN and reads it back, [`statistics`]
//! counts what the computers did, [`words`] and [`material`] tell what everybody
//! sees. [`memory`] keeps games in the user's data folder, so that one that was not
//! finished can be gone on with.
//!
//! ```
//! use chess::Position;
//! use plywise_session::{Note, Seat, GameSession};
//!
//! let seats = [Seat::human(), Seat::new("level:2".parse()?)];
//! let mut session = GameSession::new(Position::start(), seats, Some("5+3".parse()?), 0);
//! session.clocks.run(session.turn());
//! let mv = session.game.position().parse_san("e4")?;
//! session.play(mv, Note::default());
//! assert_eq!(session.undo(1), 1);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Does not know: terminals, pages, threads, the players themselves. But for
//! [`memory`] it reads a clock, and nothing else of the world.

mod clocks;
mod computer;
mod draws;
pub mod material;
pub mod memory;
mod note;
mod rated;
pub mod record;
mod seat;
mod session;
pub mod statistics;
mod time_control;
pub mod words;

pub use clocks::Clocks;
pub use computer::ComputerTurn;
pub use note::Note;
pub use rated::rated_result;
pub use seat::Seat;
pub use session::GameSession;
pub use time_control::TimeControl;
