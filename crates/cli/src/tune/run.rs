//! What all tuners share: where they begin, where they write, how they go on.

use std::fs;
use std::path::{Path, PathBuf};

use clap::Args;
use eval::{Tunable, sheet};

use crate::failure::{Failure, cannot, print};
use crate::plain;
use files::WholeFile;

/// Which weights, and where they go.
#[derive(Args)]
pub(super) struct Weights {
    /// Evaluation to tune
    #[arg(long, value_name = "NAME", value_parser = name, default_value = "material")]
    eval: String,
    /// Begin with the weights of this file
    #[arg(long, value_name = "FILE")]
    start: Option<PathBuf>,
    #[command(flatten)]
    files: Files,
    /// Tune only weights whose names begin so (may be given several times)
    #[arg(long, value_name = "PREFIX")]
    only: Vec<String>,
    /// Weight that stays as it is and so sets the unit ('none': none does)
    #[arg(long, value_name = "WEIGHT", default_value = "values.pawn")]
    anchor: String,
}

fn name(text: &str) -> Result<String, String> {
    eval::tunable(text)
        .map(|evaluation| evaluation.name().to_owned())
        .ok_or_else(|| format!("the evaluations are {}", eval::NAMES.join(", ")))
}

impl Weights {
    /// The evaluation with the weights to begin with.
    pub(super) fn evaluation(&self) -> Result<Box<dyn Tunable>, Failure> {
        let Some(path) = &self.start else {
            let evaluation = eval::tunable(&self.eval)
                .ok_or_else(|| Failure::WrongUse(format!("there is no '{}'", self.eval)))?;
            return evaluation
                .with_weights(&values(evaluation))
                .map_err(|error| Failure::Failed(error.to_string()));
        };
        let text = read(path)?;
        let evaluation = sheet::read(&text)
            .map_err(|error| Failure::WrongUse(format!("{}: {error}", path.display())))?;
        match evaluation.name() == self.eval {
            true => Ok(evaluation),
            false => Err(Failure::WrongUse(format!(
                "{} holds weights of '{}', not of '{}'",
                path.display(),
                evaluation.name(),
                self.eval
            ))),
        }
    }

    /// The anchor's number, if the evaluation has that weight.
    pub(super) fn anchor(&self, evaluation: &dyn Tunable) -> Result<Option<usize>, Failure> {
        let place = evaluation.weights().iter().position(|weight| weight.name == self.anchor);
        // The usual one is quietly done without where there is none.
        let is_optional = self.anchor == "none" || self.anchor == "values.pawn";
        match place.is_some() || is_optional {
            true => Ok(place),
            false => Err(Failure::WrongUse(format!(
                "--anchor: '{}' has no weight '{}'",
                evaluation.name(),
                chess::quote(&self.anchor)
            ))),
        }
    }

    /// The numbers of the weights to tune, the anchor not among them.
    pub(super) fn free(&self, evaluation: &dyn Tunable) -> Result<Vec<usize>, Failure> {
        let anchor = self.anchor(evaluation)?;
        let weights = evaluation.weights();
        let is_wanted = |name: &str| {
            self.only.is_empty() || self.only.iter().any(|prefix| name.starts_with(&**prefix))
        };
        let free: Vec<usize> = (0..weights.len())
            .filter(|&index| Some(index) != anchor && is_wanted(&weights[index].name))
            .collect();
        match free.is_empty() {
            true => Err(Failure::WrongUse(format!(
                "no weight is left to tune; the weights of '{}' begin with '{}'",
                evaluation.name(),
                weights.first().map_or("", |weight| &*weight.name)
            ))),
            false => Ok(free),
        }
    }

    /// Where to write, and what an earlier run left, if it is to be continued.
    pub(super) fn open(&self, what: &str) -> Result<(Target, Option<String>), Failure> {
        self.files.open(what, |text| sheet::read(text).is_ok())
    }

    /// Which weights are tuned from where, in a word.
    pub(super) fn what(&self, evaluation: &dyn Tunable) -> Result<String, Failure> {
        let (weights, free) = (evaluation.weights(), self.free(evaluation)?);
        let free: Vec<String> =
            free.iter().map(|&at| format!("{}={}", weights[at].name, weights[at].value)).collect();
        Ok(format!("{} {}", evaluation.name(), free.join(" ")))
    }

    /// Writes the weights and the state to go on from.
    pub(super) fn write(
        &self,
        target: &Target,
        evaluation: &dyn Tunable,
        values: &[i32],
        state: &str,
    ) -> Result<(), Failure> {
        let tuned =
            evaluation.with_weights(values).map_err(|error| Failure::Failed(error.to_string()))?;
        target.write(&sheet::write(&*tuned), state)
    }

    /// What stays of so much if the run is interrupted.
    pub(super) fn keeps(&self, done: &str) -> String {
        self.files.keeps(done)
    }

    /// Says what changed.
    pub(super) fn report(&self, evaluation: &dyn Tunable, tuned: &[i32]) -> Result<(), Failure> {
        let weights = evaluation.weights();
        let before = weights.iter().map(|weight| (&*weight.name, i64::from(weight.value)));
        self.files.report("weight", before.zip(tuned.iter().map(|&value| i64::from(value))))
    }
}

/// Where a tuner writes, and whether it goes on from there.
#[derive(Args)]
pub(super) struct Files {
    /// File for what is found; beside it FILE.state, to go on from
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Go on from where FILE.state was written
    #[arg(long)]
    resume: bool,
    /// Write over FILE and FILE.state if they are there
    #[arg(long, conflicts_with = "resume")]
    force: bool,
}

/// The two files that a tuner writes.
pub(super) struct Target {
    out: WholeFile,
    state: WholeFile,
    heading: String,
}

impl Target {
    /// Writes what was found and the state of a run to go on from.
    pub(super) fn write(&self, found: &str, state: &str) -> Result<(), Failure> {
        self.out.write(found.as_bytes())?;
        Ok(self.state.write(format!("{}\n{state}", self.heading).as_bytes())?)
    }
}

impl Files {
    /// Where to write, and what an earlier run left, if it is to be continued and
    /// was about the same. What it has found is known by `is_ours`.
    pub(super) fn open(
        &self,
        what: &str,
        is_ours: impl FnOnce(&str) -> bool,
    ) -> Result<(Target, Option<String>), Failure> {
        let heading = heading(what);
        let path = self.state();
        if !self.resume {
            let out = WholeFile::anew(&self.out, self.force)?;
            let state = WholeFile::anew(&path, self.force)?;
            return Ok((Target { out, state, heading }, None));
        }
        let text = read(&path)?;
        let saved = match text.split_once('\n') {
            Some((first, state)) if first == heading => state.to_owned(),
            _ => {
                return Err(Failure::Failed(format!(
                    "{} was written by another run: evaluation, weights and settings must be the \
                     same",
                    path.display()
                )));
            }
        };
        let out = WholeFile::again(&self.out, "what an earlier run has found", is_ours)?;
        // It was looked at a moment ago.
        let state = WholeFile::anew(&path, true)?;
        Ok((Target { out, state, heading }, Some(saved)))
    }

    /// What stays of so much if the run is interrupted.
    pub(super) fn keeps(&self, done: &str) -> String {
        format!("{} keeps {done}, and --resume goes on from there", self.out.display())
    }

    /// Says which numbers changed, from what they were to what they are.
    pub(super) fn report<'a>(
        &self,
        noun: &str,
        numbers: impl Iterator<Item = ((&'a str, i64), i64)>,
    ) -> Result<(), Failure> {
        let mut text = String::new();
        let mut same = 0;
        for ((name, before), now) in numbers {
            if before == now {
                same += 1;
            } else {
                text += &format!("{before:>6} -> {now:<6} {name}\n");
            }
        }
        text += &format!("{}; written to {}\n", unchanged(same, noun), self.out.display());
        print(&text)
    }

    fn state(&self) -> PathBuf {
        let mut name = self.out.as_os_str().to_owned();
        name.push(".state");
        PathBuf::from(name)
    }
}

/// How many numbers of a kind did not change, as the beginning of a sentence.
fn unchanged(count: u64, noun: &str) -> String {
    match count {
        1 => format!("1 {noun} is as it was"),
        _ => format!("{count} {noun}s are as they were"),
    }
}

/// What stays of a run that is interrupted before its first step.
pub(super) const NOTHING: &str = "nothing was written";

/// The first line of a state: what the run is about, in one line.
fn heading(what: &str) -> String {
    format!("run {}", what.replace(['\n', '\r'], " "))
}

/// An evaluation's weights as numbers.
pub(super) fn values(evaluation: &dyn Tunable) -> Vec<i32> {
    evaluation.weights().iter().map(|weight| weight.value).collect()
}

fn read(path: &Path) -> Result<String, Failure> {
    plain::check(path)?;
    fs::read_to_string(path).map_err(|error| cannot("read", path, &error))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_weight_is_and_several_are() {
        assert_eq!(unchanged(0, "weight"), "0 weights are as they were");
        assert_eq!(unchanged(1, "weight"), "1 weight is as it was");
        assert_eq!(unchanged(2, "option"), "2 options are as they were");
    }
}
