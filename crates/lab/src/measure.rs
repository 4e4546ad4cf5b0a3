//! One search, timed and counted.

use std::time::Instant;

use chess::Position;
use eval::{Evaluator, Score};
use search::{Counters, Report, Task};

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
    let (report, seconds) = timed(&mut memory_for(algorithm), |store| {
        algorithm.rung.search_straight_with(&limited, store, &mut counters)
    });
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
    let (report, seconds) = timed(&mut memory_for(algorithm), |store| {
        algorithm.rung.search_with(task, store, &mut counters)
    });
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
        let (report, seconds) =
            timed(&mut store, |store| algorithm.rung.search_unwatched(task, store));
        best = match best {
            Some((report, least)) => Some((report, least.min(seconds))),
            None => Some((report, seconds)),
        };
        if begin.elapsed().as_secs_f64() > PATIENCE {
            break;
        }
    }
    // The loop ran at least once.
    best.unwrap_or_else(|| (algorithm.rung.search_unwatched(task, &mut Store::default()), 0.0))
}

/// The one clock of all searches here. It starts with the store's memory in place.
fn timed(store: &mut Store, search: impl FnOnce(&mut Store) -> Report) -> (Report, f64) {
    let start = Instant::now();
    let report = search(store);
    (report, start.elapsed().as_secs_f64())
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

    /// A search that had to take the memory itself would take it while its clock runs.
    #[test]
    fn memory_is_there_before_the_clock_runs() {
        let evaluator = eval::by_name("material").unwrap();
        let position = Position::start();
        for rung in Rung::ALL {
            let algorithm = Algorithm::plain(rung);
            let mut untouched = Store::default();
            let task = algorithm.task(&position, evaluator, 1);
            algorithm.rung.search_unwatched(&task, &mut untouched);
            let takes_memory = untouched.has_memory();
            assert_eq!(memory_for(&algorithm).has_memory(), takes_memory, "{}", rung.name());
        }
    }
}
