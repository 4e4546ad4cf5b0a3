//! `plywise book make`: the named openings, judged by search, as a Polyglot book.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use engine::{Book, Evaluation};
use forge::book::{self, BookRecipe};
use forge::selfplay::{SelfPlaySearch, SelfPlayer};

use crate::arguments::number;
use crate::datagen::progress::Progress;
use crate::eval::evaluation;
use crate::failure::{Failure, print};
use crate::interrupt::Interrupt;
use files::WholeFile;

/// Make an opening book in Polyglot's format from the named openings
#[derive(Args)]
pub(crate) struct Make {
    /// File for the book
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Write over the file if it is there
    #[arg(long)]
    force: bool,
    /// Nodes for each position
    #[arg(long, value_name = "N", value_parser = nodes, allow_negative_numbers = true, default_value = "50000")]
    nodes: u64,
    /// How many plies of the openings are used
    #[arg(long, value_name = "N", value_parser = plies, allow_negative_numbers = true, default_value = "20")]
    plies: usize,
    /// How many centipawns a move may cost
    #[arg(long, value_name = "CP", value_parser = tolerance, allow_negative_numbers = true, default_value = "25")]
    tolerance: i32,
    /// Evaluation to search with (default: the champion's own)
    #[arg(long, value_name = "NAME", value_parser = evaluation)]
    eval: Option<Evaluation>,
}

fn nodes(text: &str) -> Result<u64, String> {
    number(text, 1..=1_000_000_000)
}

fn plies(text: &str) -> Result<usize, String> {
    number(text, 1..=60).map(|plies| plies as usize)
}

fn tolerance(text: &str) -> Result<i32, String> {
    number(text, 0..=1_000).map(|cp| cp as i32)
}

/// Time between two words on how far it is.
const WORD: Duration = Duration::from_secs(10);

impl Make {
    pub(crate) fn run(self) -> Result<(), Failure> {
        let interrupt = Interrupt::listen("no book was written");
        let file = WholeFile::anew(&self.out, self.force)?;
        let recipe = BookRecipe { nodes: self.nodes, plies: self.plies, tolerance: self.tolerance };
        let evaluation = self.eval.unwrap_or_default();
        let player = SelfPlayer { search: SelfPlaySearch::Champion, evaluation };
        let mut players = player.players(1, self.nodes).map_err(Failure::Failed)?;
        let Some(player) = players.first_mut() else { return Ok(()) };
        let mut progress = Progress::new(WORD);
        let made = book::make(&recipe, player, interrupt.stop(), &mut |done, all| {
            progress.tell(|| format!("{done} of {all} positions"));
        });
        progress.end();
        let moves = made.ok_or_else(|| interrupt.failure())?;
        let mut book = Book::default();
        for entry in &moves {
            book.add(&entry.position, entry.mv, entry.weight);
        }
        file.write(&book.to_bytes())?;
        print(&format!("{} moves written to {}\n", book.len(), self.out.display()))
    }
}
