//! `plywise datagen`: games played against itself, and what becomes of them.

mod boards;
pub(crate) mod book;
mod generate;
mod import;
pub(crate) mod progress;
mod relabel;
mod stats;

use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};
use forge::packed::{self, Damage};
use forge::selfplay::SelfPlaySearch;

use crate::failure::{Failure, remark};

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
    Import(import::Import),
    Relabel(relabel::Relabel),
    Stats(stats::Stats),
}

impl Datagen {
    pub(crate) fn run(self) -> Result<(), Failure> {
        match self.command {
            Some(Command::Boards(boards)) => boards.run(),
            Some(Command::Import(import)) => import.run(),
            Some(Command::Relabel(relabel)) => relabel.run(),
            Some(Command::Stats(stats)) => stats.run(),
            None => self.generate.run(),
        }
    }
}

/// What searches unless somebody says otherwise.
const DEFAULT_SEARCH: &str = "champion";
/// What evaluates unless somebody says otherwise.
const DEFAULT_EVAL: &str = "nnue";

fn search(text: &str) -> Result<SelfPlaySearch, String> {
    text.parse()
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

/// Packed games as commands read them.
#[derive(Args)]
struct PackedGames {
    /// Files of packed games, or folders of them
    #[arg(long = "in", value_name = "FILES", num_args = 1.., required = true)]
    input: Vec<PathBuf>,
}

/// The files named, and for each folder the packed games in it. A file in a
/// folder that holds no games is said and passed over, so that one does not
/// stand for all; who names a file means it.
pub(crate) fn files(paths: &[PathBuf]) -> Result<Vec<PathBuf>, Failure> {
    let mut files = Vec::new();
    for path in paths {
        if path.is_dir() {
            let inside = forge::selfplay::files_in(path).map_err(|error| {
                Failure::Failed(format!("cannot read {}: {error}", path.display()))
            })?;
            let good: Vec<PathBuf> = inside.into_iter().filter(|file| is_usable(file)).collect();
            if good.is_empty() {
                return Err(Failure::Failed(format!(
                    "there are no files of packed games (*.games) in {}",
                    path.display()
                )));
            }
            files.extend(good);
        } else {
            files.push(path.clone());
        }
    }
    Ok(files)
}

/// Whether a file holds packed games; says why if not.
fn is_usable(file: &Path) -> bool {
    let opened = packed::open_file(file);
    if let Err(error) = &opened {
        remark(&format!("{} is left out: {error}", file.display()));
    }
    opened.is_ok()
}

/// "1 game", "2 games".
fn counted(count: u64, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}

/// Says what could not be used.
fn report_damage<P: AsRef<Path>>(damage: &[(P, Damage)]) {
    for (path, damage) in damage {
        remark(&format!("{}: {damage}", path.as_ref().display()));
    }
}
