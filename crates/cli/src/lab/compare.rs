//! `plywise lab compare`: algorithms side by side on one position.

use chess::Position;
use clap::Args;
use engine::Evaluation;
use lab::{MinimaxSize, sensible};
use search::ladder::{Algorithm, Rung};

use super::{algorithm_names, counted, depth, nodes, remark};
use crate::eval::{evaluation, evaluation_help, fen};
use crate::failure::{Failure, print};

/// Compare algorithms on one position: value, line, nodes, cut-offs, time
#[derive(Args)]
pub(crate) struct Compare {
    /// Position to search, as FEN (default: the starting position)
    #[arg(long, value_parser = fen)]
    fen: Option<Position>,
    /// How many plies deep, from 1 to 30
    #[arg(long, value_name = "N", value_parser = depth, allow_negative_numbers = true, default_value = "4")]
    depth: u32,
    #[arg(long, help = evaluation_help(), value_name = "NAME", value_parser = evaluation)]
    #[arg(default_value = "material")]
    eval: Evaluation,
    #[arg(long, help = algorithms_help(), value_name = "A,B,C")]
    algorithms: Option<String>,
    /// Nodes after which a search is stopped, from 1 to 1000000000000
    #[arg(long, value_name = "N", value_parser = nodes, allow_negative_numbers = true, default_value = "50000000")]
    nodes: u64,
    /// Print a JSON list for programs to read
    #[arg(long)]
    json: bool,
}

/// Says which rungs were left out because nobody would wait for them.
fn tell_missing(algorithms: &[Algorithm]) {
    let is_there = |rung: &&Rung| algorithms.iter().any(|algorithm| algorithm.rung == **rung);
    let missing: Vec<&str> = Rung::ALL
        .iter()
        .filter(|rung| rung.looks_ahead() && !is_there(rung))
        .map(|rung| rung.name())
        .collect();
    if !missing.is_empty() {
        remark(&format!(
            "left out, as they would take long at this depth: {}; --algorithms names them all the same",
            missing.join(", ")
        ));
    }
}

/// What the option is for, and all that may stand there.
fn algorithms_help() -> String {
    format!(
        "Algorithms, such as minimax,ordered:order=killers,quiescence:delta,see (default: all \
         that answer within seconds at this depth): {}",
        algorithm_names()
    )
}

impl Compare {
    pub(crate) fn run(self) -> Result<(), Failure> {
        let named = self.algorithms.map(|list| Algorithm::list(&list)).transpose();
        let named = named.map_err(|error| Failure::WrongUse(error.to_string()))?;
        let position = self.fen.unwrap_or_default();
        let minimax = MinimaxSize::count(&position, self.depth);
        let is_named = named.is_some();
        let algorithms = named.unwrap_or_else(|| sensible(minimax));
        if !is_named {
            tell_missing(&algorithms);
        }
        let evaluator = self.eval.evaluator();
        let comparison =
            lab::compare(&position, evaluator, self.depth, &algorithms, minimax, self.nodes);
        for row in comparison.stopped() {
            let so_far = match (row.algorithm.rung.has_fixed_depth(), row.report.depth) {
                (false, _) => "with the tree that it had grown".to_owned(),
                (true, 0) => "before it had finished depth 1".to_owned(),
                (true, depth) => format!("when it had finished depth {depth}"),
            };
            remark(&format!(
                "{} takes more than {} for depth {}, and was stopped {so_far}; --nodes N allows \
                 more",
                row.algorithm,
                counted(self.nodes),
                row.horizon
            ));
        }
        print(&if self.json { comparison.json() } else { comparison.text() })
    }
}
