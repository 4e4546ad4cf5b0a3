//! `plywise book openings`: random moves, filtered by a search.

use std::collections::HashSet;
use std::fs::File;
use std::io::Write;
use std::ops::{ControlFlow, RangeInclusive};
use std::path::{Path, PathBuf};
use std::time::Duration;

use arena::{Recipe, make};
use chess::{Epd, Position};
use clap::Args;
use engine::{Limits, Player, Spec};
use uci::Timeouts;

use crate::arguments::number;
use crate::datagen::progress::Progress;
use crate::failure::{Failure, print};
use crate::interrupt;
use crate::matches::{cannot, open_alone, player, seed};

/// Make slightly unbalanced positions for matches, one FEN a line
#[derive(Args)]
pub(crate) struct Openings {
    /// How many; with --out, how many the file is to hold
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
    /// Add to this file as they are found, from where it stands (default: print them)
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
        let mut known = HashSet::new();
        let mut file = match &self.out {
            Some(path) => {
                let (file, positions) = open(path)?;
                known = positions;
                Some((path, file))
            }
            None => None,
        };
        let left = self.count.saturating_sub(known.len());
        if left == 0 {
            let path = self.out.as_deref().unwrap_or(Path::new(""));
            return print(&format!("{} holds {} openings already\n", path.display(), known.len()));
        }
        let before = known.len();
        let stop = interrupt::flag();
        let judge = Player::seat_patiently(&self.judge, self.seed, Timeouts::default(), &stop);
        let mut judge = judge.map_err(|error| {
            let name = self.judge.to_string().replace(char::is_control, "\u{fffd}");
            Failure::Failed(format!("{name} cannot judge: {error}"))
        })?;
        let recipe = Recipe {
            count: left,
            plies: *self.plies.0.start() as usize..=*self.plies.0.end() as usize,
            advantage: *self.advantage.0.start() as i32..=*self.advantage.0.end() as i32,
            limits: Limits::nodes(self.nodes),
            seed: self.seed,
            known,
        };
        let mut failure = None;
        let mut progress = Progress::new(WORD);
        let mut found = before;
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
        let made = make(&recipe, &mut judge, &stop, &mut on_found);
        progress.end();
        let found = made.map_err(|error| Failure::Failed(error.to_string()))?;
        match failure {
            Some(failure) => Err(failure),
            None if before > 0 => {
                print(&format!("{found} openings more, {} in all\n", before + found))
            }
            None if self.out.is_some() => print(&format!("{found} openings\n")),
            None => Ok(()),
        }
    }
}

/// The file to add to, which ends with a whole line then, and the keys of the
/// positions in it.
fn open(path: &Path) -> Result<(File, HashSet<u64>), Failure> {
    let (mut file, text) = open_alone(path, "program")?;
    let (whole, rest) = text.split_at(text.rfind('\n').map_or(0, |end| end + 1));
    let mut known = HashSet::new();
    for (line, number) in whole.lines().zip(1..) {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let position = position(line).ok_or_else(|| {
            let (path, line) = (path.display(), chess::quote(line));
            Failure::WrongUse(format!(
                "cannot add to {path}: line {number}, '{line}', is no position as FEN or EPD"
            ))
        })?;
        known.insert(position.key());
    }
    // A last line without an end is whole, or was cut off.
    let mended = match position(rest.trim()) {
        Some(last) => {
            known.insert(last.key());
            file.write_all(b"\n")
        }
        None => file.set_len(whole.len() as u64),
    };
    mended.map_err(|error| cannot("write", path, &error))?;
    Ok((file, known))
}

/// The position of a line; `None` also if too little of it is left to be sure.
fn position(line: &str) -> Option<Position> {
    let is_enough = line.split_whitespace().count() >= 4;
    is_enough.then(|| Epd::read(line).ok()).flatten().map(|epd| epd.position)
}
