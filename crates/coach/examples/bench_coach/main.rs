//! How often the coach is right: `make bench-coach PUZZLES=FILE GAMES=FILE`.
//!
//! Motifs are compared with the themes of lichess puzzles, in two halves by a hash of the
//! puzzle's name: the tests of motifs were made on one, the figures are those of the other.
//! Claims about games of people are checked by Stockfish, if it is there.

#![allow(clippy::print_stdout, clippy::print_stderr)] // a program for the terminal

mod games;
mod puzzles;
mod ratings;
mod review;
mod stockfish;

use std::process::ExitCode;

use engine::review::Mark;

/// What the program is asked to do.
struct Order {
    /// The file of puzzles.
    puzzles: Option<String>,
    /// Puzzles of each half, at most.
    count: usize,
    /// A theme whose errors are listed.
    show: Option<String>,
    /// A file that keeps lines from run to run; with `.marked` and `.sound` behind its name, which
    /// moves of games were chosen.
    lines: Option<String>,
    /// Whether to measure the lines of the puzzles' solutions instead of the coach's own.
    solutions: bool,
    /// Which halves, of puzzles and of games: 0 is for development, 1 for the figures.
    halves: Vec<u64>,
    /// Files of games.
    games: Vec<String>,
    /// Files of games of strong players.
    strong: Vec<String>,
    /// Moves of them to look at, at most.
    moves: usize,
    /// The least mark of a move that is looked at.
    least: Mark,
    /// Claims to be checked by Stockfish, at most.
    checks: usize,
    /// Sound moves of strong games to look at, at most.
    sound: usize,
    /// Explanations to print.
    print: usize,
    /// Puzzles of each half whose ratings are estimated, at most; nothing else is measured of them then.
    ratings: usize,
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
    if order.puzzles.is_none() && order.games.is_empty() && order.strong.is_empty() {
        let words = "nothing to measure: name --puzzles FILE, --games FILE or --strong FILE";
        return Err(words.to_owned());
    }
    if order.review > 0 {
        return review::measure(order);
    }
    if let Some(file) = &order.puzzles {
        for &half in &order.halves {
            if order.ratings > 0 {
                ratings::measure(file, half, order)?;
            } else {
                puzzles::measure(file, half, order)?;
            }
        }
    }
    if !order.games.is_empty() {
        games::measure(order)?;
    }
    if !order.strong.is_empty() {
        games::alarms(order)?;
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
        strong: Vec::new(),
        moves: 1_000,
        least: Mark::Inaccuracy,
        checks: 50,
        sound: 200,
        print: 0,
        ratings: 0,
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
            "--strong" => order.strong.push(value),
            "--moves" => order.moves = number()?,
            "--least" => {
                let known = [Mark::Inaccuracy, Mark::Mistake, Mark::Blunder];
                let named = known.into_iter().find(|mark| mark.name() == value);
                order.least = named.ok_or_else(|| format!("{value} is no mark"))?;
            }
            "--checks" => order.checks = number()?,
            "--sound" => order.sound = number()?,
            "--print" => order.print = number()?,
            "--ratings" => order.ratings = number()?,
            "--review" => order.review = number()?,
            _ => return Err(format!("there is no option {word}")),
        }
    }
    Ok(order)
}
