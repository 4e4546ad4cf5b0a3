//! What the coach says of bad moves.

use chess::{Move, Position};
use coach::{Claim, Coach, USUAL_NODES, words};
use engine::review::Judgement;

use crate::error::AnalysisError;
use crate::task::{Judged, Origin};

/// Finds the sentence for a bad move; or says nothing, if nothing is wanted.
#[derive(Debug, Default)]
pub struct Commentary {
    coach: Option<Coach>,
}

impl Commentary {
    /// A commentary with sentences.
    ///
    /// # Errors
    /// If there is no memory for the coach's searches.
    pub fn new() -> Result<Commentary, AnalysisError> {
        let coach = Coach::new(USUAL_NODES);
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
