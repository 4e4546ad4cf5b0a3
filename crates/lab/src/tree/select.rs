//! What of a tree is worth looking at.

use std::cmp::Ordering;
use std::collections::BinaryHeap;

use search::{NodeOutcome, Tree, TreeNode};

/// Marks the nodes to show: the root, the best line, and then, father before
/// son, what has most below it, cut branches and the best line's neighbours
/// before others, and of each node's sons a few rather than all of them.
pub(super) fn most_interesting(tree: &Tree, best: &[u32], limit: usize) -> Vec<bool> {
    let mut shown = vec![false; tree.len()];
    let mut waiting = BinaryHeap::new();
    let show = |index: u32, shown: &mut Vec<bool>, waiting: &mut BinaryHeap<Candidate>| {
        let Some(place) = shown.get_mut(index as usize) else { return };
        if std::mem::replace(place, true) {
            return;
        }
        if let Some(node) = tree.node(index) {
            waiting.extend(candidates(tree, index, node, best.contains(&index)));
        }
    };
    for &index in best {
        show(index, &mut shown, &mut waiting);
    }
    let mut left = limit.saturating_sub(best.len());
    while left > 0 {
        let Some(Candidate { index, .. }) = waiting.pop() else { break };
        if !shown.get(index as usize).copied().unwrap_or(true) {
            show(index, &mut shown, &mut waiting);
            left -= 1;
        }
    }
    shown
}

/// A node that could be shown next.
#[derive(PartialEq)]
struct Candidate {
    interest: f64,
    index: u32,
}

impl Eq for Candidate {}

impl Ord for Candidate {
    fn cmp(&self, other: &Candidate) -> Ordering {
        // Among equals what was searched first.
        self.interest.total_cmp(&other.interest).then(other.index.cmp(&self.index))
    }
}

impl PartialOrd for Candidate {
    fn partial_cmp(&self, other: &Candidate) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// How much more a cut branch, or a branch off the best line, is looked at.
const CUT: f64 = 3.0;
const BESIDE_BEST: f64 = 2.0;
/// How much more the move is looked at that gives its father the value.
const DECIDES: f64 = 6.0;
/// What stands for the size of a branch that a table or a rule made needless.
const SAVED: f64 = 2.0;

fn candidates(tree: &Tree, at: u32, node: &TreeNode, is_best: bool) -> Vec<Candidate> {
    let children: Vec<u32> = tree.children(at).collect();
    let decides = children.iter().copied().find(|&index| {
        tree.node(index).is_some_and(|son| -son.value == node.value)
            || matches!(node.outcome, NodeOutcome::Pruned(..))
    });
    let mut sons: Vec<Candidate> = children
        .iter()
        .filter_map(|&index| {
            let son = tree.node(index)?;
            let size = ((son.below + 2) as f64).ln();
            let size = match son.outcome {
                NodeOutcome::BetaCut => CUT * size,
                NodeOutcome::TableHit(_) | NodeOutcome::Pruned(..) | NodeOutcome::MateDistance => {
                    CUT * size.max(SAVED)
                }
                _ => size,
            };
            // A question whose answer was worth a second search.
            let is_asked_again = children.iter().any(|&later| {
                let is_same = |other: &TreeNode| other.mv.is_some() && other.mv == son.mv;
                later > index && tree.node(later).is_some_and(is_same)
            });
            let interest = size
                * if decides == Some(index) || is_asked_again { DECIDES } else { 1.0 }
                * if is_best { BESIDE_BEST } else { 1.0 };
            Some(Candidate { interest, index })
        })
        .collect();
    sons.sort_by(|a, b| b.cmp(a));
    for (rank, son) in sons.iter_mut().enumerate() {
        son.interest /= (rank + 1) as f64;
    }
    sons
}
