//! Many games on many threads, into files that can be continued.

use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use chess::Position;
use search::Signals;

use super::failure::MOST_FRUITLESS;
use super::folder::{GamesFile, prepare};
use super::{
    Amount, GenerateError, Plan, RunStatus, Thinker, TrainingSource, opening, play, sample_tree,
};
use crate::Dice;
use crate::boards::Filter;
use crate::packed::{Damage, PlayedGame};

/// How often the caller is told how far it is.
pub(super) const TICK: Duration = Duration::from_millis(100);

/// Plays until the goal is reached or `on_tick`, called ten times a second on
/// this thread, returns `false`. Games that are not over by then, or when the
/// time is up, are dropped; another run plays them again. There is a thread and a
/// file for each of the `thinkers`. Returns what was made and the damage that was
/// found in files of earlier runs.
pub fn generate<T: Thinker + Send>(
    plan: &Plan,
    thinkers: Vec<T>,
    on_tick: &mut dyn FnMut(&RunStatus) -> bool,
) -> Result<(RunStatus, Vec<(PathBuf, Damage)>), GenerateError> {
    let begin = Instant::now();
    let (seats, before, mut damage) = prepare(plan, thinkers.len())?;
    let run = Run {
        plan,
        games: AtomicU64::new(0),
        positions: AtomicU64::new(before.positions),
        boards: AtomicU64::new(0),
        bytes: AtomicU64::new(0),
        stop: Signals::new(),
    };
    let status = |run: &Run<'_>| RunStatus {
        before,
        made: Amount {
            games: run.games.load(Ordering::Relaxed),
            positions: run.positions.load(Ordering::Relaxed) - before.positions,
            bytes: run.bytes.load(Ordering::Relaxed),
        },
        made_boards: run.boards.load(Ordering::Relaxed),
        elapsed: begin.elapsed(),
    };
    let failed = thread::scope(|scope| {
        let (sender, receiver) = mpsc::channel();
        for (seat, mut thinker) in seats.into_iter().zip(thinkers) {
            let (run, sender) = (&run, sender.clone());
            scope.spawn(move || {
                let path = seat.path.clone();
                let _ = sender.send(run.work(seat, &mut thinker).map(|cut| (path, cut)));
            });
        }
        drop(sender);
        let mut failed = None;
        loop {
            match receiver.recv_timeout(TICK) {
                Ok(Ok((path, cut))) => {
                    if let Some(cut) = cut {
                        // What is gone need not be said to be damaged.
                        damage.retain(|(of, old)| *of != path || old.offset < cut.offset);
                        damage.push((path, cut));
                    }
                    continue;
                }
                Ok(Err(error)) => failed = failed.or(Some(error)),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break failed,
            }
            let is_late = plan.goal.time.is_some_and(|time| begin.elapsed() >= time);
            if !on_tick(&status(&run)) || is_late || failed.is_some() {
                run.stop.stop();
            }
        }
    });
    match failed {
        Some(error) => Err(error),
        None => Ok((status(&run), damage)),
    }
}

/// What the threads share.
struct Run<'a> {
    plan: &'a Plan,
    games: AtomicU64,
    positions: AtomicU64,
    boards: AtomicU64,
    bytes: AtomicU64,
    stop: Signals,
}

impl Run<'_> {
    /// Plays for a seat; returns what was cut off its file.
    fn work(
        &self,
        mut seat: GamesFile,
        thinker: &mut impl Thinker,
    ) -> Result<Option<Damage>, GenerateError> {
        let failed = |error| GenerateError::Write(seat.path.clone(), error);
        let beginning = [Position::start()];
        let starts = match &self.plan.starts[..] {
            [] => &beginning[..],
            starts => starts,
        };
        let mut fruitless = 0;
        while !self.is_enough(&seat) {
            let number = u64::from(seat.writer.next_number());
            // The file knows the number of its next game and no more, so that is
            // what dice are made of. Where nothing came of a game, others.
            let task = [self.plan.seed, seat.thread as u64, number, fruitless];
            let is_repeated = fruitless > 0 && self.plan.source == TrainingSource::Tree;
            let mut dice = Dice::for_task(if is_repeated { &task } else { &task[..3] });
            let from = &starts[dice.below(starts.len())];
            let (rules, stop) = (&self.plan.rules, &self.stop);
            // Lopsided or not: many throws came to nothing else.
            let start = opening(from, rules, thinker, &mut dice, stop);
            let Some(start) = start else { break };
            let games = match self.plan.source {
                TrainingSource::Games => play(&start, rules, thinker, stop).map(|game| vec![game]),
                TrainingSource::Tree => sample_tree(&start, rules, thinker, &mut dice, stop),
            };
            let Some(games) = games else { break };
            let bytes = seat.writer.bytes();
            seat.writer.push_together(&games).map_err(failed)?;
            let positions: usize = games.iter().map(PlayedGame::scored).sum();
            self.games.fetch_add(games.len() as u64, Ordering::Relaxed);
            self.positions.fetch_add(positions as u64, Ordering::Relaxed);
            self.boards.fetch_add(boards(&games), Ordering::Relaxed);
            self.bytes.fetch_add(seat.writer.bytes() - bytes, Ordering::Relaxed);
            fruitless = if positions == 0 { fruitless + 1 } else { 0 };
            if fruitless >= MOST_FRUITLESS {
                // What came before it is good.
                seat.writer.finish().map_err(failed)?;
                return Err(GenerateError::Fruitless(seat.path));
            }
        }
        seat.writer.finish().map(|file| file.cut()).map_err(failed)
    }

    fn is_enough(&self, seat: &GamesFile) -> bool {
        self.stop.is_stopped()
            || seat.quota.is_some_and(|quota| u64::from(seat.writer.next_number()) >= quota)
            || self
                .plan
                .goal
                .positions
                .is_some_and(|wanted| self.positions.load(Ordering::Relaxed) >= wanted)
    }
}

/// How many positions of these games the usual filter keeps.
fn boards(games: &[PlayedGame]) -> u64 {
    let filter = Filter::default();
    let labelled = games.iter().filter(|game| game.outcome.is_some());
    let kept = labelled.flat_map(PlayedGame::positions);
    kept.filter(|(position, ply)| filter.refuses(position, *ply).is_none()).count() as u64
}
