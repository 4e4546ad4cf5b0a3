//! The numbers and pictures of the lessons, made and not typed.
//!
//! A page holds blocks between `<!-- lab: NAME -->` and `<!-- /lab -->`;
//! [`fill`] measures what each names and writes it anew. Pictures are
//! [`PICTURES`]. `examples/ladder_docs.rs` rewrites them, and a test
//! holds every page against the code. Only counts stand in the pages, no
//! times, so that they are the same on every machine.

mod games;

use std::fmt;

use chess::Position;
use eval::Evaluation;
use search::ladder::{MoveOrder, Rung};
use search::{Options, Report};

use crate::number::{grouped, listed, times};
use crate::published::{BOARDS, Board};
use crate::tables::{self, material};
use crate::tree::{Assignment, Excerpt, SearchTree, Searcher};
use crate::{Measurement, MinimaxSize, count, in_san, uci};
use search::ladder::Algorithm;

/// The depth of the tables unless they say otherwise.
const DEPTH: u32 = 4;
const OPEN: &str = "<!-- lab: ";
const CLOSE: &str = "<!-- /lab -->";

/// Why a page cannot be filled.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PageError {
    /// There is no such block.
    Unknown(String),
    /// The block is never closed.
    Unclosed(String),
}

impl fmt::Display for PageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PageError::Unknown(name) => write!(
                f,
                "there is no block '{name}'; blocks are boards RUNG, ladder, growth, deepening, \
                 orders, quiescence, evaluations, extremes, worst, random-games"
            ),
            PageError::Unclosed(name) => write!(f, "the block '{name}' lacks its '{CLOSE}'"),
        }
    }
}

impl std::error::Error for PageError {}

/// A page with all its blocks measured anew.
pub fn fill(page: &str) -> Result<String, PageError> {
    let mut filled = String::with_capacity(page.len());
    let mut rest = page;
    while let Some((before, block)) = rest.split_once(OPEN) {
        let (name, inside) = block
            .split_once(" -->")
            .ok_or_else(|| PageError::Unclosed(block.chars().take(20).collect()))?;
        let (_, after) =
            inside.split_once(CLOSE).ok_or_else(|| PageError::Unclosed(name.to_owned()))?;
        filled.push_str(before);
        filled.push_str(&format!("{OPEN}{name} -->\n{}{CLOSE}", block_text(name)?));
        rest = after;
    }
    filled.push_str(rest);
    Ok(filled)
}

fn block_text(name: &str) -> Result<String, PageError> {
    let unknown = || PageError::Unknown(name.to_owned());
    Ok(match name.split_once(' ') {
        Some(("boards", rung)) => boards(Rung::by_name(rung).ok_or_else(unknown)?),
        None => match name {
            "ladder" => ladder(),
            "growth" => growth(),
            "deepening" => deepening(),
            "orders" => orders(),
            "quiescence" => quiescence(),
            "evaluations" => evaluations(),
            "extremes" => extremes(),
            "worst" => worst(),
            "random-games" => games::against_random(),
            _ => return Err(unknown()),
        },
        Some(_) => return Err(unknown()),
    })
}

fn position(board: &Board) -> Position {
    tables::position(board.fen)
}

/// A Markdown table.
fn table(head: &[&str], rows: impl IntoIterator<Item = Vec<String>>) -> String {
    let line = |cells: &[String]| format!("| {} |\n", cells.join(" | "));
    let head: Vec<String> = head.iter().map(|&cell| cell.to_owned()).collect();
    let rule = format!("|{}\n", "---|".repeat(head.len()));
    let rows: String = rows.into_iter().map(|row| line(&row)).collect();
    line(&head) + &rule + &rows
}

/// A Markdown table with a column for each board behind the others.
fn table_of_boards(head: &[&str], rows: impl IntoIterator<Item = Vec<String>>) -> String {
    let boards: Vec<String> = BOARDS.iter().map(board_name).collect();
    let head: Vec<&str> = head.iter().copied().chain(boards.iter().map(String::as_str)).collect();
    table(&head, rows)
}

fn board_name(board: &Board) -> String {
    format!("{} {}", board.number, board.name)
}

/// How many times fewer nodes than minimax.
fn fewer(minimax: MinimaxSize, report: &Report) -> String {
    match (minimax, report.nodes) {
        (_, 0) | (MinimaxSize::About(_), _) => "-".to_owned(),
        (known, nodes) => times(known.nodes() / nodes as f64),
    }
}

/// One rung on the five boards.
fn boards(rung: Rung) -> String {
    let algorithm = Algorithm::plain(rung);
    let rows = BOARDS.iter().map(|board| {
        let position = position(board);
        let found = count(&algorithm, &position, material(), DEPTH);
        let value = found.value();
        let Measurement { report, counters, .. } = found;
        let share = counters.first_move_share();
        vec![
            board_name(board),
            value.map_or_else(|| "-".to_owned(), |value| value.to_string()),
            in_san(&position, &report.pv),
            grouped(report.nodes),
            listed(&counters.nodes_per_ply),
            fewer(MinimaxSize::count(&position, DEPTH), &report),
            grouped(counters.cutoffs),
            share.map_or_else(|| "-".to_owned(), |share| format!("{:.0} %", 100.0 * share)),
        ]
    });
    let rows: Vec<_> = rows.collect();
    format!(
        "`{algorithm}` at depth {DEPTH} with `material`; nodes without the root.\n\
         The boards are drawn in [random](random.md); `#1` means mate with the next move.\n\n"
    ) + &table(
        &[
            "board",
            "value",
            "best line",
            "nodes",
            "per ply",
            "times fewer than minimax",
            "cut-offs",
            "by the first move",
        ],
        rows,
    )
}

/// All rungs, nodes on the five boards.
fn ladder() -> String {
    let rows = Rung::ALL.into_iter().map(|rung| {
        let algorithm = Algorithm::plain(rung);
        let name = rung.name();
        let mut row = vec![
            format!("[`{name}`](../../crates/course/lessons/{name}.md)"),
            rung.summary().to_owned(),
        ];
        row.extend(BOARDS.iter().map(|board| {
            let found = count(&algorithm, &position(board), material(), DEPTH);
            let value = found.value();
            value.map_or_else(
                || "-".to_owned(),
                |value| format!("{} ({value})", grouped(found.report.nodes)),
            )
        }));
        row
    });
    let rows: Vec<_> = rows.collect();
    format!("Nodes and value at depth {DEPTH} with `material`.\n\n")
        + &table_of_boards(&["rung", "the idea"], rows)
}

/// How minimax grows with depth.
fn growth() -> String {
    let start = Position::start();
    let rows = (1..=6).map(|depth| {
        let nodes = MinimaxSize::count(&start, depth).nodes() as u64;
        vec![depth.to_string(), grouped(nodes)]
    });
    table(&["depth", "nodes of minimax from the start"], rows)
}

/// Best moves by depth on boards 2 and 5.
fn deepening() -> String {
    let algorithm = Algorithm::plain(Rung::Deepening);
    let mut rows = Vec::new();
    for board in BOARDS.iter().filter(|board| matches!(board.number, 2 | 5)) {
        let position = position(board);
        for depth in 1..=DEPTH {
            let report = count(&algorithm, &position, material(), depth).report;
            let best = report.best.map(|mv| uci(&position, mv)).unwrap_or_default();
            rows.push(vec![
                board_name(board),
                depth.to_string(),
                best,
                report.score.to_string(),
                grouped(report.nodes),
            ]);
        }
    }
    table(&["board", "depth", "best move", "value", "nodes so far"], rows)
}

/// Nodes by order of moves.
fn orders() -> String {
    let rows = MoveOrder::ALL.into_iter().map(|order| {
        let algorithm = Algorithm::ordered(Rung::Ordered, order);
        let counts = BOARDS.iter().map(|board| {
            grouped(count(&algorithm, &position(board), material(), DEPTH).report.nodes)
        });
        [format!("`{}`", order.name())].into_iter().chain(counts).collect()
    });
    let rows: Vec<_> = rows.collect();
    format!("Nodes of `ordered` at depth {DEPTH} with `material`.\n\n")
        + &table_of_boards(&["order"], rows)
}

/// Quiescence with and without its two rules.
fn quiescence() -> String {
    let variants = [(false, false), (true, false), (false, true), (true, true)];
    let rows = variants.into_iter().map(|(delta_pruning, see_pruning)| {
        let options = Options { delta_pruning, see_pruning, ..Options::default() };
        let algorithm = Algorithm { options, ..Algorithm::plain(Rung::Quiescence) };
        let counts = BOARDS.iter().map(|board| {
            let report = count(&algorithm, &position(board), material(), DEPTH).report;
            format!("{} ({})", grouped(report.nodes), report.score)
        });
        [format!("`{algorithm}`")].into_iter().chain(counts).collect()
    });
    let rows: Vec<_> = rows.collect();
    format!("Nodes and value at depth {DEPTH} with `material`.\n\n")
        + &table_of_boards(&["algorithm"], rows)
}

/// The depth of tables in which the true values are looked up first.
const SHALLOW: u32 = 3;

/// The worst order where hardly two positions are worth the same.
fn worst() -> String {
    sizes("tuned", [all_moves(), worst_first()])
}

/// The best and the worst that can happen to alpha-beta.
fn extremes() -> String {
    let as_listed = ("as they are listed", Algorithm::plain(Rung::AlphaBeta));
    let best = Algorithm::ordered(Rung::AlphaBeta, MoveOrder::Best);
    sizes("material", [all_moves(), worst_first(), as_listed, ("best first, `order=best`", best)])
}

fn all_moves() -> (&'static str, Algorithm) {
    ("minimax: all of them", Algorithm::plain(Rung::Minimax))
}

fn worst_first() -> (&'static str, Algorithm) {
    ("worst first, `order=worst`", Algorithm::ordered(Rung::AlphaBeta, MoveOrder::Worst))
}

/// How large trees are, by what is tried and in which order.
fn sizes<const N: usize>(evaluation: &str, algorithms: [(&str, Algorithm); N]) -> String {
    let evaluator = tables::named(evaluation);
    let rows = algorithms.map(|(what, algorithm)| {
        let nodes = |board: &Board| {
            grouped(count(&algorithm, &position(board), evaluator, SHALLOW).report.nodes)
        };
        [what.to_owned()].into_iter().chain(BOARDS.iter().map(nodes)).collect()
    });
    format!("Nodes of `alphabeta` at depth {SHALLOW} with `{evaluation}`.\n\n")
        + &table_of_boards(&["moves tried"], rows)
}

/// The reports' evaluations, term by term added up, on the five boards.
fn evaluations() -> String {
    let names = ["material", "simple", "phased", "heatmap", "pst"];
    let rows = names.into_iter().filter_map(|name| {
        let evaluator = eval::by_name(name)?;
        let values = BOARDS.iter().map(|board| {
            let position = position(board);
            evaluator.evaluate(&position).for_white(position.turn()).to_string()
        });
        Some([format!("`{name}`")].into_iter().chain(values).collect())
    });
    let rows: Vec<_> = rows.collect();
    "What each evaluation says, for White, in pawns.\n\n".to_owned()
        + &table_of_boards(&["evaluation"], rows)
}

/// A picture of a page.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Picture {
    /// Its file among the lessons.
    pub file: &'static str,
    /// The rung.
    pub rung: Rung,
    /// The number of report P's board.
    pub board: u32,
    /// The depth searched.
    pub depth: u32,
    /// The nodes shown.
    pub nodes: usize,
    /// The plies shown.
    pub plies: usize,
}

/// All pictures.
pub const PICTURES: [Picture; 15] = [
    picture("random.svg", Rung::Random, 1, 4, 1, 9),
    picture("minimax.svg", Rung::Minimax, 5, 2, 18, 9),
    picture("deepening.svg", Rung::Deepening, 2, 3, 20, 9),
    picture("alphabeta.svg", Rung::AlphaBeta, 2, 2, 18, 9),
    picture("ordered.svg", Rung::Ordered, 2, 2, 18, 9),
    picture("table.svg", Rung::Table, 1, 4, 24, 9),
    picture("quiescence.svg", Rung::Quiescence, 3, 1, 22, 5),
    picture("nullmove.svg", Rung::NullMove, 3, 3, 24, 4),
    picture("pvs.svg", Rung::Pvs, 2, 3, 22, 9),
    picture("mtdf.svg", Rung::Mtdf, 2, 3, 16, 9),
    picture("bestfirst.svg", Rung::BestFirst, 2, 4, 22, 9),
    picture("mn.svg", Rung::Mn, 2, 2, 18, 9),
    picture("probimax.svg", Rung::ProbiMax, 2, 2, 18, 9),
    picture("bayes.svg", Rung::Bayes, 2, 4, 22, 9),
    picture("mcts.svg", Rung::Mcts, 2, 3, 22, 9),
];

const fn picture(
    file: &'static str,
    rung: Rung,
    board: u32,
    depth: u32,
    nodes: usize,
    plies: usize,
) -> Picture {
    Picture { file, rung, board, depth, nodes, plies }
}

impl Picture {
    /// Draws it.
    pub fn svg(&self) -> String {
        let board = BOARDS.iter().find(|board| board.number == self.board);
        let position = board.map(position).unwrap_or_default();
        let excerpt = Excerpt { nodes: self.nodes, ply: self.plies };
        let searcher = Searcher::Ladder(Algorithm::plain(self.rung));
        let material = Evaluation::named("material").unwrap_or_default();
        let assignment = Assignment::new(&position, searcher, &material, self.depth);
        let tree = SearchTree::record(&assignment, excerpt);
        tree.map_or_else(|error| error.to_string(), |tree| tree.svg())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_are_replaced_and_nothing_else() {
        let page = "before\n<!-- lab: growth -->\nold\n<!-- /lab -->\nafter\n";
        let filled = fill(page).unwrap();
        assert!(filled.starts_with("before\n<!-- lab: growth -->\n| depth |"), "{filled}");
        assert!(filled.contains("| 4 | 206,603 |"));
        assert!(filled.ends_with("\n<!-- /lab -->\nafter\n"));
        assert_eq!(fill(&filled), Ok(filled.clone()));
        assert_eq!(fill("nothing"), Ok("nothing".to_owned()));
        for (page, error) in [
            ("<!-- lab: x --><!-- /lab -->", PageError::Unknown("x".to_owned())),
            ("<!-- lab: boards x --><!-- /lab -->", PageError::Unknown("boards x".to_owned())),
            ("<!-- lab: growth -->", PageError::Unclosed("growth".to_owned())),
        ] {
            assert_eq!(fill(page), Err(error));
        }
    }

    #[test]
    fn every_board_is_legal() {
        for board in &BOARDS {
            assert!(board.fen.parse::<Position>().is_ok(), "{}", board.fen);
        }
    }
}
