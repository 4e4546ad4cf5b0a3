//! Exercises have the answers that they claim: everything is worked out again, from what the
//! question shows, by plain ways that share nothing with the makers (`recount`).
//!
//! These are some of each kind. `make recount` takes a thousand of each, each from a position of
//! its own: the same program with more time.

#![allow(clippy::unwrap_used)] // a failed unwrap is a failed test

mod recount;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use plywise_course::{Answer, ExerciseOrder, Wanted, exercise, lessons, mark};

fn order(lesson: &str, kind: &str, seed: u32) -> ExerciseOrder {
    ExerciseOrder { lesson: lesson.to_owned(), kind: Some(kind.to_owned()), seed, fen: None }
}

/// All kinds of all lessons.
fn kinds() -> Vec<(String, String)> {
    let heads = lessons().unwrap();
    let of_head = |head: &plywise_course::LessonHead| {
        let lesson = head.id.clone();
        head.exercises.iter().map(move |one| (lesson.clone(), one.kind.clone())).collect::<Vec<_>>()
    };
    heads.iter().flat_map(of_head).collect()
}

/// Seeds of each kind here. Those of `make recount` begin with the same ones.
const SEEDS: u32 = 12;

#[test]
fn every_kind_has_the_answers_that_it_claims() {
    let kinds = kinds();
    let next = AtomicUsize::new(0);
    let work = || {
        while let Some((lesson, kind)) = kinds.get(next.fetch_add(1, Ordering::Relaxed)) {
            for seed in 0..SEEDS {
                let checked = || recount::check(lesson, kind, seed);
                // Which one it was stands in no message of the ways to recount.
                assert!(catch_unwind(AssertUnwindSafe(checked)).is_ok(), "{lesson} {kind} {seed}");
            }
        }
    };
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(2, usize::from) {
            scope.spawn(work);
        }
    });
}

/// It is the same again by the same order; choices have one right answer; what is no answer is refused.
#[test]
fn every_kind_of_every_lesson_holds() {
    for (lesson, kind) in kinds() {
        for seed in 0..2 {
            let order = order(&lesson, &kind, seed);
            let asked = exercise(&order).unwrap_or_else(|error| panic!("{lesson} {kind}: {error}"));
            assert_eq!(asked, exercise(&order).unwrap());
            if let Wanted::Choice { options } = &asked.wanted {
                let is_right = |choice: &u32| {
                    let answer = Answer::Choice { choice: *choice };
                    mark(&order, Some(&answer)).unwrap().right == Some(true)
                };
                assert_eq!(
                    (0..options.len() as u32).filter(is_right).count(),
                    1,
                    "{lesson} {kind}"
                );
            }
            assert!(mark(&order, Some(&Answer::Order { order: vec![9] })).is_err());
        }
    }
}

/// A position that somebody chose is the one that is asked about, or a node of a search of it; or it is refused.
#[test]
fn a_chosen_position_is_used_or_refused() {
    let chosen = [
        "r1bqkb1r/pp2pppp/2np1n2/8/3NP3/2N5/PPP2PPP/R1BQKB1R w KQkq - 0 1",
        "r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3",
        "8/8/3k4/8/3K4/3P4/8/8 w - - 0 1",
        "8/8/8/8/4k3/8/8/K1Q5 w - - 0 1",
        "k7/8/1K6/8/8/8/8/2Q5 b - - 0 1",
        "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1",
    ];
    let pieces = |fen: &str| {
        fen.split(' ').next().unwrap().chars().filter(char::is_ascii_alphabetic).count()
    };
    for (lesson, kind) in kinds() {
        let (mut asked, mut refused) = (Vec::new(), Vec::new());
        for fen in chosen {
            let order = ExerciseOrder { fen: Some(fen.to_owned()), ..order(&lesson, &kind, 1) };
            match exercise(&order) {
                Ok(one) => {
                    assert!(pieces(&one.fen) <= pieces(fen), "{lesson} {kind} {fen}: {}", one.fen);
                    let board = one.has_board.then_some(one.fen);
                    asked.push((one.question, one.wanted, one.tree, board));
                }
                Err(error) => refused.push(error.to_string()),
            }
        }
        for (at, one) in asked.iter().enumerate() {
            assert!(
                !asked[..at].contains(one),
                "{lesson} {kind} asks the same of two positions: {one:?}"
            );
        }
        let is_told = |sentence: &String| {
            sentence.starts_with(&format!("no exercise '{kind}' can be made from this position: "))
        };
        assert!(refused.iter().all(is_told), "{refused:?}");
    }
}

#[test]
fn a_chosen_ending_is_the_one_that_is_asked_about() {
    for (lesson, kind, fen, solution) in [
        ("nullmove", "zugzwang", "8/8/3k4/8/3K4/3P4/8/8 w - - 0 1", "no: "),
        ("nullmove", "zugzwang", "8/8/8/3k4/3p4/3P4/3K4/8 b - - 0 1", "no: "),
        ("nullmove", "zugzwang", "8/8/8/8/2Kp4/3Pk3/8/8 w - - 0 1", "yes: "),
        ("nullmove", "allowed", "8/8/3k4/8/3K4/3P4/8/8 w - - 0 1", "no: it has only king"),
        ("nullmove", "fails", "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", "yes: "),
        ("book", "ended", "k7/2Q5/1K6/8/8/8/8/8 b - - 0 1", "stalemate"),
        ("book", "ended", "8/8/8/8/8/5k2/5q2/7K w - - 0 1", "stalemate"),
        ("book", "marked", "8/8/8/8/8/1K6/8/k1Q5 b - - 0 1", ""),
        ("random", "mate-chance", "k7/8/1K6/8/8/8/8/2Q5 w - - 0 1", ""),
    ] {
        for seed in 0..3 {
            let order = ExerciseOrder { fen: Some(fen.to_owned()), ..order(lesson, kind, seed) };
            let made = exercise(&order);
            if kind == "marked" {
                assert!(made.unwrap_err().to_string().ends_with("no move of it leads to mate"));
                continue;
            }
            assert_eq!(made.unwrap().fen, fen, "{lesson} {kind}");
            let told = mark(&order, None).unwrap().solution_text;
            assert!(told.starts_with(solution), "{lesson} {kind} {fen}: {told}");
        }
    }
}

#[test]
fn what_cannot_be_made_is_said() {
    let bad = |lesson: &str, kind: Option<&str>, fen: Option<&str>| {
        let order = ExerciseOrder {
            lesson: lesson.to_owned(),
            kind: kind.map(str::to_owned),
            seed: 1,
            fen: fen.map(str::to_owned),
        };
        exercise(&order).unwrap_err().to_string()
    };
    assert!(bad("x", None, None).starts_with("there is no lesson 'x'; the lessons are"));
    assert!(bad("minimax", Some("x"), None).contains("its exercises are leaf, move"));
    assert!(bad("minimax", None, Some("x")).len() > 10);
    let mated = "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1";
    assert!(bad("minimax", Some("leaf"), Some(mated)).contains("it has too few moves"));
}
