//! What the coach claims, as the page shows it.

use chess::Square;
use coach::{Claim, MoveExplanation, words};

use super::line;
use crate::protocol::ClaimView;

/// All that is said about a move.
pub(crate) fn claims(said: &MoveExplanation) -> Vec<ClaimView> {
    let played = words::numbered(&said.position, said.mv);
    said.claims.iter().map(|one| claim(one, &played, one.from != said.position)).collect()
}

/// A claim; `is_after` says whether its line begins after the move that is explained.
pub(crate) fn claim(claim: &Claim, played: &str, is_after: bool) -> ClaimView {
    let names = |squares: &[Square]| squares.iter().map(ToString::to_string).collect();
    ClaimView {
        kind: claim.kind.name(),
        role: claim.role.name().to_owned(),
        text: words::sentence(claim, played),
        squares: names(&claim.squares),
        arrows: claim.arrows().iter().map(|arrow| arrow.map(|square| square.to_string())).collect(),
        is_after,
        fen: claim.from.to_string(),
        line: line(&claim.from, &claim.line),
    }
}
