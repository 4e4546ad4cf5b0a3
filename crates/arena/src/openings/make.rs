//! Making openings: random moves, then a look whether they make a game.

use std::collections::HashSet;
use std::fmt;
use std::ops::{ControlFlow, RangeInclusive};

use chess::Position;
use engine::{Dice, Limits, Player, PlayerError, Signals};
use eval::Score;

use super::{Opening, wander};

/// What openings to make.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OpeningRecipe {
    /// How many.
    pub count: usize,
    /// Random plies from the starting position, from the fewest to the most.
    pub plies: RangeInclusive<usize>,
    /// How far in centipawns the better side may be ahead.
    pub advantage: RangeInclusive<i32>,
    /// How far the judge looks at each candidate.
    pub limits: Limits,
    /// The dice's seed.
    pub seed: u64,
    /// Keys of positions that are there already. With what another run by the
    /// same recipe has found, this one goes on where that was left.
    pub known: HashSet<u64>,
}

/// Why openings cannot be made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum MakeError {
    /// The judge fails.
    IncrementalEvaluator(PlayerError),
    /// Nearly nothing that was tried is good enough.
    TooStrict {
        /// How many were found.
        found: usize,
        /// How many were tried.
        tried: u64,
    },
}

impl fmt::Display for MakeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MakeError::IncrementalEvaluator(error) => write!(f, "the judge cannot judge: {error}"),
            MakeError::TooStrict { found, tried } => write!(
                f,
                "of {tried} random openings only {found} are within the limits: allow a wider \
                 advantage or more plies"
            ),
        }
    }
}

impl std::error::Error for MakeError {}

/// After so many failures in a row nothing more is to be found.
const PATIENCE: u64 = 5_000;

/// Makes openings until there are enough, `stop` is raised or `on_found` breaks
/// off; each is told as it is found, with what it is worth to the side to move.
///
/// No two are the same position. None is in check, over, or about to lose more
/// than a pawn at once.
pub fn make(
    recipe: &OpeningRecipe,
    judge: &mut Player,
    stop: &Signals,
    on_found: &mut dyn FnMut(&Position, Score) -> ControlFlow<()>,
) -> Result<usize, MakeError> {
    let mut dice = Dice::new(recipe.seed);
    let start = Opening::from(Position::start());
    let mut seen = HashSet::new();
    let (mut found, mut tried, mut failures) = (0, 0u64, 0u64);
    while found < recipe.count && !stop.is_stopped() {
        tried += 1;
        if failures > PATIENCE {
            return Err(MakeError::TooStrict { found, tried });
        }
        failures += 1;
        let plies = *recipe.plies.start() + dice.below(recipe.plies.clone().count());
        let Some(opening) = wander(&start, plies, &mut dice) else { continue };
        let position = *opening.game().position();
        if position.is_check() || !seen.insert(position.key()) {
            continue;
        }
        if recipe.known.contains(&position.key()) {
            failures = 0;
            continue;
        }
        // The judge gets the bare position: that is where games will begin.
        let game = chess::Game::new(position);
        let welcome = judge.new_game();
        if stop.is_stopped() {
            break;
        }
        welcome.map_err(MakeError::IncrementalEvaluator)?;
        let decision = judge.decide(&game, &recipe.limits, stop);
        if stop.is_stopped() {
            break;
        }
        let decision = decision.map_err(MakeError::IncrementalEvaluator)?;
        let Some(score) = decision.score.filter(|score| !score.is_mate()) else { continue };
        if !recipe.advantage.contains(&score.raw().abs()) {
            continue;
        }
        found += 1;
        failures = 0;
        if on_found(&position, score).is_break() {
            break;
        }
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn recipe() -> OpeningRecipe {
        OpeningRecipe {
            count: 20,
            plies: 6..=8,
            advantage: 30..=120,
            limits: Limits::depth(2),
            seed: 7,
            known: HashSet::new(),
        }
    }

    fn found(recipe: &OpeningRecipe) -> Result<Vec<(Position, Score)>, MakeError> {
        let mut judge = Player::seat(&"quiescence".parse().unwrap(), 1).unwrap();
        let mut list = Vec::new();
        make(recipe, &mut judge, &Signals::new(), &mut |position, score| {
            list.push((*position, score));
            ControlFlow::Continue(())
        })?;
        Ok(list)
    }

    #[test]
    fn openings_are_different_and_slightly_unbalanced() {
        let list = found(&recipe()).unwrap();
        let keys: HashSet<u64> = list.iter().map(|(position, _)| position.key()).collect();
        assert_eq!((list.len(), keys.len()), (20, 20));
        for (position, score) in &list {
            assert!((30..=120).contains(&score.raw().abs()), "{position}: {score}");
            assert!(!position.is_check());
        }
        let for_white = |(position, score): &(Position, Score)| score.for_white(position.turn());
        assert!(list.iter().any(|one| for_white(one) < Score::DRAW), "Black may be ahead too");
        assert_eq!(found(&recipe()).unwrap(), list, "the same seed, the same openings");
        assert_ne!(found(&OpeningRecipe { seed: 8, ..recipe() }).unwrap(), list);
    }

    #[test]
    fn a_second_run_goes_on_where_the_first_was_left() {
        let whole = found(&recipe()).unwrap();
        let first = found(&OpeningRecipe { count: 8, ..recipe() }).unwrap();
        let known = first.iter().map(|(position, _)| position.key()).collect();
        let second = found(&OpeningRecipe { count: 12, known, ..recipe() }).unwrap();
        assert_eq!([first, second].concat(), whole);
    }

    #[test]
    fn the_impossible_ends() {
        let error = found(&OpeningRecipe {
            advantage: 29_000..=29_500,
            limits: Limits::depth(1),
            ..recipe()
        })
        .unwrap_err();
        assert!(matches!(error, MakeError::TooStrict { found: 0, .. }));
    }
}
