//! `simple`: the pieces, and whether the king has castled.

use chess::{Color, Position};

use crate::castling::Castling;
use crate::material::KING_VALUE;
use crate::tally::{self, TermSink, Terms};
use crate::weights::{self, weights};
use crate::{Evaluator, Explanation, PieceValues, Score, Tunable, Weight, WeightsError};

/// Report A's quick evaluation: material, two pawns for having castled, minus
/// two for having moved king or rook before castling.
///
/// The report remembers the game; a position has no history, and two paths to
/// one position must not give two scores. So it is read off the position:
///
/// * a castling right is left: 0;
/// * none is left and the king stands as if castled (on its back rank on the
///   a-, b-, c-, g- or h-file, with no rook of its own walled in between it and
///   the corner): +2;
/// * none is left and it does not: −2, whether the king moved, the rooks moved,
///   or the rooks were taken at home.
///
/// What this gives up: a king that castled and then leaves its back rank counts
/// as one that never did. The evaluation likes its king at home to the end.
#[derive(Clone, Debug, Default)]
pub struct Simple {
    weights: SimpleWeights,
}

weights! {
    /// The weights of [`Simple`]; all figures are the report's.
    pub struct SimpleWeights {
        /// The pieces.
        pub values: PieceValues = PieceValues::DEFAULT,
        /// A king that has castled.
        pub castled: i32 = 200,
        /// A king that can castle no more and has not.
        pub castling_missed: i32 = -200,
    }
}

impl Simple {
    /// The evaluation with these weights.
    pub const fn new(weights: SimpleWeights) -> Simple {
        Simple { weights }
    }
}

impl Evaluator for Simple {
    fn name(&self) -> &'static str {
        "simple"
    }

    fn summary(&self) -> &'static str {
        "the pieces, and whether the king has castled"
    }

    fn evaluate(&self, position: &Position) -> Score {
        tally::score(self, position)
    }

    fn explain(&self, position: &Position) -> Explanation {
        tally::explanation(self.name(), self, position, Vec::new())
    }
}

impl Terms for Simple {
    #[inline(always)]
    fn tally<T: TermSink>(&self, position: &Position, tally: &mut T) {
        for color in Color::ALL {
            tally.add("material", color, self.weights.values.material(position.board(), color));
            tally.add("king", color, KING_VALUE);
            let castling = match Castling::of(position, color) {
                Castling::Possible => 0,
                Castling::Done => self.weights.castled,
                Castling::Missed => self.weights.castling_missed,
            };
            tally.add("castling", color, castling);
        }
    }
}

impl Tunable for Simple {
    fn weights(&self) -> Vec<Weight> {
        weights::list(&self.weights)
    }

    fn with_weights(&self, values: &[i32]) -> Result<Box<dyn Tunable>, WeightsError> {
        Ok(Box::new(Simple::new(weights::replaced(&self.weights, values)?)))
    }
}
