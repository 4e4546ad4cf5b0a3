//! What the coach says of bad moves.

use chess::{Game, Move};
use coach::{Claim, Coach, MoveExplanation, Seen, USUAL_NODES, words};
use search::Limits;

use crate::error::AnalysisError;
use crate::task::Done;

/// Judges and explains moves that look bad; or says nothing, if nothing is wanted.
#[derive(Debug, Default)]
pub struct Commentary {
    coach: Option<Coach>,
}

impl Commentary {
    /// A commentary with sentences, whose searches take no more than those of the
    /// positions do by their limits.
    ///
    /// # Errors
    /// If there is no memory for the coach's searches.
    pub fn new(limits: &Limits) -> Result<Commentary, AnalysisError> {
        let coach = Coach::new(budget(limits));
        let coach = coach.map_err(|error| AnalysisError::Failed(error.to_string()))?;
        Ok(Commentary { coach: Some(coach) })
    }

    /// What the coach says of the move between two neighbouring positions of a game; `None` without
    /// a coach, and for a move that nobody doubts.
    pub fn of_move(&mut self, before: &Done, mv: Move, after: &Done) -> Option<MoveExplanation> {
        let position = before.task.position();
        let seen = Seen {
            before: &before.said,
            after: &after.said,
            nodes: before.nodes_a_line().min(after.nodes_a_line()),
            repeats: is_repeated(&after.task.game),
        };
        self.coach.as_mut()?.explain_seen(position, mv, &seen).ok().flatten()
    }
}

/// The sentences for a bad move.
pub(crate) fn sentence(said: &MoveExplanation) -> Option<String> {
    said.judgement.mark?;
    said.claims.iter().any(Claim::is_fault).then(|| words::summary(said)).flatten()
}

/// Whether the last position of a game was there before.
fn is_repeated(game: &Game) -> bool {
    let Some((last, before)) = game.positions().split_last() else { return false };
    before.iter().any(|old| old.key() == last.key())
}

/// Fewer nodes prove nothing.
const FEWEST_NODES: u64 = 100;
/// What a slow thread does in a second. The words depend on nothing but the
/// arguments, so that nobody's clock is asked.
const NODES_PER_SECOND: f64 = 500_000.0;

/// Nodes of each search of the coach: the usual number, or fewer if a position is
/// given fewer.
fn budget(limits: &Limits) -> u64 {
    let by_time = limits.move_time.map(|time| (time.as_secs_f64() * NODES_PER_SECOND) as u64);
    let nodes = limits.nodes.unwrap_or(u64::MAX).min(by_time.unwrap_or(u64::MAX));
    nodes.clamp(FEWEST_NODES, USUAL_NODES)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn words_take_no_more_than_positions_do() {
        assert_eq!(budget(&Limits::nodes(1_000)), 1_000);
        assert_eq!(budget(&Limits::nodes(1)), FEWEST_NODES);
        assert_eq!(budget(&Limits::nodes(1_000_000)), USUAL_NODES);
        assert_eq!(budget(&Limits::depth(3)), USUAL_NODES);
        assert_eq!(budget(&Limits::move_time(Duration::from_millis(10))), 5_000);
        assert_eq!(budget(&Limits::move_time(Duration::from_secs(1))), USUAL_NODES);
    }
}
