//! The side paths: what they must find, what they must survive, and where they
//! must agree with minimax.

#![allow(clippy::unwrap_used)] // a failed unwrap is a failed test

use crate::games::{Random, evaluator};
use chess::Position;
use eval::Score;
use plywise_search::ladder::{Rung, bayes, bestfirst, mcts, mn, probimax};
use plywise_search::{
    Control, Counters, Draw, Ending, Line, NodeOutcome, Observer, Silent, Task, Tree, TreeLimits,
};

const ALTERNATIVES: [Rung; 5] =
    [Rung::BestFirst, Rung::Mn, Rung::ProbiMax, Rung::Bayes, Rung::Mcts];

fn position(fen: &str) -> Position {
    fen.parse().unwrap()
}

fn best(rung: Rung, task: &Task<'_>) -> String {
    format!("{:?}", rung.search(task, &mut Silent).best.unwrap())
}

#[test]
fn what_hangs_is_taken_and_what_is_covered_is_not() {
    for name in eval::NAMES {
        for (fen, mv, is_good) in [
            ("4k3/1p4p1/8/3q4/8/2N5/1P4P1/4K3 w - - 0 1", "c3d5", true),
            ("4k2r/1p6/8/8/3B4/8/1P4P1/4K3 w - - 0 1", "d4h8", true),
            ("3rk3/1p4p1/8/8/3p4/8/1P4P1/3QK3 w - - 0 1", "d1d4", false),
            ("4k3/2p5/3p4/8/8/8/1P6/3QK3 w - - 0 1", "d1d6", false),
        ] {
            let position = position(fen);
            for rung in ALTERNATIVES {
                let task = Task::new(&position, eval::by_name(name).unwrap(), 3);
                assert_eq!(best(rung, &task) == mv, is_good, "{} {name} {fen}", rung.name());
            }
        }
    }
}

/// Where the whole tree is searched, its value is minimax's.
#[test]
fn a_whole_tree_is_minimax() {
    let mut random = Random(21);
    for round in 0..120 {
        let plies = random.below(120);
        let start = random.start();
        let (position, history) = random.game(start, plies);
        let depth = if position.board().occupied().count() < 8 { 3 } else { 1 + round % 2 };
        let mut task = Task::new(&position, evaluator(round as usize), depth);
        task.history = &history;
        let expected = Rung::Minimax.search(&task, &mut Silent).score;
        task.control = Control::unlimited().nodes(1 << 40);
        for rung in [Rung::BestFirst, Rung::Mcts] {
            let report = rung.search(&task, &mut Silent);
            assert!(report.is_finished(), "{} {position}", rung.name());
            assert_eq!(report.score, expected, "{} depth {depth} {position}", rung.name());
        }
    }
}

#[test]
fn a_whole_tree_is_minimax_where_lines_repeat_and_mates_are_long() {
    for (fen, depth) in [
        ("8/8/8/8/8/k1p5/2P5/K7 w - - 0 1", 7),
        ("8/8/8/8/p7/P1k5/8/K7 w - - 95 99", 6),
        ("k7/8/1pK5/1P6/8/8/8/8 w - - 0 1", 7),
        ("7k/5K2/8/6P1/8/8/8/8 w - - 0 1", 6),
        ("7k/8/5K2/6P1/8/8/8/8 b - - 0 1", 6),
        ("k7/P1K5/8/8/8/8/8/1B6 w - - 0 1", 4),
    ] {
        let position = position(fen);
        let mut task = Task::new(&position, eval::by_name("pst").unwrap(), depth);
        let expected = Rung::AlphaBeta.search(&task, &mut Silent).score;
        task.control = Control::unlimited().nodes(1 << 40);
        for rung in [Rung::BestFirst, Rung::Mcts] {
            let report = rung.search(&task, &mut Silent);
            assert_eq!(report.score, expected, "{} {fen}", rung.name());
            assert!(report.is_finished(), "{} {fen} {}", rung.name(), report.nodes);
        }
    }
}

/// Without runners-up and without errors both are alpha-beta, node for node.
#[test]
fn mn_and_probimax_come_down_to_alpha_beta() {
    let mut random = Random(22);
    for round in 0..300 {
        let plies = random.below(120);
        let start = random.start();
        let (position, history) = random.game(start, plies);
        let mut task = Task::new(&position, evaluator(round), 1 + (round % 3) as u32);
        task.history = &history;
        let expected = Rung::AlphaBeta.search(&task, &mut Silent);
        let one = mn::Backup { m: 1, n: 1, range: 50 };
        assert_eq!(mn::search_with(&task, &mut Silent, one), expected, "{position}");
        assert_eq!(probimax::search_against(&task, &mut Silent, 0), expected, "{position}");
        if round % 3 < 2 {
            let value = Rung::Minimax.search(&task, &mut Silent).score;
            assert_eq!(expected.score, value, "{position}");
        }
    }
}

/// How the slow way backs up the values of a node's moves, each with whether it
/// is certain.
type Rule<'a> = &'a dyn Fn(usize, Vec<(i32, bool)>) -> (i32, bool);

/// The slow way: all moves, nothing cut, the rule applied at every node.
fn slowly(position: &Position, line: &mut Line, task: &Task<'_>, rule: Rule<'_>) -> (i32, bool) {
    let ply = line.ply();
    if !position.has_legal_move() {
        let value = if position.is_check() { Score::mated_in(ply as u32) } else { Score::DRAW };
        return (value.raw(), true);
    }
    if line.draw(position).is_some() {
        return (0, true);
    }
    if ply as u32 == task.depth {
        return (task.evaluator.evaluate(position).raw(), false);
    }
    let mut values = Vec::new();
    for mv in &position.legal_moves() {
        let mut next = *position;
        next.play_unchecked(mv);
        line.push(&next);
        let (value, is_certain) = slowly(&next, line, task, rule);
        line.pop();
        values.push((-value, is_certain));
    }
    // Equals in the order they were tried.
    values.sort_by_key(|&(value, _)| std::cmp::Reverse(value));
    rule(ply, values)
}

#[test]
fn cutting_changes_neither_mn_nor_probimax() {
    let is_mate = |value: i32| (Score::DRAW + value).is_mate();
    let mut random = Random(23);
    for round in 0..150 {
        let plies = random.below(120);
        let start = random.start();
        let (position, history) = random.game(start, plies);
        let mut task = Task::new(&position, evaluator(round), 2 + u32::from(round % 5 == 0));
        task.history = &history;

        let (m, n, range) = (1 + random.below(4), 1 + random.below(4), random.below(200) as i32);
        let bonus = |ply: usize, values: Vec<(i32, bool)>| {
            let (best, is_certain) = values[0];
            let places = if ply.is_multiple_of(2) { m } else { n };
            let mut bonus = 0;
            for (place, &(value, is_certain_too)) in values.iter().enumerate().take(places).skip(1)
            {
                let no_doubt = is_certain && is_certain_too;
                if !is_mate(best) && !no_doubt && best - value < range {
                    bonus += (range - (best - value)) / (1 << (place + 1));
                }
            }
            (best + bonus, is_certain && bonus == 0)
        };
        let (expected, _) = slowly(&position, &mut Line::new(&task), &task, &bonus);
        let report = mn::search_with(&task, &mut Silent, mn::Backup { m, n, range });
        assert_eq!(report.score.raw(), expected, "M {m} N {n} range {range} {position}");

        let expectation = |ply: usize, values: Vec<(i32, bool)>| {
            let best = values[0].0;
            if ply.is_multiple_of(2) || is_mate(best) || range == 0 {
                return (best, false);
            }
            let (mut given_away, mut chances) = (0, 0);
            for &(value, _) in values.iter().filter(|(value, _)| best - value < range) {
                given_away += (best - value) * (range - (best - value));
                chances += range - (best - value);
            }
            (best - given_away / chances, false)
        };
        let (expected, _) = slowly(&position, &mut Line::new(&task), &task, &expectation);
        let report = probimax::search_against(&task, &mut Silent, range);
        assert_eq!(report.score.raw(), expected, "error {range} {position}");
    }
}

#[test]
fn several_good_moves_are_better_than_one() {
    // Two squares for the knight are as good as the best, or only one: the
    // value differs by the bonus alone.
    let position = Position::start();
    let task = Task::new(&position, eval::by_name("material").unwrap(), 1);
    let value = |m| mn::search_with(&task, &mut Silent, mn::Backup { m, n: 1, range: 40 }).score;
    assert_eq!([value(1), value(2), value(3)], [0, 10, 15].map(Score::cp));
}

#[test]
fn errors_are_counted_on() {
    // Black can take a pawn with either of two pieces or not; one way is best.
    let position = position("4k3/8/8/2p1p3/3P4/8/8/4K3 w - - 0 1");
    let task = Task::new(&position, eval::by_name("pst").unwrap(), 2);
    let mut last = probimax::search_against(&task, &mut Silent, 0).score;
    for error in [20, 60, 200, 600] {
        let value = probimax::search_against(&task, &mut Silent, error).score;
        assert!(value >= last, "{error}: {value} {last}");
        last = value;
    }
    assert!(last > probimax::search_against(&task, &mut Silent, 0).score);
}

#[test]
fn memory_is_bounded_and_its_end_is_told() {
    let position = Position::start();
    let mut task = Task::new(&position, eval::by_name("pst").unwrap(), 8);
    task.control = Control::unlimited().nodes(1_000_000);
    for capacity in [0, 257, 1_000, 5_000] {
        for name in ["bestfirst", "bayes", "mcts"] {
            let mut counters = Counters::default();
            let report = match name {
                "bestfirst" => bestfirst::search_within(&task, &mut counters, capacity),
                "bayes" => bayes::search_within(&task, &mut counters, capacity),
                _ => mcts::search_within(&task, &mut counters, capacity),
            };
            assert_eq!(report.ending, Ending::MemoryFull, "{name} {capacity}");
            assert!(report.nodes < capacity.max(1) as u64, "{name} {capacity}");
            assert_eq!(report.nodes, counters.nodes(), "{name} {capacity}");
            assert!(position.is_legal(report.best.unwrap()));
        }
    }
}

/// What a rung spends by itself is what it says that it will.
#[test]
fn a_budget_is_kept() {
    let position = Position::start();
    for depth in [1, 3, 4] {
        let task = Task::new(&position, eval::by_name("pst").unwrap(), depth);
        for rung in ALTERNATIVES {
            let Some(budget) = rung.budget(&task) else {
                assert!(rung.has_fixed_depth(), "{}", rung.name());
                continue;
            };
            let report = rung.search(&task, &mut Silent);
            // The last leaf gets all its moves, and the whole tree may be smaller.
            assert!(report.nodes < budget + 256, "{} {}", rung.name(), report.nodes);
            assert!(report.is_finished(), "{}", rung.name());
        }
    }
}

/// Checks that nodes are entered and left in order, one ply at a time.
#[derive(Default)]
struct Nesting {
    open: Vec<Position>,
    deepest: usize,
    roots: usize,
}

impl Observer for Nesting {
    fn enter(&mut self, node: &plywise_search::Node<'_>) {
        assert_eq!(node.ply, self.open.len());
        self.deepest = self.deepest.max(node.ply);
        self.roots += usize::from(node.ply == 0);
        if let Some(parent) = self.open.last() {
            let mut reached = *parent;
            reached.play(node.mv.unwrap()).unwrap();
            assert_eq!(reached.key(), node.position.key());
        }
        self.open.push(*node.position);
    }

    fn leave(&mut self, _: Score, outcome: NodeOutcome) {
        let position = self.open.pop().unwrap();
        let has_moves = position.has_legal_move();
        match outcome {
            NodeOutcome::Mate => assert!(!has_moves && position.is_check()),
            NodeOutcome::Draw(Draw::Stalemate) => assert!(!has_moves && !position.is_check()),
            _ => assert!(has_moves),
        }
    }
}

#[test]
fn watchers_see_a_proper_tree() {
    let mut random = Random(24);
    for round in 0..20 {
        let plies = random.below(150);
        let start = random.start();
        let (position, history) = random.game(start, plies);
        for rung in ALTERNATIVES {
            let mut task = Task::new(&position, evaluator(round), 2);
            task.history = &history;
            task.options.deeper_endgame = true;
            let mut nesting = Nesting::default();
            let report = rung.search(&task, &mut nesting);
            assert!(nesting.open.is_empty() && nesting.roots == 1, "{}", rung.name());
            assert!(nesting.deepest as u32 <= task.full_depth(), "{}", rung.name());
            assert!(report.pv.len() as u32 <= task.full_depth(), "{}", rung.name());

            let mut tree = Tree::new(TreeLimits::default());
            assert_eq!(rung.search(&task, &mut tree), report, "{}", rung.name());
            let root = tree.root().unwrap();
            assert_eq!(root.below, report.nodes, "{}", rung.name());
            assert_eq!(root.value, report.score, "{}", rung.name());
        }
    }
}
