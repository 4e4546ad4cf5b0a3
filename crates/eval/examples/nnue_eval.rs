//! What a network file says about positions, for the trainer's cross-check.
//!
//! ```text
//! cargo run --release -p eval --example nnue_eval -- NETWORK            FENs on standard input, one a line
//! cargo run --release -p eval --example nnue_eval -- NETWORK --games 50 positions of random games
//! cargo run --release -p eval --example nnue_eval -- --random 64 FILE   writes a network of random weights
//! cargo run --release -p eval --example nnue_eval -- --random 64 FILE 1100222233333333…   with king buckets
//! ```
//!
//! King buckets are 32 digits of base 32 for an own king on e1 f1 g1 h1, e2 … h8.
//! Each line of the output is the verdict for the mover in centipawns, a tab,
//! and the position. All arithmetic that this CPU is capable of is tried, and
//! so is the evaluator that follows the games; a difference is an error.

#![allow(clippy::print_stdout, clippy::print_stderr)] // a program for the terminal

use std::io::{BufRead, Write};
use std::process::ExitCode;
use std::sync::Arc;

use chess::Position;
use plywise_eval::nnue::{Backend, IncrementalNnue, KingBuckets, Network, Nnue};
use plywise_eval::{Evaluator, IncrementalEvaluator};

type Failure = Box<dyn std::error::Error>;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let done = match words[..] {
        ["--random", hidden, file] => write_random(hidden, file, KingBuckets::ONE),
        ["--random", hidden, file, map] => {
            buckets(map).and_then(|buckets| write_random(hidden, file, buckets))
        }
        [file, "--games", games] => read(file).and_then(|network| play(&network, games.parse()?)),
        [file] if !file.starts_with('-') => read(file).and_then(|network| answer(&network)),
        _ => Err("say NETWORK, NETWORK --games N, or --random HIDDEN FILE [BUCKETS]".into()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("nnue_eval: {error}");
            ExitCode::FAILURE
        }
    }
}

fn write_random(hidden: &str, file: &str, buckets: KingBuckets) -> Result<(), Failure> {
    let network = Network::random_with(hidden.parse()?, buckets, 1)?;
    Ok(std::fs::write(file, network.write())?)
}

fn buckets(map: &str) -> Result<KingBuckets, Failure> {
    let digits: Option<Vec<u8>> =
        map.chars().map(|digit| digit.to_digit(32).map(|digit| digit as u8)).collect();
    let squares = digits.and_then(|digits| digits.try_into().ok());
    Ok(KingBuckets::new(squares.ok_or("king buckets are 32 digits of base 32")?)?)
}

fn read(file: &str) -> Result<Arc<Network>, Failure> {
    let bytes = std::fs::read(file).map_err(|error| format!("{file}: {error}"))?;
    Ok(Arc::new(Network::read(&bytes).map_err(|error| format!("{file}: {error}"))?))
}

/// The verdict of every backend; they must be one.
struct Panel {
    evaluations: Vec<(Backend, Nnue)>,
    evaluators: Vec<IncrementalNnue>,
}

impl Panel {
    fn new(network: &Arc<Network>) -> Panel {
        let evaluations: Vec<(Backend, Nnue)> = Backend::available()
            .into_iter()
            .map(|backend| (backend, Nnue::with_backend(Arc::clone(network), backend)))
            .collect();
        let evaluators = evaluations.iter().map(|(_, nnue)| nnue.evaluator()).collect();
        Panel { evaluations, evaluators }
    }

    fn verdict(&mut self, position: &Position) -> Result<i32, Failure> {
        let said: Vec<i32> = self
            .evaluations
            .iter()
            .map(|(_, nnue)| nnue.evaluate(position).raw())
            .chain(self.evaluators.iter_mut().map(|evaluator| evaluator.evaluate(position).raw()))
            .collect();
        match said.iter().all(|&value| value == said[0]) {
            true => Ok(said[0]),
            false => Err(format!("the backends say {said:?} about {position}").into()),
        }
    }

    fn start(&mut self, root: &Position) {
        self.evaluators.iter_mut().for_each(|evaluator| evaluator.start(root));
    }
}

fn answer(network: &Arc<Network>) -> Result<(), Failure> {
    let mut panel = Panel::new(network);
    let mut out = std::io::stdout().lock();
    for line in std::io::stdin().lock().lines() {
        let line = line?;
        let position: Position = line.parse().map_err(|error| format!("{line}: {error}"))?;
        panel.start(&position);
        writeln!(out, "{}\t{line}", panel.verdict(&position)?)?;
    }
    Ok(())
}

/// Long enough for random players to lose most of their pieces.
const LONGEST_GAME: usize = 200;

fn play(network: &Arc<Network>, games: u64) -> Result<(), Failure> {
    let mut panel = Panel::new(network);
    let mut out = std::io::stdout().lock();
    let mut random = 0x9e37_79b9_7f4a_7c15_u64;
    let mut below = |limit: usize| {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        (random >> 11) as usize % limit
    };
    for game in 0..games {
        let mut position = match game % 2 {
            0 => Position::start(),
            _ => Position::chess960(below(960) as u16, below(960) as u16),
        };
        panel.start(&position);
        for _ in 0..LONGEST_GAME {
            writeln!(out, "{}\t{position}", panel.verdict(&position)?)?;
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            let (before, mv) = (position, moves[below(moves.len())]);
            position.play_unchecked(mv);
            panel
                .evaluators
                .iter_mut()
                .for_each(|evaluator| evaluator.play(&before, mv, &position));
        }
    }
    Ok(())
}
