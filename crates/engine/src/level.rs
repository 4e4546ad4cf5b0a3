//! Levels: ten opponents, each clearly stronger than the one before.

use search::Options;
use search::ladder::{Algorithm, MoveOrder, Rung};

use crate::{EvalSpec, LadderSpec, Persona, Rating};

/// How many levels there are; the weakest is 1.
pub const LEVELS: u8 = 10;

/// A level of play, from 1 to [`LEVELS`]: a player of the family without a taste.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Level(u8);

/// The rating of each level and what it is like. Neighbours are to score 60 to 80
/// per cent, which is 70 to 240 points; what they do score is in docs/levels.md.
const TABLE: [(u32, &str); LEVELS as usize] = [
    (600, "Knows the rules. Leaves pieces hanging and forgets your threats"),
    (790, "Takes what it sees, and often looks away"),
    (980, "Sees simple threats, loses pieces to the second one"),
    (1170, "A casual player: one good idea at a time"),
    (1360, "Knows a few openings and most forks"),
    (1570, "A club beginner: careful, but tactics of three moves get through"),
    (1730, "A club player who punishes what hangs"),
    (1930, "A strong club player; overlooks quiet moves now and then"),
    (2130, "Hardly misses tactics, knows its openings well"),
    (2330, "Plays like a master; beyond it waits the champion"),
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

    /// All levels, weakest first.
    pub fn all() -> impl Iterator<Item = Level> {
        (1..=LEVELS).map(Level)
    }

    /// Its rating.
    pub fn rating(self) -> Rating {
        Rating::clamped(self.entry().0)
    }

    /// Who plays it.
    pub fn persona(self) -> Persona {
        Persona::plain(self.rating())
    }

    /// What it is like, in a line.
    pub fn line(self) -> &'static str {
        self.entry().1
    }

    fn entry(self) -> (u32, &'static str) {
        // A level is within the table by construction.
        TABLE[usize::from(self.0.clamp(1, LEVELS)) - 1]
    }
}

/// Report T's opponents: `easy`, `medium` and `hard` look 2, 3 and 4 plies ahead.
/// They overlook nothing within them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Classic {
    /// Two plies, and it stops in the middle of exchanges.
    Easy,
    /// Three plies and the captures after them.
    Medium,
    /// Four plies and the captures after them.
    Hard,
}

impl Classic {
    /// All of them, weakest first.
    pub const ALL: [Classic; 3] = [Classic::Easy, Classic::Medium, Classic::Hard];

    /// How it is ordered.
    pub const fn name(self) -> &'static str {
        match self {
            Classic::Easy => "easy",
            Classic::Medium => "medium",
            Classic::Hard => "hard",
        }
    }

    /// The one called so.
    pub fn by_name(name: &str) -> Option<Classic> {
        Classic::ALL.into_iter().find(|classic| classic.name() == name)
    }

    /// The search behind it. Following captures is worth more than a ply: a search
    /// that stops in the middle of an exchange believes in pieces that are taken
    /// back at once (docs/levels.md).
    pub fn ladder(self) -> LadderSpec {
        let (depth, rung, eval) = match self {
            Classic::Easy => (2, Rung::AlphaBeta, "pst"),
            Classic::Medium => (3, Rung::Quiescence, "phased"),
            Classic::Hard => (4, Rung::Quiescence, "pst"),
        };
        let options =
            Options { order: MoveOrder::History, see_pruning: true, ..Options::default() };
        let algorithm = Algorithm { rung, options, nodes: None };
        // Three moves from the repertoire make games differ.
        LadderSpec { algorithm, depth: Some(depth), eval: EvalSpec::Named(eval), book: true }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_grow_by_steps_that_are_felt_and_not_too_large() {
        for (lower, higher) in Level::all().zip(Level::all().skip(1)) {
            let step = higher.rating().elo() - lower.rating().elo();
            assert!((70..=240).contains(&step), "level {}: {step}", higher.number());
        }
        assert!(Level::all().all(|level| level.rating() < Rating::MOST));
    }

    #[test]
    fn report_t_looks_two_three_and_four_plies_ahead() {
        let depths = Classic::ALL.map(|classic| classic.ladder().depth);
        assert_eq!(depths, [Some(2), Some(3), Some(4)]);
        assert_eq!(Classic::by_name("medium"), Some(Classic::Medium));
    }
}
