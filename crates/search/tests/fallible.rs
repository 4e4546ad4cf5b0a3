//! The search that overlooks moves.
#![allow(clippy::unwrap_used)] // a failed unwrap is a failed test

use chess::{Move, Position};
use eval::{Evaluation, Score};
use plywise_search::Control;
use plywise_search::fallible::{FallibleReport, FallibleTask, Sight, SightTable, search};

const BLIND: Sight = Sight { overlook: 0.5, fading: 1.3 };

fn task(position: &Position, nodes: u64, sight: Sight, seed: u64) -> FallibleTask<'_> {
    FallibleTask {
        position,
        history: &[],
        last: None,
        before: None,
        noticed: &[],
        only: &[],
        depth: 40,
        nodes,
        margin: 200,
        sight,
        seed,
        control: Control::unlimited(),
    }
}

fn look(task: &FallibleTask<'_>, memory: &mut SightTable) -> FallibleReport {
    let mut evaluator = Evaluation::named("pst").unwrap().incremental();
    search(task, &mut *evaluator, memory, &mut |_| {})
}

fn best(report: &FallibleReport) -> Move {
    report.candidates[0].mv
}

const MIDDLE: &str = "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4";

#[test]
fn the_same_task_has_the_same_answer_whatever_was_searched_before() {
    let position: Position = MIDDLE.parse().unwrap();
    let mut used = SightTable::new();
    for seed in 0..20 {
        let task = task(&position, 800, BLIND, seed);
        let fresh = look(&task, &mut SightTable::new());
        for _ in 0..2 {
            assert_eq!(look(&task, &mut used), fresh, "seed {seed}");
        }
    }
}

#[test]
fn with_perfect_sight_it_finds_mates_and_what_hangs() {
    for (fen, uci) in [
        ("k7/8/1K6/8/8/8/8/7R w - - 0 1", "h1h8"),
        ("6k1/5ppp/8/8/8/8/1r3PPP/R5K1 w - - 0 1", "a1a8"),
        ("4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1", "e4d5"),
        // Mate in two: the rook gives up its square first.
        ("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", "a1a6"),
    ] {
        let position: Position = fen.parse().unwrap();
        let report = look(&task(&position, 20_000, Sight::PERFECT, 1), &mut SightTable::new());
        assert_eq!(best(&report), position.parse_uci(uci).unwrap(), "{fen}");
    }
}

#[test]
fn what_is_overlooked_is_not_played_and_not_feared() {
    // A queen can be taken; who does not see it plays something else.
    let position: Position = "4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1".parse().unwrap();
    let takes = position.parse_uci("e4d5").unwrap();
    let taken = (0..200)
        .filter(|&seed| {
            best(&look(&task(&position, 300, BLIND, seed), &mut SightTable::new())) == takes
        })
        .count();
    assert!((100..200).contains(&taken), "{taken} of 200");
    // Mate is threatened. Who was threatened with it before does not miss it.
    let threat: Position = "6k1/5ppp/8/8/8/8/5PPP/1r4K1 w - - 0 1".parse().unwrap();
    assert!(threat.is_check() || !threat.legal_moves().is_empty());
    let quiet: Position = "1r4k1/5ppp/8/8/8/7P/5PP1/4R1K1 w - - 0 1".parse().unwrap();
    let rook = quiet.parse_uci("e1e7").unwrap();
    let mate = Move::normal("b8".parse().unwrap(), "b1".parse().unwrap());
    let noticed = [mate];
    for seed in 0..50 {
        let sharp = FallibleTask { noticed: &noticed, ..task(&quiet, 300, BLIND, seed) };
        let report = look(&sharp, &mut SightTable::new());
        assert_ne!(report.candidates[0].score, Score::mated_in(2), "seed {seed}");
        let blunder = report.candidates.iter().find(|candidate| candidate.mv == rook);
        assert!(blunder.is_none_or(|blunder| blunder.score < Score::cp(900)), "seed {seed}");
    }
}

#[test]
fn nodes_and_moves_are_kept_to() {
    let position: Position = MIDDLE.parse().unwrap();
    let report = look(&task(&position, 5_000, BLIND, 3), &mut SightTable::new());
    assert!(report.nodes <= 5_000 && report.nodes > 2_000, "{}", report.nodes);
    let only = [position.parse_uci("a2a3").unwrap(), position.parse_uci("h2h3").unwrap()];
    let few = FallibleTask { only: &only, ..task(&position, 500, BLIND, 3) };
    let moves: Vec<Move> =
        look(&few, &mut SightTable::new()).candidates.iter().map(|one| one.mv).collect();
    assert!(moves.len() == 2 && moves.iter().all(|mv| only.contains(mv)), "{moves:?}");
    let over: Position = "k7/8/KQ6/8/8/8/8/8 b - - 0 1".parse().unwrap();
    assert!(look(&task(&over, 500, BLIND, 3), &mut SightTable::new()).candidates.is_empty());
}
