//! What is asked for.

use std::ffi::OsString;
use std::fs::File;
use std::io::Read;
use std::str::FromStr;

use chess::{Epd, Game, quote};
use engine::{ForeignSpec, Spec};

use crate::Failure;

const USAGE: &str = "usage: bench-engines (speed SECONDS | depth PLIES | stop SEARCHES) \
     --positions FILE [--count 50] [--rounds 3] [--threads 1,2,...] [--hash 64] ENGINE..., where a \
     FILE has a FEN or EPD a line and an ENGINE is written \"PROGRAM ARGUMENTS,Option=Value\"";

/// The longest file of positions that is read, in bytes.
const LONGEST_FILE: u64 = 1 << 28;

/// What is measured.
#[derive(Clone, Copy)]
pub enum What {
    /// Nodes a second, with so many seconds a position.
    Speed(u32),
    /// Time and nodes to this depth.
    Depth(u32),
    /// From `stop` to `bestmove`, in so many searches.
    Stop(u32),
}

impl What {
    /// What a run through the positions tells.
    pub fn columns(self) -> &'static [&'static str] {
        match self {
            What::Speed(_) => &["million nodes/s"],
            What::Depth(_) => &["seconds", "million nodes"],
            What::Stop(_) => &["median ms", "p99 ms", "worst ms"],
        }
    }
}

/// All that is asked for.
pub struct Order {
    pub what: What,
    pub positions: Vec<Game>,
    pub rounds: u32,
    /// Each engine as often as there are numbers of threads.
    pub engines: Vec<ForeignSpec>,
}

impl Order {
    /// Reads the arguments and the positions that they name.
    pub fn read(arguments: impl Iterator<Item = OsString>) -> Result<Order, Failure> {
        let usage = || Failure::WrongUse(USAGE.to_owned());
        let words: Option<Vec<String>> = arguments.map(|word| word.into_string().ok()).collect();
        let mut arguments = words.ok_or_else(usage)?.into_iter();
        let (what, amount) = arguments.next().zip(arguments.next()).ok_or_else(usage)?;
        let what = match what.as_str() {
            "speed" => What::Speed(number("SECONDS", &amount)?),
            "depth" => What::Depth(number("PLIES", &amount)?),
            "stop" => What::Stop(number("SEARCHES", &amount)?),
            _ => return Err(usage()),
        };
        let (mut file, mut count, mut rounds, mut hash) = (None, 50, 3, 64);
        let (mut threads, mut programs) = (vec![None], Vec::new());
        while let Some(argument) = arguments.next() {
            if !argument.starts_with("--") {
                programs.push(engine(&argument)?);
                continue;
            }
            let value = arguments.next().ok_or_else(usage)?;
            match argument.as_str() {
                "--positions" => file = Some(value),
                "--count" => count = number("--count", &value)? as usize,
                "--rounds" => rounds = number("--rounds", &value)?,
                "--hash" => hash = number("--hash", &value)?,
                "--threads" => {
                    let numbers = value.split(',').map(|text| number("--threads", text).map(Some));
                    threads = numbers.collect::<Result<_, _>>()?;
                }
                _ => return Err(usage()),
            }
        }
        let (Some(file), false) = (file, programs.is_empty()) else { return Err(usage()) };
        let variants = programs
            .iter()
            .flat_map(|spec| threads.iter().map(move |&threads| with_options(spec, threads, hash)));
        Ok(Order { what, positions: positions(&file, count)?, rounds, engines: variants.collect() })
    }
}

fn number(name: &str, text: &str) -> Result<u32, Failure> {
    let wrong = || format!("{name} cannot be '{}': a number from 1", quote(text));
    let number = text.parse().ok().filter(|&number| number > 0);
    number.ok_or_else(|| Failure::WrongUse(wrong()))
}

/// As in `plywise match`; `uci:` may be left out, as there is nothing else here.
fn engine(text: &str) -> Result<ForeignSpec, Failure> {
    match Spec::from_str(&format!("uci:{}", text.strip_prefix("uci:").unwrap_or(text))) {
        Ok(Spec::Foreign(spec)) => Ok(spec),
        Ok(_) => Err(Failure::WrongUse(USAGE.to_owned())),
        Err(error) => Err(Failure::WrongUse(error.to_string())),
    }
}

/// Options of the engine's own come last, and so win.
fn with_options(spec: &ForeignSpec, threads: Option<u32>, hash: u32) -> ForeignSpec {
    let common = [("Threads", threads), ("Hash", Some(hash))].into_iter();
    let common = common.filter_map(|(name, value)| Some((name.to_owned(), value?.to_string())));
    let options = common.chain(spec.options.iter().cloned()).collect();
    ForeignSpec { program: spec.program.clone(), options }
}

/// So many of the file's positions, spread evenly. All of them must make sense.
fn positions(file: &str, count: usize) -> Result<Vec<Game>, Failure> {
    let shown = quote(file);
    let cannot = |error| Failure::Failed(format!("cannot read '{shown}': {error}"));
    let mut text = String::new();
    let handle = File::open(file).map_err(cannot)?;
    handle.take(LONGEST_FILE).read_to_string(&mut text).map_err(cannot)?;
    let wrong = |sentence| Failure::WrongUse(format!("'{shown}' {sentence}"));
    if text.len() as u64 == LONGEST_FILE {
        return Err(wrong(format!("is too long: {LONGEST_FILE} bytes at most")));
    }
    let mut all = Vec::new();
    for (number, line) in (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty()) {
        match Epd::read(line) {
            Ok(epd) if epd.position.has_legal_move() => all.push(epd.position),
            Ok(_) => return Err(wrong(format!("line {number}: nobody can move there"))),
            Err(error) => return Err(wrong(format!("line {number}: {error}"))),
        }
    }
    if all.len() < count {
        return Err(wrong(format!("has {} positions, --count asks for {count}", all.len())));
    }
    Ok((0..count).map(|index| Game::new(all[index * all.len() / count])).collect())
}
