//! The tree that is shown is the tree that was searched.

#![allow(clippy::unwrap_used)] // helpers of tests

use chess::Position;
use eval::Evaluation;
use plywise_lab::tree::{Assignment, Excerpt, NodeEnd, SearchTree, ShownNode};
use search::ladder::Rung;

const BOARD: &str = "r2q3k/pn2bprp/4pNp1/2p1PbQ1/3p1P2/5NR1/PPP3PP/2B2RK1 w - - 0 1";
const ALL: Excerpt = Excerpt { nodes: 100_000, ply: usize::MAX };

fn record(algorithm: &str, depth: u32, excerpt: Excerpt) -> SearchTree {
    record_within(algorithm, depth, excerpt, Assignment::NODES)
}

fn record_within(algorithm: &str, depth: u32, excerpt: Excerpt, nodes: u64) -> SearchTree {
    record_at(BOARD, algorithm, depth, excerpt, nodes)
}

fn record_at(fen: &str, algorithm: &str, depth: u32, excerpt: Excerpt, nodes: u64) -> SearchTree {
    let position: Position = fen.parse().unwrap();
    let material = Evaluation::named("material").unwrap();
    let searcher = algorithm.parse().unwrap();
    let assignment = Assignment { nodes, ..Assignment::new(&position, searcher, &material, depth) };
    SearchTree::record(&assignment, excerpt).unwrap()
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
        assert_eq!(shown(&tree.root) as u64, tree.recording.nodes() + 1, "{}", rung.name());
        if tree.recording.passes == 1 {
            assert_eq!(tree.recording.nodes(), tree.recording.report.nodes, "{}", rung.name());
        }
        each(&tree.root, &mut |node| assert_eq!(node.hidden_nodes, 0));
    }
}

#[test]
fn a_limit_keeps_the_best_line_and_counts_the_rest() {
    for rung in Rung::ALL {
        let tree = record(rung.name(), 3, Excerpt { nodes: 20, ..ALL });
        let count = shown(&tree.root);
        assert!(count <= 20.max(tree.recording.report.pv.len() + 1), "{}: {count}", rung.name());
        // Father by father, shown and hidden add up.
        each(&tree.root, &mut |node| {
            let below: u64 = node.sons.iter().map(|son| son.node.below + 1).sum();
            assert_eq!(below + node.hidden_nodes, node.node.below, "{}", rung.name());
        });
        let mut best = 0;
        each(&tree.root, &mut |node| best += usize::from(node.is_best));
        assert!(best >= 1 && best <= tree.recording.report.pv.len() + 1);
        if tree.recording.passes == 1 && tree.recording.nodes() > 0 {
            assert_eq!(best, tree.recording.report.pv.len() + 1, "{}", rung.name());
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

    let text = record("quiescence:delta,see", 1, ALL).text(false);
    assert!(text.contains("[left out by SEE: ") && text.contains("(loses +"), "{text}");
    assert!(text.contains("[left out by delta: "), "{text}");
    assert!(record("nullmove", 3, ALL).text(false).contains("pruned by null move, "));
    assert!(record("table", 4, ALL).text(false).contains("known from the table"));
}

#[test]
fn plies_can_be_limited() {
    let tree = record("alphabeta", 3, Excerpt { nodes: 1_000, ply: 1 });
    each(&tree.root, &mut |node| assert!(node.node.ply <= 1));
    assert_eq!(tree.root.node.below, tree.recording.report.nodes);
}

#[test]
fn json_and_svg_are_well_formed() {
    for rung in Rung::ALL {
        let tree = record(rung.name(), 2, Excerpt { nodes: 60, ..ALL });
        let json: serde_json::Value = serde_json::from_str(&tree.json()).unwrap();
        assert_eq!(json["algorithm"], rung.name());
        assert_eq!(json["nodes"], tree.recording.nodes());
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
            assert_eq!(tree.root.node.value, tree.recording.value(), "{}", rung.name());
            assert_eq!(tree.recording.value().is_some(), rung.looks_ahead(), "{}", rung.name());
        }
    }
}

#[test]
fn a_tree_too_large_is_that_of_the_deepest_search_that_fits() {
    for rung in Rung::ALL {
        let asked = 12;
        let tree = record_within(rung.name(), asked, ALL, 5_000);
        let name = rung.name();
        assert_eq!(tree.recording.asked, asked, "{name}");
        assert_eq!(tree.recording.is_cut_short(), rung.looks_ahead(), "{name}");
        assert!(tree.recording.report.nodes <= 5_000, "{name}");
        if !rung.has_fixed_depth() {
            // Those that grow a tree show it as it was when they were stopped.
            assert_eq!(tree.recording.depth, asked, "{name}");
            assert_eq!(tree.root.node.below, tree.recording.report.nodes, "{name}");
            continue;
        }
        assert!(tree.recording.report.is_finished(), "{name}");
        assert_eq!(tree.recording.report.depth, tree.recording.depth, "{name}");
        // It is the tree that the shallower search has by itself, and the next
        // depth does not fit.
        let plain = record(name, tree.recording.depth, ALL);
        assert_eq!(tree.text(false), plain.text(false), "{name}");
        assert!(!plain.recording.is_cut_short(), "{name}");
        let next = record(name, tree.recording.depth + 1, ALL);
        assert!(next.recording.report.nodes > 5_000, "{name}");
    }
    // Not even one ply fits: as much of it as does.
    let tree = record_within("minimax", 3, ALL, 10);
    assert!(
        tree.recording.is_cut_short()
            && !tree.recording.report.is_finished()
            && tree.recording.depth == 1
    );
    assert!(tree.text(false).contains("stopped by a limit of nodes"), "{}", tree.text(false));
    // Of a node that was stopped no value is known.
    assert_eq!(tree.root.node.value, None);
    assert_eq!(tree.root.sons.len(), 10);
    assert!(tree.root.sons.iter().all(|son| son.node.value.is_some()));
    // A limit of its own is nobody else's business.
    let tree = record("minimax:nodes=10", 3, ALL);
    assert!(!tree.recording.is_cut_short());
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
    for algorithm in ["alphabeta", "pvs", "nullmove", "quiescence:delta,see"] {
        let tree = record(algorithm, 3, Excerpt { nodes: 2_000, ..ALL });
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
    let picture = Excerpt { nodes: 36, ply: Excerpt::PICTURE_PLIES };
    for rung in Rung::ALL {
        let tree = record(rung.name(), 4, picture);
        let svg = tree.svg();
        assert!((760..=1_700).contains(&width(&svg)), "{}: {}", rung.name(), width(&svg));
        let mut plies = 0;
        each(&tree.root, &mut |node| plies = plies.max(node.node.ply));
        assert!(plies <= Excerpt::PICTURE_PLIES, "{}", rung.name());
        assert_eq!(
            tree.root.node.below,
            tree.recording.nodes(),
            "{}: the rest is counted",
            rung.name()
        );
    }
    // However long a line is, its moves do not make the picture wide.
    let race = "8/7k/8/p7/8/P7/8/7K w - - 0 1";
    let long = record_at(race, "ordered", 11, picture, Assignment::NODES);
    assert!(
        long.recording.report.pv.len() == 11 && width(&long.svg()) <= 1_700,
        "{}",
        long.text(false)
    );

    let svg = record("quiescence:delta,see", 1, picture).svg();
    assert!(svg.contains(" left out by delta: ") && svg.contains(" against "), "{svg}");
    assert!(svg.contains(" left out by SEE: ") && svg.contains(" (loses +"), "{svg}");
    let svg = record("nullmove", 3, picture).svg();
    assert!(svg.contains(">pruned by null move, "), "{svg}");
}

#[test]
fn a_move_searched_twice_is_shown_twice() {
    let fen = plywise_lab::published::BOARDS[1].fen;
    let position: Position = fen.parse().unwrap();
    let tree = record_at(fen, "pvs", 3, Excerpt { nodes: 22, ..ALL }, Assignment::NODES);
    let best = tree.recording.report.pv[0];
    let name = position.to_san(best);
    let times: Vec<_> = tree.root.sons.iter().filter(|son| is_called(son, &name)).collect();
    assert_eq!(times.len(), 2, "{}", tree.text(false));
    // First the question, then the search.
    assert_eq!(times[0].node.window.beta, times[0].node.window.alpha + 1);
    assert!(times[1].is_best && times[1].node.window.beta > times[1].node.window.alpha + 1);
    assert_eq!((times[0].node.attempt, times[1].node.attempt), (1, 2));
}

fn is_called(node: &ShownNode, name: &str) -> bool {
    node.node.mv.as_ref().is_some_and(|mv| mv.san == name)
}

#[test]
fn what_was_not_searched_says_so() {
    let tree = record("random", 3, ALL);
    assert_eq!(
        (tree.recording.value(), tree.root.node.value, tree.root.node.end),
        (None, None, NodeEnd::NotSearched)
    );
    assert_eq!(tree.root.node.left_out.len(), 35);
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
    for name in Rung::ALL.map(Rung::name).into_iter().chain(["champion"]) {
        let tree = record_at("7k/5KQ1/8/8/8/8/8/8 b - - 0 1", name, 3, ALL, 1_000);
        assert_eq!((tree.recording.nodes(), shown(&tree.root)), (0, 1), "{name}");
        assert!(tree.svg().contains("root") && tree.text(false).contains("root"));
    }
}
