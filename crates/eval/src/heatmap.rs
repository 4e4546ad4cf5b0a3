//! `heatmap`: a piece's value times a factor of its square.

use chess::{Color, Position};

use crate::squares::tally_squares;
use crate::tally::{self, TermSink, Terms};
use crate::weights::{self, weights};
use crate::{Evaluator, Explanation, PieceValues, Score, SquareMap, Tunable, Weight, WeightsError};

/// Report T's evaluation: each piece is worth its value times a factor between
/// 0.7 and 1.3 that depends on its square. Explained as the value and what the
/// square adds to it or takes away.
///
/// The report prints the knight's map (a fact used here: 0.7 in the corner, 1.3
/// in the centre) and says of the others that pawns gain as they advance and
/// that kings are safe in their own corners. The other five maps are ours, in
/// the same range; so is the king's value, which the report leaves out as it is
/// never taken: about what a king is worth in a fight. It cancels out, but the
/// factor needs something to work on.
#[derive(Clone, Debug)]
pub struct Heatmap {
    weights: HeatmapWeights,
    /// Invariant: what the weights' factors add to their values, by role.
    gains: [SquareMap; 6],
}

weights! {
    /// The weights of [`Heatmap`]: values in centipawns, factors in per cent.
    pub struct HeatmapWeights {
        /// The pieces.
        pub values: PieceValues = PieceValues::DEFAULT,
        /// The king, for its factor to work on.
        pub king_value: i32 = 400,
        /// A pawn's factor: more with every step, most of all in the centre.
        pub pawn: SquareMap = PAWN,
        /// A knight's factor: printed in the report.
        pub knight: SquareMap = KNIGHT,
        /// A bishop's factor: long diagonals.
        pub bishop: SquareMap = BISHOP,
        /// A rook's factor: the seventh rank and the central files.
        pub rook: SquareMap = ROOK,
        /// A queen's factor: the centre, but not much.
        pub queen: SquareMap = QUEEN,
        /// A king's factor: the own corners.
        pub king: SquareMap = KING,
    }
}

#[rustfmt::skip]
const PAWN: SquareMap = SquareMap::drawn([
    100, 100, 100, 100, 100, 100, 100, 100,
    130, 130, 130, 130, 130, 130, 130, 130,
    115, 115, 120, 125, 125, 120, 115, 115,
    105, 105, 112, 120, 120, 112, 105, 105,
    100, 100, 107, 115, 115, 107, 100, 100,
    100, 100, 100, 105, 105, 100, 100, 100,
    100, 100, 100,  90,  90, 100, 100, 100,
    100, 100, 100, 100, 100, 100, 100, 100,
]);

#[rustfmt::skip]
const KNIGHT: SquareMap = SquareMap::drawn([
     70,  80,  80,  80,  80,  80,  80,  70,
     80, 100, 100, 100, 100, 100, 100,  80,
     80, 110, 120, 120, 120, 120, 110,  80,
     90, 110, 120, 130, 130, 120, 110,  90,
     90, 110, 120, 130, 130, 120, 110,  90,
     80, 110, 120, 120, 120, 120, 110,  80,
     80, 100, 100, 100, 100, 100, 100,  80,
     70,  80,  80,  80,  80,  80,  80,  70,
]);

#[rustfmt::skip]
const BISHOP: SquareMap = SquareMap::drawn([
     90,  90,  90,  90,  90,  90,  90,  90,
     95, 105, 100, 100, 100, 100, 105,  95,
     95, 105, 108, 110, 110, 108, 105,  95,
    100, 108, 112, 115, 115, 112, 108, 100,
    100, 108, 115, 115, 115, 115, 108, 100,
    100, 110, 110, 110, 110, 110, 110, 100,
     95, 112, 105, 105, 105, 105, 112,  95,
     90,  90,  88,  90,  90,  88,  90,  90,
]);

#[rustfmt::skip]
const ROOK: SquareMap = SquareMap::drawn([
    102, 102, 104, 104, 104, 104, 102, 102,
    108, 110, 110, 110, 110, 110, 110, 108,
     98, 100, 102, 102, 102, 102, 100,  98,
     98, 100, 102, 102, 102, 102, 100,  98,
     97, 100, 102, 102, 102, 102, 100,  97,
     96, 100, 101, 102, 102, 101, 100,  96,
     96,  99, 100, 101, 101, 100,  99,  96,
     98, 100, 102, 104, 104, 102, 100,  98,
]);

#[rustfmt::skip]
const QUEEN: SquareMap = SquareMap::drawn([
     97,  98,  99,  99,  99,  99,  98,  97,
     98, 100, 100, 101, 101, 100, 100,  98,
     99, 101, 102, 102, 102, 102, 101,  99,
     99, 101, 102, 103, 103, 102, 101,  99,
     99, 101, 102, 103, 103, 102, 101,  99,
     99, 101, 102, 102, 102, 102, 101,  99,
     98, 100, 101, 101, 101, 101, 100,  98,
     97,  98,  99, 100, 100,  99,  98,  97,
]);

#[rustfmt::skip]
const KING: SquareMap = SquareMap::drawn([
     75,  72,  70,  70,  70,  70,  72,  75,
     78,  75,  72,  70,  70,  72,  75,  78,
     80,  78,  75,  72,  72,  75,  78,  80,
     84,  80,  78,  75,  75,  78,  80,  84,
     88,  84,  80,  78,  78,  80,  84,  88,
     94,  92,  88,  86,  86,  88,  92,  94,
    106, 104,  98,  95,  95,  98, 104, 106,
    112, 115, 108, 100, 100, 104, 115, 112,
]);

impl Heatmap {
    /// The evaluation with these weights.
    pub const fn new(weights: HeatmapWeights) -> Heatmap {
        let values = &weights.values;
        let gains = [
            weights.pawn.gain(values.pawn),
            weights.knight.gain(values.knight),
            weights.bishop.gain(values.bishop),
            weights.rook.gain(values.rook),
            weights.queen.gain(values.queen),
            weights.king.gain(weights.king_value),
        ];
        Heatmap { weights, gains }
    }
}

impl Default for Heatmap {
    fn default() -> Heatmap {
        Heatmap::new(HeatmapWeights::DEFAULT)
    }
}

impl Evaluator for Heatmap {
    fn name(&self) -> &'static str {
        "heatmap"
    }

    fn summary(&self) -> &'static str {
        "each piece's value times a factor of its square"
    }

    fn evaluate(&self, position: &Position) -> Score {
        tally::score(self, position)
    }

    fn explain(&self, position: &Position) -> Explanation {
        tally::explanation(self.name(), self, position, Vec::new())
    }
}

impl Terms for Heatmap {
    #[inline(always)]
    fn tally<T: TermSink>(&self, position: &Position, tally: &mut T) {
        for color in Color::ALL {
            tally.add("material", color, self.weights.values.material(position.board(), color));
        }
        tally_squares(self.gains.each_ref(), position, tally);
    }
}

impl Tunable for Heatmap {
    fn weights(&self) -> Vec<Weight> {
        weights::list(&self.weights)
    }

    fn with_weights(&self, values: &[i32]) -> Result<Box<dyn Tunable>, WeightsError> {
        Ok(Box::new(Heatmap::new(weights::replaced(&self.weights, values)?)))
    }
}
