//! What to search.

use chess::Position;
use eval::Evaluator;

use crate::Control;
use crate::ladder::MoveOrder;

/// Everything a searcher is told.
#[derive(Clone, Copy)]
pub struct Task<'a> {
    /// The position to find a move in.
    pub position: &'a Position,
    /// The keys of the positions of the game before this one, oldest first, so
    /// that repetitions are seen. May be empty.
    pub history: &'a [u64],
    /// What leaves are worth.
    pub evaluator: &'a dyn Evaluator,
    /// How many plies to look ahead.
    pub depth: u32,
    /// What only some searchers look at.
    pub options: Options,
    /// When to stop early.
    pub control: Control<'a>,
}

impl<'a> Task<'a> {
    /// A search of `position` alone, with default options and no limit but `depth`.
    pub fn new(position: &'a Position, evaluator: &'a dyn Evaluator, depth: u32) -> Task<'a> {
        Task {
            position,
            history: &[],
            evaluator,
            depth,
            options: Options::default(),
            control: Control::unlimited(),
        }
    }

    /// The depth to search: two plies more in the endgame if the option says so
    /// and the evaluation calls this an endgame (report A).
    pub fn full_depth(&self) -> u32 {
        let deeper = self.options.deeper_endgame && self.evaluator.is_endgame(self.position);
        self.depth + if deeper { 2 } else { 0 }
    }

    /// The same task to exactly this depth, endgame or not: one step on the way
    /// to [`full_depth`](Task::full_depth).
    pub fn to_depth(&self, depth: u32) -> Task<'a> {
        let options = Options { deeper_endgame: false, ..self.options };
        Task { depth, options, ..*self }
    }
}

/// What only some searchers look at; each rung's page says which.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// In which order moves are tried.
    pub order: MoveOrder,
    /// Search two plies deeper in the endgame.
    pub deeper_endgame: bool,
    /// Quiescence: leave out captures that cannot raise alpha.
    pub delta_pruning: bool,
    /// Quiescence: leave out captures that lose material by SEE.
    pub see_pruning: bool,
    /// Seed of searchers that roll dice.
    pub seed: u64,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            order: MoveOrder::History,
            deeper_endgame: false,
            delta_pruning: false,
            see_pruning: false,
            seed: 1,
        }
    }
}
