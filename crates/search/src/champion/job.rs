//! What the champion is asked.

use std::time::Instant;

use chess::{Move, Position};

use super::{NoOracle, Oracle};
use crate::{Limits, Signals};

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
            oracle: &NoOracle,
            ranks: &[],
            begun: Instant::now(),
        }
    }
}
