//! `go mate N` near the end that the fifty-move rule sets, compared with brute force.
//!
//! `make bench-mates [RUN='POSITIONS SEED']`, 1,000 positions if none are named. Positions where the
//! two differ are shown, and the exit code is 1.

#![allow(clippy::print_stdout, clippy::unwrap_used)]

#[path = "../tests/champion_support/brute_mate.rs"]
mod brute_mate;

use std::process::ExitCode;
use std::time::{Duration, Instant};

use brute_mate::{Case, Cases};
use eval::{IncrementalTuned, Tuned};
use plywise_search::champion::{Job, Solo};
use plywise_search::{Limits, Signals};

/// Enough for a proof of four moves with as many pieces as the positions have.
const NODES: u64 = 1_000_000;

fn main() -> ExitCode {
    let mut numbers = std::env::args().skip(1).map(|text| text.parse::<u64>().unwrap());
    let count = numbers.next().unwrap_or(1_000) as usize;
    let seed = numbers.next().unwrap_or(1);
    let (mut by_length, mut changed, mut wrong) = ([0; 5], 0, 0);
    let (mut searching, begun) = (Duration::ZERO, Instant::now());
    for case in Cases::new(seed).take(count) {
        by_length[case.shortest.unwrap_or(0) as usize] += 1;
        changed += usize::from(case.is_changed);
        let clock = Instant::now();
        let answer = ask(&case);
        searching += clock.elapsed();
        if answer != case.shortest {
            wrong += 1;
            let Case { position, most, shortest, .. } = case;
            println!("{position}, mate {most}: {answer:?}, brute force {shortest:?}");
        }
    }
    let [none, mates @ ..] = by_length;
    println!("{count} positions of seed {seed}: mates in 1 to 4 {mates:?}, none {none}");
    println!("{changed} are changed by the rule, {wrong} answers differ from brute force");
    println!("search {:.1} s of {:.1} s", searching.as_secs_f64(), begun.elapsed().as_secs_f64());
    ExitCode::from(u8::from(wrong > 0))
}

/// The length of the mate that the search finds, if it is no longer than asked for.
fn ask(case: &Case) -> Option<u32> {
    let limits = Limits { mate: Some(case.most), ..Limits::nodes(NODES) };
    let signals = Signals::new();
    let job = Job::new(&case.position, &limits, &signals);
    let found = Solo::new(16).unwrap().search(&job, &mut IncrementalTuned::new(&Tuned::default()));
    let moves = found.score.mate_moves().and_then(|moves| u32::try_from(moves).ok());
    moves.filter(|&moves| moves > 0 && moves <= case.most)
}
