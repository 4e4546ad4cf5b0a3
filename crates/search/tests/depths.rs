//! Nothing is searched less deep, or deeper, than its move makes it without the
//! observer hearing why.

#![allow(clippy::unwrap_used)] // a failed unwrap is a failed test

use chess::Position;
use search::champion::{Job, Limits, Signals, Solo};
use search::{DepthTerm, Tree, TreeLimits, TreeNode};

const POSITIONS: [&str; 3] = [
    "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQ - 0 8",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
];

fn tree(fen: &str) -> Tree {
    let position: Position = fen.parse().unwrap();
    let limits = Limits { depth: Some(11), ..Limits::default() };
    let signals = Signals::new();
    let job = Job::new(&position, &limits, &signals);
    let mut tree = Tree::new(TreeLimits::default());
    let tuned = eval::Tuned::new(eval::TunedWeights::DEFAULT);
    Solo::new(4).unwrap().search_observed(&job, &mut eval::TunedJudge::new(&tuned), &mut tree);
    tree
}

/// The least plies from which rounding makes this depth, and the most.
fn is_sum(node: &TreeNode, plies: i32) -> bool {
    let sum: i32 = node.terms.iter().map(|term| term.amount).sum();
    let whole = sum as f64 / f64::from(DepthTerm::PLY);
    // Late moves are rounded towards nothing and keep one ply at least; a move
    // that is better than thought is searched one ply deeper at most.
    (whole - f64::from(plies)).abs() < 1.0 || node.depth == 1 || whole < f64::from(plies)
}

#[test]
fn every_depth_has_its_reasons() {
    let mut names = std::collections::BTreeSet::new();
    for fen in POSITIONS {
        let tree = tree(fen);
        for id in 0..tree.len() as u32 {
            let node = tree.node(id).unwrap();
            for child in tree.children(node) {
                // Quiescence has no depth.
                if child.depth <= 0 {
                    continue;
                }
                let usual = node.depth - i32::from(child.ply > node.ply);
                let less = child.reduced as i32 - child.extended as i32;
                assert_eq!(usual - child.depth, less, "{node:?} {child:?}");
                assert_eq!(less != 0, !child.terms.is_empty(), "{child:?}");
                assert!(is_sum(child, less), "{child:?}");
                names.extend(child.terms.iter().map(|term| term.name));
            }
        }
    }
    for name in ["late move", "history", "null move", "singular", "in hindsight", "ProbCut"] {
        assert!(names.contains(name), "{name} is not among {names:?}");
    }
}
