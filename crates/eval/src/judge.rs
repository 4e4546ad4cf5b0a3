//! Evaluation with memory, for searches that care about speed.

use std::ops::Deref;

use chess::{Move, Position};

use crate::{Evaluator, Score};

/// An evaluation that follows a search move by move.
///
/// A plain [`Evaluator`] sees each position anew. A judge belongs to one thread
/// of one search, is told every move that is made and taken back, and may keep
/// what it has worked out: pawn structures seen before, the sums of a network's
/// first layer. It must answer as if it had seen nothing but the position.
pub trait Judge: Send {
    /// A search begins at `root`. What was followed before is forgotten; what
    /// was learnt about positions may be kept.
    fn start(&mut self, root: &Position);

    /// `mv` was made: it led from `before` to `after`.
    fn play(&mut self, before: &Position, mv: Move, after: &Position);

    /// The mover passed: `after` is the position with the other side to move.
    fn pass(&mut self, after: &Position);

    /// The last move, or pass, was taken back.
    fn undo(&mut self);

    /// What `position`, the one reached by what was played, is worth to the
    /// side to move.
    fn evaluate(&mut self, position: &Position) -> Score;
}

/// Any evaluation, borrowed or shared, as a judge without memory.
#[derive(Clone, Copy)]
pub struct Forgetful<P>(pub P);

impl<P: Deref<Target: Evaluator> + Send> Judge for Forgetful<P> {
    #[inline]
    fn start(&mut self, _: &Position) {}

    #[inline]
    fn play(&mut self, _: &Position, _: Move, _: &Position) {}

    #[inline]
    fn pass(&mut self, _: &Position) {}

    #[inline]
    fn undo(&mut self) {}

    #[inline]
    fn evaluate(&mut self, position: &Position) -> Score {
        self.0.evaluate(position)
    }
}
