//! `plywise tune`: weights of evaluations and options of engines, fitted to games or by
//! playing.

mod options;
mod play;
mod run;
mod texel;

use clap::{Args, Subcommand};

use crate::failure::Failure;

/// Fit an evaluation's weights or an engine's options, to results of games or by playing games
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
    Options(options::TuneOptions),
}

impl Tune {
    pub(crate) fn run(self) -> Result<(), Failure> {
        match self.command {
            Command::Texel(texel) => texel.run(),
            Command::Spsa(spsa) => spsa.run(),
            Command::Cma(cma) => cma.run(),
            Command::Options(options) => options.run(),
        }
    }
}
