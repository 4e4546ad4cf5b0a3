//! The rungs by name.

use crate::{Observer, Report, Task};

use super::{
    alphabeta, deepening, minimax, mtdf, nullmove, ordered, pvs, quiescence, random, table,
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
}

impl Rung {
    /// All rungs, from the bottom up.
    pub const ALL: [Rung; 10] = [
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

    /// Searches.
    pub fn search<O: Observer>(self, task: &Task<'_>, observer: &mut O) -> Report {
        match self {
            Rung::Random => random::search(task, observer),
            Rung::Minimax => minimax::search(task, observer),
            Rung::Deepening => deepening::search(task, observer),
            Rung::AlphaBeta => alphabeta::search(task, observer),
            Rung::Ordered => ordered::search(task, observer),
            Rung::Table => table::search(task, observer),
            Rung::Quiescence => quiescence::search(task, observer),
            Rung::NullMove => nullmove::search(task, observer),
            Rung::Pvs => pvs::search(task, observer),
            Rung::Mtdf => mtdf::search(task, observer),
        }
    }
}
