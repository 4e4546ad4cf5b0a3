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
            assert_eq!(tree.root.value, tree.value(), "{}", rung.name());
            assert_eq!(tree.value().is_some(), rung.looks_ahead(), "{}", rung.name());
        }
    }
}

#[test]
fn a_tree_too_large_is_that_of_the_deepest_search_that_fits() {
    for rung in Rung::ALL {
        let asked = 12;
        let tree = record(rung.name(), asked, Limits { searched: 5_000, ..ALL });
        let name = rung.name();
        assert_eq!(tree.asked, asked, "{name}");
        assert_eq!(tree.is_cut_short(), rung.looks_ahead(), "{name}");
        assert!(tree.report.nodes <= 5_000, "{name}");
        if !rung.has_fixed_depth() {
            // Those that grow a tree show it as it was when they were stopped.
            assert_eq!(tree.depth, asked, "{name}");
            assert_eq!(tree.root.below, tree.report.nodes, "{name}");
            continue;
        }
        assert!(tree.report.is_finished(), "{name}");
        assert_eq!(tree.report.depth, tree.depth, "{name}");
        // It is the tree that the shallower search has by itself, and the next
        // depth does not fit.
        let plain = record(name, tree.depth, ALL);
        assert_eq!(tree.text(false), plain.text(false), "{name}");
        assert!(!plain.is_cut_short(), "{name}");
        let next = record(name, tree.depth + 1, ALL);
        assert!(next.report.nodes > 5_000, "{name}");
    }
    // Not even one ply fits: as much of it as does.
    let tree = record("minimax", 3, Limits { searched: 10, ..ALL });
    assert!(tree.is_cut_short() && !tree.report.is_finished() && tree.depth == 1);
    assert!(tree.text(false).contains("stopped by a limit of nodes"), "{}", tree.text(false));
    // Of a node that was stopped no value is known.
    assert_eq!(tree.root.value, None);
    assert_eq!(tree.root.sons.len(), 10);
    assert!(tree.root.sons.iter().all(|son| son.value.is_some()));
    // A limit of its own is nobody else's business.
    let tree = record("minimax:nodes=10", 3, ALL);
    assert!(!tree.is_cut_short());
}

/// One view in all of JSON: what the reasons say are the numbers beside them.
#[test]
fn json_has_one_view() {
    fn check(node: &serde_json::Value, checked: &mut [usize; 2]) {
        let reason = node["reason"].as_str().unwrap();
        let centipawns = |text: &str| (text.parse::<f64>().unwrap() * 100.0).round() as i64;
        let is_root_s_turn = node["ply"].as_u64().unwrap().is_multiple_of(2);
        if let Some(numbers) = reason.strip_prefix("cut, ")
            && !reason.contains('#')
        {
            let words: Vec<&str> = numbers.split([' ', ':']).collect();
            assert_eq!(centipawns(words[0]), node["value_cp"].as_i64().unwrap(), "{reason}");
            let (sign, limit, bound) = match is_root_s_turn {
                true => ("≥", "beta_cp", "at_least"),
                false => ("≤", "alpha_cp", "at_most"),
            };
            assert_eq!(words[1], sign, "{reason}");
            assert_eq!(centipawns(words[2]), node[limit].as_i64().unwrap(), "{reason}");
            assert_eq!(node["bound"], bound, "{reason}");
            checked[usize::from(is_root_s_turn)] += 1;
        }
        for left in node["left_out"].as_array().unwrap() {
            if left["why"] == "delta" {
                // Not even with the margin is it good enough for whoever moves.
                let [value, bound] =
                    ["value_cp", "bound_cp"].map(|key| left[key].as_i64().unwrap());
                let is_too_bad = if is_root_s_turn { value <= bound } else { value >= bound };
                assert!(is_too_bad, "{left}");
            }
        }
        node["children"].as_array().unwrap().iter().for_each(|son| check(son, checked));
    }
    let mut checked = [0; 2];
    for algorithm in ["alphabeta", "pvs", "nullmove", "quiescence:delta,exchange"] {
        let tree = record(algorithm, 3, Limits { nodes: 2_000, ..ALL });
        let json: serde_json::Value = serde_json::from_str(&tree.json()).unwrap();
        assert_eq!(json["value_cp"], json["root"]["value_cp"]);
        check(&json["root"], &mut checked);
    }
    assert!(checked.iter().all(|&count| count > 100), "{checked:?}");
}

#[test]
fn a_picture_has_the_numbers_of_rules_and_a_sensible_width() {
    let width = |svg: &str| -> u32 {
        let (_, rest) = svg.split_once("width=\"").unwrap();
        rest.split_once('"').unwrap().0.parse().unwrap()
    };
    let picture = Limits { nodes: 36, ply: Limits::PICTURE_PLIES, ..ALL };
    for rung in Rung::ALL {
        let tree = record(rung.name(), 4, picture);
        let svg = tree.svg();
        assert!((760..=1_700).contains(&width(&svg)), "{}: {}", rung.name(), width(&svg));
        let mut plies = 0;
        each(&tree.root, &mut |node| plies = plies.max(node.ply));
        assert!(plies <= Limits::PICTURE_PLIES, "{}", rung.name());
        assert_eq!(tree.root.below, tree.nodes, "{}: the rest is counted", rung.name());
    }
    // However long a line is, its moves do not make the picture wide.
    let race: Position = "8/7k/8/p7/8/P7/8/7K w - - 0 1".parse().unwrap();
    let ordered: Algorithm = "ordered".parse().unwrap();
    let material = eval::by_name("material").unwrap();
    let long = SearchTree::record(&race, material, 11, &ordered, picture);
    assert!(long.report.line.len() == 11 && width(&long.svg()) <= 1_700, "{}", long.text(false));

    let svg = record("quiescence:delta,exchange", 1, picture).svg();
    assert!(svg.contains(" left out by delta: ") && svg.contains(" against "), "{svg}");
    assert!(svg.contains(" left out by exchange: ") && svg.contains(" (loses +"), "{svg}");
    let svg = record("nullmove", 3, picture).svg();
    assert!(svg.contains(">pruned by null move, "), "{svg}");
}

#[test]
fn a_move_searched_twice_is_shown_twice() {
    let position = lab::published::BOARDS[1].fen.parse().unwrap();
    let pvs: Algorithm = "pvs".parse().unwrap();
    let material = eval::by_name("material").unwrap();
    let limits = Limits { nodes: 22, ..ALL };
    let tree = SearchTree::record(&position, material, 3, &pvs, limits);
    let best = tree.report.line[0];
    let name = position.to_san(best);
    let times: Vec<_> = tree.root.sons.iter().filter(|son| is_called(son, &name)).collect();
    assert_eq!(times.len(), 2, "{}", tree.text(false));
    // First the question, then the search.
    assert_eq!(times[0].window.beta, times[0].window.alpha + 1);
    assert!(times[1].is_best && times[1].window.beta > times[1].window.alpha + 1);
}

fn is_called(node: &ShownNode, name: &str) -> bool {
    node.mv.as_ref().is_some_and(|(_, san)| san == name)
}

#[test]
fn what_was_not_searched_says_so() {
    let tree = record("random", 3, ALL);
    assert_eq!((tree.value(), tree.root.value, tree.root.outcome), (None, None, None));
    assert_eq!(tree.root.left_out.len(), 35);
    let text = tree.text(false);
    assert!(text.contains("random, depth 0, material: no value, 0 nodes"), "{text}");
    assert!(text.contains("not searched") && !text.contains("0.00"), "{text}");
    let json: serde_json::Value = serde_json::from_str(&tree.json()).unwrap();
    assert!(json["value_cp"].is_null() && json["root"]["value_cp"].is_null());
    assert_eq!(json["root"]["outcome"], "not_searched");
    assert!(tree.svg().contains("35 never looked at: "));
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
