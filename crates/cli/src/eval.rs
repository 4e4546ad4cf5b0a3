//! `plywise eval`: what a position is worth without looking ahead, term by term
//! and piece by piece.

use chess::Position;
use clap::Args;
use engine::{EvalError, EvalSpec, Evaluation};

use crate::failure::{Failure, print};

/// Evaluate a position term by term and piece by piece, without looking ahead
///
/// Without --eval it is the champion's own network; `--eval phased` and others explain theirs. The
/// value of a piece is found by taking it off the board. For a network it also shows what each of its output
/// buckets says.
#[derive(Args)]
pub(crate) struct Eval {
    /// Position to evaluate, as FEN (default: the starting position)
    #[arg(long, value_parser = fen)]
    fen: Option<Position>,
    #[arg(long, help = evaluation_help(), value_name = "NAME", value_parser = evaluation)]
    #[arg(default_value = "nnue")]
    eval: Evaluation,
    /// Print a JSON object for programs to read
    #[arg(long)]
    json: bool,
}

/// Reads a position; the error names every fault.
pub(crate) fn fen(text: &str) -> Result<Position, String> {
    text.parse().map_err(|error: chess::FenError| error.to_string())
}

/// What the option is for, and all that may stand there.
pub(crate) fn evaluation_help() -> String {
    format!("Evaluation to use: {}", EvalSpec::names())
}

/// Reads an evaluation's name or file; the error names what is allowed.
pub(crate) fn evaluation_spec(text: &str) -> Result<EvalSpec, String> {
    text.parse().map_err(allowed)
}

/// The same, ready for use.
pub(crate) fn evaluation(text: &str) -> Result<Evaluation, String> {
    evaluation_spec(text)?.load().map_err(allowed)
}

/// The argument's own sentence says already that there is no such name.
fn allowed(error: EvalError) -> String {
    match error {
        EvalError::Unknown(_) => format!("the evaluations are {}", EvalSpec::names()),
        other => other.to_string(),
    }
}

impl Eval {
    pub(crate) fn run(self) -> Result<(), Failure> {
        let position = self.fen.unwrap_or_default();
        let verdict =
            lab::EvaluationReport::of(self.eval.evaluator(), self.eval.network(), &position);
        let text = || verdict.text() + &lab::ending_remark(&self.eval, &position);
        print(&if self.json { verdict.json() } else { text() })
    }
}
