//! How games end other than by chess.

use std::fmt;
use std::ops::AddAssign;

use serde::Serialize;

/// What a player did wrong.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Fault {
    /// Its move was not legal, or none at all.
    Illegal,
    /// It ran out of time.
    Time,
    /// Its process ended.
    Crash,
    /// It stopped answering.
    Stall,
}

impl From<uci::Fault> for Fault {
    fn from(fault: uci::Fault) -> Fault {
        match fault {
            uci::Fault::Illegal => Fault::Illegal,
            uci::Fault::Crash => Fault::Crash,
            uci::Fault::Stall => Fault::Stall,
        }
    }
}

impl Fault {
    /// All of them.
    pub const ALL: [Fault; 4] = [Fault::Illegal, Fault::Time, Fault::Crash, Fault::Stall];

    /// A word for it.
    pub const fn name(self) -> &'static str {
        match self {
            Fault::Illegal => "illegal",
            Fault::Time => "time",
            Fault::Crash => "crash",
            Fault::Stall => "stall",
        }
    }

    /// The fault with this name.
    pub fn by_name(name: &str) -> Option<Fault> {
        Fault::ALL.into_iter().find(|fault| fault.name() == name)
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// How often each happened.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Faults {
    /// Moves that were not legal.
    pub illegal: u64,
    /// Clocks that ran out. The game is drawn if the opponent cannot mate.
    pub time: u64,
    /// Processes that ended.
    pub crash: u64,
    /// Processes that stopped answering.
    pub stall: u64,
}

impl Faults {
    /// Counts one.
    pub fn add(&mut self, fault: Fault) {
        match fault {
            Fault::Illegal => self.illegal += 1,
            Fault::Time => self.time += 1,
            Fault::Crash => self.crash += 1,
            Fault::Stall => self.stall += 1,
        }
    }

    /// All together.
    pub fn total(&self) -> u64 {
        self.illegal + self.time + self.crash + self.stall
    }
}

impl AddAssign for Faults {
    fn add_assign(&mut self, other: Faults) {
        self.illegal += other.illegal;
        self.time += other.time;
        self.crash += other.crash;
        self.stall += other.stall;
    }
}
