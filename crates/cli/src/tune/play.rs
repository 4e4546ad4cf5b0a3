//! `plywise tune spsa` and `plywise tune cma`: weights that win.

use std::time::Duration;

use clap::Args;
use engine::Evaluation;
use eval::Tunable;
use forge::tune::{
    Contest, ContestStart, PlayingTuner, RunFiles, Space, TrialReferee, WeightSelection, cma, spsa,
};
use search::Signals;

use super::run::{NOTHING, Weights};
use crate::arguments::number;
use crate::datagen::progress::Progress;
use crate::datagen::{all_threads, any_number, threads};
use crate::eval::evaluation;
use crate::failure::Failure;
use crate::interrupt::Interrupt;

/// How the games are played.
#[derive(Args)]
struct Games {
    /// How many plies both look ahead, captures not counted
    #[arg(long, value_parser = depth, default_value = "2")]
    depth: u32,
    /// Begin after so many random plies
    #[arg(long, value_name = "PLIES", value_parser = plies, default_value = "8")]
    random: u32,
    /// Begin with up to so many pieces missing on each side, and let the players choose sides
    #[arg(long, value_name = "PIECES", value_parser = odds, conflicts_with = "random")]
    odds: Option<u32>,
    /// Plies after which a game is broken off
    #[arg(long, value_name = "PLIES", value_parser = longest, default_value = "200")]
    longest: usize,
    /// Evaluation that calls games that were broken off (default: they are drawn)
    #[arg(long, value_name = "NAME", value_parser = evaluation)]
    referee: Option<Evaluation>,
    /// What dice and openings depend on
    #[arg(long, value_parser = any_number, default_value = "1")]
    seed: u64,
    /// Games at once (default: one a processor)
    #[arg(long, value_parser = threads)]
    threads: Option<usize>,
}

fn depth(text: &str) -> Result<u32, String> {
    number(text, 1..=8).map(|depth| depth as u32)
}

fn plies(text: &str) -> Result<u32, String> {
    number(text, 0..=100).map(|plies| plies as u32)
}

fn odds(text: &str) -> Result<u32, String> {
    number(text, 1..=14).map(|pieces| pieces as u32)
}

fn longest(text: &str) -> Result<usize, String> {
    number(text, 1..=2_000).map(|plies| plies as usize)
}

pub(super) fn count(text: &str) -> Result<u64, String> {
    number(text, 1..=1 << 40)
}

fn population(text: &str) -> Result<usize, String> {
    number(text, 4..=10_000).map(|population| population as usize)
}

pub(super) fn share(text: &str) -> Result<f64, String> {
    let share = text.parse().ok().filter(|share: &f64| (0.001..=10.0).contains(share));
    share.ok_or_else(|| "a number from 0.001 to 10".to_owned())
}

impl Games {
    /// What decides how the games go.
    fn what(&self) -> String {
        let Games { depth, random, odds, longest, referee, seed, threads: _ } = self;
        let referee = referee.as_ref().map(|referee| referee.evaluator().name().to_owned());
        format!(
            "depth={depth} random={random} odds={odds:?} longest={longest} referee={referee:?} \
             seed={seed}"
        )
    }

    fn contest<'a>(&'a self, stop: &'a Signals) -> Contest<'a> {
        Contest {
            depth: self.depth,
            start: self.odds.map_or(ContestStart::Plies(self.random), ContestStart::Odds),
            longest: self.longest,
            referee: self.referee.as_ref().map(|referee| TrialReferee {
                evaluator: referee.evaluator(),
                ..TrialReferee::usual()
            }),
            seed: self.seed,
            threads: self.threads.unwrap_or_else(all_threads),
            stop,
        }
    }
}

/// Fit weights by playing: two sets at a time, towards the winner (SPSA)
#[derive(Args)]
pub(super) struct Spsa {
    #[command(flatten)]
    weights: Weights,
    #[command(flatten)]
    games: Games,
    /// How many steps
    #[arg(long, value_parser = count, default_value_t = spsa::Settings::default().steps)]
    steps: u64,
    /// Pairs of games a step; at odds single games
    #[arg(long, value_parser = count, default_value_t = spsa::Settings::default().pairs)]
    pairs: u64,
    /// How far the two sets are from the middle at first: 0.4 is about 40 % of a weight
    #[arg(long, value_parser = share, default_value_t = spsa::Settings::default().reach)]
    reach: f64,
    /// How much of that a clean win moves the weights at first
    #[arg(long, value_parser = share, default_value_t = spsa::Settings::default().pace)]
    pace: f64,
}

impl Spsa {
    pub(super) fn run(self) -> Result<(), Failure> {
        let interrupt = Interrupt::listen(NOTHING);
        let evaluation = self.weights.evaluation()?;
        let tuning = Tuning::new(&self.weights, &*evaluation, &interrupt)?;
        let contest = self.games.contest(interrupt.stop());
        let settings = spsa::Settings {
            steps: self.steps,
            pairs: self.pairs,
            reach: self.reach,
            pace: self.pace,
            seed: self.games.seed,
        };
        let what = format!(
            "spsa {} {} steps={} pairs={} reach={} pace={}",
            tuning.selection.summary(&*evaluation),
            self.games.what(),
            self.steps,
            self.pairs,
            self.reach,
            self.pace
        );
        let (target, saved) = self.weights.open(&what)?;
        let run = match saved {
            Some(saved) => spsa::Spsa::resume(&tuning.space, contest, settings, &saved)
                .map_err(|error| Failure::Failed(error.to_string()))?,
            None => spsa::Spsa::new(&tuning.space, contest, settings),
        };
        tuning.run(run, &target, ("step", self.steps), |_, _| String::new())
    }
}

/// Fit weights by playing: a population of sets against its middle (CMA-ES)
#[derive(Args)]
pub(super) struct Cma {
    #[command(flatten)]
    weights: Weights,
    #[command(flatten)]
    games: Games,
    /// How many generations
    #[arg(long, value_parser = count, default_value_t = cma::Settings::default().generations)]
    generations: u64,
    /// Candidates a generation
    #[arg(long, value_parser = population, default_value_t = cma::Settings::default().population)]
    population: usize,
    /// Pairs of games a candidate; at odds single games
    #[arg(long, value_parser = count, default_value_t = cma::Settings::default().pairs)]
    pairs: u64,
    /// How large the cloud of candidates is at first: 0.3 is about 30 % of a weight
    #[arg(long, value_parser = share, default_value_t = cma::Settings::default().size)]
    size: f64,
}

impl Cma {
    pub(super) fn run(self) -> Result<(), Failure> {
        let interrupt = Interrupt::listen(NOTHING);
        let evaluation = self.weights.evaluation()?;
        let tuning = Tuning::new(&self.weights, &*evaluation, &interrupt)?;
        let contest = self.games.contest(interrupt.stop());
        let settings = cma::Settings {
            generations: self.generations,
            population: self.population,
            pairs: self.pairs,
            size: self.size,
            seed: self.games.seed,
        };
        let too_many = || {
            Failure::WrongUse(format!(
                "{} weights are too many for a population, {} are allowed; choose with --only",
                tuning.space.len(),
                cma::MOST_WEIGHTS
            ))
        };
        let what = format!(
            "cma {} {} generations={} population={} pairs={} size={}",
            tuning.selection.summary(&*evaluation),
            self.games.what(),
            self.generations,
            self.population,
            self.pairs,
            self.size
        );
        let (target, saved) = self.weights.open(&what)?;
        let run = match saved {
            Some(saved) => cma::Cma::resume(&tuning.space, contest, settings, &saved)
                .map_err(|error| Failure::Failed(error.to_string()))?,
            None => cma::Cma::new(&tuning.space, contest, settings).ok_or_else(too_many)?,
        };
        tuning.run(run, &target, ("generation", self.generations), |run, best| {
            format!(", cloud {:.3}, best candidate {:.0} %", run.size(), 100.0 * best)
        })
    }
}

/// A run of either tuner: what it tunes, and who interrupts it.
struct Tuning<'a> {
    weights: &'a Weights,
    evaluation: &'a dyn Tunable,
    selection: WeightSelection,
    space: Space<'a>,
    interrupt: &'a Interrupt,
}

impl<'a> Tuning<'a> {
    fn new(
        weights: &'a Weights,
        evaluation: &'a dyn Tunable,
        interrupt: &'a Interrupt,
    ) -> Result<Tuning<'a>, Failure> {
        let selection = weights.selection(evaluation)?;
        let space = Space::new(evaluation, selection.free.clone());
        Ok(Tuning { weights, evaluation, selection, space, interrupt })
    }

    /// Goes to the end, so many of `noun` in all; `more` is what is said of a step.
    fn run<T: PlayingTuner>(
        &self,
        mut run: T,
        target: &RunFiles,
        (noun, all): (&str, u64),
        more: impl Fn(&T, f64) -> String,
    ) -> Result<(), Failure> {
        let Tuning { weights, evaluation, interrupt, .. } = *self;
        let mut progress = Progress::new(Duration::from_secs(10));
        let keep = |done: u64| match done {
            0 => {}
            _ => interrupt.keep(weights.keeps(&format!("{noun} {done} of {all}"))),
        };
        keep(run.done());
        while !run.is_finished() && !interrupt.is_raised() {
            let Some(best) = run.step() else { break };
            weights.write(target, evaluation, &run.values(), &run.save())?;
            keep(run.done());
            progress.tell(|| format!("{noun} {} of {all}{}", run.done(), more(&run, best)));
        }
        progress.end();
        if run.done() > 0 {
            weights.report(evaluation, &run.values())?;
        }
        if run.is_finished() { Ok(()) } else { Err(interrupt.failure()) }
    }
}
