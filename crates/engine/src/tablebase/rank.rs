//! Moves by what the tables say about them.

use chess::{Move, Position, Role};

use super::Tablebases;

/// Plies after which the fifty-move rule makes a draw of everything.
const FIFTY_MOVES: i32 = 100;

/// What a move leads to: first the result, then how well it gets there; greater
/// is better.
type Rank = (i32, i32);

pub(super) fn best(tables: &Tablebases, position: &Position) -> Option<Vec<Move>> {
    // All or nothing: a move that nobody knows might be the best one.
    let ranked: Option<Vec<(Rank, Move)>> =
        position.legal_moves().iter().map(|&mv| Some((rank(tables, position, mv)?, mv))).collect();
    let ranked = ranked?;
    let best = ranked.iter().map(|(rank, _)| *rank).max()?;
    Some(ranked.into_iter().filter(|(rank, _)| *rank == best).map(|(_, mv)| mv).collect())
}

fn rank(tables: &Tablebases, position: &Position, mv: Move) -> Option<Rank> {
    let mut next = *position;
    next.play_unchecked(mv);
    if next.is_checkmate() {
        return Some((2, 0));
    }
    let is_zeroing = position.is_capture(mv) || position.role_at(mv.from()) == Some(Role::Pawn);
    // Plies from here, from the mover's view. After a capture or pawn move the
    // count begins anew, and only whether the rest is quick enough is left of it.
    let theirs = tables.probe_dtz(&next)?;
    let plies = match -theirs {
        0 => 0,
        plies if is_zeroing && plies.abs() > FIFTY_MOVES => plies.signum() * (FIFTY_MOVES + 1),
        plies if is_zeroing => plies.signum(),
        plies => plies + plies.signum(),
    };
    let clock = i32::from(position.halfmove_clock());
    let is_in_time = plies.abs() + clock <= FIFTY_MOVES;
    let result = plies.signum() * if is_in_time { 2 } else { 1 };
    // Winning: the fewer plies the better. Losing: the more. The tables may be
    // one ply out, so two moves of equal count are equally good.
    Some((result, -plies.signum() * plies.abs()))
}
