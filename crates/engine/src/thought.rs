//! What a player thinks, and what it decides.

use std::time::{Duration, Instant};

use chess::Move;
use eval::Score;

/// What a player holds true for the moment.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Thought {
    /// How deep it has looked, in plies.
    pub depth: u32,
    /// What the position is worth to the side to move.
    pub score: Score,
    /// The line it expects, the move it would play first.
    pub line: Vec<Move>,
    /// Nodes searched so far.
    pub nodes: u64,
    /// How long it has thought.
    pub elapsed: Duration,
    /// Whether this depth is complete; otherwise the best so far of an
    /// unfinished one.
    pub is_complete: bool,
}

/// What a player decides.
#[derive(Clone, PartialEq, Debug)]
pub struct Decision {
    /// The move, legal; `None` only where there is none.
    pub mv: Option<Move>,
    /// What the position is worth to the side to move; `None` if the player did
    /// not say, or moved by its opening book or by dice.
    pub score: Option<Score>,
    /// How deep it looked, in plies.
    pub depth: u32,
    /// Positions it looked at.
    pub nodes: u64,
    /// The line it expects, beginning with the move.
    pub line: Vec<Move>,
    /// How long it took; for a foreign engine, measured at the pipe.
    pub elapsed: Duration,
    /// How bushy its tree was, as far as that can be known.
    pub branching: Option<Branching>,
    /// Whether the move came from the player's opening book.
    pub is_from_book: bool,
    /// What was wrong with a foreign engine's last words apart from its move: a line
    /// that cannot be played, a reply that is not legal. One sentence.
    pub complaint: Option<String>,
}

impl Decision {
    /// A move that nobody thought about.
    pub(crate) fn unsearched(mv: Option<Move>, begun: Instant) -> Decision {
        Decision {
            mv,
            score: None,
            depth: 0,
            nodes: 0,
            line: mv.into_iter().collect(),
            elapsed: begun.elapsed(),
            branching: None,
            is_from_book: false,
            complaint: None,
        }
    }
}

/// How bushy trees were: the moves there were to choose from in all positions
/// that were searched further (report T's branching factor).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Branching {
    /// Positions searched further.
    pub positions: u64,
    /// Legal moves in all of them.
    pub moves: u64,
}

impl Branching {
    /// Moves a position; `None` if no position was searched further.
    pub fn factor(self) -> Option<f64> {
        (self.positions > 0).then(|| self.moves as f64 / self.positions as f64)
    }
}

impl std::ops::AddAssign for Branching {
    fn add_assign(&mut self, other: Branching) {
        self.positions += other.positions;
        self.moves += other.moves;
    }
}
