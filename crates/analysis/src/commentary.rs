//! What the coach says of bad moves.

use chess::{Move, Position};
use coach::{Claim, Coach, USUAL_NODES, words};
use engine::review::Judgement;
use search::Limits;

use crate::error::AnalysisError;
use crate::task::{Judged, Origin};

/// Finds the sentence for a bad move; or says nothing, if nothing is wanted.
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

    /// The sentence for the move that was played in a position; `None` for a good one, and
    /// where nothing can be proven.
    pub fn of(&mut self, judged: &Judged) -> Option<String> {
        let Origin::Ply(ply) = &judged.done.task.origin else { return None };
        self.of_move(judged.done.task.position(), ply.mv?, judged.judgement?)
    }

    /// The sentence for a move that was judged so.
    pub(crate) fn of_move(
        &mut self,
        position: &Position,
        mv: Move,
        judgement: Judgement,
    ) -> Option<String> {
        judgement.mark?;
        let said = self.coach.as_mut()?.explain(position, mv).ok()?;
        said.claims.iter().any(Claim::is_fault).then(|| words::summary(&said)).flatten()
    }
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
