//! Real searches that exercises are taken from: recorded, and small enough to be done while
//! somebody waits.

use chess::{Move, Position};
use eval::Score;
use search::ladder::{Algorithm, Rung, Store};
use search::{Control, NodeNote, Report, Task, Tree, TreeLimits, TreeNode};

use super::Unsuitable;
use super::made::pawns;

/// A search with its tree.
pub(super) struct Searched {
    root: Position,
    pub(super) tree: Tree,
    pub(super) report: Report,
}

/// Why nothing can be recorded.
const MISSING: Unsuitable = "it cannot be searched";
/// Plies of searches that a number of nodes ends.
pub(super) const DEEP: u32 = 30;
/// The evaluation of all of them.
pub(super) const EVALUATION: &str = "pst";

/// What a rung does in a position, with `pst`, to a depth or for so many nodes.
pub(super) fn recorded(
    rung: Rung,
    position: &Position,
    depth: u32,
    nodes: Option<u64>,
) -> Result<Searched, Unsuitable> {
    recorded_with(EVALUATION, rung, position, depth, nodes)
}

/// The same with another evaluation.
pub(super) fn recorded_with(
    evaluation: &str,
    rung: Rung,
    position: &Position,
    depth: u32,
    nodes: Option<u64>,
) -> Result<Searched, Unsuitable> {
    let evaluator = eval::by_name(evaluation).ok_or(MISSING)?;
    let plain = Algorithm::plain(rung).task(position, evaluator, depth);
    let task = match nodes {
        None => plain,
        Some(nodes) => Task { control: Control::unlimited().nodes(nodes), ..plain },
    };
    let mut tree = Tree::new(TreeLimits::default());
    let report = rung.search_with(&task, &mut Store::default(), &mut tree);
    if tree.is_empty() { Err(MISSING) } else { Ok(Searched { root: *position, tree, report }) }
}

impl Searched {
    /// All nodes with their numbers.
    pub(super) fn nodes(&self) -> impl Iterator<Item = (u32, &TreeNode)> {
        (0..self.tree.len() as u32).filter_map(|id| Some((id, self.tree.node(id)?)))
    }

    /// The children of a node with their numbers.
    pub(super) fn children(&self, id: u32) -> impl Iterator<Item = (u32, &TreeNode)> {
        self.tree.children(id).filter_map(|id| Some((id, self.tree.node(id)?)))
    }

    /// The position at a node.
    pub(super) fn position(&self, id: u32) -> Option<Position> {
        let node = self.tree.node(id)?;
        if id == 0 {
            return Some(self.root);
        }
        let mut at = self.position(node.parent)?;
        match node.mv {
            None => at.after_null(),
            Some(mv) => at.play(mv).ok().map(|()| at),
        }
    }

    /// The moves that lead to a node; a pass is none.
    pub(super) fn line(&self, id: u32) -> Vec<Move> {
        let Some(node) = self.tree.node(id).filter(|_| id != 0) else { return Vec::new() };
        let mut line = self.line(node.parent);
        line.extend(node.mv);
        line
    }

    /// The move that leads to a node, as people write it.
    pub(super) fn name(&self, id: u32) -> Option<String> {
        let node = self.tree.node(id)?;
        Some(self.position(node.parent)?.to_san(node.mv?))
    }

    /// What the search keeps of a node.
    pub(super) fn note(&self, id: u32) -> Option<&NodeNote> {
        self.tree.node(id)?.note.as_deref()
    }
}

/// A score in pawns with its sign.
pub(super) fn told(score: Score) -> String {
    pawns(f64::from(score.raw()) / 100.0)
}

/// Whether a bound is a number rather than a mate or nothing at all.
pub(super) fn is_plain(score: Score) -> bool {
    !score.is_mate() && score.raw().abs() < Score::MAX.raw()
}
