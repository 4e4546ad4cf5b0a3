//! `material`: the pieces and nothing else.

use chess::{Color, Position, Role};

use crate::tally::{self, TermSink, Terms};
use crate::values::COUNTED;
use crate::weights::{self, weights};
use crate::{Evaluator, Explanation, PieceValues, Score, Tunable, Weight, WeightsError};

/// Counts the pieces, as report P does: pawn 1, knight and bishop 3, rook 5,
/// queen 9.
///
/// The report's king of 200 is shown when the evaluation explains itself. It is
/// not a weight: each side always has one, so it cannot make a difference.
#[derive(Clone, Debug, Default)]
pub struct Material {
    weights: MaterialWeights,
}

weights! {
    /// The weights of [`Material`].
    pub struct MaterialWeights {
        /// The pieces.
        pub values: PieceValues = PieceValues::DEFAULT,
    }
}

/// The king of reports P and A: more than everything else together.
pub(crate) const KING_VALUE: i32 = 20_000;

impl Material {
    /// The evaluation with these weights.
    pub const fn new(weights: MaterialWeights) -> Material {
        Material { weights }
    }
}

impl Evaluator for Material {
    fn name(&self) -> &'static str {
        "material"
    }

    fn summary(&self) -> &'static str {
        "the pieces: 1 3 3 5 9"
    }

    fn evaluate(&self, position: &Position) -> Score {
        tally::score(self, position)
    }

    fn explain(&self, position: &Position) -> Explanation {
        tally::explanation(self.name(), self, position, Vec::new())
    }
}

impl Terms for Material {
    #[inline(always)]
    fn tally<T: TermSink>(&self, position: &Position, tally: &mut T) {
        for role in COUNTED {
            for color in Color::ALL {
                let count = position.board().pieces(color, role).count() as i32;
                tally.add(plural(role), color, count * self.weights.values.of(role));
            }
        }
        for color in Color::ALL {
            tally.add("king", color, KING_VALUE);
        }
    }
}

impl Tunable for Material {
    fn weights(&self) -> Vec<Weight> {
        weights::list(&self.weights)
    }

    fn with_weights(&self, values: &[i32]) -> Result<Box<dyn Tunable>, WeightsError> {
        Ok(Box::new(Material::new(weights::replaced(&self.weights, values)?)))
    }
}

const fn plural(role: Role) -> &'static str {
    match role {
        Role::Pawn => "pawns",
        Role::Knight => "knights",
        Role::Bishop => "bishops",
        Role::Rook => "rooks",
        Role::Queen => "queens",
        Role::King => "king",
    }
}
