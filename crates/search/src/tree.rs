//! Recording the tree that was searched.

use chess::Move;
use eval::Score;

use crate::{Compared, DepthTerm, Node, NodeOutcome, Observer, Rule, Window};

/// How much of a search is recorded; the rest is counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TreeLimits {
    /// Nodes to keep.
    pub nodes: usize,
    /// Distance from the root to which nodes are kept.
    pub ply: usize,
}

impl Default for TreeLimits {
    fn default() -> TreeLimits {
        TreeLimits { nodes: 300_000, ply: crate::MAX_PLY }
    }
}

/// A move that was left out at a node, and why.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TreeMove {
    /// Never looked at: a move before it was a cut-off.
    Unseen(Move),
    /// Left out by a rule because of what that compared.
    Skipped(Move, Rule, Compared),
}

/// A node of the tree.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TreeNode {
    /// The move that led here; `None` at the root and after a null move.
    pub mv: Option<Move>,
    /// Distance from the root.
    pub ply: usize,
    /// Plies still to go when it was entered.
    pub depth: i32,
    /// How many plies less deep it was searched than its move alone costs.
    pub reduced: u32,
    /// How many plies deeper it was searched than its move alone leaves.
    pub extended: u32,
    /// What made it less deep or deeper.
    pub terms: Box<[DepthTerm]>,
    /// The window it was entered with.
    pub window: Window,
    /// What it was worth to its mover.
    pub value: Score,
    /// Why it was left.
    pub outcome: NodeOutcome,
    /// Indices of its recorded children in the order they were tried.
    pub children: Vec<u32>,
    /// Moves without a child, in their order.
    pub left_out: Vec<TreeMove>,
    /// Nodes below it, recorded or not.
    pub below: u64,
}

/// An observer that records the tree. A search that goes through its root
/// several times (deepening, MTD(f)) leaves the last tree.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Tree {
    limits: TreeLimits,
    nodes: Vec<TreeNode>,
    /// Indices of the recorded nodes entered and not left.
    open: Vec<u32>,
    /// Nodes entered and not left below the last of `open`.
    unrecorded: u32,
    passes: u32,
    /// What was told about the depth of the node that comes next.
    next: NextDepth,
}

/// What was told about the depth of a node before it is entered.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct NextDepth {
    reduced: u32,
    extended: u32,
    terms: Vec<DepthTerm>,
}

impl Tree {
    /// An empty tree that will keep to `limits`.
    pub fn new(limits: TreeLimits) -> Tree {
        Tree { limits, ..Tree::default() }
    }

    /// The root, once a search has entered it.
    pub fn root(&self) -> Option<&TreeNode> {
        self.nodes.first()
    }

    /// The node with this index.
    pub fn node(&self, index: u32) -> Option<&TreeNode> {
        self.nodes.get(index as usize)
    }

    /// The children of a node in the order they were tried.
    pub fn children<'a>(&'a self, node: &'a TreeNode) -> impl Iterator<Item = &'a TreeNode> {
        node.children.iter().filter_map(|&index| self.node(index))
    }

    /// How many nodes are recorded.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether nothing is recorded.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// Takes what was recorded out of it. What was told of the node that comes
    /// next stays.
    #[must_use]
    pub fn take(&mut self) -> Tree {
        let next = std::mem::take(&mut self.next);
        let empty = Tree { limits: self.limits, next, ..Tree::default() };
        std::mem::replace(self, empty)
    }

    /// About how many bytes of memory it takes.
    pub fn bytes(&self) -> usize {
        let below = |node: &TreeNode| {
            size_of_val(&*node.terms)
                + node.children.capacity() * size_of::<u32>()
                + node.left_out.capacity() * size_of::<TreeMove>()
        };
        let nodes = self.nodes.capacity() * size_of::<TreeNode>();
        nodes + self.nodes.iter().map(below).sum::<usize>()
    }

    /// How often the search went through its root.
    pub fn passes(&self) -> u32 {
        self.passes
    }

    fn last(&mut self) -> Option<&mut TreeNode> {
        let index = *self.open.last()?;
        self.nodes.get_mut(index as usize)
    }
}

impl Observer for Tree {
    fn reduce(&mut self, plies: u32) {
        self.next.reduced = plies;
    }

    fn extend(&mut self, plies: u32) {
        self.next.extended = plies;
    }

    fn weigh(&mut self, terms: &[DepthTerm]) {
        self.next.terms.extend_from_slice(terms);
    }

    fn enter(&mut self, node: &Node<'_>) {
        let NextDepth { reduced, extended, terms } = std::mem::take(&mut self.next);
        if node.ply == 0 {
            self.nodes.clear();
            self.open.clear();
            self.unrecorded = 0;
            self.passes += 1;
        } else {
            for &index in &self.open {
                self.nodes[index as usize].below += 1;
            }
            let full = self.nodes.len() >= self.limits.nodes || node.ply > self.limits.ply;
            if self.unrecorded > 0 || full {
                self.unrecorded += 1;
                return;
            }
        }
        let index = self.nodes.len() as u32;
        if let Some(parent) = self.last() {
            parent.children.push(index);
        }
        self.nodes.push(TreeNode {
            mv: node.mv,
            ply: node.ply,
            depth: node.depth,
            reduced,
            extended,
            terms: terms.into(),
            window: node.window,
            value: Score::DRAW,
            outcome: NodeOutcome::Stopped,
            children: Vec::new(),
            left_out: Vec::new(),
            below: 0,
        });
        self.open.push(index);
    }

    fn skip(&mut self, mv: Move, rule: Rule, compared: Compared) {
        if self.unrecorded == 0
            && let Some(node) = self.last()
        {
            node.left_out.push(TreeMove::Skipped(mv, rule, compared));
        }
    }

    fn cut(&mut self, _: usize, unseen: &[Move]) {
        if self.unrecorded == 0
            && let Some(node) = self.last()
        {
            node.left_out.extend(unseen.iter().map(|&mv| TreeMove::Unseen(mv)));
        }
    }

    fn leave(&mut self, value: Score, outcome: NodeOutcome) {
        if self.unrecorded > 0 {
            self.unrecorded -= 1;
            return;
        }
        if let Some(node) = self.last() {
            node.value = value;
            node.outcome = outcome;
            // Nothing is added any more, and there are many nodes.
            node.children.shrink_to_fit();
            node.left_out.shrink_to_fit();
            self.open.pop();
        }
    }
}
