//! How games end other than by chess.

use std::fmt;
use std::ops::AddAssign;

use serde::Serialize;

/// What a player did wrong.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum GameFault {
    /// Its move was not legal, or none at all.
    Illegal,
    /// It ran out of time.
    Time,
    /// Its process ended.
    Crash,
    /// It stopped answering.
    Stall,
}

impl From<uci::EngineFault> for GameFault {
    fn from(fault: uci::EngineFault) -> GameFault {
        match fault {
            uci::EngineFault::Illegal => GameFault::Illegal,
            uci::EngineFault::Crash => GameFault::Crash,
            uci::EngineFault::Stall => GameFault::Stall,
        }
    }
}

impl GameFault {
    /// All of them.
    pub const ALL: [GameFault; 4] =
        [GameFault::Illegal, GameFault::Time, GameFault::Crash, GameFault::Stall];

    /// A word for it.
    pub const fn name(self) -> &'static str {
        match self {
            GameFault::Illegal => "illegal",
            GameFault::Time => "time",
            GameFault::Crash => "crash",
            GameFault::Stall => "stall",
        }
    }

    /// The fault with this name.
    pub fn by_name(name: &str) -> Option<GameFault> {
        GameFault::ALL.into_iter().find(|fault| fault.name() == name)
    }
}

impl fmt::Display for GameFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// How often each happened.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct GameFaults {
    /// Moves that were not legal.
    pub illegal: u64,
    /// Clocks that ran out. The game is drawn if the opponent cannot mate.
    pub time: u64,
    /// Processes that ended.
    pub crash: u64,
    /// Processes that stopped answering.
    pub stall: u64,
}

impl GameFaults {
    /// Counts one.
    pub fn add(&mut self, fault: GameFault) {
        match fault {
            GameFault::Illegal => self.illegal += 1,
            GameFault::Time => self.time += 1,
            GameFault::Crash => self.crash += 1,
            GameFault::Stall => self.stall += 1,
        }
    }

    /// All together.
    pub fn total(&self) -> u64 {
        self.illegal + self.time + self.crash + self.stall
    }
}

impl AddAssign for GameFaults {
    fn add_assign(&mut self, other: GameFaults) {
        self.illegal += other.illegal;
        self.time += other.time;
        self.crash += other.crash;
        self.stall += other.stall;
    }
}
