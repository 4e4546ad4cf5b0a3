//! `plywise show`: a position as a diagram, and what identifies it.

use chess::{CastlingNotation, Position};
use clap::Args;

use crate::eval::fen;
use crate::failure::{Failure, print};

/// Show a position: diagram, FEN, key and who gives check
#[derive(Args)]
pub(crate) struct Show {
    /// Position to show, as FEN (default: the starting position)
    #[arg(long, value_parser = fen)]
    fen: Option<Position>,
}

impl Show {
    pub(crate) fn run(self) -> Result<(), Failure> {
        print(&uci_session::show(&self.fen.unwrap_or_default(), CastlingNotation::Standard))
    }
}
