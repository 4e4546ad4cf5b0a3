//! `plywise datagen relabel`: old games with new scores.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use engine::Evaluation;
use forge::selfplay::{self, SelfPlaySearch, SelfPlayer};

use super::generate::nodes;
use super::progress::Progress;
use super::{
    DEFAULT_EVAL, DEFAULT_SEARCH, PackedGames, all_threads, counted, files, report_damage, search,
    threads,
};
use crate::eval::evaluation;
use crate::failure::{Failure, print};
use crate::interrupt::Interrupt;

/// Score the positions of packed games anew; moves and results stay
#[derive(Args)]
pub(super) struct Relabel {
    #[command(flatten)]
    games: PackedGames,
    /// Folder for files of the same names; what is there is continued
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Nodes a position at least: an iteration that was begun is finished (8 times as many at most)
    #[arg(long, value_parser = nodes, default_value = "400")]
    nodes: u64,
    /// Search that scores
    #[arg(long, value_name = "NAME", value_parser = search, default_value = DEFAULT_SEARCH)]
    search: SelfPlaySearch,
    /// Evaluation it scores with
    #[arg(long, value_name = "NAME", value_parser = evaluation, default_value = DEFAULT_EVAL)]
    eval: Evaluation,
    /// Files at once (default: one a processor)
    #[arg(long, value_parser = threads)]
    threads: Option<usize>,
}

impl Relabel {
    pub(super) fn run(self) -> Result<(), Failure> {
        let interrupt = Interrupt::listen(format!(
            "{} keeps the games that were scored, and the same command goes on",
            self.out.display()
        ));
        let files = files(&self.games.input)?;
        for (index, path) in files.iter().enumerate() {
            if files[..index].iter().any(|other| other.file_name() == path.file_name()) {
                return Err(Failure::WrongUse(format!(
                    "two files have the name of {}; relabel them into folders of their own",
                    path.display()
                )));
            }
        }
        let player = SelfPlayer { search: self.search, evaluation: self.eval };
        let threads = self.threads.unwrap_or_else(all_threads).min(files.len());
        let players = player.players(threads, self.nodes).map_err(Failure::Failed)?;
        let plan = selfplay::Relabel {
            files,
            folder: self.out,
            nodes: self.nodes,
            players: player.name(),
        };
        let mut progress = Progress::new(Duration::from_secs(10));
        let mut was_stopped = false;
        let made = selfplay::relabel(&plan, players, &mut |status| {
            progress.tell(|| {
                let made = status.made;
                let speed = status.speed();
                format!(
                    "{}, {} positions, {speed:.0} positions/s",
                    counted(made.games, "game"),
                    made.positions
                )
            });
            was_stopped = interrupt.is_raised();
            !was_stopped
        });
        progress.end();
        let (status, damage) = made.map_err(|error| Failure::Failed(error.to_string()))?;
        report_damage(&damage);
        print(&format!(
            "{}, {} in {:.1} s, {:.0} positions/s; written to {}\n",
            counted(status.made.games, "game"),
            counted(status.made.positions, "position"),
            status.elapsed.as_secs_f64(),
            status.speed(),
            plan.folder.display(),
        ))?;
        if was_stopped { Err(interrupt.failure()) } else { Ok(()) }
    }
}
