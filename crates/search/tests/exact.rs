//! Exact searches are exact: the same value as minimax at the same depth, on
//! thousands of random positions, with every evaluation and every order.

#![allow(clippy::unwrap_used)] // a failed unwrap is a failed test

use chess::Position;
use search::ladder::{Order, Rung};
use search::{Both, Control, Counters, Silent, Task, Tree, TreeLimits};

/// SplitMix64, seeded: the same positions on every machine.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ z >> 31) % bound as u64) as usize
    }
}

/// A position some random moves into a game, with the keys of the game before it.
fn random_game(random: &mut Random, plies: usize) -> (Position, Vec<u64>) {
    let number = random.below(960) as u16;
    let mut position = match random.below(2) {
        0 => Position::start(),
        _ => Position::chess960(number, number),
    };
    let mut history = Vec::new();
    for _ in 0..plies {
        let moves = position.legal_moves();
        if moves.is_empty() {
            break;
        }
        history.push(position.key());
        position.play_unchecked(moves[random.below(moves.len())]);
    }
    (position, history)
}

/// The evaluations in turn.
fn evaluator(round: usize) -> &'static dyn eval::Evaluator {
    eval::by_name(eval::NAMES[round % eval::NAMES.len()]).unwrap()
}

const EXACT: [Rung; 6] =
    [Rung::Deepening, Rung::AlphaBeta, Rung::Ordered, Rung::Table, Rung::Pvs, Rung::Mtdf];

fn check(task: &Task<'_>) {
    let minimax = Rung::Minimax.search(task, &mut Silent);
    for rung in EXACT {
        let report = rung.search(task, &mut Silent);
        let name = rung.name();
        let fen = task.position;
        assert!(report.finished);
        assert_eq!(report.value, minimax.value, "{name} depth {} on {fen}", task.depth);
        // The line must lead to the value: it is legal, and not cut short at the root.
        let mut position = *task.position;
        for &mv in &report.line {
            position.play(mv).unwrap_or_else(|error| panic!("{name} on {fen}: {error}"));
        }
        assert_eq!(report.best, report.line.first().copied().or(report.best), "{name} {fen}");
        assert_eq!(report.best.is_some(), task.position.has_legal_move());
    }
}

#[test]
fn shallow_on_thousands_of_positions() {
    let mut random = Random(3);
    for round in 0..3000 {
        let plies = random.below(120);
        let (position, history) = random_game(&mut random, plies);
        let evaluator = evaluator(random.below(eval::NAMES.len()));
        let mut task = Task::new(&position, evaluator, 1 + random.below(2) as u32);
        task.history = &history;
        task.options.order = Order::ALL[random.below(Order::ALL.len())];
        task.options.deeper_endgame = round % 7 == 0;
        check(&task);
    }
}

#[test]
fn three_plies_deep() {
    let mut random = Random(4);
    for _ in 0..300 {
        let plies = random.below(100);
        let (position, history) = random_game(&mut random, plies);
        let evaluator = evaluator(random.below(eval::NAMES.len()));
        let mut task = Task::new(&position, evaluator, 3);
        task.history = &history;
        task.options.order = Order::ALL[random.below(Order::ALL.len())];
        check(&task);
    }
}

/// Alpha-beta equals minimax by the tests above; here it is the referee, so
/// that thousands of positions can be searched deep enough for tables to hit.
#[test]
fn deeper_with_alpha_beta_as_the_referee() {
    let mut random = Random(6);
    let mut compared = 0;
    while compared < 2000 {
        let plies = 20 + random.below(160);
        let (position, history) = random_game(&mut random, plies);
        let evaluator = evaluator(random.below(eval::NAMES.len()));
        let mut task = Task::new(&position, evaluator, 3 + random.below(2) as u32);
        task.history = &history;
        task.options.order = Order::ALL[random.below(Order::ALL.len())];
        // Small trees only; straight to the depth, as all searches without limits go.
        if chess::perft::count(&position, task.depth) > 60_000 {
            continue;
        }
        compared += 1;
        let expected = Rung::AlphaBeta.search(&task, &mut Silent).value;
        for rung in [Rung::Ordered, Rung::Table, Rung::Pvs, Rung::Mtdf] {
            let value = rung.search(&task, &mut Silent).value;
            assert_eq!(value, expected, "{} depth {} on {position}", rung.name(), task.depth);
        }
    }
}

/// Few men and a game that shuffles to and fro behind them, so that positions
/// come for the third time and the fifty moves run out within the tree: the
/// cases in which a table that does not know what it may trust goes wrong.
#[test]
fn deep_where_lines_repeat() {
    let starts = [
        "8/8/8/8/8/k1p5/2P5/K7 w - - 0 1",
        "8/8/8/8/p7/P1k5/8/K7 w - - 0 1",
        "8/6p1/6Pk/8/8/6K1/8/8 w - - 92 99",
        "k7/8/1pK5/1P6/8/8/8/8 w - - 0 1",
    ];
    let mut random = Random(7);
    let mut compared = 0;
    for round in 0..120 {
        let mut position: Position = starts[round % starts.len()].parse().unwrap();
        let mut history = Vec::new();
        for _ in 0..random.below(14) {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            history.push(position.key());
            position.play_unchecked(moves[random.below(moves.len())]);
        }
        let evaluator = eval::by_name("pst").unwrap();
        let mut task = Task::new(&position, evaluator, 6 + (round / 4 % 4) as u32);
        task.history = &history;
        let limited = Task { control: Control::unlimited().nodes(500_000), ..task };
        let expected = Rung::AlphaBeta.search(&limited, &mut Silent);
        if !expected.finished {
            continue;
        }
        compared += 1;
        for rung in [Rung::Ordered, Rung::Table, Rung::Pvs, Rung::Mtdf] {
            let value = rung.search(&task, &mut Silent).value;
            assert_eq!(value, expected.value, "{} depth {} on {position}", rung.name(), task.depth);
        }
    }
    assert!(compared > 80, "{compared}");
}

#[test]
fn watching_changes_nothing() {
    let position: Position =
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1".parse().unwrap();
    for rung in Rung::ALL {
        let task = Task::new(&position, eval::by_name("phased").unwrap(), 3);
        let mut counters = Counters::default();
        let watched = rung.search(&task, &mut counters);
        assert_eq!(watched, rung.search(&task, &mut Silent), "{}", rung.name());
        assert_eq!(watched.nodes, counters.nodes(), "{}", rung.name());
    }
}

/// Stopped early, every rung still has a sensible answer: a mate in one is
/// found long before the depth asked for is reached.
#[test]
fn a_stopped_search_has_the_best_move_so_far() {
    let position: Position =
        "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 0 1".parse().unwrap();
    for rung in Rung::ALL.into_iter().filter(|&rung| rung != Rung::Random) {
        let evaluator = eval::by_name("pst").unwrap();
        let control = Control::unlimited().nodes(20_000);
        let report =
            rung.search(&Task { control, ..Task::new(&position, evaluator, 8) }, &mut Silent);
        let best = report.best.map(|mv| position.to_san(mv));
        assert_eq!(best.as_deref(), Some("Qxf7#"), "{}", rung.name());
        assert_eq!(report.value, eval::Score::mate_in(1), "{}", rung.name());
        for nodes in [0, 1, 2, 10, 100, 1000] {
            let control = Control::unlimited().nodes(nodes);
            let task = Task { control, ..Task::new(&position, evaluator, 8) };
            let report = rung.search(&task, &mut Silent);
            assert!(report.best.is_some_and(|mv| position.is_legal(mv)), "{}", rung.name());
            assert!(report.value > eval::Score::mated_in(1), "{} {nodes}", rung.name());
        }
    }
}

/// The fifty-move rule and repetition end games in the tree, whoever searches.
#[test]
fn draws_are_known_in_the_tree() {
    let evaluator = eval::by_name("material").unwrap();
    // White is a rook up, but every move is the hundredth without progress.
    let position: Position = "8/8/4k3/8/8/3K4/8/7R w - - 99 120".parse().unwrap();
    for rung in Rung::ALL.into_iter().filter(|rung| rung.is_exact()) {
        let report = rung.search(&Task::new(&position, evaluator, 2), &mut Silent);
        assert_eq!(report.value, eval::Score::DRAW, "{}", rung.name());
    }
    for rung in [Rung::Quiescence, Rung::NullMove] {
        let report = rung.search(&Task::new(&position, evaluator, 2), &mut Silent);
        assert_eq!(report.value, eval::Score::DRAW, "{}", rung.name());
    }
}

/// Zugzwang is where passing misleads: Black has a bishop left, so the null
/// move is tried, and the mate in two that everybody else sees is missed.
#[test]
fn the_null_move_misses_zugzwang() {
    let position: Position = "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1".parse().unwrap();
    let task = Task::new(&position, eval::by_name("pst").unwrap(), 3);
    for rung in [Rung::Minimax, Rung::AlphaBeta, Rung::Table, Rung::Quiescence, Rung::Pvs] {
        let report = rung.search(&task, &mut Silent);
        assert_eq!(report.value, eval::Score::mate_in(3), "{}", rung.name());
    }
    assert!(!Rung::NullMove.search(&task, &mut Silent).value.is_mate());
}

/// The observer hears how much less deep the answers to a pass are searched.
#[test]
fn reductions_are_told() {
    let position: Position =
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1".parse().unwrap();
    let task = Task::new(&position, eval::by_name("pst").unwrap(), 4);
    let mut both = Both(Counters::default(), Tree::new(TreeLimits::default()));
    Rung::NullMove.search(&task, &mut both);
    let Both(counters, tree) = both;
    let nodes = (0..tree.len() as u32).filter_map(|index| tree.node(index));
    let passes = nodes.filter(|node| node.ply > 0 && node.mv.is_none());
    let mut told = 0;
    for pass in passes {
        assert_eq!(pass.reduced, 2);
        told += 1;
    }
    assert!(told > 0 && told == counters.reduced, "{told} {}", counters.reduced);
}
