//! The recorded tree as it is shown.

use chess::{Move, Position};
use search::{Draw, Outcome, Tree, TreeMove, TreeNode, Window};

use super::{LeftOut, ShownNode, select};
use crate::uci;

/// The root with what is worth looking at below it, at most `limit` nodes.
pub(super) fn root(tree: &Tree, position: &Position, line: &[Move], limit: usize) -> ShownNode {
    let Some(root) = tree.root() else { return unsearched(position) };
    let best = select::best_line(tree, line);
    let shown = select::most_interesting(tree, &best, limit);
    Show { tree, best: &best, shown: &shown }.node(root, 0, position)
}

/// What stands for the root of a search that entered nothing: all its moves
/// were never looked at.
fn unsearched(position: &Position) -> ShownNode {
    let moves = position.legal_moves();
    let (value, outcome) = match (moves.is_empty(), position.is_check()) {
        (false, _) => (None, None),
        (true, true) => (Some(eval::Score::mated_in(0)), Some(Outcome::Mate)),
        (true, false) => (Some(eval::Score::DRAW), Some(Outcome::Draw(Draw::Stalemate))),
    };
    ShownNode {
        mv: None,
        turn: position.turn(),
        ply: 0,
        depth: 0,
        reduced: 0,
        window: Window::FULL,
        value,
        outcome,
        is_best: true,
        below: 0,
        sons: Vec::new(),
        hidden_moves: 0,
        hidden_nodes: 0,
        left_out: moves.iter().map(|&mv| left_out(position, TreeMove::Unseen(mv))).collect(),
    }
}

fn left_out(position: &Position, left: TreeMove) -> LeftOut {
    let (mv, rule) = match left {
        TreeMove::Unseen(mv) => (mv, None),
        TreeMove::Skipped(mv, rule, value, bound) => (mv, Some((rule, value, bound))),
    };
    LeftOut { uci: uci(position, mv), san: position.to_san(mv), rule }
}

/// Turns recorded nodes into shown ones.
struct Show<'a> {
    tree: &'a Tree,
    /// Indices of the best line's nodes, the root first.
    best: &'a [u32],
    /// Whether a node is shown, by index.
    shown: &'a [bool],
}

impl Show<'_> {
    fn node(&self, node: &TreeNode, index: u32, position: &Position) -> ShownNode {
        let mut sons = Vec::new();
        for &son in &node.children {
            let is_shown = self.shown.get(son as usize).copied().unwrap_or(false);
            let recorded = self.tree.node(son).filter(|_| is_shown);
            let Some(recorded) = recorded else { continue };
            let Some(next) = after(position, recorded.mv) else { continue };
            let mut shown = self.node(recorded, son, &next);
            shown.mv = Some(match recorded.mv {
                Some(mv) => (uci(position, mv), position.to_san(mv)),
                None => ("0000".to_owned(), "pass".to_owned()),
            });
            sons.push(shown);
        }
        let visible: u64 = sons.iter().map(|son| son.below + 1).sum();
        ShownNode {
            mv: None,
            turn: position.turn(),
            ply: node.ply,
            depth: node.depth,
            reduced: node.reduced,
            window: node.window,
            value: (node.outcome != Outcome::Stopped).then_some(node.value),
            outcome: Some(node.outcome),
            is_best: self.best.contains(&index),
            below: node.below,
            hidden_moves: node.children.len() - sons.len(),
            hidden_nodes: node.below.saturating_sub(visible),
            sons,
            left_out: node.left_out.iter().map(|&left| left_out(position, left)).collect(),
        }
    }
}

fn after(position: &Position, mv: Option<Move>) -> Option<Position> {
    match mv {
        None => position.after_null(),
        Some(mv) => {
            let mut next = *position;
            next.play(mv).ok()?;
            Some(next)
        }
    }
}
