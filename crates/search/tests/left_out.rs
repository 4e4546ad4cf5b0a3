//! Every move is searched, or the observer hears why it is not.

#![allow(clippy::unwrap_used)] // a failed unwrap is a failed test

use std::collections::{BTreeSet, HashSet};

use chess::{Move, MoveList, Position};
use plywise_search::champion::{Job, Solo};
use plywise_search::ladder::Rung;
use plywise_search::{
    Compared, Limits, NodeOutcome, Rule, Signals, Task, Tree, TreeLimits, TreeMove,
};

const POSITIONS: [&str; 3] = [
    "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQ - 0 8",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r1bq2r1/b4pk1/p1pp1p2/1p2pP2/1P2P1PB/3P4/1PPQ2P1/R3K2R w KQ - 0 1",
];

/// The moves that a node of this depth has to account for.
fn expected(position: &Position, depth: i32) -> HashSet<Move> {
    let mut moves = MoveList::new();
    if depth > 0 || position.is_check() {
        moves = position.legal_moves();
    } else {
        position.captures_and_promotions(&mut moves);
    }
    moves.iter().copied().collect()
}

/// Walks through the tree and counts the rules; fails if a move is missing at a
/// node whose moves were searched.
fn walk(tree: &Tree, index: u32, position: &Position, rules: &mut BTreeSet<Rule>) {
    let node = tree.node(index).unwrap();
    let mut searched = HashSet::new();
    for at in tree.children(index) {
        let child = tree.node(at).unwrap();
        let is_second_look = child.ply == node.ply;
        let next = match child.mv {
            _ if is_second_look => *position,
            None => position.after_null().unwrap(),
            Some(mv) => {
                searched.insert(mv);
                let mut next = *position;
                next.play(mv).unwrap();
                next
            }
        };
        walk(tree, at, &next, rules);
    }
    let mut left_out = HashSet::new();
    for left in node.left_out() {
        let mv = match left {
            TreeMove::Unseen(mv) => mv,
            TreeMove::Skipped(mv, rule, compared) => {
                assert!(falls_short(compared), "{rule:?} {compared:?}");
                rules.insert(rule);
                mv
            }
        };
        assert!(left_out.insert(mv), "{position} {mv:?} is left out twice");
    }
    let looks_at_moves = match node.outcome {
        NodeOutcome::BetaCut | NodeOutcome::Searched | NodeOutcome::FailLow => true,
        // Good enough without a move, or better than all of them.
        NodeOutcome::StandPat => node.value < node.window.beta,
        _ => false,
    };
    if looks_at_moves {
        let all: HashSet<Move> = searched.union(&left_out).copied().collect();
        assert_eq!(all, expected(position, node.depth), "{position} {node:?}");
    }
}

/// What a rule compared is a reason to leave out a move.
fn falls_short(compared: Compared) -> bool {
    match compared {
        Compared::Values(value, bound) => value <= bound,
        Compared::Material(gain, least) => gain < least,
        Compared::Histories(standing, least) => standing < least,
        Compared::Moves(number, most) => number > most,
        Compared::Nothing => true,
    }
}

#[test]
fn every_move_of_the_champion_is_accounted_for() {
    let mut rules = BTreeSet::new();
    for fen in POSITIONS {
        let position: Position = fen.parse().unwrap();
        let (limits, signals) = (Limits::depth(10), Signals::new());
        let job = Job::new(&position, &limits, &signals);
        let mut tree = Tree::new(TreeLimits::default());
        let mut evaluator = eval::IncrementalTuned::new(&eval::Tuned::default());
        Solo::new(4).unwrap().search_observed(&job, &mut evaluator, &mut tree);
        walk(&tree, 0, &position, &mut rules);
    }
    for rule in
        [Rule::LateMove, Rule::Futility, Rule::History, Rule::See, Rule::Delta, Rule::Singular]
    {
        assert!(rules.contains(&rule), "{rule:?} is not among {rules:?}");
    }
}

#[test]
fn every_move_of_the_ladder_is_accounted_for() {
    for name in ["minimax", "alphabeta", "quiescence", "nullmove", "pvs", "mtdf", "mn", "probimax"]
    {
        let mut rules = BTreeSet::new();
        for fen in POSITIONS {
            let position: Position = fen.parse().unwrap();
            let mut task = Task::new(&position, eval::by_name("pst").unwrap(), 2);
            task.options.delta_pruning = true;
            task.options.see_pruning = true;
            let mut tree = Tree::new(TreeLimits::default());
            Rung::by_name(name).unwrap().search(&task, &mut tree);
            walk(&tree, 0, &position, &mut rules);
        }
        let has_rules = ["quiescence", "nullmove"].contains(&name);
        assert_eq!(rules.is_empty(), !has_rules, "{name}: {rules:?}");
    }
}
