//! How many positions a second each evaluation looks at, alone and with its
//! memory, in one run: `cargo run --release -p eval --example eval_speed`.
//!
//! The positions are those of a search: the leaves below game positions, in
//! the order in which a search comes to them.
#![allow(clippy::print_stdout)] // the figures are what the program is for

use std::hint::black_box;
use std::time::Instant;

use chess::Position;
use plywise_eval::{Evaluator, Forgetful, IncrementalEvaluator, IncrementalTuned, Tuned};

/// Openings, middle games and endgames.
const ROOTS: [&str; 8] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r1bqkb1r/pp2pppp/2np1n2/8/3NP3/2N5/PPP2PPP/R1BQKB1R w KQkq - 0 1",
    "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P4/2PBPN2/PP1N1PPP/R1BQ1RK1 w - - 0 8",
    "r2q1rk1/1b2bppp/p1nppn2/1p6/3NPP2/1BN1B3/PPP1Q1PP/R4RK1 w - - 0 12",
    "2rq1rk1/pb1n1ppN/4p3/1pb5/3P1Pn1/P1N5/1PQ1B1PP/R1B2RK1 b - - 0 16",
    "3r1rk1/pp3ppp/8/3P4/8/7P/PP3PP1/2R2RK1 w - - 0 1",
    "8/5pk1/4p1p1/1R5p/3r3P/5PP1/4PK2/8 w - - 0 40",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
];

fn main() {
    let mut positions = Vec::new();
    for root in ROOTS {
        let Ok(root) = root.parse::<Position>() else { continue };
        for first in &root.legal_moves() {
            let mut next = root;
            next.play_unchecked(first);
            positions.push(next);
            for second in &next.legal_moves() {
                let mut last = next;
                last.play_unchecked(second);
                positions.push(last);
            }
        }
    }
    println!("{} positions", positions.len());
    for evaluation in plywise_eval::evaluators() {
        measure(evaluation, "", &mut Forgetful(evaluation), &positions);
    }
    let tuned = Tuned::default();
    measure(&tuned, " (evaluator)", &mut IncrementalTuned::new(&tuned), &positions);
}

fn measure(
    evaluation: &dyn Evaluator,
    note: &str,
    evaluator: &mut dyn IncrementalEvaluator,
    positions: &[Position],
) {
    const ROUNDS: usize = 60;
    let start = Instant::now();
    for _ in 0..ROUNDS {
        for position in positions {
            black_box(evaluator.evaluate(position));
        }
    }
    let each = start.elapsed().as_secs_f64() / (ROUNDS * positions.len()) as f64;
    let name = format!("{}{note}", evaluation.name());
    println!("{name:<16} {:>7.1} ns {:>9.2} M/s", each * 1e9, 1e-6 / each);
}
