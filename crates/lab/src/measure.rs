//! One search, timed and counted.

use std::time::Instant;

use chess::Position;
use eval::Evaluator;
use search::{Control, Counters, Report, Silent, Task};

use search::ladder::Algorithm;

/// What one search found and what it cost.
#[derive(Clone, Debug)]
pub struct Measurement {
    /// What searched.
    pub algorithm: Algorithm,
    /// What it found.
    pub report: Report,
    /// How deep it was to search, the endgame's two plies included.
    pub horizon: u32,
    /// What it counted.
    pub counters: Counters,
    /// How long it took, nobody watching where that could be afforded.
    pub seconds: f64,
}

/// A search that takes longer than this is not run a second time for the clock.
const LONG: f64 = 0.25;
/// How often a short search is run for the clock, and for how long at most.
const REPEATS: usize = 5;
const PATIENCE: f64 = 0.02;

/// Searches and counts; short searches are run again, unwatched, for the clock.
pub fn measure(
    algorithm: &Algorithm,
    position: &Position,
    evaluator: &dyn Evaluator,
    depth: u32,
) -> Measurement {
    let task = algorithm.task(position, evaluator, depth);
    timed_again(&task, counted(algorithm, &task))
}

/// The same within `nodes` nodes. A search that takes more is stopped, and
/// answers with the last depth that it finished. One that has a limit or a
/// budget of its own keeps to that.
pub fn measure_within(
    algorithm: &Algorithm,
    position: &Position,
    evaluator: &dyn Evaluator,
    depth: u32,
    nodes: u64,
) -> Measurement {
    let task = algorithm.task(position, evaluator, depth);
    if algorithm.nodes.is_some() || algorithm.rung.keeps_a_budget() {
        return timed_again(&task, counted(algorithm, &task));
    }
    // Straight to the depth first: that is the search whose nodes are of interest.
    let limited = Task { control: Control::unlimited().nodes(nodes), ..task };
    let mut counters = Counters::default();
    let start = Instant::now();
    let report = algorithm.rung.search_straight(&limited, &mut counters);
    let seconds = start.elapsed().as_secs_f64();
    if report.finished {
        let horizon = task.full_depth();
        let found = Measurement { algorithm: *algorithm, report, horizon, counters, seconds };
        return timed_again(&task, found);
    }
    counted(algorithm, &limited)
}

fn timed_again(task: &Task<'_>, mut found: Measurement) -> Measurement {
    if found.seconds < LONG {
        found.seconds = found.seconds.min(fastest(&found.algorithm, task).1);
    }
    found
}

/// Searches and counts once; the time is that of a search that was watched.
pub fn count(
    algorithm: &Algorithm,
    position: &Position,
    evaluator: &dyn Evaluator,
    depth: u32,
) -> Measurement {
    counted(algorithm, &algorithm.task(position, evaluator, depth))
}

fn counted(algorithm: &Algorithm, task: &Task<'_>) -> Measurement {
    let mut counters = Counters::default();
    let start = Instant::now();
    let report = algorithm.rung.search(task, &mut counters);
    let seconds = start.elapsed().as_secs_f64();
    let horizon = task.full_depth();
    Measurement { algorithm: *algorithm, report, horizon, counters, seconds }
}

/// Searches unwatched, a few times if it is quick, and takes the fastest time:
/// what disturbs a clock only ever adds to it.
pub fn fastest(algorithm: &Algorithm, task: &Task<'_>) -> (Report, f64) {
    let begin = Instant::now();
    let mut best: Option<(Report, f64)> = None;
    for _ in 0..REPEATS {
        let start = Instant::now();
        let report = algorithm.rung.search(task, &mut Silent);
        let seconds = start.elapsed().as_secs_f64();
        best = match best {
            Some((report, least)) => Some((report, least.min(seconds))),
            None => Some((report, seconds)),
        };
        if begin.elapsed().as_secs_f64() > PATIENCE {
            break;
        }
    }
    // The loop ran at least once.
    best.unwrap_or_else(|| (algorithm.rung.search(task, &mut Silent), 0.0))
}

impl Measurement {
    /// Nodes a second.
    pub fn speed(&self) -> f64 {
        self.report.nodes as f64 / self.seconds.max(1e-9)
    }

    /// The effective branching factor at the depth searched, if it came to its
    /// end: of a depth half done the nodes say nothing.
    pub fn branching_factor(&self) -> Option<f64> {
        let factor = self.counters.branching_factor(self.report.depth);
        factor.filter(|_| self.report.finished)
    }
}
