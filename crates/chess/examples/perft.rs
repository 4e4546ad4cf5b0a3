//! How many positions so many plies lead to, move by move: `cargo run --release --example perft 5 [FEN]`.

#![allow(clippy::print_stdout, clippy::print_stderr)] // a program, not the library

use std::error::Error;

use plywise_chess::{Position, perft};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let depth = arguments.next().map_or(Ok(5), |text| text.parse())?;
    let fen: Vec<String> = arguments.collect();
    let position: Position = match &fen[..] {
        [] => Position::start(),
        words => words.join(" ").parse()?,
    };
    let counts = perft::divide(&position, depth);
    for (mv, count) in &counts {
        println!("{mv:<6} {:<8} {count}", position.to_san(*mv));
    }
    println!("{} positions", counts.iter().map(|(_, count)| count).sum::<u64>());
    Ok(())
}
