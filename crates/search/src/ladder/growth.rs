//! What the side paths that keep their tree in memory share: which move leads
//! where, whose child is whose, how a leaf is judged, and how the finished tree
//! is shown. What a node is *worth* is the lesson of each search and stands
//! there; `tree[node]` is what that search knows of a node.

use std::ops::{Index, IndexMut, Range};

use chess::{Move, Position};
use eval::Score;

use crate::{Draw, Line, Node, NodeNote, NodeOutcome, Observer, Task, Window};

/// No position has more moves (218 are known).
const MOST_MOVES: usize = 256;
/// About the nodes of alpha-beta at depth 1 in a middle game …
const FIRST_PLY: u64 = 40;
/// … and how many times more they become with each ply: measured on 60 random
/// middle games, 42,000 nodes at depth 4.
const EACH_PLY: u64 = 10;

/// Nodes to spend: what the task says or else what its depth is worth.
pub(super) fn budget(task: &Task<'_>) -> u64 {
    if task.control.has_node_limit() {
        // The control stops the search when it is time.
        return u64::MAX;
    }
    worth(task)
}

/// The nodes that a task's depth is worth.
pub(super) fn worth(task: &Task<'_>) -> u64 {
    let deeper = task.full_depth().saturating_sub(1);
    let worth = FIRST_PLY.saturating_mul(EACH_PLY.saturating_pow(deeper));
    // Every move at the root deserves a look.
    worth.max(MOST_MOVES as u64)
}

/// Where the root stands.
pub(super) const ROOT: usize = 0;

/// A tree. Positions are not kept: they are played again from the root on the
/// way down, which the repetitions need anyway.
pub(super) struct Growth<T> {
    links: Vec<Link>,
    known: Vec<T>,
    capacity: usize,
}

#[derive(Clone, Copy)]
struct Link {
    mv: Option<Move>,
    /// What the evaluation said, if it was asked.
    evaluation: Option<Score>,
    outcome: NodeOutcome,
    /// Its children stand one after the other.
    first: u32,
    count: u16,
}

/// A million of these are kept, and as many of what a search knows.
const _: () = assert!(size_of::<Link>() <= 32);

/// What is found at a leaf.
#[derive(Clone, Copy)]
pub(super) struct Leaf {
    /// What it is worth to its mover.
    pub(super) value: Score,
    /// The end of the game, or `NodeOutcome::Leaf`, which the evaluation judged.
    pub(super) outcome: NodeOutcome,
}

impl Leaf {
    /// Looks at the position at the end of the line.
    pub(super) fn evaluator(position: &Position, line: &Line, task: &Task<'_>) -> Leaf {
        let (value, outcome) = if !position.has_legal_move() {
            if position.is_check() {
                (Score::mated_in(line.ply() as u32), NodeOutcome::Mate)
            } else {
                (Score::DRAW, NodeOutcome::Draw(Draw::Stalemate))
            }
        } else if let Some(draw) = line.draw(position) {
            (Score::DRAW, NodeOutcome::Draw(draw))
        } else {
            (task.evaluator.evaluate(position), NodeOutcome::Leaf)
        };
        Leaf { value, outcome }
    }

    /// Whether the game goes on.
    pub(super) fn is_open(self) -> bool {
        self.outcome == NodeOutcome::Leaf
    }
}

impl<T> Index<usize> for Growth<T> {
    type Output = T;

    fn index(&self, at: usize) -> &T {
        &self.known[at]
    }
}

impl<T> IndexMut<usize> for Growth<T> {
    fn index_mut(&mut self, at: usize) -> &mut T {
        &mut self.known[at]
    }
}

impl<T> Growth<T> {
    /// A root alone, with room for `capacity` nodes.
    pub(super) fn new(root: T, capacity: usize) -> Growth<T> {
        Growth { links: vec![Link::new(None)], known: vec![root], capacity }
    }

    /// Whether the moves of one more position may not fit.
    pub(super) fn is_full(&self) -> bool {
        self.links.len() + MOST_MOVES > self.capacity
    }

    /// Adds a child behind a node's others. No other node may have got children
    /// since this one got its first.
    pub(super) fn add(&mut self, parent: usize, mv: Move, known: T) -> usize {
        let at = self.links.len();
        let link = &mut self.links[parent];
        if link.count == 0 {
            link.first = at as u32;
        }
        debug_assert_eq!(link.first as usize + usize::from(link.count), at);
        link.count += 1;
        self.links.push(Link::new(Some(mv)));
        self.known.push(known);
        at
    }

    /// Notes what was found at a leaf.
    pub(super) fn evaluator(&mut self, at: usize, leaf: Leaf) {
        self.links[at].outcome = leaf.outcome;
        self.links[at].evaluation = leaf.is_open().then_some(leaf.value);
    }

    /// Notes why a node was left.
    pub(super) fn leave(&mut self, at: usize, outcome: NodeOutcome) {
        self.links[at].outcome = outcome;
    }

    /// The move that leads to a node.
    pub(super) fn mv(&self, at: usize) -> Option<Move> {
        self.links[at].mv
    }

    /// A node's children, in the order of the moves.
    pub(super) fn children(&self, at: usize) -> Range<usize> {
        let Link { first, count, .. } = self.links[at];
        first as usize..first as usize + usize::from(count)
    }

    /// Whether a node has no children.
    pub(super) fn is_leaf(&self, at: usize) -> bool {
        self.links[at].count == 0
    }

    /// The line from the root on that `choose` takes, child by child.
    pub(super) fn line(&self, choose: impl Fn(usize) -> Option<usize>) -> Vec<Move> {
        let mut line = Vec::new();
        let mut at = ROOT;
        while let Some(child) = choose(at) {
            line.extend(self.mv(child));
            at = child;
        }
        line
    }

    /// Walks the finished tree for an observer, in one go from the root; nodes
    /// without a value were never looked at. `note` is what the search keeps of a
    /// node besides.
    pub(super) fn show<O: Observer>(
        &self,
        position: &Position,
        depth: u32,
        observer: &mut O,
        value: impl Fn(usize) -> Option<Score>,
        note: impl Fn(usize) -> Option<NodeNote>,
    ) {
        if O::WATCHES {
            Walk { tree: self, observer, value, note }.node(ROOT, position, 0, depth as i32);
        }
    }
}

impl Link {
    fn new(mv: Option<Move>) -> Link {
        Link { mv, evaluation: None, outcome: NodeOutcome::Leaf, first: 0, count: 0 }
    }
}

struct Walk<'a, T, O, F, N> {
    tree: &'a Growth<T>,
    observer: &'a mut O,
    value: F,
    note: N,
}

impl<T, O, F, N> Walk<'_, T, O, F, N>
where
    O: Observer,
    F: Fn(usize) -> Option<Score>,
    N: Fn(usize) -> Option<NodeNote>,
{
    fn node(&mut self, at: usize, position: &Position, ply: usize, depth: i32) {
        let Link { mv, evaluation, outcome, .. } = self.tree.links[at];
        self.observer.enter(&Node { position, mv, ply, depth, window: Window::FULL });
        self.observer.numbered(at as u32);
        if let Some(value) = evaluation {
            self.observer.evaluated(value);
        }
        let tried = self.tree.children(at).filter(|&child| (self.value)(child).is_some());
        let tried: Vec<(usize, Move)> =
            tried.filter_map(|child| Some((child, self.tree.mv(child)?))).collect();
        if !tried.is_empty() {
            let moves: Vec<Move> = tried.iter().map(|&(_, mv)| mv).collect();
            self.observer.order(&moves);
        }
        for (child, mv) in tried {
            let mut next = *position;
            next.play_unchecked(mv);
            self.node(child, &next, ply + 1, depth - 1);
        }
        if let Some(note) = (self.note)(at) {
            self.observer.note(note);
        }
        self.observer.leave((self.value)(at).unwrap_or(Score::DRAW), outcome);
    }
}
