//! `plywise analyse`: what the champion thinks of positions and games.

mod out;
mod progress;
mod report;
mod table;

use std::io::{IsTerminal, Write, stderr, stdout};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use analysis::{AnalysisNews, AnalysisRun, AnalysisSettings, Input, SolvedTally};
use clap::Args;
use engine::{Champion, Evaluation, Tablebases};
use search::Limits;
use search::champion::MAX_DEPTH;

use crate::arguments::number;
use crate::eval::evaluation;
use crate::failure::{Failure, print};
use crate::interrupt::Interrupt;
use out::{ExistingFile, Out};
use progress::AnalyseProgress;
use report::{OutputForm, ResultReport};

/// Analyse a position, or all positions of a file or of standard input
///
/// Positions are FEN or EPD, one a line, or the main lines of PGN games. Each is
/// searched until the first limit is reached, without knowledge of the others: with
/// --depth or --nodes the results are the same whatever --jobs is. Results come in the
/// order of the input, each as soon as it is known.
///
/// Scores are from the mover's view, in centipawns of which 100 win every second
/// game, as UCI shows them. Lines of EPD with bm, am, dm or points are scored, and the sum
/// stands at the end. Bad moves of games are named by how many per cent of the winning
/// chances they lose: 5 inaccuracy, 10 mistake, 15 blunder.
#[derive(Args)]
#[command(override_usage = "plywise analyse [OPTIONS] <FEN|FILE|->...")]
pub(crate) struct Analyse {
    /// A FEN, a file of FEN or EPD lines or of PGN games, or '-' for standard input
    #[arg(required_unless_present = "fen", value_name = "FEN|FILE|-")]
    input: Vec<String>,
    /// Position to analyse, as FEN: the same as a FEN without --fen
    #[arg(long, value_name = "FEN", conflicts_with = "input")]
    fen: Option<String>,
    /// Plies for each position
    #[arg(long, value_name = "N", value_parser = depth, allow_negative_numbers = true)]
    depth: Option<u32>,
    /// Seconds for each position (default: 1, if there is no other limit)
    #[arg(long, value_name = "S", value_parser = seconds, allow_negative_numbers = true)]
    time: Option<Duration>,
    /// Nodes for each position
    #[arg(long, value_name = "N", value_parser = nodes, allow_negative_numbers = true)]
    nodes: Option<u64>,
    /// End the search of a position at a mate in N moves or fewer, and count those found
    #[arg(long, value_name = "N", value_parser = mate, allow_negative_numbers = true)]
    mate: Option<u32>,
    /// How many lines are wanted; in --pgn more than one become variations at every move
    #[arg(long, value_name = "K", value_parser = lines, allow_negative_numbers = true, default_value = "1")]
    lines: usize,
    /// Print a line of JSON for each position, as soon as it is done
    #[arg(long, conflicts_with_all = ["pgn", "score"])]
    json: bool,
    /// Print games with scores, marks for bad moves, better lines and accuracy
    #[arg(long, conflicts_with = "score")]
    pgn: bool,
    /// Print a line for each position: whether the move wanted was found
    #[arg(long)]
    score: bool,
    /// Leave out why moves are bad, which --json and --pgn tell in words
    ///
    /// The words take up to thirty more searches for each bad move. They begin with 20,000
    /// nodes, or fewer if --nodes or --time give a position fewer, and those that confirm
    /// a claim have up to fifteen times as many. They are not counted in the nodes of a
    /// position.
    #[arg(long)]
    no_words: bool,
    /// Positions at once (default: one for each core, but 1 for a FEN)
    #[arg(long, value_name = "N", value_parser = threads, allow_negative_numbers = true)]
    jobs: Option<usize>,
    /// Threads for each position (default: 1, but one for each core for a FEN)
    #[arg(long, value_name = "N", value_parser = threads, allow_negative_numbers = true)]
    threads: Option<usize>,
    /// Mebibytes of memory for each position at once (default: 1 to 64, by the limits)
    #[arg(long, value_name = "MB", value_parser = hash, allow_negative_numbers = true)]
    hash: Option<usize>,
    /// Evaluation to use
    #[arg(long, value_name = "NAME", value_parser = evaluation)]
    eval: Option<Evaluation>,
    /// Folders with Syzygy tables, separated as the system separates paths
    ///
    /// The search looks into them, and what they know of a position is told.
    #[arg(long, value_name = "PATH", value_parser = syzygy)]
    syzygy: Option<Arc<Tablebases>>,
    /// Write to this file instead of standard output
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Go on with the file of --out: pass over what it holds, if it was made with the same settings
    #[arg(long, requires = "out")]
    resume: bool,
    /// Write over the file of --out if it is there, as soon as there is a result
    #[arg(long, requires = "out", conflicts_with = "resume")]
    force: bool,
}

/// Time for each position if nothing else is said.
const DEFAULT_TIME: Duration = Duration::from_secs(1);
/// Complaints that are shown; a file of another kind has as many as lines.
const MOST_COMPLAINTS: u64 = 100;

impl Analyse {
    pub(crate) fn run(self) -> Result<(), Failure> {
        let interrupt = Interrupt::listen("nothing was analysed");
        let input = match &self.fen {
            Some(fen) => Input::of_position(fen)?,
            None => Input::of(&self.input)?,
        };
        let format = self.format(&input)?;
        if let Some(out) = &self.out {
            files::check_apart(&[out], input.source().as_slice())?;
        }
        let how = self.settings(&input);
        let settings = how.text();
        let are_wanted = self.resume && format == OutputForm::Pgn;
        let first_tags = are_wanted.then(|| input.first_tags()).flatten();
        let found = match (self.resume, self.force) {
            (true, _) => {
                ExistingFile::Resumed { settings: &settings, first_tags: first_tags.as_deref() }
            }
            (false, true) => ExistingFile::WrittenOver,
            (false, false) => ExistingFile::Refused,
        };
        let (mut out, old, tally) = Out::open(self.out.as_deref(), format, found)?;
        let name = input.name();
        let is_watched = stdout().is_terminal() && !out.is_file();
        let progress = AnalyseProgress::new(input.size(), !is_watched);
        let before = old.positions();
        if before > 0 {
            interrupt.keep(self.keeps(format));
        }
        let mut work = AnalysisRun::start(input, old, &how, interrupt.stop())?;
        let mut desk = ResultDesk {
            report: ResultReport::new(format, settings, (!self.no_words).then_some(&how.limits))?,
            tally,
            progress,
            positions: before,
            bad: 0,
            shown: 0,
        };
        let ended = desk.follow(&mut work, &mut out, &interrupt, &self.keeps(format));
        desk.progress.clear();
        // Who was refused before the first result hears nothing of the old ones.
        let is_refused = ended.is_err() && desk.positions == before;
        if !is_refused && !matches!(ended, Err(Failure::Unheard)) {
            desk.sum_up(format, &out)?;
        }
        ended?;
        match (desk.positions, desk.bad) {
            _ if interrupt.is_raised() => Err(interrupt.failure()),
            (0, _) => Err(Failure::WrongUse(format!(
                "{name} holds no positions: one a line as FEN or EPD, or games as PGN"
            ))),
            (_, 0) => Ok(()),
            (_, 1) => Err(Failure::Failed(format!("1 line or game of {name} was bad"))),
            (_, bad) => Err(Failure::Failed(format!("{bad} lines or games of {name} were bad"))),
        }
    }

    /// What stays if it is interrupted.
    fn keeps(&self, format: OutputForm) -> String {
        match &self.out {
            Some(file) if matches!(format, OutputForm::Json | OutputForm::Pgn) => {
                format!("{} keeps the results so far, and --resume goes on with it", file.display())
            }
            Some(file) => format!("{} keeps the results so far", file.display()),
            None => "the results so far were printed".to_owned(),
        }
    }

    fn format(&self, input: &Input) -> Result<OutputForm, Failure> {
        let format = match (self.json, self.pgn, self.score) {
            (true, ..) => OutputForm::Json,
            (_, true, _) => OutputForm::Pgn,
            (.., true) => OutputForm::Scores,
            _ => OutputForm::Table,
        };
        if self.resume && !matches!(format, OutputForm::Json | OutputForm::Pgn) {
            let sentence = "--resume needs --json or --pgn: a table cannot be gone on with";
            return Err(Failure::WrongUse(sentence.to_owned()));
        }
        if format == OutputForm::Pgn && matches!(input, Input::Position(_)) {
            let sentence = "--pgn annotates games, a FEN is none";
            return Err(Failure::WrongUse(sentence.to_owned()));
        }
        Ok(format)
    }

    fn settings(&self, input: &Input) -> AnalysisSettings {
        let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        let is_alone = matches!(input, Input::Position(_));
        let (jobs, threads) = if is_alone { (1, cores) } else { (cores, 1) };
        let is_limited = self.depth.is_some() || self.nodes.is_some();
        let move_time = self.time.or((!is_limited).then_some(DEFAULT_TIME));
        let limits = Limits {
            // A fixed time would be waited out even with nothing left to search,
            // unless there is a depth to reach.
            depth: self.depth.or(move_time.map(|_| MAX_DEPTH)),
            nodes: self.nodes,
            move_time,
            multi_pv: self.lines,
            ..Limits::default()
        };
        let threads = self.threads.unwrap_or(threads);
        AnalysisSettings {
            hash_mib: self.hash.unwrap_or_else(|| default_hash(&limits, threads)),
            jobs: self.jobs.unwrap_or(jobs),
            threads,
            asked_threads: self.threads,
            asked_hash_mib: self.hash,
            limits,
            evaluation: self.eval.clone().unwrap_or_default(),
            mate: self.mate,
            tables: self.syzygy.clone(),
        }
    }
}

/// A table that the limits can fill: a larger one only takes time to clear. It
/// depends on nothing but the arguments, as the results do.
fn default_hash(limits: &Limits, threads: usize) -> usize {
    /// Bytes that a node leaves in the table.
    const BYTES: u64 = 12;
    /// What a fast thread does in a second.
    const NODES_PER_SECOND: f64 = 2e6;
    const MOST: u64 = 64;
    let by_nodes = limits.nodes.unwrap_or(u64::MAX);
    let by_time = limits
        .move_time
        .map_or(u64::MAX, |time| (time.as_secs_f64() * NODES_PER_SECOND * threads as f64) as u64);
    let mib = by_nodes.min(by_time).saturating_mul(BYTES) >> 20;
    mib.min(MOST).next_power_of_two() as usize
}

/// Where results and complaints arrive.
struct ResultDesk {
    report: ResultReport,
    tally: SolvedTally,
    progress: AnalyseProgress,
    /// Good positions so far, those of earlier runs included.
    positions: u64,
    /// Bad lines or games so far.
    bad: u64,
    /// Complaints so far.
    shown: u64,
}

impl ResultDesk {
    /// Writes results as they come, and says from the first one on what is kept.
    fn follow(
        &mut self,
        work: &mut AnalysisRun,
        out: &mut Out,
        interrupt: &Interrupt,
        keeps: &str,
    ) -> Result<(), Failure> {
        // Asked each time, so that it is heard that the command knows of it.
        while !interrupt.is_raised() {
            match work.news()? {
                AnalysisNews::Done(done) => {
                    self.positions += 1;
                    self.progress.add(done.task.offset);
                    if let Some(goal) = done.task.goal() {
                        self.tally.add(goal.verdict(&done.said));
                    }
                    let text = self.report.take(*done)?;
                    if !text.is_empty() {
                        out.write(&text)?;
                        interrupt.keep(keeps);
                    }
                }
                AnalysisNews::Complaint(complaint) => {
                    self.bad += u64::from(complaint.is_bad);
                    self.complain(&complaint.sentence);
                }
                AnalysisNews::Tick => {}
                AnalysisNews::End => return Ok(()),
            }
            self.progress.draw();
        }
        Ok(())
    }

    fn complain(&mut self, sentence: &str) {
        self.shown += 1;
        if self.shown > MOST_COMPLAINTS {
            return;
        }
        self.progress.clear();
        // Where stderr is closed there is nobody to tell.
        let _ = writeln!(stderr(), "plywise: {sentence}");
        if self.shown == MOST_COMPLAINTS {
            let _ = writeln!(stderr(), "plywise: further complaints are counted, not shown");
        }
    }

    /// The sum of a suite, where it does not get between results for programs.
    fn sum_up(&self, format: OutputForm, out: &Out) -> Result<(), Failure> {
        let Some(words) = self.tally.words() else { return Ok(()) };
        if out.is_file() || matches!(format, OutputForm::Table | OutputForm::Scores) {
            return print(&format!("{words}\n"));
        }
        let _ = writeln!(stderr(), "{words}");
        Ok(())
    }
}

fn depth(text: &str) -> Result<u32, String> {
    number(text, 1..=u64::from(MAX_DEPTH)).map(|depth| depth as u32)
}

fn seconds(text: &str) -> Result<Duration, String> {
    numbers::parse_seconds(text)
        .filter(|time| *time > Duration::ZERO)
        .ok_or_else(|| "a number of seconds above 0, such as 0.1".to_owned())
}

fn nodes(text: &str) -> Result<u64, String> {
    number(text, 1..=u64::MAX)
}

fn mate(text: &str) -> Result<u32, String> {
    number(text, 1..=1_000).map(|moves| moves as u32)
}

fn lines(text: &str) -> Result<usize, String> {
    number(text, 1..=500).map(|lines| lines as usize)
}

fn threads(text: &str) -> Result<usize, String> {
    number(text, 1..=Champion::MAX_THREADS as u64).map(|threads| threads as usize)
}

fn syzygy(text: &str) -> Result<Arc<Tablebases>, String> {
    uci_session::open_tables(text)?.ok_or_else(|| "a folder with Syzygy tables".to_owned())
}

fn hash(text: &str) -> Result<usize, String> {
    number(text, 1..=Champion::MAX_HASH_MIB as u64).map(|mib| mib as usize)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_fit_the_limits() {
        let of = |limits: Limits, threads| default_hash(&limits, threads);
        assert_eq!(of(Limits::nodes(20_000), 1), 1);
        assert_eq!(of(Limits::nodes(1_000_000), 1), 16);
        assert_eq!(of(Limits::nodes(u64::MAX), 1), 64);
        assert_eq!(of(Limits::depth(18), 1), 64);
        assert_eq!(of(Limits::move_time(Duration::from_secs(1)), 1), 32);
        assert_eq!(of(Limits::move_time(Duration::from_secs(1)), 16), 64);
        assert_eq!(of(Limits::move_time(Duration::from_millis(1)), 1), 1);
    }
}
