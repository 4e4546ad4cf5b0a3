//! The picture of a tree that still grows.
//!
//! A record is soon full, and often before the first move at the root is done.
//! So the picture has a memory of its own: all moves at the root with the
//! answers to each, and below the move that is searched now the way down to
//! where the search is, with the moves already done at each step. What is done
//! further down is only counted.

use chess::Position;
use search::{Node, NodeOutcome, TreeNode};

use super::recording::NodeRecord;
use super::words::{self, NodePlace};

/// Nodes of a growing tree that are told at once.
const TOP: usize = 400;
/// Plies below the root that stay when they are done.
const STAYS: usize = 2;
/// Plies below the root that are looked at at all.
const SEEN: usize = 10;

/// A node with what is known below it.
struct Twig {
    node: TreeNode,
    /// Nodes entered before it.
    since: u64,
    done: Vec<Twig>,
}

/// A tree that grows.
#[derive(Default)]
pub struct Growing {
    /// From the root to where the search is.
    open: Vec<Twig>,
    /// Nodes entered and not left below the last of them.
    unseen: u32,
    entered: u64,
    /// What was told about the depth of the next node.
    reduced: u32,
    extended: u32,
}

impl Growing {
    pub(super) fn reduce(&mut self, plies: u32) {
        self.reduced = plies;
    }

    pub(super) fn extend(&mut self, plies: u32) {
        self.extended = plies;
    }

    pub(super) fn enter(&mut self, node: &Node<'_>) {
        let (reduced, extended) =
            (std::mem::take(&mut self.reduced), std::mem::take(&mut self.extended));
        if node.ply == 0 {
            self.open.clear();
            self.unseen = 0;
            self.entered = 0;
        } else if self.unseen > 0 || node.ply > SEEN {
            self.unseen += 1;
            self.entered += 1;
            return;
        } else {
            self.entered += 1;
        }
        let mut node = TreeNode::entered(node);
        (node.reduced, node.extended) = (reduced, extended);
        self.open.push(Twig { node, since: self.entered, done: Vec::new() });
    }

    pub(super) fn leave(&mut self, value: eval::Score, outcome: NodeOutcome) {
        if self.unseen > 0 {
            self.unseen -= 1;
            return;
        }
        // The root stays until it is entered again.
        if self.open.len() < 2 {
            if let Some(root) = self.open.first_mut() {
                (root.node.value, root.node.outcome) = (value, outcome);
            }
            return;
        }
        let Some(mut twig) = self.open.pop() else { return };
        (twig.node.value, twig.node.outcome) = (value, outcome);
        twig.node.below = self.entered - twig.since;
        if twig.node.ply >= STAYS {
            twig.done = Vec::new();
        }
        if let Some(above) = self.open.last_mut() {
            above.done.push(twig);
        }
    }

    /// The picture: at most so many nodes as are told at once, what is searched
    /// now before what is done. Their numbers are those of this moment and mean
    /// nothing later; terms and moves left out are not told.
    pub fn top(&self, root: &Position) -> Vec<NodeRecord> {
        let mut picture = Picture { root: *root, nodes: Vec::new() };
        let mut above: Option<(u32, &TreeNode, Position)> = None;
        let mut moves = Vec::new();
        for twig in &self.open {
            let Some((id, at)) = picture.add(twig, above, self.entered - twig.since) else { break };
            for done in &twig.done {
                let added = picture.add(done, Some((id, &twig.node, at)), done.node.below);
                if twig.node.ply == 0 && done.node.ply == 1 {
                    moves.extend(added.map(|(id, at)| (done, id, at)));
                }
            }
            above = Some((id, &twig.node, at));
        }
        // The answers to the moves at the root that are done, the latest first.
        for (mv, id, at) in moves.into_iter().rev() {
            if picture.nodes.len() + mv.done.len() > TOP {
                break;
            }
            for answer in &mv.done {
                picture.add(answer, Some((id, &mv.node, at)), answer.node.below);
            }
        }
        picture.nodes
    }
}

struct Picture {
    root: Position,
    nodes: Vec<NodeRecord>,
}

impl Picture {
    /// Adds a node below another: its number, and the position there.
    fn add(
        &mut self,
        twig: &Twig,
        above: Option<(u32, &TreeNode, Position)>,
        below: u64,
    ) -> Option<(u32, Position)> {
        if self.nodes.len() >= TOP {
            return None;
        }
        let id = self.nodes.len() as u32;
        let at = match &above {
            Some((_, parent, before)) => words::position(parent, before, &twig.node)?,
            None => self.root,
        };
        let place = NodePlace {
            root: self.root.turn(),
            above: above.as_ref().map(|(_, parent, before)| (*parent, before)),
            at: &at,
            attempt: 1,
            is_live: true,
        };
        let mut node = words::explain(&twig.node, &place);
        node.below = below;
        let parent = above.map(|(id, _, _)| id);
        if node.mv.as_ref().is_some_and(|mv| mv.uci.is_some()) {
            let is_it = |other: &&NodeRecord| other.parent == parent && other.node.mv == node.mv;
            node.attempt += self.nodes.iter().filter(is_it).count() as u32;
        }
        let children = twig.done.len() as u32;
        self.nodes.push(NodeRecord { id, parent, last: id, is_best: false, children, node });
        Some((id, at))
    }
}

#[cfg(test)]
mod tests {
    use eval::Score;
    use search::ladder::Rung;
    use search::{Observer, Task};

    use super::*;

    /// Looks at the picture from time to time.
    struct Visitor {
        growing: Growing,
        root: Position,
        entered: u32,
        pictures: Vec<Vec<NodeRecord>>,
    }

    impl Observer for Visitor {
        fn enter(&mut self, node: &Node<'_>) {
            self.growing.enter(node);
            self.entered += 1;
            if self.entered.is_multiple_of(20_000) {
                self.pictures.push(self.growing.top(&self.root));
            }
        }

        fn leave(&mut self, value: Score, outcome: NodeOutcome) {
            self.growing.leave(value, outcome);
        }
    }

    #[test]
    fn a_tree_too_large_to_record_is_seen_to_grow() {
        let root = Position::start();
        let task = Task::new(&root, eval::by_name("material").unwrap(), 4);
        let growing = Growing::default();
        let mut visitor = Visitor { growing, root, entered: 0, pictures: Vec::new() };
        Rung::Minimax.search_straight(&task, &mut visitor);
        assert_eq!(visitor.pictures.len(), 10);
        let mut moves_before = 0;
        for (index, picture) in visitor.pictures.iter().enumerate() {
            assert!(picture.len() <= TOP);
            let moves: Vec<&NodeRecord> = picture.iter().filter(|one| one.node.ply == 1).collect();
            assert!(moves.len() > moves_before, "{} after {moves_before}", moves.len());
            moves_before = moves.len();
            let below: u64 = moves.iter().map(|one| 1 + one.node.below).sum();
            assert_eq!(picture[0].node.below, 20_000 * (index as u64 + 1) - 1);
            assert_eq!(picture[0].node.below, below, "each move at the root has its count");
            assert!(picture.iter().any(|one| one.node.ply >= 3), "the way down is shown");
            let parents = picture.iter().skip(1).map(|one| one.parent.unwrap());
            assert!(parents.enumerate().all(|(before, parent)| parent as usize <= before));
        }
        assert!(moves_before >= 18);
    }
}
