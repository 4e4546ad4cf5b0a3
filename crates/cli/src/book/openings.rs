//! `plywise book openings`: random moves, filtered by a search.

use std::fs::OpenOptions;
use std::io::Write;
use std::ops::{ControlFlow, RangeInclusive};
use std::path::PathBuf;
use std::time::Duration;

use arena::{Recipe, make};
use chess::Position;
use clap::Args;
use engine::{Limits, Player, Spec};

use crate::arguments::number;
use crate::datagen::progress::Progress;
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
        let mut progress = Progress::new(WORD);
        let mut found = 0;
        let mut on_found = |position: &Position, _| {
            let line = format!("{position}\n");
            let written = match &mut file {
                Some((path, file)) => {
                    file.write_all(line.as_bytes()).map_err(|error| cannot("write", path, &error))
                }
                None => print(&line),
            };
            found += 1;
            progress.tell(|| format!("{found} of {} openings", self.count));
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
