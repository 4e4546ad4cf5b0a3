//! `plywise datagen`: games played against itself, and what becomes of them.

mod boards;
mod generate;
pub(crate) mod player;
pub(crate) mod progress;
mod relabel;
mod stats;

use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};
use forge::packed::Damage;

use crate::failure::Failure;

/// Play games against itself for training, and turn them into training data
#[derive(Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub(crate) struct Datagen {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    generate: generate::Generate,
}

#[derive(Subcommand)]
enum Command {
    Boards(boards::Boards),
    Relabel(relabel::Relabel),
    Stats(stats::Stats),
}

impl Datagen {
    pub(crate) fn run(self) -> Result<(), Failure> {
        match self.command {
            Some(Command::Boards(boards)) => boards.run(),
            Some(Command::Relabel(relabel)) => relabel.run(),
            Some(Command::Stats(stats)) => stats.run(),
            None => self.generate.run(),
        }
    }
}

/// All processors, unless somebody says otherwise.
pub(crate) fn all_threads() -> usize {
    std::thread::available_parallelism().map_or(1, Into::into)
}

pub(crate) fn threads(text: &str) -> Result<usize, String> {
    crate::arguments::number(text, 1..=1024).map(|threads| threads as usize)
}

pub(crate) fn any_number(text: &str) -> Result<u64, String> {
    crate::arguments::number(text, 0..=u64::MAX)
}

/// The files named, and for each folder the packed games in it.
pub(crate) fn files(paths: &[PathBuf]) -> Result<Vec<PathBuf>, Failure> {
    let mut files = Vec::new();
    for path in paths {
        if path.is_dir() {
            let inside = forge::selfplay::files_in(path).map_err(|error| {
                Failure::Failed(format!("cannot read {}: {error}", path.display()))
            })?;
            if inside.is_empty() {
                return Err(Failure::Failed(format!(
                    "there are no files of packed games (*.games) in {}",
                    path.display()
                )));
            }
            files.extend(inside);
        } else {
            files.push(path.clone());
        }
    }
    Ok(files)
}

/// Says what could not be used.
fn report_damage<P: AsRef<Path>>(damage: &[(P, Damage)]) {
    for (path, damage) in damage {
        eprintln!("plywise: {}: {damage}", path.as_ref().display());
    }
}
