//! Old games with new scores.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Instant;

use chess::Color;

use super::generate::TICK;
use super::{Amount, GenerateError, Status, Thinker};
use crate::packed::{self, Damage, Games, MAX_NOTE, PlayedGame};

/// What to score anew.
#[derive(Clone, Debug)]
pub struct Relabel {
    /// Files of packed games.
    pub files: Vec<PathBuf>,
    /// The folder for files of the same names with new scores. What is there is
    /// continued.
    pub folder: PathBuf,
    /// Nodes a position.
    pub nodes: u64,
    /// Who scores, in words.
    pub players: String,
}

/// Scores all positions anew that have a score; moves and results stay. Each of
/// the `thinkers` takes a file at a time. `on_tick` is called ten times a second
/// on this thread and says whether to go on. Returns what was done and the
/// damage that was found.
pub fn relabel<T: Thinker + Send>(
    plan: &Relabel,
    thinkers: Vec<T>,
    on_tick: &mut dyn FnMut(&Status) -> bool,
) -> Result<(Status, Vec<(PathBuf, Damage)>), GenerateError> {
    let begin = Instant::now();
    std::fs::create_dir_all(&plan.folder)
        .map_err(|error| GenerateError::File(plan.folder.clone(), error.into()))?;
    let work = Work {
        plan,
        next: AtomicUsize::new(0),
        games: AtomicU64::new(0),
        positions: AtomicU64::new(0),
        stop: AtomicBool::new(false),
    };
    let status = || Status {
        before: Amount::default(),
        made: Amount {
            games: work.games.load(Ordering::Relaxed),
            positions: work.positions.load(Ordering::Relaxed),
        },
        elapsed: begin.elapsed(),
    };
    let outcome = thread::scope(|scope| {
        let (sender, receiver) = mpsc::channel();
        for mut thinker in thinkers {
            let (work, sender) = (&work, sender.clone());
            scope.spawn(move || {
                while let Some(path) = work.take() {
                    let _ = sender.send(work.relabel(path, &mut thinker));
                }
            });
        }
        drop(sender);
        let mut damaged = Vec::new();
        let mut failed = None;
        loop {
            match receiver.recv_timeout(TICK) {
                Ok(Ok(mut found)) => damaged.append(&mut found),
                Ok(Err(error)) => failed = failed.or(Some(error)),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
            if !on_tick(&status()) || failed.is_some() {
                work.stop.store(true, Ordering::Relaxed);
            }
        }
        failed.map_or(Ok(damaged), Err)
    });
    outcome.map(|damaged| (status(), damaged))
}

/// What the threads share.
struct Work<'a> {
    plan: &'a Relabel,
    next: AtomicUsize,
    games: AtomicU64,
    positions: AtomicU64,
    stop: AtomicBool,
}

impl Work<'_> {
    fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    fn take(&self) -> Option<&Path> {
        let next = self.next.fetch_add(1, Ordering::Relaxed);
        self.plan.files.get(next).filter(|_| !self.is_stopped()).map(PathBuf::as_path)
    }

    fn relabel(
        &self,
        path: &Path,
        thinker: &mut impl Thinker,
    ) -> Result<Vec<(PathBuf, Damage)>, GenerateError> {
        let failed = |error| GenerateError::File(path.to_owned(), error);
        let games = Games::open(File::open(path).map_err(|error| failed(error.into()))?);
        let games = games.map_err(failed)?;
        let Relabel { players, nodes, .. } = self.plan;
        let mut wanted = format!("scores={players} nodes={nodes} of {}", games.note());
        while wanted.len() > MAX_NOTE {
            wanted.pop();
        }
        let out = self.plan.folder.join(path.file_name().unwrap_or(path.as_os_str()));
        let (mut writer, tail) = packed::append(&out, &wanted)
            .map_err(|error| GenerateError::File(out.clone(), error))?;
        let mut damaged: Vec<(PathBuf, Damage)> =
            tail.damage.into_iter().map(|damage| (out.clone(), damage)).collect();
        if let Some(found) = tail.note
            && found != wanted
        {
            return Err(GenerateError::Other { path: out, found, wanted });
        }
        let mut number = 0;
        for game in games {
            let game = match game {
                Ok(game) => game,
                Err(damage) => {
                    damaged.push((path.to_owned(), damage));
                    continue;
                }
            };
            number += 1;
            // Those of an earlier run come first, in the same order.
            if number <= tail.games {
                continue;
            }
            if self.is_stopped() {
                break;
            }
            let game = rescored(game, *nodes, thinker);
            writer.push(&game).map_err(|error| GenerateError::Write(out.clone(), error))?;
            self.games.fetch_add(1, Ordering::Relaxed);
            self.positions.fetch_add(game.scored() as u64, Ordering::Relaxed);
        }
        let finished = writer.finish().and_then(|file| Ok(file.sync_all()?));
        finished.map_err(|error| GenerateError::Write(out, error))?;
        Ok(damaged)
    }
}

fn rescored(mut game: PlayedGame, nodes: u64, thinker: &mut impl Thinker) -> PlayedGame {
    thinker.new_game();
    let positions: Vec<_> = game.positions().map(|(position, _)| position).collect();
    let keys: Vec<u64> = positions.iter().map(|position| position.key()).collect();
    for (index, position) in positions.iter().enumerate() {
        if game.plies[index].score.is_none() {
            continue;
        }
        let thought = thinker.think(position, &keys[..index], nodes);
        game.plies[index].score = thought.map(|(_, score)| {
            let white = if position.turn() == Color::White { score } else { -score };
            white.to_i16()
        });
    }
    game
}
