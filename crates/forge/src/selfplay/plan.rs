//! What a run is to make, and how far it is.

use std::path::PathBuf;
use std::time::Duration;

use chess::Position;

use super::Rules;

/// What to make.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The folder for the files, one a thread. It is made if it is not there.
    pub folder: PathBuf,
    /// How much is wanted.
    pub goal: RunGoal,
    /// What the dice depend on: game 7 of file 2 is the same for the same seed.
    pub seed: u64,
    /// How games are played.
    pub rules: Rules,
    /// What is kept of them.
    pub source: TrainingSource,
    /// Where games begin, before random moves: any of these. Empty: at the
    /// beginning.
    pub starts: Vec<Position>,
    /// Who plays, in words. It is written into the files, and files of other
    /// players are not continued.
    pub players: String,
}

/// What is kept of the games.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum TrainingSource {
    /// The games.
    #[default]
    Games,
    /// A position from inside each search, with a search of its own; see
    /// [`sample_tree`](super::sample_tree).
    Tree,
}

/// When it is enough: at whatever comes first. Games and positions count what
/// the folder holds already, so an interrupted run can be repeated as it was.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct RunGoal {
    /// So many games in the folder that can be read.
    pub games: Option<u64>,
    /// So many positions with a score in the folder.
    pub positions: Option<u64>,
    /// So much time from now.
    pub time: Option<Duration>,
}

/// Games, positions with a score, and what they take on disk.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Amount {
    /// Games.
    pub games: u64,
    /// Positions with a score.
    pub positions: u64,
    /// Bytes of the games.
    pub bytes: u64,
}

/// How far a run is.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct RunStatus {
    /// What the folder held before.
    pub before: Amount,
    /// What was made since.
    pub made: Amount,
    /// Positions of what was made that the usual [`Filter`](crate::boards::Filter)
    /// keeps for training.
    pub made_boards: u64,
    /// The time since.
    pub elapsed: Duration,
}

impl RunStatus {
    /// Positions a second.
    pub fn speed(&self) -> f64 {
        self.made.positions as f64 / self.elapsed.as_secs_f64().max(1e-3)
    }

    /// Games, positions and bytes of the whole folder.
    pub fn total(&self) -> Amount {
        Amount {
            games: self.before.games + self.made.games,
            positions: self.before.positions + self.made.positions,
            bytes: self.before.bytes + self.made.bytes,
        }
    }

    /// About how many boards the usual filter makes of the whole folder: counted in
    /// what was made, and the same share of what was there before.
    pub fn boards(&self) -> u64 {
        let share = self.made_boards as f64 / self.made.positions.max(1) as f64;
        (self.before.positions as f64 * share) as u64 + self.made_boards
    }

    /// How far along the goal is, from 0 to 1.
    pub fn share(&self, goal: &RunGoal) -> f64 {
        let part = |have: u64, want: Option<u64>| {
            want.map(|want| have as f64 / want.max(1) as f64).unwrap_or(0.0)
        };
        let time =
            goal.time.map_or(0.0, |time| self.elapsed.as_secs_f64() / time.as_secs_f64().max(1e-3));
        part(self.total().games, goal.games)
            .max(part(self.total().positions, goal.positions))
            .max(time)
            .min(1.0)
    }
}
