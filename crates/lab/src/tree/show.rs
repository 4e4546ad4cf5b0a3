//! The recorded tree as it is shown.

use search::{Tree, TreeNode};

use super::words::{self, NodePlace};
use super::{Recording, ShownNode, select};

/// The root with what is worth looking at below it, at most `limit` nodes.
pub(super) fn root(recording: &Recording, limit: usize) -> ShownNode {
    let (tree, position) = (recording.tree(), &recording.position);
    let Some(root) = tree.root() else {
        return ShownNode {
            node: words::unsearched(position),
            is_best: true,
            sons: Vec::new(),
            hidden_moves: 0,
            hidden_nodes: 0,
        };
    };
    let shown = select::most_interesting(tree, recording.best(), limit);
    let show = Show { tree, best: recording.best(), shown: &shown };
    let root_turn = position.turn();
    let place =
        NodePlace { root: root_turn, above: None, at: position, attempt: 1, is_live: false };
    show.node(root, 0, &place)
}

/// Turns recorded nodes into shown ones.
struct Show<'a> {
    tree: &'a Tree,
    /// Numbers of the best line's nodes, the root first.
    best: &'a [u32],
    /// Whether a node is shown, by number.
    shown: &'a [bool],
}

impl Show<'_> {
    fn node(&self, node: &TreeNode, id: u32, place: &NodePlace<'_>) -> ShownNode {
        let mut sons: Vec<ShownNode> = Vec::new();
        let children: Vec<u32> = self.tree.children(id).collect();
        for (tried, &son) in children.iter().enumerate() {
            let is_shown = self.shown.get(son as usize).copied().unwrap_or(false);
            let Some(recorded) = self.tree.node(son).filter(|_| is_shown) else { continue };
            let Some(at) = words::position(node, place.at, recorded) else { continue };
            let is_same = |other: &TreeNode| (other.mv, other.ply) == (recorded.mv, recorded.ply);
            let before = &children[..tried];
            let again = before.iter().filter(|&&id| self.tree.node(id).is_some_and(is_same));
            let place = NodePlace {
                above: Some((node, place.at)),
                at: &at,
                attempt: 1 + again.count() as u32,
                ..*place
            };
            sons.push(self.node(recorded, son, &place));
        }
        let visible: u64 = sons.iter().map(|son| son.node.below + 1).sum();
        ShownNode {
            is_best: self.best.contains(&id),
            hidden_moves: children.len() - sons.len(),
            hidden_nodes: node.below.saturating_sub(visible),
            sons,
            node: words::explain(node, place),
        }
    }
}
