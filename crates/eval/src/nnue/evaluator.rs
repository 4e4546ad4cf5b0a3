//! A network that sees each position anew.

use std::sync::Arc;

use chess::{Color, Piece, Position, Role};

use super::accumulator::{MOST_BLOCKS, sum};
use super::features::{Feature, Perspective};
use super::format::OUTPUT_BUCKETS;
use super::incremental::IncrementalNnue;
use super::kernel::Backend;
use super::network::{Network, WeightBlock, output_bucket};
use crate::{EvaluationNote, Evaluator, Explanation, PieceValue, Score, Term, piece_values};

/// The network as a plain evaluation.
///
/// Each call adds up all pieces anew. A search asks [`Nnue::evaluator`] for one that
/// follows it and answers the same.
#[derive(Clone, Debug)]
pub struct Nnue {
    network: Arc<Network>,
    backend: Backend,
}

impl Nnue {
    /// The evaluation with the fastest arithmetic that this CPU is capable of.
    pub fn new(network: Arc<Network>) -> Nnue {
        Nnue::with_backend(network, Backend::best())
    }

    /// The evaluation with this arithmetic.
    pub fn with_backend(network: Arc<Network>, backend: Backend) -> Nnue {
        Nnue { network, backend }
    }

    /// The network inside.
    pub fn network(&self) -> &Arc<Network> {
        &self.network
    }

    /// The same evaluation for a thread of a search.
    pub fn evaluator(&self) -> IncrementalNnue {
        IncrementalNnue::with_backend(Arc::clone(&self.network), self.backend)
    }

    /// What each output bucket says, in centipawns for the side to move, and which of
    /// them is the one to ask. They share all that the network sees, and each
    /// was trained with the positions of its own number of pieces.
    pub fn output_buckets(&self, position: &Position) -> ([i32; OUTPUT_BUCKETS], usize) {
        let accumulators = Accumulators::of(self, position);
        let verdict = |output_bucket| accumulators.verdict(self, position.turn(), output_bucket);
        (std::array::from_fn(verdict), output_bucket(position.board()))
    }
}

/// A position added up by both sides.
struct Accumulators {
    views: [Perspective; 2],
    sums: [[WeightBlock; MOST_BLOCKS]; 2],
}

impl Accumulators {
    fn of(nnue: &Nnue, position: &Position) -> Accumulators {
        let views = Color::ALL.map(|color| nnue.network.view(color, position.king(color)));
        let mut sums = [[WeightBlock::ZERO; MOST_BLOCKS]; 2];
        let blocks = nnue.network.blocks;
        for (view, to) in views.into_iter().zip(&mut sums) {
            sum(&nnue.network, nnue.backend, view, position.board(), &mut to[..blocks]);
        }
        Accumulators { views, sums }
    }

    fn add(&mut self, nnue: &Nnue, feature: Feature) {
        for (view, to) in self.views.into_iter().zip(&mut self.sums) {
            nnue.backend.add(&mut to[..nnue.network.blocks], nnue.network.row(view.row(feature)));
        }
    }

    fn remove(&mut self, nnue: &Nnue, feature: Feature) {
        for (view, to) in self.views.into_iter().zip(&mut self.sums) {
            nnue.backend
                .remove(&mut to[..nnue.network.blocks], nnue.network.row(view.row(feature)));
        }
    }

    fn verdict(&self, nnue: &Nnue, turn: Color, output_bucket: usize) -> i32 {
        let blocks = nnue.network.blocks;
        let us = &self.sums[turn.index()][..blocks];
        let them = &self.sums[(!turn).index()][..blocks];
        nnue.network.output(nnue.backend, us, them, output_bucket)
    }
}

impl Evaluator for Nnue {
    fn name(&self) -> &'static str {
        "nnue"
    }

    fn summary(&self) -> &'static str {
        "a neural network that learnt from the program's own games"
    }

    fn evaluate(&self, position: &Position) -> Score {
        let accumulators = Accumulators::of(self, position);
        Score::cp(accumulators.verdict(self, position.turn(), output_bucket(position.board())))
    }

    /// The output bucket stays that of all pieces, or else the change of output buckets would be
    /// laid at the piece's door.
    fn piece_values(&self, position: &Position) -> Vec<PieceValue> {
        let mut accumulators = Accumulators::of(self, position);
        let (turn, output_bucket) = (position.turn(), output_bucket(position.board()));
        let verdict = accumulators.verdict(self, turn, output_bucket);
        let mut values = Vec::new();
        for (square, piece, without) in piece_values::absences(position) {
            let feature = Feature::new(piece, square);
            accumulators.remove(self, feature);
            let lost = verdict - accumulators.verdict(self, turn, output_bucket);
            accumulators.add(self, feature);
            let value = if piece.color == turn { lost } else { -lost };
            values.push(PieceValue { square, piece, value: without.map(|_| value) });
        }
        values
    }

    /// Each role gets what its pieces are worth ([`Evaluator::piece_values`]), and
    /// `interplay` is what the pieces do together and what the kings and the move
    /// are worth: the rest of the verdict, for the side that profits.
    fn explain(&self, position: &Position) -> Explanation {
        let values = self.piece_values(position);
        let mut terms: Vec<Term> = ROLES
            .into_iter()
            .map(|(role, name)| {
                let of = |color| {
                    let pieces = values.iter().filter(|piece| piece.piece == Piece { color, role });
                    pieces.filter_map(|piece| piece.value).sum()
                };
                Term { name, white: of(Color::White), black: of(Color::Black) }
            })
            .collect();
        let verdict = match position.turn() {
            Color::White => self.evaluate(position).raw(),
            Color::Black => -self.evaluate(position).raw(),
        };
        let rest = verdict - terms.iter().map(Term::difference).sum::<i32>();
        terms.push(Term { name: "interplay", white: rest.max(0), black: (-rest).max(0) });
        let notes = vec![EvaluationNote {
            name: "output bucket",
            text: OUTPUT_BUCKET_NAMES[output_bucket(position.board())],
        }];
        Explanation { evaluation: self.name(), turn: position.turn(), terms, notes }
    }
}

const ROLES: [(Role, &str); 5] = [
    (Role::Pawn, "pawns"),
    (Role::Knight, "knights"),
    (Role::Bishop, "bishops"),
    (Role::Rook, "rooks"),
    (Role::Queen, "queens"),
];

/// Which numbers of pieces share an output bucket.
pub const OUTPUT_BUCKET_NAMES: [&str; OUTPUT_BUCKETS] = [
    "2 to 5 pieces",
    "6 to 9 pieces",
    "10 to 13 pieces",
    "14 to 17 pieces",
    "18 to 21 pieces",
    "22 to 25 pieces",
    "26 to 29 pieces",
    "30 to 32 pieces",
];
