//! The tournament search on several threads, told to stop and to ponder.
#![allow(clippy::unwrap_used)] // a failed unwrap is a failed test

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use crate::champion_support::{Witness, evaluator, position, replay};
use chess::Position;
use plywise_search::champion::{
    Evaluators, Event, Job, NoOracle, Oracle, Pool, Solo, TablebaseResult,
};
use plywise_search::{Clock, Limits, Signals};

const MIDDLE: &str = "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10";

#[test]
fn threads_agree_on_a_legal_answer() {
    let mut pool = Pool::new(4, 8).unwrap();
    for fen in [MIDDLE, "8/8/4k3/3p4/3P4/4K3/8/8 w - - 0 1", "4k3/8/8/8/8/8/R7/1R2K3 w - - 0 1"] {
        let position = position(fen);
        let (limits, signals) = (Limits::nodes(60_000), Signals::new());
        let mut last = None;
        let found = pool.search(
            &Job::new(&position, &limits, &signals),
            &mut Evaluators::new(evaluator),
            &mut |event| {
                if let Event::Line(info) = event {
                    last = info.pv.first().copied();
                }
            },
        );
        assert_eq!(last, found.best, "what was told last is what is played");
        replay(&position, &found.pv, found.score);
        assert!(found.nodes > 0 && pool.hashfull() <= 1_000);
    }
}

#[test]
fn one_thread_of_a_pool_is_deterministic() {
    let position = position(MIDDLE);
    let (limits, signals) = (Limits::depth(9), Signals::new());
    let mut nodes = Vec::new();
    let mut pool = Pool::new(1, 8).unwrap();
    // An incremental evaluator that has seen a search judges the next one no differently.
    let mut evaluators = Evaluators::new(evaluator);
    for _ in 0..2 {
        pool.clear();
        let job = Job::new(&position, &limits, &signals);
        nodes.push(pool.search(&job, &mut evaluators, &mut |_| {}).nodes);
    }
    let job = Job::new(&position, &limits, &signals);
    nodes.push(Solo::new(8).unwrap().search(&job, &mut evaluator()).nodes);
    assert!(nodes.windows(2).all(|pair| pair[0] == pair[1]), "{nodes:?}");
}

/// However many threads there are, and however few nodes.
#[test]
fn nodes_are_those_of_all_threads() {
    let position = position(MIDDLE);
    let signals = Signals::new();
    for threads in [2, 5, 16] {
        let mut pool = Pool::new(threads, 8).unwrap();
        for nodes in [1_000, 1_001, 4_000, 60_000] {
            let limits = Limits::nodes(nodes);
            pool.clear();
            let job = Job::new(&position, &limits, &signals);
            let found = pool.search(&job, &mut Evaluators::new(evaluator), &mut |_| {});
            assert!(found.nodes <= nodes, "{} of {nodes} by {threads}", found.nodes);
            assert!(found.nodes * 10 >= nodes * 7, "{} of {nodes} by {threads}", found.nodes);
        }
    }
}

#[test]
fn an_infinite_search_waits_to_be_told() {
    // A forced mate is found at once; the answer must wait nevertheless.
    let position = position("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1");
    let limits = Limits { infinite: true, ..Limits::default() };
    let signals = Signals::new();
    let told = std::sync::atomic::AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            std::thread::sleep(Duration::from_millis(30));
            told.store(true, std::sync::atomic::Ordering::SeqCst);
            signals.stop();
        });
        let mut pool = Pool::new(2, 2).unwrap();
        let found = pool.search(
            &Job::new(&position, &limits, &signals),
            &mut Evaluators::new(evaluator),
            &mut |_| {},
        );
        assert!(told.load(std::sync::atomic::Ordering::SeqCst));
        assert_eq!(found.best, position.parse_uci("a1a8").ok());
    });
}

#[test]
fn time_begins_with_the_ponder_hit() {
    let position = position(MIDDLE);
    let clock = Clock::equal(Duration::from_millis(200), Duration::ZERO);
    let limits = Limits { clock: Some(clock), ..Limits::default() };
    let signals = Signals::pondering();
    let hit = std::sync::OnceLock::new();
    std::thread::scope(|scope| {
        scope.spawn(|| {
            std::thread::sleep(Duration::from_millis(300));
            hit.set(Instant::now()).unwrap();
            signals.ponder_hit();
        });
        let mut solo = Solo::new(2).unwrap();
        let found = solo.search(&Job::new(&position, &limits, &signals), &mut evaluator());
        assert!(found.best.is_some());
        // More than the whole clock has gone by: it would have ended long ago.
        assert!(hit.get().is_some());
    });
}

#[test]
fn a_fixed_time_is_used_to_the_full() {
    let position = position("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1");
    let limits = Limits::move_time(Duration::from_millis(40));
    let signals = Signals::new();
    let job = Job::new(&position, &limits, &signals);
    let found = Solo::new(1).unwrap().search(&job, &mut evaluator());
    assert!(found.time >= Duration::from_millis(40));
}

/// On a busy machine other threads come too late, and have to be waited for.
#[test]
fn a_brief_search_wakes_no_helper() {
    let clock = |remaining| Clock::equal(remaining, Duration::ZERO);
    let timed = |remaining| Limits { clock: Some(clock(remaining)), ..Limits::default() };
    let mut pool = Pool::new(4, 1).unwrap();
    for long in [timed(Duration::from_secs(60)), Limits::depth(1), Limits::default()] {
        assert!(!pool.is_brief(&long, chess::Color::White), "{long:?}");
    }
    let (position, limits, signals) =
        (position(MIDDLE), timed(Duration::from_millis(40)), Signals::new());
    assert!(pool.is_brief(&limits, position.turn()));
    let helpers = AtomicUsize::new(0);
    let mut evaluators = Evaluators::new(|| {
        helpers.fetch_add(1, Ordering::Relaxed);
        evaluator()
    });
    let found = pool.search(&Job::new(&position, &limits, &signals), &mut evaluators, &mut |_| {});
    assert!(position.is_legal(found.best.unwrap()));
    assert_eq!(helpers.load(Ordering::Relaxed), 1, "nobody but the first thread");
}

#[test]
fn a_pool_survives_changes_of_size() {
    let mut pool = Pool::new(0, 0).unwrap();
    assert_eq!((pool.threads(), pool.hash_mib()), (1, 1));
    pool.set_threads(3).unwrap();
    assert!(pool.set_hash(usize::MAX).is_err());
    assert_eq!((pool.threads(), pool.hash_mib()), (3, 1));
    pool.set_hash(2).unwrap();
    pool.clear();
    let (position, limits, signals) = (Position::start(), Limits::depth(5), Signals::new());
    let found = pool.search(
        &Job::new(&position, &limits, &signals),
        &mut Evaluators::new(evaluator),
        &mut |_| {},
    );
    assert_eq!(found.depth, 5);
}

#[test]
fn the_judge_is_told_every_move() {
    for fen in [MIDDLE, "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"] {
        let position = position(fen);
        let (limits, signals) = (Limits::nodes(30_000), Signals::new());
        let mut witness = Witness::new();
        let job = Job::new(&position, &limits, &signals);
        Solo::new(2).unwrap().search(&job, &mut witness);
        assert!(witness.evaluations > 1_000);
    }
}

/// Claims to know that the side with the rook wins.
struct Rook;

impl Oracle for Rook {
    fn pieces(&self) -> u32 {
        3
    }

    fn probe(&self, position: &Position) -> Option<TablebaseResult> {
        assert_eq!(position.halfmove_clock(), 0);
        assert!(position.board().occupied().count() <= 3 && position.castling().is_empty());
        let ours = position.board().pieces(position.turn(), chess::Role::Rook);
        let rooks = position.board().role(chess::Role::Rook);
        Some(match (rooks.any(), ours.any()) {
            (false, _) => TablebaseResult::Draw,
            (true, true) => TablebaseResult::Win,
            (true, false) => TablebaseResult::Loss,
        })
    }
}

#[test]
fn the_oracle_is_believed_after_captures() {
    // Taking the pawn leaves a won rook ending, far beyond the horizon.
    let position = position("8/8/8/3k4/8/8/p7/R3K3 w - - 0 1");
    let (limits, signals) = (Limits::depth(3), Signals::new());
    let mut job = Job::new(&position, &limits, &signals);
    job.oracle = &Rook;
    let found = Solo::new(1).unwrap().search(&job, &mut evaluator());
    assert!(found.tb_hits > 0);
    assert!(found.score.raw() > 30_000 && !found.score.is_mate(), "{}", found.score);
    job.oracle = &NoOracle;
    assert_eq!(Solo::new(1).unwrap().search(&job, &mut evaluator()).tb_hits, 0);
}
