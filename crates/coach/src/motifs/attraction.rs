//! Attraction: a piece is drawn to a square where the next blow hits it.

use chess::Role;

use super::Seen;
use crate::board::attacks_from;
use crate::tactic::Tactic;

pub(super) fn find(tactic: &Tactic) -> Seen {
    tactic.hero_plies().find_map(|(index, lure)| {
        let answer = tactic.plies.get(index + 1)?;
        let blow = tactic.plies.get(index + 2)?;
        let square = lure.to();
        if answer.mv.to() != square || blow.mv.to() == square {
            return None;
        }
        let drawn = answer.piece()?.role;
        let is_hit = match drawn {
            Role::King => blow.after.is_check(),
            Role::Queen | Role::Rook => {
                let taken = tactic.plies.get(index + 4).is_some_and(|last| last.mv.to() == square);
                taken && attacks_from(&blow.after, blow.to()).contains(square)
            }
            _ => false,
        };
        is_hit.then(|| (index, vec![square, blow.to()]))
    })
}
