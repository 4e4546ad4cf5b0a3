//! Rung 1: a random legal move.
//!
//! The player that everything else must beat. It looks at nothing, so it shows
//! what the rules alone are worth: of 3,000 games against itself 478 ended in
//! mate, the others in draws (`plywise match --white random --black random
//! --games 3000`).
//!
//! The dice are seeded: the same position and seed give the same move, so
//! that a game can be played again. The position's key goes into the dice,
//! otherwise one seed would always pick, say, the third move.

use eval::Score;
use numbers::mix;

use crate::{Observer, Report, Task};

/// Picks a move by the seed in the task's options.
pub fn search<O: Observer>(task: &Task<'_>, observer: &mut O) -> Report {
    let moves = task.position.legal_moves();
    // The high half of the product spreads the dice evenly over the moves.
    let dice = mix(task.position.key() ^ task.options.seed);
    let index = ((u128::from(dice) * moves.len() as u128) >> 64) as usize;
    let best = moves.get(index).copied();
    let line: Vec<_> = best.into_iter().collect();
    // It has no idea what its move is worth; that it has none, it sees.
    let is_mated = best.is_none() && task.position.is_check();
    let value = if is_mated { Score::mated_in(0) } else { Score::DRAW };
    observer.best(0, value, &line, 0);
    Report { best, score: value, pv: line, ..Report::default() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Silent;
    use chess::Position;

    #[test]
    fn every_move_comes_up_and_a_seed_repeats() {
        let position = Position::start();
        let mut task = Task::new(&position, eval::by_name("material").unwrap(), 1);
        let mut seen = std::collections::HashSet::new();
        for seed in 0..1000 {
            task.options.seed = seed;
            let report = search(&task, &mut Silent);
            assert_eq!(report, search(&task, &mut Silent));
            seen.insert(report.best.unwrap().to_bits());
        }
        assert_eq!(seen.len(), 20);
    }
}
