//! A search of the lab that can be run again: a rung of the ladder, or the
//! champion.

use std::sync::atomic::{AtomicBool, Ordering};

use chess::{Game, Move, Position};
use engine::Evaluation;
use eval::{Forgetful, Knowing, Score, TunedJudge};
use search::champion::{Job, Limits, Signals, Solo};
use search::ladder::Algorithm;
use search::{Observer, Silent, Task};

use super::order::{Order, Searcher};

/// The champion's table in the lab, in MiB.
const HASH_MIB: usize = 16;

/// What a search found.
pub(super) struct Found {
    pub(super) line: Vec<Move>,
    pub(super) value: Option<Score>,
    pub(super) depth: u32,
    pub(super) nodes: u64,
    pub(super) is_finished: bool,
}

/// A search that can be run again.
pub(super) struct Search<'a> {
    order: &'a Order,
    history: Vec<u64>,
    stop: &'a AtomicBool,
    solo: Option<Solo>,
}

impl<'s> Search<'s> {
    /// Makes ready to search.
    pub(super) fn new(order: &'s Order, stop: &'s AtomicBool) -> Result<Search<'s>, String> {
        let solo = match order.searcher {
            Searcher::Champion => Some(Solo::new(HASH_MIB).map_err(|error| error.to_string())?),
            Searcher::Ladder(_) => None,
        };
        Ok(Search { order, history: history(&order.game), stop, solo })
    }

    /// How deep it is to go, an endgame's extra plies included.
    pub(super) fn full_depth(&self) -> u32 {
        match self.order.searcher {
            Searcher::Ladder(algorithm) => self.task(&algorithm).full_depth(),
            Searcher::Champion => self.order.depth,
        }
    }

    pub(super) fn name(&self) -> String {
        match self.order.searcher {
            Searcher::Ladder(algorithm) => algorithm.to_string(),
            Searcher::Champion => "champion".to_owned(),
        }
    }

    fn task<'a>(&'a self, algorithm: &Algorithm) -> Task<'a> {
        let position = self.order.game.position();
        let task = algorithm.task(position, self.order.evaluation.evaluator(), self.order.depth);
        let mut control = task.control.stopped_by(self.stop);
        let keeps_to_less = algorithm.rung.budget(&task).is_some_and(|own| own <= self.order.nodes);
        if algorithm.nodes.is_none() && !keeps_to_less {
            control = control.nodes(self.order.nodes);
        }
        Task { history: &self.history, control, ..task }
    }

    /// Whether a smaller depth would take fewer nodes.
    pub(super) fn can_be_shallower(&self) -> bool {
        match self.order.searcher {
            Searcher::Ladder(algorithm) => self.is_straight(&algorithm),
            Searcher::Champion => true,
        }
    }

    /// Straight to its depth goes what has no limit or budget of its own: that
    /// is the search whose nodes are of interest.
    fn is_straight(&self, algorithm: &Algorithm) -> bool {
        algorithm.nodes.is_none() && algorithm.rung.budget(&self.task(algorithm)).is_none()
    }

    pub(super) fn deepest_within(&mut self, asked: u32, reached: u32) -> u32 {
        match self.order.searcher {
            // It deepens by itself, and has come to an end so far.
            Searcher::Champion => reached.max(1),
            Searcher::Ladder(_) => {
                let mut deepest = 1;
                for depth in 1..asked {
                    if !self.run(depth, &mut Silent).is_finished {
                        break;
                    }
                    deepest = depth;
                }
                deepest
            }
        }
    }

    pub(super) fn run<O: Observer>(&mut self, depth: u32, observer: &mut O) -> Found {
        match self.order.searcher {
            Searcher::Ladder(algorithm) => {
                let task = self.task(&algorithm);
                // The depth that was asked for may grow in an endgame; any other
                // is meant as it is.
                let task = if depth == task.full_depth() { task } else { task.to_depth(depth) };
                let report = match self.is_straight(&algorithm) {
                    true => algorithm.rung.search_straight(&task, observer),
                    false => algorithm.rung.search(&task, observer),
                };
                let is_known = algorithm.rung.looks_ahead() || report.best.is_none();
                Found {
                    is_finished: report.is_finished(),
                    line: report.line,
                    value: is_known.then_some(report.value),
                    depth: report.depth,
                    nodes: report.nodes,
                }
            }
            Searcher::Champion => self.run_champion(depth, observer),
        }
    }

    fn run_champion<O: Observer>(&mut self, depth: u32, observer: &mut O) -> Found {
        let limits =
            Limits { depth: Some(depth), nodes: Some(self.order.nodes), ..Limits::default() };
        let signals = Signals::new();
        let mut job = Job::new(self.order.game.position(), &limits, &signals);
        job.history = &self.history;
        job.stop = Some(self.stop);
        let Some(solo) = &mut self.solo else {
            // A champion's search has its searcher.
            return Found { line: Vec::new(), value: None, depth: 0, nodes: 0, is_finished: true };
        };
        // The same tree whatever was searched before.
        solo.clear();
        let found = match &self.order.evaluation {
            Evaluation::Network(network) => {
                solo.search_observed(&job, &mut Knowing(network.judge()), observer)
            }
            Evaluation::Tuned(tuned) => {
                solo.search_observed(&job, &mut TunedJudge::new(tuned), observer)
            }
            Evaluation::Plain(plain) => {
                solo.search_observed(&job, &mut Forgetful(&**plain), observer)
            }
        };
        Found {
            is_finished: found.nodes < self.order.nodes && !is_raised(self.stop),
            value: Some(found.score),
            depth: found.depth,
            nodes: found.nodes,
            line: found.pv,
        }
    }

    /// The effective branching factor, where there is one depth to speak of.
    pub(super) fn branching(&self, counters: &search::Counters, found: &Found) -> Option<f64> {
        let has_one = match self.order.searcher {
            Searcher::Ladder(algorithm) => algorithm.rung.has_fixed_depth(),
            Searcher::Champion => true,
        };
        let is_whole = counters.nodes_per_ply.len() >= found.depth as usize;
        let factor = counters.branching_factor(found.depth);
        factor.filter(|_| has_one && is_whole && found.is_finished)
    }
}

pub(super) fn is_raised(stop: &AtomicBool) -> bool {
    stop.load(Ordering::Relaxed)
}

/// The keys of the positions before the one where the game stands.
pub(super) fn history(game: &Game) -> Vec<u64> {
    let positions = game.positions();
    positions[..positions.len() - 1].iter().map(Position::key).collect()
}
