//! The lab over real sockets: its counts are those of `plywise lab compare`.

#![allow(clippy::unwrap_used)] // a failed unwrap is a failed test

use std::collections::HashMap;

use crate::page::{Page, after, at, server};
use app::protocol::{Ask, LabNode, LabOrder, LabReport, LabValue, Place, Tell, ToyPlayer};
use chess::Position;
use lab::tree::NodeEnd;
use search::ladder::Algorithm;

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

fn order(place: Place, algorithm: &str, eval: &str, depth: u32) -> LabOrder {
    let (algorithm, eval) = (algorithm.to_owned(), eval.to_owned());
    LabOrder { place, algorithm, eval, depth, nodes: None, pass: None }
}

async fn run(page: &mut Page, order: LabOrder) -> LabReport {
    let id = page.ask(Ask::LabRun(order)).await;
    let is_end = |tell: &Tell| matches!(tell, Tell::LabDone(_) | Tell::Refused { .. });
    let told = page.wait(|message| message.id == Some(id) && is_end(&message.tell)).await;
    match told.tell {
        Tell::LabDone(report) => *report,
        other => panic!("a run was expected to end well, not {other:?}"),
    }
}

async fn nodes(page: &mut Page, ask: Ask) -> Vec<LabNode> {
    match page.answer(ask).await {
        Tell::LabNodes { nodes, .. } => nodes,
        other => panic!("nodes were expected, not {other:?}"),
    }
}

#[tokio::test]
async fn counts_are_those_of_lab_compare() {
    let server = server();
    let mut page = Page::open(&server).await;
    let evaluator = eval::by_name("pst").unwrap();
    let names = [
        "minimax",
        "deepening",
        "alphabeta",
        "ordered:order=mvv",
        "table",
        "quiescence:delta",
        "nullmove",
        "pvs",
        "mtdf",
        "bestfirst",
        "mn",
        "probimax",
        "bayes",
        "mcts:nodes=500",
        "alphabeta:nodes=300",
    ];
    for (fen, depth) in [(KIWIPETE, 2), ("8/8/8/8/8/6k1/4Q3/7K w - - 0 1", 3)] {
        let position: Position = fen.parse().unwrap();
        let algorithms: Vec<Algorithm> = names.iter().map(|name| name.parse().unwrap()).collect();
        let size = lab::MinimaxSize::count(&position, depth);
        let limit = 20_000_000;
        let ours = lab::compare(&position, evaluator, depth, &algorithms, size, limit);
        let ask = Ask::LabCompare {
            place: at(fen),
            algorithms: names.iter().map(|name| (*name).to_owned()).collect(),
            eval: "pst".to_owned(),
            depth,
            nodes: None,
        };
        let id = page.ask(ask).await;
        for (name, known) in names.iter().zip(&ours.rows) {
            let told = page.wait(|message| message.id == Some(id)).await;
            let Tell::LabRow(row) = told.tell else { panic!("a row, not {told:?}") };
            assert_eq!(row.algorithm, known.algorithm.to_string());
            assert_eq!(row.nodes, known.report.nodes, "{name} in {fen}");
            assert_eq!(row.counters.nodes_per_ply, known.counters.nodes_per_ply, "{name}");
            assert_eq!(row.finished, known.report.is_finished(), "{name}");

            let report = run(&mut page, order(at(fen), name, "pst", depth)).await;
            assert_eq!(report.nodes, known.report.nodes, "{name} in {fen}");
            assert_eq!(report.counters.evaluations, known.counters.evaluations, "{name}");
            let value = known.value().map(|score| match score.mate_moves() {
                Some(moves) => LabValue::Mate(moves),
                None => LabValue::Cp(score.raw()),
            });
            assert_eq!(report.value, value, "{name}");
            assert_eq!(report.line.uci, lab::in_uci(&position, &known.report.pv), "{name}");
        }
        let told = page.wait(|message| message.id == Some(id)).await;
        assert!(matches!(told.tell, Tell::LabCompared { exact: true, .. }), "{told:?}");
    }
}

#[tokio::test]
async fn the_tree_can_be_walked_and_adds_up() {
    let server = server();
    let mut page = Page::open(&server).await;
    for (algorithm, eval, depth) in
        [("alphabeta", "material", 3), ("champion", "tuned", 6), ("champion", "nnue", 5)]
    {
        let report = run(&mut page, order(at(KIWIPETE), algorithm, eval, depth)).await;
        let run = report.run;
        let mut all = Vec::new();
        while (all.len() as u32) < report.recorded {
            let ask = Ask::LabNodes { run, from: all.len() as u32, count: 2000 };
            all.extend(nodes(&mut page, ask).await);
        }
        assert_eq!(all[0].below, report.tree_nodes);
        assert_eq!(all.len() as u64, report.tree_nodes + 1, "{algorithm} is recorded whole");
        let mut children: HashMap<u32, Vec<u32>> = HashMap::new();
        for (id, node) in all.iter().enumerate() {
            assert_eq!(node.id as usize, id);
            assert!(node.last >= node.id);
            if let Some(parent) = node.parent {
                children.entry(parent).or_default().push(node.id);
                assert!(node.id > parent && node.last <= all[parent as usize].last);
                assert!(node.san.is_some());
            }
        }
        for node in &all {
            let known = children.get(&node.id).cloned().unwrap_or_default();
            assert_eq!(node.children as usize, known.len());
            assert_eq!(u64::from(node.last - node.id), node.below);
        }
        let told = nodes(&mut page, Ask::LabChildren { run, node: 0 }).await;
        let ids: Vec<u32> = told.iter().map(|node| node.id).collect();
        assert_eq!(ids, children[&0]);
        let cuts: Vec<&LabNode> = all.iter().filter(|node| node.outcome == NodeEnd::Cut).collect();
        let unseen = cuts.iter().flat_map(|node| &node.left_out).filter(|left| left.rule.is_none());
        assert!(unseen.count() > 0, "{algorithm}: {} cuts", cuts.len());
        for &id in &report.best {
            assert!(all[id as usize].best);
        }
        if algorithm == "champion" {
            let rules: Vec<&str> = all
                .iter()
                .flat_map(|node| &node.left_out)
                .filter_map(|left| left.rule.as_deref())
                .collect();
            assert!(!rules.is_empty(), "the champion leaves moves out by rules");
            assert!(all.iter().any(|node| node.reduced > 0 && node.reason.contains("reduced by")));
            for node in &all {
                let is_told = node.reduced > 0 || node.extended > 0;
                assert_eq!(is_told, !node.depth_terms.is_empty(), "{node:?}");
            }
        }
        assert!(
            page.refusal(Ask::LabNodes { run, from: 0, count: 2001 })
                .await
                .starts_with("count cannot be 2001")
        );
        assert!(
            page.refusal(Ask::LabChildren { run, node: u32::MAX })
                .await
                .starts_with("there is no node")
        );
        assert!(matches!(page.answer(Ask::LabForget { run }).await, Tell::Done {}));
        assert!(
            page.refusal(Ask::LabChildren { run, node: 0 }).await.starts_with("there is no run")
        );
    }
}

#[tokio::test]
async fn moves_that_are_searched_again_are_told_apart() {
    let server = server();
    let mut page = Page::open(&server).await;
    let report = run(&mut page, order(at(KIWIPETE), "pvs", "pst", 4)).await;
    let mut again = 0;
    let mut from = 0;
    while from < report.recorded {
        let told = nodes(&mut page, Ask::LabNodes { run: report.run, from, count: 2000 }).await;
        from += told.len() as u32;
        again += told.iter().filter(|node| node.attempt == 2).count();
    }
    assert!(again > 0, "principal variation search looks again at what beats alpha");
    let moves = nodes(&mut page, Ask::LabChildren { run: report.run, node: 0 }).await;
    let first = moves.iter().filter(|node| node.attempt == 1);
    assert_eq!(first.count(), 48, "each move has one first time");
}

#[tokio::test]
async fn the_champion_s_tree_does_not_depend_on_who_watches() {
    let server = server();
    let mut page = Page::open(&server).await;
    let first = run(&mut page, order(after(&["e2e4"]), "champion", "tuned", 8)).await;
    let second = run(&mut page, order(after(&["e2e4"]), "champion", "tuned", 8)).await;
    assert_eq!((first.nodes, &first.line), (second.nodes, &second.line));
    // A second look at a position is entered and is no node of its own; the hunt
    // for mates, a small part of the nodes, is not shown.
    assert!(first.counters.nodes >= first.nodes - first.nodes / 10);
}

#[tokio::test]
async fn large_trees_are_kept_to_what_fits() {
    let server = server();
    let mut page = Page::open(&server).await;
    let sicilian = "r1bqkb1r/pp2pppp/2np1n2/8/3NP3/2N5/PPP2PPP/R1BQKB1R w KQkq - 0 1";
    let report = run(&mut page, order(at(sicilian), "minimax", "material", 4)).await;
    assert_eq!(report.nodes, 2_115_698);
    assert!(report.recorded == 1 + 43 + 1_436 + 61_466 && report.recorded_ply == 3, "{report:?}");
    assert!(report.remarks.iter().any(|remark| remark.contains("of 2,115,698 nodes are kept")));
    let limited = LabOrder { nodes: Some(5_000), ..order(after(&[]), "minimax", "material", 4) };
    let report = run(&mut page, limited).await;
    assert_eq!((report.asked, report.depth, report.nodes), (4, 2, 420));
    assert!(report.remarks[0].contains("the deepest that fits"));
    for (broken, said) in [
        (order(after(&[]), "minmax", "material", 3), "there is no algorithm 'minmax'"),
        (order(after(&[]), "minimax", "/etc/passwd", 3), "there is no evaluation"),
        (order(after(&[]), "minimax", "material", 31), "depth cannot be 31"),
        (order(after(&[]), "champion", "tuned", 17), "depth cannot be 17"),
        (order(at("8/8"), "minimax", "material", 3), ""),
    ] {
        assert!(page.refusal(Ask::LabRun(broken)).await.starts_with(said));
    }
}

/// A million nodes are kept whole, down to the last leaf.
#[tokio::test]
async fn a_tree_of_a_million_nodes_can_be_browsed() {
    let server = server();
    let mut page = Page::open(&server).await;
    let italian = after(&["e2e4", "e7e5", "g1f3", "b8c6", "f1c4"]);
    let report = run(&mut page, order(italian, "minimax", "material", 4)).await;
    assert_eq!((report.nodes, report.recorded), (1_040_114, 1_040_115));
    for id in [1_040_114, 700_000, 1] {
        let nodes = nodes(&mut page, Ask::LabPath { run: report.run, node: id }).await;
        let node = nodes.iter().find(|node| node.id == id).unwrap();
        assert!(nodes.iter().any(|above| Some(above.id) == node.parent));
        assert_eq!(nodes[0].id, 0);
    }
}

#[tokio::test]
async fn toys_and_explanations() {
    let server = server();
    let mut page = Page::open(&server).await;
    let toy = Ask::Toy { tree: "((3 5) (2 9))".to_owned(), player: ToyPlayer::Max };
    let Tell::Toy(story) = page.answer(toy).await else { panic!("a toy") };
    assert_eq!((story.minimax.value, story.alpha_beta.leaves), (3.0, 3));
    let broken = Ask::Toy { tree: "((3".to_owned(), player: ToyPlayer::Max };
    assert!(!page.refusal(broken).await.is_empty());
    for name in engine::EvalSpec::named() {
        let ask = Ask::Explain { place: at(KIWIPETE), eval: name.to_owned() };
        let Tell::Explained(explained) = page.answer(ask).await else { panic!("{name}") };
        let position: Position = KIWIPETE.parse().unwrap();
        let evaluation = engine::EvalSpec::Named(name).load().unwrap();
        let known = evaluation.evaluator().explain(&position).total();
        assert_eq!(explained.total, known, "{name}");
    }
}
