//! Trapped piece: it is attacked, and wherever it goes it is lost.

use chess::{Position, Role, Square};

use super::Seen;
use crate::board::{is_in_danger, worth};
use crate::tactic::Tactic;

pub(super) fn find(tactic: &Tactic) -> Seen {
    tactic.hero_plies().skip(1).find_map(|(index, ply)| {
        let taken = ply.captured()?;
        if taken == Role::Pawn {
            return None;
        }
        let answer = &tactic.plies[index - 1];
        // The piece may have tried to run.
        let stood = if answer.mv.to() == ply.mv.to() { answer.mv.from() } else { ply.mv.to() };
        is_trapped(&answer.before, stood).then(|| (index - 2, vec![stood]))
    })
}

/// Whether the piece of the side to move on a square is lost wherever it goes.
pub(crate) fn is_trapped(position: &Position, square: Square) -> bool {
    let Some(role) = position.role_at(square) else { return false };
    if position.is_check()
        || position.pinned().contains(square)
        || matches!(role, Role::Pawn | Role::King)
    {
        return false;
    }
    if !is_in_danger(position, square) {
        return false;
    }
    position.legal_moves_from(square).iter().all(|&mv| {
        // Who takes something of the same value is not lost for nothing.
        if position.captured(mv).is_some_and(|taken| worth(taken) >= worth(role)) {
            return false;
        }
        let mut after = *position;
        after.play_unchecked(mv);
        is_in_danger(&after, mv.to())
    })
}
