//! A tree small enough for paper: a few real moves at each node, with the evaluation at the leaves.

use chess::{Move, Position};
use eval::Score;
use lab::toy::Player;
use lab::toy::{Toy, minimax};
use numbers::Dice;

use super::Unsuitable;
use crate::question::{ExerciseNode, ExerciseTree};

/// The tree. Node 0 is the root, and each node stands behind its parent, in the order in which a
/// search enters them.
#[derive(Clone, Debug)]
pub(super) struct SmallTree {
    pub(super) nodes: Vec<SmallNode>,
}

/// A node of it.
#[derive(Clone, Debug)]
pub(super) struct SmallNode {
    pub(super) parent: Option<usize>,
    pub(super) mv: Option<Move>,
    /// The move as people write it.
    pub(super) label: String,
    pub(super) position: Position,
    pub(super) ply: usize,
    pub(super) children: Vec<usize>,
    /// The evaluation for the side that moves at the root, in pawns.
    pub(super) evaluation: f64,
    /// Minimax's value for that side: at a leaf, the evaluation.
    pub(super) value: f64,
}

/// How wide a tree is: the number of moves at each ply.
pub(super) type Shape<'a> = &'a [usize];

/// How often moves are chosen anew until all leaves differ.
const CHOICES: usize = 60;

impl SmallTree {
    /// A tree of this shape from a position, in which no two leaves are worth the same: so every
    /// question about it has one answer.
    pub(super) fn grow(
        position: &Position,
        shape: Shape<'_>,
        dice: &mut Dice,
    ) -> Result<SmallTree, Unsuitable> {
        let mut why = "its moves are worth the same";
        for _ in 0..CHOICES {
            let mut tree = SmallTree { nodes: Vec::new() };
            match tree.add(None, None, *position, shape, dice) {
                Ok(_) if tree.has_distinct_leaves() => {
                    tree.value_all();
                    return Ok(tree);
                }
                Ok(_) => {}
                Err(reason) => why = reason,
            }
        }
        Err(why)
    }

    fn add(
        &mut self,
        parent: Option<usize>,
        mv: Option<Move>,
        position: Position,
        shape: Shape<'_>,
        dice: &mut Dice,
    ) -> Result<usize, Unsuitable> {
        let id = self.nodes.len();
        let above = parent.map(|parent| &self.nodes[parent]);
        let ply = above.map_or(0, |above| above.ply + 1);
        let label = match (above, mv) {
            (Some(above), Some(mv)) => above.position.to_san(mv),
            _ => "root".to_owned(),
        };
        let evaluation = evaluated(&position, ply);
        let children = Vec::new();
        let value = evaluation;
        self.nodes.push(SmallNode {
            parent,
            mv,
            label,
            position,
            ply,
            children,
            evaluation,
            value,
        });
        let Some((&width, below)) = shape.split_first() else { return Ok(id) };
        let mut moves = open_moves(&position);
        if moves.len() < width {
            return Err("it has too few moves");
        }
        dice.shuffle(&mut moves);
        for &mv in &moves[..width] {
            let mut next = position;
            next.play_unchecked(mv);
            let child = self.add(Some(id), Some(mv), next, below, dice)?;
            self.nodes[id].children.push(child);
        }
        Ok(id)
    }

    fn has_distinct_leaves(&self) -> bool {
        let mut values: Vec<f64> = self.leaves().map(|id| self.nodes[id].evaluation).collect();
        values.sort_by(f64::total_cmp);
        values.windows(2).all(|pair| pair[1] - pair[0] > 0.001)
    }

    fn value_all(&mut self) {
        for id in 0..self.nodes.len() {
            let value = minimax(&SmallPlace { tree: self, id }, self.player(id)).value;
            self.nodes[id].value = value;
        }
    }

    /// All leaves, the first first.
    pub(super) fn leaves(&self) -> impl Iterator<Item = usize> {
        (0..self.nodes.len()).filter(|&id| self.is_leaf(id))
    }

    /// Whether a node is a leaf.
    pub(super) fn is_leaf(&self, id: usize) -> bool {
        self.nodes[id].children.is_empty()
    }

    /// What a leaf is worth once all its replies are evaluated, for the side that moves at the root;
    /// nothing if a reply ends the game.
    pub(super) fn after_best_reply(&self, leaf: usize) -> Option<f64> {
        let node = &self.nodes[leaf];
        let replies = node.position.legal_moves();
        if open_moves(&node.position).len() < replies.len() {
            return None;
        }
        let values = replies.iter().map(|&mv| {
            let mut next = node.position;
            next.play_unchecked(mv);
            evaluated(&next, node.ply + 1)
        });
        let is_max = self.player(leaf) == Player::Max;
        values.reduce(if is_max { f64::max } else { f64::min })
    }

    /// Who moves at a node.
    pub(super) fn player(&self, id: usize) -> Player {
        if self.nodes[id].ply.is_multiple_of(2) { Player::Max } else { Player::Min }
    }

    /// The root as a toy.
    pub(super) fn root(&self) -> SmallPlace<'_> {
        SmallPlace { tree: self, id: 0 }
    }

    /// The node at the end of a way.
    pub(super) fn at(&self, way: &[usize]) -> usize {
        way.iter().fold(0, |id, &child| self.nodes[id].children[child])
    }

    /// The best line, the root first.
    pub(super) fn best_line(&self) -> Vec<usize> {
        let mut line = vec![0];
        let mut id = 0;
        while let Some(&next) = self.nodes[id]
            .children
            .iter()
            .find(|&&child| self.nodes[child].value == self.nodes[id].value)
        {
            line.push(next);
            id = next;
        }
        line
    }

    /// The tree as it is shown. `tells_value` says whose values are told; the best line is marked
    /// only where all of them are.
    pub(super) fn shown(&self, tells_value: impl Fn(usize) -> bool) -> ExerciseTree {
        let is_told = (0..self.nodes.len()).all(&tells_value);
        let best = self.best_line();
        let nodes = self.nodes.iter().enumerate().map(|(id, node)| {
            let above = node.parent.map(|parent| &self.nodes[parent]);
            ExerciseNode {
                parent: node.parent.map(|parent| parent as u32),
                label: node.label.clone(),
                uci: above.zip(node.mv).map(|(above, mv)| lab::uci(&above.position, mv)),
                fen: Some(node.position.to_string()),
                max: (!self.is_leaf(id)).then(|| self.player(id) == Player::Max),
                value: tells_value(id).then_some(node.value),
                alpha: None,
                beta: None,
                note: None,
                cut: false,
                best: is_told && best.contains(&id),
            }
        });
        ExerciseTree { nodes: nodes.collect() }
    }

    /// The tree with the values of its leaves only.
    pub(super) fn shown_leaves(&self) -> ExerciseTree {
        self.shown(|id| self.is_leaf(id))
    }

    /// The tree with all values.
    pub(super) fn shown_whole(&self) -> ExerciseTree {
        self.shown(|_| true)
    }
}

/// A node with the tree around it: what minimax and alpha-beta of the lab search.
#[derive(Clone, Copy)]
pub(super) struct SmallPlace<'a> {
    tree: &'a SmallTree,
    id: usize,
}

impl Toy for SmallPlace<'_> {
    fn value(&self) -> Option<f64> {
        self.tree.is_leaf(self.id).then(|| self.tree.nodes[self.id].evaluation)
    }

    fn sons(&self) -> Vec<Self> {
        let children = self.tree.nodes[self.id].children.iter();
        children.map(|&id| SmallPlace { tree: self.tree, id }).collect()
    }
}

/// The moves after which the game goes on.
fn open_moves(position: &Position) -> Vec<Move> {
    let goes_on = |&mv: &Move| {
        let mut next = *position;
        next.play_unchecked(mv);
        next.has_legal_move()
    };
    position.legal_moves().iter().copied().filter(goes_on).collect()
}

/// What `pst` says of a position, in pawns, for the side that moves at the root.
fn evaluated(position: &Position, ply: usize) -> f64 {
    let score = eval::by_name("pst").map_or(Score::DRAW, |pst| pst.evaluate(position));
    let score = if ply.is_multiple_of(2) { score } else { -score };
    f64::from(score.raw()) / 100.0
}
