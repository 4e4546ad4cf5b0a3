//! `plywise eval`: what a position is worth without looking ahead, term by term.

use chess::Position;
use clap::Args;
use eval::Evaluator;

use crate::failure::{Failure, print};

/// Evaluate a position term by term, without looking ahead
#[derive(Args)]
pub(crate) struct Eval {
    /// Position to evaluate, as FEN (default: the starting position)
    #[arg(long, value_parser = fen)]
    fen: Option<Position>,
    /// Evaluation to use
    #[arg(long, value_name = "NAME", value_parser = evaluation, default_value = "phased")]
    eval: ByName,
    /// Print a JSON object for programs to read
    #[arg(long)]
    json: bool,
}

/// An evaluation chosen by name, as a value that the argument parser can copy.
#[derive(Clone, Copy)]
pub(crate) struct ByName(pub(crate) &'static dyn Evaluator);

/// Reads a position; the error names every fault.
pub(crate) fn fen(text: &str) -> Result<Position, String> {
    text.parse().map_err(|error: chess::FenError| error.to_string())
}

/// Reads an evaluation's name; the error names them all.
pub(crate) fn evaluation(text: &str) -> Result<ByName, String> {
    eval::by_name(text)
        .map(ByName)
        .ok_or_else(|| format!("the evaluations are {}", eval::NAMES.join(", ")))
}

impl Eval {
    pub(crate) fn run(self) -> Result<(), Failure> {
        let position = self.fen.unwrap_or_default();
        let explanation = self.eval.0.explain(&position);
        print(&match self.json {
            true => lab::explanation_json(&explanation),
            false => lab::explanation_text(&explanation),
        })
    }
}
