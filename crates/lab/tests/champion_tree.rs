//! The champion's tree: every node with its reason, and every reason true.

#![allow(clippy::unwrap_used)] // helpers of tests

use std::collections::BTreeSet;

use chess::Position;
use eval::{Evaluation, Score};
use plywise_lab::tree::{
    Assignment, Excerpt, ExplainedNode, NodeEnd, Recording, SearchTree, Searcher, ShownNode,
};
use search::champion::{Job, Solo};
use search::{Bound, Limits, Signals, TreeLimits};

const POSITIONS: [&str; 3] = [
    "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQ - 0 8",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b KQkq - 0 1",
    "r1bq2r1/b4pk1/p1pp1p2/1p2pP2/1P2P1PB/3P4/1PPQ2P1/R3K2R w KQ - 0 1",
];
const EVERYTHING: TreeLimits = TreeLimits { nodes: 200_000, ply: search::MAX_PLY };

fn tuned() -> Evaluation {
    Evaluation::named("tuned").unwrap()
}

fn record(fen: &str, depth: u32, limits: TreeLimits) -> Recording {
    let (position, tuned) = (fen.parse().unwrap(), tuned());
    let assignment = Assignment::new(&position, Searcher::Champion, &tuned, depth);
    Recording::make(&assignment, limits, &mut |_| {}).unwrap()
}

fn tree(fen: &str, depth: u32, excerpt: Excerpt) -> SearchTree {
    let (position, tuned) = (fen.parse().unwrap(), tuned());
    let assignment = Assignment::new(&position, Searcher::Champion, &tuned, depth);
    SearchTree::record(&assignment, excerpt).unwrap()
}

#[test]
fn every_reason_is_there_and_true() {
    let mut reasons = BTreeSet::new();
    for fen in POSITIONS {
        let recording = record(fen, 10, EVERYTHING);
        assert_eq!(recording.len() as u64, recording.nodes() + 1);
        for id in 0..recording.len() as u32 {
            let node = recording.node(id).unwrap().node;
            bound_fits_the_window(&node, recording.position.turn() == node.turn);
            comparisons_hold(&node.reason);
            let sum: f64 = node.terms.iter().map(|term| term.plies).sum();
            // Terms say by how much deeper a move is searched, reductions with a minus.
            let plies = f64::from(node.extended) - f64::from(node.reduced);
            assert!((sum - plies).abs() < 1e-9, "{node:?}");
            reasons.insert(kind(&node.reason));
            reasons.extend(node.terms.iter().map(|term| format!("term {}", term.name)));
            reasons.extend(
                node.left_out.iter().map(|left| format!("left out: {}", kind(&left.reason))),
            );
        }
    }
    for reason in [
        "searched",
        "cut",
        "known from the table",
        "stands pat",
        "mate",
        "draw",
        "pruned by null move",
        "pruned by reverse futility",
        "pruned by razoring",
        "pruned by ProbCut",
        "term late move",
        "term history",
        "term rounding",
        "term singular extension",
        "term razoring",
        "term ProbCut",
        "term null move",
        "term singular search",
        "left out: never looked at",
        "left out: futility",
        "left out: delta",
        "left out: SEE",
        "left out: history",
        "left out: late move",
        "left out: singular",
    ] {
        assert!(reasons.contains(reason), "{reason} is not among {reasons:#?}");
    }
}

/// What comes before the numbers.
fn kind(reason: &str) -> String {
    reason.split([',', ':']).next().unwrap().to_owned()
}

fn bound_fits_the_window(node: &ExplainedNode, is_root_s_turn: bool) {
    let Some(value) = node.value else { return };
    // A table's word may be about another window, and a repetition at hand is a
    // bound of its own; what fails low may do so against more than alpha.
    let search::Window { alpha, beta } = node.window;
    let (is_high, is_low) = (value >= beta, value <= alpha);
    match (node.end, node.bound, is_root_s_turn) {
        (NodeEnd::Cut | NodeEnd::Pruned | NodeEnd::StandPat, Bound::Lower, true) => {
            assert!(is_high, "{node:?}");
        }
        (NodeEnd::Cut | NodeEnd::Pruned | NodeEnd::StandPat, Bound::Upper, false) => {
            assert!(is_low, "{node:?}");
        }
        (NodeEnd::Pruned, Bound::Upper, true) => assert!(is_low, "{node:?}"),
        (NodeEnd::Pruned, Bound::Lower, false) => assert!(is_high, "{node:?}"),
        (NodeEnd::Searched, Bound::Exact, _) => assert!(!is_high && !is_low, "{node:?}"),
        _ => {}
    }
}

/// `+0.35 ≥ +0.20` is true.
fn comparisons_hold(reason: &str) {
    let words: Vec<&str> = reason.split([' ', ',', ':']).collect();
    for (index, sign) in words.iter().enumerate() {
        let holds: fn(&f64, &f64) -> bool = match *sign {
            "≥" => f64::ge,
            "≤" => f64::le,
            "<" => f64::lt,
            ">" => f64::gt,
            _ => continue,
        };
        let number = |word: &str| word.parse::<f64>().ok();
        if let (Some(left), Some(right)) = (number(words[index - 1]), number(words[index + 1])) {
            assert!(holds(&left, &right), "{reason}");
        }
    }
}

#[test]
fn the_tree_comes_as_text_json_and_svg() {
    for fen in POSITIONS {
        let all = tree(fen, 8, Excerpt { nodes: 100_000, ply: usize::MAX });
        let text = all.text(false);
        // A mate that is found for sure ends the search sooner.
        let depth = if text.contains("tuned: #") { 7..=8 } else { 8..=8 };
        let json: serde_json::Value = serde_json::from_str(&all.json()).unwrap();
        let reached = json["depth"].as_u64().unwrap();
        assert!(depth.contains(&reached), "{text}");
        assert!(text.starts_with(&format!("champion, depth {reached}, tuned: ")), "{text}");
        for words in
            ["reduced by", "late move -", "[left out by ", "known from the table", "stands pat"]
        {
            assert!(text.contains(words), "{words} is not in\n{text}");
        }
        assert_eq!(json["algorithm"], "champion");
        let mut count = 0;
        check_json(&json["root"], &mut count);
        assert_eq!(count, all.recording.nodes() + 1);

        let picture = tree(fen, 8, Excerpt { nodes: 36, ply: Excerpt::PICTURE_PLIES });
        let svg = picture.svg();
        assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
        for tag in ["g", "text", "title"] {
            let opened =
                svg.matches(&format!("<{tag}>")).count() + svg.matches(&format!("<{tag} ")).count();
            assert_eq!(opened, svg.matches(&format!("</{tag}>")).count(), "{tag}");
        }
        assert!(svg.contains("late move -") && svg.contains("so many plies less deep"), "{svg}");
        assert!(boxes_overlap(&picture.root).is_empty(), "{:?}", boxes_overlap(&picture.root));
    }
}

fn check_json(node: &serde_json::Value, count: &mut u64) {
    *count += 1;
    let more =
        node["extended_by"].as_f64().unwrap_or(0.0) - node["reduced_by"].as_f64().unwrap_or(0.0);
    let terms = node["depth_terms"].as_array().cloned().unwrap_or_default();
    let sum: f64 = terms.iter().map(|term| term["plies"].as_f64().unwrap()).sum();
    assert!((sum - more).abs() < 1e-9, "{node}");
    assert!(node["left_out"].as_array().unwrap().iter().all(|left| left["reason"].is_string()));
    node["children"].as_array().unwrap().iter().for_each(|son| check_json(son, count));
}

/// Nodes whose texts would not fit side by side into their box.
fn boxes_overlap(shown: &ShownNode) -> Vec<String> {
    let mut found = Vec::new();
    let name = shown.node.mv.as_ref().map_or("root", |mv| &mv.san);
    let value = shown.node.value.map_or_else(String::new, |value| value.to_string());
    // Twelve pixels high, about seven wide, in a box of 150 with room for a disc.
    if (name.chars().count() + value.chars().count() + 2) * 7 > 150 {
        found.push(format!("{name} {value}"));
    }
    found.extend(shown.sons.iter().flat_map(boxes_overlap));
    found
}

/// Recording changes nothing, and finds what the champion finds by itself.
#[test]
fn watching_changes_nothing() {
    for fen in POSITIONS {
        let position: Position = fen.parse().unwrap();
        let recording = record(fen, 9, TreeLimits { nodes: 500, ply: search::MAX_PLY });
        let (limits, signals) = (Limits::depth(9), Signals::new());
        let job = Job::new(&position, &limits, &signals);
        let mut judge = eval::IncrementalTuned::new(&eval::Tuned::default());
        let found = Solo::new(16).unwrap().search(&job, &mut judge);
        assert_eq!(recording.report.nodes, found.nodes);
        assert_eq!((recording.report.score, &recording.report.pv), (found.score, &found.pv));
    }
}

/// However large the search is, what is kept of it is not.
#[test]
fn large_trees_stay_within_their_limits() {
    let limits = TreeLimits { nodes: 5_000, ply: search::MAX_PLY };
    let recording = record(POSITIONS[1], 13, limits);
    assert!(recording.report.nodes > 50_000, "{}", recording.report.nodes);
    assert!(recording.len() <= limits.nodes && recording.nodes() > recording.len() as u64);
    // The first plies are whole, and nothing else is there.
    assert!(recording.plies >= 1 && recording.plies < 13);
    let mut deepest = 0;
    for id in 0..recording.len() as u32 {
        deepest = deepest.max(recording.node(id).unwrap().node.ply);
    }
    assert_eq!(deepest, recording.plies);
    let remark = recording.remarks().into_iter().find(|remark| remark.contains("nodes are kept"));
    assert!(remark.unwrap().ends_with(&format!("the first {} plies", recording.plies)));
    // Two such trees at most are held while it is searched.
    let bytes = recording.bytes();
    assert!(2 * bytes < 8 << 20, "{bytes} bytes for {} nodes", recording.len());
}

#[test]
fn too_deep_a_search_is_the_deepest_that_fits() {
    let (position, tuned) = (POSITIONS[0].parse().unwrap(), tuned());
    let wanted = Assignment::new(&position, Searcher::Champion, &tuned, 30);
    let wanted = Assignment { nodes: 20_000, ..wanted };
    let recording = Recording::make(&wanted, EVERYTHING, &mut |_| {}).unwrap();
    assert!(recording.is_cut_short() && recording.report.is_finished());
    assert_eq!(recording.report.depth, recording.depth);
    assert!(recording.report.nodes < 20_000 && recording.depth > 5);
    let plain = record(POSITIONS[0], recording.depth, EVERYTHING);
    let found = |recording: &Recording| {
        let report = &recording.report;
        (report.best, report.score, report.pv.clone(), report.depth, report.nodes, report.ending)
    };
    assert_eq!(found(&plain), found(&recording));
    assert_eq!(recording.value(), Some(plain.report.score));
    assert_ne!(recording.value(), Some(Score::INFINITE));
}
