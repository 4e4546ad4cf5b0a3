//! `plywise book openings`: random moves, filtered by a search.

use std::collections::HashSet;
use std::ops::{ControlFlow, RangeInclusive};
use std::path::{Path, PathBuf};
use std::time::Duration;

use arena::{OpeningRecipe, make};
use chess::{Epd, Position};
use clap::Args;
use engine::{Limits, Player, Spec};
use uci::Timeouts;

use super::fen;
use crate::arguments::number;
use crate::datagen::progress::Progress;
use crate::failure::{Failure, print};
use crate::interrupt::Interrupt;
use crate::matches::{counted, player, seed};
use files::{Good, GrowingFile, read_bytes};

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
        let interrupt = Interrupt::listen(match &self.out {
            Some(path) => {
                format!("{} keeps what it holds, and the same command goes on", path.display())
            }
            None => "the openings so far were printed".to_owned(),
        });
        let mut known = HashSet::new();
        let mut file = None;
        if let Some(path) = &self.out {
            let (growing, positions) = open(path)?;
            (file, known) = (Some(growing), positions);
        }
        let left = self.count.saturating_sub(known.len());
        if left == 0 {
            let path = self.out.as_deref().unwrap_or(Path::new(""));
            return print(&format!("{} holds {} already\n", path.display(), openings(known.len())));
        }
        let before = known.len();
        let stop = interrupt.stop();
        let judge = Player::seat_patiently(&self.judge, self.seed, Timeouts::default(), stop);
        let mut judge = judge.map_err(|error| {
            let name = self.judge.to_string().replace(char::is_control, "\u{fffd}");
            match interrupt.is_raised() {
                true => interrupt.failure(),
                false => Failure::Failed(format!("{name} cannot judge: {error}")),
            }
        })?;
        let recipe = OpeningRecipe {
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
            let written = match &file {
                Some(file) => file.add(&line).map_err(Failure::from),
                None => print(&line),
            };
            found += 1;
            progress.tell(|| format!("{found} of {}", openings(self.count)));
            match written {
                Ok(()) => ControlFlow::Continue(()),
                Err(error) => {
                    failure = Some(error);
                    ControlFlow::Break(())
                }
            }
        };
        let made = make(&recipe, &mut judge, stop, &mut on_found);
        progress.end();
        let found = made.map_err(|error| Failure::Failed(error.to_string()))?;
        match failure {
            Some(failure) => return Err(failure),
            None if before > 0 => {
                print(&format!("{} more, {} in all\n", openings(found), before + found))?;
            }
            None if self.out.is_some() => print(&format!("{}\n", openings(found)))?,
            None => {}
        }
        let is_done = found == left;
        if interrupt.is_raised() && !is_done { Err(interrupt.failure()) } else { Ok(()) }
    }
}

/// So many openings.
fn openings(count: usize) -> String {
    counted(count as u64, "opening")
}

/// The file to add to, and the keys of the positions in it.
fn open(path: &Path) -> Result<(GrowingFile, HashSet<u64>), Failure> {
    let (file, held) = GrowingFile::open::<_, Failure>(path, "program", |file| {
        let bytes = read_bytes(file, path)?;
        let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
        let (lines, rest) = bytes.split_at(whole);
        let mut known = HashSet::new();
        for (line, number) in lines.split(|&byte| byte == b'\n').zip(1..) {
            known.extend(key(line).map_err(|line| strange(path, number, &line))?);
        }
        // A last line without an end is whole, or was cut off.
        let number = lines.iter().filter(|&&byte| byte == b'\n').count() + 1;
        // Ours have six fields. Where all of them do, fewer are a torn line though they
        // make a position; nobody else's positions are cut off for that.
        let are_ours = !known.is_empty() && lines.split(|&byte| byte == b'\n').all(fen::is_whole);
        let is_torn = match are_ours {
            true => fen::is_begun(rest) && !fen::is_whole(rest),
            false => fen::is_unmistakable(rest) && key(rest).is_err(),
        };
        let (length, lacks_end) = match key(rest) {
            _ if is_torn => (whole, false),
            Ok(last) => {
                known.extend(last);
                (bytes.len(), !rest.is_empty())
            }
            Err(line) => return Err(strange(path, number, &line)),
        };
        Ok(Good { length: length as u64, held: Held { known, lacks_end } })
    })?;
    if held.lacks_end {
        file.add("\n")?;
    }
    Ok((file, held.known))
}

/// What a file of openings holds.
#[derive(Default)]
struct Held {
    known: HashSet<u64>,
    /// Whether its last line needs an end.
    lacks_end: bool,
}

/// The key of a line's position, none for a comment or an empty line; the line
/// itself if it is neither, or if too little of it is left to be sure.
fn key(line: &[u8]) -> Result<Option<u64>, String> {
    let line = String::from_utf8_lossy(line);
    let line = line.trim();
    if line.is_empty() || line.starts_with('#') {
        return Ok(None);
    }
    let is_enough = line.split_whitespace().count() >= 4;
    let epd = is_enough.then(|| Epd::read(line).ok()).flatten();
    epd.map(|epd| Some(epd.position.key())).ok_or_else(|| line.to_owned())
}

fn strange(path: &Path, number: usize, line: &str) -> Failure {
    let (path, line) = (path.display(), chess::quote(line));
    Failure::WrongUse(format!(
        "cannot add to {path}: line {number}, '{line}', is no position as FEN or EPD"
    ))
}
