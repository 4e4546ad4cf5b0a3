//! Trees that grow turn by turn, and searches that pass through their root again and again.

#![allow(clippy::unwrap_used)] // helpers of tests

use std::collections::BTreeMap;

use chess::Position;
use eval::{Evaluation, Score};
use plywise_lab::tree::{Assignment, ChangedNode, Excerpt, NodeEnd, Recording, SearchTree};
use search::TreeLimits;

const SICILIAN: &str = "r1bqkb1r/pp2pppp/2np1n2/8/3NP3/2N5/PPP2PPP/R1BQKB1R w KQkq - 0 1";
const GROWING: [&str; 3] = ["mcts", "bestfirst", "bayes"];

fn record(fen: &str, algorithm: &str, depth: u32, pass: Option<u32>) -> Recording {
    let position: Position = fen.parse().unwrap();
    let evaluation = Evaluation::named("pst").unwrap();
    let searcher = algorithm.parse().unwrap();
    let assignment =
        Assignment { pass, ..Assignment::new(&position, searcher, &evaluation, depth) };
    Recording::make(&assignment, TreeLimits::default(), &mut |_| {}).unwrap()
}

/// What turns, one after the other, make of the nodes is what the finished tree says.
#[test]
fn turns_end_in_the_tree_that_is_shown() {
    for name in GROWING {
        let recording = record(SICILIAN, name, 2, None);
        assert!(recording.turns() > 5, "{name}");
        let mut known: BTreeMap<u32, ChangedNode> = BTreeMap::new();
        for turn in 0..recording.turns() {
            let mut back = Vec::new();
            let changes = recording.turn(turn);
            assert!(!changes.is_empty(), "{name} {turn}");
            for change in changes {
                let above = recording.parent(change.id);
                assert!(above.is_none_or(|above| known.contains_key(&above)), "{name} {turn}");
                if known.contains_key(&change.id) {
                    back.push(change.id);
                } else {
                    assert!(back.is_empty(), "new nodes come before the way back: {name} {turn}");
                }
                known.insert(change.id, change);
            }
            // On the way back each node is above the one before it, up to the root.
            for pair in back.windows(2) {
                assert_eq!(recording.parent(pair[0]), Some(pair[1]), "{name} {turn}");
            }
            assert_eq!(back.last().copied(), (turn > 0).then_some(0), "{name} {turn}");
        }
        assert_eq!(known.len(), recording.len(), "{name}");
        for (id, change) in known {
            let node = recording.node(id).unwrap().node;
            assert_eq!((Some(change.value), change.note), (node.value, node.note), "{name} {id}");
        }
    }
}

/// A turn of Monte Carlo tree search adds one node and one visit to each node above it.
#[test]
fn a_turn_of_mcts_is_one_visit() {
    let recording = record(SICILIAN, "mcts", 2, None);
    let mut visits: BTreeMap<u32, u32> = BTreeMap::new();
    for turn in 0..recording.turns() {
        for (index, change) in recording.turn(turn).into_iter().enumerate() {
            let count = visits.entry(change.id).or_default();
            assert_eq!(index == 0, *count == 0, "turn {turn}");
            *count += 1;
            let told = change.note.unwrap().brief;
            assert!(told.starts_with(&format!("{count} visit")), "turn {turn}: {told}");
        }
    }
    assert_eq!(visits[&0] as usize, recording.turns());
}

/// Best-first search opens the leaf at the end of the line that is best at the moment, as long as that can be opened.
#[test]
fn best_first_opens_the_end_of_the_best_line() {
    let recording = record(SICILIAN, "bestfirst", 3, None);
    let mut values: BTreeMap<u32, Score> = BTreeMap::new();
    let mut followed = 0;
    for turn in 0..recording.turns() {
        let changes = recording.turn(turn);
        let opened = changes.iter().find(|change| values.contains_key(&change.id));
        if let Some(opened) = opened {
            // By the values before this turn.
            let (mut at, mut is_max) = (0, true);
            loop {
                let children: Vec<u32> = recording
                    .children(at)
                    .unwrap()
                    .filter(|child| values.contains_key(child))
                    .collect();
                let best = if is_max {
                    children.iter().copied().rev().max_by_key(|child| values[child])
                } else {
                    children.iter().copied().min_by_key(|child| values[child])
                };
                let Some(best) = best else { break };
                (at, is_max) = (best, !is_max);
            }
            let node = recording.node(at).unwrap().node;
            if node.ply < 3 && node.end != NodeEnd::Mate && !matches!(node.end, NodeEnd::Draw) {
                assert_eq!(opened.id, at, "turn {turn}");
                followed += 1;
            }
        }
        for change in changes {
            values.insert(change.id, change.value);
        }
    }
    assert!(followed > 5, "{followed}");
}

#[test]
fn a_search_that_grows_no_tree_has_no_turns() {
    assert_eq!(record(SICILIAN, "alphabeta", 2, None).turns(), 0);
}

#[test]
fn any_pass_through_the_root_can_be_recorded() {
    for (wanted, depth) in [(Some(1), 1), (Some(2), 2), (None, 3), (Some(9), 3)] {
        let recording = record(SICILIAN, "deepening", 3, wanted);
        assert_eq!((recording.passes, recording.pass), (3, wanted.unwrap_or(3).min(3)));
        assert_eq!(recording.node(0).unwrap().node.depth, depth);
    }
    // MTD(f) asks with a window in which there is no value, until the bounds meet.
    let passes = record(SICILIAN, "mtdf", 2, None).passes;
    let mut bounds = (Score::mated_in(0), Score::INFINITE);
    let mut lines = 0;
    for pass in 1..=passes {
        let root = record(SICILIAN, "mtdf", 2, Some(pass)).node(0).unwrap().node;
        let (window, value) = (root.window, root.value.unwrap());
        if window.beta.raw() - window.alpha.raw() == 2 {
            assert_eq!((bounds.0, bounds.1), (value, value));
            bounds = (Score::mated_in(0), Score::INFINITE);
            lines += 1;
        } else {
            assert_eq!(window.beta.raw() - window.alpha.raw(), 1);
            if value >= window.beta { bounds.0 = value } else { bounds.1 = value }
        }
    }
    assert_eq!(lines, 2);
}

#[test]
fn a_finished_game_says_that_it_is_over() {
    for (fen, told, never) in [
        ("7k/5KQ1/8/8/8/8/8/8 b - - 0 1", "mated", "#0"),
        ("k7/2Q5/1K6/8/8/8/8/8 b - - 0 1", "0.00", "#0"),
    ] {
        let position: Position = fen.parse().unwrap();
        let evaluation = Evaluation::named("pst").unwrap();
        let assignment = Assignment::new(&position, "alphabeta".parse().unwrap(), &evaluation, 2);
        let excerpt = Excerpt { nodes: 10, ply: 3 };
        let tree = SearchTree::record(&assignment, excerpt).unwrap();
        for shown in [tree.text(false), tree.svg()] {
            assert!(shown.contains(told) && !shown.contains(never), "{shown}");
            assert!(!shown.contains("with <") && !shown.contains("with \n"), "{shown}");
        }
    }
}
