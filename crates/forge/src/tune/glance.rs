//! A look ahead that is over at once.
//!
//! Tuners by play ask for millions of moves of a hundred nodes each. The rungs
//! of the ladder make themselves at home first, with a table of megabytes,
//! which takes longer than that. This is alpha-beta to a fixed depth, then
//! captures that lose nothing, and it keeps no memory.

use chess::{Move, MoveList, Position, SEE_VALUES};
use eval::{Evaluator, Score};

/// The best move and its value to the mover, or the value of the end if there
/// is no move. `keys` are the positions before, oldest first: going back to one
/// of them counts as a draw.
pub(super) fn glance(
    position: &Position,
    keys: &[u64],
    evaluator: &dyn Evaluator,
    depth: u32,
) -> (Option<Move>, Score) {
    let glance = Glance { keys, evaluator };
    let mut best = None;
    let mut alpha = -Score::INFINITE;
    for mv in &ordered(position, &position.legal_moves()) {
        let mut next = *position;
        next.play_unchecked(mv);
        let value = -glance.node(&next, depth.max(1) - 1, 1, -Score::INFINITE, -alpha);
        if value > alpha || best.is_none() {
            alpha = value;
            best = Some(mv);
        }
    }
    match best {
        Some(_) => (best, alpha),
        None => (None, over(position, 0)),
    }
}

struct Glance<'a> {
    keys: &'a [u64],
    evaluator: &'a dyn Evaluator,
}

/// Captures are followed so far: beyond, exchanges have been seen through.
const MOST_CAPTURES: u32 = 12;

impl Glance<'_> {
    fn node(
        &self,
        position: &Position,
        depth: u32,
        ply: u32,
        mut alpha: Score,
        beta: Score,
    ) -> Score {
        let clock = usize::from(position.halfmove_clock());
        let lately = &self.keys[self.keys.len().saturating_sub(clock)..];
        if clock >= 100 || position.has_insufficient_material() || lately.contains(&position.key())
        {
            return if position.has_legal_move() { Score::DRAW } else { over(position, ply) };
        }
        if depth == 0 {
            return self.captures(position, ply, 0, alpha, beta);
        }
        let moves = position.legal_moves();
        if moves.is_empty() {
            return over(position, ply);
        }
        for mv in &ordered(position, &moves) {
            let mut next = *position;
            next.play_unchecked(mv);
            let value = -self.node(&next, depth - 1, ply + 1, -beta, -alpha);
            if value >= beta {
                return value;
            }
            alpha = alpha.max(value);
        }
        alpha
    }

    fn captures(
        &self,
        position: &Position,
        ply: u32,
        taken: u32,
        mut alpha: Score,
        beta: Score,
    ) -> Score {
        if !position.has_legal_move() {
            return over(position, ply);
        }
        let stands = self.evaluator.evaluate(position);
        if stands >= beta || taken >= MOST_CAPTURES {
            return stands;
        }
        alpha = alpha.max(stands);
        let mut moves = MoveList::new();
        position.captures_and_promotions(&mut moves);
        for mv in &ordered(position, &moves) {
            if !position.see_ge(mv, 0) {
                continue;
            }
            let mut next = *position;
            next.play_unchecked(mv);
            let value = -self.captures(&next, ply + 1, taken + 1, -beta, -alpha);
            if value >= beta {
                return value;
            }
            alpha = alpha.max(value);
        }
        alpha
    }
}

/// What a position without moves is worth.
fn over(position: &Position, ply: u32) -> Score {
    if position.is_check() { Score::mated_in(ply) } else { Score::DRAW }
}

/// Captures of the most valuable pieces first, by the least valuable.
fn ordered(position: &Position, moves: &MoveList) -> MoveList {
    let mut moves = moves.clone();
    let value = |role: Option<chess::Role>| role.map_or(0, |role| SEE_VALUES[role.index()]);
    moves.sort_by_key(|&mv| {
        let gain = value(position.captured(mv)) + value(mv.promoted());
        if gain == 0 { 0 } else { value(position.role_at(mv.from())) / 100 - gain }
    });
    moves
}

#[cfg(test)]
mod tests {
    use super::*;

    fn look(fen: &str, depth: u32) -> (String, Score) {
        let position: Position = fen.parse().unwrap();
        let (mv, value) = glance(&position, &[], eval::by_name("material").unwrap(), depth);
        (mv.map_or(String::new(), |mv| format!("{mv:?}")), value)
    }

    #[test]
    fn mates_and_wins_are_seen() {
        assert_eq!(
            look("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", 2),
            ("a1a8".to_owned(), Score::mate_in(1))
        );
        assert_eq!(look("6k1/5ppp/8/8/3q4/8/8/3R2K1 w - - 0 1", 1).0, "d1d4");
        assert_eq!(look("7k/5QQ1/8/8/8/8/8/K7 b - - 0 1", 1), (String::new(), Score::mated_in(0)));
        // A guarded pawn is not worth a rook.
        let (mv, value) = look("6k1/2p5/3p4/8/8/8/8/3R2K1 w - - 0 1", 1);
        assert!(mv != "d1d6" && value == Score::cp(300), "{mv} {value}");
    }

    #[test]
    fn what_was_there_before_is_a_draw() {
        let position: Position = "7k/8/8/8/8/8/q7/7K b - - 60 90".parse().unwrap();
        let material = eval::by_name("material").unwrap();
        let keys: Vec<u64> = (&position.legal_moves())
            .into_iter()
            .map(|mv| {
                let mut next = position;
                next.play_unchecked(mv);
                next.key()
            })
            .collect();
        assert_eq!(glance(&position, &keys, material, 2).1, Score::DRAW);
        assert_eq!(glance(&position, &[], material, 2).1, Score::cp(900));
    }
}
