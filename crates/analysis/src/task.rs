//! What is to be looked at, and what was seen.

use std::sync::Arc;
use std::time::Duration;

use chess::pgn::Pgn;
use chess::{CastlingNotation, Epd, Game, Move, Position};
use coach::MoveExplanation;
use engine::Knowledge;
use engine::review::{Assessment, Judgement};

use crate::commentary::Commentary;
use crate::goal::Goal;

/// A position to look at.
#[derive(Debug)]
pub struct AnalysisTask {
    /// Its number among the good positions of the input, from 1.
    pub index: u64,
    /// The game whose last position it is; the others are for repetitions.
    pub game: Game,
    /// Where it comes from.
    pub origin: Origin,
    /// Bytes of the input up to here.
    pub offset: u64,
}

/// Where a position comes from.
#[derive(Debug)]
pub enum Origin {
    /// A line of its own.
    Line {
        /// Its number from 1.
        line: u64,
        /// All that it says.
        epd: Box<Epd>,
        /// What it wants to be found.
        goal: Option<Goal>,
    },
    /// A game.
    Ply(MainLinePly),
}

/// A place in the main line of a game.
#[derive(Debug)]
pub struct MainLinePly {
    /// The game.
    pub game: Arc<SourceGame>,
    /// How many moves were played before.
    pub ply: u64,
    /// The move played here; `None` at the end and where a side passed.
    pub mv: Option<Move>,
    /// Whether it is the last place of the game.
    pub is_last: bool,
}

/// A game of the input.
#[derive(Debug)]
pub struct SourceGame {
    /// Its number from 1.
    pub number: u64,
    /// The game itself.
    pub pgn: Pgn,
}

/// A position that was looked at.
#[derive(Debug)]
pub struct Done {
    /// What was looked at.
    pub task: AnalysisTask,
    /// What the champion says about it.
    pub said: Assessment,
    /// What endgame tables know.
    pub known: Option<Knowledge>,
    /// Nodes that were searched.
    pub nodes: u64,
    /// How long that took.
    pub time: Duration,
}

/// The same with a judgement of the move played there, if it can be judged.
#[derive(Debug)]
pub struct Judged {
    /// The position.
    pub done: Done,
    /// What the move was worth.
    pub judgement: Option<Judgement>,
    /// What the coach says of it, if it looked bad and somebody wants to know.
    pub said: Option<MoveExplanation>,
}

impl AnalysisTask {
    /// The position.
    pub fn position(&self) -> &Position {
        self.game.position()
    }

    /// What a suite wants here.
    pub fn goal(&self) -> Option<&Goal> {
        match &self.origin {
            Origin::Line { goal, .. } => goal.as_ref(),
            Origin::Ply(_) => None,
        }
    }
}

impl Done {
    /// Nodes that were searched for each line that was asked for.
    pub(crate) fn nodes_a_line(&self) -> u64 {
        self.nodes / (self.said.lines.len() as u64).max(1)
    }

    /// Whether a move follows that the next position will judge.
    fn awaits_judgement(&self) -> bool {
        matches!(&self.task.origin, Origin::Ply(ply) if ply.mv.is_some())
    }
}

/// Holds back each position of a game until the next one tells what the move
/// between them was worth.
#[derive(Debug, Default)]
pub struct HeldPosition {
    held: Option<Done>,
}

impl HeldPosition {
    /// Takes the next position; those that are judged, in their order. What the commentary says of
    /// a move holds.
    pub fn take(
        &mut self,
        done: Done,
        commentary: &mut Commentary,
    ) -> impl Iterator<Item = Judged> + use<> {
        let before = self.held.take().map(|before| {
            let mv = match &before.task.origin {
                Origin::Ply(ply) => ply.mv,
                Origin::Line { .. } => None,
            };
            let said = mv.and_then(|mv| commentary.of_move(&before, mv, &done));
            let plain = || mv.map(|mv| Judgement::of(&before.said, mv, &done.said));
            let judgement = said.as_ref().map(|said| said.judgement).or_else(plain);
            Judged { done: before, judgement, said }
        });
        let here = if done.awaits_judgement() {
            self.held = Some(done);
            None
        } else {
            Some(Judged { done, judgement: None, said: None })
        };
        before.into_iter().chain(here)
    }
}

/// The usual castling notation where it is enough.
pub(crate) fn notation(position: &Position) -> CastlingNotation {
    if position.has_standard_castling() {
        CastlingNotation::Standard
    } else {
        CastlingNotation::Chess960
    }
}
