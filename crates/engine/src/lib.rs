//! The players, behind one door.
//!
//! A player is written the same everywhere: `human`, `random`, `level:3`,
//! `hard`, `alphabeta:depth=4,eval=phased`, `uci:stockfish,Hash=16`. [`Spec`]
//! reads and writes that. A [`Player`] is one at work: it is given a game and
//! [`Limits`], tells its [`Thought`]s while it looks, and returns a
//! [`Decision`]. People have a [`Spec`] too; whoever runs the game asks them.
//!
//! ```
//! use chess::Game;
//! use plywise_engine::{Limits, Player, Signals, Spec};
//!
//! let spec: Spec = "alphabeta:depth=2,eval=material".parse()?;
//! let mut player = Player::seat(&spec, 1)?;
//! let game = Game::new("k7/8/1K6/8/8/8/8/7R w - - 0 1".parse()?);
//! let stop = Signals::new();
//! let decision = player.think(&game, &Limits::default(), &stop, &mut |_| {})?;
//! assert_eq!(decision.mv, Some(game.position().parse_uci("h1h8")?));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Whoever wants no more than the best move of a position asks [`best_move()`].
//!
//! Does not know: terminals, pages, the clocks of a game, who wins.

/// The programs of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

mod best_move;
mod book;
mod champion;
mod champion_player;
mod endgames;
mod evaluation;
mod family;
mod foreign;
mod ladder;
mod level;
mod plain;
mod player;
mod repertoire;
pub mod review;
mod spec;
mod tablebase;
mod thought;
mod win_rate;

pub use best_move::best_move;
pub use book::{Book, BookError, polyglot_key};
pub use champion::{Bench, Champion, Question};
pub use champion_player::ChampionSpec;
/// The rules, for those who use nothing else of Plywise.
pub use chess;
pub use endgames::Endgames;
pub use eval::Evaluation;
pub use evaluation::{EvalError, EvalSpec, export_network, identity};
pub use family::{Adaptive, Character, Persona, PlayerEstimate, RatedResult, Rating, Skill};
pub use foreign::ForeignSpec;
pub use ladder::{DEFAULT_DEPTH, DEFAULT_EVAL, LadderSpec};
pub use level::{Classic, LEVELS, Level};
pub use numbers::Dice;
pub use player::{Player, PlayerError};
pub use search::champion::MemoryError;
pub use search::{Clock, Limits, Report, Signals};
pub use spec::{Spec, SpecError};
pub use tablebase::{Knowledge, Ranked, TablebaseError, Tablebases};
pub use thought::{Branching, Decision, Thought};
pub use win_rate::WinRate;
