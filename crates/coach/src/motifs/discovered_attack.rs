//! Discovered attack: a piece leaves a line, and the slider behind it attacks.

use chess::attacks;

use super::Seen;
use crate::board::is_slider;
use crate::tactic::Tactic;

pub(super) fn find(tactic: &Tactic) -> Seen {
    discovered_check(tactic).or_else(|| discovered_capture(tactic))
}

/// The moved piece opens a check of another.
fn discovered_check(tactic: &Tactic) -> Seen {
    tactic.hero_plies().find_map(|(index, ply)| {
        if ply.mv.is_castling() || ply.after.checkers().more_than_one() {
            return None;
        }
        let king = ply.after.king(ply.after.turn());
        let others = ply.after.checkers().into_iter();
        let checker = others.into_iter().find(|&square| square != ply.to())?;
        attacks::between(checker, king)
            .contains(ply.mv.from())
            .then(|| (index, vec![ply.to(), checker, king]))
    })
}

/// A slider takes along a line that an earlier move of the hero's opened.
fn discovered_capture(tactic: &Tactic) -> Seen {
    tactic.hero_plies().skip(1).find_map(|(index, ply)| {
        ply.captured()?;
        let (from, to) = (ply.mv.from(), ply.mv.to());
        if !is_slider(ply.piece()?.role) {
            return None;
        }
        let opener = &tactic.plies[index - 2];
        let answer = &tactic.plies[index - 1];
        let opened = attacks::between(from, to).contains(opener.mv.from()) && opener.to() != from;
        let is_fresh = answer.mv.to() != to;
        (opened && is_fresh && !opener.mv.is_castling())
            .then(|| (index - 2, vec![opener.to(), from, to]))
    })
}
