//! What a search found.

use chess::Move;
use eval::Score;

/// The result of a search: always the best that was known when it ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Report {
    /// The move to play; `None` only where there is no legal move.
    pub best: Option<Move>,
    /// Its value from the mover's view.
    pub value: Score,
    /// The line expected, beginning with `best`.
    pub line: Vec<Move>,
    /// The depth in plies that `value` belongs to; 0 where not even the first
    /// was finished.
    pub depth: u32,
    /// Nodes searched, the root not counted.
    pub nodes: u64,
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

impl Report {
    /// Whether the search ended by itself rather than by a limit.
    pub fn is_finished(&self) -> bool {
        self.ending == Ending::Finished
    }

    /// A search that was stopped before its first move was done has a move to
    /// play all the same, and no line: then the move is the line.
    pub(crate) fn with_a_line(mut self) -> Report {
        if self.line.is_empty() {
            self.line.extend(self.best);
        }
        self
    }
}
