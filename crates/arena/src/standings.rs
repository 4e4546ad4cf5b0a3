//! How a match stands.

use std::collections::HashMap;
use std::time::Duration;

use chess::{Color, Outcome};

use crate::fault::{GameFault, GameFaults};
use crate::play::Played;
use crate::schedule::{Fixture, Schedule};
use crate::statistics::{Encounter, PlayerRating, Points, Sprt, SprtDecision, Tally, rate};

/// What is left of a game when it is over: all that the figures need, and all
/// that has to be kept to go on another day.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GameResult {
    /// Which game of the schedule.
    pub fixture: Fixture,
    /// Who won.
    pub outcome: Outcome,
    /// Moves by both sides, those of the opening included.
    pub plies: usize,
    /// Who did what wrong, if that ended it.
    pub fault: Option<(Color, GameFault)>,
    /// For White and Black, how often something was wrong apart from their moves.
    pub complaints: [u64; 2],
}

/// Results so far and what they say.
#[derive(Clone, Debug)]
pub struct Standings {
    pairings: Vec<Pairing>,
    players: Vec<Conduct>,
    /// Results of single games whose pairs are not complete, by the view of the
    /// first of the pairing.
    waiting: HashMap<(u64, usize), Points>,
    white_wins: u64,
    black_wins: u64,
    draws: u64,
    plies: u64,
    work: WorkDone,
    /// How many games there are to play.
    pub planned: u64,
    /// Games that were played before this run.
    pub resumed: u64,
    /// How long this run has taken.
    pub elapsed: Duration,
    /// The test's log-likelihood ratio; `None` without a test.
    pub llr: Option<f64>,
    /// What the test says; `None` without a test.
    pub verdict: Option<SprtDecision>,
}

#[derive(Clone, Copy, Debug)]
struct Pairing {
    first: usize,
    second: usize,
    tally: Tally,
}

/// What the games of this run cost.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct WorkDone {
    /// Moves that players made.
    pub moves: u64,
    /// The time they thought about them, and about those that came too late or
    /// not at all.
    pub thinking: Duration,
    /// The time from the beginnings of the games to their ends.
    pub playing: Duration,
}

impl WorkDone {
    /// What the arena adds to each move: all that passes in games and is not
    /// thinking. Starting engines between games is not counted. `None` without a
    /// move.
    pub fn overhead(&self) -> Option<Duration> {
        let moves = u32::try_from(self.moves).ok().filter(|&moves| moves > 0)?;
        Some(self.playing.saturating_sub(self.thinking) / moves)
    }
}

/// How a player behaved.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Conduct {
    /// Games it ended other than by chess. All are lost, but for a loss on time
    /// against one who cannot mate.
    pub faults: GameFaults,
    /// How often something was wrong apart from its moves.
    pub complaints: u64,
}

impl Standings {
    pub(crate) fn new(schedule: &Schedule, players: usize, sprt: Option<&Sprt>) -> Standings {
        let pairings = schedule.pairings().iter();
        let pairings =
            pairings.map(|&(first, second)| Pairing { first, second, tally: Tally::default() });
        Standings {
            pairings: pairings.collect(),
            players: vec![Conduct::default(); players],
            waiting: HashMap::new(),
            white_wins: 0,
            black_wins: 0,
            draws: 0,
            plies: 0,
            work: WorkDone::default(),
            planned: schedule.len(),
            resumed: 0,
            elapsed: Duration::ZERO,
            llr: sprt.map(|_| 0.0),
            verdict: sprt.map(|_| SprtDecision::Undecided),
        }
    }

    /// Counts a game and asks the test again.
    pub(crate) fn add(&mut self, result: &GameResult, sprt: Option<&Sprt>) {
        let fixture = result.fixture;
        let Some(pairing) = self.pairings.get_mut(fixture.pairing) else { return };
        let (first, second) = (pairing.first, pairing.second);
        let (white, black) = if fixture.is_reversed { (second, first) } else { (first, second) };
        let white_points = match result.outcome {
            Outcome::Win(Color::White) => Points::Win,
            Outcome::Win(Color::Black) => Points::Loss,
            Outcome::Draw => Points::Draw,
        };
        match white_points {
            Points::Win => self.white_wins += 1,
            Points::Draw => self.draws += 1,
            Points::Loss => self.black_wins += 1,
        }
        self.plies += result.plies as u64;
        let points = if fixture.is_reversed { white_points.reversed() } else { white_points };
        pairing.tally.add_game(points);
        let mut is_news = true;
        match self.waiting.remove(&(fixture.round, fixture.pairing)) {
            Some(other) => pairing.tally.add_pair(points, other),
            None => {
                is_news = false;
                self.waiting.insert((fixture.round, fixture.pairing), points);
            }
        }
        if let Some((color, fault)) = result.fault {
            let player = if color == Color::White { white } else { black };
            self.players[player].faults.add(fault);
        }
        for (player, complaints) in [white, black].into_iter().zip(result.complaints) {
            self.players[player].complaints += complaints;
        }
        // A verdict stands, whatever games that were under way still say.
        if let Some(sprt) = sprt
            && is_news
            && self.verdict == Some(SprtDecision::Undecided)
        {
            let llr = sprt.llr(&self.first_tally());
            self.llr = Some(llr);
            self.verdict = Some(sprt.verdict(llr));
        }
    }

    /// Counts what a game cost.
    pub(crate) fn add_work(&mut self, played: &Played) {
        self.work.moves += played.notes.len() as u64;
        self.work.thinking += played.thinking;
        self.work.playing += played.wall;
    }

    /// What the games of this run cost.
    pub fn work(&self) -> WorkDone {
        self.work
    }

    /// Games that are over.
    pub fn games(&self) -> u64 {
        self.white_wins + self.draws + self.black_wins
    }

    /// Games won by White, drawn, and won by Black.
    pub fn by_color(&self) -> [u64; 3] {
        [self.white_wins, self.draws, self.black_wins]
    }

    /// Moves by both sides in all games.
    pub fn plies(&self) -> u64 {
        self.plies
    }

    /// All results of the first player.
    pub fn first_tally(&self) -> Tally {
        let mut tally = Tally::default();
        for pairing in &self.pairings {
            if pairing.first == 0 {
                tally += pairing.tally;
            } else if pairing.second == 0 {
                tally += pairing.tally.reversed();
            }
        }
        tally
    }

    /// The results of each pairing.
    pub fn encounters(&self) -> Vec<Encounter> {
        let encounter = |pairing: &Pairing| Encounter {
            first: pairing.first,
            second: pairing.second,
            tally: pairing.tally,
        };
        self.pairings.iter().map(encounter).collect()
    }

    /// The ratings of all players, relative to their average.
    pub fn ratings(&self) -> Vec<PlayerRating> {
        rate(self.players.len(), &self.encounters())
    }

    /// How each player behaved.
    pub fn conduct(&self) -> &[Conduct] {
        &self.players
    }

    /// The faults of all players.
    pub fn faults(&self) -> GameFaults {
        let mut faults = GameFaults::default();
        for player in &self.players {
            faults += player.faults;
        }
        faults
    }

    /// How long the rest will take at the pace so far; `None` if nobody knows.
    pub fn remaining(&self) -> Option<Duration> {
        let done = self.games().saturating_sub(self.resumed);
        let left = self.planned.saturating_sub(self.games());
        (done > 0).then(|| self.elapsed.mul_f64(left as f64 / done as f64))
    }
}
