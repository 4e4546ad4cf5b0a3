//! UCI, the protocol between chess engines and the programs that use them:
//! its text as types, in both directions.
//!
//! | | read with | written with |
//! |---|---|---|
//! | [`Command`]: what a program says to an engine | [`Command::parse`] | `Display` |
//! | [`Reply`]: what an engine says back | [`Reply::parse`] | `Display` |
//!
//! So an engine reads commands and writes replies, and [`ForeignEngine`], which
//! drives somebody else's engine as a child process, does the opposite.
//!
//! Reading never fails hard. What a line says beyond what is understood comes
//! back as [`ParseNote`]s, for whoever wants to mention them. Moves stay text here:
//! what they mean depends on a position, and [`GameText::game`] and
//! [`check_pv`] find out.
//!
//! What `go` says becomes the [`Limits`](search::Limits) of a search, and the other
//! way round, in one place: [`GoLimits::limits`] and its `From`.
//!
//! This crate knows nothing of how to search or to evaluate, never prints, and
//! apart from [`ForeignEngine`] has neither clock nor process. Nothing that
//! comes from outside can make it panic, and no engine, whatever it does or
//! fails to do, can make the driver hang.
//!
//! ```
//! use plywise_uci::{Command, Reply};
//!
//! let heard = Command::parse("go wtime 60000 btime 58000 wibble depth 8");
//! let Some(Command::Go(limits)) = heard.value else { panic!("not understood") };
//! assert_eq!((limits.wtime, limits.winc, limits.depth), (Some(60_000), None, Some(8)));
//! assert_eq!(heard.notes[0].to_string(), "'wibble' means nothing after 'go'");
//!
//! let Reply::Info(info) = Reply::parse("info depth 8 score cp 31 pv e2e4 e7e5").value else {
//!     panic!("not understood")
//! };
//! assert_eq!(info.pv, ["e2e4", "e7e5"]);
//! assert_eq!(info.to_string(), "info depth 8 score cp 31 pv e2e4 e7e5");
//! ```

mod command;
pub mod conformance;
mod engine;
mod note;
mod number;
mod pv;
mod reply;
mod words;

pub use command::{Command, GameStart, GameText, GameTextError, GoLimits};
pub use engine::{
    EngineAnswer, EngineError, EngineFault, ForeignEngine, Heard, ProcessEnd, Timeouts, Wire,
    end_all,
};
pub use note::{ParseNote, Parsed};
pub use pv::{PvFault, check_info, check_pv};
pub use reply::{
    Info, InfoScore, OptionDeclaration, OptionKind, OptionRefusal, OptionValue, Reply, Value, Wdl,
    find_option,
};
