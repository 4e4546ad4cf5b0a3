//! Algorithms side by side on one position.

mod json;
mod minimax_size;
mod text;

use chess::Position;
use eval::Evaluator;
use search::Ending;
use search::ladder::{Algorithm, Rung};

use crate::{Measurement, measure_within};

pub(crate) use json::ending_name;
pub use minimax_size::{MinimaxSize, sensible};

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
        .map(|algorithm| {
            measure_within(algorithm, &algorithm.task(position, evaluator, depth), nodes)
        })
        .collect();
    // What minimax itself counted beats any other way of counting.
    let counted = |depth: u32| {
        let is_it = |row: &&Measurement| row.algorithm.rung == Rung::Minimax;
        let found = rows.iter().filter(is_it).find(|row| row.horizon == depth);
        let found = found.filter(|row| row.report.is_finished());
        found.map(|row| MinimaxSize::Exactly(row.report.nodes))
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
        let nodes = row.report.nodes;
        let minimax = self.minimax_nodes(row)?;
        (row.report.is_finished() && nodes > 0).then(|| minimax as f64 / nodes as f64)
    }

    /// The rows that were stopped by the limit they all have, not by their own.
    pub fn stopped(&self) -> impl Iterator<Item = &Measurement> {
        let is_stopped = |row: &&Measurement| row.report.ending == Ending::Stopped;
        self.rows.iter().filter(is_stopped).filter(|row| row.algorithm.nodes.is_none())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
        assert_eq!(stopped, ["minimax", "mcts"]);
        assert_eq!(found.rows[1].report.nodes, 1_309, "straight to the depth");
        assert!(found.rows[0].report.best.is_some());
        assert!(found.text().contains("* stopped by a limit of nodes"));
    }

    /// Those that end by themselves keep to a limit below that, and say when it
    /// was not the limit but their memory.
    #[test]
    fn budgets_limits_and_memory_are_told_apart() {
        let start = Position::start();
        let material = eval::by_name("material").unwrap();
        let names = ["bestfirst", "bayes", "mcts"];
        let run = |depth, nodes| {
            let algorithms = Algorithm::list(&names.join(",")).unwrap();
            compare(&start, material, depth, &algorithms, MinimaxSize::About(1e9), nodes)
        };
        let endings = |found: &Comparison| found.rows.iter().map(|row| row.report.ending).collect();

        let found = run(3, 1_000);
        let stopped: Vec<String> = found.stopped().map(|row| row.algorithm.to_string()).collect();
        assert_eq!(stopped, names);
        assert!(found.rows.iter().all(|row| (900..=1_000).contains(&row.report.nodes)));
        assert!(found.text().contains("* stopped by a limit of nodes"), "{}", found.text());

        let found = run(3, 1_000_000);
        let all: Vec<Ending> = endings(&found);
        assert_eq!(all, [Ending::Finished; 3]);
        assert!(!found.text().contains("stopped"));

        let found = run(12, 1_000_000_000);
        let all: Vec<Ending> = endings(&found);
        assert_eq!(all, [Ending::MemoryFull; 3]);
        assert_eq!(found.stopped().count(), 0);
        assert!(found.text().contains("† ended because its memory was full"), "{}", found.text());
        assert!(found.rows.iter().all(|row| found.times_fewer(row).is_none()));
        let rows: serde_json::Value = serde_json::from_str(&found.json()).unwrap();
        assert_eq!(rows[2]["ending"], "memory full");
        assert_eq!(rows[2]["finished"], false);
    }

    /// A random move has no value, and nobody pretends that it has.
    #[test]
    fn what_was_not_searched_has_no_value() {
        let start = Position::start();
        let material = eval::by_name("material").unwrap();
        let algorithms = Algorithm::list("random,minimax").unwrap();
        let found = compare(&start, material, 1, &algorithms, MinimaxSize::Exactly(20), 100);
        let values: Vec<Option<eval::Score>> = found.rows.iter().map(Measurement::value).collect();
        assert_eq!(values, [None, Some(eval::Score::DRAW)]);
        let rows: serde_json::Value = serde_json::from_str(&found.json()).unwrap();
        assert!(rows[0]["value_cp"].is_null() && rows[0]["best"].is_string());
        assert_eq!(rows[1]["value_cp"], 0);
        let text = found.text();
        let random = text.lines().find(|line| line.starts_with("random ")).unwrap();
        assert_eq!(random.split_whitespace().take(3).collect::<Vec<_>>(), ["random", "-", "0"]);
    }

    /// A factor only where there is a tree of that depth to take it of.
    #[test]
    fn why_there_is_no_branching_factor_is_said() {
        let material = eval::by_name("material").unwrap();
        let algorithms = Algorithm::list("minimax,table:nodes=30,mcts,bayes,random").unwrap();
        let run = |fen: &str| {
            let position: Position = fen.parse().unwrap();
            let minimax = MinimaxSize::count(&position, 3);
            compare(&position, material, 3, &algorithms, minimax, 100_000)
        };
        let found = run("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
        let factors: Vec<bool> =
            found.rows.iter().map(|row| row.branching_factor().is_ok()).collect();
        assert_eq!(factors, [true, false, false, false, false]);
        let text = found.text();
        assert!(
            text.contains(
                "no branching factor: table:nodes=30 was stopped; mcts, bayes have no fixed depth; \
                 random looked at nothing"
            ),
            "{text}"
        );
        let rows: serde_json::Value = serde_json::from_str(&found.json()).unwrap();
        assert!(rows[0].get("no_branching_factor").is_none());
        assert_eq!(rows[2]["no_branching_factor"], "it has no fixed depth");
        // Every move is a draw at once, nobody can mate.
        let text = run("8/8/8/8/8/8/5k1K/8 w - - 0 1").text();
        let early = "no branching factor: minimax, table:nodes=30 saw every line end before";
        assert!(text.contains(early), "{text}");
    }
}
