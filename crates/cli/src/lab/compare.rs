//! `plywise lab compare`: algorithms side by side on one position.

use chess::Position;
use clap::Args;
use engine::Evaluation;
use lab::{MinimaxSize, sensible};
use search::ladder::Algorithm;

use super::{depth, nodes, remark};
use crate::eval::{evaluation, fen};
use crate::failure::{Failure, print};

/// Compare algorithms on one position: value, line, nodes, cut-offs, time
#[derive(Args)]
pub(crate) struct Compare {
    /// Position to search, as FEN (default: the starting position)
    #[arg(long, value_parser = fen)]
    fen: Option<Position>,
    /// How many plies deep
    #[arg(long, value_name = "N", value_parser = depth, allow_negative_numbers = true, default_value = "4")]
    depth: u32,
    /// Evaluation to use
    #[arg(long, value_name = "NAME", value_parser = evaluation, default_value = "material")]
    eval: Evaluation,
    /// Algorithms, such as minimax,ordered:order=killers,quiescence:delta,exchange
    /// (default: all that answer within seconds at this depth)
    #[arg(long, value_name = "A,B,C")]
    algorithms: Option<String>,
    /// Nodes after which a search is stopped
    #[arg(long, value_name = "N", value_parser = nodes, allow_negative_numbers = true, default_value = "50000000")]
    nodes: u64,
    /// Print a JSON list for programs to read
    #[arg(long)]
    json: bool,
}

impl Compare {
    pub(crate) fn run(self) -> Result<(), Failure> {
        let named = self.algorithms.map(|list| Algorithm::list(&list)).transpose();
        let named = named.map_err(|error| Failure::WrongUse(error.to_string()))?;
        let position = self.fen.unwrap_or_default();
        let minimax = MinimaxSize::count(&position, self.depth);
        let algorithms = named.unwrap_or_else(|| sensible(minimax));
        let evaluator = self.eval.evaluator();
        let comparison =
            lab::compare(&position, evaluator, self.depth, &algorithms, minimax, self.nodes);
        for row in comparison.stopped() {
            remark(&format!(
                "{} takes more than {} nodes for depth {}, and was stopped when it had finished \
                 depth {}; --nodes N allows more",
                row.algorithm, self.nodes, row.horizon, row.report.depth
            ));
        }
        print(&if self.json { comparison.json() } else { comparison.text() })
    }
}
