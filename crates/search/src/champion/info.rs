//! What a search tells while it runs.

use std::time::Duration;

use chess::Move;
use eval::Score;

use crate::Bound;

/// Something to tell while the search runs.
#[derive(Clone, Copy, Debug)]
pub enum Event<'a> {
    /// A line was found: at the end of each iteration for each line wanted, and
    /// in long searches also when a window was missed.
    Line(&'a Info),
    /// The root move looked at now. Only in searches that run for seconds.
    Trying {
        /// The iteration.
        depth: u32,
        /// The move.
        mv: Move,
        /// Its number in the order of this iteration, from 1.
        number: usize,
    },
}

/// A line and what it took to find it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Info {
    /// The iteration.
    pub depth: u32,
    /// The longest line looked at, in plies.
    pub seldepth: u32,
    /// Which of the lines wanted this is, from 1, the best first.
    pub multipv: usize,
    /// What it is worth to the mover.
    pub score: Score,
    /// How exact the score is.
    pub bound: Bound,
    /// Nodes searched by all threads, the root not counted.
    pub nodes: u64,
    /// Time since the job began.
    pub time: Duration,
    /// How full the table is, in thousandths.
    pub hashfull: u32,
    /// How often the oracle answered.
    pub tb_hits: u64,
    /// The moves expected.
    pub pv: Vec<Move>,
}
