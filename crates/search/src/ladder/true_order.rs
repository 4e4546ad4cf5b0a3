//! Moves sorted by what they are worth: the best and the worst that can happen to alpha-beta.
//!
//! No program can do this, because the values are what it searches for. Here they are looked up by a
//! search of its own that nobody counts or watches, so that a lesson can show how small a tree can
//! be, and how large.

use std::cmp::Reverse;

use chess::{Move, MoveList, Position};
use eval::Score;

use super::MoveOrder;
use crate::{Line, Task};

/// Sorts the moves of a position that is searched `depth` plies deep, as the task's order says.
/// Moves that are worth the same keep the generator's order.
pub(super) fn sort(
    task: &Task<'_>,
    line: &mut Line,
    position: &Position,
    depth: u32,
    moves: &mut MoveList,
) {
    let mut valued: Vec<(Score, Move)> = moves
        .iter()
        .map(|&mv| {
            let mut next = *position;
            next.play_unchecked(mv);
            line.push(&next);
            let worst = Score::mated_in(0);
            let value = -value(task, line, &next, depth - 1, worst, Score::INFINITE);
            line.pop();
            (value, mv)
        })
        .collect();
    match task.options.order {
        MoveOrder::Best => valued.sort_by_key(|&(value, _)| Reverse(value)),
        MoveOrder::Worst => valued.sort_by_key(|&(value, _)| value),
        _ => {}
    }
    for (place, (_, mv)) in moves.iter_mut().zip(valued) {
        *place = mv;
    }
}

/// What a position is worth to its mover, by plain alpha-beta.
fn value(
    task: &Task<'_>,
    line: &mut Line,
    position: &Position,
    depth: u32,
    mut alpha: Score,
    beta: Score,
) -> Score {
    if !position.has_legal_move() {
        return if position.is_check() { Score::mated_in(line.ply() as u32) } else { Score::DRAW };
    }
    if line.draw(position).is_some() {
        return Score::DRAW;
    }
    // Whoever stops the search is not kept waiting: what is sorted then does not matter any more.
    if depth == 0 || task.control.is_over(0) {
        return task.evaluator.evaluate(position);
    }
    let mut best = Score::mated_in(0);
    for mv in position.legal_moves().iter().copied() {
        let mut next = *position;
        next.play_unchecked(mv);
        line.push(&next);
        let value = -value(task, line, &next, depth - 1, -beta, -alpha);
        line.pop();
        best = best.max(value);
        alpha = alpha.max(best);
        if best >= beta {
            break;
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Counters;
    use crate::ladder::{Algorithm, Rung};

    /// The same value as minimax; the best order takes the fewest nodes, the worst the most.
    #[test]
    fn the_truth_saves_most_and_costs_most() {
        let boards = [
            "r1bqkb1r/pp2pppp/2np1n2/8/3NP3/2N5/PPP2PPP/R1BQKB1R w KQkq - 0 1",
            "8/pkP5/8/8/P7/6q1/3Q2p1/2R2rK1 w - - 0 1",
        ];
        for fen in boards {
            let position: Position = fen.parse().unwrap();
            let evaluator = eval::by_name("pst").unwrap();
            let found = |rung: Rung, order: MoveOrder| {
                let algorithm = Algorithm::ordered(rung, order);
                let task = algorithm.task(&position, evaluator, 3);
                let report = rung.search(&task, &mut Counters::default());
                (report.score, report.nodes)
            };
            let minimax = found(Rung::Minimax, MoveOrder::None);
            let none = found(Rung::AlphaBeta, MoveOrder::None);
            let best = found(Rung::AlphaBeta, MoveOrder::Best);
            let worst = found(Rung::AlphaBeta, MoveOrder::Worst);
            let guessed = found(Rung::Ordered, MoveOrder::History);
            for (value, _) in [none, best, worst, guessed] {
                assert_eq!(value, minimax.0, "{fen}");
            }
            assert!(
                best.1 <= none.1 && best.1 <= guessed.1,
                "{fen}: {best:?} {none:?} {guessed:?}"
            );
            assert!(none.1 <= worst.1 && worst.1 <= minimax.1, "{fen}: {none:?} {worst:?}");
        }
    }
}
