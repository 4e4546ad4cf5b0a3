//! Intermezzo: the expected capture waits for a threat that must be answered first.

use super::{Seen, move_before};
use crate::board::defenders;
use crate::tactic::Tactic;

pub(super) fn find(tactic: &Tactic) -> Seen {
    tactic.hero_plies().skip(1).find_map(|(index, ply)| {
        ply.captured()?;
        let square = ply.mv.to();
        let (between, answer) = (&tactic.plies[index - 2], &tactic.plies[index - 1]);
        if answer.mv.to() == square || between.to() == square {
            return None;
        }
        // The opponent has just taken there, and it could have been taken back at once.
        let opponent = move_before(tactic, index - 2)?;
        let captured = match (index - 2).checked_sub(1) {
            Some(earlier) => tactic.plies[earlier].captured(),
            None => tactic.prior.and_then(|(before, mv)| before.captured(mv)),
        };
        let is_mate = ply.after.is_check() && !ply.after.has_legal_move();
        let guards = |position| defenders(position, square, !tactic.hero()).count();
        let is_drawn_away = guards(&ply.before) < guards(&between.before);
        let expected = between
            .before
            .legal_moves()
            .iter()
            .any(|mv| mv.from() == ply.mv.from() && mv.to() == square);
        (opponent.to() == square && captured.is_some() && expected && !is_mate && !is_drawn_away)
            .then(|| (index - 2, vec![between.to(), square]))
    })
}
