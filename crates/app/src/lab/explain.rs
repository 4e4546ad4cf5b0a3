//! An evaluation term by term.

use crate::place;
use crate::protocol::{EvalTerm, Explanation, Place};

/// What an evaluation says about a place.
pub(crate) fn explain(place: &Place, name: &str) -> Result<Explanation, String> {
    let game = place::game(place)?;
    let evaluation = super::order::evaluation(name)?;
    let explanation = evaluation.evaluator().explain(game.position());
    let terms = explanation.terms.iter().map(|term| EvalTerm {
        name: term.name.to_owned(),
        white: term.white,
        black: term.black,
    });
    let notes = explanation.notes.iter().map(|note| format!("{}: {}", note.name, note.text));
    Ok(Explanation {
        eval: explanation.evaluation.to_owned(),
        total: explanation.total(),
        terms: terms.collect(),
        notes: notes.collect(),
    })
}
