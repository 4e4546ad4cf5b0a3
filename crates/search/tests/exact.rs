//! Exact searches are exact: the same value as minimax at the same depth, on
//! thousands of random positions, with every evaluation and every order.

#![allow(clippy::unwrap_used)] // a failed unwrap is a failed test

use crate::games::{Random, evaluator};
use chess::{Move, Position};
use eval::Score;
use plywise_search::ladder::{MoveOrder, Rung};
use plywise_search::{Both, Control, Counters, Line, Silent, Task, Tree, TreeLimits};

const EXACT: [Rung; 6] =
    [Rung::Deepening, Rung::AlphaBeta, Rung::Ordered, Rung::Table, Rung::Pvs, Rung::Mtdf];

fn check(task: &Task<'_>) {
    let minimax = Rung::Minimax.search(task, &mut Silent);
    for rung in EXACT {
        let report = rung.search(task, &mut Silent);
        let name = rung.name();
        let fen = task.position;
        assert!(report.is_finished());
        assert_eq!(report.score, minimax.score, "{name} depth {} on {fen}", task.depth);
        let (value, is_whole) = end_of(task, &report.pv);
        assert_eq!(value, minimax.score, "{name}'s line {:?} on {fen}", report.pv);
        // Only what the table knows to be exact cuts a line short.
        assert!(is_whole || matches!(rung, Rung::Table | Rung::Pvs), "{name} on {fen}");
        assert_eq!(report.best, report.pv.first().copied(), "{name} {fen}");
        assert_eq!(report.best.is_some(), task.position.has_legal_move());
    }
}

/// What a line leads to, from the view of the side that moves at its beginning,
/// and whether it goes to the horizon or to the end of the game.
fn end_of(task: &Task<'_>, line: &[Move]) -> (Score, bool) {
    let mut position = *task.position;
    let mut walk = Line::new(task);
    let mut history = task.history.to_vec();
    for &mv in line {
        history.push(position.key());
        position.play(mv).unwrap();
        walk.push(&position);
    }
    let plies = line.len() as i32;
    let depth = task.full_depth() - line.len() as u32;
    let is_drawn = walk.draw(&position).is_some();
    let is_whole = depth == 0 || is_drawn || !position.has_legal_move();
    let value = if is_drawn {
        Score::DRAW
    } else {
        let rest = Task { position: &position, history: &history, ..task.to_depth(depth) };
        let value = Rung::AlphaBeta.search(&rest, &mut Silent).score;
        // A mate is that much further from the root.
        match (value.is_mate(), value > Score::DRAW) {
            (false, _) => value,
            (true, true) => value - plies,
            (true, false) => value + plies,
        }
    };
    (if plies % 2 == 0 { value } else { -value }, is_whole)
}

#[test]
fn shallow_on_thousands_of_positions() {
    let mut random = Random(3);
    for round in 0..3000 {
        let plies = random.below(120);
        let start = random.start();
        let (position, history) = random.game(start, plies);
        let evaluator = evaluator(random.below(eval::NAMES.len()));
        let mut task = Task::new(&position, evaluator, 1 + random.below(2) as u32);
        task.history = &history;
        task.options.order = MoveOrder::ALL[random.below(MoveOrder::ALL.len())];
        task.options.deeper_endgame = round % 7 == 0;
        check(&task);
    }
}

#[test]
fn three_plies_deep() {
    let mut random = Random(4);
    for _ in 0..300 {
        let plies = random.below(100);
        let start = random.start();
        let (position, history) = random.game(start, plies);
        let evaluator = evaluator(random.below(eval::NAMES.len()));
        let mut task = Task::new(&position, evaluator, 3);
        task.history = &history;
        task.options.order = MoveOrder::ALL[random.below(MoveOrder::ALL.len())];
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
        let start = random.start();
        let (position, history) = random.game(start, plies);
        let evaluator = evaluator(random.below(eval::NAMES.len()));
        let mut task = Task::new(&position, evaluator, 3 + random.below(2) as u32);
        task.history = &history;
        task.options.order = MoveOrder::ALL[random.below(MoveOrder::ALL.len())];
        // Small trees only; straight to the depth, as all searches without limits go.
        if chess::perft::count(&position, task.depth) > 60_000 {
            continue;
        }
        compared += 1;
        let expected = Rung::AlphaBeta.search(&task, &mut Silent).score;
        for rung in [Rung::Ordered, Rung::Table, Rung::Pvs, Rung::Mtdf] {
            let value = rung.search(&task, &mut Silent).score;
            assert_eq!(value, expected, "{} depth {} on {position}", rung.name(), task.depth);
        }
    }
}

/// Few pieces and a game that shuffles to and fro behind them, so that positions
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
        let plies = random.below(14);
        let start = starts[round % starts.len()].parse().unwrap();
        let (position, history) = random.game(start, plies);
        let evaluator = eval::by_name("pst").unwrap();
        let mut task = Task::new(&position, evaluator, 6 + (round / 4 % 4) as u32);
        task.history = &history;
        let limited = Task { control: Control::unlimited().nodes(500_000), ..task };
        let expected = Rung::AlphaBeta.search(&limited, &mut Silent);
        if !expected.is_finished() {
            continue;
        }
        compared += 1;
        for rung in [Rung::Ordered, Rung::Table, Rung::Pvs, Rung::Mtdf] {
            let value = rung.search(&task, &mut Silent).score;
            assert_eq!(value, expected.score, "{} depth {} on {position}", rung.name(), task.depth);
        }
    }
    assert!(compared > 80, "{compared}");
}

/// Zugzwang is where passing misleads: Black has a bishop left, so the null
/// move is tried, and the mate in two that everybody else sees is missed.
#[test]
fn the_null_move_misses_zugzwang() {
    let position: Position = "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1".parse().unwrap();
    let task = Task::new(&position, eval::by_name("pst").unwrap(), 3);
    for rung in [Rung::Minimax, Rung::AlphaBeta, Rung::Table, Rung::Quiescence, Rung::Pvs] {
        let report = rung.search(&task, &mut Silent);
        assert_eq!(report.score, eval::Score::mate_in(3), "{}", rung.name());
    }
    assert!(!Rung::NullMove.search(&task, &mut Silent).score.is_mate());
}

/// The observer hears how much less deep the answers to a pass are searched: two plies
/// where so many are left, and what is left near the horizon.
#[test]
fn reductions_are_told() {
    let position: Position =
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1".parse().unwrap();
    let task = Task::new(&position, eval::by_name("pst").unwrap(), 4);
    let mut both = Both(Counters::default(), Tree::new(TreeLimits::default()));
    Rung::NullMove.search(&task, &mut both);
    let Both(counters, tree) = both;
    let mut told = 0;
    for index in 0..tree.len() as u32 {
        let parent = tree.node(index).unwrap();
        let children = tree.children(index).filter_map(|child| tree.node(child));
        for pass in children.filter(|child| child.mv.is_none()) {
            assert_eq!(pass.depth, (parent.depth - 3).max(0));
            assert_eq!(pass.reduced as i32, parent.depth - 1 - pass.depth);
            told += 1;
        }
    }
    assert!(told > 0 && told == counters.reduced, "{told} {}", counters.reduced);
}
