//! Counting what a search does.

use chess::Move;
use eval::Score;

use crate::{Compared, Node, NodeOutcome, Observer, Rule};

/// An observer that counts.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Counters {
    /// Nodes entered at each distance from the root, the root itself not
    /// counted: the first number is ply 1.
    pub nodes_per_ply: Vec<u64>,
    /// Positions evaluated as nodes of the tree. What an order of moves or a
    /// first guess asks of the evaluation is not counted.
    pub evaluations: u64,
    /// Beta cut-offs.
    pub cutoffs: u64,
    /// Beta cut-offs by the first move tried: the measure of move ordering.
    pub first_move_cutoffs: u64,
    /// Times the table was asked.
    pub probes: u64,
    /// Times the table's answer ended a node.
    pub table_hits: u64,
    /// Moves left out by a rule, and nodes ended by one.
    pub pruned: u64,
    /// Nodes searched less deep than their move alone would make them.
    pub reduced: u64,
    /// Nodes that were mate or a draw.
    pub terminal: u64,
    /// Nodes whose moves were searched.
    pub expanded: u64,
}

impl Counters {
    /// All nodes, the root not counted.
    pub fn nodes(&self) -> u64 {
        self.nodes_per_ply.iter().sum()
    }

    /// The share of cut-offs that the first move brought, from 0 to 1.
    pub fn first_move_share(&self) -> Option<f64> {
        (self.cutoffs > 0).then(|| self.first_move_cutoffs as f64 / self.cutoffs as f64)
    }

    /// The effective branching factor: the number of moves a uniform tree of
    /// the same depth would have in every position to have as many nodes.
    ///
    /// Solves `nodes = b + b² + … + b^depth` for `b`.
    pub fn branching_factor(&self, depth: u32) -> Option<f64> {
        branching_factor(self.nodes(), depth)
    }
}

/// See [`Counters::branching_factor`].
pub(crate) fn branching_factor(nodes: u64, depth: u32) -> Option<f64> {
    if nodes == 0 || depth == 0 {
        return None;
    }
    let total = |b: f64| (1..=depth).fold(0.0, |sum, _| (sum + 1.0) * b);
    let (mut low, mut high) = (0.0, nodes as f64);
    // Sixty halvings exhaust the precision of any start.
    for _ in 0..60 {
        let middle = f64::midpoint(low, high);
        if total(middle) < nodes as f64 {
            low = middle;
        } else {
            high = middle;
        }
    }
    Some(high)
}

impl Observer for Counters {
    #[inline]
    fn reduce(&mut self, _: u32) {
        self.reduced += 1;
    }

    #[inline]
    fn enter(&mut self, node: &Node<'_>) {
        if let Some(below_root) = node.ply.checked_sub(1) {
            if self.nodes_per_ply.len() <= below_root {
                self.nodes_per_ply.resize(below_root + 1, 0);
            }
            self.nodes_per_ply[below_root] += 1;
        }
    }

    #[inline]
    fn order(&mut self, _: &[Move]) {
        self.expanded += 1;
    }

    #[inline]
    fn skip(&mut self, _: Move, _: Rule, _: Compared) {
        self.pruned += 1;
    }

    #[inline]
    fn cut(&mut self, tried: usize, _: &[Move]) {
        self.cutoffs += 1;
        self.first_move_cutoffs += u64::from(tried == 0);
    }

    #[inline]
    fn evaluated(&mut self, _: Score) {
        self.evaluations += 1;
    }

    #[inline]
    fn probed(&mut self, _: bool) {
        self.probes += 1;
    }

    #[inline]
    fn leave(&mut self, _: Score, outcome: NodeOutcome) {
        match outcome {
            NodeOutcome::TableHit(_) => self.table_hits += 1,
            NodeOutcome::Pruned(..) => self.pruned += 1,
            NodeOutcome::Mate | NodeOutcome::Draw(_) => self.terminal += 1,
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_uniform_tree_has_its_own_branching_factor() {
        let nodes = 20 + 400 + 8000;
        assert!((branching_factor(nodes, 3).unwrap() - 20.0).abs() < 1e-9);
        assert!((branching_factor(3, 3).unwrap() - 1.0).abs() < 1e-9);
        assert_eq!(branching_factor(0, 3), None);
        assert_eq!(branching_factor(3, 0), None);
    }
}
