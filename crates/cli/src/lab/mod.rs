//! `plywise lab`: searches measured, compared and drawn. One file a subcommand.

mod compare;
mod tables;
mod toy;
mod tree;

use clap::{Args, Subcommand};
use search::ladder::Rung;

use crate::arguments::number;
use crate::failure::{Failure, remark};
use crate::interrupt::Interrupt;

/// Measure, compare and draw the searches of the ladder
#[derive(Args)]
pub(crate) struct Lab {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Tables(tables::Tables),
    Compare(compare::Compare),
    Tree(tree::Tree),
    Toy(toy::Toy),
}

impl Lab {
    pub(crate) fn run(self) -> Result<(), Failure> {
        Interrupt::end_at_once("nothing is kept");
        match self.command {
            Command::Tables(tables) => tables.run(),
            Command::Compare(compare) => compare.run(),
            Command::Tree(tree) => tree.run(),
            Command::Toy(toy) => toy.run(),
        }
    }
}

/// Reads a limit of nodes; the error names the range.
fn nodes(text: &str) -> Result<u64, String> {
    number(text, 1..=1_000_000_000_000)
}

/// So many nodes, as a sentence has it.
fn counted(nodes: u64) -> String {
    if nodes == 1 { "1 node".to_owned() } else { format!("{nodes} nodes") }
}

/// The algorithms, as a list of what is allowed shows them.
fn algorithm_names() -> String {
    Rung::ALL.map(Rung::name).join(", ")
}

/// Reads a depth; the error names the range.
fn depth(text: &str) -> Result<u32, String> {
    number(text, 1..=u64::from(lab::MAX_DEPTH)).map(|depth| depth as u32)
}
