//! The rungs by name.

use crate::{Ending, Observer, Report, Silent, Task};

use super::{
    Store, alphabeta, bayes, bestfirst, deepening, growth, mcts, minimax, mn, mtdf, nullmove,
    ordered, probimax, pvs, quiescence, random, table,
};

/// The deepest search the ladder takes on, in plies. Beyond, even the best
/// rung would not come back.
pub const MAX_DEPTH: u32 = 30;

/// A rung of the ladder.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)] // `summary` says it
pub enum Rung {
    Random,
    Minimax,
    Deepening,
    AlphaBeta,
    Ordered,
    Table,
    Quiescence,
    NullMove,
    Pvs,
    Mtdf,
    BestFirst,
    Mn,
    ProbiMax,
    Bayes,
    Mcts,
}

impl Rung {
    /// All rungs, from the bottom up, then the side paths.
    pub const ALL: [Rung; 15] = [
        Rung::Random,
        Rung::Minimax,
        Rung::Deepening,
        Rung::AlphaBeta,
        Rung::Ordered,
        Rung::Table,
        Rung::Quiescence,
        Rung::NullMove,
        Rung::Pvs,
        Rung::Mtdf,
        Rung::BestFirst,
        Rung::Mn,
        Rung::ProbiMax,
        Rung::Bayes,
        Rung::Mcts,
    ];

    /// The name used on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Rung::Random => "random",
            Rung::Minimax => "minimax",
            Rung::Deepening => "deepening",
            Rung::AlphaBeta => "alphabeta",
            Rung::Ordered => "ordered",
            Rung::Table => "table",
            Rung::Quiescence => "quiescence",
            Rung::NullMove => "nullmove",
            Rung::Pvs => "pvs",
            Rung::Mtdf => "mtdf",
            Rung::BestFirst => "bestfirst",
            Rung::Mn => "mn",
            Rung::ProbiMax => "probimax",
            Rung::Bayes => "bayes",
            Rung::Mcts => "mcts",
        }
    }

    /// The idea in a line.
    pub const fn summary(self) -> &'static str {
        match self {
            Rung::Random => "any legal move",
            Rung::Minimax => "all moves to a fixed depth",
            Rung::Deepening => "minimax to depth 1, 2, 3 ...",
            Rung::AlphaBeta => "leaves out what cannot change the result",
            Rung::Ordered => "alpha-beta with good moves first",
            Rung::Table => "remembers positions reached before",
            Rung::Quiescence => "searches captures on beyond the horizon",
            Rung::NullMove => "lets the mover pass to see whether that is enough",
            Rung::Pvs => "proves the other moves no better than the first",
            Rung::Mtdf => "closes in on the value by yes-or-no questions",
            Rung::BestFirst => "always looks deeper into the line that looks best",
            Rung::Mn => "counts several good moves for more than one",
            Rung::ProbiMax => "counts on the opponent's errors",
            Rung::Bayes => "knows how sure it is and looks where it matters",
            Rung::Mcts => "visits good moves more often and averages (UCT)",
        }
    }

    /// The rung with this name.
    pub fn by_name(name: &str) -> Option<Rung> {
        Rung::ALL.into_iter().find(|rung| rung.name() == name)
    }

    /// Whether it finds exactly minimax's value at the same depth.
    pub const fn is_exact(self) -> bool {
        matches!(
            self,
            Rung::Minimax
                | Rung::Deepening
                | Rung::AlphaBeta
                | Rung::Ordered
                | Rung::Table
                | Rung::Pvs
                | Rung::Mtdf
        )
    }

    /// Whether it looks ahead at all, so that it knows what its move is worth.
    pub const fn looks_ahead(self) -> bool {
        !matches!(self, Rung::Random)
    }

    /// Whether it remembers positions in a [`Store`].
    pub const fn has_store(self) -> bool {
        matches!(self, Rung::Table | Rung::Quiescence | Rung::NullMove | Rung::Pvs | Rung::Mtdf)
    }

    /// Whether it goes to a fixed depth, rather than end by itself after a
    /// number of nodes.
    pub const fn has_fixed_depth(self) -> bool {
        !matches!(self, Rung::Random | Rung::BestFirst | Rung::Bayes | Rung::Mcts)
    }

    /// After how many nodes it ends by itself, where the task does not say how
    /// many; `None` if it goes to a fixed depth.
    pub fn budget(self, task: &Task<'_>) -> Option<u64> {
        match self {
            Rung::Random => Some(0),
            Rung::BestFirst | Rung::Bayes | Rung::Mcts => Some(growth::worth(task)),
            _ => None,
        }
    }

    /// Whether it has an answer of its own whenever it is stopped.
    const fn is_anytime(self) -> bool {
        matches!(
            self,
            Rung::Random
                | Rung::Deepening
                | Rung::Mtdf
                | Rung::BestFirst
                | Rung::Bayes
                | Rung::Mcts
        )
    }

    /// Searches.
    ///
    /// A search that may be stopped deepens ply by ply, so that its answer is
    /// the best move of the last depth it finished. One that cannot be stopped
    /// goes straight to its depth, which is what the lessons count.
    pub fn search<O: Observer>(self, task: &Task<'_>, observer: &mut O) -> Report {
        self.search_with(task, &mut Store::default(), observer)
    }

    /// The same with memory that is at hand, for whoever does not want to pay for
    /// it in each search. What it holds does not matter.
    pub fn search_with<O: Observer>(
        self,
        task: &Task<'_>,
        store: &mut Store,
        observer: &mut O,
    ) -> Report {
        if self.is_anytime() || !task.control.is_limited() {
            self.search_straight_with(task, store, observer)
        } else {
            self.deepen(task, store, observer).with_a_line()
        }
    }

    /// The same with nobody watching. It is compiled here, once for everybody.
    pub fn search_unwatched(self, task: &Task<'_>, store: &mut Store) -> Report {
        self.search_with(task, store, &mut Silent)
    }

    /// Searches straight to the depth, even where the task may be stopped
    /// early. It then knows only of the moves that it has reached.
    pub fn search_straight<O: Observer>(self, task: &Task<'_>, observer: &mut O) -> Report {
        self.search_straight_with(task, &mut Store::default(), observer)
    }

    /// The same with memory that is at hand.
    pub fn search_straight_with<O: Observer>(
        self,
        task: &Task<'_>,
        store: &mut Store,
        observer: &mut O,
    ) -> Report {
        self.run(task, store, observer).with_a_line()
    }

    fn deepen<O: Observer>(self, task: &Task<'_>, store: &mut Store, observer: &mut O) -> Report {
        let mut deepest = Report {
            best: task.position.legal_moves().first().copied(),
            score: task.evaluator.evaluate(task.position),
            ..Report::default()
        };
        for depth in 1..=task.full_depth().max(1) {
            let control = task.control.after(deepest.nodes);
            let report = self.run(&Task { control, ..task.to_depth(depth) }, store, observer);
            let nodes = deepest.nodes + report.nodes;
            if !report.is_finished() {
                // Half a depth says too little about the moves it has not
                // reached; half of the first is better than nothing.
                if deepest.depth == 0 && !report.pv.is_empty() {
                    deepest = Report { depth: 0, ..report };
                }
                return Report { nodes, ending: Ending::Stopped, ..deepest };
            }
            observer.iteration(report.depth, report.score, &report.pv, nodes);
            deepest = Report { nodes, ..report };
        }
        deepest
    }

    fn run<O: Observer>(self, task: &Task<'_>, store: &mut Store, observer: &mut O) -> Report {
        match self {
            Rung::Random => random::search(task, observer),
            Rung::Minimax => minimax::search(task, observer),
            Rung::Deepening => deepening::search(task, observer),
            Rung::AlphaBeta => alphabeta::search(task, observer),
            Rung::Ordered => ordered::search(task, observer),
            Rung::Table => table::search(task, store, observer),
            Rung::Quiescence => quiescence::search(task, store, observer),
            Rung::NullMove => nullmove::search(task, store, observer),
            Rung::Pvs => pvs::search(task, store, observer),
            Rung::Mtdf => mtdf::search(task, store, observer),
            Rung::BestFirst => bestfirst::search(task, observer),
            Rung::Mn => mn::search(task, observer),
            Rung::ProbiMax => probimax::search(task, observer),
            Rung::Bayes => bayes::search(task, observer),
            Rung::Mcts => mcts::search(task, observer),
        }
    }
}
