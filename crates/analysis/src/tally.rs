//! What the verdicts of a suite add up to.

use crate::goal::GoalVerdict;

/// Positions solved and points made.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SolvedTally {
    solved: u64,
    asked: u64,
    points: u64,
    most_points: u64,
}

impl SolvedTally {
    /// Adds one.
    pub fn add(&mut self, verdict: GoalVerdict) {
        self.asked += 1;
        self.solved += u64::from(verdict.is_solved);
        if let Some(points) = verdict.points {
            self.points += u64::from(points.made);
            self.most_points += u64::from(points.most);
        }
    }

    /// The sum in words; `None` if nothing was asked.
    pub fn words(&self) -> Option<String> {
        let points = match self.most_points {
            0 => String::new(),
            most => format!(", {} of {most} points", self.points),
        };
        (self.asked > 0).then(|| format!("{} of {} solved{points}", self.solved, self.asked))
    }
}
