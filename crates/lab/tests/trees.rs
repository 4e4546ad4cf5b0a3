//! The tree that is shown is the tree that was searched.

#![allow(clippy::unwrap_used)] // helpers of tests

use chess::Position;
use lab::tree::{Limits, SearchTree, ShownNode};
use search::ladder::Algorithm;
use search::ladder::Rung;

const BOARD: &str = "r2q3k/pn2bprp/4pNp1/2p1PbQ1/3p1P2/5NR1/PPP3PP/2B2RK1 w - - 0 1";
const ALL: Limits = Limits { nodes: 100_000, ply: usize::MAX, searched: Limits::SEARCHED };

fn record(algorithm: &str, depth: u32, limits: Limits) -> SearchTree {
    let position: Position = BOARD.parse().unwrap();
    let algorithm: Algorithm = algorithm.parse().unwrap();
    let material = eval::by_name("material").unwrap();
    SearchTree::record(&position, material, depth, &algorithm, limits)
}

fn shown(node: &ShownNode) -> usize {
    1 + node.sons.iter().map(shown).sum::<usize>()
}

fn each<'a>(node: &'a ShownNode, visit: &mut impl FnMut(&'a ShownNode)) {
    visit(node);
    node.sons.iter().for_each(|son| each(son, visit));
}

#[test]
fn without_a_limit_every_node_is_there() {
    for rung in Rung::ALL {
        let tree = record(rung.name(), 2, ALL);
        assert_eq!(shown(&tree.root) as u64, tree.nodes + 1, "{}", rung.name());
        if tree.passes == 1 {
            assert_eq!(tree.nodes, tree.report.nodes, "{}", rung.name());
        }
        each(&tree.root, &mut |node| assert_eq!(node.hidden_nodes, 0));
    }
}

#[test]
fn a_limit_keeps_the_best_line_and_counts_the_rest() {
    for rung in Rung::ALL {
        let tree = record(rung.name(), 3, Limits { nodes: 20, ..ALL });
        let count = shown(&tree.root);
        assert!(count <= 20.max(tree.report.line.len() + 1), "{}: {count}", rung.name());
        // Father by father, shown and hidden add up.
        each(&tree.root, &mut |node| {
            let below: u64 = node.sons.iter().map(|son| son.below + 1).sum();
            assert_eq!(below + node.hidden_nodes, node.below, "{}", rung.name());
        });
        let mut best = 0;
        each(&tree.root, &mut |node| best += usize::from(node.is_best));
        assert!(best >= 1 && best <= tree.report.line.len() + 1);
        if tree.passes == 1 && tree.nodes > 0 {
            assert_eq!(best, tree.report.line.len() + 1, "{}", rung.name());
        }
    }
}

#[test]
fn cuts_are_marked_with_reason_and_window() {
    let tree = record("alphabeta", 2, ALL);
    let text = tree.text(false);
    assert!(text.contains("cut, "), "{text}");
    assert!(text.contains("[never looked at: "), "{text}");
    assert!(text.contains("(-∞, +∞)"), "{text}");
    assert!(!text.contains('\u{1b}'));
    let bold = tree.text(true);
    assert!(bold.contains("\u{1b}[1mroot*"));
    assert_eq!(bold.replace("\u{1b}[1m", "").replace("\u{1b}[0m", ""), text);

    // Minimax leaves nothing out.
    let text = record("minimax", 2, ALL).text(false);
    assert!(!text.contains("cut") && !text.contains("never looked at"));

    let text = record("quiescence:delta,exchange", 1, ALL).text(false);
    assert!(text.contains("[left out by exchange: ") && text.contains("(loses +"), "{text}");
    assert!(text.contains("[left out by delta: "), "{text}");
    assert!(record("nullmove", 3, ALL).text(false).contains("pruned by null move, "));
    assert!(record("table", 4, ALL).text(false).contains("known from the table"));
}

#[test]
fn plies_can_be_limited() {
    let tree = record("alphabeta", 3, Limits { nodes: 1_000, ply: 1, ..ALL });
    each(&tree.root, &mut |node| assert!(node.ply <= 1));
    assert_eq!(tree.root.below, tree.report.nodes);
}

#[test]
fn json_and_svg_are_well_formed() {
    for rung in Rung::ALL {
        let tree = record(rung.name(), 2, Limits { nodes: 60, ..ALL });
        let json: serde_json::Value = serde_json::from_str(&tree.json()).unwrap();
        assert_eq!(json["algorithm"], rung.name());
        assert_eq!(json["nodes"], tree.nodes);
        assert_eq!(json["root"]["best_line"], true);
        let svg = tree.svg();
        assert!(svg.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\""));
        assert!(svg.ends_with("</svg>\n"));
        // Every tag that is opened is closed.
        for tag in ["g", "text", "title"] {
            let opened =
                svg.matches(&format!("<{tag}>")).count() + svg.matches(&format!("<{tag} ")).count();
            assert_eq!(opened, svg.matches(&format!("</{tag}>")).count(), "{tag}");
        }
        assert!(!svg.contains("& ") && !svg.contains("http://www.w3.org/1999"));
    }
}

/// What the tree says of its root is what the search reported.
#[test]
fn the_root_has_the_value_of_the_title() {
    for rung in Rung::ALL {
        for depth in [1, 3] {
            let tree = record(rung.name(), depth, ALL);
            // The last question of MTD(f) has a bound for an answer.
            let is_exact = rung != Rung::Mtdf;
            assert!(!is_exact || tree.root.value == tree.report.value, "{}", rung.name());
        }
    }
}

#[test]
fn a_tree_too_large_is_that_of_the_deepest_search_that_fits() {
    for rung in Rung::ALL {
        // Those with a budget of their own end by themselves.
        let asked = if rung.keeps_a_budget() { 4 } else { 12 };
        let tree = record(rung.name(), asked, Limits { searched: 5_000, ..ALL });
        let name = rung.name();
        assert_eq!(tree.asked, asked, "{name}");
        if rung.keeps_a_budget() {
            assert!(!tree.is_cut_short() && tree.depth == asked, "{name}");
            continue;
        }
        assert!(tree.is_cut_short(), "{name}");
        assert!(tree.report.finished && tree.report.nodes <= 5_000, "{name}");
        assert_eq!(tree.report.depth, tree.depth, "{name}");
        // It is the tree that the shallower search has by itself, and the next
        // depth does not fit.
        let plain = record(name, tree.depth, ALL);
        assert_eq!(tree.text(false), plain.text(false), "{name}");
        assert!(!plain.is_cut_short(), "{name}");
        let next = record(name, tree.depth + 1, ALL);
        assert!(next.report.nodes >= 5_000, "{name}");
    }
    // Not even one ply fits: as much of it as does.
    let tree = record("minimax", 3, Limits { searched: 10, ..ALL });
    assert!(tree.is_cut_short() && !tree.report.finished && tree.depth == 1);
    assert!(tree.text(false).contains("stopped"), "{}", tree.text(false));
    // A limit of its own is nobody else's business.
    let tree = record("minimax:nodes=10", 3, ALL);
    assert!(!tree.is_cut_short());
}

#[test]
fn a_mated_position_has_a_root_and_no_more() {
    let position: Position = "7k/5KQ1/8/8/8/8/8/8 b - - 0 1".parse().unwrap();
    let material = eval::by_name("material").unwrap();
    for rung in Rung::ALL {
        let tree = SearchTree::record(&position, material, 3, &Algorithm::plain(rung), ALL);
        assert_eq!((tree.nodes, shown(&tree.root)), (0, 1), "{}", rung.name());
        assert!(tree.svg().contains("root") && tree.text(false).contains("root"));
    }
}
