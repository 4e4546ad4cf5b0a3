//! What alpha-beta does in a small tree.

use lab::toy::{Player, Step, Window, alpha_beta};

use super::small_tree::SmallTree;
use crate::question::ExerciseTree;

/// A walk through a tree.
#[derive(Clone, Debug)]
pub(super) struct Walk {
    /// For each node, the window that it was entered with; `None` where it never was. A leaf has
    /// that of the node above it at that moment.
    pub(super) windows: Vec<Option<Window>>,
    /// What was cut, in order.
    pub(super) cuts: Vec<WalkCut>,
    /// Leaves looked at.
    pub(super) leaves: usize,
}

/// A node whose other children were left out.
#[derive(Clone, Debug)]
pub(super) struct WalkCut {
    pub(super) node: usize,
    pub(super) player: Player,
    /// What the player at the node can have.
    pub(super) value: f64,
    /// What the other is sure of.
    pub(super) bound: f64,
    /// The children left out.
    pub(super) left_out: Vec<usize>,
}

impl Walk {
    /// Alpha-beta through a tree.
    pub(super) fn through(tree: &SmallTree) -> Walk {
        let mut walk = Walk { windows: vec![None; tree.nodes.len()], cuts: Vec::new(), leaves: 0 };
        let mut open: Vec<Window> = Vec::new();
        alpha_beta(&tree.root(), Player::Max, &mut |way, step| {
            let node = tree.at(way);
            match step {
                Step::Enter(_, window) => {
                    walk.windows[node] = Some(window);
                    open.push(window);
                }
                Step::Leaf(_) => {
                    walk.windows[node] = Some(open.last().copied().unwrap_or(Window::FULL));
                    walk.leaves += 1;
                }
                Step::Narrow(_, window) => {
                    if let Some(last) = open.last_mut() {
                        *last = window;
                    }
                }
                Step::Cut { player, value, bound, first } => {
                    let left_out = tree.nodes[node].children[first..].to_vec();
                    walk.cuts.push(WalkCut { node, player, value, bound, left_out });
                }
                Step::Leave(_) => drop(open.pop()),
            }
        });
        walk
    }

    /// Whether a node was looked at.
    pub(super) fn has_seen(&self, node: usize) -> bool {
        self.windows[node].is_some()
    }

    /// A tree with the windows and with what was cut.
    pub(super) fn shown_in(&self, mut tree: ExerciseTree) -> ExerciseTree {
        for (node, window) in tree.nodes.iter_mut().zip(&self.windows) {
            node.cut = window.is_none();
            if let Some(window) = window.filter(|_| node.max.is_some()) {
                node.alpha = finite(window.alpha);
                node.beta = finite(window.beta);
            }
        }
        tree
    }
}

/// A bound that somebody is sure of.
pub(super) fn finite(bound: f64) -> Option<f64> {
    bound.is_finite().then_some(bound)
}
