//! What is to be looked at, and what was seen.

use std::sync::Arc;
use std::time::Duration;

use chess::pgn::Pgn;
use chess::{CastlingNotation, Epd, Game, Move, Position};
use engine::Knowledge;
use engine::review::{Assessment, Judgement};

use super::goal::Goal;

/// A position to look at.
pub(super) struct Task {
    /// Its number among the good positions of the input, from 1.
    pub(super) index: u64,
    /// The game whose last position it is; the others are for repetitions.
    pub(super) game: Game,
    pub(super) origin: Origin,
    /// Bytes of the input up to here.
    pub(super) offset: u64,
}

/// Where a position comes from.
pub(super) enum Origin {
    /// A line of its own.
    Line {
        /// Its number from 1.
        line: u64,
        epd: Box<Epd>,
        goal: Option<Goal>,
    },
    /// A game.
    Ply(Ply),
}

/// A place in the main line of a game.
pub(super) struct Ply {
    pub(super) game: Arc<Source>,
    /// How many moves were played before.
    pub(super) ply: u64,
    /// The move played here; `None` at the end and where a side passed.
    pub(super) mv: Option<Move>,
    pub(super) is_last: bool,
}

/// A game of the input.
pub(super) struct Source {
    /// Its number from 1.
    pub(super) number: u64,
    pub(super) pgn: Pgn,
}

/// A position that was looked at.
pub(super) struct Done {
    pub(super) task: Task,
    pub(super) said: Assessment,
    /// What endgame tables know.
    pub(super) known: Option<Knowledge>,
    pub(super) nodes: u64,
    pub(super) time: Duration,
}

/// The same with a judgement of the move played there, if it can be judged.
pub(super) struct Judged {
    pub(super) done: Done,
    pub(super) judgement: Option<Judgement>,
}

impl Task {
    pub(super) fn position(&self) -> &Position {
        self.game.position()
    }

    /// What a suite wants here.
    pub(super) fn goal(&self) -> Option<&Goal> {
        match &self.origin {
            Origin::Line { goal, .. } => goal.as_ref(),
            Origin::Ply(_) => None,
        }
    }
}

impl Done {
    /// Whether a move follows that the next position will judge.
    fn awaits_judgement(&self) -> bool {
        matches!(&self.task.origin, Origin::Ply(ply) if ply.mv.is_some())
    }
}

/// Holds back each position of a game until the next one tells what the move
/// between them was worth.
#[derive(Default)]
pub(super) struct Judge {
    held: Option<Done>,
}

impl Judge {
    /// Takes the next position; those that are judged, in their order.
    pub(super) fn take(&mut self, done: Done) -> impl Iterator<Item = Judged> {
        let before = self.held.take().map(|before| {
            let mv = match &before.task.origin {
                Origin::Ply(ply) => ply.mv,
                Origin::Line { .. } => None,
            };
            let judgement = mv.map(|mv| Judgement::of(&before.said, mv, &done.said));
            Judged { done: before, judgement }
        });
        let here = if done.awaits_judgement() {
            self.held = Some(done);
            None
        } else {
            Some(Judged { done, judgement: None })
        };
        before.into_iter().chain(here)
    }
}

/// The usual castling notation where it is enough.
pub(super) fn notation(position: &Position) -> CastlingNotation {
    if position.has_standard_castling() {
        CastlingNotation::Standard
    } else {
        CastlingNotation::Chess960
    }
}
