//! `plywise book`: openings to begin games with, and books to play them by. One file a subcommand.

mod fen;
mod make;
mod openings;

use clap::{Args, Subcommand};

use crate::failure::Failure;

/// Make openings to begin games with, and books
#[derive(Args)]
pub(crate) struct Book {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Make(make::Make),
    Openings(openings::Openings),
}

impl Book {
    pub(crate) fn run(self) -> Result<(), Failure> {
        match self.command {
            Command::Make(make) => make.run(),
            Command::Openings(openings) => openings.run(),
        }
    }
}
