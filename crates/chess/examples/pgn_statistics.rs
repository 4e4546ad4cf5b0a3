//! What a file of games holds: `cargo run --release --example pgn_statistics FILE.pgn`.

#![allow(clippy::print_stdout, clippy::print_stderr)] // a program, not the library
#![allow(clippy::disallowed_types)] // it reads a file, which the library does not

use std::collections::BTreeMap;
use std::error::Error;
use std::fs::File;
use std::process::ExitCode;

use plywise_chess::pgn::{ReadError, Reader};
use plywise_chess::{Game, Outcome, openings};

fn main() -> ExitCode {
    let Some(path) = std::env::args().nth(1) else {
        eprintln!("name a file of games: pgn_statistics FILE.pgn");
        return ExitCode::FAILURE;
    };
    match count(&path) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{path}: {error}");
            ExitCode::FAILURE
        }
    }
}

fn count(path: &str) -> Result<(), Box<dyn Error>> {
    let (mut games, mut plies, mut checks, mut broken) = (0u64, 0u64, 0u64, 0u64);
    let mut results: BTreeMap<&str, u64> = BTreeMap::new();
    let mut names: BTreeMap<&str, u64> = BTreeMap::new();
    for read in Reader::new(File::open(path)?) {
        let pgn = match read {
            Ok(read) => read.game,
            // A game that is broken off is counted, and the next one is read.
            Err(ReadError::Broken(_)) => {
                broken += 1;
                continue;
            }
            Err(ReadError::Io(error)) => return Err(error.into()),
        };
        let mut game = Game::new(*pgn.tree.start());
        for mv in pgn.tree.main_line().map_while(|node| pgn.tree.mv(node)) {
            game.play(mv)?;
            checks += u64::from(game.position().is_check());
        }
        games += 1;
        plies += game.moves().len() as u64;
        *results.entry(pgn.outcome().map_or("*", Outcome::pgn)).or_default() += 1;
        if let Some(opening) = openings::of_game(game.positions()) {
            *names.entry(opening.name).or_default() += 1;
        }
    }
    println!("{games} games, {broken} broken ones, {plies} plies, {checks} checks");
    for (result, count) in results {
        println!("{count:>8}  {result}");
    }
    let mut names: Vec<(&str, u64)> = names.into_iter().collect();
    names.sort_by_key(|&(_, count)| std::cmp::Reverse(count));
    for (name, count) in names.into_iter().take(10) {
        println!("{count:>8}  {name}");
    }
    Ok(())
}
