//! What a position is worth to the side to move, without looking ahead.
//!
//! [`Score`] is the one number that searches pass around, [`Evaluator`] is what
//! turns a position into one, and the files behind it are the evaluations, one
//! a file:
//!
//! | name | what it counts |
//! |---|---|
//! | [`material`](Material) | the pieces, 1 3 3 5 9 |
//! | [`simple`](Simple) | the pieces, and whether the king has castled |
//! | [`phased`](Phased) | other goals in the opening, the middle game and the endgame |
//! | [`heatmap`](Heatmap) | each piece's value times a factor of its square |
//! | [`pst`](Pst) | each piece's value plus a bonus of its square |
//! | [`tuned`](Tuned) | everything a hand-made evaluation can know, fitted to games |
//!
//! Every evaluation can [explain](Evaluator::explain) its verdict term by term,
//! and every number in it is a named [`Weight`] that a tuner may change
//! ([`Tunable`]). Any evaluation works with any search.
//!
//! [`nnue`] is the network: weights from a file instead of named numbers.
//!
//! The first five come from the student reports that the project grew out of,
//! named by letter here: P (`material`), A (`simple` and `phased`), T (`heatmap`) and
//! J (`pst`). Figures that a report prints are used as printed; what it leaves
//! open is filled in, and each evaluation's page says which is which.
//!
//! This crate knows nothing of search, of time, and of the end of the game:
//! mate, stalemate and draws are the searcher's to see.
//!
//! ```
//! use chess::Position;
//!
//! let position: Position = "4k3/8/8/8/8/8/8/3QK3 b - - 0 1".parse()?;
//! let material = plywise_eval::by_name("material").ok_or("no such evaluation")?;
//! assert_eq!(material.evaluate(&position).to_string(), "-9.00");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod castling;
mod evaluation;
mod evaluator;
mod explanation;
mod heatmap;
mod incremental;
mod knowing;
mod material;
pub mod nnue;
mod pawns;
mod phase;
mod phased;
mod piece_values;
mod pst;
mod registry;
mod score;
pub mod sheet;
mod simple;
mod squares;
mod tally;
mod tuned;
mod values;
mod weights;

pub use evaluation::{Evaluation, WithEvaluators};
pub use evaluator::Evaluator;
pub use explanation::{EvaluationNote, Explanation, Term};
pub use heatmap::{Heatmap, HeatmapWeights};
pub use incremental::{Forgetful, IncrementalEvaluator};
pub use knowing::{Knowing, known_ending};
pub use material::{Material, MaterialWeights};
pub use phase::{Phase, is_endgame};
pub use phased::{Phased, PhasedWeights};
pub use piece_values::PieceValue;
pub use pst::{Pst, PstWeights};
pub use registry::{NAMES, by_name, evaluators, tunable};
pub use score::Score;
pub use simple::{Simple, SimpleWeights};
pub use squares::SquareMap;
pub use tuned::{
    Coefficient, ComplexityWeights, DangerWeights, IncrementalTuned, ManWeights, MobilityWeights,
    Pair, PairMap, PassedWeights, PawnWeights, PieceWeights, ShelterWeights, SquareWeights,
    ThreatWeights, Trace, Tuned, TunedWeights,
};
pub use values::PieceValues;
pub use weights::{Tunable, WEIGHT_LIMIT, Weight, WeightsError};
