//! Fork: the piece that moves attacks two or more, and cannot be taken for it.

use chess::{Role, Square};

use super::Seen;
use crate::board::{attacks_from, is_in_danger, is_loose, worth};
use crate::tactic::{Tactic, TacticPly};

pub(super) fn find(tactic: &Tactic) -> Seen {
    let last = tactic.plies.len().saturating_sub(1);
    tactic.hero_plies().filter(|&(index, _)| index < last).find_map(|(index, ply)| {
        let targets = targets(ply)?;
        // Who can take the forking piece is not forked.
        let answer = tactic.plies.get(index + 1)?;
        if answer.mv.to() == ply.to() {
            return None;
        }
        let mut squares = vec![ply.to()];
        squares.extend(targets);
        Some((index, squares))
    })
}

/// What the piece that moved attacks and could win.
fn targets(ply: &TacticPly) -> Option<Vec<Square>> {
    let (after, from) = (&ply.after, ply.to());
    let forker = after.role_at(from)?;
    if forker == Role::King || is_in_danger(after, from) {
        return None;
    }
    let enemies = attacks_from(after, from) & after.board().color(after.turn());
    let is_target = |&square: &Square| {
        let Some(role) = after.role_at(square) else { return false };
        role != Role::Pawn && (worth(role) > worth(forker) || is_loose(after, square))
    };
    let mut targets: Vec<Square> = enemies.into_iter().filter(is_target).collect();
    targets.sort_by_key(|&square| std::cmp::Reverse(after.role_at(square).map_or(0, worth)));
    (targets.len() >= 2).then_some(targets)
}
