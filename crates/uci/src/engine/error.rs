//! What engines do wrong.

use std::fmt;
use std::process::ExitStatus;
use std::time::Duration;

use crate::reply::OptionRefusal;
use crate::words::shown;

/// Why a foreign engine could not be started or used.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum EngineError {
    /// There is no such program, or it cannot be run.
    CannotStart {
        /// The program.
        program: String,
        /// What the system says.
        reason: String,
    },
    /// It did not say `uciok` in time.
    NoUciOk {
        /// How long it had.
        waited: Duration,
    },
    /// It did not say `readyok` in time.
    NoReadyOk {
        /// How long it had.
        waited: Duration,
    },
    /// It left, or at least closed its output.
    Crashed {
        /// How it left; `None` if it closed its output and stayed.
        status: Option<ExitStatus>,
        /// The last thing it said: to stderr, or else to stdout.
        last_line: Option<String>,
    },
    /// It did not say `bestmove`, not even when told to stop.
    Hung {
        /// How long the search took until it was given up.
        waited: Duration,
    },
    /// Limited by nodes, depth or mate, it went on until it was told to stop.
    WithoutLimit {
        /// How long the search took.
        waited: Duration,
    },
    /// It searched and did not say what the position is worth.
    Silent {
        /// How long the search took.
        waited: Duration,
    },
    /// Its best move is not legal, or it found none where there are some.
    IllegalMove {
        /// The move as it was written.
        text: String,
        /// The FEN of the position.
        position: String,
    },
    /// Its `bestmove` is no move at all.
    Garbage {
        /// The line.
        line: String,
    },
    /// An option cannot be set.
    Option(OptionRefusal),
    /// The position needs Chess960, which it does not play.
    NoChess960,
    /// It was asked for the end of a search that never began.
    NotSearching,
    /// Whoever started it wants nothing from it any more.
    Dismissed,
}

/// How a game is lost by what an engine did, apart from losing on time.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum EngineFault {
    /// No legal move.
    Illegal,
    /// The process ended.
    Crash,
    /// No answer.
    Stall,
}

impl EngineError {
    /// Which fault this is if it happens in a game; `None` if it is not the
    /// engine that is to blame.
    pub fn fault(&self) -> Option<EngineFault> {
        match self {
            EngineError::IllegalMove { .. } | EngineError::Garbage { .. } => {
                Some(EngineFault::Illegal)
            }
            EngineError::Crashed { .. } => Some(EngineFault::Crash),
            EngineError::NoUciOk { .. }
            | EngineError::NoReadyOk { .. }
            | EngineError::Hung { .. }
            | EngineError::WithoutLimit { .. }
            | EngineError::Silent { .. } => Some(EngineFault::Stall),
            EngineError::CannotStart { .. }
            | EngineError::Option(_)
            | EngineError::NoChess960
            | EngineError::NotSearching
            | EngineError::Dismissed => None,
        }
    }
}

impl fmt::Display for EngineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EngineError::CannotStart { program, reason } => {
                write!(f, "cannot start '{}': {reason}", shown(program))
            }
            EngineError::NoUciOk { waited } => write!(
                f,
                "the engine did not say 'uciok' within {waited:.1?}: is it a UCI engine, and does \
                 it need an argument to be one?"
            ),
            EngineError::NoReadyOk { waited } => {
                write!(f, "the engine did not say 'readyok' within {waited:.1?}")
            }
            EngineError::Crashed { status, last_line } => {
                match status {
                    Some(status) => write!(f, "the engine left ({status})")?,
                    None => f.write_str("the engine closed its output")?,
                }
                match last_line {
                    Some(line) => write!(f, "; its last words: '{}'", shown(line)),
                    None => f.write_str(" without a word"),
                }
            }
            EngineError::Hung { waited } => {
                write!(
                    f,
                    "the engine did not say 'bestmove' within {waited:.1?}, even when told to stop"
                )
            }
            EngineError::WithoutLimit { waited } => write!(
                f,
                "the engine does not keep its limit: it went on for {waited:.1?} and moved only \
                 when told to stop"
            ),
            EngineError::Silent { waited } => write!(
                f,
                "the engine searched for {waited:.1?} and did not say what the position is worth"
            ),
            EngineError::IllegalMove { text, position } => {
                write!(f, "the engine's move '{}' is not legal in {position}", shown(text))
            }
            EngineError::Garbage { line } => {
                write!(f, "the engine's answer '{}' holds no move", shown(line))
            }
            EngineError::Option(refusal) => write!(f, "{refusal}"),
            EngineError::NoChess960 => {
                f.write_str("the engine has no option UCI_Chess960, which this position needs")
            }
            EngineError::NotSearching => f.write_str("no search was begun"),
            EngineError::Dismissed => f.write_str("the engine was dismissed"),
        }
    }
}

impl std::error::Error for EngineError {}

impl From<OptionRefusal> for EngineError {
    fn from(refusal: OptionRefusal) -> EngineError {
        EngineError::Option(refusal)
    }
}
