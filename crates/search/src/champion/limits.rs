//! What ends a search, and what it is asked.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use chess::{Move, Position};

use super::{NoOracle, Oracle, Signals};

/// When a search ends. All limits hold at once; without any it goes on to
/// [`MAX_DEPTH`](super::MAX_DEPTH).
///
/// Whatever they say, the first iteration is finished, so that there is always
/// a move with a score.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Limits {
    /// Iterations.
    pub depth: Option<u32>,
    /// Nodes of all threads together: exact with one thread, and with several not
    /// more, nor much fewer.
    pub nodes: Option<u64>,
    /// Nodes that a weaker player looks at. They end the search as `nodes` do, but
    /// not the time that was asked for.
    pub effort: Option<u64>,
    /// Nodes after which no new iteration begins: for data generation.
    pub soft_nodes: Option<u64>,
    /// Stop when a mate in this many moves, or fewer, is found.
    pub mate: Option<u32>,
    /// Exactly this time.
    pub move_time: Option<Duration>,
    /// The mover's clock, to be shared out among the moves to come.
    pub clock: Option<Clock>,
    /// Do not return before being told, even with nothing left to search.
    pub infinite: bool,
    /// Only these moves are looked at; all if empty. Illegal ones are ignored.
    pub search_moves: Vec<Move>,
    /// How many lines are wanted; 0 is taken for 1.
    pub multi_pv: usize,
}

impl Limits {
    /// So many iterations.
    pub fn depth(depth: u32) -> Limits {
        Limits { depth: Some(depth), ..Limits::default() }
    }

    /// So many nodes.
    pub fn nodes(nodes: u64) -> Limits {
        Limits { nodes: Some(nodes), ..Limits::default() }
    }

    /// The nodes that all threads together may look at, whoever says so.
    pub(super) fn most_nodes(&self) -> u64 {
        self.nodes.unwrap_or(u64::MAX).min(self.effort.unwrap_or(u64::MAX))
    }

    /// So much time.
    pub fn move_time(time: Duration) -> Limits {
        Limits { move_time: Some(time), ..Limits::default() }
    }
}

/// A chess clock as it stands when the mover begins to think.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Clock {
    /// Time left.
    pub remaining: Duration,
    /// Time added after each move.
    pub increment: Duration,
    /// Moves until more time is added; `None` if the time is for the whole game.
    pub moves_to_go: Option<u32>,
    /// Time lost with each move outside the engine.
    pub overhead: Duration,
}

/// One search: what is asked, and by whom it may be ended.
#[derive(Clone, Copy)]
pub struct Job<'a> {
    /// The position to find a move in.
    pub position: &'a Position,
    /// The keys of the positions of the game before this one, oldest first, so
    /// that repetitions are seen. May be empty.
    pub history: &'a [u64],
    /// When to stop.
    pub limits: &'a Limits,
    /// Where the world outside says stop.
    pub signals: &'a Signals,
    /// Another flag that ends it, for callers who have one of their own.
    pub stop: Option<&'a AtomicBool>,
    /// Who knows endgames.
    pub oracle: &'a dyn Oracle,
    /// Root moves with their ranks, by who knows better than a search: of several
    /// lines those of a higher rank come first whatever their values are. A move
    /// that is not named has rank 0. May be empty.
    pub ranks: &'a [(Move, i32)],
    /// When the clock began to run.
    pub begun: Instant,
}

impl<'a> Job<'a> {
    /// A search of `position` alone that begins now.
    pub fn new(position: &'a Position, limits: &'a Limits, signals: &'a Signals) -> Job<'a> {
        Job {
            position,
            history: &[],
            limits,
            signals,
            stop: None,
            oracle: &NoOracle,
            ranks: &[],
            begun: Instant::now(),
        }
    }
}
