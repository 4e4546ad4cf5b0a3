//! `plywise book openings`: random moves, filtered by a search.

use std::fs::OpenOptions;
use std::io::{self, IsTerminal, Write};
use std::ops::{ControlFlow, RangeInclusive};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use arena::{Recipe, make};
use chess::Position;
use clap::Args;
use engine::{Limits, Player, Spec};

use crate::arguments::number;
use crate::failure::{Failure, print};
use crate::interrupt;
use crate::matches::{cannot, player, seed};

/// Make slightly unbalanced positions for matches, one FEN a line
#[derive(Args)]
pub(crate) struct Openings {
    /// How many
    #[arg(long, value_name = "N", value_parser = count, allow_negative_numbers = true, default_value = "1000")]
    count: usize,
    /// Random plies from the starting position: a number or a range such as 7-9
    #[arg(long, value_name = "N", value_parser = plies, default_value = "7-9")]
    plies: Range,
    /// Centipawns by which the better side is ahead
    #[arg(long, value_name = "LOW-HIGH", value_parser = advantage, default_value = "60-120")]
    advantage: Range,
    /// The player that judges; its own depth holds if it has one
    #[arg(long, value_name = "P", value_parser = player, default_value = "champion")]
    judge: Spec,
    /// Nodes for each position
    #[arg(long, value_name = "N", value_parser = nodes, allow_negative_numbers = true, default_value = "20000")]
    nodes: u64,
    /// For the dice
    #[arg(long, value_name = "N", value_parser = seed, allow_negative_numbers = true, default_value = "1")]
    seed: u64,
    /// Add to this file as they are found (default: print them)
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// A range of numbers.
#[derive(Clone)]
struct Range(RangeInclusive<u64>);

fn range(text: &str, allowed: RangeInclusive<u64>) -> Result<Range, String> {
    let (low, high) = text.split_once('-').unwrap_or((text, text));
    let read = |part: &str| number(part.trim(), allowed.clone()).ok();
    match (read(low), read(high)) {
        (Some(low), Some(high)) if low <= high => Ok(Range(low..=high)),
        _ => Err(format!(
            "a number from {} to {} or two of them such as {}-{}",
            allowed.start(),
            allowed.end(),
            allowed.start(),
            allowed.end()
        )),
    }
}

fn count(text: &str) -> Result<usize, String> {
    number(text, 1..=100_000_000).map(|count| count as usize)
}

fn plies(text: &str) -> Result<Range, String> {
    range(text, 1..=60)
}

fn advantage(text: &str) -> Result<Range, String> {
    range(text, 0..=2_000)
}

fn nodes(text: &str) -> Result<u64, String> {
    number(text, 1..=1_000_000_000)
}

/// Time between two words on how far it is.
const WORD: Duration = Duration::from_secs(10);
/// The same on a terminal.
const WORD_ON_TERMINAL: Duration = Duration::from_millis(500);

impl Openings {
    pub(crate) fn run(self) -> Result<(), Failure> {
        let mut judge = Player::seat(&self.judge, self.seed)
            .map_err(|error| Failure::Failed(format!("{} cannot judge: {error}", self.judge)))?;
        let mut file = match &self.out {
            Some(path) => {
                let file = OpenOptions::new().append(true).create(true).open(path);
                Some((path, file.map_err(|error| cannot("write", path, &error))?))
            }
            None => None,
        };
        let recipe = Recipe {
            count: self.count,
            plies: *self.plies.0.start() as usize..=*self.plies.0.end() as usize,
            advantage: *self.advantage.0.start() as i32..=*self.advantage.0.end() as i32,
            limits: Limits::nodes(self.nodes),
            seed: self.seed,
        };
        let mut failure = None;
        let mut progress = Progress::new(self.count);
        let mut on_found = |position: &Position, _| {
            let line = format!("{position}\n");
            let written = match &mut file {
                Some((path, file)) => {
                    file.write_all(line.as_bytes()).map_err(|error| cannot("write", path, &error))
                }
                None => print(&line),
            };
            progress.found();
            match written {
                Ok(()) => ControlFlow::Continue(()),
                Err(error) => {
                    failure = Some(error);
                    ControlFlow::Break(())
                }
            }
        };
        let made = make(&recipe, &mut judge, &interrupt::flag(), &mut on_found);
        progress.end();
        let found = made.map_err(|error| Failure::Failed(error.to_string()))?;
        match failure {
            Some(failure) => Err(failure),
            None if self.out.is_some() => print(&format!("{found} openings\n")),
            None => Ok(()),
        }
    }
}

/// How far it is, on stderr.
struct Progress {
    found: usize,
    wanted: usize,
    last: Instant,
    is_terminal: bool,
    is_drawn: bool,
}

impl Progress {
    fn new(wanted: usize) -> Progress {
        let is_terminal = io::stderr().is_terminal();
        Progress { found: 0, wanted, last: Instant::now(), is_terminal, is_drawn: false }
    }

    fn found(&mut self) {
        self.found += 1;
        let wait = if self.is_terminal { WORD_ON_TERMINAL } else { WORD };
        if self.last.elapsed() < wait {
            return;
        }
        self.last = Instant::now();
        let line = format!("{} of {} openings", self.found, self.wanted);
        // Nobody minds if it cannot be shown.
        let _ = match self.is_terminal {
            true => write!(io::stderr(), "\r\u{1b}[2K{line}"),
            false => writeln!(io::stderr(), "{line}"),
        };
        self.is_drawn = self.is_terminal;
    }

    /// Takes the line off the screen.
    fn end(&mut self) {
        if self.is_drawn {
            let _ = write!(io::stderr(), "\r\u{1b}[2K");
        }
    }
}
