//! Levels: ten opponents, each a little stronger than the one before.

use search::Options;
use search::ladder::{Algorithm, Order, Rung};

use crate::{EvalSpec, LadderSpec};

/// How many levels there are; the weakest is 1.
pub const LEVELS: u8 = 10;

/// A level of play, from 1 to [`LEVELS`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Level(u8);

/// Names for three levels, which search 2, 3 and 4 plies deep as report T's do.
const NAMES: [(&str, u8); 3] = [("easy", 3), ("medium", 5), ("hard", 7)];

/// For each level: how often in a hundred moves it plays a random one, how deep
/// it searches, and whether it looks beyond the horizon and passes. Weakness by
/// short sight and by accident feels more like a person than weakness by bad values.
const TABLE: [(u8, u32, Rung, &str); LEVELS as usize] = [
    (50, 1, Rung::AlphaBeta, "material"),
    (25, 1, Rung::AlphaBeta, "pst"),
    (0, 2, Rung::AlphaBeta, "heatmap"),
    (0, 2, Rung::Quiescence, "pst"),
    (0, 3, Rung::AlphaBeta, "heatmap"),
    (0, 3, Rung::Quiescence, "pst"),
    (0, 4, Rung::Quiescence, "pst"),
    (0, 5, Rung::Quiescence, "pst"),
    (0, 6, Rung::NullMove, "pst"),
    (0, 7, Rung::NullMove, "pst"),
];

impl Level {
    /// The level with this number, if there is one.
    pub fn new(number: u8) -> Option<Level> {
        (1..=LEVELS).contains(&number).then_some(Level(number))
    }

    /// Its number.
    pub fn number(self) -> u8 {
        self.0
    }

    /// The level called `easy`, `medium` or `hard`.
    pub fn by_name(name: &str) -> Option<Level> {
        NAMES.iter().find(|(known, _)| *known == name).map(|&(_, number)| Level(number))
    }

    /// `easy`, `medium` or `hard`, if it is one of them.
    pub fn name(self) -> Option<&'static str> {
        NAMES.iter().find(|&&(_, number)| number == self.0).map(|&(name, _)| name)
    }

    /// All levels, weakest first.
    pub fn all() -> impl Iterator<Item = Level> {
        (1..=LEVELS).map(Level)
    }

    /// How many of a hundred moves are random.
    pub fn slips(self) -> u8 {
        self.entry().0
    }

    /// The search behind it.
    pub fn ladder(self) -> LadderSpec {
        let (_, depth, rung, eval) = self.entry();
        let options = Options {
            order: Order::History,
            exchange_pruning: rung != Rung::AlphaBeta,
            ..Options::default()
        };
        let algorithm = Algorithm { rung, options, nodes: None };
        // Three moves by heart make no two games the same.
        LadderSpec { algorithm, depth: Some(depth), eval: EvalSpec::Named(eval), by_heart: true }
    }

    fn entry(self) -> (u8, u32, Rung, &'static str) {
        // A level is within the table by construction.
        TABLE[usize::from(self.0.clamp(1, LEVELS)) - 1]
    }
}
