//! The evaluation with a memory for pawns.

use chess::{Color, Position};

use super::pawns::{self, Prospects, Structure};
use super::sink::Sum;
use super::{Pair, Tuned, TunedWeights, king, verdict};
use crate::{IncrementalEvaluator, Score};

/// [`Tuned`] for one thread of a search: pawn structures seen before are looked
/// up. They change in few moves, so nearly all are found.
#[derive(Clone)]
pub struct IncrementalTuned {
    weights: TunedWeights,
    table: Vec<PawnEntry>,
}

/// How many structures are remembered: small enough for the second cache.
const ENTRIES: usize = 1 << 13;

/// One structure, on one cache line. The shelters belong to the kings that
/// were seen last.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct PawnEntry {
    key: u64,
    sum: Pair,
    prospects: Prospects,
    shelters: Pair,
    kings: [u8; 2],
}

const _: () = assert!(size_of::<PawnEntry>() == 64);

/// No square.
const NOWHERE: u8 = 64;

impl IncrementalTuned {
    /// An incremental evaluator that knows nothing yet.
    pub fn new(tuned: &Tuned) -> IncrementalTuned {
        // The key of no pawns is 0, and so are all their facts and terms: an
        // empty entry tells the truth.
        let empty = PawnEntry {
            key: 0,
            sum: Pair::ZERO,
            prospects: Prospects::default(),
            shelters: Pair::ZERO,
            kings: [NOWHERE; 2],
        };
        IncrementalTuned { weights: tuned.weights.clone(), table: vec![empty; ENTRIES] }
    }

    #[inline]
    fn pawns(&mut self, position: &Position) -> (Sum, Structure) {
        let key = position.keys().pawns;
        let kings = Color::ALL.map(|color| position.king(color).index() as u8);
        let entry = &mut self.table[key as usize & (ENTRIES - 1)];
        if entry.key != key {
            let mut sum = Sum::default();
            let prospects = Prospects::of(position.board());
            let facts = Structure::new(position.board(), prospects);
            pawns::tally(&self.weights, position.board(), &facts, &mut sum);
            let (shelters, kings) = (Pair::ZERO, [NOWHERE; 2]);
            *entry = PawnEntry { key, sum: sum.0, prospects, shelters, kings };
        }
        if entry.kings != kings {
            let mut sum = Sum::default();
            for color in Color::ALL {
                let square = position.king(color);
                king::shelter(&self.weights, position.board(), square, color, &mut sum);
            }
            entry.shelters = sum.0;
            entry.kings = kings;
        }
        (Sum(entry.sum + entry.shelters), Structure::new(position.board(), entry.prospects))
    }
}

impl IncrementalEvaluator for IncrementalTuned {
    fn evaluate(&mut self, position: &Position) -> Score {
        if let Some(known) = super::known(position) {
            return known.score(position.turn());
        }
        let (mut sum, facts) = self.pawns(position);
        verdict(&self.weights, position, &facts, &mut sum)
    }
}
