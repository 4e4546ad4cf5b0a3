//! What all tuners share: where they begin, where they write, how they go on.

use std::fs;
use std::path::{Path, PathBuf};

use clap::Args;
use eval::{Tunable, sheet};
use files::{Source, check_plain};
use forge::tune::{
    RunFiles, RunFilesError, RunStart, SelectionError, USUAL_ANCHOR, WeightSelection, state_path,
};

use crate::failure::{Failure, cannot, print};

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
    #[arg(long, value_name = "WEIGHT", default_value = USUAL_ANCHOR)]
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

    /// Which weights are tuned.
    pub(super) fn selection(&self, evaluation: &dyn Tunable) -> Result<WeightSelection, Failure> {
        WeightSelection::new(evaluation, &self.only, &self.anchor).map_err(|error| {
            Failure::WrongUse(match error {
                SelectionError::NoAnchor { .. } => format!("--anchor: {error}"),
                SelectionError::NoneLeft { .. } => error.to_string(),
            })
        })
    }

    /// Refuses data that would be written over.
    pub(super) fn check_apart(&self, data: &[PathBuf]) -> Result<(), Failure> {
        self.files.check_apart(data)
    }

    /// Where to write, and what an earlier run left, if it is to be continued.
    pub(super) fn open(&self, what: &str) -> Result<(RunFiles, Option<String>), Failure> {
        self.files.open(what, |text| sheet::read(text).is_ok())
    }

    /// Writes the weights and the state to go on from.
    pub(super) fn write(
        &self,
        target: &RunFiles,
        evaluation: &dyn Tunable,
        values: &[i32],
        state: &str,
    ) -> Result<(), Failure> {
        let tuned =
            evaluation.with_weights(values).map_err(|error| Failure::Failed(error.to_string()))?;
        Ok(target.write(&sheet::write(&*tuned), state)?)
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
    /// File for what is found; FILE.state is written next to it, to go on from
    #[arg(long, value_name = "FILE")]
    pub(super) out: PathBuf,
    /// Go on from where FILE.state was written
    #[arg(long)]
    pub(super) resume: bool,
    /// Write over FILE and FILE.state if they are there
    #[arg(long, conflicts_with = "resume")]
    pub(super) force: bool,
}

impl Files {
    /// Refuses files to be read that would be written over.
    pub(super) fn check_apart(&self, read: &[PathBuf]) -> Result<(), Failure> {
        let read: Vec<Source<'_>> = read.iter().map(|path| Source::File(path)).collect();
        Ok(files::check_apart(&[&self.out, &state_path(&self.out)], &read)?)
    }

    /// Where to write, and what an earlier run left, if it is to be continued and
    /// was about the same. What it has found is known by `is_ours`.
    pub(super) fn open(
        &self,
        what: &str,
        is_ours: impl FnOnce(&str) -> bool,
    ) -> Result<(RunFiles, Option<String>), Failure> {
        let start = match (self.resume, self.force) {
            (true, _) => RunStart::Resumed,
            (false, true) => RunStart::Forced,
            (false, false) => RunStart::New,
        };
        RunFiles::open(&self.out, start, what, is_ours).map_err(|error| match error {
            RunFilesError::Refused(refusal) => refusal.into(),
            RunFilesError::OtherRun(_) => Failure::Failed(error.to_string()),
        })
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

/// An evaluation's weights as numbers.
pub(super) fn values(evaluation: &dyn Tunable) -> Vec<i32> {
    evaluation.weights().iter().map(|weight| weight.value).collect()
}

fn read(path: &Path) -> Result<String, Failure> {
    check_plain(path)?;
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
