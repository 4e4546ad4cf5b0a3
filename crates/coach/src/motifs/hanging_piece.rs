//! Hanging piece: the first move takes a piece that nothing guards.

use chess::Role;

use super::Seen;
use crate::board::{defenders, worth};
use crate::tactic::Tactic;

/// What must be left of it at the end of the line, in pawns.
const KEPT: i32 = 2;

pub(super) fn find(tactic: &Tactic) -> Seen {
    let first = tactic.plies.first()?;
    let taken = first.captured()?;
    let square = first.mv.to();
    if taken == Role::Pawn || first.before.role_at(square).is_none() {
        return None;
    }
    if defenders(&first.before, square, !tactic.hero()).any() {
        return None;
    }
    // Who takes back does not win what hangs.
    if let Some((before, mv)) = &tactic.prior
        && mv.to() == square
        && before.captured(*mv).is_some_and(|role| worth(role) >= worth(taken))
    {
        return None;
    }
    // What is given back for it later was not hanging.
    (tactic.gain() >= KEPT || tactic.mate_in().is_some()).then(|| (0, vec![square]))
}
