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
