//! What one page, and all of them together, may ask of this computer.

use std::time::Duration;

use crate::protocol::Most;

/// Bytes of a message from the page: a PGN with many variations.
pub const MESSAGE_BYTES: usize = 1 << 20;
/// How often news of one kind is sent at most.
pub(crate) const NEWS: Duration = Duration::from_millis(100);

/// Memory for tables and trees of all pages together, in MiB.
pub(crate) const MEMORY_MIB: usize = 1536;
/// The largest table of a player or an analysis, in MiB.
pub(crate) const HASH_MIB: u32 = 256;
/// The table of an analysis that does not say, in MiB.
pub(crate) const USUAL_HASH_MIB: u32 = 16;
/// Lines of an analysis.
pub(crate) const LINES: u32 = 5;
/// Moves of a game that is played.
pub(crate) const PLIES: usize = 2000;
/// Moves of a game that is read, with all its variations.
pub(crate) const READ_MOVES: usize = 5000;
/// How long a computer may think about a move, whatever it was ordered as.
pub(crate) const MOVE: Duration = Duration::from_secs(60);
/// How long an analysis goes on without a new word from the page.
pub(crate) const ANALYSIS: Duration = Duration::from_secs(30 * 60);

/// Nodes a position in a review: least, usual, most.
pub(crate) const REVIEW_NODES: [u32; 3] = [1_000, 200_000, 5_000_000];
/// Nodes of a run of the lab, unless the page says fewer.
pub(crate) const LAB_NODES: u32 = 20_000_000;
/// Nodes of a run that are recorded: the upper plies of larger trees.
pub(crate) const LAB_RECORDED: u32 = 1 << 20;
/// What such a tree may need, in MiB; when it is there, what it does not need is given back.
pub(crate) const LAB_MIB: u32 = 384;
/// Runs that one page may keep.
pub(crate) const LAB_RUNS: usize = 4;
/// Nodes told in one message.
pub(crate) const LAB_BATCH: u32 = 2000;
/// Turns of a growing tree told in one message.
pub(crate) const LAB_TURNS: u32 = 500;
/// How deep the champion goes in the lab.
pub(crate) const CHAMPION_DEPTH: u32 = 16;
/// Algorithms in one comparison.
pub(crate) const COMPARED: usize = 20;
/// Nodes of a toy that are told.
pub(crate) const TOY_NODES: usize = 5_000;

/// The same for the page.
pub(crate) fn most(threads: usize) -> Most {
    Most {
        lines: LINES,
        threads: threads as u32,
        hash: HASH_MIB,
        depth: lab::MAX_DEPTH,
        champion_depth: CHAMPION_DEPTH,
        lab_nodes: LAB_NODES,
        compared: COMPARED as u32,
        message_bytes: MESSAGE_BYTES as u32,
    }
}
