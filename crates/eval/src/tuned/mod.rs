//! `tuned`: everything a hand-made evaluation can know, fitted to games.

mod complexity;
mod endings;
mod incremental;
mod king;
mod map;
mod pair;
mod passed;
mod pawns;
mod pieces;
mod scale;
mod side;
mod sight;
mod sink;
mod space;
mod tables;
mod threats;
mod trace;
mod weights;

use chess::{Color, Position, Role};

use self::endings::{KnownEnding, known};
use self::pawns::{Prospects, Structure};
use self::side::CountedSide;
use self::sight::AttackMap;
use self::sink::{Ledger, Sum, TermCollector, TermTopic};
use crate::weights as named;
use crate::{EvaluationNote, Evaluator, Explanation, Score, Term, Tunable, Weight, WeightsError};

pub use self::incremental::IncrementalTuned;
pub use self::map::PairMap;
pub use self::pair::Pair;
pub use self::trace::{Coefficient, Trace};
pub use self::weights::{
    ComplexityWeights, DangerWeights, ManWeights, MobilityWeights, PassedWeights, PawnWeights,
    PieceWeights, ShelterWeights, SquareWeights, ThreatWeights, TunedWeights,
};

/// The evaluation of the tournament search.
///
/// Every term is a [`Pair`] of numbers, for the middle game and the endgame,
/// times a count; the score slides from one to the other as pieces leave the
/// board. Two things are not linear in the weights: the danger of a king,
/// which is squared because attackers help each other, and complexity, which
/// is paid to the side that leads. Endgame leads are scaled down where they
/// are hard to win, and endings whose outcome is known are not summed at all.
///
/// The score depends on what the rules on repetition call the position, and on
/// nothing else: not on the clock of the fifty moves, so that tables keyed by
/// position stay exact. It does depend on whose move it is.
///
/// The weights were fitted on games that this program played against itself.
#[derive(Clone, Debug, Default)]
pub struct Tuned {
    weights: TunedWeights,
}

/// The phase in which the middle game counts alone: all pieces on the board.
const MIDDLE_GAME: i32 = 24;

/// What the pieces add to the phase: queens 4, rooks 2, bishops and knights 1.
#[inline(always)]
fn phase(position: &Position) -> i32 {
    let count = |role: Role| position.board().role(role).count() as i32;
    let phase =
        count(Role::Knight) + count(Role::Bishop) + 2 * count(Role::Rook) + 4 * count(Role::Queen);
    phase.min(MIDDLE_GAME)
}

/// What came of the terms, White's view.
struct Total {
    /// White's lead before complexity and scale.
    lead: Pair,
    gain: Pair,
    phase: i32,
    scale: i32,
    /// Why the scale is not full.
    reason: Option<&'static str>,
}

impl Total {
    /// Centipawns for White.
    #[inline(always)]
    fn value(&self) -> i32 {
        self.blend(self.lead + self.gain, self.scale)
    }

    /// A pair at this phase; rounded towards zero, so that both sides are
    /// rounded alike.
    #[inline(always)]
    fn blend(&self, pair: Pair, scale: i32) -> i32 {
        // Sums of the largest weights times 64 would not fit in 32 bits.
        let eg = i64::from(pair.eg()) * i64::from(scale) / i64::from(scale::FULL);
        let mg = i64::from(pair.mg()) * i64::from(self.phase);
        ((mg + eg * i64::from(MIDDLE_GAME - self.phase)) / i64::from(MIDDLE_GAME)) as i32
    }

    /// The side that leads in the endgame: the one that is scaled. Where
    /// neither does, the one that did before complexity, or else the mover.
    #[inline(always)]
    fn leader(&self, turn: Color) -> Color {
        let by_sign = |lead: i32, otherwise: Color| match lead.signum() {
            1 => Color::White,
            -1 => Color::Black,
            _ => otherwise,
        };
        by_sign((self.lead + self.gain).eg(), by_sign(self.lead.eg(), turn))
    }
}

/// The terms of pawns and shelters: what an evaluator remembers.
fn structure<K: TermCollector>(
    weights: &TunedWeights,
    position: &Position,
    sink: &mut K,
) -> Structure {
    let board = position.board();
    let facts = Structure::new(board, Prospects::of(board));
    pawns::tally(weights, board, &facts, sink);
    for color in Color::ALL {
        king::shelter(weights, board, position.king(color), color, sink);
    }
    facts
}

/// All other terms, and what they come to together.
#[inline(always)]
fn rest<K: TermCollector>(
    weights: &TunedWeights,
    position: &Position,
    facts: &Structure,
    sink: &mut K,
) -> Total {
    let board = position.board();
    let mut sight = AttackMap::new(position, facts);
    // Written out for each side: the compiler then knows which way is forward.
    let white = CountedSide { weights, position, structure: facts, color: Color::White };
    let black = CountedSide { color: Color::Black, ..white };
    pieces::tally(white, &mut sight, sink);
    pieces::tally(black, &mut sight, sink);
    king::danger(white, &sight, sink);
    king::danger(black, &sight, sink);
    threats::tally(white, &sight, sink);
    threats::tally(black, &sight, sink);
    passed::tally(white, &sight, sink);
    passed::tally(black, &sight, sink);
    space::tally(white, &sight, sink);
    space::tally(black, &sight, sink);
    sink.add(TermTopic::Tempo, position.turn(), &weights.tempo, 1);
    let gain = complexity::gain(weights, board, facts, &sight, sink);
    let mut verdict =
        Total { lead: sink.lead(), gain, phase: phase(position), scale: scale::FULL, reason: None };
    let scale = scale::scale(board, facts, &sight, verdict.leader(position.turn()));
    verdict.scale = scale.factor;
    verdict.reason = scale.reason.filter(|_| scale.factor < scale::FULL);
    verdict
}

/// What the mover has. One function for all searches, so that it is compiled
/// once.
#[inline(never)]
fn verdict(weights: &TunedWeights, position: &Position, facts: &Structure, sum: &mut Sum) -> Score {
    let value = rest(weights, position, facts, sum).value();
    Score::cp(match position.turn() {
        Color::White => value,
        Color::Black => -value,
    })
}

impl KnownEnding {
    /// What `turn`, who is to move, has.
    fn score(&self, turn: Color) -> Score {
        Score::cp(if turn == self.strong { self.value } else { -self.value })
    }

    fn explanation(&self, turn: Color) -> Explanation {
        let of = |color: Color| if self.strong == color { self.value } else { 0 };
        let term = Term { name: "known ending", white: of(Color::White), black: of(Color::Black) };
        let note = EvaluationNote { name: "ending", text: self.name };
        Explanation { evaluation: NAME, turn, terms: vec![term], notes: vec![note] }
    }
}

const NAME: &str = "tuned";

impl Tuned {
    /// The evaluation with these weights.
    pub const fn new(weights: TunedWeights) -> Tuned {
        Tuned { weights }
    }

    /// The evaluation with these values, in the order of [`Tunable::weights`].
    ///
    /// # Errors
    /// As [`Tunable::with_weights`].
    pub fn from_values(values: &[i32]) -> Result<Tuned, WeightsError> {
        Ok(Tuned::new(named::replaced(&TunedWeights::DEFAULT, values)?))
    }
}

/// What is known of a position in which one side has nothing but its king.
#[inline]
pub(crate) fn lone_king(position: &Position) -> Option<Score> {
    endings::lone_king(position).map(|known| known.score(position.turn()))
}

impl Evaluator for Tuned {
    fn name(&self) -> &'static str {
        NAME
    }

    fn summary(&self) -> &'static str {
        "everything a hand-made evaluation can know, fitted to games"
    }

    fn evaluate(&self, position: &Position) -> Score {
        if let Some(known) = known(position) {
            return known.score(position.turn());
        }
        let mut sum = Sum::default();
        let facts = structure(&self.weights, position, &mut sum);
        verdict(&self.weights, position, &facts, &mut sum)
    }

    fn explain(&self, position: &Position) -> Explanation {
        let turn = position.turn();
        if let Some(known) = known(position) {
            return known.explanation(turn);
        }
        let mut ledger = Ledger::default();
        let facts = structure(&self.weights, position, &mut ledger);
        let verdict = rest(&self.weights, position, &facts, &mut ledger);
        let blended = |pair: Pair| verdict.blend(pair, scale::FULL);
        let mut terms: Vec<Term> = TermTopic::NAMES
            .into_iter()
            .zip(ledger.rows)
            .map(|(name, [white, black])| Term {
                name,
                white: blended(white),
                black: blended(black),
            })
            .collect();
        // Complexity and scale are the leader's; what rounding leaves over goes
        // to whom it favours.
        let before = blended(verdict.lead + verdict.gain);
        let leader = verdict.leader(turn);
        terms.push(given_to("complexity", leader, blended(verdict.gain)));
        terms.push(given_to("scale", leader, verdict.value() - before));
        let sum: i32 = terms.iter().map(Term::difference).sum();
        let left_over = verdict.value() - sum;
        let favoured = if left_over >= 0 { Color::White } else { Color::Black };
        terms.push(given_to("rounding", favoured, left_over));
        let reason = verdict.reason.map(|text| EvaluationNote { name: "scale", text });
        Explanation { evaluation: NAME, turn, terms, notes: reason.into_iter().collect() }
    }
}

/// A term of one side that changes White's lead by `change`.
fn given_to(name: &'static str, color: Color, change: i32) -> Term {
    match color {
        Color::White => Term { name, white: change, black: 0 },
        Color::Black => Term { name, white: 0, black: -change },
    }
}

impl Tunable for Tuned {
    fn weights(&self) -> Vec<Weight> {
        named::list(&self.weights)
    }

    fn with_weights(&self, values: &[i32]) -> Result<Box<dyn Tunable>, WeightsError> {
        Ok(Box::new(Tuned::from_values(values)?))
    }
}
