//! Nothing is searched less deep, or deeper, than its move makes it without the
//! observer hearing why, to the last part of a ply.

#![allow(clippy::unwrap_used)] // a failed unwrap is a failed test

use std::collections::BTreeSet;

use chess::Position;
use eval::Score;
use plywise_search::champion::{Job, Solo};
use plywise_search::ladder::Rung;
use plywise_search::{
    DepthTerm, Limits, Node, NodeOutcome, Observer, Signals, Task, Tree, TreeLimits, TreeNode,
};

const POSITIONS: [&str; 4] = [
    "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQ - 0 8",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r1bq2r1/b4pk1/p1pp1p2/1p2pP2/1P2P1PB/3P4/1PPQ2P1/R3K2R w KQ - 0 1",
];

/// Records every pass through the root, not only the last.
#[derive(Default)]
struct Passes {
    passes: Vec<Tree>,
}

impl Passes {
    fn last(&mut self) -> &mut Tree {
        if self.passes.is_empty() {
            self.passes.push(Tree::new(TreeLimits::default()));
        }
        self.passes.last_mut().unwrap()
    }
}

impl Observer for Passes {
    fn reduce(&mut self, plies: u32) {
        self.last().reduce(plies);
    }

    fn extend(&mut self, plies: u32) {
        self.last().extend(plies);
    }

    fn weigh(&mut self, terms: &[DepthTerm]) {
        self.last().weigh(terms);
    }

    fn enter(&mut self, node: &Node<'_>) {
        self.last().enter(node);
    }

    fn leave(&mut self, value: Score, outcome: NodeOutcome) {
        self.last().leave(value, outcome);
        let root = self.last().root().unwrap();
        // The root was left: whatever comes next belongs to another pass.
        if root.outcome != NodeOutcome::Stopped {
            self.passes.push(Tree::new(TreeLimits::default()));
        }
    }
}

/// What the terms of a move alone add up to, without those of the node above it and
/// without its extension.
fn own(node: &TreeNode) -> i32 {
    let others = [
        "hindsight",
        "internal iterative reduction",
        "alpha raised",
        "singular extension",
        "negative extension",
        "negative extension after multicut",
    ];
    let own = node.terms.iter().filter(|term| !others.contains(&term.name));
    own.map(|term| term.amount).sum()
}

/// The names of all terms; fails if any depth is not explained by them.
fn explained(tree: &Tree) -> BTreeSet<&'static str> {
    let mut names = BTreeSet::new();
    let mut node_is_explained = |node: &TreeNode, usual: i32| {
        let less = node.reduced as i32 - node.extended as i32;
        assert_eq!(usual - node.depth, less, "{node:?}");
        let sum: i32 = node.terms.iter().map(|term| term.amount).sum();
        assert_eq!(sum, less * DepthTerm::PLY, "{node:?}");
        for term in &node.terms {
            // What is kept of a limit explains nothing but that limit.
            let is_due = match term.name {
                "rounding" => term.amount.abs() < DepthTerm::PLY,
                "least depth" => node.depth == 1 && term.amount < 0,
                "horizon" => node.depth == 0 && term.amount < 0,
                "most depth" => term.amount > 0 && [0, -DepthTerm::PLY].contains(&own(node)),
                _ => term.amount != 0,
            };
            assert!(is_due, "{term:?} {node:?}");
            names.insert(term.name);
        }
    };
    if let Some(root) = tree.root() {
        node_is_explained(root, root.depth + root.reduced as i32);
    }
    for id in 0..tree.len() as u32 {
        let node = tree.node(id).unwrap();
        for child in tree.children(id).filter_map(|child| tree.node(child)) {
            if node.depth > 0 {
                node_is_explained(child, node.depth - i32::from(child.ply > node.ply));
            } else {
                // Quiescence has no depth that could be reduced.
                assert!(child.depth <= 0 && child.terms.is_empty(), "{child:?}");
                assert_eq!((child.reduced, child.extended), (0, 0), "{child:?}");
            }
        }
    }
    names
}

#[test]
fn every_depth_of_the_champion_has_its_reasons() {
    let mut names = BTreeSet::new();
    for fen in POSITIONS {
        let position: Position = fen.parse().unwrap();
        let limits = Limits::depth(11);
        let signals = Signals::new();
        let job = Job::new(&position, &limits, &signals);
        let mut passes = Passes::default();
        let tuned = eval::Tuned::default();
        let mut evaluator = eval::IncrementalTuned::new(&tuned);
        Solo::new(4).unwrap().search_observed(&job, &mut evaluator, &mut passes);
        let iterations = passes.passes.iter().filter_map(Tree::root);
        let iterations: Vec<i32> =
            iterations.map(|root| root.depth + root.reduced as i32).collect();
        assert!(iterations.is_sorted() && iterations.first() == Some(&1), "{iterations:?}");
        for tree in &passes.passes {
            names.extend(explained(tree));
        }
    }
    for name in [
        "late move",
        "not improving",
        "history",
        "cut node",
        "rounding",
        "least depth",
        "null move",
        "razoring",
        "ProbCut",
        "singular extension",
        "singular search",
        "hindsight",
        "internal iterative reduction",
        "alpha raised",
        "horizon",
        "fail high",
    ] {
        assert!(names.contains(name), "{name} is not among {names:?}");
    }
}

#[test]
fn every_depth_of_the_ladder_has_its_reasons() {
    for rung in Rung::ALL {
        let mut names = BTreeSet::new();
        for fen in POSITIONS {
            let position: Position = fen.parse().unwrap();
            let task = Task::new(&position, eval::by_name("pst").unwrap(), 3);
            let mut passes = Passes::default();
            rung.search(&task, &mut passes);
            for tree in &passes.passes {
                names.extend(explained(tree));
            }
        }
        let expected = if rung == Rung::NullMove { vec!["null move"] } else { Vec::new() };
        assert_eq!(names.into_iter().collect::<Vec<_>>(), expected, "{}", rung.name());
    }
}
