//! Counts perft with Plywise and with the two best-known Rust libraries, on
//! one thread, in one run, and prints how they compare.
//!
//! Times on a shared machine wander; ratios taken side by side do not. So each
//! position is counted by each library in turn, several rounds over, and the
//! best round of each is compared. Every count must agree.

use std::hint::black_box;
use std::process::ExitCode;
use std::time::Instant;

const POSITIONS: [(&str, &str, u32); 4] = [
    ("start", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 6),
    ("kiwipete", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 5),
    ("endgame", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 7),
    ("middle game", "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", 5),
];

/// Counts a FEN to a depth.
type Perft = fn(&str, u32) -> u64;

/// In the order of the columns.
const LIBRARIES: [Perft; 3] = [plywise, cozy, shakmaty];

fn main() -> ExitCode {
    let rounds = match std::env::args().nth(1).map(|text| text.parse::<u32>()) {
        None => 5,
        Some(Ok(rounds)) if rounds > 0 => rounds,
        Some(_) => {
            eprintln!("bench-rules [ROUNDS]: rounds are a number from 1");
            return ExitCode::from(2);
        }
    };
    println!(
        "{:<12} {:>5} {:>12} {:>10} {:>10} {:>10} {:>8} {:>8}",
        "position", "depth", "nodes", "plywise", "cozy", "shakmaty", "/cozy", "/shakm."
    );
    let mut logarithms = [0.0; 3];
    for (name, fen, depth) in POSITIONS {
        let mut best = [f64::INFINITY; 3];
        let mut nodes = [0; 3];
        for _ in 0..rounds {
            for (index, count) in LIBRARIES.iter().enumerate() {
                let start = Instant::now();
                nodes[index] = count(black_box(fen), depth);
                best[index] = best[index].min(start.elapsed().as_secs_f64());
            }
        }
        if nodes.iter().any(|&count| count != nodes[0]) {
            eprintln!("the libraries disagree on {name}: {nodes:?}");
            return ExitCode::FAILURE;
        }
        let speed = best.map(|seconds| nodes[0] as f64 / seconds / 1e6);
        for (sum, seconds) in logarithms.iter_mut().zip(best) {
            *sum += (seconds / best[0]).ln();
        }
        println!(
            "{name:<12} {depth:>5} {:>12} {:>10.0} {:>10.0} {:>10.0} {:>7.2}x {:>7.2}x",
            nodes[0],
            speed[0],
            speed[1],
            speed[2],
            speed[0] / speed[1],
            speed[0] / speed[2]
        );
    }
    let mean = logarithms.map(|sum| (sum / POSITIONS.len() as f64).exp());
    println!("geometric mean{:>58.2}x {:>7.2}x   (speeds in million nodes/s)", mean[1], mean[2]);
    ExitCode::SUCCESS
}

fn plywise(fen: &str, depth: u32) -> u64 {
    let position: chess::Position = fen.parse().expect("the positions above are legal");
    chess::perft::count(&position, depth)
}

fn cozy(fen: &str, depth: u32) -> u64 {
    // Two calls of the generator, because it is a third faster so than with the
    // question for the depth inside.
    fn walk(board: &cozy_chess::Board, depth: u32) -> u64 {
        let mut nodes = 0;
        if depth == 1 {
            board.generate_moves(|moves| {
                nodes += moves.len() as u64;
                false
            });
            return nodes;
        }
        board.generate_moves(|moves| {
            for mv in moves {
                let mut next = board.clone();
                next.play_unchecked(mv);
                nodes += walk(&next, depth - 1);
            }
            false
        });
        nodes
    }
    walk(&fen.parse().expect("the positions above are legal"), depth)
}

fn shakmaty(fen: &str, depth: u32) -> u64 {
    let fen: shakmaty::fen::Fen = fen.parse().expect("the positions above are legal");
    let position: shakmaty::Chess =
        fen.into_position(shakmaty::CastlingMode::Standard).expect("the positions above are legal");
    // Its own perft counts the last ply in bulk too.
    shakmaty::perft(&position, depth)
}
