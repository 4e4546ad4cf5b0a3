//! Algorithms side by side on one position.

use std::sync::Arc;

use chess::Game;
use lab::{Measurement, MinimaxSize};
use search::Task;
use search::ladder::Algorithm;

use super::{order, told};
use crate::house::House;
use crate::outbox::Outbox;
use crate::protocol::{Ask, CompareRow, Tell};
use crate::stop::Stop;
use crate::{limits, place, views};

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
    let (flag, outbox) = (stop.signals(), outbox.clone());
    house.crew.search(move || {
        let history = order::history(&game);
        for algorithm in &algorithms {
            let free = algorithm.task(game.position(), evaluation.evaluator(), depth);
            let control = free.control.stopped_by(&flag);
            let task = Task { history: &history, control, ..free };
            let found = lab::measure_within(algorithm, &task, nodes);
            if flag.is_stopped() {
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

fn row(game: &Game, found: &Measurement) -> CompareRow {
    CompareRow {
        algorithm: found.algorithm.to_string(),
        value: found.value().map(told::value),
        line: views::line(game.position(), &found.report.pv),
        depth: found.report.depth,
        finished: found.report.is_finished(),
        nodes: found.report.nodes,
        counters: told::counters(&found.counters),
        branching: found.branching_factor().ok(),
        seconds: found.seconds,
    }
}
