//! The tournament search keeps its promises: legal, repeatable, within its
//! limits, and right about mates and draws.
#![allow(clippy::unwrap_used)] // a failed unwrap is a failed test

use std::sync::Arc;
use std::time::Duration;

use crate::champion_support::{evaluator, play, position, replay, solve, walk};
use chess::Position;
use eval::nnue::{Backend, IncrementalNnue, Network};
use eval::{Knowing, Score};
use plywise_search::champion::{Event, Job, Solo, bench};
use plywise_search::{
    Bound, Clock, Counters, Limits, NodeOutcome, Observer, Signals, Tree, TreeLimits,
};

/// Positions of all kinds, Chess960 castling among them.
const POSITIONS: [&str; 10] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    "8/8/4k3/3p4/3P4/4K3/8/8 w - - 0 1",
    "4k3/8/8/8/8/8/4P3/4K3 w - - 60 80",
    "5rk1/4Rppp/8/3q4/8/6P1/5P1P/4Q1K1 b - - 3 40",
    "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
];

#[test]
fn searches_are_legal_and_repeatable() {
    for fen in POSITIONS {
        let position = position(fen);
        let limits = Limits::nodes(20_000);
        let first = solve(&position, &limits);
        assert!(position.is_legal(first.best.unwrap()), "{fen}");
        assert_eq!(first.pv.first().copied(), first.best);
        replay(&position, &first.pv, first.score);
        let second = solve(&position, &limits);
        assert_eq!(
            (first.nodes, first.best, first.score),
            (second.nodes, second.best, second.score)
        );
        assert_eq!((first.pv, first.depth), (second.pv, second.depth));
        if let Some(ponder) = first.ponder {
            let mut next = position;
            next.play(first.best.unwrap()).unwrap();
            assert!(next.is_legal(ponder), "{fen}");
        }
    }
}

#[test]
fn what_was_learnt_changes_no_rule() {
    // The same searcher through a whole game, nothing forgotten in between.
    let mut solo = Solo::new(1).unwrap();
    let mut evaluator = evaluator();
    let mut position = Position::start();
    let mut history = Vec::new();
    let (limits, signals) = (Limits::nodes(2_000), Signals::new());
    for _ in 0..120 {
        let mut job = Job::new(&position, &limits, &signals);
        job.history = &history;
        let found = solo.search(&job, &mut evaluator);
        let Some(best) = found.best else { break };
        replay(&position, &found.pv, found.score);
        history.push(position.key());
        position.play(best).unwrap();
    }
    assert!(history.len() > 30);
}

/// What data generation asks for is what everybody else is told, search after search.
#[test]
fn choosing_is_searching() {
    let signals = Signals::new();
    for nodes in [25, 100, 2_000] {
        let limits = Limits { soft_nodes: Some(nodes), ..Limits::default() };
        let (mut chooser, mut searcher) = (Solo::of_kib(256).unwrap(), Solo::of_kib(256).unwrap());
        let (mut own, mut other) = (evaluator(), evaluator());
        for fen in POSITIONS {
            let mut position = position(fen);
            for _ in 0..6 {
                let job = Job::new(&position, &limits, &signals);
                let found = searcher.search(&job, &mut own);
                let chosen = chooser.choose(&job, &mut other, &mut plywise_search::Silent);
                assert_eq!(chosen, found.best.map(|mv| (mv, found.score)), "{position} {nodes}");
                let Some((mv, _)) = chosen else { break };
                position.play(mv).unwrap();
            }
        }
    }
    let limits = Limits::nodes(25);
    for over in ["7k/5QQ1/8/8/8/8/8/K7 b - - 0 1", "7k/5Q2/8/8/8/8/8/K7 b - - 0 1"] {
        let over = position(over);
        let job = Job::new(&over, &limits, &signals);
        let mut solo = Solo::of_kib(1).unwrap();
        assert_eq!(solo.choose(&job, &mut evaluator(), &mut plywise_search::Silent), None);
    }
}

/// Only what was written is cleared, and that must be all of it.
#[test]
fn a_cleared_searcher_is_like_a_new_one() {
    let mut used = Solo::new(1).unwrap();
    let signals = Signals::new();
    for (index, fen) in POSITIONS.iter().enumerate() {
        let position = position(fen);
        let limits = Limits::nodes([300, 5_000, 40_000][index % 3]);
        let job = Job::new(&position, &limits, &signals);
        used.clear();
        let again = used.search(&job, &mut evaluator());
        let new = Solo::new(1).unwrap().search(&job, &mut evaluator());
        assert_eq!((again.nodes, again.score, again.pv), (new.nodes, new.score, new.pv), "{fen}");
    }
}

#[test]
fn watching_changes_no_node() {
    for fen in POSITIONS {
        let position = position(fen);
        let (limits, signals) = (Limits::depth(7), Signals::new());
        let job = Job::new(&position, &limits, &signals);
        let quiet = Solo::new(4).unwrap().search(&job, &mut evaluator());
        let mut counters = Counters::default();
        let counted = Solo::new(4).unwrap().search_observed(&job, &mut evaluator(), &mut counters);
        assert_eq!((quiet.nodes, quiet.score), (counted.nodes, counted.score), "{fen}");
        assert_eq!(quiet.pv, counted.pv);
        // Nobody watches the mate search, whose nodes count too.
        assert!(counters.nodes() > counted.nodes / 2 && counters.cutoffs > 0, "{fen}");
        let mut tree = Tree::new(TreeLimits::default());
        let drawn = Solo::new(4).unwrap().search_observed(&job, &mut evaluator(), &mut tree);
        assert_eq!(quiet.nodes, drawn.nodes);
        assert!(tree.children(0).next().is_some());
    }
}

/// Counts what a known mate makes needless, and sees that draws are drawn.
#[derive(Default)]
struct Needless(usize);

impl Observer for Needless {
    fn leave(&mut self, value: Score, outcome: NodeOutcome) {
        match outcome {
            NodeOutcome::Draw(_) => assert_eq!(value, Score::DRAW),
            NodeOutcome::MateDistance => {
                assert!(value.is_mate());
                self.0 += 1;
            }
            _ => {}
        }
    }
}

#[test]
fn a_shorter_mate_elsewhere_is_no_draw() {
    let (limits, signals) = (Limits::depth(10), Signals::new());
    let mut needless = Needless::default();
    for (fen, moves) in [
        ("r1bq2r1/b4pk1/p1pp1p2/1p2pP2/1P2P1PB/3P4/1PPQ2P1/R3K2R w KQ - 0 1", 2),
        ("r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", 3),
        ("5rk1/1p1q2bp/p2pN1p1/2pP2Bn/2P3P1/1P6/P4QKP/5R2 w - - 0 1", 4),
    ] {
        let position = position(fen);
        let job = Job::new(&position, &limits, &signals);
        let found = Solo::new(4).unwrap().search_observed(&job, &mut evaluator(), &mut needless);
        assert!(
            found.score.mate_moves().is_some_and(|found| (1..=moves).contains(&found)),
            "{fen}"
        );
    }
    assert!(needless.0 > 0);
}

#[test]
fn node_limits_are_exact() {
    for fen in &POSITIONS[..6] {
        for nodes in [500, 1_000, 12_345] {
            assert_eq!(solve(&position(fen), &Limits::nodes(nodes)).nodes, nodes, "{fen}");
        }
    }
    // A soft limit ends with an iteration: no bigger than needed, never in the middle.
    let soft = |nodes| Limits { soft_nodes: Some(nodes), ..Limits::default() };
    let search = |nodes| solve(&Position::start(), &soft(nodes));
    let found = search(3_000);
    assert!(found.nodes >= 3_000);
    let same = search(found.nodes);
    assert_eq!((same.nodes, same.depth, same.score), (found.nodes, found.depth, found.score));
    assert_eq!(search(found.nodes + 1).depth, found.depth + 1);
    // The same as with a depth, but for the nodes of the mate search.
    let whole = solve(&Position::start(), &Limits::depth(found.depth));
    assert!(whole.nodes >= found.nodes && whole.score == found.score);
}

#[test]
fn mates_are_found_at_their_distance() {
    for (fen, moves) in [
        ("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", 1),
        ("7k/8/5K2/6Q1/8/8/8/8 w - - 0 1", 1),
        ("8/8/8/8/8/3k4/7q/3K4 b - - 0 1", 1),
        ("4k3/8/8/8/8/8/R7/1R2K3 w - - 0 1", 2),
        ("4nrkn/r2q1p1p/3p2pQ/NppPpN1P/1P2P3/2P3P1/5P2/R3K2R w - - 0 1", 2),
        ("r1b1k2r/pppp1ppp/2n2q2/2b1P3/4P3/2P3P1/PP1PN1Bn/RNBQKR2 b Qkq - 0 1", 2),
        ("2B5/2p5/2P5/p7/k1K5/8/2N1p3/8 w - - 0 1", 2),
        ("7r/p4pk1/2p3pr/3p4/3nPQ2/2N2BPq/P4P2/RR4K1 b - - 0 1", 3),
        ("4r1k1/1b5p/p5p1/1p3P2/5Q2/PNP5/4q1PP/6RK b - - 0 1", 3),
        ("5R2/8/2k5/8/2KPp3/4B3/8/7b w - - 0 1", 3),
    ] {
        let position = position(fen);
        let found = solve(&position, &Limits { mate: Some(moves), ..Limits::nodes(300_000) });
        assert_eq!(found.score.mate_moves(), Some(moves as i32), "{fen}: {:?}", found.pv);
        replay(&position, &found.pv, found.score);
        assert_eq!(found.pv.len(), 2 * moves as usize - 1, "{fen}");
    }
    // Being mated counts too.
    let lost = position("7k/8/6K1/8/8/8/8/R7 b - - 0 1");
    let found = solve(&lost, &Limits::depth(6));
    assert_eq!(found.score, Score::mated_in(2));
}

#[test]
fn a_proven_mate_ends_the_iterations() {
    let position = position("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1");
    let found = solve(&position, &Limits::default());
    assert_eq!(found.score, Score::mate_in(1));
    assert!(found.depth < 20, "{}", found.depth);
}

#[test]
fn draws_are_seen() {
    // Nothing to mate with.
    let bare = position("8/8/4k3/8/8/3NK3/8/8 w - - 0 1");
    assert_eq!(solve(&bare, &Limits::depth(8)).score, Score::DRAW);
    // A queen ahead, but the fifty moves are over after the next one.
    let late = position("7k/8/8/8/8/8/2Q5/K7 w - - 99 120");
    assert_eq!(solve(&late, &Limits::depth(8)).score, Score::DRAW);
    // Mate on the hundredth half-move counts.
    let mate = position("7k/5Q2/6K1/8/8/8/8/8 w - - 99 120");
    assert_eq!(solve(&mate, &Limits::depth(4)).score, Score::mate_in(1));
    // Stalemate is the best Black can reach.
    let trap = position("7k/5Q2/8/6K1/8/8/8/8 w - - 0 1");
    let found = solve(&trap, &Limits::depth(10));
    assert!(found.score.is_mate() && found.score > Score::DRAW);
}

#[test]
fn the_history_of_the_game_matters() {
    // White is lost but can bring about the position for the third time.
    let dance = "e1f1 a8b8 f1e1 b8a8 e1f1 a8b8 f1e1 b8a8 e1f1 a8b8";
    let (now, history) = walk(&position("k7/8/8/8/8/8/r7/4K3 w - - 0 1"), dance);
    let (limits, signals) = (Limits::depth(6), Signals::new());
    let mut job = Job::new(&now, &limits, &signals);
    let alone = Solo::new(1).unwrap().search(&job, &mut evaluator());
    assert!(alone.score < Score::cp(-300));
    job.history = &history;
    let found = Solo::new(1).unwrap().search(&job, &mut evaluator());
    assert_eq!(found.score, Score::DRAW);
    assert_eq!(found.best, now.parse_uci("f1e1").ok());
}

#[test]
fn a_third_repetition_is_no_way_to_mate() {
    let dance = "h6c1 g8h8 c1h6 h8g8 h6c1 g8h8";
    let (now, history) = walk(&position("6k1/8/5K1Q/8/8/8/8/8 w - - 0 1"), dance);
    let search_moves = vec![now.parse_uci("c1h6").unwrap()];
    let limits = Limits { search_moves, mate: Some(2), ..Limits::depth(8) };
    let signals = Signals::new();
    let mut job = Job::new(&now, &limits, &signals);
    let alone = Solo::new(1).unwrap().search(&job, &mut evaluator());
    assert_eq!(alone.score.mate_plies(), Some(3));
    job.history = &history;
    let found = Solo::new(1).unwrap().search(&job, &mut evaluator());
    assert_eq!(found.score, Score::DRAW);
}

#[test]
fn zugzwang_is_not_passed_over() {
    // Each is won or lost only because somebody has to move.
    for (fen, best) in [
        ("8/8/p1p5/1p5p/1P5p/8/PPP2K1p/4R1rk w - - 0 1", "e1f1"),
        ("8/8/7p/2R5/4pp1K/8/8/3k2b1 w - - 0 1", "c5c4"),
        ("8/3k4/8/8/3PK3/8/8/8 w - - 0 1", "e4d5"),
    ] {
        let position = position(fen);
        let found = solve(&position, &Limits::nodes(400_000));
        assert_eq!(found.best, position.parse_uci(best).ok(), "{fen} {}", found.score);
    }
}

#[test]
fn only_the_wanted_moves_are_searched() {
    let position = Position::start();
    let moves = ["a2a3", "h2h4"].map(|text| position.parse_uci(text).unwrap());
    let mut limits = Limits { search_moves: moves.to_vec(), ..Limits::depth(6) };
    assert!(moves.contains(&solve(&position, &limits).best.unwrap()));
    limits.multi_pv = 5;
    assert_eq!(solve(&position, &limits).lines.len(), 2);
    // A list without a legal move is no list.
    limits.search_moves = vec![chess::Move::normal(chess::Square::A1, chess::Square::A5)];
    assert_eq!(solve(&position, &limits).lines.len(), 5);
}

#[test]
fn several_lines_are_different_and_in_order() {
    for fen in &POSITIONS[..4] {
        let position = position(fen);
        let limits = Limits { multi_pv: 4, ..Limits::depth(7) };
        let found = solve(&position, &limits);
        assert_eq!(found.lines.len(), 4);
        for (index, line) in found.lines.iter().enumerate() {
            assert_eq!(line.multipv, index + 1);
            replay(&position, &line.pv, line.score);
            assert!(found.lines[..index].iter().all(|other| other.pv[0] != line.pv[0]));
            assert!(index == 0 || found.lines[index - 1].score >= line.score, "{fen}");
        }
    }
}

#[test]
fn iterations_are_told_in_order() {
    let position = position(POSITIONS[1]);
    let (limits, signals) = (Limits::depth(8), Signals::new());
    let job = Job::new(&position, &limits, &signals);
    let mut told = Vec::new();
    let found = Solo::new(4).unwrap().search_with(
        &job,
        &mut evaluator(),
        &mut plywise_search::Silent,
        &mut |event| {
            if let Event::Line(info) = event {
                told.push(info.clone());
            }
        },
    );
    let depths: Vec<u32> = told.iter().map(|info| info.depth).collect();
    assert_eq!(depths, (1..=8).collect::<Vec<_>>());
    let last = told.last().unwrap();
    assert_eq!((last.pv.first().copied(), last.score), (found.best, found.score));
    assert!(told.iter().all(|info| info.bound == Bound::Exact && info.multipv == 1));
    assert!(told.windows(2).all(|pair| pair[0].nodes <= pair[1].nodes));
}

#[test]
fn the_first_iteration_is_always_finished() {
    let nothing = Clock { overhead: Duration::from_millis(50), ..Clock::default() };
    for limits in [
        Limits { clock: Some(nothing), ..Limits::default() },
        Limits { clock: Some(Clock { moves_to_go: Some(0), ..nothing }), ..Limits::default() },
        Limits::move_time(Duration::ZERO),
        Limits::nodes(0),
        Limits::nodes(1),
        Limits::depth(0),
        Limits { mate: Some(0), ..Limits::nodes(10) },
    ] {
        for fen in POSITIONS {
            let found = solve(&position(fen), &limits);
            assert!(found.depth >= 1 && found.best.is_some(), "{fen} {limits:?}");
        }
    }
    // Stopped before it began.
    let signals = Signals::new();
    signals.stop();
    let (position, limits) = (Position::start(), Limits::default());
    let found =
        Solo::new(1).unwrap().search(&Job::new(&position, &limits, &signals), &mut evaluator());
    assert_eq!(found.depth, 1);
}

#[test]
fn where_there_is_no_move_there_is_an_answer() {
    let mated = position("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1");
    let found = solve(&mated, &Limits::default());
    assert_eq!((found.best, found.score, found.depth), (None, Score::mated_in(0), 0));
    let stalemate = position("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1");
    let found = solve(&stalemate, &Limits { infinite: true, ..Limits::default() });
    assert_eq!((found.best, found.score), (None, Score::DRAW));
}

#[test]
fn no_ponder_move_after_the_end() {
    let found = solve(&position("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1"), &Limits::depth(5));
    assert_eq!((found.score, found.ponder), (Score::mate_in(1), None));
    let found = solve(&position("7k/8/8/8/8/8/2Q5/K7 w - - 99 120"), &Limits::depth(5));
    assert_eq!(found.ponder, None);
    // The third time of a position may be called a draw, whatever the table knows.
    let start = position(POSITIONS[0]);
    let (now, history) = walk(&start, "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1");
    let back = now.parse_uci("f6g8").unwrap();
    let limits = Limits { search_moves: vec![back], ..Limits::nodes(1_000) };
    let signals = Signals::new();
    let mut solo = Solo::new(1).unwrap();
    solo.search(&Job::new(&start, &Limits::nodes(3_000), &signals), &mut evaluator());
    let job = Job { history: &history, ..Job::new(&now, &limits, &signals) };
    let found = solo.search(&job, &mut evaluator());
    assert_eq!((found.best, found.ponder), (Some(back), None));
}

#[test]
fn a_wanted_mate_is_the_shortest() {
    let position = position("8/8/8/8/1p1N4/1Bk1K3/3N4/b7 w - - 0 1");
    let found = solve(&position, &Limits { mate: Some(5), ..Limits::nodes(300_000) });
    assert_eq!(found.score, Score::mate_in(5));
}

#[test]
fn a_mate_in_the_first_line_ends_no_other() {
    let position = position("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1");
    let found = solve(&position, &Limits { multi_pv: 2, ..Limits::depth(14) });
    let depths: Vec<u32> = found.lines.iter().map(|line| line.depth).collect();
    assert_eq!((found.score, depths), (Score::mate_in(1), vec![14, 14]));
}

#[test]
fn mates_with_bishop_and_knight() {
    for fen in [
        "8/8/8/4k3/8/8/8/KBN5 w - - 0 1",
        "7k/8/8/3K4/3N4/3B4/8/8 w - - 0 1",
        "8/8/4K3/8/8/2k5/8/2n2b2 b - - 0 1",
    ] {
        let end = play(&position(fen), &Limits::nodes(20_000), 100);
        assert!(end.is_checkmate(), "{fen}: {end}");
    }
}

#[test]
fn plays_a_won_endgame_to_its_end() {
    let end = play(&position("8/8/8/4k3/8/8/8/KQ6 w - - 0 1"), &Limits::nodes(5_000), 60);
    assert!(end.is_checkmate(), "{end}");
    let end = play(&position("8/8/8/4k3/8/8/8/K1R5 w - - 0 1"), &Limits::nodes(20_000), 100);
    assert!(end.is_checkmate(), "{end}");
}

#[test]
fn the_bench_counts_the_same_whatever_the_cpu_can() {
    let network = Network::embedded();
    let count = |backend: Backend| {
        let evaluator = || Knowing(IncrementalNnue::with_backend(Arc::clone(&network), backend));
        bench::run(6, evaluator).unwrap().nodes
    };
    let backends = Backend::available();
    let expected = count(Backend::SCALAR);
    assert!(backends.len() > 1 && expected > 10_000, "{backends:?} {expected}");
    for backend in backends {
        assert_eq!(count(backend), expected, "{backend:?}");
    }
}

#[test]
fn a_mate_is_found_whatever_else_is_asked() {
    // Two lines, and a half-move clock at which only short mates come in time.
    for (fen, multi_pv) in [
        ("r1b1kb1r/pppp1ppp/5q2/4n3/3KP3/2N3PN/PPP4P/R1BQ1B1R b kq - 0 1", 2),
        ("8/8/8/8/1p1N4/1Bk1K3/3N4/b7 w - - 82 90", 1),
        ("8/8/8/8/1p1N4/1Bk1K3/3N4/b7 w - - 95 90", 1),
    ] {
        let position = position(fen);
        let limits = Limits { mate: Some(3), multi_pv, ..Limits::nodes(3_000_000) };
        let found = solve(&position, &limits);
        assert_eq!(found.pv.len(), 5, "{fen}: {:?}", found.score);
        assert!(found.score.is_mate() && found.nodes < 2_900_000, "{fen}: {}", found.nodes);
        replay(&position, &found.pv, found.score);
    }
}
