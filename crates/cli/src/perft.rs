//! `plywise perft`: counts move trees, and checks files of known counts.

use std::fmt::Write;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::time::Instant;

use chess::perft::{self, MAX_DEPTH};
use chess::{CastlingNotation, Position};
use clap::Args;

use crate::arguments::number;
use crate::failure::{Failure, print};
use crate::interrupt::Interrupt;

/// Count the positions that legal moves lead to
#[derive(Args)]
pub(crate) struct Perft {
    /// How many plies deep; with --suite, how deep at most
    #[arg(value_parser = depth, allow_negative_numbers = true, required_unless_present = "suite")]
    depth: Option<u32>,
    /// Position to start from, as FEN (default: the starting position)
    #[arg(long, value_parser = fen)]
    fen: Option<Position>,
    /// Show the count behind each move
    #[arg(long)]
    divide: bool,
    /// Threads to count on
    #[arg(long, value_parser = threads, allow_negative_numbers = true, default_value = "1")]
    threads: usize,
    /// Mebibytes for remembering counts (0: none)
    #[arg(long, value_name = "MB", value_parser = mebibytes, allow_negative_numbers = true, default_value = "0")]
    hash: usize,
    /// Print a JSON object for programs to read
    #[arg(long)]
    json: bool,
    /// Check every count of a file: one position a line, `FEN ;D1 20 ;D2 400`
    #[arg(long, value_name = "FILE", conflicts_with_all = ["fen", "divide", "json"])]
    suite: Option<PathBuf>,
}

fn depth(text: &str) -> Result<u32, String> {
    number(text, 0..=u64::from(MAX_DEPTH)).map(|depth| depth as u32)
}

fn threads(text: &str) -> Result<usize, String> {
    number(text, 1..=1024).map(|threads| threads as usize)
}

fn mebibytes(text: &str) -> Result<usize, String> {
    number(text, 0..=1 << 20).map(|mebibytes| mebibytes as usize)
}

fn fen(text: &str) -> Result<Position, String> {
    text.parse().map_err(|error: chess::FenError| error.to_string())
}

impl Perft {
    pub(crate) fn run(self) -> Result<(), Failure> {
        Interrupt::end_at_once("nothing is kept");
        match (&self.suite, self.depth) {
            (Some(file), most) => self.check_suite(file, most.unwrap_or(MAX_DEPTH)),
            (None, Some(depth)) => self.count(depth),
            // The parser asks for one of the two.
            (None, None) => Err(Failure::WrongUse("perft needs a depth".to_owned())),
        }
    }

    fn counter(&self) -> perft::Perft {
        perft::Perft { threads: self.threads, hash_mib: self.hash }
    }

    fn count(&self, depth: u32) -> Result<(), Failure> {
        let position = self.fen.unwrap_or_default();
        let start = Instant::now();
        let counts = self.counter().divide(&position, depth).map_err(failed)?;
        let seconds = start.elapsed().as_secs_f64();
        let nodes = if depth == 0 { 1 } else { perft::total(&counts) };
        if nodes == u64::MAX {
            return Err(Failure::Failed(format!("there are more than {} positions", u64::MAX - 1)));
        }
        let named =
            || counts.iter().map(|&(mv, nodes)| (position.to_uci(mv, notation(&position)), nodes));
        let mut text = String::new();
        if self.json {
            let moves: Vec<String> =
                named().map(|(mv, nodes)| format!("\"{mv}\": {nodes}")).collect();
            let divide = match self.divide {
                true => format!(", \"divide\": {{{}}}", moves.join(", ")),
                false => String::new(),
            };
            text = format!("{{\"nodes\": {nodes}, \"seconds\": {seconds:.6}{divide}}}\n");
        } else {
            if self.divide && depth > 0 {
                for (mv, nodes) in named() {
                    // Writing to a string cannot fail.
                    let _ = writeln!(text, "{mv}: {nodes}");
                }
                text.push('\n');
            }
            let _ = writeln!(
                text,
                "{nodes} node{} in {seconds:.3} s, {:.0} nodes/s",
                if nodes == 1 { "" } else { "s" },
                nodes as f64 / seconds.max(1e-9)
            );
        }
        print(&text)
    }

    fn check_suite(&self, file: &Path, most: u32) -> Result<(), Failure> {
        let shown = file.display();
        // All lines are read before the first is counted: a slip in the last
        // one should not show after an hour.
        let mut suite = Vec::new();
        for (index, line) in read_suite(file)?.lines().enumerate() {
            let place = format!("{shown}, line {}", index + 1);
            match SuiteLine::read(line) {
                Ok(Some(line)) => suite.push((place, line)),
                Ok(None) => {}
                Err(reason) => return Err(Failure::WrongUse(format!("{place}: {reason}"))),
            }
        }
        let counts = suite.iter().flat_map(|(place, line)| {
            let counts = line.counts.iter().filter(|&&(depth, _)| depth <= most);
            counts.map(move |&(depth, expected)| (place, &line.position, depth, expected))
        });
        let start = Instant::now();
        let (mut checked, mut wrong, mut total) = (0u64, 0u64, 0u64);
        for (place, position, depth, expected) in counts {
            let nodes = self.counter().count(position, depth).map_err(failed)?;
            checked += 1;
            total = total.saturating_add(nodes);
            if nodes != expected {
                wrong += 1;
                print(&format!("{place}: depth {depth} is {nodes}, expected {expected}\n"))?;
            }
        }
        if checked == 0 {
            let reason =
                format!("{shown} holds no counts to check; lines are `FEN ;D1 20 ;D2 400`");
            return Err(Failure::WrongUse(reason));
        }
        let seconds = start.elapsed().as_secs_f64();
        print(&format!(
            "{} positions, {checked} counts, {wrong} wrong; \
             {total} nodes in {seconds:.3} s, {:.0} nodes/s\n",
            suite.len(),
            total as f64 / seconds.max(1e-9)
        ))?;
        match wrong {
            0 => Ok(()),
            _ => Err(Failure::Failed(format!("{wrong} of {checked} counts in {shown} are wrong"))),
        }
    }
}

/// More than any suite of counts needs; what is longer is some other file.
const LONGEST_SUITE: u64 = 64 << 20;

/// The text of a suite, without a byte order mark.
fn read_suite(file: &Path) -> Result<String, Failure> {
    let cannot = |error| Failure::Failed(format!("cannot read {}: {error}", file.display()));
    let mut text = String::new();
    let handle = File::open(file).map_err(cannot)?;
    handle.take(LONGEST_SUITE + 1).read_to_string(&mut text).map_err(cannot)?;
    if text.len() as u64 > LONGEST_SUITE {
        let most = LONGEST_SUITE >> 20;
        return Err(Failure::Failed(format!(
            "cannot read {}: longer than {most} MiB",
            file.display()
        )));
    }
    Ok(text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text))
}

fn failed(error: perft::TableTooLarge) -> Failure {
    Failure::Failed(error.to_string())
}

/// The usual castling notation where it is enough: king on the e-file, rooks in the corners.
fn notation(position: &Position) -> CastlingNotation {
    if position.has_standard_castling() {
        CastlingNotation::Standard
    } else {
        CastlingNotation::Chess960
    }
}

/// A position of a suite and its known counts by depth.
struct SuiteLine {
    position: Position,
    counts: Vec<(u32, u64)>,
}

impl SuiteLine {
    /// Reads `FEN ;D1 20 ;D2 400` or `FEN D1 20; D2 400;`; comments and empty lines are `None`.
    fn read(line: &str) -> Result<Option<SuiteLine>, String> {
        // What follows a '#' is a comment; no FEN has one.
        let line = line.split('#').next().unwrap_or_default().trim();
        if line.is_empty() {
            return Ok(None);
        }
        let words: Vec<&str> =
            line.split([' ', '\t', ';']).filter(|word| !word.is_empty()).collect();
        let first = words.iter().position(|word| count_depth(word).is_some());
        let (fields, counts) = words.split_at(first.unwrap_or(words.len()));
        let position = fen(&fields.join(" "))?;
        let counts = counts.chunks(2).map(|pair| match pair {
            [depth, nodes] => {
                let depth = count_depth(depth).filter(|&depth| depth <= MAX_DEPTH);
                Some((depth?, nodes.parse().ok()?))
            }
            _ => None,
        });
        match counts.collect() {
            Some(counts) => Ok(Some(SuiteLine { position, counts })),
            None => Err("counts are pairs such as 'D3 8902'".to_owned()),
        }
    }
}

/// The depth in a word such as `D3`.
fn count_depth(word: &str) -> Option<u32> {
    word.strip_prefix('D')?.parse().ok()
}
