//! `plywise tune options`: numbers of any UCI engine that win.

use std::path::PathBuf;
use std::time::Duration;

use arena::{Budget, DrawRule, MatchTimeControl, OpeningOrder, Openings, Resign};
use clap::Args;
use engine::{ForeignSpec, Spec};
use forge::tune::options::{
    OptionGames, OptionTuner, OptionsError, is_option_sheet, number_options,
};
use forge::tune::{NumberOption, spsa};

use super::play::{count, share};
use super::run::{Files, NOTHING};
use crate::datagen::progress::Progress;
use crate::datagen::{all_threads, any_number, threads};
use crate::failure::{Failure, print};
use crate::interrupt::Interrupt;
use crate::matches::{self, limits};

/// Fit options of a UCI engine by playing: two sets at a time, towards the winner (SPSA)
#[derive(Args)]
pub(super) struct TuneOptions {
    /// Engine to tune, such as 'uci:./engine,Hash=8'; its options begin as they stand there (with --openbench: this program)
    #[arg(long, value_name = "P", value_parser = foreign, required_unless_present = "openbench")]
    engine: Option<ForeignSpec>,
    /// Tune the number options whose names begin so (may be given several times; with --openbench: all of the search)
    #[arg(long, value_name = "PREFIX", required_unless_present = "openbench")]
    only: Vec<String>,
    /// File for what is found; FILE.state is written next to it
    #[arg(long, value_name = "FILE", required_unless_present = "openbench")]
    out: Option<PathBuf>,
    /// Go on from FILE.state
    #[arg(long)]
    resume: bool,
    /// Write over both files if they are there
    #[arg(long, conflicts_with = "resume")]
    force: bool,
    /// How many steps
    #[arg(long, value_parser = count, default_value = "1000")]
    steps: u64,
    /// Pairs of games a step
    #[arg(long, value_parser = count, default_value = "16")]
    pairs: u64,
    /// How far the two sets are from the middle at first, in 20ths of an option's range
    #[arg(long, value_parser = share, default_value = "1")]
    reach: f64,
    /// How much of that a clean win moves the options at first
    #[arg(long, value_parser = share, default_value = "0.25")]
    pace: f64,
    /// Nodes for every move
    #[arg(long, value_name = "N", value_parser = limits::nodes, allow_negative_numbers = true, default_value = "5000")]
    nodes: u64,
    /// Clock in seconds instead: 1+0.01
    #[arg(long, value_name = "T", value_parser = limits::control, conflicts_with = "nodes")]
    tc: Option<MatchTimeControl>,
    /// Openings: positions as FEN or EPD, one a line, or games as PGN (default: named openings)
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
    /// A player that sees itself so far behind for so many moves has lost
    #[arg(long, value_name = "RULE", value_parser = limits::resign, default_value = "score=1000,moves=4")]
    resign: Resign,
    /// A game is drawn when both players see a draw
    #[arg(long, value_name = "RULE", value_parser = limits::draw, default_value = "from=40,moves=8,score=10")]
    draw: DrawRule,
    /// What dice and openings depend on
    #[arg(long, value_parser = any_number, default_value = "1")]
    seed: u64,
    /// Games at once (default: one a processor)
    #[arg(long, value_parser = threads)]
    threads: Option<usize>,
    /// Play nothing: print the options as OpenBench wants them for an SPSA workload
    #[arg(long)]
    openbench: bool,
}

fn foreign(text: &str) -> Result<ForeignSpec, String> {
    match matches::player(text)? {
        Spec::Foreign(engine) => Ok(engine),
        _ => Err("a UCI engine is needed, such as 'uci:./engine'".to_owned()),
    }
}

/// What is said of this program where its search has no numbers to tune.
const UNTUNED: &str = "this build has no numbers of its search as options, and a workload that tunes it would move nothing: \
     'make' in openbench/tuning builds the program that has them, as does 'cargo build --release --features tuning'";

/// The program that runs, as an engine. A program without a word is one.
fn this_program() -> Result<ForeignSpec, Failure> {
    let program = std::env::current_exe()
        .map_err(|error| Failure::Failed(format!("this program cannot be found: {error}")))?;
    let Some(program) = program.to_str() else {
        return Err(Failure::Failed(format!(
            "the path of this program is no text: {}; name it with --engine",
            program.display()
        )));
    };
    Ok(ForeignSpec { program: program.to_owned(), options: Vec::new() })
}

impl TuneOptions {
    pub(super) fn run(self) -> Result<(), Failure> {
        let interrupt = Interrupt::listen(NOTHING);
        let (engine, is_ours) = match &self.engine {
            Some(engine) => (engine.clone(), false),
            None => (this_program()?, true),
        };
        let options = number_options(&engine, &self.only).map_err(|error| match error {
            OptionsError::Engine(_) => Failure::Failed(error.to_string()),
            OptionsError::NoneLeft(_) if is_ours && !cfg!(feature = "tuning") => {
                Failure::WrongUse(UNTUNED.to_owned())
            }
            OptionsError::NoneLeft(_) => Failure::WrongUse(error.to_string()),
        })?;
        if self.openbench {
            let lines = options.iter().map(|option| option.openbench() + "\n");
            return print(&lines.collect::<String>());
        }
        let Some(out) = &self.out else { return Ok(()) }; // only with --openbench
        let files = Files { out: out.clone(), resume: self.resume, force: self.force };
        files.check_apart(self.openings.as_slice())?;
        let (target, saved) = files.open(&self.what(&engine, &options), is_option_sheet)?;
        let mut run =
            OptionTuner::new(engine, options, self.games()?, self.settings(), saved.as_deref())
                .map_err(|error| Failure::Failed(error.to_string()))?;
        let mut progress = Progress::new(Duration::from_secs(10));
        let keep = |done: u64| match done {
            0 => {}
            _ => interrupt.keep(files.keeps(&format!("step {done} of {}", self.steps))),
        };
        keep(run.done());
        let mut problem = None;
        while !run.is_finished() && !interrupt.is_raised() {
            // Who asks whether it is raised has heard it, and may end in good order.
            let mut listen = || {
                interrupt.is_raised();
            };
            match run.step(interrupt.stop(), &mut listen) {
                Ok(Some(_)) => {}
                Ok(None) => break,
                Err(error) => {
                    problem = Some(Failure::Failed(error.to_string()));
                    break;
                }
            }
            target.write(&run.sheet(), &run.save())?;
            keep(run.done());
            progress.tell(|| format!("step {} of {}", run.done(), self.steps));
        }
        progress.end();
        if run.faults() > 0 {
            print(&format!("{} games ended by a fault of the engine\n", run.faults()))?;
        }
        if run.done() > 0 {
            let values = run.values().map(|(option, now)| ((&*option.name, option.begin), now));
            files.report("option", values)?;
        }
        match problem {
            Some(failure) => Err(failure),
            None if run.is_finished() => Ok(()),
            None => Err(interrupt.failure()),
        }
    }

    fn settings(&self) -> spsa::Settings {
        spsa::Settings {
            steps: self.steps,
            pairs: self.pairs,
            reach: self.reach,
            pace: self.pace,
            seed: self.seed,
        }
    }

    /// What decides how a run goes, for one that is to be continued.
    fn what(&self, engine: &ForeignSpec, options: &[NumberOption]) -> String {
        let TuneOptions { steps, pairs, reach, pace, nodes, tc, seed, .. } = self;
        let names: Vec<&str> = options.iter().map(|option| option.name.as_str()).collect();
        format!(
            "options {engine} {names:?} steps={steps} pairs={pairs} reach={reach} pace={pace} \
             nodes={nodes} tc={tc:?} seed={seed} openings={:?} {:?} {:?}",
            self.openings, self.resign, self.draw
        )
    }

    fn games(&self) -> Result<OptionGames, Failure> {
        let openings = match &self.openings {
            None => Openings::named(self.seed),
            Some(file) => matches::openings(file, None)?.in_order(OpeningOrder::Random, self.seed),
        };
        Ok(OptionGames {
            budget: match self.tc {
                Some(control) => Budget { control: Some(control), ..Budget::default() },
                None => Budget { nodes: Some(self.nodes), ..Budget::default() },
            },
            openings,
            resign: self.resign,
            draw: self.draw,
            threads: self.threads.unwrap_or_else(all_threads),
        })
    }
}
