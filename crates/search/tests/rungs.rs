//! What every rung must do, whatever its idea: play the shortest mate, know the
//! draws, stop at any time with a move, look deeper in the endgame if told to,
//! and do the same whether it is watched or not.

#![allow(clippy::unwrap_used)] // a failed unwrap is a failed test

use std::time::Duration;

use crate::games::{Random, evaluator};
use chess::{Move, Position};
use eval::Score;
use plywise_search::ladder::{Rung, Store};
use plywise_search::{Control, Counters, Ending, Node, Observer, Signals, Silent, Task};

/// All rungs that look ahead: all but the first.
fn searchers() -> impl Iterator<Item = Rung> {
    Rung::ALL.into_iter().filter(|&rung| rung != Rung::Random)
}

fn position(fen: &str) -> Position {
    fen.parse().unwrap()
}

fn best(rung: Rung, task: &Task<'_>) -> String {
    format!("{:?}", rung.search(task, &mut Silent).best.unwrap())
}

/// Positions with a mate in so many plies, most with longer mates as well.
const MATES: [(u32, &str); 17] = [
    (1, "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1"),
    (1, "7k/8/5KQ1/8/8/8/8/8 w - - 0 1"),
    (1, "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4"),
    (1, "4k3/P7/4K3/8/8/8/8/8 w - - 0 1"),
    (1, "6rk/6pp/8/4N3/8/8/8/4K3 w - - 0 1"),
    (1, "8/8/8/8/8/1k6/7q/K7 b - - 0 1"),
    (3, "6k1/8/8/8/8/8/R7/1R4K1 w - - 0 1"),
    (3, "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1"),
    (3, "8/8/8/8/8/3k4/7q/K7 b - - 0 1"),
    (3, "7k/8/5K2/8/8/8/8/6R1 w - - 0 1"),
    (3, "k7/8/2K5/8/8/8/8/3Q4 w - - 0 1"),
    (3, "7k/R7/5K2/8/8/8/8/8 w - - 0 1"),
    (3, "6k1/pp4p1/2p5/2bp4/8/P5Pb/1P3rrP/2BRRN1K b - - 0 1"),
    (3, "3qr2k/pbpp2pp/1p5N/3Q2b1/2P1P3/P7/1PP2PPP/R4RK1 w - - 0 1"),
    (5, "7k/8/8/5K2/8/8/8/6R1 w - - 0 1"),
    (5, "6k1/R7/5K2/8/8/8/8/8 w - - 0 1"),
    (5, "r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1"),
];

/// A mate that begins with zugzwang, which the null move cannot see
/// (`exact.rs` shows it).
const ZUGZWANG: &str = "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1";

#[test]
fn the_shortest_mate_is_played() {
    for (plies, fen) in MATES {
        let position = position(fen);
        let task = Task::new(&position, evaluator(plies as usize), plies);
        for rung in searchers() {
            if rung == Rung::NullMove && fen == ZUGZWANG {
                continue;
            }
            let name = rung.name();
            let mut task = task;
            if !rung.has_fixed_depth() {
                // What they choose themselves need not do for five plies.
                task.control = Control::unlimited().nodes(1_000_000);
            }
            let report = rung.search(&task, &mut Silent);
            assert_eq!(report.score, Score::mate_in(plies), "{name} {fen}");
            // The line is the mate as far as it goes (a table cuts it short), and
            // behind the first move nothing else is left.
            let mut end = position;
            for &mv in &report.pv {
                end.play(mv).unwrap();
            }
            let is_whole = report.pv.len() == plies as usize;
            assert!(report.pv.len() <= plies as usize, "{name} {fen}");
            assert!(!is_whole || end.is_check() && !end.has_legal_move(), "{name} {fen}");
            let mut next = position;
            next.play(report.best.unwrap()).unwrap();
            let rest = Task::new(&next, task.evaluator, plies - 1);
            let value = Rung::AlphaBeta.search(&rest, &mut Silent).score;
            assert_eq!(value, Score::mated_in(plies - 1), "{name} {fen}");
        }
    }
}

#[test]
fn a_legal_move_under_any_limit() {
    let raised = Signals::stopped();
    let mut random = Random(11);
    for round in 0..20 {
        let plies = random.below(80);
        let start = random.start();
        let (position, history) = random.game(start, plies);
        let evaluator = evaluator(round);
        for rung in Rung::ALL {
            for control in [
                Control::unlimited().nodes(0),
                Control::unlimited().nodes(1),
                Control::unlimited().nodes(2),
                Control::unlimited().nodes(77),
                Control::unlimited().nodes(1_000),
                Control::unlimited().stopped_by(&raised),
                Control::unlimited().within(Duration::ZERO),
            ] {
                let task =
                    Task { history: &history, control, ..Task::new(&position, evaluator, 6) };
                let mut counters = Counters::default();
                let report = rung.search(&task, &mut counters);
                let name = rung.name();
                assert_eq!(report.nodes, counters.nodes(), "{name} {position}");
                assert_eq!(report.best.is_some(), position.has_legal_move(), "{name} {position}");
                assert_eq!(report.best, report.pv.first().copied(), "{name} {position}");
                assert!(report.best.is_none_or(|mv| position.is_legal(mv)), "{name} {position}");
                assert_eq!(report, rung.search(&task, &mut Silent), "{name} {position}");
                assert!(report.is_finished() || report.nodes <= 1_000, "{name}");
            }
        }
    }
}

/// Stopped early, every rung still has a sensible answer: a mate in one is
/// found long before the depth asked for is reached.
#[test]
fn a_stopped_search_has_the_best_move_so_far() {
    let position = position("r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 0 1");
    for rung in searchers() {
        let evaluator = eval::by_name("pst").unwrap();
        let control = Control::unlimited().nodes(20_000);
        let report =
            rung.search(&Task { control, ..Task::new(&position, evaluator, 8) }, &mut Silent);
        let best = report.best.map(|mv| position.to_san(mv));
        assert_eq!(best.as_deref(), Some("Qxf7#"), "{}", rung.name());
        assert_eq!(report.score, Score::mate_in(1), "{}", rung.name());
        for nodes in [0, 1, 2, 10, 100, 1000] {
            let control = Control::unlimited().nodes(nodes);
            let task = Task { control, ..Task::new(&position, evaluator, 8) };
            let report = rung.search(&task, &mut Silent);
            assert!(report.best.is_some_and(|mv| position.is_legal(mv)), "{}", rung.name());
            assert!(report.score > Score::mated_in(1), "{} {nodes}", rung.name());
        }
    }
}

/// Memory that another search has filled is as good as new.
#[test]
fn memory_that_was_used_changes_nothing() {
    let mut store = Store::default();
    let evaluator = eval::by_name("pst").unwrap();
    for rung in Rung::ALL.into_iter().filter(|rung| rung.has_store()) {
        for (_, fen) in MATES {
            let position = position(fen);
            let task = Task::new(&position, evaluator, 3);
            let anew = rung.search(&task, &mut Silent);
            let again = rung.search_with(&task, &mut store, &mut Silent);
            assert_eq!(anew, again, "{} on {fen}", rung.name());
        }
    }
}

/// A limit is spent to the last node and not beyond; where the whole search
/// fits, it comes to its own end.
#[test]
fn a_limit_of_nodes_is_kept_to_the_node() {
    let position = Position::start();
    for rung in searchers().filter(|rung| rung.has_fixed_depth()) {
        let name = rung.name();
        let task = Task::new(&position, eval::by_name("material").unwrap(), 3);
        let all = rung.search_straight(&task, &mut Silent).nodes;
        for nodes in [1, 2, 19, 20, 21, 77, all - 1, all, all + 1] {
            let task = Task { control: Control::unlimited().nodes(nodes), ..task };
            let mut counters = Counters::default();
            let report = rung.search_straight(&task, &mut counters);
            assert_eq!(report.nodes, nodes.min(all), "{name} {nodes}");
            assert_eq!(report.nodes, counters.nodes(), "{name} {nodes}");
            assert_eq!(report.is_finished(), nodes >= all, "{name} {nodes}");
        }
        // Not even one ply: no depth is finished, and there is a move.
        let task = Task { control: Control::unlimited().nodes(1), ..task };
        let report = rung.search(&task, &mut Silent);
        assert_eq!((report.nodes, report.depth, report.pv.len()), (1, 0, 1), "{name}");
    }
}

/// What a search heard last before it was stopped in its first depth.
#[derive(Default)]
struct Heard(Option<Move>);

impl Observer for Heard {
    fn best(&mut self, _: u32, _: Score, line: &[Move], _: u64) {
        self.0 = line.first().copied();
    }
}

/// The best move so far is the one that was told last, even where not one depth
/// is finished.
#[test]
fn a_search_stopped_in_its_first_depth_plays_what_it_told() {
    let position = position("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1");
    for rung in searchers() {
        for nodes in 1..40 {
            let control = Control::unlimited().nodes(nodes);
            let task = Task { control, ..Task::new(&position, eval::by_name("pst").unwrap(), 3) };
            let mut heard = Heard::default();
            let report = rung.search(&task, &mut heard);
            let told = heard.0.or(position.legal_moves().first().copied());
            assert_eq!(report.best, told, "{} {nodes}", rung.name());
            assert!(!rung.has_fixed_depth() || report.depth == 0, "{} {nodes}", rung.name());
        }
    }
}

/// Raises a flag when it hears of the first best move.
struct Impatient<'a>(&'a Signals, Option<Move>);

impl Observer for Impatient<'_> {
    fn best(&mut self, _: u32, _: Score, line: &[Move], _: u64) {
        self.0.stop();
        self.1 = self.1.or(line.first().copied());
    }
}

#[test]
fn stoppable_while_thinking_and_heard_before_the_end() {
    let position = Position::start();
    for rung in searchers() {
        let flag = Signals::new();
        let mut task = Task::new(&position, eval::by_name("pst").unwrap(), 5);
        task.control = Control::unlimited().stopped_by(&flag);
        let mut impatient = Impatient(&flag, None);
        let report = rung.search(&task, &mut impatient);
        assert!(impatient.1.is_some(), "{}", rung.name());
        assert_eq!(report.ending, Ending::Stopped, "{}", rung.name());
        assert!(position.is_legal(report.best.unwrap()));
    }
}

#[test]
fn roots_with_little_choice() {
    for (fen, value) in [
        ("R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1", Some(Score::mated_in(0))),
        ("k7/P7/K7/8/8/8/8/8 b - - 0 1", Some(Score::DRAW)),
        ("7k/8/8/8/8/8/r7/1q5K w - - 0 1", Some(Score::mated_in(0))),
        // A single move; a drawn position at the root is searched all the same.
        ("k7/8/8/8/8/8/1q6/K7 w - - 0 1", None),
        ("k6R/8/8/8/8/8/8/K7 b - - 0 1", None),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", None),
        ("4k3/8/8/8/8/8/3R4/4K3 w - - 100 100", None),
        ("4k3/8/8/8/8/8/3R4/4K3 w - - 99 100", None),
    ] {
        let position = position(fen);
        for depth in [0, 1, 2, 3] {
            for rung in Rung::ALL {
                let task = Task::new(&position, evaluator(depth as usize), depth);
                let report = rung.search(&task, &mut Silent);
                assert_eq!(report.best.is_some(), position.has_legal_move(), "{fen}");
                if let Some(value) = value {
                    assert_eq!(report.score, value, "{} {fen}", rung.name());
                    assert_eq!((report.nodes, report.pv), (0, vec![]), "{} {fen}", rung.name());
                }
            }
        }
    }
}

#[test]
fn fifty_moves_are_a_draw() {
    // Every move but a capture ends the game: nobody wins any more.
    let late = position("4k3/8/8/8/8/8/3R4/4K3 w - - 99 100");
    // One move earlier mate still comes first.
    let mate = position("6k1/8/6K1/8/8/8/8/R7 w - - 99 100");
    for rung in searchers() {
        for depth in [2, 4] {
            let task = Task::new(&late, eval::by_name("pst").unwrap(), depth);
            assert_eq!(rung.search(&task, &mut Silent).score, Score::DRAW, "{}", rung.name());
            let task = Task { position: &mate, ..task };
            let value = rung.search(&task, &mut Silent).score;
            assert_eq!(value, Score::mate_in(1), "{}", rung.name());
        }
    }
}

#[test]
fn a_repetition_saves_the_lost_side() {
    // Black, a queen behind, has a move that brings the position about for the
    // third time.
    let start = position("6k1/8/8/8/8/8/5PPP/Q5K1 w - - 0 1");
    let mut position = start;
    let mut history = Vec::new();
    for text in "a1b1 g8f8 b1a1 f8g8 a1b1 g8f8 b1a1".split(' ') {
        history.push(position.key());
        position.play(position.parse_uci(text).unwrap()).unwrap();
    }
    for name in eval::NAMES {
        for rung in searchers() {
            for depth in [1, 3, 4] {
                let task = Task::new(&position, eval::by_name(name).unwrap(), depth);
                let lost = rung.search(&task, &mut Silent);
                assert!(lost.score < Score::cp(-300), "{} {name} {}", rung.name(), lost.score);
                let task = Task { history: &history, ..task };
                let report = rung.search(&task, &mut Silent);
                assert_eq!(report.score, Score::DRAW, "{} {name} depth {depth}", rung.name());
                assert_eq!(best(rung, &task), "f8g8", "{} {name}", rung.name());
            }
        }
    }
}

/// Hears how deep each pass through the root goes, and each iteration.
#[derive(Default)]
struct Depths {
    passes: Vec<i32>,
    iterations: Vec<u32>,
}

impl Observer for Depths {
    fn enter(&mut self, node: &Node<'_>) {
        if node.ply == 0 {
            self.passes.push(node.depth);
        }
    }

    fn iteration(&mut self, depth: u32, _: Score, _: &[Move], _: u64) {
        self.iterations.push(depth);
    }
}

#[test]
fn the_endgame_is_searched_two_plies_deeper() {
    let position = position("8/8/4k3/8/8/3K4/4P3/8 w - - 0 1");
    for rung in searchers() {
        let name = rung.name();
        let mut task = Task::new(&position, eval::by_name("phased").unwrap(), 2);
        let mut depths = Depths::default();
        rung.search(&task, &mut depths);
        assert_eq!(depths.passes.iter().max(), Some(&2), "{name}");
        task.options.deeper_endgame = true;
        let mut depths = Depths::default();
        rung.search(&task, &mut depths);
        assert_eq!(depths.passes.iter().max(), Some(&4), "{name}");

        // Who goes there step by step begins at one ply all the same.
        task.control = Control::unlimited().nodes(1 << 40);
        let mut depths = Depths::default();
        rung.search(&task, &mut depths);
        if rung.has_fixed_depth() {
            assert_eq!(depths.iterations, [1, 2, 3, 4], "{name}");
        }
        // What is no endgame is not.
        let task = Task { position: &Position::start(), ..task };
        let mut depths = Depths::default();
        rung.search(&task, &mut depths);
        assert_eq!(depths.passes.iter().max(), Some(&2), "{name}");
    }
}

#[test]
fn watching_changes_nothing() {
    let position = position("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1");
    for rung in Rung::ALL {
        let task = Task::new(&position, eval::by_name("phased").unwrap(), 3);
        let mut counters = Counters::default();
        let watched = rung.search(&task, &mut counters);
        assert_eq!(watched, rung.search(&task, &mut Silent), "{}", rung.name());
        assert_eq!(watched.nodes, counters.nodes(), "{}", rung.name());
    }
}
