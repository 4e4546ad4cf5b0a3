//! Algorithms side by side on one position.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use chess::Game;
use eval::Evaluator;
use lab::{Measurement, MinimaxSize};
use search::ladder::Algorithm;
use search::{Counters, Task};

use super::live::counted;
use super::node;
use super::order;
use super::search::history;
use crate::house::House;
use crate::outbox::Outbox;
use crate::protocol::{Ask, CompareRow, Tell};
use crate::stop::Stop;
use crate::{limits, place, views};

/// A search that takes longer than this is not run again for the clock.
const LONG: f64 = 0.25;

/// Begins a comparison; it ends when what is returned is dropped.
pub(crate) fn compare(
    ask: &Ask,
    house: &Arc<House>,
    outbox: &Outbox,
    id: u32,
) -> Result<Stop, String> {
    let Ask::LabCompare { place, algorithms, eval, depth, nodes } = ask else {
        return Err("this is no comparison".to_owned());
    };
    let game = place::game(place)?;
    let evaluation = order::evaluation(eval)?;
    let depth = order::depth(*depth, lab::MAX_DEPTH)?;
    let nodes = order::nodes(*nodes)?;
    if !(1..=limits::COMPARED).contains(&algorithms.len()) {
        return Err(format!("1 to {} algorithms can be compared", limits::COMPARED));
    }
    let algorithms: Vec<Algorithm> =
        algorithms.iter().map(|text| order::algorithm(text)).collect::<Result<_, _>>()?;
    let leave = house.crew.leave()?;
    let stop = Stop::default();
    let (flag, outbox) = (stop.flag(), outbox.clone());
    house.crew.search(move || {
        for algorithm in &algorithms {
            let found = measure(algorithm, &game, evaluation.evaluator(), depth, nodes, &flag);
            if flag.load(Ordering::Relaxed) {
                return outbox.refuse(Some(id), "the comparison was stopped");
            }
            outbox.tell(Some(id), Tell::LabRow(Box::new(row(&game, &found))));
        }
        let size = MinimaxSize::count(game.position(), depth);
        // Before it is told: whoever hears of it may begin the next.
        drop(leave);
        outbox.tell(
            Some(id),
            Tell::LabCompared { minimax: Some(size.nodes()), exact: size.exact().is_some() },
        );
    })?;
    Ok(stop)
}

/// What `lab::measure_within` measures, with a flag that stops it.
fn measure(
    algorithm: &Algorithm,
    game: &Game,
    evaluator: &dyn Evaluator,
    depth: u32,
    nodes: u64,
    stop: &AtomicBool,
) -> Measurement {
    let history = history(game);
    let free = Task { history: &history, ..algorithm.task(game.position(), evaluator, depth) };
    let budget = algorithm.rung.budget(&free);
    let has_own_limit = algorithm.nodes.is_some() || budget.is_some_and(|budget| budget <= nodes);
    let control = match has_own_limit {
        true => free.control.stopped_by(stop),
        false => free.control.nodes(nodes).stopped_by(stop),
    };
    let task = Task { control, ..free };
    let run = |is_straight: bool| {
        let mut counters = Counters::default();
        let start = Instant::now();
        let report = match is_straight {
            true => algorithm.rung.search_straight(&task, &mut counters),
            false => algorithm.rung.search(&task, &mut counters),
        };
        let seconds = start.elapsed().as_secs_f64();
        let horizon = task.full_depth();
        Measurement { algorithm: *algorithm, report, horizon, counters, seconds }
    };
    let is_straight = algorithm.nodes.is_none() && budget.is_none();
    let mut found = run(is_straight);
    if is_straight && !found.report.is_finished() && !stop.load(Ordering::Relaxed) {
        // Stopped by the limit: the last depth that it finishes within it.
        found = run(false);
    }
    if found.seconds < LONG && found.report.is_finished() {
        found.seconds = found.seconds.min(lab::fastest(algorithm, &free).1);
    }
    found
}

fn row(game: &Game, found: &Measurement) -> CompareRow {
    CompareRow {
        algorithm: found.algorithm.to_string(),
        value: found.value().map(node::value),
        line: views::line(game.position(), &found.report.line),
        depth: found.report.depth,
        finished: found.report.is_finished(),
        nodes: found.report.nodes,
        counters: counted(&found.counters),
        branching: found.branching_factor().ok(),
        seconds: found.seconds,
    }
}
