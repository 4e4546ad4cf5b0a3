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
    /// The depth in plies that `value` belongs to.
    pub depth: u32,
    /// Nodes searched, the root not counted.
    pub nodes: u64,
    /// Whether the search ended by itself rather than by a limit.
    pub finished: bool,
}
