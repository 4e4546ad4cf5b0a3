//! `plywise tune`: weights of evaluations, fitted to games or by playing.

mod play;
mod run;
mod texel;

use clap::{Args, Subcommand};

use crate::failure::Failure;

/// Fit an evaluation's weights, to results of games or by playing games
#[derive(Args)]
pub(crate) struct Tune {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Texel(texel::Texel),
    Spsa(play::Spsa),
    Cma(play::Cma),
}

impl Tune {
    pub(crate) fn run(self) -> Result<(), Failure> {
        match self.command {
            Command::Texel(texel) => texel.run(),
            Command::Spsa(spsa) => spsa.run(),
            Command::Cma(cma) => cma.run(),
        }
    }
}
