//! `plywise datagen boards`: packed games to training boards.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::Args;
use forge::boards::{self, BoardOrder, BoardsError, Filter, FilterReason, Layout};

use super::progress::Progress;
use super::{PackedGames, all_threads, any_number, counted, files, report_damage, threads};
use crate::arguments::number;
use crate::failure::{Failure, print};
use crate::interrupt::Interrupt;
use files::WholeFile;

/// Write the positions of packed games as training records of 32 bytes
#[derive(Args)]
pub(super) struct Boards {
    #[command(flatten)]
    games: PackedGames,
    /// File for the boards; it appears when it is complete
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Write over the file if it is there
    #[arg(long)]
    force: bool,
    /// First ply of a game that is used
    #[arg(long, value_name = "PLY", value_parser = ply, default_value = "16")]
    min_ply: u32,
    /// Leave out scores beyond so many centipawns
    #[arg(long, value_name = "CP", value_parser = centipawns, default_value = "3000")]
    max_score: i32,
    /// Keep positions in check
    #[arg(long)]
    checks: bool,
    /// Keep positions where the move played takes or promotes
    #[arg(long)]
    captures: bool,
    /// Shuffle all positions by this seed (default: as they were played)
    #[arg(long, value_name = "SEED", value_parser = any_number)]
    shuffle: Option<u64>,
    /// Write each board once only
    #[arg(long)]
    dedup: bool,
    /// Write so many boards at most: a fair sample if shuffled, else the first
    #[arg(long, value_name = "N", value_parser = count)]
    sample: Option<u64>,
    /// Mebibytes for shuffling; more boards wait on disk
    #[arg(long, value_name = "MB", value_parser = mebibytes, default_value = "4096")]
    memory: u64,
    /// Threads to work on (default: one a processor)
    #[arg(long, value_parser = threads)]
    threads: Option<usize>,
}

fn count(text: &str) -> Result<u64, String> {
    number(text, 1..=u64::MAX)
}

fn ply(text: &str) -> Result<u32, String> {
    number(text, 0..=10_000).map(|ply| ply as u32)
}

fn centipawns(text: &str) -> Result<i32, String> {
    number(text, 0..=40_000).map(|number| number as i32)
}

fn mebibytes(text: &str) -> Result<u64, String> {
    number(text, 1..=1 << 24)
}

impl Boards {
    pub(super) fn run(self) -> Result<(), Failure> {
        let interrupt = Interrupt::listen("no boards were written");
        let files = files(&self.games.input)?;
        let whole = WholeFile::anew(&self.out, self.force)?;
        let filter = Filter {
            min_ply: self.min_ply,
            max_score: self.max_score,
            checks: self.checks,
            captures: self.captures,
        };
        let layout = Layout {
            order: self.shuffle.map_or(BoardOrder::Played, BoardOrder::Shuffled),
            dedup: self.dedup,
            most: self.sample,
            memory: self.memory << 20,
            threads: self.threads.unwrap_or_else(all_threads),
        };
        let begin = Instant::now();
        let mut progress = Progress::new(Duration::from_secs(10));
        let mut beside = Some(boards::beside(&whole.target()));
        let made = boards::expand(&files, &filter, &layout, &whole, &mut |counts| {
            progress.tell(|| {
                format!("{}, {} positions", counted(counts.games, "game"), counts.positions)
            });
            // Now they are ours. Sorting a large heap may take longer than anybody
            // wants to wait.
            if let Some(beside) = beside.take() {
                interrupt.clean_up(move || boards::remove(&beside));
            }
            !interrupt.is_raised()
        });
        progress.end();
        let counts = made.map_err(|error| match error {
            BoardsError::Stopped => interrupt.failure(),
            BoardsError::Refused(refusal) => refusal.into(),
            error => Failure::Failed(error.to_string()),
        })?;
        report_damage(&counts.damage);
        let seconds = begin.elapsed().as_secs_f64();
        let mut text = format!("{:>12}  positions in {} games\n", counts.positions, counts.games);
        for (reason, refused) in FilterReason::ALL.into_iter().zip(counts.refused) {
            text += &format!("{refused:>12}  left out: {}\n", reason.summary());
        }
        text += &format!("{:>12}  left out: duplicates\n", counts.duplicates);
        if counts.written == 0 {
            print(&text)?;
            return Err(Failure::Failed(format!(
                "no position of these files is left, so {} was not written",
                self.out.display()
            )));
        }
        text += &format!(
            "{:>12}  boards written to {} in {seconds:.1} s, {:.2} million positions/s\n",
            counts.written,
            self.out.display(),
            counts.positions as f64 / seconds.max(1e-9) / 1e6,
        );
        print(&text)
    }
}
