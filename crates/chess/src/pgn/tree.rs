//! The moves of a game as a tree: what was played and what might have been.

use std::num::NonZeroU32;

use super::{Comment, Eval, Nag};
use crate::{Move, Position};
use std::time::Duration;

/// A place in a [`GameTree`]: the position after a move.
///
/// It stays good while other parts of the tree change. The place of a move
/// that was deleted never becomes another one's: asked about it, the tree
/// answers with nothing.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct NodeId(NonZeroU32);

impl NodeId {
    /// The starting position, before any move.
    pub const ROOT: NodeId = NodeId(NonZeroU32::MIN);

    /// A number for it, 0 for the root.
    pub const fn index(self) -> u32 {
        self.0.get() - 1
    }

    /// The place with this number, in whichever tree it was asked for.
    pub const fn from_index(index: u32) -> Option<NodeId> {
        match NonZeroU32::MIN.checked_add(index) {
            Some(number) => Some(NodeId(number)),
            None => None,
        }
    }
}

/// A starting position and the moves from it, with variations and annotations.
///
/// Each node is the position after its move. The first child of a node is the
/// main line, the others are variations. All nodes lie in one list and know
/// each other by number, so that no depth of nesting costs any stack.
#[derive(Clone)]
pub struct GameTree {
    start: Position,
    /// Invariant: the links agree with each other; deleted nodes have none.
    pub(super) nodes: Vec<ListedNode>,
    pub(super) deleted: usize,
}

#[derive(Clone, Debug, Default)]
pub(super) struct ListedNode {
    /// `None` for the root and for deleted nodes.
    pub(super) parent: Option<NodeId>,
    pub(super) first_child: Option<NodeId>,
    pub(super) last_child: Option<NodeId>,
    pub(super) next_sibling: Option<NodeId>,
    /// `None` for the root and for a null move.
    pub(super) mv: Option<Move>,
    /// Most moves have none.
    pub(super) notes: Option<Box<MoveNotes>>,
}

/// What is said about a move.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct MoveNotes {
    /// Invariant: empty unless the move begins a variation. In a main line,
    /// text before a move cannot be told from text after the one before it.
    pub(super) before: Vec<Comment>,
    pub(super) after: Vec<Comment>,
    /// Invariant: none twice.
    pub(super) nags: Vec<Nag>,
}

impl GameTree {
    /// A tree of no moves.
    pub fn new(start: Position) -> GameTree {
        GameTree { start, nodes: vec![ListedNode::default()], deleted: 0 }
    }

    /// The position of the root.
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// How many moves there are, in all variations.
    pub fn len(&self) -> usize {
        self.nodes.len() - 1 - self.deleted
    }

    /// Whether there is no move.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Whether this node is in the tree.
    pub fn contains(&self, node: NodeId) -> bool {
        self.node(node).is_some()
    }

    /// The move that leads here; `None` for the root and for a null move.
    pub fn mv(&self, node: NodeId) -> Option<Move> {
        self.node(node)?.mv
    }

    /// Whether a side passed here, which is written `--` and asks "what is threatened?".
    pub fn is_null(&self, node: NodeId) -> bool {
        self.node(node).is_some_and(|node| node.parent.is_some() && node.mv.is_none())
    }

    /// The node before this one.
    pub fn parent(&self, node: NodeId) -> Option<NodeId> {
        self.node(node)?.parent
    }

    /// The moves from here, the main line first.
    pub fn children(&self, node: NodeId) -> impl Iterator<Item = NodeId> {
        let first = self.node(node).and_then(|node| node.first_child);
        std::iter::successors(first, |&child| self.next_sibling(child))
    }

    /// The move that follows in this node's own line.
    pub fn next(&self, node: NodeId) -> Option<NodeId> {
        self.node(node)?.first_child
    }

    /// The next variation beside this move.
    pub fn next_sibling(&self, node: NodeId) -> Option<NodeId> {
        self.node(node)?.next_sibling
    }

    /// Whether this begins a variation: it has a parent and is not its first child.
    pub fn begins_variation(&self, node: NodeId) -> bool {
        self.parent(node).is_some_and(|parent| self.next(parent) != Some(node))
    }

    /// Whether this is the root or a move of the main line.
    pub fn is_main_line(&self, node: NodeId) -> bool {
        self.contains(node) && self.ancestors(node).all(|node| !self.begins_variation(node))
    }

    /// The moves of the main line, without the root.
    pub fn main_line(&self) -> impl Iterator<Item = NodeId> {
        self.line(NodeId::ROOT)
    }

    /// The moves that follow in this node's own line, without itself.
    pub fn line(&self, node: NodeId) -> impl Iterator<Item = NodeId> {
        std::iter::successors(self.next(node), |&node| self.next(node))
    }

    /// This node, the one before it, and so on to the root.
    pub fn ancestors(&self, node: NodeId) -> impl Iterator<Item = NodeId> {
        let first = self.contains(node).then_some(node);
        std::iter::successors(first, |&node| self.parent(node))
    }

    /// The nodes from the root to this one, both included.
    pub fn path(&self, node: NodeId) -> Vec<NodeId> {
        let mut path: Vec<NodeId> = self.ancestors(node).collect();
        path.reverse();
        path
    }

    /// This node and all that follow from it, each before its children and
    /// the main line before the variations.
    pub fn walk(&self, node: NodeId) -> impl Iterator<Item = NodeId> {
        let first = self.contains(node).then_some(node);
        std::iter::successors(first, move |&here| self.next_in_walk(here, node))
    }

    /// The position at a node.
    pub fn position(&self, node: NodeId) -> Option<Position> {
        if !self.contains(node) {
            return None;
        }
        let mut position = self.start;
        for node in self.path(node).into_iter().skip(1) {
            position = after(&position, self.mv(node));
        }
        Some(position)
    }

    /// What is said after the move; at the root, before the first one.
    pub fn comments(&self, node: NodeId) -> &[Comment] {
        self.notes(node).map_or(&[], |notes| &notes.after)
    }

    /// What is said before the first move of a variation.
    pub fn starting_comments(&self, node: NodeId) -> &[Comment] {
        self.notes(node).map_or(&[], |notes| &notes.before)
    }

    /// The glyphs at a move.
    pub fn nags(&self, node: NodeId) -> &[Nag] {
        self.notes(node).map_or(&[], |notes| &notes.nags)
    }

    /// What was left on the mover's clock, if a comment says so.
    pub fn clock(&self, node: NodeId) -> Option<Duration> {
        self.comments(node).iter().find_map(Comment::clock)
    }

    /// The time the move took, if a comment says so.
    pub fn elapsed(&self, node: NodeId) -> Option<Duration> {
        self.comments(node).iter().find_map(Comment::elapsed)
    }

    /// An engine's evaluation, if a comment gives one.
    pub fn eval(&self, node: NodeId) -> Option<Eval> {
        self.comments(node).iter().find_map(Comment::eval)
    }

    pub(super) fn node(&self, node: NodeId) -> Option<&ListedNode> {
        let found = self.nodes.get(node.index() as usize)?;
        (found.parent.is_some() || node == NodeId::ROOT).then_some(found)
    }

    pub(super) fn node_mut(&mut self, node: NodeId) -> Option<&mut ListedNode> {
        let found = self.nodes.get_mut(node.index() as usize)?;
        (found.parent.is_some() || node == NodeId::ROOT).then_some(found)
    }

    fn notes(&self, node: NodeId) -> Option<&MoveNotes> {
        self.node(node)?.notes.as_deref()
    }

    fn next_in_walk(&self, here: NodeId, top: NodeId) -> Option<NodeId> {
        if let Some(child) = self.next(here) {
            return Some(child);
        }
        let mut node = here;
        while node != top {
            if let Some(sibling) = self.next_sibling(node) {
                return Some(sibling);
            }
            node = self.parent(node)?;
        }
        None
    }
}

/// A tree of no moves from the start of the game.
impl Default for GameTree {
    fn default() -> GameTree {
        GameTree::new(Position::start())
    }
}

/// Equal if they say the same, however they came about.
impl PartialEq for GameTree {
    fn eq(&self, other: &GameTree) -> bool {
        // Two walks side by side: if at every step both or neither have a
        // child and a sibling, they are the same walk.
        let ours = self.walk(NodeId::ROOT).filter_map(|node| self.node(node));
        let theirs = other.walk(NodeId::ROOT).filter_map(|node| other.node(node));
        self.start == other.start
            && self.len() == other.len()
            && ours.zip(theirs).all(|(a, b)| {
                a.mv == b.mv
                    && a.said() == b.said()
                    && a.first_child.is_some() == b.first_child.is_some()
                    && a.next_sibling.is_some() == b.next_sibling.is_some()
            })
    }
}

impl Eq for GameTree {}

impl std::fmt::Debug for GameTree {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut list = f.debug_list();
        list.entry(&format_args!("{}", self.start));
        for node in self.walk(NodeId::ROOT).skip(1) {
            let parent = self.parent(node).map_or(0, NodeId::index);
            let notes = self.notes(node);
            list.entry(&format_args!("{parent} > {} {:?} {notes:?}", node.index(), self.mv(node)));
        }
        list.finish()
    }
}

impl ListedNode {
    /// The notes, if they say anything.
    fn said(&self) -> Option<&MoveNotes> {
        self.notes.as_deref().filter(|notes| !notes.is_empty())
    }
}

/// The position after a legal move, or after passing.
pub(super) fn after(position: &Position, mv: Option<Move>) -> Position {
    match mv {
        Some(mv) => {
            let mut next = *position;
            next.play_unchecked(mv);
            next
        }
        // The tree holds no null move in check.
        None => position.after_null().unwrap_or(*position),
    }
}
