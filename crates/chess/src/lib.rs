//! The rules of chess.
//!
//! Everything about the game and nothing about playing it well: bitboards,
//! positions that are legal by construction, legal move generation, FEN, UCI
//! and SAN moves, games with all their ends, PGN, opening names, perft.
//!
//! This crate does no I/O, reads no clock and no random source, and depends on
//! nothing but the standard library. Nothing that comes from outside (a FEN, a
//! move, a PGN) can make it panic: doubt is held by [`Setup`] and by error
//! types that say what is wrong.
//!
//! ```
//! use plywise_chess::Position;
//!
//! let position: Position = "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1".parse()?;
//! let mate = position.parse_uci("a1a8")?;
//! assert!(position.gives_check(mate));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The README has a first program of twenty lines, and `examples/` longer ones.

/// The programs of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

pub mod attacks;
mod bitboard;
mod board;
mod color;
mod diagram;
mod epd;
mod fen;
mod game;
mod movegen;
mod moves;
pub mod openings;
pub mod perft;
pub mod pgn;
mod piece;
mod position;
mod quote;
mod refusal;
mod reversal;
mod san;
mod setup;
mod side;
mod square;
mod uci;
mod zobrist;

pub use bitboard::{Bitboard, Squares};
pub use board::Board;
pub use color::Color;
pub use epd::Epd;
pub use fen::{CastlingLetters, FenError};
pub use game::{DrawClaim, End, Game, Outcome, Reason};
pub use moves::{Move, MoveKind, MoveList, Moves};
pub use piece::{Piece, Role};
pub use position::{IllegalMove, Position, SEE_VALUES};
pub use quote::{quote, quote_up_to};
pub use refusal::{NoCastling, Refusal};
pub use reversal::reversal;
pub use san::SanError;
pub use setup::{Fault, Faults, Setup};
pub use square::{File, ParseSquareError, Rank, Square};
pub use uci::{CastlingNotation, UciMoveError};
pub use zobrist::Keys;
