//! Levels: ten opponents, each clearly stronger than the one before.

use search::Options;
use search::ladder::{Algorithm, MoveOrder, Rung};

use crate::{EvalSpec, LadderSpec};

/// How many levels there are; the weakest is 1.
pub const LEVELS: u8 = 10;

/// A level of play, from 1 to [`LEVELS`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Level(u8);

/// Names for three levels, which search 2, 3 and 4 plies deep as report T's do.
const NAMES: [(&str, u8); 3] = [("easy", 5), ("medium", 8), ("hard", 10)];

/// For each level: how often in a hundred moves it plays a random one, how deep
/// it searches, whether it follows captures beyond the horizon, and what it
/// evaluates with.
///
/// Following captures is worth more than one ply: a search that stops in the
/// middle of an exchange believes in pieces that are taken back at once. So no
/// level without quiescence stands above one that has it. The distances were
/// measured (`make bench-levels`, docs/levels.md); random moves close the gap
/// below `easy`, where a ply less would be too much.
const TABLE: [(u8, u32, Rung, &str); LEVELS as usize] = [
    (45, 2, Rung::AlphaBeta, "pst"),
    (34, 2, Rung::AlphaBeta, "pst"),
    (20, 2, Rung::AlphaBeta, "pst"),
    (8, 2, Rung::AlphaBeta, "pst"),
    (0, 2, Rung::AlphaBeta, "pst"),
    (0, 1, Rung::Quiescence, "pst"),
    (0, 2, Rung::Quiescence, "heatmap"),
    (0, 3, Rung::Quiescence, "phased"),
    (0, 3, Rung::Quiescence, "pst"),
    (0, 4, Rung::Quiescence, "pst"),
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
            order: MoveOrder::History,
            // Level 6 follows every capture: without the bad ones level 7 beat it by
            // 82 % instead of 76 % (200 games, seed 18).
            see_pruning: depth > 1,
            ..Options::default()
        };
        let algorithm = Algorithm { rung, options, nodes: None };
        // Three moves from the repertoire make games differ.
        LadderSpec { algorithm, depth: Some(depth), eval: EvalSpec::Named(eval), book: true }
    }

    fn entry(self) -> (u8, u32, Rung, &'static str) {
        // A level is within the table by construction.
        TABLE[usize::from(self.0.clamp(1, LEVELS)) - 1]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How levels came out of order once: one had an additional ply and no
    /// quiescence, and lost 96 of 100 games to the level below it.
    #[test]
    fn no_level_gives_up_what_a_lower_one_has() {
        for (lower, higher) in Level::all().zip(Level::all().skip(1)) {
            let [low, high] = [lower, higher].map(Level::ladder);
            let [low_quiet, high_quiet] =
                [&low, &high].map(|ladder| ladder.algorithm.rung != Rung::AlphaBeta);
            let number = higher.number();
            assert!(high_quiet || !low_quiet, "level {number} stops in the middle of exchanges");
            assert!(higher.slips() <= lower.slips(), "level {number} slips more often");
            assert!(
                high.depth >= low.depth || high_quiet && !low_quiet,
                "level {number} looks less far ahead"
            );
        }
    }

    #[test]
    fn names_are_in_order() {
        let named: Vec<&str> = Level::all().filter_map(Level::name).collect();
        assert_eq!(named, ["easy", "medium", "hard"]);
    }
}
