//! `plywise tune options`: numbers of any UCI engine that win.

use std::ops::{ControlFlow, Range, RangeInclusive};
use std::path::PathBuf;
use std::time::Duration;

use arena::{
    Adjudication, Budget, DrawRule, Entrant, Format, Match, OpeningOrder, Openings, Resign,
};
use arena::{Schedule, TimeControl};
use clap::Args;
use engine::{ForeignSpec, Spec};
use forge::tune::{Walk, spsa};
use uci::{OptionDeclaration, OptionKind, Timeouts};

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
    /// Engine to tune, such as 'uci:./engine,Hash=8'; its options begin as they stand there
    #[arg(long, value_name = "P", value_parser = foreign)]
    engine: ForeignSpec,
    /// Tune the number options whose names begin so (may be given several times)
    #[arg(long, value_name = "PREFIX", required = true)]
    only: Vec<String>,
    #[command(flatten)]
    files: Files,
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
    tc: Option<TimeControl>,
    /// Openings: positions as FEN or EPD, one a line, or games as PGN (default: named openings)
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
    /// A player that sees itself so far behind for so many moves has lost
    #[arg(long, value_name = "RULE", value_parser = limits::resign, default_value = "score=1000,moves=4")]
    resign: Resign,
    /// Players who both see a draw have drawn
    #[arg(long, value_name = "RULE", value_parser = limits::draw, default_value = "from=40,moves=8,score=10")]
    draw: DrawRule,
    /// What dice and openings depend on
    #[arg(long, value_parser = any_number, default_value = "1")]
    seed: u64,
    /// Games at once (default: one a processor)
    #[arg(long, value_parser = threads)]
    threads: Option<usize>,
}

/// How long an engine may think about a number of nodes before it has hung.
const PATIENCE: Duration = Duration::from_secs(60);

fn foreign(text: &str) -> Result<ForeignSpec, String> {
    match matches::player(text)? {
        Spec::Foreign(engine) => Ok(engine),
        _ => Err("a UCI engine is needed, such as 'uci:./engine'".to_owned()),
    }
}

impl TuneOptions {
    pub(super) fn run(self) -> Result<(), Failure> {
        let interrupt = Interrupt::listen(NOTHING);
        let numbers = self.numbers()?;
        let settings = spsa::Settings {
            steps: self.steps,
            pairs: self.pairs,
            reach: self.reach,
            pace: self.pace,
            seed: self.seed,
        };
        let what = self.what(&numbers);
        let (target, saved) = self.files.open(&what, is_sheet)?;
        let mut walk = match saved {
            Some(saved) => Walk::resume(numbers.len(), settings, &saved)
                .map_err(|error| Failure::Failed(error.to_string()))?,
            None => Walk::new(numbers.iter().map(Number::start).collect(), settings),
        }
        .within(numbers.iter().map(Number::range).collect());
        let values = |place: &[f64]| -> Vec<i64> {
            numbers.iter().zip(place).map(|(number, &at)| number.value(at)).collect()
        };
        let openings = self.openings()?;
        let mut progress = Progress::new(Duration::from_secs(10));
        let keep = |done: u64| match done {
            0 => {}
            _ => interrupt.keep(self.files.keeps(&format!("step {done} of {}", self.steps))),
        };
        keep(walk.done());
        let mut problem = None;
        let mut faults = 0;
        while !walk.is_finished() && !interrupt.is_raised() {
            let points = walk.step(|first, second, rounds| {
                let specs = [first, second].map(|place| self.with(&numbers, &values(place)));
                match self.play(specs, &openings, &rounds, &interrupt) {
                    Ok(played) => {
                        faults += played.faults;
                        played.points
                    }
                    Err(failure) => {
                        problem = Some(failure);
                        None
                    }
                }
            });
            if points.is_none() {
                break;
            }
            target.write(&sheet(&numbers, &values(&walk.place())), &walk.save())?;
            keep(walk.done());
            progress.tell(|| format!("step {} of {}", walk.done(), self.steps));
        }
        progress.end();
        if faults > 0 {
            // Whoever crashes or is late loses; that is no reason to stop.
            print(&format!("{faults} games ended by a fault of the engine\n"))?;
        }
        let before = numbers.iter().map(|number| (&*number.name, number.begin));
        if walk.done() > 0 {
            self.files.report("option", before.zip(values(&walk.place())))?;
        }
        match problem {
            Some(failure) => Err(failure),
            None if walk.is_finished() => Ok(()),
            None => Err(interrupt.failure()),
        }
    }

    /// What decides how a run goes, for one that is to be continued.
    fn what(&self, numbers: &[Number]) -> String {
        let TuneOptions { engine, steps, pairs, reach, pace, nodes, tc, seed, .. } = self;
        let names: Vec<&str> = numbers.iter().map(|number| number.name.as_str()).collect();
        format!(
            "options {engine} {names:?} steps={steps} pairs={pairs} reach={reach} pace={pace} \
             nodes={nodes} tc={tc:?} seed={seed} openings={:?} {:?} {:?}",
            self.openings, self.resign, self.draw
        )
    }

    /// The options to tune.
    fn numbers(&self) -> Result<Vec<Number>, Failure> {
        let declared =
            self.engine.declarations().map_err(|error| Failure::Failed(error.to_string()))?;
        let all: Vec<Number> =
            declared.iter().filter_map(|option| Number::new(option, &self.engine)).collect();
        let is_wanted = |number: &Number| {
            self.only.iter().any(|prefix| number.name.starts_with(prefix.as_str()))
        };
        let names: Vec<&str> = all.iter().map(|number| number.name.as_str()).collect();
        let none =
            format!("no option is left to tune; the engine's numbers are {}", names.join(", "));
        let wanted: Vec<Number> = all.into_iter().filter(is_wanted).collect();
        match wanted.is_empty() {
            true => Err(Failure::WrongUse(none)),
            false => Ok(wanted),
        }
    }

    fn openings(&self) -> Result<Openings, Failure> {
        match &self.openings {
            None => Ok(Openings::named(self.seed)),
            Some(file) => matches::openings(file, None)
                .map(|openings| openings.in_order(OpeningOrder::Random, self.seed)),
        }
    }

    /// The engine with these numbers.
    fn with(&self, numbers: &[Number], values: &[i64]) -> Spec {
        let mut engine = self.engine.clone();
        engine.options.retain(|(name, _)| !numbers.iter().any(|number| number.is_named(name)));
        let set = numbers.iter().zip(values);
        engine.options.extend(set.map(|(number, value)| (number.name.clone(), value.to_string())));
        Spec::Foreign(engine)
    }

    fn play(
        &self,
        specs: [Spec; 2],
        openings: &Openings,
        rounds: &Range<u64>,
        interrupt: &Interrupt,
    ) -> Result<Step, Failure> {
        let budget = match self.tc {
            Some(control) => Budget { control: Some(control), ..Budget::default() },
            None => Budget { nodes: Some(self.nodes), ..Budget::default() },
        };
        let order = Match {
            players: Entrant::list(specs.map(|spec| (spec, budget))),
            schedule: Schedule::new(Format::Match, 2, 2 * (rounds.end - rounds.start)),
            openings: rounds.clone().map(|round| openings.round(round)).collect(),
            rules: Adjudication {
                resign: Some(self.resign),
                draw: Some(self.draw),
                ..Adjudication::default()
            },
            sprt: None,
            concurrency: self.threads.unwrap_or_else(all_threads),
            margin: arena::MARGIN,
            timeouts: Timeouts { untimed: Some(PATIENCE), ..Timeouts::default() },
            seed: self.seed ^ rounds.start,
        };
        let standings = order
            .run(&[], interrupt.stop(), &mut |_| {
                interrupt.is_raised();
                ControlFlow::Continue(())
            })
            .map_err(|aborted| match interrupt.is_raised() {
                true => interrupt.failure(),
                false => Failure::Failed(aborted.error.to_string()),
            })?;
        let is_whole = !interrupt.is_raised();
        let points = standings.first_tally().score().filter(|_| is_whole);
        Ok(Step { points, faults: standings.faults().total() })
    }
}

/// What the games of a step gave.
struct Step {
    /// The share of the first set; `None` if they were broken off.
    points: Option<f64>,
    faults: u64,
}

/// An option that is tuned.
struct Number {
    name: String,
    begin: i64,
    least: i64,
    most: i64,
}

impl Number {
    /// A number option, as the engine has it or as it is told to begin.
    fn new(option: &OptionDeclaration, engine: &ForeignSpec) -> Option<Number> {
        let OptionKind::Spin { default, min, max } = option.kind else { return None };
        if min >= max {
            return None; // nothing to choose from, whatever the engine means by it
        }
        let mut number =
            Number { name: option.name.clone(), begin: default, least: min, most: max };
        let told = engine.options.iter().find(|(name, _)| number.is_named(name));
        number.begin = told.and_then(|(_, value)| value.parse().ok()).unwrap_or(default);
        Some(number)
    }

    fn is_named(&self, name: &str) -> bool {
        self.name.eq_ignore_ascii_case(name)
    }

    /// What is 1 to the walk: a 20th of the range, but enough to matter.
    fn unit(&self) -> f64 {
        (self.most.saturating_sub(self.least) as f64 / 20.0).max(0.5)
    }

    fn start(&self) -> f64 {
        self.begin as f64 / self.unit()
    }

    fn range(&self) -> RangeInclusive<f64> {
        self.least as f64 / self.unit()..=self.most as f64 / self.unit()
    }

    fn value(&self, place: f64) -> i64 {
        ((place * self.unit()).round() as i64).clamp(self.least, self.most)
    }
}

/// The options as a file.
fn sheet(numbers: &[Number], values: &[i64]) -> String {
    let line = |(number, value): (&Number, &i64)| format!("{} = {value}\n", number.name);
    numbers.iter().zip(values).map(line).collect()
}

/// Whether a text is such a file.
fn is_sheet(text: &str) -> bool {
    text.lines()
        .all(|line| line.rsplit_once(" = ").is_some_and(|(_, value)| value.parse::<i64>().is_ok()))
}
