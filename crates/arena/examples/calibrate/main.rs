//! How strong and how human the family of players by rating is: the tables of
//! docs/levels.md.
//!
//! ```text
//! cargo run --release -p plywise-arena --example calibrate -- anchor PROGRAM [GAMES] [NODES]
//!                                                             chain [GAMES]
//!                                                             characters [GAMES]
//!                                                             puzzles FILE.csv [EVERY]
//!                                                             errors FILE.pgn [GAMES]
//! ```
//!
//! `anchor` plays ratings against a UCI engine that has `UCI_Elo`, `chain` ratings
//! against each other, `characters` each character against nobody in particular of
//! the same rating. `puzzles` solves rated puzzles (lichess's table), `errors`
//! counts the errors of people in a file of games and of players among themselves.

#![allow(clippy::print_stdout, clippy::print_stderr)] // a program for the terminal

mod errors;
mod matches;
mod puzzles;

use std::process::ExitCode;

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let text = |at: usize| words.get(at).map(String::as_str);
    let number = |at: usize, usual: u64| text(at).map_or(Some(usual), |word| word.parse().ok());
    let done = match (text(0), text(1)) {
        (Some("anchor"), Some(program)) => number(2, 60)
            .zip(number(3, 20_000))
            .map(|(games, nodes)| matches::anchor(program, games, nodes)),
        (Some("chain"), _) => number(1, 200).map(matches::chain),
        (Some("characters"), _) => number(1, 200).map(matches::characters),
        (Some("puzzles"), Some(file)) => number(2, 6).map(|every| puzzles::solve(file, every)),
        (Some("errors"), Some(file)) => number(2, 20).map(|games| errors::count(file, games)),
        _ => None,
    };
    match done {
        Some(Ok(())) => ExitCode::SUCCESS,
        Some(Err(sentence)) => {
            eprintln!("calibrate: {sentence}");
            ExitCode::FAILURE
        }
        None => {
            eprintln!(
                "calibrate: say anchor PROGRAM [GAMES] [NODES], chain [GAMES], characters [GAMES], \
                 puzzles FILE.csv [EVERY] or errors FILE.pgn [GAMES]"
            );
            ExitCode::from(2)
        }
    }
}
