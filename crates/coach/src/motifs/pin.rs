//! Pin: a piece that would take, guard or get away must stay, because of what stands behind it.

use chess::{Position, Role, Square, attacks};

use super::Seen;
use crate::board::{attackers, attacks_from, is_in_danger, is_loose, rays, worth};
use crate::tactic::Tactic;

pub(super) fn find(tactic: &Tactic) -> Seen {
    tactic.hero_plies().find_map(|(index, ply)| {
        let pin = pins(&ply.after).into_iter().find(|pin| matters(&ply.after, pin, ply.to()))?;
        Some((index, vec![pin.by, pin.pinned, pin.behind]))
    })
}

struct Pin {
    by: Square,
    pinned: Square,
    behind: Square,
}

/// The pins against the side to move.
fn pins(position: &Position) -> Vec<Pin> {
    let board = position.board();
    let us = position.turn();
    let mut pins = Vec::new();
    for by in board.color(!us) {
        let Some(slider) = position.role_at(by) else { continue };
        for (pinned, behind) in rays(position, by) {
            let Some(piece) = position.piece_at(pinned) else { continue };
            let Some(back) = position.piece_at(behind) else { continue };
            let is_worth_it = back.role == Role::King
                || worth(back.role) > worth(slider) && worth(back.role) > worth(piece.role);
            if back.color == us && piece.role != Role::King && is_worth_it {
                pins.push(Pin { by, pinned, behind });
            }
        }
    }
    pins
}

/// Whether the pinned piece would have something to do.
fn matters(position: &Position, pin: &Pin, moved: Square) -> bool {
    let us = position.turn();
    let line = attacks::line(pin.by, pin.behind);
    let Some(role) = position.role_at(pin.pinned) else { return false };
    // Whoever can take the pinning piece is not held by it.
    let is_void = attacks_from(position, pin.pinned).contains(pin.by)
        && (is_loose(position, pin.by)
            || position.role_at(pin.by).is_some_and(|by| worth(by) >= worth(role)));
    if is_void {
        return false;
    }
    // Whatever it would take has just moved there with mate, or is worth taking.
    let is_mate = position.is_check() && !position.has_legal_move();
    let taken = (attacks_from(position, pin.pinned) & position.board().color(!us)).without(line);
    if is_mate {
        return taken.contains(moved);
    }
    let is_worth_taking = |square| {
        position.role_at(square).is_some_and(|target| {
            worth(target) > worth(role) || is_loose(position, square) && target != Role::Pawn
        })
    };
    if taken.into_iter().any(is_worth_taking) {
        return true;
    }
    // Or it is attacked and would get away.
    let by_less =
        |from| position.role_at(from).is_some_and(|attacker| worth(attacker) < worth(role));
    let mut others = attackers(position, pin.pinned, !us);
    others.remove(pin.by);
    role != Role::Pawn && (others.into_iter().any(by_less) || is_in_danger(position, pin.pinned))
}
