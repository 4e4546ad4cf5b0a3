//! Many games on many threads, into files that can be continued.

use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use chess::Position;

use super::note::{differences, note};
use super::{Rules, Thinker, opening, play, sample_tree};
use crate::Dice;
use crate::packed::{
    self, Damage, DamageKind, GoodPart, OpenError, PlayedGame, WriteError, Writer,
};

/// What to make.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The folder for the files, one a thread. It is made if it is not there.
    pub folder: PathBuf,
    /// How much is wanted.
    pub goal: Goal,
    /// What the dice depend on: game 7 of file 2 is the same for the same seed.
    pub seed: u64,
    /// How games are played.
    pub rules: Rules,
    /// What is kept of them.
    pub source: Source,
    /// Where games begin, before random moves: any of these. Empty: at the
    /// beginning.
    pub starts: Vec<Position>,
    /// Who plays, in words. It is written into the files, and files of other
    /// players are not continued.
    pub players: String,
}

/// What is kept of the games.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Source {
    /// The games.
    #[default]
    Games,
    /// A position from inside each search, with a search of its own; see
    /// [`sample_tree`].
    Tree,
}

/// When it is enough: at whatever comes first. Games and positions count what
/// the folder holds already, so an interrupted run can be repeated as it was.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Goal {
    /// So many games in the folder.
    pub games: Option<u64>,
    /// So many positions with a score in the folder.
    pub positions: Option<u64>,
    /// So much time from now.
    pub time: Option<Duration>,
}

/// Games and positions with a score.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Amount {
    /// Games.
    pub games: u64,
    /// Positions with a score.
    pub positions: u64,
}

/// How far a run is.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Status {
    /// What the folder held before.
    pub before: Amount,
    /// What was made since.
    pub made: Amount,
    /// The time since.
    pub elapsed: Duration,
}

impl Status {
    /// Positions a second.
    pub fn speed(&self) -> f64 {
        self.made.positions as f64 / self.elapsed.as_secs_f64().max(1e-3)
    }

    /// How far along the goal is, from 0 to 1.
    pub fn share(&self, goal: &Goal) -> f64 {
        let part = |have: u64, want: Option<u64>| {
            want.map(|want| have as f64 / want.max(1) as f64).unwrap_or(0.0)
        };
        let time =
            goal.time.map_or(0.0, |time| self.elapsed.as_secs_f64() / time.as_secs_f64().max(1e-3));
        part(self.before.games + self.made.games, goal.games)
            .max(part(self.before.positions + self.made.positions, goal.positions))
            .max(time)
            .min(1.0)
    }
}

/// Why nothing more is made.
#[derive(Debug)]
pub enum GenerateError {
    /// A file or the folder cannot be used.
    File(PathBuf, OpenError),
    /// A file was made by other players or rules.
    Other {
        /// The file.
        path: PathBuf,
        /// What it says about its games.
        found: String,
        /// What this run would say.
        wanted: String,
    },
    /// The same file was to be read and written.
    Same(PathBuf),
    /// Games have no position with a score, so that the goal is never reached.
    Fruitless(PathBuf),
    /// A file takes nothing more.
    Write(PathBuf, WriteError),
}

impl fmt::Display for GenerateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GenerateError::File(path, error) => {
                write!(f, "cannot use {}: {error}", path.display())
            }
            GenerateError::Other { path, found, .. } if found.is_empty() => write!(
                f,
                "{} has lost the note on how its games were made, so none are added; \
                 take another folder",
                path.display()
            ),
            GenerateError::Other { path, found, wanted } => {
                let all = |any_file| differences(found, wanted, any_file);
                // Which file it is does not matter unless it was given another's name.
                let said = Some(all(true)).filter(|said| !said.is_empty());
                write!(
                    f,
                    "{} holds games of other settings: {}; \
                     take another folder or the same settings",
                    path.display(),
                    said.unwrap_or_else(|| all(false)),
                )
            }
            GenerateError::Same(path) => write!(
                f,
                "{} would be written over while it is read; take another folder",
                path.display()
            ),
            GenerateError::Fruitless(path) => write!(
                f,
                "{MOST_FRUITLESS} games in a row for {} had no position to score; \
                 let them begin earlier, with fewer random plies, or be longer",
                path.display()
            ),
            GenerateError::Write(path, error) => {
                write!(f, "cannot write to {}: {error}", path.display())
            }
        }
    }
}

impl std::error::Error for GenerateError {}

/// The name of the file of a thread.
pub fn file_name(thread: usize) -> String {
    format!("{thread:03}.games")
}

/// All files of games in a folder, by name.
pub fn files_in(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "games") {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

/// So many games in a row without a position to score are no accident: the
/// starts are decided, or the games over with their random plies.
const MOST_FRUITLESS: u64 = 100;

/// How often the caller is told how far it is.
pub(super) const TICK: Duration = Duration::from_millis(100);

/// Plays until the goal is reached or `on_tick`, called ten times a second on
/// this thread, returns `false`. There is a thread and a file for each of the
/// `thinkers`. Returns what was made and the damage that was found in files of
/// earlier runs.
pub fn generate<T: Thinker + Send>(
    plan: &Plan,
    thinkers: Vec<T>,
    on_tick: &mut dyn FnMut(&Status) -> bool,
) -> Result<(Status, Vec<(PathBuf, Damage)>), GenerateError> {
    let begin = Instant::now();
    let (seats, before, mut damage) = prepare(plan, thinkers.len())?;
    let run = Run {
        plan,
        games: AtomicU64::new(0),
        positions: AtomicU64::new(before.positions),
        stop: AtomicBool::new(false),
    };
    let status = |run: &Run<'_>| Status {
        before,
        made: Amount {
            games: run.games.load(Ordering::Relaxed),
            positions: run.positions.load(Ordering::Relaxed) - before.positions,
        },
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
                run.stop.store(true, Ordering::Relaxed);
            }
        }
    });
    match failed {
        Some(error) => Err(error),
        None => Ok((status(&run), damage)),
    }
}

/// A file and how many games it is to hold at most.
struct Seat {
    thread: usize,
    path: PathBuf,
    writer: Writer<GoodPart>,
    quota: Option<u64>,
}

type Prepared = (Vec<Seat>, Amount, Damaged);
/// Damage and the files it was found in.
type Damaged = Vec<(PathBuf, Damage)>;

/// Opens all files and finds out what is there.
fn prepare(plan: &Plan, threads: usize) -> Result<Prepared, GenerateError> {
    let in_folder =
        |error: io::Error| GenerateError::File(plan.folder.clone(), OpenError::Io(error));
    fs::create_dir_all(&plan.folder).map_err(in_folder)?;
    let own: Vec<PathBuf> =
        (0..threads).map(|thread| plan.folder.join(file_name(thread))).collect();
    // All are looked at before any is begun: a refused run leaves nothing behind.
    for (thread, path) in own.iter().enumerate().filter(|(_, path)| path.exists()) {
        let file = |error| GenerateError::File(path.clone(), error);
        let found = packed::open_file(path).map_err(file)?.note().to_owned();
        let wanted = note(plan, thread);
        // Without a note it may be a file that was hardly begun.
        if !found.is_empty() && found != wanted {
            return Err(GenerateError::Other { path: path.clone(), found, wanted });
        }
    }
    let (mut before, mut damaged) = others(plan, &own)?;
    let mut seats = Vec::new();
    for (thread, path) in own.into_iter().enumerate() {
        let wanted = note(plan, thread);
        let (writer, tail) = packed::append(&path, &wanted)
            .map_err(|error| GenerateError::File(path.clone(), error))?;
        if let Some(found) = tail.note
            && found != wanted
        {
            return Err(GenerateError::Other { path, found, wanted });
        }
        before.games += u64::from(tail.games);
        before.positions += tail.scored;
        damaged.extend(tail.damage.into_iter().map(|damage| (path.clone(), damage)));
        seats.push(Seat { thread, path, writer, quota: None });
    }
    if let Some(games) = plan.goal.games {
        // Shares and not a race, so that the same games come out whichever
        // thread is faster.
        let missing = games.saturating_sub(before.games);
        let threads = seats.len() as u64;
        for (index, seat) in seats.iter_mut().enumerate() {
            let share = missing / threads + u64::from((index as u64) < missing % threads);
            seat.quota = Some(u64::from(seat.writer.games()) + share);
        }
    }
    Ok((seats, before, damaged))
}

/// What the folder holds beside the files of this run's threads. It counts, so
/// it must have been made alike.
fn others(plan: &Plan, own: &[PathBuf]) -> Result<(Amount, Damaged), GenerateError> {
    let in_folder =
        |error: io::Error| GenerateError::File(plan.folder.clone(), OpenError::Io(error));
    let (mut amount, mut damaged) = (Amount::default(), Vec::new());
    for path in files_in(&plan.folder).map_err(in_folder)? {
        if own.contains(&path) {
            continue;
        }
        let blocks = match packed::open_file(&path) {
            Ok(blocks) => blocks,
            Err(error) => {
                // Somebody else's: nothing is written there.
                let kind = DamageKind::Unreadable(error.to_string());
                damaged.push((path, Damage { offset: 0, length: 0, kind }));
                continue;
            }
        };
        let (found, wanted) = (blocks.note().to_owned(), note(plan, 0));
        let is_alike = differences(&found, &wanted, true).is_empty();
        for block in blocks {
            match block {
                Ok(_) if !is_alike => return Err(GenerateError::Other { path, found, wanted }),
                Ok(block) => {
                    amount.games += u64::from(block.games);
                    amount.positions += u64::from(block.scored);
                }
                Err(damage) => damaged.push((path.clone(), damage)),
            }
        }
    }
    Ok((amount, damaged))
}

/// What the threads share.
struct Run<'a> {
    plan: &'a Plan,
    games: AtomicU64,
    positions: AtomicU64,
    stop: AtomicBool,
}

impl Run<'_> {
    /// Plays for a seat; returns what was cut off its file.
    fn work(
        &self,
        mut seat: Seat,
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
            let number = u64::from(seat.writer.games());
            // The file knows how many games it holds and no more, so that is
            // what dice are made of. Where nothing came of a game, others.
            let task = [self.plan.seed, seat.thread as u64, number, fruitless];
            let is_repeated = fruitless > 0 && self.plan.source == Source::Tree;
            let mut dice = Dice::for_task(if is_repeated { &task } else { &task[..3] });
            let from = &starts[dice.below(starts.len())];
            let start = opening(from, &self.plan.rules, thinker, &mut dice);
            let rules = &self.plan.rules;
            let games = match self.plan.source {
                Source::Games => vec![play(&start, rules, thinker)],
                Source::Tree => sample_tree(&start, rules, thinker, &mut dice),
            };
            seat.writer.push_together(&games).map_err(failed)?;
            let positions: usize = games.iter().map(PlayedGame::scored).sum();
            self.games.fetch_add(games.len() as u64, Ordering::Relaxed);
            self.positions.fetch_add(positions as u64, Ordering::Relaxed);
            fruitless = if positions == 0 { fruitless + 1 } else { 0 };
            if fruitless >= MOST_FRUITLESS {
                return Err(GenerateError::Fruitless(seat.path));
            }
        }
        let finished = seat.writer.finish().and_then(|file| {
            file.sync()?;
            Ok(file.cut())
        });
        finished.map_err(failed)
    }

    fn is_enough(&self, seat: &Seat) -> bool {
        self.stop.load(Ordering::Relaxed)
            || seat.quota.is_some_and(|quota| u64::from(seat.writer.games()) >= quota)
            || self
                .plan
                .goal
                .positions
                .is_some_and(|wanted| self.positions.load(Ordering::Relaxed) >= wanted)
    }
}
