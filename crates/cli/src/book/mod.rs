//! `plywise book`: openings to begin games with. One file a subcommand.

mod openings;

use clap::{Args, Subcommand};

use crate::failure::Failure;

/// Make openings to begin games with
#[derive(Args)]
pub(crate) struct Book {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    Openings(openings::Openings),
}

impl Book {
    pub(crate) fn run(self) -> Result<(), Failure> {
        match self.command {
            Some(Command::Openings(openings)) => openings.run(),
            None => Err(Failure::WrongUse("'book' needs its command openings".to_owned())),
        }
    }
}
