//! `plywise tune texel`: weights that predict results.

use std::io::{Write, stderr};
use std::path::PathBuf;
use std::time::Duration;

use chess::Position;
use clap::Args;
use forge::tune::{Lessons, labelled, texel};

use super::run::{NOTHING, Weights, values};
use crate::arguments::number;
use crate::datagen::progress::Progress;
use crate::datagen::{all_threads, any_number, files, threads};
use crate::failure::{self, Failure};
use crate::interrupt::Interrupt;

/// Fit weights to the results of games (Texel's method)
#[derive(Args)]
pub(super) struct Texel {
    #[command(flatten)]
    weights: Weights,
    /// Games in PGN or packed, or positions with results (EPD); folders of packed games
    #[arg(long, value_name = "FILES", num_args = 1.., required = true)]
    data: Vec<PathBuf>,
    /// Positions at most
    #[arg(long, value_name = "N", value_parser = any_number, default_value = "2000000")]
    positions: u64,
    /// Use one quiet position in so many: neighbours say nearly the same
    #[arg(long, value_name = "N", value_parser = every, default_value = "3")]
    every: u64,
    /// Plies of a game that are left out
    #[arg(long, value_name = "PLIES", value_parser = any_number, default_value = "16")]
    skip: u64,
    /// How often all positions are gone through
    #[arg(long, value_name = "N", value_parser = epochs, default_value = "30")]
    epochs: u32,
    /// Positions between two changes of the weights
    #[arg(long, value_name = "N", value_parser = batch, default_value = "4096")]
    batch: usize,
    /// Centipawns that a weight moves at most with each change
    #[arg(long, value_name = "CP", value_parser = rate, default_value = "2")]
    rate: f64,
    /// What the order of the positions depends on
    #[arg(long, value_parser = any_number, default_value = "1")]
    seed: u64,
    /// Threads to work on (default: one a processor)
    #[arg(long, value_parser = threads)]
    threads: Option<usize>,
}

fn epochs(text: &str) -> Result<u32, String> {
    number(text, 1..=100_000).map(|epochs| epochs as u32)
}

fn batch(text: &str) -> Result<usize, String> {
    number(text, 1..=1 << 30).map(|batch| batch as usize)
}

fn every(text: &str) -> Result<u64, String> {
    number(text, 1..=10_000)
}

fn rate(text: &str) -> Result<f64, String> {
    let rate = text.parse().ok().filter(|rate: &f64| (0.001..=1000.0).contains(rate));
    rate.ok_or_else(|| "a number from 0.001 to 1000".to_owned())
}

/// Positions that are worked out at a time.
const PORTION: usize = 1 << 16;

impl Texel {
    pub(super) fn run(self) -> Result<(), Failure> {
        let interrupt = Interrupt::listen(NOTHING);
        let evaluation = self.weights.evaluation()?;
        let selection = self.weights.selection(&*evaluation)?;
        let what = self.what(&selection.summary(&*evaluation));
        let data = files(&self.data)?;
        self.weights.check_apart(&data)?;
        let (target, saved) = self.weights.open(&what)?;
        let threads = self.threads.unwrap_or_else(all_threads);
        let mut progress = Progress::new(Duration::from_secs(10));
        let lessons = self.lessons(&data, &*evaluation, threads, &mut progress, &interrupt)?;
        if lessons.is_empty() {
            return Err(Failure::Failed(
                "there are no quiet positions with a result in the data".to_owned(),
            ));
        }
        let settings = texel::Settings {
            epochs: self.epochs,
            batch: self.batch,
            rate: self.rate,
            anchor: selection.anchor,
            seed: self.seed,
            threads,
            ..texel::Settings::default()
        };
        let start: Vec<f64> = values(&*evaluation).into_iter().map(f64::from).collect();
        let mut run = match saved {
            Some(saved) => texel::Texel::resume(&lessons, settings, &saved)
                .map_err(|error| Failure::Failed(error.to_string()))?,
            None => texel::Texel::new(&lessons, &start, settings),
        };
        run.hold(|weight| !selection.free.contains(&weight));
        // Nobody minds if these two cannot be shown.
        let _ = writeln!(stderr(), "{} positions, {}", lessons.len(), fit(&run));
        let rounded = |run: &texel::Texel<'_>| -> Vec<i32> {
            run.weights().iter().map(|weight| weight.round() as i32).collect()
        };
        let keep = |run: &texel::Texel<'_>| match run.epoch() {
            0 => {}
            done => interrupt.keep(self.weights.keeps(&format!("epoch {done} of {}", self.epochs))),
        };
        keep(&run);
        while !run.is_finished() && !interrupt.is_raised() {
            if !run.step(interrupt.stop()) {
                break;
            }
            self.weights.write(&target, &*evaluation, &rounded(&run), &run.save())?;
            keep(&run);
            let errors = run.errors();
            progress.tell(|| {
                format!("epoch {} of {}, error {}", run.epoch(), self.epochs, shown(errors))
            });
        }
        progress.end();
        if run.epoch() == 0 {
            return Err(interrupt.failure());
        }
        let _ = writeln!(stderr(), "{}", fit(&run));
        self.weights.report(&*evaluation, &rounded(&run))?;
        if run.is_finished() { Ok(()) } else { Err(interrupt.failure()) }
    }

    /// What decides how a run goes, for one that is to be continued.
    fn what(&self, weights: &str) -> String {
        let Texel { every, skip, epochs, batch, rate, seed, positions, .. } = self;
        format!(
            "texel {weights} data={:?} positions={positions} every={every} skip={skip} epochs={epochs} \
             batch={batch} rate={rate} seed={seed}",
            self.data
        )
    }

    fn lessons(
        &self,
        data: &[PathBuf],
        evaluation: &dyn eval::Tunable,
        threads: usize,
        progress: &mut Progress,
        interrupt: &Interrupt,
    ) -> Result<Lessons, Failure> {
        let mut lessons = Lessons::new(evaluation);
        let mut portion: Vec<(Position, f32)> = Vec::with_capacity(PORTION);
        let (mut seen, mut taken) = (0u64, 0u64);
        for path in data {
            if taken >= self.positions {
                break;
            }
            let mut take = |labelled: labelled::Labelled| {
                seen += 1;
                if seen.is_multiple_of(self.every) {
                    taken += 1;
                    portion.push((labelled.position, labelled.points));
                    if portion.len() == PORTION {
                        lessons.learn(evaluation, &portion, threads);
                        portion.clear();
                        progress.tell(|| format!("{taken} positions read"));
                    }
                }
                taken < self.positions && !interrupt.is_raised()
            };
            let remarks = labelled::read(path, self.skip as usize, &mut take)
                .map_err(|error| Failure::Failed(error.to_string()))?;
            if interrupt.is_raised() {
                return Err(interrupt.failure());
            }
            for remark in remarks {
                failure::remark(&format!("{}: {remark}", path.display()));
            }
        }
        lessons.learn(evaluation, &portion, threads);
        progress.end();
        Ok(lessons)
    }
}

/// How well the weights fit.
fn fit(run: &texel::Texel<'_>) -> String {
    format!("K = {:.5}, error {}", run.k(), shown(run.errors()))
}

fn shown(errors: texel::Errors) -> String {
    match errors.held_out {
        Some(held_out) => format!("{:.6}, held out {held_out:.6}", errors.learnt),
        None => format!("{:.6}", errors.learnt),
    }
}
