//! Recording the tree that was searched.

use chess::Move;
use eval::Score;

use crate::{Compared, DepthTerm, Node, NodeNote, NodeOutcome, Observer, Rule, Turns, Window};

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

/// A node of the tree. A million of them are kept, so what few have lies elsewhere.
#[derive(Clone, PartialEq, Debug)]
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
    /// What the search keeps of it besides its value, if it told.
    pub note: Option<Box<NodeNote>>,
    /// Index of the node above it; its own at the root.
    pub parent: u32,
    /// The last index below it, its own if there is none.
    pub last: u32,
    /// Nodes below it, recorded or not.
    pub below: u64,
    /// Moves that a rule left out.
    #[allow(clippy::box_collection)]
    // 8 bytes where there are none, as in most of a million nodes
    skipped: Option<Box<Vec<TreeMove>>>,
    /// Moves behind a cut-off.
    unseen: Box<[Move]>,
}

const _: () = assert!(size_of::<TreeNode>() <= 128);

impl TreeNode {
    /// A node as it is entered.
    pub fn entered(node: &Node<'_>) -> TreeNode {
        TreeNode {
            mv: node.mv,
            ply: node.ply,
            depth: node.depth,
            reduced: 0,
            extended: 0,
            terms: Box::default(),
            window: node.window,
            value: Score::DRAW,
            outcome: NodeOutcome::Stopped,
            note: None,
            parent: 0,
            last: 0,
            below: 0,
            skipped: None,
            unseen: Box::default(),
        }
    }

    /// Moves without a child, in their order.
    pub fn left_out(&self) -> impl Iterator<Item = TreeMove> {
        let skipped = self.skipped.iter().flat_map(|moves| moves.iter().copied());
        skipped.chain(self.unseen.iter().map(|&mv| TreeMove::Unseen(mv)))
    }
}

/// An observer that records the tree. A search that goes through its root
/// several times (deepening, MTD(f)) leaves the last tree.
#[derive(Clone, PartialEq, Debug, Default)]
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
    turns: Turns,
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

    /// The indices of a node's recorded children in the order they were tried:
    /// the first follows the node, each other one all that is below the one before it.
    pub fn children(&self, index: u32) -> impl Iterator<Item = u32> {
        let last = self.node(index).map_or(index, |node| node.last);
        let within = move |child: &u32| *child <= last;
        let first = Some(index + 1).filter(within);
        std::iter::successors(first, move |&child| {
            self.node(child).map(|child| child.last + 1).filter(within)
        })
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
    /// next stays, and how the tree grew that is entered next.
    #[must_use]
    pub fn take(&mut self) -> Tree {
        let (next, turns) = (std::mem::take(&mut self.next), std::mem::take(&mut self.turns));
        let empty = Tree { limits: self.limits, next, turns, ..Tree::default() };
        std::mem::replace(self, empty)
    }

    /// About how many bytes of memory it takes.
    pub fn bytes(&self) -> usize {
        let below = |node: &TreeNode| {
            let skipped = node.skipped.as_ref().map_or(0, |moves| {
                size_of::<Vec<TreeMove>>() + moves.capacity() * size_of::<TreeMove>()
            });
            let note = match node.note.as_deref() {
                None => 0,
                Some(NodeNote::Belief(values)) => size_of_val(&**values),
                Some(NodeNote::Counted(moves)) => size_of_val(&**moves),
                Some(_) => 0,
            };
            let note = note + node.note.as_ref().map_or(0, |_| size_of::<NodeNote>());
            size_of_val(&*node.terms) + skipped + note + size_of_val(&*node.unseen)
        };
        let nodes = self.nodes.capacity() * size_of::<TreeNode>();
        nodes + self.nodes.iter().map(below).sum::<usize>() + self.turns.bytes()
    }

    /// How often the search went through its root.
    pub fn passes(&self) -> u32 {
        self.passes
    }

    /// How it grew, where it did.
    pub fn turns(&self) -> &Turns {
        &self.turns
    }

    fn last(&mut self) -> Option<&mut TreeNode> {
        let index = *self.open.last()?;
        self.nodes.get_mut(index as usize)
    }
}

impl Observer for Tree {
    const FOLLOWS: bool = true;

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
        for &above in &self.open {
            self.nodes[above as usize].last = index;
        }
        self.nodes.push(TreeNode {
            reduced,
            extended,
            terms: terms.into(),
            parent: self.open.last().copied().unwrap_or(index),
            last: index,
            ..TreeNode::entered(node)
        });
        self.open.push(index);
    }

    fn skip(&mut self, mv: Move, rule: Rule, compared: Compared) {
        if self.unrecorded == 0
            && let Some(node) = self.last()
        {
            let skipped = node.skipped.get_or_insert_default();
            skipped.push(TreeMove::Skipped(mv, rule, compared));
        }
    }

    fn cut(&mut self, _: usize, unseen: &[Move]) {
        if self.unrecorded == 0
            && let Some(node) = self.last()
        {
            node.unseen = unseen.into();
        }
    }

    fn note(&mut self, note: NodeNote) {
        if self.unrecorded == 0
            && let Some(node) = self.last()
        {
            node.note = Some(Box::new(note));
        }
    }

    fn turn(&mut self) {
        self.turns.begin();
    }

    fn changed(&mut self, number: u32, value: Score, note: Option<NodeNote>) {
        self.turns.change(number, value, note);
    }

    fn numbered(&mut self, number: u32) {
        if self.unrecorded == 0
            && let Some(&place) = self.open.last()
        {
            self.turns.place(number, place);
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
            if let Some(skipped) = &mut node.skipped {
                skipped.shrink_to_fit();
            }
            self.open.pop();
        }
    }
}
