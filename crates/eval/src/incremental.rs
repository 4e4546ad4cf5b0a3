//! Evaluation with memory, for searches that care about speed.

use std::ops::{Deref, DerefMut};

use chess::{Move, Position};

use crate::{Evaluator, Score};

/// An evaluation that follows a search move by move.
///
/// A plain [`Evaluator`] sees each position anew. An incremental evaluator belongs to one thread
/// of one search, is told every move that is made and taken back, and may keep
/// what it has worked out: pawn structures seen before, the sums of a network's
/// first layer. It must answer as if it had seen nothing but the position. One
/// that remembers nothing of the moves only says how it evaluates.
pub trait IncrementalEvaluator: Send {
    /// A search begins at `root`. What was followed before is forgotten; what
    /// was learnt about positions may be kept.
    #[inline]
    fn start(&mut self, root: &Position) {
        let _ = root;
    }

    /// `mv` was made: it led from `before` to `after`.
    #[inline]
    fn play(&mut self, before: &Position, mv: Move, after: &Position) {
        let _ = (before, mv, after);
    }

    /// The mover passed: `after` is the position with the other side to move.
    #[inline]
    fn pass(&mut self, after: &Position) {
        let _ = after;
    }

    /// The last move, or pass, was taken back.
    #[inline]
    fn undo(&mut self) {}

    /// What `position`, the one reached by what was played, is worth to the
    /// side to move.
    fn evaluate(&mut self, position: &Position) -> Score;
}

/// One that is borrowed or in a box. Where it is known only when the program runs which one it is, a search is
/// compiled once for all of them.
impl<P: DerefMut<Target: IncrementalEvaluator> + Send> IncrementalEvaluator for P {
    #[inline]
    fn start(&mut self, root: &Position) {
        (**self).start(root);
    }

    #[inline]
    fn play(&mut self, before: &Position, mv: Move, after: &Position) {
        (**self).play(before, mv, after);
    }

    #[inline]
    fn pass(&mut self, after: &Position) {
        (**self).pass(after);
    }

    #[inline]
    fn undo(&mut self) {
        (**self).undo();
    }

    #[inline]
    fn evaluate(&mut self, position: &Position) -> Score {
        (**self).evaluate(position)
    }
}

/// Any evaluation, borrowed or shared, as an evaluator without memory.
#[derive(Clone, Copy)]
pub struct Forgetful<P>(pub P);

impl<P: Deref<Target: Evaluator> + Send> IncrementalEvaluator for Forgetful<P> {
    #[inline]
    fn evaluate(&mut self, position: &Position) -> Score {
        self.0.evaluate(position)
    }
}
