//! Exact searches are exact: the same value as minimax at the same depth, on
//! thousands of random positions, with every evaluation and every order.

#![allow(clippy::unwrap_used)] // a failed unwrap is a failed test

use chess::Position;
use search::ladder::{Order, Rung};
use search::{Control, Counters, Silent, Task};

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
