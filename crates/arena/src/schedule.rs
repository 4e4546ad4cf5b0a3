//! Who plays whom, and in which order.

use std::fmt;
use std::str::FromStr;

/// How players meet.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum MatchFormat {
    /// Two players.
    #[default]
    Match,
    /// The first against each other one.
    Gauntlet,
    /// Everybody against everybody.
    RoundRobin,
}

impl MatchFormat {
    /// All of them.
    pub const ALL: [MatchFormat; 3] =
        [MatchFormat::Match, MatchFormat::Gauntlet, MatchFormat::RoundRobin];

    /// The name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            MatchFormat::Match => "match",
            MatchFormat::Gauntlet => "gauntlet",
            MatchFormat::RoundRobin => "roundrobin",
        }
    }
}

impl fmt::Display for MatchFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A text that names no format.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UnknownFormat;

impl fmt::Display for UnknownFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the formats are {}", MatchFormat::ALL.map(MatchFormat::name).join(", "))
    }
}

impl std::error::Error for UnknownFormat {}

impl FromStr for MatchFormat {
    type Err = UnknownFormat;

    fn from_str(text: &str) -> Result<MatchFormat, UnknownFormat> {
        MatchFormat::ALL.into_iter().find(|format| format.name() == text).ok_or(UnknownFormat)
    }
}

/// One game to be played.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Fixture {
    /// Which opening, counted from 0. All games of a round have the same.
    pub round: u64,
    /// Which pairing, by its number in [`Schedule::pairings`].
    pub pairing: usize,
    /// Whether this is the game of the pair in which the colours are reversed.
    pub is_reversed: bool,
}

/// All games to be played, in order: round after round, and in each round two
/// games of every pairing with colours reversed. A longer schedule begins with
/// the games of a shorter one, but for a single game at the end of an odd one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Schedule {
    pairings: Vec<(usize, usize)>,
    /// Games of each pairing.
    games: u64,
}

impl Schedule {
    /// So many games of each pairing of so many players.
    pub fn new(format: MatchFormat, players: usize, games: u64) -> Schedule {
        let pairings = match format {
            MatchFormat::Match => (1..players.min(2)).map(|second| (0, second)).collect(),
            MatchFormat::Gauntlet => (1..players).map(|second| (0, second)).collect(),
            MatchFormat::RoundRobin => (0..players)
                .flat_map(|first| (first + 1..players).map(move |second| (first, second)))
                .collect(),
        };
        Schedule { pairings, games }
    }

    /// Who meets whom; the first of a pairing has White in the first game of
    /// each pair.
    pub fn pairings(&self) -> &[(usize, usize)] {
        &self.pairings
    }

    /// How many games there are.
    pub fn len(&self) -> u64 {
        self.games.saturating_mul(self.pairings.len() as u64)
    }

    /// Whether a game is one of them.
    pub fn contains(&self, fixture: &Fixture) -> bool {
        let before = fixture.round.saturating_mul(2).saturating_add(fixture.is_reversed.into());
        before < self.games && fixture.pairing < self.pairings.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// How many different openings are needed.
    pub fn rounds(&self) -> u64 {
        self.games.div_ceil(2)
    }

    /// The game with this number, counted from 0.
    pub fn fixture(&self, number: u64) -> Option<Fixture> {
        if number >= self.len() {
            return None;
        }
        let pairings = self.pairings.len() as u64;
        let (round, rest) = (number / (2 * pairings), number % (2 * pairings));
        let is_half = round == self.games / 2;
        let (pairing, is_reversed) =
            if is_half { (rest, false) } else { (rest / 2, rest % 2 == 1) };
        Some(Fixture { round, pairing: pairing as usize, is_reversed })
    }

    /// Who has White and who has Black.
    pub fn colors(&self, fixture: &Fixture) -> (usize, usize) {
        let (first, second) = self.pairings[fixture.pairing];
        if fixture.is_reversed { (second, first) } else { (first, second) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    fn fixtures(schedule: &Schedule) -> Vec<Fixture> {
        (0..).map_while(|number| schedule.fixture(number)).collect()
    }

    #[test]
    fn everybody_meets_everybody_with_both_colours_in_every_round() {
        let schedule = Schedule::new(MatchFormat::RoundRobin, 4, 6);
        let fixtures = fixtures(&schedule);
        assert_eq!((fixtures.len(), schedule.len(), schedule.rounds()), (36, 36, 3));
        let games: HashSet<(u64, (usize, usize))> =
            fixtures.iter().map(|game| (game.round, schedule.colors(game))).collect();
        assert_eq!(games.len(), 36);
        for pair in fixtures.chunks(2) {
            let (white, black) = schedule.colors(&pair[0]);
            assert_eq!((pair[0].round, schedule.colors(&pair[1])), (pair[1].round, (black, white)));
        }
    }

    #[test]
    fn the_first_runs_the_gauntlet() {
        let schedule = Schedule::new(MatchFormat::Gauntlet, 4, 2);
        assert_eq!(schedule.pairings(), [(0, 1), (0, 2), (0, 3)]);
        assert_eq!(Schedule::new(MatchFormat::Match, 2, 9).pairings(), [(0, 1)]);
        assert!(Schedule::new(MatchFormat::RoundRobin, 1, 9).is_empty());
    }

    #[test]
    fn longer_schedules_begin_with_shorter_ones() {
        let short = fixtures(&Schedule::new(MatchFormat::Gauntlet, 3, 4));
        let long = fixtures(&Schedule::new(MatchFormat::Gauntlet, 3, 7));
        assert_eq!(long[..short.len()], short);
        assert_eq!(long.len(), 14);
        assert!(long[12..].iter().all(|game| game.round == 3 && !game.is_reversed));
        let longer = Schedule::new(MatchFormat::Gauntlet, 3, 7);
        assert!(long.iter().all(|game| longer.contains(game)));
        let shorter = Schedule::new(MatchFormat::Gauntlet, 3, 4);
        assert_eq!(long.iter().filter(|game| shorter.contains(game)).count(), short.len());
    }
}
