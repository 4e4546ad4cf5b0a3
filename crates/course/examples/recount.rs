//! Recounts exercises: `make recount`, or with RUN='--seeds 100 --lesson table'.
//!
//! A thousand of each kind, each from a position of its own, worked out again as the tests do.

#![allow(clippy::print_stdout, clippy::print_stderr)] // a program for the terminal
#![allow(clippy::unwrap_used)] // a failed unwrap is a wrong exercise

#[path = "../tests/recount/mod.rs"]
mod recount;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Instant;

use plywise_course::lessons;

fn main() -> ExitCode {
    let (mut seeds, mut only) = (1_000_u32, None::<String>);
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        match (word.as_str(), words.next()) {
            ("--seeds", Some(count)) if count.parse::<u32>().is_ok() => {
                seeds = count.parse().unwrap_or(seeds);
            }
            ("--lesson", Some(lesson)) => only = Some(lesson),
            _ => {
                eprintln!("recount: the options are --seeds COUNT and --lesson NAME");
                return ExitCode::from(2);
            }
        }
    }
    let heads = lessons().unwrap();
    let heads = heads.iter().filter(|head| only.as_ref().is_none_or(|only| *only == head.id));
    let kinds: Vec<(&str, &str)> = heads
        .flat_map(|head| head.exercises.iter().map(|one| (head.id.as_str(), one.kind.as_str())))
        .collect();
    if kinds.is_empty() {
        eprintln!("recount: there is no such lesson");
        return ExitCode::from(2);
    }
    let (next, wrong) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    let work = || {
        while let Some((lesson, kind)) = kinds.get(next.fetch_add(1, Ordering::Relaxed)) {
            let begun = Instant::now();
            let is_wrong = |seed: &u32| {
                catch_unwind(AssertUnwindSafe(|| recount::check(lesson, kind, *seed))).is_err()
            };
            let found: Vec<u32> = (0..seeds).filter(is_wrong).collect();
            let each = 1_000.0 * begun.elapsed().as_secs_f64() / f64::from(seeds.max(1));
            println!(
                "{lesson:<12} {kind:<14} {:>5} of {seeds} right, {each:.1} ms each",
                seeds as usize - found.len()
            );
            wrong
                .lock()
                .unwrap()
                .extend(found.into_iter().map(|seed| format!("{lesson} {kind} {seed}")));
        }
    };
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(2, usize::from) {
            scope.spawn(work);
        }
    });
    let wrong = wrong.into_inner().unwrap();
    println!(
        "{} kinds, {} exercises, {} wrong",
        kinds.len(),
        kinds.len() * seeds as usize,
        wrong.len()
    );
    for order in &wrong {
        println!("wrong: {order}");
    }
    if wrong.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
