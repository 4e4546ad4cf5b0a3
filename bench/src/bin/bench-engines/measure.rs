//! One engine, started anew, through all positions.

use std::path::Path;
use std::thread::sleep;
use std::time::{Duration, Instant};

use chess::{CastlingNotation, Game};
use engine::{Dice, ForeignSpec};
use search::Signals;
use uci::{Command, ForeignEngine, GameText, GoLimits, Heard, Info, Timeouts, Wire};

use crate::Failure;
use crate::arguments::What;

/// Who needs longer to its depth in one position does not keep to depths.
const LONGEST_SEARCH: Duration = Duration::from_secs(3600);
/// Milliseconds until a search is told to stop: from, and how many more at most.
const STOP_AFTER: (f64, f64) = (10.0, 140.0);
/// For the times to `stop`, which are the same for every engine.
const SEED: u64 = 1;

/// Starts an engine and sets its options.
pub fn meet(spec: &ForeignSpec) -> Result<ForeignEngine, Failure> {
    let (program, arguments) = command(spec);
    let timeouts = Timeouts { untimed: Some(LONGEST_SEARCH), ..Timeouts::default() };
    ForeignEngine::start(program, &arguments, &spec.options, timeouts)
        .map_err(|error| failed(spec, error))
}

/// A number for each of the [columns](What::columns).
pub fn run(what: What, spec: &ForeignSpec, positions: &[Game]) -> Result<Vec<f64>, Failure> {
    match what {
        What::Speed(seconds) => {
            let movetime = Some(u64::from(seconds) * 1000);
            let sum = search(spec, positions, &GoLimits { movetime, ..GoLimits::default() })?;
            Ok(vec![sum.nodes / sum.milliseconds / 1e3])
        }
        What::Depth(depth) => {
            let depth = Some(depth);
            let sum = search(spec, positions, &GoLimits { depth, ..GoLimits::default() })?;
            Ok(vec![sum.seconds, sum.nodes / 1e6])
        }
        What::Stop(searches) => from_stop(spec, positions, searches),
    }
}

/// Of all searches of a run.
#[derive(Default)]
struct Sum {
    /// Nodes and time as the engine itself last told both: between that and its
    /// move it may search on without a word.
    nodes: f64,
    milliseconds: f64,
    /// From `go` to `bestmove`.
    seconds: f64,
}

/// Searches each position as a new game.
fn search(spec: &ForeignSpec, positions: &[Game], limits: &GoLimits) -> Result<Sum, Failure> {
    let mut engine = meet(spec)?;
    let mut sum = Sum::default();
    for position in positions {
        let mut last = None;
        let mut on_info = |info: &Info| last = info.nodes.zip(info.time).or(last);
        let found = engine
            .new_game()
            .and_then(|()| engine.search(position, limits, &mut on_info, &Signals::new()))
            .map_err(|error| failed(spec, error))?;
        let silent = || failed(spec, "it does not tell its nodes and its time");
        let (nodes, milliseconds) = last.ok_or_else(silent)?;
        sum.nodes += nodes as f64;
        sum.milliseconds += milliseconds as f64;
        sum.seconds += found.elapsed.as_secs_f64();
    }
    Ok(sum)
}

/// Searches without end, told to stop after a while; the positions come round again.
///
/// [`ForeignEngine`] holds `stop` back from engines that have not said a word yet,
/// so this speaks to the engine itself.
fn from_stop(spec: &ForeignSpec, positions: &[Game], searches: u32) -> Result<Vec<f64>, Failure> {
    let timeouts = Timeouts::default();
    let (program, arguments) = command(spec);
    let wire = Wire::start(program, &arguments).map_err(|error| failed(spec, error))?;
    let hear = |word, limit| hear(&wire, word, limit).map_err(|error| failed(spec, error));
    wire.say("uci");
    hear("uciok", timeouts.uciok)?;
    for (name, value) in &spec.options {
        let value = Some(value.clone()).filter(|value| !value.is_empty());
        wire.say(&Command::SetOption { name: name.clone(), value }.to_string());
    }
    let mut dice = Dice::new(SEED);
    let mut times = Vec::new();
    for (_, position) in (0..searches).zip(positions.iter().cycle()) {
        let position = Command::Position(GameText::of(position, CastlingNotation::Standard));
        wire.say(&format!("{position}\nisready"));
        hear("readyok", timeouts.readyok)?;
        wire.say("go infinite");
        sleep(Duration::from_secs_f64((STOP_AFTER.0 + STOP_AFTER.1 * dice.unit()) / 1e3));
        let told = Instant::now();
        wire.say("stop");
        let answer = hear("bestmove", timeouts.stop)?;
        let early = || failed(spec, "it ended 'go infinite' before it was told to stop");
        let time = answer.checked_duration_since(told).ok_or_else(early)?;
        times.push(time.as_secs_f64() * 1e3);
    }
    times.sort_by(f64::total_cmp);
    Ok(vec![times[times.len() / 2], times[times.len() * 99 / 100], times[times.len() - 1]])
}

/// When the engine said a line that begins with this word.
fn hear(wire: &Wire, word: &str, patience: Duration) -> Result<Instant, String> {
    let begin = Instant::now();
    let is_it = |line: &str| line.split_ascii_whitespace().next() == Some(word);
    loop {
        let left = patience.saturating_sub(begin.elapsed());
        match wire.hear(left) {
            Heard::Line(line, at) if is_it(&line) => return Ok(at),
            Heard::Line(..) if !left.is_zero() => {}
            Heard::End => return Err(format!("the engine left without a '{word}'")),
            _ => return Err(format!("the engine did not say '{word}' within {patience:.1?}")),
        }
    }
}

/// A program and its arguments. A file whose name has spaces goes before a program
/// with arguments.
fn command(spec: &ForeignSpec) -> (String, Vec<String>) {
    if Path::new(&spec.program).is_file() {
        return (spec.program.clone(), Vec::new());
    }
    let mut words = spec.program.split_whitespace().map(str::to_owned);
    (words.next().unwrap_or_default(), words.collect())
}

fn failed(spec: &ForeignSpec, reason: impl std::fmt::Display) -> Failure {
    Failure::Failed(format!("{spec}: {reason}"))
}
