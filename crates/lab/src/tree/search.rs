//! A search that can be run again: a rung of the ladder, or the champion.

use chess::Position;
use eval::Evaluation;
use search::champion::{Job, MemoryError, Solo};
use search::ladder::Algorithm;
use search::{Counters, Ending, Limits, Observer, Report, Signals, Task};

use super::Searcher;

/// The champion's table in MiB.
const HASH_MIB: usize = 16;

/// What is searched, by whom and how far.
#[derive(Clone, Copy)]
pub struct Assignment<'a> {
    /// Where.
    pub position: &'a Position,
    /// The keys of the positions of the game before this one, oldest first, so
    /// that repetitions are seen. May be empty.
    pub history: &'a [u64],
    /// By whom.
    pub searcher: Searcher,
    /// What leaves are judged with.
    pub evaluation: &'a Evaluation,
    /// How many plies deep.
    pub depth: u32,
    /// Within how many nodes; a searcher with a limit of its own keeps to that.
    pub nodes: u64,
    /// Which pass through the root the tree is of, from 1; if not said the last, of the
    /// champion the largest.
    pub pass: Option<u32>,
    /// Ends the search early when it is raised.
    pub stop: Option<&'a Signals>,
}

impl<'a> Assignment<'a> {
    /// Nodes searched unless somebody says otherwise: some seconds.
    pub const NODES: u64 = 20_000_000;

    /// A search of `position` alone with the usual limit of nodes.
    pub fn new(
        position: &'a Position,
        searcher: Searcher,
        evaluation: &'a Evaluation,
        depth: u32,
    ) -> Assignment<'a> {
        Assignment {
            position,
            history: &[],
            searcher,
            evaluation,
            depth,
            nodes: Assignment::NODES,
            pass: None,
            stop: None,
        }
    }

    /// Whether somebody has ended it.
    pub(super) fn is_stopped(&self) -> bool {
        self.stop.is_some_and(Signals::is_stopped)
    }
}

/// A search that can be run again and finds the same each time.
pub(super) struct TreeSearch<'a> {
    assignment: Assignment<'a>,
    solo: Option<Solo>,
}

impl<'a> TreeSearch<'a> {
    /// Makes ready to search.
    pub(super) fn new(assignment: Assignment<'a>) -> Result<TreeSearch<'a>, MemoryError> {
        let solo = match assignment.searcher {
            Searcher::Champion => Some(Solo::new(HASH_MIB)?),
            Searcher::Ladder(_) => None,
        };
        Ok(TreeSearch { assignment, solo })
    }

    /// How deep it is to go, an endgame's extra plies included.
    pub(super) fn full_depth(&self) -> u32 {
        match self.assignment.searcher {
            Searcher::Ladder(algorithm) => self.task(&algorithm).full_depth(),
            Searcher::Champion => self.assignment.depth,
        }
    }

    /// Whether a smaller depth would take fewer nodes.
    pub(super) fn can_be_shallower(&self) -> bool {
        match self.assignment.searcher {
            Searcher::Ladder(algorithm) => self.is_straight(&algorithm),
            Searcher::Champion => true,
        }
    }

    /// The deepest search that ends within the nodes, where one to depth `asked`
    /// did not but went as far as `reached`. If not even one ply does, it is that.
    pub(super) fn deepest_within(&self, asked: u32, reached: u32) -> u32 {
        match self.assignment.searcher {
            // It deepens by itself, and so far it has come to an end.
            Searcher::Champion => reached.max(1),
            Searcher::Ladder(algorithm) => {
                // Nobody wants the numbers, but a search that counts is compiled anyway.
                let fits = |depth: &u32| {
                    self.run_ladder(&algorithm, *depth, &mut Counters::default()).is_finished()
                };
                (1..asked).take_while(fits).last().unwrap_or(1)
            }
        }
    }

    /// Searches to this depth.
    pub(super) fn run<O: Observer>(&mut self, depth: u32, observer: &mut O) -> Report {
        match self.assignment.searcher {
            Searcher::Champion => self.run_champion(depth, observer),
            Searcher::Ladder(algorithm) => self.run_ladder(&algorithm, depth, observer),
        }
    }

    fn run_ladder<O: Observer>(
        &self,
        algorithm: &Algorithm,
        depth: u32,
        observer: &mut O,
    ) -> Report {
        let task = self.task(algorithm);
        // The depth that was asked for may grow in an endgame; any other is meant as
        // it is.
        let task = if depth == task.full_depth() { task } else { task.to_depth(depth) };
        match self.is_straight(algorithm) {
            true => algorithm.rung.search_straight(&task, observer),
            false => algorithm.rung.search(&task, observer),
        }
    }

    fn run_champion<O: Observer>(&mut self, depth: u32, observer: &mut O) -> Report {
        let Assignment { position, history, evaluation, nodes, stop, .. } = self.assignment;
        let limits = Limits { depth: Some(depth), nodes: Some(nodes), ..Limits::default() };
        let never = Signals::new();
        let job = Job { history, ..Job::new(position, &limits, stop.unwrap_or(&never)) };
        let found = self.solo.as_mut().map(|solo| {
            // The same tree whatever was searched before.
            solo.clear();
            solo.search_observed(&job, &mut evaluation.incremental(), observer)
        });
        let is_finished = found.as_ref().is_some_and(|found| found.nodes < nodes)
            && !self.assignment.is_stopped();
        let ending = if is_finished { Ending::Finished } else { Ending::Stopped };
        // A champion's search has its searcher.
        Report { ending, ..found.unwrap_or_default() }
    }

    fn task(&self, algorithm: &Algorithm) -> Task<'a> {
        let Assignment { position, history, evaluation, depth, nodes, stop, .. } = self.assignment;
        let task = algorithm.task(position, evaluation.evaluator(), depth);
        let mut control = task.control;
        let keeps_to_less = algorithm.rung.budget(&task).is_some_and(|own| own <= nodes);
        if algorithm.nodes.is_none() && !keeps_to_less {
            control = control.nodes(nodes);
        }
        if let Some(stop) = stop {
            control = control.stopped_by(stop);
        }
        Task { history, control, ..task }
    }

    /// Straight to its depth goes what has no limit or budget of its own: that
    /// is the search whose nodes are of interest.
    fn is_straight(&self, algorithm: &Algorithm) -> bool {
        algorithm.nodes.is_none() && algorithm.rung.budget(&self.task(algorithm)).is_none()
    }
}
