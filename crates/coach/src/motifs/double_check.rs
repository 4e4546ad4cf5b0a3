//! Double check: two pieces give check at once, so that only the king can move.

use super::Seen;
use crate::tactic::Tactic;

pub(super) fn find(tactic: &Tactic) -> Seen {
    tactic.hero_plies().find(|(_, ply)| ply.after.checkers().more_than_one()).map(|(index, ply)| {
        let mut squares: Vec<_> = ply.after.checkers().into_iter().collect();
        squares.push(ply.after.king(ply.after.turn()));
        (index, squares)
    })
}
