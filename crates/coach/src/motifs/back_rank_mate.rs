//! Back-rank mate: the king stands on its home rank, is mated along it, and its own pieces
//! take the squares in front of it.

use chess::{Bitboard, Rank, Role, attacks};

use super::Seen;
use crate::board::attackers;
use crate::tactic::Tactic;

pub(super) fn find(tactic: &Tactic) -> Seen {
    let end = tactic.end();
    if end.has_legal_move() || !end.is_check() {
        return None;
    }
    let them = end.turn();
    let king = end.king(them);
    let home = Bitboard::rank(Rank::First.relative_to(them));
    if !home.contains(king) {
        return None;
    }
    let along = end.checkers() & home;
    let checker = along.first()?;
    if !matches!(end.role_at(checker), Some(Role::Rook | Role::Queen)) {
        return None;
    }
    let front = attacks::king(king) & Bitboard::rank(Rank::Second.relative_to(them));
    let own = front & end.board().color(them);
    // With a square in front of the king it would not be mate: the own pieces are to blame.
    let frees = |square| attackers(end, square, !them).is_empty();
    let is_shut_in = front == own && own.into_iter().all(frees);
    let last = tactic.plies.len() - 1;
    (own.any() && is_shut_in).then(|| (last, vec![checker, king]))
}
