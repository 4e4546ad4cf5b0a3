//! How fast the network is: `cargo run --release -p eval --example nnue_speed`.
//!
//! A small tree is walked as a search walks it: every move is played, told to
//! the evaluator, its position evaluated, and taken back. The same walk without a
//! evaluator is subtracted. Of each root the fastest of many short runs counts:
//! what disturbs a clock only ever adds to it.

#![allow(clippy::print_stdout)] // a program for the terminal

use std::sync::Arc;
use std::time::Instant;

use chess::Position;
use plywise_eval::nnue::{Backend, KingBuckets, Network, NetworkError, Nnue};
use plywise_eval::{Evaluator, Forgetful, IncrementalEvaluator, Material, MaterialWeights};

const ROOTS: [&str; 4] = [
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 w - - 0 9",
    "2r3k1/pp3pp1/4p2p/3pP3/3P4/P3R1P1/1P3P1P/6K1 w - - 0 25",
    "r1b2rk1/2q1bppp/p2ppn2/1p6/3QPP2/2N1B3/PPP1B1PP/R4RK1 w - - 0 13",
];
/// Plies of the tree; most evaluations are at the leaves, as in a search.
const DEPTH: u32 = 2;
const RUNS: usize = 40;
/// King buckets as a recipe has them: castled, at home, one step up, and elsewhere.
const FOUR: [u8; 32] = {
    let mut map = [3; 32];
    (map[0], map[1], map[2], map[3]) = (1, 1, 0, 0);
    (map[4], map[5], map[6], map[7]) = (2, 2, 2, 2);
    map
};

fn main() -> Result<(), NetworkError> {
    let roots: Vec<Position> = ROOTS.iter().filter_map(|fen| fen.parse().ok()).collect();
    let mut silent = Forgetful(&Nothing);
    let (nodes, walking) = walk_all(&roots, &mut silent);
    println!("the walk itself: {nodes} nodes, {:.1} ns each", 1e9 * walking / nodes as f64);
    println!("hidden  buckets  backend         ns/evaluation  M evaluations/s  from nothing, ns");
    let four = KingBuckets::new(FOUR)?;
    let plain = [256, 512, 768, 1024].map(|hidden| (hidden, KingBuckets::ONE));
    for (hidden, buckets) in plain.into_iter().chain([(512, four.clone()), (1024, four)]) {
        let count = buckets.count();
        let network = Arc::new(Network::random_with(hidden, buckets, 1)?);
        for backend in Backend::available() {
            let nnue = Nnue::with_backend(Arc::clone(&network), backend);
            let mut evaluator = nnue.evaluator();
            let (_, seconds) = walk_all(&roots, &mut evaluator);
            let anew = (0..RUNS).map(|_| from_nothing(&roots, &nnue)).fold(f64::MAX, f64::min);
            let each = (seconds - walking) / nodes as f64;
            println!(
                "{hidden:6}  {count:7}  {:11}  {:13.1}  {:15.2}  {:16.0}",
                backend.name(),
                1e9 * each,
                1e-6 / each,
                1e9 * anew
            );
        }
    }
    Ok(())
}

/// An evaluation that costs nothing.
struct Nothing;

static MATERIAL: Material = Material::new(MaterialWeights::DEFAULT);

impl Evaluator for Nothing {
    fn name(&self) -> &'static str {
        "nothing"
    }
    fn summary(&self) -> &'static str {
        "nothing at all"
    }
    fn evaluate(&self, _: &Position) -> plywise_eval::Score {
        plywise_eval::Score::DRAW
    }
    fn explain(&self, position: &Position) -> plywise_eval::Explanation {
        MATERIAL.explain(position)
    }
}

/// Nodes of all trees, and the seconds of the fastest walk through each.
fn walk_all(roots: &[Position], evaluator: &mut impl IncrementalEvaluator) -> (u64, f64) {
    let (mut nodes, mut seconds, mut sum) = (0, 0.0, 0);
    for root in roots {
        let mut fastest = f64::MAX;
        for run in 0..RUNS {
            let start = Instant::now();
            evaluator.start(root);
            let count = walk(root, evaluator, DEPTH, &mut sum);
            fastest = fastest.min(start.elapsed().as_secs_f64());
            nodes += if run == 0 { count } else { 0 };
        }
        seconds += fastest;
    }
    std::hint::black_box(sum);
    (nodes, seconds)
}

fn walk(
    position: &Position,
    evaluator: &mut impl IncrementalEvaluator,
    depth: u32,
    sum: &mut i64,
) -> u64 {
    let mut nodes = 0;
    for mv in &position.legal_moves() {
        let mut after = *position;
        after.play_unchecked(mv);
        evaluator.play(position, mv, &after);
        *sum += i64::from(evaluator.evaluate(&after).raw());
        nodes += 1;
        if depth > 1 {
            nodes += walk(&after, evaluator, depth - 1, sum);
        }
        evaluator.undo();
    }
    nodes
}

/// Seconds for one evaluation from nothing.
fn from_nothing(roots: &[Position], nnue: &Nnue) -> f64 {
    const TIMES: usize = 50;
    let start = Instant::now();
    for _ in 0..TIMES {
        for root in roots {
            std::hint::black_box(nnue.evaluate(std::hint::black_box(root)));
        }
    }
    start.elapsed().as_secs_f64() / (TIMES * roots.len()) as f64
}
