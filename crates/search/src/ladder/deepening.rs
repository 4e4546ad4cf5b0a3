//! Rung 3: iterative deepening.
//!
//! A clock does not ask how deep a search has got. So search one ply deep,
//! then two, then three: whenever time runs out, the last complete depth has
//! an answer. What looks like waste costs little, because each depth is some
//! thirty times the one before: all the shallower ones together are a
//! thirtieth of the last.
//!
//! Every depth is [`minimax`] from scratch here. A search with a table can go
//! further and let the shallow depths teach the deep ones where to look first;
//! [`mtdf`](super::mtdf) does, and deepening turns from a price into a gain.

use crate::{Ending, Observer, Report, Task};

use super::minimax;

/// Searches to depth 1, 2, 3 … up to the task's depth.
pub fn search<O: Observer>(task: &Task<'_>, observer: &mut O) -> Report {
    let mut deepest = minimax::search(&task.to_depth(1), observer);
    let mut nodes = deepest.nodes;
    if !deepest.is_finished() {
        // Half of the first depth is better than nothing; where not one move was
        // searched, all that is known is the evaluation.
        let value = match deepest.pv.is_empty() {
            true => task.evaluator.evaluate(task.position),
            false => deepest.score,
        };
        return Report { score: value, depth: 0, ..deepest };
    }
    observer.iteration(deepest.depth, deepest.score, &deepest.pv, nodes);
    for depth in 2..=task.full_depth() {
        // Later depths count on from the nodes spent so far.
        let control = task.control.after(nodes);
        let report = minimax::search(&Task { control, ..task.to_depth(depth) }, observer);
        nodes += report.nodes;
        if !report.is_finished() {
            // Half a depth says too little about the moves it has not reached.
            return Report { nodes, ending: Ending::Stopped, ..deepest };
        }
        observer.iteration(report.depth, report.score, &report.pv, nodes);
        deepest = report;
    }
    Report { nodes, ..deepest }
}
