//! Promotion: a pawn becomes a piece.

use super::Seen;
use crate::tactic::Tactic;

pub(super) fn find(tactic: &Tactic) -> Seen {
    tactic
        .hero_plies()
        .find(|(_, ply)| ply.mv.promoted().is_some())
        .map(|(index, ply)| (index, vec![ply.mv.to()]))
}
