//! Playing a whole schedule, several games at once.

use std::collections::HashSet;
use std::fmt;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

use chess::Color;
use engine::{Dice, Player, Signals};
use uci::Timeouts;

use crate::clock::MatchClocks;
use crate::entrant::Entrant;
use crate::openings::Openings;
use crate::play::{Broken, Pairing, Played};
use crate::referee::Adjudication;
use crate::schedule::{Fixture, Schedule};
use crate::standings::{GameResult, Standings};
use crate::statistics::{Sprt, SprtDecision};

/// A match, gauntlet or tournament that can be played.
#[derive(Clone, Debug)]
pub struct Match {
    /// Who takes part.
    pub players: Vec<Entrant>,
    /// Who plays whom, in which order.
    pub schedule: Schedule,
    /// Where the games begin.
    pub openings: Openings,
    /// When games are broken off.
    pub rules: Adjudication,
    /// A test that ends the match between two players when it is decided.
    pub sprt: Option<Sprt>,
    /// Games at once; 0 counts as 1.
    pub concurrency: usize,
    /// How late a move may come and still be accepted.
    pub margin: Duration,
    /// How long foreign engines may keep us waiting.
    pub timeouts: Timeouts,
    /// For players that roll dice.
    pub seed: u64,
}

/// What happens while a match is played.
#[derive(Clone, Copy, Debug)]
pub enum MatchEvent<'a> {
    /// A game is over.
    Game {
        /// Its number in the schedule, counted from 0. Games do not end in the
        /// order in which they begin.
        number: u64,
        /// Which opening, pairing and colours it had.
        fixture: Fixture,
        /// The game.
        played: &'a Played,
        /// What counts of it.
        result: &'a GameResult,
        /// How the match stands now.
        standings: &'a Standings,
    },
    /// Some time has passed.
    Tick(&'a Standings),
}

/// Why a match cannot go on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum MatchError {
    /// A player cannot be brought to the board.
    Seat {
        /// Its name.
        name: String,
        /// Why.
        reason: String,
        /// Whether it was there before.
        again: bool,
    },
    /// A player cannot play what it is given.
    Player {
        /// Its name.
        name: String,
        /// Why.
        reason: String,
    },
    /// The system gives us no thread.
    Thread(String),
}

impl fmt::Display for MatchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MatchError::Seat { name, reason, again: false } => {
                write!(f, "{name} cannot play: {reason}")
            }
            MatchError::Seat { name, reason, again: true } => {
                write!(f, "{name} did not come back after {RESTARTS} attempts: {reason}")
            }
            MatchError::Player { name, reason } => write!(f, "{name} cannot play: {reason}"),
            MatchError::Thread(reason) => write!(f, "cannot start a thread: {reason}"),
        }
    }
}

impl std::error::Error for MatchError {}

/// A match that could not go on, and how it stood then.
#[derive(Clone, Debug)]
pub struct Aborted {
    /// Why it could not go on.
    pub error: MatchError,
    /// What was played before.
    pub standings: Standings,
}

impl fmt::Display for Aborted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.error.fmt(f)
    }
}

impl std::error::Error for Aborted {}

/// How often to try to bring back a player that was at the board before.
const RESTARTS: usize = 3;
/// How often to look at the flag that stops everything, and to say that time
/// passes.
const TICK: Duration = Duration::from_millis(50);
/// Enough for the deepest search of any player of ours.
const STACK: usize = 16 << 20;

impl Match {
    /// Plays all games that are not among `done`, until the test is decided,
    /// `stop` is raised or `on_event` breaks off. Games under way then are
    /// abandoned and do not count.
    ///
    /// Events come on this thread.
    pub fn run(
        &self,
        done: &[GameResult],
        stop: &Signals,
        on_event: &mut dyn FnMut(MatchEvent<'_>) -> ControlFlow<()>,
    ) -> Result<Standings, Box<Aborted>> {
        let begin = Instant::now();
        let mut standings = Standings::new(&self.schedule, self.players.len(), self.sprt.as_ref());
        let mut skip = HashSet::new();
        for result in done {
            if skip.insert(result.fixture) {
                standings.add(result, self.sprt.as_ref());
            }
        }
        standings.resumed = standings.games();
        if is_decided(&standings) {
            return Ok(standings);
        }
        // Engines look at it too, however silent they are.
        let end = Arc::new(Signals::new());
        let next = AtomicU64::new(0);
        let mut error = None;
        thread::scope(|scope| {
            let (news, reports) = mpsc::channel();
            for _ in 0..self.concurrency.max(1) {
                let worker = Worker::new(self, &next, &skip, &end, news.clone());
                let builder = thread::Builder::new().name("arena".to_owned()).stack_size(STACK);
                if let Err(refused) = builder.spawn_scoped(scope, move || worker.work()) {
                    error = Some(MatchError::Thread(refused.to_string()));
                    end.stop();
                    break;
                }
            }
            // The last worker to leave ends the loop.
            drop(news);
            loop {
                let report = reports.recv_timeout(TICK);
                standings.elapsed = begin.elapsed();
                let flow = match report {
                    // What comes after the end was under way and does not count.
                    Ok(_) if end.is_stopped() => ControlFlow::Continue(()),
                    Ok(Report::Game(number, fixture, played)) => {
                        let result = played.result(fixture);
                        standings.add(&result, self.sprt.as_ref());
                        standings.add_work(&played);
                        let event = MatchEvent::Game {
                            number,
                            fixture,
                            played: &played,
                            result: &result,
                            standings: &standings,
                        };
                        on_event(event)
                    }
                    Ok(Report::Failed(failure)) => {
                        error.get_or_insert(failure);
                        ControlFlow::Break(())
                    }
                    Err(RecvTimeoutError::Timeout) => on_event(MatchEvent::Tick(&standings)),
                    Err(RecvTimeoutError::Disconnected) => break,
                };
                if flow.is_break() || stop.is_stopped() || is_decided(&standings) {
                    end.stop();
                }
            }
        });
        standings.elapsed = begin.elapsed();
        match error {
            Some(error) => Err(Box::new(Aborted { error, standings })),
            None => Ok(standings),
        }
    }
}

fn is_decided(standings: &Standings) -> bool {
    standings.verdict.is_some_and(|verdict| verdict != SprtDecision::Undecided)
}

impl Played {
    fn result(&self, fixture: Fixture) -> GameResult {
        GameResult {
            fixture,
            outcome: self.reason.outcome(),
            plies: self.game.moves().len(),
            fault: self.fault,
            complaints: [self.complaints[0].count, self.complaints[1].count],
        }
    }
}

/// What a worker tells.
enum Report {
    Game(u64, Fixture, Box<Played>),
    Failed(MatchError),
}

/// One thread that plays game after game with players of its own, which stay at
/// the board as long as they behave.
struct Worker<'a> {
    order: &'a Match,
    next: &'a AtomicU64,
    skip: &'a HashSet<Fixture>,
    end: &'a Arc<Signals>,
    news: Sender<Report>,
    seats: Vec<MatchPlayer>,
}

/// The players leave all at once, so that those who take their time take it
/// together.
impl Drop for Worker<'_> {
    fn drop(&mut self) {
        for player in self.seats.iter_mut().filter_map(|seat| seat.player.as_mut()) {
            player.dismiss();
        }
    }
}

#[derive(Default)]
struct MatchPlayer {
    player: Option<Player>,
    was_taken: bool,
}

impl<'a> Worker<'a> {
    fn new(
        order: &'a Match,
        next: &'a AtomicU64,
        skip: &'a HashSet<Fixture>,
        end: &'a Arc<Signals>,
        news: Sender<Report>,
    ) -> Worker<'a> {
        let seats = order.players.iter().map(|_| MatchPlayer::default()).collect();
        Worker { order, next, skip, end, news, seats }
    }

    fn work(mut self) {
        while !self.end.is_stopped() {
            let number = self.next.fetch_add(1, Ordering::Relaxed);
            let Some(fixture) = self.order.schedule.fixture(number) else { return };
            if self.skip.contains(&fixture) {
                continue;
            }
            let report = match self.play(&fixture) {
                Ok(Some(played)) => Report::Game(number, fixture, Box::new(played)),
                Ok(None) => return,
                Err(error) => Report::Failed(error),
            };
            let is_failure = matches!(report, Report::Failed(_));
            // Nobody listens only when nobody waits for results any more.
            if self.news.send(report).is_err() || is_failure {
                return;
            }
        }
    }

    /// Plays a game; `None` if it was stopped.
    fn play(&mut self, fixture: &Fixture) -> Result<Option<Played>, MatchError> {
        let (white, black) = self.order.schedule.colors(fixture);
        self.seat(white)?;
        self.seat(black)?;
        let (Some(mut white_player), Some(mut black_player)) =
            (self.seats[white].player.take(), self.seats[black].player.take())
        else {
            // Both were just seated, and nobody plays against itself.
            return Ok(None);
        };
        // A game does not depend on who played which game before it.
        let mut dice = Dice::new(self.order.seed ^ Dice::new(fixture.round).roll());
        for _ in 0..2 * fixture.pairing + usize::from(fixture.is_reversed) {
            dice.roll();
        }
        let mut dice = Dice::new(dice.roll());
        white_player.reseed(dice.roll());
        black_player.reseed(dice.roll());
        let players = &self.order.players;
        let table = Pairing {
            white: &mut white_player,
            black: &mut black_player,
            clocks: MatchClocks::new(
                players[white].budget,
                players[black].budget,
                self.order.margin,
            ),
            rules: &self.order.rules,
            stop: self.end,
        };
        let played = table.play(self.order.openings.round(fixture.round).game());
        let offender = match &played {
            Ok(played) => played.fault.map(|(color, _)| color),
            Err(_) => None,
        };
        // A player that failed leaves the board, which ends its process, and
        // another one of it is brought when it is needed.
        if offender != Some(Color::White) {
            self.seats[white].player = Some(white_player);
        }
        if offender != Some(Color::Black) {
            self.seats[black].player = Some(black_player);
        }
        match played {
            Ok(played) => Ok(Some(played)),
            Err(Broken::Stopped) => Ok(None),
            Err(Broken::Player(color, error)) => {
                let player = if color == Color::White { white } else { black };
                let name = players[player].name.clone();
                Err(MatchError::Player { name, reason: error.to_string() })
            }
        }
    }

    /// Sees to it that a player is at the board.
    fn seat(&mut self, player: usize) -> Result<(), MatchError> {
        let seat = &mut self.seats[player];
        if seat.player.is_some() {
            return Ok(());
        }
        let entrant = &self.order.players[player];
        let attempts = if seat.was_taken { RESTARTS } else { 1 };
        let mut reason = String::new();
        for _ in 0..attempts {
            if self.end.is_stopped() {
                break;
            }
            match Player::seat_patiently(&entrant.spec, 0, self.order.timeouts, self.end) {
                Ok(player) => {
                    *seat = MatchPlayer { player: Some(player), was_taken: true };
                    return Ok(());
                }
                Err(error) => reason = error.to_string(),
            }
        }
        Err(MatchError::Seat { name: entrant.name.clone(), reason, again: seat.was_taken })
    }
}
