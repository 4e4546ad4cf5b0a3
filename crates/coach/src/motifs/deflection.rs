//! Deflection: a guard is drawn away, and what it guarded falls.

use super::Seen;
use crate::board::{defenders, worth};
use crate::tactic::{Tactic, TacticPly};

pub(super) fn find(tactic: &Tactic) -> Seen {
    let them = !tactic.hero();
    tactic.hero_plies().skip(1).find_map(|(index, ply)| {
        let (lure, answer) = (&tactic.plies[index - 2], &tactic.plies[index - 1]);
        let (target, guard) = (ply.mv.to(), answer.mv.from());
        let is_blow = ply.captured().is_some() || ply.mv.promoted().is_some();
        if !is_blow
            || [answer.mv.to(), lure.to(), guard].contains(&target)
            || answer.mv.is_castling()
        {
            return None;
        }
        // It was made to go: it took what was offered, or it answered a check.
        let takes_lure = answer.mv.to() == lure.to() && !is_trade(lure);
        let is_lured = takes_lure || lure.after.is_check() && answer.captured().is_none();
        let guarded = defenders(&lure.after, target, them).contains(guard);
        let guards = defenders(&answer.after, target, them).contains(answer.mv.to());
        (is_lured && guarded && !guards).then(|| (index - 2, vec![lure.to(), guard, target]))
    })
}

/// Whether the lure is paid for at once.
fn is_trade(lure: &TacticPly) -> bool {
    let given = lure.piece().map_or(0, |piece| worth(piece.role));
    lure.captured().is_some_and(|taken| worth(taken) >= given)
}
