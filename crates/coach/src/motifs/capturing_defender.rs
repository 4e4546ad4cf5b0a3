//! Capturing the defender: the guard of a piece is taken, and then the piece.

use chess::Role;

use super::Seen;
use crate::board::{defenders, is_loose};
use crate::tactic::Tactic;

pub(super) fn find(tactic: &Tactic) -> Seen {
    tactic.hero_plies().skip(1).find_map(|(index, ply)| {
        let (removal, answer) = (&tactic.plies[index - 2], &tactic.plies[index - 1]);
        let taken = ply.captured()?;
        let (target, guard) = (ply.mv.to(), removal.mv.to());
        removal.captured()?;
        if taken == Role::Pawn
            || target == guard
            || answer.mv.to() == target
            || removal.after.is_check()
        {
            return None;
        }
        let guarded = defenders(&removal.before, target, !tactic.hero()).contains(guard);
        (guarded && is_loose(&ply.before, target)).then(|| (index - 2, vec![guard, target]))
    })
}
