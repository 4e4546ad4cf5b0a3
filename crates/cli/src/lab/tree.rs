//! `plywise lab tree`: the tree that was searched.

use std::io::{IsTerminal, stdout};

use chess::Position;
use clap::{Args, ValueEnum};
use engine::Evaluation;
use lab::tree::{Assignment, Excerpt, SearchTree, Searcher, SearcherError};

use super::{counted, depth, nodes, remark};
use crate::arguments::number;
use crate::eval::{evaluation, evaluation_help, fen};
use crate::failure::{Failure, print};

/// Show the tree that an algorithm or the champion searched, and what it left out
#[derive(Args)]
pub(crate) struct Tree {
    /// Position to search, as FEN (default: the starting position)
    #[arg(long, value_parser = fen)]
    fen: Option<Position>,
    /// How many plies deep, from 1 to 30
    #[arg(long, value_name = "N", value_parser = depth, allow_negative_numbers = true, default_value = "3")]
    depth: u32,
    #[arg(long, help = algorithm_help(), value_name = "NAME", default_value = "alphabeta")]
    algorithm: String,
    #[arg(long, help = eval_help(), value_name = "NAME", value_parser = evaluation)]
    eval: Option<Evaluation>,
    /// How to show it
    #[arg(long, value_name = "text|json|svg", value_enum, hide_possible_values = true)]
    #[arg(default_value = "text")]
    format: Format,
    /// Nodes to show, from 1 to 100000, the most interesting first (default: 60,
    /// as JSON 2000, as SVG 36)
    #[arg(long, value_name = "NODES", value_parser = limit, allow_negative_numbers = true)]
    limit: Option<usize>,
    /// Nodes to search at most, from 1 to 1000000000000; a deeper search is left
    /// to the deepest that fits (default: 20000000)
    #[arg(long, value_name = "N", value_parser = nodes, allow_negative_numbers = true)]
    nodes: Option<u64>,
    /// Plies to show, from 1 to 128, the rest counted (default: all, as SVG 5)
    #[arg(long, value_name = "PLIES", value_parser = plies, allow_negative_numbers = true)]
    ply: Option<usize>,
}

/// What the option is for, and all that may stand there.
fn algorithm_help() -> String {
    format!("Algorithm, such as quiescence:delta,see: one of {}", Searcher::names())
}

fn eval_help() -> String {
    format!("{} [default: material, of the champion nnue]", evaluation_help())
}

/// What leaves are judged with unless somebody says otherwise: what can be counted
/// by hand, but the champion judges as it does in games.
fn usual_evaluation(searcher: Searcher) -> Evaluation {
    let plain = match searcher {
        Searcher::Ladder(_) => Evaluation::named("material"),
        Searcher::Champion => None,
    };
    plain.unwrap_or_default()
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    Text,
    Json,
    Svg,
}

impl Format {
    /// How many nodes fit a page of it.
    const fn nodes(self) -> usize {
        match self {
            Format::Text => 60,
            Format::Json => 2000,
            Format::Svg => 36,
        }
    }

    /// How many plies do.
    const fn plies(self) -> usize {
        match self {
            Format::Text | Format::Json => usize::MAX,
            Format::Svg => Excerpt::PICTURE_PLIES,
        }
    }
}

fn limit(text: &str) -> Result<usize, String> {
    number(text, 1..=100_000).map(|nodes| nodes as usize)
}

fn plies(text: &str) -> Result<usize, String> {
    number(text, 1..=128).map(|plies| plies as usize)
}

impl Tree {
    pub(crate) fn run(self) -> Result<(), Failure> {
        let searcher: Searcher = self
            .algorithm
            .parse()
            .map_err(|error: SearcherError| Failure::WrongUse(error.to_string()))?;
        let position = self.fen.unwrap_or_default();
        let evaluation = self.eval.unwrap_or_else(|| usual_evaluation(searcher));
        let assignment = Assignment {
            nodes: self.nodes.unwrap_or(Assignment::NODES),
            ..Assignment::new(&position, searcher, &evaluation, self.depth)
        };
        let excerpt = Excerpt {
            nodes: self.limit.unwrap_or(self.format.nodes()),
            ply: self.ply.unwrap_or(self.format.plies()),
        };
        let tree = SearchTree::record(&assignment, excerpt)
            .map_err(|error| Failure::Failed(error.to_string()))?;
        let recording = &tree.recording;
        if recording.is_cut_short() {
            let depth = recording.depth;
            let what = match (searcher.has_fixed_depth(), recording.report.is_finished()) {
                (false, _) => "the tree that it had grown when it was stopped".to_owned(),
                (true, true) => format!("depth {depth}, the deepest that fits"),
                (true, false) => format!("depth {depth}, and even that was stopped"),
            };
            remark(&format!(
                "{searcher} takes more than {} for depth {}; this is {what}; --nodes N allows more",
                counted(assignment.nodes),
                recording.asked
            ));
        }
        print(&match self.format {
            Format::Text => tree.text(shows_bold()),
            Format::Json => tree.json(),
            Format::Svg => tree.svg(),
        })
    }
}

/// Whether stdout is a terminal whose user has not asked for plain text.
fn shows_bold() -> bool {
    let is_set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    let is_dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
    stdout().is_terminal() && !is_set("NO_COLOR") && !is_dumb
}
