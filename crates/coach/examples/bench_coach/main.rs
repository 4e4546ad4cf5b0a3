//! How often the coach is right: `make bench-coach PUZZLES=FILE GAMES=FILE`.
//!
//! Motifs are compared with the themes of lichess puzzles, in two halves by a hash of the
//! puzzle's name: the tests of motifs were made on one, the figures are those of the other.
//! Claims about games of people are checked by Stockfish, if it is there.

#![allow(clippy::print_stdout, clippy::print_stderr)] // a program for the terminal

mod games;
mod puzzles;
mod review;
mod stockfish;

use std::process::ExitCode;

/// What the program is asked to do.
struct Order {
    /// The file of puzzles.
    puzzles: Option<String>,
    /// Puzzles of each half, at most.
    count: usize,
    /// A theme whose errors are listed.
    show: Option<String>,
    /// A file that keeps lines from run to run; with `.marked` and `.sound` behind its name, the
    /// moves of games that were chosen.
    lines: Option<String>,
    /// Whether to measure the lines of the puzzles' solutions instead of the coach's own.
    solutions: bool,
    /// Which halves: 0 is for development, 1 for the figures.
    halves: Vec<u64>,
    /// Files of games.
    games: Vec<String>,
    /// Moves of them to look at, at most.
    moves: usize,
    /// Claims to be checked by Stockfish, at most.
    checks: usize,
    /// Sound moves of strong games to look at, at most.
    sound: usize,
    /// Explanations to print.
    print: usize,
    /// Games to review as the page does, with the time that takes; nothing else is measured then.
    review: usize,
}

fn main() -> ExitCode {
    match order().and_then(|order| run(&order)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(sentence) => {
            eprintln!("bench-coach: {sentence}");
            ExitCode::from(2)
        }
    }
}

fn run(order: &Order) -> Result<(), String> {
    if order.puzzles.is_none() && order.games.is_empty() {
        return Err("nothing to measure: name --puzzles FILE or --games FILE".to_owned());
    }
    if order.review > 0 {
        return review::measure(order);
    }
    if let Some(file) = &order.puzzles {
        for &half in &order.halves {
            puzzles::measure(file, half, order)?;
        }
    }
    if !order.games.is_empty() {
        games::measure(order)?;
    }
    Ok(())
}

fn order() -> Result<Order, String> {
    let mut order = Order {
        puzzles: None,
        count: 400,
        show: None,
        lines: None,
        solutions: false,
        halves: vec![0, 1],
        games: Vec::new(),
        moves: 1_000,
        checks: 50,
        sound: 200,
        print: 0,
        review: 0,
    };
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        if word == "--solutions" {
            order.solutions = true;
            continue;
        }
        let value = words.next().ok_or_else(|| format!("{word} needs a value"))?;
        let number =
            || value.parse::<usize>().map_err(|_| format!("{word} needs a number, not {value}"));
        match word.as_str() {
            "--puzzles" => order.puzzles = Some(value),
            "--count" => order.count = number()?,
            "--half" => order.halves = vec![u64::from(value != "development")],
            "--show" => order.show = Some(value),
            "--lines" => order.lines = Some(value),
            "--games" => order.games.push(value),
            "--moves" => order.moves = number()?,
            "--checks" => order.checks = number()?,
            "--sound" => order.sound = number()?,
            "--print" => order.print = number()?,
            "--review" => order.review = number()?,
            _ => return Err(format!("there is no option {word}")),
        }
    }
    Ok(order)
}
