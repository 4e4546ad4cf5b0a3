//! How long to wait for an engine.

use std::time::Duration;

/// How long an engine may take for what should take no time, and how late it
/// may be with the rest, before it counts as hung.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Timeouts {
    /// From the start of the process to `uciok`.
    pub uciok: Duration,
    /// From `isready` to `readyok`. Loading a network or clearing a large table
    /// falls into this.
    pub readyok: Duration,
    /// How far beyond the time of its clock or `movetime` a search may go before
    /// it is told to stop. Being late is the caller's to judge, by
    /// [`EngineAnswer::elapsed`](super::EngineAnswer); this is for engines that never answer.
    pub overdue: Duration,
    /// How long a search by depth, nodes or mate may take before it is told to
    /// stop and counts as one that does not keep its limit; `None`: as long as
    /// it likes.
    pub untimed: Option<Duration>,
    /// How long a search may go on without a word about what the position is
    /// worth before it is told to stop and counts as one that says nothing;
    /// `None`: to its end.
    pub silent: Option<Duration>,
    /// From `stop` to `bestmove`.
    pub stop: Duration,
    /// From `quit` to the end of the process, which is killed after that.
    pub quit: Duration,
}

/// What suits engines on a busy machine.
impl Default for Timeouts {
    fn default() -> Timeouts {
        Timeouts {
            uciok: Duration::from_secs(10),
            readyok: Duration::from_secs(30),
            overdue: Duration::from_secs(1),
            untimed: None,
            silent: None,
            stop: Duration::from_secs(5),
            quit: Duration::from_secs(1),
        }
    }
}
