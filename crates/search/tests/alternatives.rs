//! The side paths: what they must find, what they must survive, and where they
//! must agree with minimax.

#![allow(clippy::unwrap_used)] // a failed unwrap is a failed test

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use chess::{Move, Position};
use eval::{Evaluator, Score};
use search::ladder::{Rung, bayes, bestfirst, mcts, mn, probimax};
use search::{Control, Counters, Draw, Line, Observer, Outcome, Silent, Task, Tree, TreeLimits};

const ALTERNATIVES: [Rung; 5] =
    [Rung::BestFirst, Rung::Mn, Rung::ProbiMax, Rung::Bayes, Rung::Mcts];

/// Those that grow a tree in memory.
const IN_MEMORY: [Rung; 3] = [Rung::BestFirst, Rung::Bayes, Rung::Mcts];

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
fn random_game(random: &mut Random, start: Position, plies: usize) -> (Position, Vec<u64>) {
    let mut position = start;
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

/// Chess and Chess960 in turn.
fn random_start(random: &mut Random) -> Position {
    let number = random.below(960) as u16;
    if random.below(2) == 0 { Position::start() } else { Position::chess960(number, number) }
}

/// The evaluations in turn.
fn evaluator(round: usize) -> &'static dyn Evaluator {
    eval::by_name(eval::NAMES[round % eval::NAMES.len()]).unwrap()
}

fn position(fen: &str) -> Position {
    fen.parse().unwrap()
}

fn best(rung: Rung, task: &Task<'_>) -> String {
    format!("{:?}", rung.search(task, &mut Silent).best.unwrap())
}

/// Positions with a mate in so many plies, most with longer mates beside it.
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

#[test]
fn the_shortest_mate_is_played() {
    for (plies, fen) in MATES {
        let position = position(fen);
        let task = Task::new(&position, evaluator(plies as usize), plies);
        let referee = Rung::AlphaBeta.search(&task, &mut Silent).value;
        assert_eq!(referee, Score::mate_in(plies), "{fen}");
        for rung in ALTERNATIVES {
            let mut task = task;
            if IN_MEMORY.contains(&rung) {
                task.control = Control::unlimited().nodes(1_000_000);
            }
            let report = rung.search(&task, &mut Silent);
            assert_eq!(report.value, Score::mate_in(plies), "{} {fen}", rung.name());
            assert_eq!(report.line.len(), plies as usize, "{} {fen}", rung.name());
            let mut end = position;
            for &mv in &report.line {
                end.play(mv).unwrap();
            }
            assert!(end.is_check() && !end.has_legal_move(), "{} {fen}", rung.name());
        }
    }
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

#[test]
fn a_legal_move_under_any_limit() {
    let raised = AtomicBool::new(true);
    let mut random = Random(11);
    for round in 0..30 {
        let plies = random.below(80);
        let start = random_start(&mut random);
        let (position, history) = random_game(&mut random, start, plies);
        let evaluator = evaluator(round);
        for rung in ALTERNATIVES {
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
                assert!(report.best.is_none_or(|mv| position.is_legal(mv)), "{name} {position}");
                assert_eq!(report, rung.search(&task, &mut Silent), "{name} {position}");
                if !report.finished {
                    assert!(report.nodes <= 1_000, "{name}");
                }
            }
        }
    }
}

/// Raises a flag when it hears of the first best move.
struct Impatient<'a>(&'a AtomicBool, Option<Move>);

impl Observer for Impatient<'_> {
    fn best(&mut self, _: u32, _: Score, line: &[Move], _: u64) {
        self.0.store(true, Ordering::Relaxed);
        self.1 = self.1.or(line.first().copied());
    }
}

#[test]
fn stoppable_while_thinking_and_heard_before_the_end() {
    let position = Position::start();
    for rung in ALTERNATIVES {
        let flag = AtomicBool::new(false);
        let mut task = Task::new(&position, eval::by_name("pst").unwrap(), 5);
        task.control = Control::unlimited().stopped_by(&flag);
        let mut impatient = Impatient(&flag, None);
        let report = rung.search(&task, &mut impatient);
        assert!(impatient.1.is_some(), "{}", rung.name());
        assert!(!report.finished, "{}", rung.name());
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
            for rung in ALTERNATIVES {
                let task = Task::new(&position, evaluator(depth as usize), depth);
                let report = rung.search(&task, &mut Silent);
                assert_eq!(report.best.is_some(), position.has_legal_move(), "{fen}");
                if let Some(value) = value {
                    assert_eq!(report.value, value, "{} {fen}", rung.name());
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
    for rung in ALTERNATIVES {
        for depth in [2, 4] {
            let task = Task::new(&late, eval::by_name("pst").unwrap(), depth);
            assert_eq!(rung.search(&task, &mut Silent).value, Score::DRAW, "{}", rung.name());
            let task = Task { position: &mate, ..task };
            let value = rung.search(&task, &mut Silent).value;
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
        for rung in ALTERNATIVES {
            for depth in [1, 3, 4] {
                let task = Task::new(&position, eval::by_name(name).unwrap(), depth);
                let lost = rung.search(&task, &mut Silent);
                assert!(lost.value < Score::cp(-300), "{} {name} {}", rung.name(), lost.value);
                let task = Task { history: &history, ..task };
                let report = rung.search(&task, &mut Silent);
                assert_eq!(report.value, Score::DRAW, "{} {name} depth {depth}", rung.name());
                assert_eq!(best(rung, &task), "f8g8", "{} {name}", rung.name());
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
        let start = random_start(&mut random);
        let (position, history) = random_game(&mut random, start, plies);
        let depth = if position.board().occupied().count() < 8 { 3 } else { 1 + round % 2 };
        let mut task = Task::new(&position, evaluator(round as usize), depth);
        task.history = &history;
        let expected = Rung::Minimax.search(&task, &mut Silent).value;
        task.control = Control::unlimited().nodes(1 << 40);
        for rung in [Rung::BestFirst, Rung::Mcts] {
            let report = rung.search(&task, &mut Silent);
            assert!(report.finished, "{} {position}", rung.name());
            assert_eq!(report.value, expected, "{} depth {depth} {position}", rung.name());
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
        let expected = Rung::AlphaBeta.search(&task, &mut Silent).value;
        task.control = Control::unlimited().nodes(1 << 40);
        for rung in [Rung::BestFirst, Rung::Mcts] {
            let report = rung.search(&task, &mut Silent);
            assert_eq!(report.value, expected, "{} {fen}", rung.name());
            assert!(report.finished, "{} {fen} {}", rung.name(), report.nodes);
        }
    }
}

/// Without runners-up and without errors both are alpha-beta, node for node.
#[test]
fn mn_and_probimax_come_down_to_alpha_beta() {
    let mut random = Random(22);
    for round in 0..300 {
        let plies = random.below(120);
        let start = random_start(&mut random);
        let (position, history) = random_game(&mut random, start, plies);
        let mut task = Task::new(&position, evaluator(round), 1 + (round % 3) as u32);
        task.history = &history;
        let expected = Rung::AlphaBeta.search(&task, &mut Silent);
        let one = mn::Backup { m: 1, n: 1, range: 50 };
        assert_eq!(mn::search_with(&task, &mut Silent, one), expected, "{position}");
        assert_eq!(probimax::search_against(&task, &mut Silent, 0), expected, "{position}");
        if round % 3 < 2 {
            let value = Rung::Minimax.search(&task, &mut Silent).value;
            assert_eq!(expected.value, value, "{position}");
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
        let start = random_start(&mut random);
        let (position, history) = random_game(&mut random, start, plies);
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
        assert_eq!(report.value.raw(), expected, "M {m} N {n} range {range} {position}");

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
        assert_eq!(report.value.raw(), expected, "error {range} {position}");
    }
}

#[test]
fn several_good_moves_are_better_than_one() {
    // Two squares for the knight are as good as the best, or only one: the
    // value differs by the bonus alone.
    let position = Position::start();
    let task = Task::new(&position, eval::by_name("material").unwrap(), 1);
    let value = |m| mn::search_with(&task, &mut Silent, mn::Backup { m, n: 1, range: 40 }).value;
    assert_eq!([value(1), value(2), value(3)], [0, 10, 15].map(Score::cp));
}

#[test]
fn errors_are_counted_on() {
    // Black can take a pawn with either of two men or not; one way is best.
    let position = position("4k3/8/8/2p1p3/3P4/8/8/4K3 w - - 0 1");
    let task = Task::new(&position, eval::by_name("pst").unwrap(), 2);
    let mut last = probimax::search_against(&task, &mut Silent, 0).value;
    for error in [20, 60, 200, 600] {
        let value = probimax::search_against(&task, &mut Silent, error).value;
        assert!(value >= last, "{error}: {value} {last}");
        last = value;
    }
    assert!(last > probimax::search_against(&task, &mut Silent, 0).value);
}

#[test]
fn memory_is_bounded() {
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
            assert!(report.finished, "{name} {capacity}");
            assert!(report.nodes < capacity.max(1) as u64, "{name} {capacity}");
            assert_eq!(report.nodes, counters.nodes(), "{name} {capacity}");
            assert!(position.is_legal(report.best.unwrap()));
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
    fn enter(&mut self, node: &search::Node<'_>) {
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

    fn leave(&mut self, _: Score, outcome: Outcome) {
        let position = self.open.pop().unwrap();
        let has_moves = position.has_legal_move();
        match outcome {
            Outcome::Mate => assert!(!has_moves && position.is_check()),
            Outcome::Draw(Draw::Stalemate) => assert!(!has_moves && !position.is_check()),
            _ => assert!(has_moves),
        }
    }
}

#[test]
fn watchers_see_a_proper_tree() {
    let mut random = Random(24);
    for round in 0..20 {
        let plies = random.below(150);
        let start = random_start(&mut random);
        let (position, history) = random_game(&mut random, start, plies);
        for rung in ALTERNATIVES {
            let mut task = Task::new(&position, evaluator(round), 2);
            task.history = &history;
            task.options.deeper_endgame = true;
            let mut nesting = Nesting::default();
            let report = rung.search(&task, &mut nesting);
            assert!(nesting.open.is_empty() && nesting.roots == 1, "{}", rung.name());
            assert!(nesting.deepest as u32 <= task.full_depth(), "{}", rung.name());
            assert!(report.line.len() as u32 <= task.full_depth(), "{}", rung.name());

            let mut tree = Tree::new(TreeLimits::default());
            assert_eq!(rung.search(&task, &mut tree), report, "{}", rung.name());
            let root = tree.root().unwrap();
            assert_eq!(root.below, report.nodes, "{}", rung.name());
            if rung != Rung::Mcts {
                assert_eq!(root.value, report.value, "{}", rung.name());
            }
        }
    }
}

#[test]
fn the_endgame_is_searched_two_plies_deeper() {
    let position = position("8/8/4k3/8/8/3K4/4P3/8 w - - 0 1");
    for rung in ALTERNATIVES {
        let mut task = Task::new(&position, eval::by_name("phased").unwrap(), 2);
        let mut nesting = Nesting::default();
        rung.search(&task, &mut nesting);
        assert_eq!(nesting.deepest, 2, "{}", rung.name());
        task.options.deeper_endgame = true;
        let mut nesting = Nesting::default();
        rung.search(&task, &mut nesting);
        assert_eq!(nesting.deepest, 4, "{}", rung.name());
    }
}
