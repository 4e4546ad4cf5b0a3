//! Algorithms side by side on one position.

use std::fmt::Write;

use chess::{Position, Role, perft};
use eval::Evaluator;
use search::ladder::{Algorithm, Rung, minimax};
use search::{Control, Report, Silent, Task};
use serde::Serialize;

use crate::explanation::json;
use crate::grid::{Grid, Side};
use crate::number::{grouped, listed, rate, seconds, times};
use crate::{Measurement, in_san, in_uci, measure_within};

/// Algorithms measured on one position.
#[derive(Clone, Debug)]
pub struct Comparison {
    /// Where.
    pub position: Position,
    /// The evaluation's name.
    pub evaluation: &'static str,
    /// How deep.
    pub depth: u32,
    /// How many nodes minimax needs, by depth: this one, and where a row was
    /// searched deeper because it is an endgame, that one.
    pub minimax: Vec<(u32, MinimaxSize)>,
    /// One row an algorithm.
    pub rows: Vec<Measurement>,
}

/// How many nodes minimax visits, the root not counted: the sum of perft's
/// counts, because minimax leaves nothing out.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum MinimaxSize {
    /// So many.
    Exactly(u64),
    /// So many lines of moves, of which a draw may end some early.
    AtMost(u64),
    /// Too many to count here; about so many, going by the plies counted.
    About(f64),
}

/// Counting on would take longer than a reader waits.
const MOST_COUNTED: f64 = 400e6;
/// Where draws may end lines early, so many are counted by searching them.
const MOST_SEARCHED: u64 = 20_000_000;
/// Searches that look at this many nodes answer in a few seconds.
const SENSIBLE: f64 = 40e6;

/// About which power of minimax's nodes a rung visits; 0 for those that keep
/// to a budget of their own. Alpha-beta without an order does as report T
/// says, the others as measured.
fn share_of_minimax(rung: Rung) -> f64 {
    match rung {
        Rung::Random | Rung::BestFirst | Rung::Bayes | Rung::Mcts => 0.0,
        Rung::Minimax | Rung::Deepening => 1.0,
        Rung::Mn | Rung::ProbiMax => 0.85,
        Rung::AlphaBeta => 0.75,
        Rung::Ordered | Rung::Table | Rung::Quiescence | Rung::Pvs | Rung::Mtdf => 0.6,
        Rung::NullMove => 0.55,
    }
}

impl MinimaxSize {
    /// Counts the tree, as far as that is quick.
    pub fn count(position: &Position, depth: u32) -> MinimaxSize {
        let draws = draws_within(position, depth);
        if draws && let Some(nodes) = searched(position, depth) {
            return MinimaxSize::Exactly(nodes);
        }
        let (mut sum, mut last, mut growth) = (0u64, 1u64, 1.0);
        for ply in 1..=depth {
            if last as f64 * growth > MOST_COUNTED {
                let rest = (ply..=depth)
                    .scan(last as f64, |count, _| {
                        *count *= growth;
                        Some(*count)
                    })
                    .sum::<f64>();
                return MinimaxSize::About(sum as f64 + rest);
            }
            let count = perft::count(position, ply);
            growth = count as f64 / last.max(1) as f64;
            (sum, last) = (sum + count, count);
        }
        if draws { MinimaxSize::AtMost(sum) } else { MinimaxSize::Exactly(sum) }
    }

    /// The number, such as it is.
    pub fn nodes(self) -> f64 {
        match self {
            MinimaxSize::Exactly(nodes) | MinimaxSize::AtMost(nodes) => nodes as f64,
            MinimaxSize::About(nodes) => nodes,
        }
    }

    /// The number if it is a fact.
    pub fn exact(self) -> Option<u64> {
        match self {
            MinimaxSize::Exactly(nodes) => Some(nodes),
            _ => None,
        }
    }
}

/// What minimax itself counts, if that is quick.
fn searched(position: &Position, depth: u32) -> Option<u64> {
    // The evaluation changes nothing about the nodes; this one is quick.
    static QUICK: eval::Material = eval::Material::new(eval::MaterialWeights::DEFAULT);
    let control = Control::unlimited().nodes(MOST_SEARCHED);
    let task = Task { control, ..Task::new(position, &QUICK, depth) };
    let report = minimax::search(&task, &mut Silent);
    report.finished.then_some(report.nodes)
}

/// Whether a draw could end a line above the horizon. Says yes where it is not sure.
fn draws_within(position: &Position, depth: u32) -> bool {
    let depth = depth as usize;
    let board = position.board();
    let men = board.occupied().without(board.role(Role::King)).count() as usize;
    // The third time needs eight plies; a capture with promotion changes two men.
    let repeats = depth > 8;
    let fifty = usize::from(position.halfmove_clock()) + depth > 100;
    let bare = men < 2 * depth + 2;
    repeats || fifty || bare
}

/// The rungs that answer within seconds at this depth.
pub fn sensible(minimax: MinimaxSize) -> Vec<Algorithm> {
    // Nothing to compare: a random move looks at nothing.
    let fits = |rung: &Rung| {
        *rung != Rung::Random && minimax.nodes().powf(share_of_minimax(*rung)) <= SENSIBLE
    };
    Rung::ALL.into_iter().filter(fits).map(Algorithm::plain).collect()
}

/// Runs each algorithm, stopped where it takes more than `nodes` nodes.
pub fn compare(
    position: &Position,
    evaluator: &dyn Evaluator,
    depth: u32,
    algorithms: &[Algorithm],
    minimax: MinimaxSize,
    nodes: u64,
) -> Comparison {
    let rows: Vec<Measurement> = algorithms
        .iter()
        .map(|algorithm| measure_within(algorithm, position, evaluator, depth, nodes))
        .collect();
    // What minimax itself counted beats any other way of counting.
    let counted = |depth: u32| {
        let is_it = |row: &&Measurement| row.algorithm.rung == Rung::Minimax;
        let found = rows.iter().filter(is_it).find(|row| row.horizon == depth);
        found.filter(|row| row.report.finished).map(|row| MinimaxSize::Exactly(row.report.nodes))
    };
    let mut sizes = vec![(depth, counted(depth).unwrap_or(minimax))];
    for row in &rows {
        if sizes.iter().all(|&(known, _)| known != row.horizon) {
            let size = counted(row.horizon);
            let size = size.unwrap_or_else(|| MinimaxSize::count(position, row.horizon));
            sizes.push((row.horizon, size));
        }
    }
    Comparison { position: *position, evaluation: evaluator.name(), depth, minimax: sizes, rows }
}

impl Comparison {
    /// The nodes of minimax to the depth that a row was searched to, if known.
    pub fn minimax_nodes(&self, row: &Measurement) -> Option<u64> {
        let (_, size) = self.minimax.iter().find(|(depth, _)| *depth == row.horizon)?;
        size.exact()
    }

    /// How many times fewer nodes than minimax a row needed, if it came to its end.
    pub fn times_fewer(&self, row: &Measurement) -> Option<f64> {
        let Report { nodes, finished, .. } = row.report;
        let minimax = self.minimax_nodes(row).filter(|_| finished && nodes > 0)?;
        Some(minimax as f64 / nodes as f64)
    }

    /// The rows that were stopped by the limit they all have, not by their own.
    pub fn stopped(&self) -> impl Iterator<Item = &Measurement> {
        self.rows.iter().filter(|row| !row.report.finished && row.algorithm.nodes.is_none())
    }

    /// Two tables: the figures, then nodes per ply and best lines.
    pub fn text(&self) -> String {
        let mut text = format!("{}\ndepth {}, {}", self.position, self.depth, self.evaluation);
        for (depth, size) in &self.minimax {
            let deeper = match *depth == self.depth {
                true => String::new(),
                false => format!(", to depth {depth} in this endgame"),
            };
            // Writing to a string cannot fail.
            let _ = match size {
                MinimaxSize::Exactly(nodes) => {
                    write!(text, "; minimax visits {} nodes{deeper}", grouped(*nodes))
                }
                MinimaxSize::AtMost(nodes) => write!(
                    text,
                    "; minimax visits at most {} nodes{deeper} (draws may end lines early)",
                    grouped(*nodes)
                ),
                MinimaxSize::About(nodes) => {
                    write!(text, "; minimax would visit about {nodes:.1e} nodes{deeper}")
                }
            };
        }
        if !self.position.has_legal_move() {
            let end = if self.position.is_check() { "mate" } else { "stalemate" };
            let _ = write!(text, "; the game is over: {end}");
        }
        text.push_str("\n\n");
        text.push_str(&self.figures());
        text.push('\n');
        text.push_str(&self.lines());
        if self.rows.iter().any(|row| !row.report.finished) {
            text.push_str(
                "\n* stopped by its limit of nodes; value and line are those of the last depth \
                 that it finished\n",
            );
        }
        text
    }

    fn figures(&self) -> String {
        let mut grid = Grid::new([Side::Left].into_iter().chain([Side::Right; 9]));
        grid.row([
            "algorithm",
            "value",
            "nodes",
            "fewer",
            "evaluations",
            "cut-offs",
            "by first move",
            "branching",
            "time",
            "nodes/s",
        ]);
        grid.rule();
        let unknown = || "-".to_owned();
        for row in &self.rows {
            let Measurement { algorithm, report, counters, .. } = row;
            grid.row([
                algorithm.to_string(),
                report.value.to_string(),
                format!("{}{}", grouped(report.nodes), if report.finished { "" } else { "*" }),
                self.times_fewer(row)
                    .map_or_else(unknown, |fewer| format!("{} times", times(fewer))),
                grouped(counters.evaluations),
                grouped(counters.cutoffs),
                counters
                    .first_move_share()
                    .map_or_else(unknown, |share| format!("{:.0} %", 100.0 * share)),
                row.branching_factor().map_or_else(unknown, |factor| format!("{factor:.2}")),
                seconds(row.seconds),
                rate(row.speed()),
            ]);
        }
        grid.text()
    }

    fn lines(&self) -> String {
        let mut grid = Grid::new([Side::Left, Side::Left, Side::Left]);
        grid.row(["algorithm", "best line", "nodes per ply"]);
        grid.rule();
        for Measurement { algorithm, report, counters, .. } in &self.rows {
            let shown = report.line.len().min(LONGEST_LINE);
            let mut line = in_san(&self.position, &report.line[..shown]);
            if shown < report.line.len() {
                line.push_str(" ...");
            }
            if line.is_empty() {
                line.push('-');
            }
            grid.row([algorithm.to_string(), line, listed(&counters.nodes_per_ply)]);
        }
        grid.text()
    }

    /// A JSON list, one object a row.
    pub fn json(&self) -> String {
        #[derive(Serialize)]
        struct Row {
            algorithm: String,
            value_cp: i32,
            #[serde(skip_serializing_if = "Option::is_none")]
            mate: Option<i32>,
            best: Option<String>,
            line: Vec<String>,
            line_san: String,
            depth: u32,
            finished: bool,
            nodes: u64,
            nodes_per_ply: Vec<u64>,
            evaluations: u64,
            cutoffs: u64,
            first_move_cutoffs: u64,
            table_hits: u64,
            pruned: u64,
            branching_factor: Option<f64>,
            seconds: f64,
            nodes_per_second: f64,
            minimax_nodes: Option<u64>,
            times_fewer_than_minimax: Option<f64>,
        }
        let rows = self.rows.iter().map(|row| {
            let Measurement { algorithm, report, counters, seconds, .. } = row;
            Row {
                algorithm: algorithm.to_string(),
                value_cp: report.value.raw(),
                mate: report.value.mate_moves(),
                best: report.best.map(|mv| crate::uci(&self.position, mv)),
                line: in_uci(&self.position, &report.line),
                line_san: in_san(&self.position, &report.line),
                depth: report.depth,
                finished: report.finished,
                nodes: report.nodes,
                nodes_per_ply: counters.nodes_per_ply.clone(),
                evaluations: counters.evaluations,
                cutoffs: counters.cutoffs,
                first_move_cutoffs: counters.first_move_cutoffs,
                table_hits: counters.table_hits,
                pruned: counters.pruned,
                branching_factor: row.branching_factor(),
                seconds: *seconds,
                nodes_per_second: row.speed(),
                minimax_nodes: self.minimax_nodes(row),
                times_fewer_than_minimax: self.times_fewer(row),
            }
        });
        json(&rows.collect::<Vec<_>>())
    }
}

/// Plies of a best line shown in the table.
const LONGEST_LINE: usize = 10;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn minimax_is_counted_without_running_it() {
        let start = Position::start();
        assert_eq!(MinimaxSize::count(&start, 4), MinimaxSize::Exactly(206_603));
        assert_eq!(MinimaxSize::count(&start, 1), MinimaxSize::Exactly(20));
        assert!(matches!(MinimaxSize::count(&start, 12), MinimaxSize::About(_)));
        // A rook that is taken ends the game: 18 moves that perft goes on to count.
        let bare: Position = "8/8/8/8/8/8/6k1/K6R w - - 0 1".parse().unwrap();
        let lines: u64 = (1..=3).map(|ply| perft::count(&bare, ply)).sum();
        let MinimaxSize::Exactly(nodes) = MinimaxSize::count(&bare, 3) else {
            panic!("few enough to search")
        };
        assert!(nodes < lines, "{nodes} {lines}");
        let late = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 95 80".parse().unwrap();
        assert!(matches!(MinimaxSize::count(&late, 6), MinimaxSize::AtMost(_)));
        // Two bare kings have moves for ever, and minimax stops at once.
        let kings: Position = "8/8/8/8/8/8/5k1K/8 w - - 0 1".parse().unwrap();
        assert_eq!(MinimaxSize::count(&kings, 30), MinimaxSize::Exactly(2));
        let mated: Position = "7k/5KQ1/8/8/8/8/8/8 b - - 0 1".parse().unwrap();
        assert_eq!(MinimaxSize::count(&mated, 4), MinimaxSize::Exactly(0));
    }

    #[test]
    fn every_row_is_compared_at_its_own_depth() {
        let position: Position = "8/8/4k3/8/8/3K4/4P3/8 w - - 0 1".parse().unwrap();
        let phased = eval::by_name("phased").unwrap();
        let algorithms = Algorithm::list("table,table:endgame,mcts").unwrap();
        let minimax = MinimaxSize::count(&position, 2);
        let found = compare(&position, phased, 2, &algorithms, minimax, 1_000_000);
        let known = found.rows.iter().map(|row| found.minimax_nodes(row).unwrap());
        assert_eq!(known.collect::<Vec<_>>(), [73, 4_653, 73]);
        assert!(found.rows.iter().all(|row| found.times_fewer(row).is_some()));
        assert!(found.text().contains("4,653 nodes, to depth 4 in this endgame"));
    }

    #[test]
    fn a_search_that_takes_too_long_is_stopped_and_says_so() {
        let start = Position::start();
        let material = eval::by_name("material").unwrap();
        let algorithms = Algorithm::list("minimax,table,mcts,minimax:nodes=500").unwrap();
        let minimax = MinimaxSize::count(&start, 4);
        let found = compare(&start, material, 4, &algorithms, minimax, 10_000);
        let depths: Vec<u32> = found.rows.iter().map(|row| row.report.depth).collect();
        assert_eq!(depths, [3, 4, 4, 2]);
        let stopped: Vec<String> = found.stopped().map(|row| row.algorithm.to_string()).collect();
        assert_eq!(stopped, ["minimax"]);
        assert_eq!(found.rows[1].report.nodes, 1_309, "straight to the depth");
        assert!(found.rows[0].report.best.is_some());
        assert!(found.text().contains("* stopped by its limit of nodes"));
    }

    #[test]
    fn sensible_rungs_get_fewer_as_depth_grows() {
        let counts = [1e4, 1e8, 1e12].map(|nodes| sensible(MinimaxSize::About(nodes)).len());
        assert!(counts[0] > counts[1] && counts[1] > counts[2] && counts[2] > 3);
    }
}
