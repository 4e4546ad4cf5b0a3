//! What every evaluation can do.

use chess::Position;

use crate::{Explanation, PieceValue, Score, is_endgame, piece_values};

/// A static evaluation: a position in, a score out, nothing searched.
///
/// Searches ask it only about positions where the game goes on: mate,
/// stalemate and draws are theirs to see. It must nevertheless answer on any
/// legal position, and be symmetric: a [mirrored](Position::mirrored) position
/// is worth the same to its mover.
pub trait Evaluator: Send + Sync {
    /// The name by which users choose it.
    fn name(&self) -> &'static str;

    /// What it counts, in a few words, for lists of the known evaluations.
    fn summary(&self) -> &'static str;

    /// What the position is worth to the side to move. Called at every leaf:
    /// no allocation, nothing that is not needed.
    fn evaluate(&self, position: &Position) -> Score;

    /// The same verdict term by term; slower, for people to read.
    fn explain(&self, position: &Position) -> Explanation;

    /// What each piece but the kings is worth where it stands, a1 first.
    ///
    /// The values do not add up to the verdict: pieces help and hinder each other.
    fn piece_values(&self, position: &Position) -> Vec<PieceValue> {
        piece_values::piece_values(position, |position| self.evaluate(position))
    }

    /// Whether it takes the position for an endgame. A search may look two
    /// plies further there, as report A does.
    fn is_endgame(&self, position: &Position) -> bool {
        is_endgame(position)
    }
}

/// Evaluations that live as long as the program are lent, not copied.
impl<E: Evaluator + ?Sized> Evaluator for &E {
    fn name(&self) -> &'static str {
        (**self).name()
    }

    fn summary(&self) -> &'static str {
        (**self).summary()
    }

    fn evaluate(&self, position: &Position) -> Score {
        (**self).evaluate(position)
    }

    fn explain(&self, position: &Position) -> Explanation {
        (**self).explain(position)
    }

    fn piece_values(&self, position: &Position) -> Vec<PieceValue> {
        (**self).piece_values(position)
    }

    fn is_endgame(&self, position: &Position) -> bool {
        (**self).is_endgame(position)
    }
}
