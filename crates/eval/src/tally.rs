//! Adding up the terms of an evaluation, with or without remembering them.
//!
//! An evaluation says each of its terms once, to a [`TermSink`]. In a search that
//! is a plain sum and the names vanish; to explain, it is a ledger. So the
//! explanation cannot drift from the verdict.

use chess::{Color, Position};

use crate::{EvaluationNote, Explanation, Score, Term};

/// Something that terms are added to.
pub(crate) trait TermSink {
    /// `color` gets so many centipawns for `term`.
    fn add(&mut self, term: &'static str, color: Color, centipawns: i32);
}

/// An evaluation that is White's terms minus Black's.
pub(crate) trait Terms {
    /// Names every term of both sides.
    fn tally<T: TermSink>(&self, position: &Position, tally: &mut T);
}

/// What the terms come to for the mover.
#[inline(always)]
pub(crate) fn score(evaluation: &impl Terms, position: &Position) -> Score {
    let mut sum = Sum([0; 2]);
    evaluation.tally(position, &mut sum);
    let us = position.turn();
    Score::cp(sum.0[us.index()] - sum.0[(!us).index()])
}

/// The terms themselves.
pub(crate) fn explanation(
    name: &'static str,
    evaluation: &impl Terms,
    position: &Position,
    notes: Vec<EvaluationNote>,
) -> Explanation {
    let mut ledger = Ledger(Vec::new());
    evaluation.tally(position, &mut ledger);
    Explanation { evaluation: name, turn: position.turn(), terms: ledger.0, notes }
}

/// The sides' sums.
struct Sum([i32; 2]);

impl TermSink for Sum {
    #[inline(always)]
    fn add(&mut self, _: &'static str, color: Color, centipawns: i32) {
        self.0[color.index()] += centipawns;
    }
}

/// The terms in the order in which they were first named.
struct Ledger(Vec<Term>);

impl TermSink for Ledger {
    fn add(&mut self, name: &'static str, color: Color, centipawns: i32) {
        let known = self.0.iter().position(|term| term.name == name);
        let index = known.unwrap_or_else(|| {
            self.0.push(Term { name, white: 0, black: 0 });
            self.0.len() - 1
        });
        let term = &mut self.0[index];
        match color {
            Color::White => term.white += centipawns,
            Color::Black => term.black += centipawns,
        }
    }
}
