//! How many positions so many plies lead to, move by move: `cargo run --release --example perft 5 [FEN]`.

#![allow(clippy::print_stdout, clippy::print_stderr)] // a program, not the library

use std::process::ExitCode;

use plywise_chess::{Position, perft};

fn main() -> ExitCode {
    match count() {
        Ok(()) => ExitCode::SUCCESS,
        Err(sentence) => {
            eprintln!("{sentence}");
            ExitCode::FAILURE
        }
    }
}

fn count() -> Result<(), String> {
    let mut arguments = std::env::args().skip(1);
    let depth = match arguments.next() {
        None => 5,
        Some(text) => {
            let depth = text.parse().ok().filter(|depth| (1..=perft::MAX_DEPTH).contains(depth));
            depth.ok_or_else(|| format!("'{text}' is no depth from 1 to {}", perft::MAX_DEPTH))?
        }
    };
    let fen: Vec<String> = arguments.collect();
    let position = match &fen[..] {
        [] => Position::start(),
        words => {
            words.join(" ").parse::<Position>().map_err(|error| format!("no position: {error}"))?
        }
    };
    let counts = perft::divide(&position, depth);
    for (mv, count) in &counts {
        println!("{mv:<6} {:<8} {count}", position.to_san(*mv));
    }
    println!("{} positions", counts.iter().map(|(_, count)| count).sum::<u64>());
    Ok(())
}
