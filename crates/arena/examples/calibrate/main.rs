//! How strong and how human the family of players by rating is: the tables of
//! docs/levels.md.
//!
//! ```text
//! cargo run --release -p plywise-arena --example calibrate -- anchor PROGRAM [GAMES] [LIMIT] [RATINGS]
//!                                                             chain [GAMES] [RATINGS]
//!                                                             characters [GAMES]
//!                                                             puzzles FILE.csv [EVERY] [RATINGS]
//!                                                             errors FILE.pgn [GAMES] [RATINGS]
//!                                                             pace [RATINGS]
//! ```
//!
//! `anchor` plays ratings against a UCI engine that has `UCI_Elo`. LIMIT is the engine's: nodes
//! a move, a clock such as `3+0.03`, `choice` (only as deep as Stockfish looks before it chooses),
//! or `3+0.03/choice`, which is both. `chain` plays neighbours among ratings against each other,
//! `characters` each character against nobody in particular of the same rating. `puzzles` solves
//! rated puzzles (lichess's table), `errors` counts the errors of people in a file of games (`-`:
//! none) and of players among themselves, `pace` times their moves.

#![allow(clippy::print_stdout, clippy::print_stderr)] // a program for the terminal

mod errors;
mod matches;
mod pace;
mod puzzles;

use std::process::ExitCode;

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let text = |at: usize| words.get(at).map(String::as_str);
    let number = |at: usize, usual: u64| text(at).map_or(Some(usual), |word| word.parse().ok());
    let ratings = |at: usize, usual: &[u32]| -> Option<Vec<u32>> {
        let read = |list: &str| list.split(',').map(|word| word.parse().ok()).collect();
        text(at).map_or(Some(usual.to_vec()), read)
    };
    let done = match (text(0), text(1)) {
        (Some("anchor"), Some(program)) => {
            number(2, 200).zip(ratings(4, &matches::ANCHORS)).map(|(games, ratings)| {
                let patience = text(3).unwrap_or("choice").parse()?;
                matches::anchor(program, games, patience, &ratings)
            })
        }
        (Some("chain"), _) => number(1, 200)
            .zip(ratings(2, &matches::CHAIN))
            .map(|(games, ratings)| matches::chain(games, &ratings)),
        (Some("characters"), _) => number(1, 200).map(matches::characters),
        (Some("puzzles"), Some(file)) => number(2, 6)
            .zip(ratings(3, &puzzles::RATINGS))
            .map(|(every, ratings)| puzzles::solve(file, every, &ratings)),
        (Some("errors"), Some(file)) => number(2, 20)
            .zip(ratings(3, &errors::RATINGS))
            .map(|(games, ratings)| errors::count(file, games, &ratings)),
        (Some("pace"), _) => ratings(1, &pace::RATINGS).map(|ratings| pace::time(&ratings)),
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
                "calibrate: say anchor PROGRAM [GAMES] [LIMIT] [RATINGS], chain [GAMES] [RATINGS], \
                 characters [GAMES], puzzles FILE.csv [EVERY] [RATINGS], errors FILE.pgn|- [GAMES] \
                 [RATINGS] or pace [RATINGS]"
            );
            ExitCode::from(2)
        }
    }
}
