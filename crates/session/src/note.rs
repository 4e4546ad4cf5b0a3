//! What is known about a move.

use std::time::Duration;

use engine::{Branching, Decision};
use eval::Score;

/// What is known about a move besides the move itself.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Note {
    /// How long it took.
    pub elapsed: Duration,
    /// What was left on the mover's clock after it.
    pub clock: Option<Duration>,
    /// Which computer player made it; `None` for a person.
    pub by: Option<String>,
    /// What the mover thought the position was worth, from its own view.
    pub score: Option<Score>,
    /// How deep it looked.
    pub depth: u32,
    /// Positions it looked at.
    pub nodes: u64,
    /// How bushy its trees were.
    pub branching: Option<Branching>,
}

impl Note {
    /// What a computer player's decision leaves to note.
    pub fn of_decision(decision: &Decision, by: &str) -> Note {
        Note {
            by: Some(by.to_owned()),
            score: decision.score,
            depth: decision.depth,
            nodes: decision.nodes,
            branching: decision.branching,
            ..Note::default()
        }
    }
}
