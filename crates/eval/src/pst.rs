//! `pst`: a piece's value plus a bonus of its square.

use chess::{Color, Position};

use crate::material::KING_VALUE;
use crate::squares::tally_squares;
use crate::tally::{self, TermSink, Terms};
use crate::weights::{self, weights};
use crate::{Evaluator, Explanation, PieceValues, Score, SquareMap, Tunable, Weight, WeightsError};

/// Report J's evaluation: values of 100 320 330 500 900 and piece-square tables.
///
/// The values are the report's. Its tables are not printed; ours are drawn for
/// this project from what players know: central pawns forward, knights to the
/// centre, bishops on long diagonals, rooks to the seventh rank, the king into
/// its corner. One table a role, as in the report, so the king's holds for the
/// endgame too.
///
/// The king's 20000 is shown when the evaluation explains itself. It is not a
/// weight: each side always has one, so it cannot make a difference.
#[derive(Clone, Debug, Default)]
pub struct Pst {
    weights: PstWeights,
}

weights! {
    /// The weights of [`Pst`], all in centipawns.
    pub struct PstWeights {
        /// The pieces: the report's figures.
        pub values: PieceValues =
            PieceValues { pawn: 100, knight: 320, bishop: 330, rook: 500, queen: 900 },
        /// A pawn's square: forward, in the centre first; those before a castled king stay.
        pub pawn: SquareMap = PAWN,
        /// A knight's square: the centre and the outposts beyond it.
        pub knight: SquareMap = KNIGHT,
        /// A bishop's square: the long diagonals, off the back rank.
        pub bishop: SquareMap = BISHOP,
        /// A rook's square: the seventh rank, and the central files at home.
        pub rook: SquareMap = ROOK,
        /// A queen's square: out of the corners, no more.
        pub queen: SquareMap = QUEEN,
        /// A king's square: the castled corners, never the centre.
        pub king: SquareMap = KING,
    }
}

#[rustfmt::skip]
const PAWN: SquareMap = SquareMap::drawn([
      0,   0,   0,   0,   0,   0,   0,   0,
     62,  66,  70,  74,  74,  70,  66,  62,
     22,  26,  32,  40,  40,  32,  26,  22,
      8,  10,  16,  30,  30,  16,  10,   8,
      0,   2,  12,  24,  24,  12,   2,   0,
      2,   0,  -2,   6,   6,  -2,   0,   2,
      4,   8,   6, -18, -18,   6,   8,   4,
      0,   0,   0,   0,   0,   0,   0,   0,
]);

#[rustfmt::skip]
const KNIGHT: SquareMap = SquareMap::drawn([
    -52, -34, -26, -22, -22, -26, -34, -52,
    -34, -14,   2,   6,   6,   2, -14, -34,
    -22,   6,  16,  20,  20,  16,   6, -22,
    -16,   8,  22,  26,  26,  22,   8, -16,
    -18,   4,  18,  24,  24,  18,   4, -18,
    -26,   2,  14,  16,  16,  14,   2, -26,
    -36, -16,   2,   6,   6,   2, -16, -36,
    -54, -28, -24, -22, -22, -24, -28, -54,
]);

#[rustfmt::skip]
const BISHOP: SquareMap = SquareMap::drawn([
    -16, -10,  -8,  -8,  -8,  -8, -10, -16,
     -8,   4,   2,   2,   2,   2,   4,  -8,
     -4,   6,   8,  10,  10,   8,   6,  -4,
     -2,  12,  12,  14,  14,  12,  12,  -2,
     -2,   8,  16,  14,  14,  16,   8,  -2,
      0,  14,  12,  10,  10,  12,  14,   0,
     -4,  16,   8,   6,   6,   8,  16,  -4,
    -14,  -6, -12,  -6,  -6, -12,  -6, -14,
]);

#[rustfmt::skip]
const ROOK: SquareMap = SquareMap::drawn([
      4,   6,   8,   8,   8,   8,   6,   4,
     14,  18,  20,  20,  20,  20,  18,  14,
     -2,   2,   4,   6,   6,   4,   2,  -2,
     -4,   0,   2,   4,   4,   2,   0,  -4,
     -6,   0,   2,   4,   4,   2,   0,  -6,
     -8,  -2,   2,   4,   4,   2,  -2,  -8,
    -10,  -4,   0,   2,   2,   0,  -4, -10,
     -4,   0,   6,  10,  10,   6,   0,  -4,
]);

#[rustfmt::skip]
const QUEEN: SquareMap = SquareMap::drawn([
    -14,  -8,  -4,  -2,  -2,  -4,  -8, -14,
    -10,  -4,   2,   2,   2,   2,  -4, -10,
     -6,   2,   6,   8,   8,   6,   2,  -6,
     -2,   4,   8,  10,  10,   8,   4,  -2,
     -2,   4,   8,  10,  10,   8,   4,  -2,
     -6,   4,   6,   6,   6,   6,   4,  -6,
    -10,   0,   4,   4,   4,   4,   0, -10,
    -16, -10,  -6,   2,   2,  -6, -10, -16,
]);

#[rustfmt::skip]
const KING: SquareMap = SquareMap::drawn([
    -60, -64, -68, -72, -72, -68, -64, -60,
    -52, -56, -60, -66, -66, -60, -56, -52,
    -42, -48, -54, -60, -60, -54, -48, -42,
    -32, -40, -46, -54, -54, -46, -40, -32,
    -24, -30, -38, -46, -46, -38, -30, -24,
    -12, -18, -24, -30, -30, -24, -18, -12,
     14,  10,  -8, -16, -16,  -8,  10,  14,
     24,  34,  16,  -6,   0,   2,  34,  24,
]);

impl Pst {
    /// The evaluation with these weights.
    pub const fn new(weights: PstWeights) -> Pst {
        Pst { weights }
    }
}

impl Evaluator for Pst {
    fn name(&self) -> &'static str {
        "pst"
    }

    fn summary(&self) -> &'static str {
        "each piece's value plus a bonus of its square"
    }

    fn evaluate(&self, position: &Position) -> Score {
        tally::score(self, position)
    }

    fn explain(&self, position: &Position) -> Explanation {
        tally::explanation(self.name(), self, position, Vec::new())
    }
}

impl Terms for Pst {
    #[inline(always)]
    fn tally<T: TermSink>(&self, position: &Position, tally: &mut T) {
        let weights = &self.weights;
        for color in Color::ALL {
            tally.add("material", color, weights.values.material(position.board(), color));
            tally.add("king", color, KING_VALUE);
        }
        let maps = [
            &weights.pawn,
            &weights.knight,
            &weights.bishop,
            &weights.rook,
            &weights.queen,
            &weights.king,
        ];
        tally_squares(maps, position, tally);
    }
}

impl Tunable for Pst {
    fn weights(&self) -> Vec<Weight> {
        weights::list(&self.weights)
    }

    fn with_weights(&self, values: &[i32]) -> Result<Box<dyn Tunable>, WeightsError> {
        Ok(Box::new(Pst::new(weights::replaced(&self.weights, values)?)))
    }
}
