//! One search, timed and counted.

use std::time::Instant;

use chess::Position;
use eval::{Evaluator, Score};
use search::{Counters, Report, Silent, Task};

use search::ladder::{Algorithm, Store};

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

/// The same for a task that may have a history and a flag to stop it, within
/// `nodes` nodes. A search that takes more is stopped, and answers with the last
/// depth that it finished, or with the tree that it had grown. One that has a
/// limit of its own keeps to that.
pub fn measure_within(algorithm: &Algorithm, task: &Task<'_>, nodes: u64) -> Measurement {
    if algorithm.nodes.is_some() {
        return timed_again(task, counted(algorithm, task));
    }
    let limited = Task { control: task.control.nodes(nodes), ..*task };
    if let Some(budget) = algorithm.rung.budget(task) {
        // It ends by itself, unless the limit comes before that.
        let task = if nodes < budget { &limited } else { task };
        return timed_again(task, counted(algorithm, task));
    }
    // Straight to the depth first: that is the search whose nodes are of interest.
    let mut counters = Counters::default();
    let mut store = memory_for(algorithm);
    let start = Instant::now();
    let report = algorithm.rung.search_straight_with(&limited, &mut store, &mut counters);
    let seconds = start.elapsed().as_secs_f64();
    if report.is_finished() {
        let horizon = task.full_depth();
        let found = Measurement { algorithm: *algorithm, report, horizon, counters, seconds };
        return timed_again(task, found);
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
    let mut store = memory_for(algorithm);
    let start = Instant::now();
    let report = algorithm.rung.search_with(task, &mut store, &mut counters);
    let seconds = start.elapsed().as_secs_f64();
    let horizon = task.full_depth();
    Measurement { algorithm: *algorithm, report, horizon, counters, seconds }
}

/// Searches unwatched, a few times if it is quick, and takes the fastest time:
/// what disturbs a clock only ever adds to it.
pub fn fastest(algorithm: &Algorithm, task: &Task<'_>) -> (Report, f64) {
    let mut store = memory_for(algorithm);
    let begin = Instant::now();
    let mut best: Option<(Report, f64)> = None;
    for _ in 0..REPEATS {
        let start = Instant::now();
        let report = algorithm.rung.search_with(task, &mut store, &mut Silent);
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

/// The memory that the search will fill, taken before its clock runs: a table of
/// 12 MiB takes longer to get than a small search takes.
fn memory_for(algorithm: &Algorithm) -> Store {
    let mut store = Store::default();
    if algorithm.rung.has_store() {
        store.clear();
    }
    store
}

impl Measurement {
    /// Nodes a second.
    pub fn speed(&self) -> f64 {
        self.report.nodes as f64 / self.seconds.max(1e-9)
    }

    /// What was found, from the mover's view; `None` where the move was not
    /// found by looking ahead. That there is no move, everybody sees.
    pub fn value(&self) -> Option<Score> {
        let is_known = self.algorithm.rung.looks_ahead() || self.report.best.is_none();
        is_known.then_some(self.report.score)
    }

    /// The effective branching factor at the depth searched, or why there is
    /// none.
    pub fn branching_factor(&self) -> Result<f64, NoFactor> {
        let rung = self.algorithm.rung;
        let depth = self.report.depth;
        if !rung.looks_ahead() {
            Err(NoFactor::Unsearched)
        } else if !rung.has_fixed_depth() {
            Err(NoFactor::NoFixedDepth)
        } else if !self.report.is_finished() {
            Err(NoFactor::Stopped)
        } else if self.counters.nodes_per_ply.len() < depth as usize {
            Err(NoFactor::EndedEarly)
        } else {
            self.counters.branching_factor(depth).ok_or(NoFactor::EndedEarly)
        }
    }
}

/// Why a search has no branching factor: there is no tree of one depth whose
/// nodes could be shared out evenly over its plies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoFactor {
    /// It looked at nothing.
    Unsearched,
    /// Every line of its tree has a length of its own.
    NoFixedDepth,
    /// Of a depth half done the nodes say nothing.
    Stopped,
    /// The game was over before the depth was reached, in every line.
    EndedEarly,
}

impl NoFactor {
    /// As the end of a sentence about so many algorithms.
    pub(crate) fn said_of(self, count: usize) -> &'static str {
        match (self, count) {
            (NoFactor::Unsearched, _) => "looked at nothing",
            (NoFactor::NoFixedDepth, 1) => "has no fixed depth",
            (NoFactor::NoFixedDepth, _) => "have no fixed depth",
            (NoFactor::Stopped, 1) => "was stopped",
            (NoFactor::Stopped, _) => "were stopped",
            (NoFactor::EndedEarly, _) => "saw every line end before the depth was reached",
        }
    }
}

#[cfg(test)]
mod tests {
    use search::ladder::Rung;

    use super::*;

    /// Taking the table's 12 MiB costs milliseconds, twenty nodes cost
    /// microseconds. A busy machine may disturb a measurement, but not all of them.
    #[test]
    fn taking_memory_is_not_searching() {
        const SOON: f64 = 0.000_5;
        let task_of = |algorithm: &Algorithm| {
            let evaluator = eval::by_name("material").unwrap();
            measure(algorithm, &Position::start(), evaluator, 1).seconds
        };
        for rung in Rung::ALL.into_iter().filter(|rung| rung.has_store()) {
            let algorithm = Algorithm::plain(rung);
            let is_quick = (0..100).any(|_| task_of(&algorithm) < SOON);
            assert!(is_quick, "{}", rung.name());
        }
    }
}
