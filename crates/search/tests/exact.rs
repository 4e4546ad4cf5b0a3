//! Exact searches are exact: the same value as minimax at the same depth, on
//! thousands of random positions, with every evaluation and every order.

use chess::Position;
use search::ladder::{Order, Rung};
use search::{Counters, Silent, Task};

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
        let evaluator = evaluator(round);
        let mut task = Task::new(&position, evaluator, 1 + (round % 2) as u32);
        task.history = &history;
        task.options.order = Order::ALL[round % Order::ALL.len()];
        task.options.deeper_endgame = round % 7 == 0;
        check(&task);
    }
}

#[test]
fn three_plies_deep() {
    let mut random = Random(4);
    for round in 0..200 {
        let plies = random.below(100);
        let (position, history) = random_game(&mut random, plies);
        let mut task = Task::new(&position, evaluator(round), 3);
        task.history = &history;
        task.options.order = Order::ALL[round % Order::ALL.len()];
        check(&task);
    }
}

/// Few men, so that lines repeat and the fifty moves run out within the tree.
#[test]
fn deep_where_lines_repeat() {
    let positions = [
        "8/8/8/8/8/4k3/7p/4K2R w - - 96 100",
        "8/8/4k3/8/8/3K4/8/7R w - - 0 1",
        "8/8/8/3pk3/3p4/3K4/8/8 b - - 98 80",
        "7k/5K2/8/8/8/8/6R1/8 w - - 97 120",
        "k7/P7/1K6/8/8/8/8/8 b - - 0 1",
        "8/8/1p1k4/1P6/8/3K4/8/8 w - - 0 1",
    ];
    for fen in positions {
        let start: Position = fen.parse().unwrap();
        let mut random = Random(5);
        for depth in 4..=5 {
            // With a game behind it that shuffles to and fro.
            let mut position = start;
            let mut history = Vec::new();
            for _ in 0..4 * (depth - 4) {
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                history.push(position.key());
                position.play_unchecked(moves[random.below(moves.len())]);
            }
            let mut task = Task::new(&position, eval::by_name("pst").unwrap(), depth as u32);
            task.history = &history;
            check(&task);
        }
    }
}

/// Two kings and a rook, nine plies: positions come for the third time inside
/// the tree, the one case in which a table without care goes wrong.
#[test]
fn a_third_repetition_inside_the_tree() {
    let position: Position = "k7/8/1pK5/1P6/8/8/8/8 w - - 0 1".parse().unwrap();
    let evaluator = eval::by_name("pst").unwrap();
    for depth in [8, 9] {
        let task = Task::new(&position, evaluator, depth);
        let expected = Rung::AlphaBeta.search(&task, &mut Silent).value;
        for rung in [Rung::Table, Rung::Pvs, Rung::Mtdf] {
            assert_eq!(rung.search(&task, &mut Silent).value, expected, "{} {depth}", rung.name());
        }
    }
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
