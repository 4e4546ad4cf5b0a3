//! What the better move does that the move played does not.

use crate::claim::{Claim, ClaimRole, Kind};
use crate::looks::Looks;

/// What the better move must win for a word, in pawns.
const WORTH_A_WORD: i32 = 2;

/// The reason for the better move, by what is wrong with the one that was played.
pub(crate) fn better(looks: &Looks, faults: &[Claim]) -> Option<Claim> {
    let fault = faults.iter().find(|claim| claim.is_fault())?;
    let kind = match &fault.kind {
        // What is missed names the better move already.
        _ if fault.role == ClaimRole::Misses => return None,
        Kind::MateIn(moves) => Kind::MateIn(*moves),
        // It wins more than a pawn, which may be a gift, or it keeps what the other loses.
        Kind::Material(lost) => match looks.won_by_best() {
            Some(won) if won.cost() <= -WORTH_A_WORD => Kind::Material(won),
            _ if looks.best_keeps() => Kind::Material(lost.clone()),
            _ => looks.chances(),
        },
        Kind::Promotes(square) => Kind::Promotes(*square),
        _ => looks.chances(),
    };
    Some(looks.claim(kind, ClaimRole::Better, looks.position, &looks.deep_before))
}
