//! Knowledge of endings in front of an evaluator that has none.

use chess::{Move, Position};

use crate::tuned::lone_king;
use crate::{IncrementalEvaluator, Score};

/// An incremental evaluator that is not asked where one side has nothing but its king: what to
/// win there, and how, is known. A network has seen too few such endings to
/// tell a step towards mate from a step away from it.
pub struct Knowing<J>(pub J);

impl<J: IncrementalEvaluator> IncrementalEvaluator for Knowing<J> {
    #[inline]
    fn start(&mut self, root: &Position) {
        self.0.start(root);
    }

    #[inline]
    fn play(&mut self, before: &Position, mv: Move, after: &Position) {
        self.0.play(before, mv, after);
    }

    #[inline]
    fn pass(&mut self, after: &Position) {
        self.0.pass(after);
    }

    #[inline]
    fn undo(&mut self) {
        self.0.undo();
    }

    #[inline]
    fn evaluate(&mut self, position: &Position) -> Score {
        known_ending(position).unwrap_or_else(|| self.0.evaluate(position))
    }
}

/// What [`Knowing`] says of a position in place of its evaluator, the mover's view;
/// `None` where it asks the evaluator.
pub fn known_ending(position: &Position) -> Option<Score> {
    lone_king(position)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Forgetful, Material};

    #[test]
    fn only_lone_kings_are_known() {
        let material = Material::default();
        let mut evaluator = Knowing(Forgetful(&material));
        let mut value = |fen: &str| {
            let position: Position = fen.parse().unwrap();
            evaluator.start(&position);
            evaluator.evaluate(&position).raw()
        };
        assert_eq!(value("4k3/8/8/8/8/8/4P3/4K2r w - - 0 1"), -400);
        assert!(value("8/8/4k3/8/8/8/8/3BNK2 w - - 0 1") > 6_000);
        assert!(value("8/8/4k3/8/8/8/8/3BNK2 b - - 0 1") < -6_000);
        assert_eq!(value("8/8/4k3/8/8/8/8/3NNK2 w - - 0 1"), 0, "two knights");
    }
}
