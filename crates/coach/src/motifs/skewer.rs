//! Skewer: a valuable piece moves out of a line, and what stood behind it is taken.

use chess::{Role, attacks};

use super::Seen;
use crate::board::{is_in_danger, is_slider, worth};
use crate::tactic::Tactic;

pub(super) fn find(tactic: &Tactic) -> Seen {
    tactic.hero_plies().skip(1).find_map(|(index, ply)| {
        let taken = ply.captured()?;
        let (from, to) = (ply.mv.from(), ply.mv.to());
        let is_mate = ply.after.is_check() && !ply.after.has_legal_move();
        if is_mate || !is_slider(ply.piece()?.role) || taken == Role::King {
            return None;
        }
        let answer = &tactic.plies[index - 1];
        let front = answer.piece()?;
        let gate = answer.mv.from();
        let opened = attacks::between(from, to).contains(gate) && answer.mv.to() != to;
        let is_skewer = opened && worth(front.role) > worth(taken) && is_in_danger(&ply.before, to);
        is_skewer.then(|| (index - 2, vec![from, gate, to]))
    })
}
