//! What a search found.

use std::time::Duration;

use chess::Move;
use eval::Score;

use crate::champion::Info;

/// The result of a search, of a rung of the ladder or of the champion: always the best
/// that was known when it ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Report {
    /// The move to play; `None` only where there is no legal move.
    pub best: Option<Move>,
    /// The answer that the champion expects, if the game goes on.
    pub ponder: Option<Move>,
    /// What the best move is worth to the side to move.
    pub score: Score,
    /// The moves expected, beginning with `best`.
    pub pv: Vec<Move>,
    /// The depth in plies that `score` belongs to; 0 where not even the first
    /// was finished.
    pub depth: u32,
    /// The longest line looked at, in plies; 0 where nobody counted.
    pub seldepth: u32,
    /// Nodes searched by all threads, the root not counted.
    pub nodes: u64,
    /// How often the oracle answered.
    pub tb_hits: u64,
    /// Time since the champion was asked; rungs of the ladder look at no clock.
    pub time: Duration,
    /// All lines that the champion was asked for, the best first.
    pub lines: Vec<Info>,
    /// How it ended.
    pub ending: Ending,
}

/// How a search came to its end.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Ending {
    /// By itself: what it set out to do is done.
    Finished,
    /// By a limit, or because somebody stopped it.
    Stopped,
    /// Its memory was full before it had done what it set out to do.
    MemoryFull,
}

impl Ending {
    /// The end of a search that only a limit can keep from finishing.
    pub(crate) const fn finished_if(is_finished: bool) -> Ending {
        if is_finished { Ending::Finished } else { Ending::Stopped }
    }
}

/// Nothing found, and nothing left to look for.
impl Default for Report {
    fn default() -> Report {
        Report {
            best: None,
            ponder: None,
            score: Score::DRAW,
            pv: Vec::new(),
            depth: 0,
            seldepth: 0,
            nodes: 0,
            tb_hits: 0,
            time: Duration::ZERO,
            lines: Vec::new(),
            ending: Ending::Finished,
        }
    }
}

impl Report {
    /// Whether the search ended by itself rather than by a limit.
    pub fn is_finished(&self) -> bool {
        self.ending == Ending::Finished
    }

    /// A search that was stopped before its first move was done has a move to
    /// play all the same, and no line: then the move is the line.
    pub(crate) fn with_a_line(mut self) -> Report {
        if self.pv.is_empty() {
            self.pv.extend(self.best);
        }
        self
    }
}
