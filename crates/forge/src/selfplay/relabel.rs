//! Old games with new scores.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Instant;

use super::folder::{check_folder, continued, make_folder};
use super::generate::TICK;
use super::{Amount, Effort, GenerateError, MoveRequest, RunStatus, Thinker};
use crate::packed::{self, Damage, Families, MAX_NOTE, PlayedGame};
use search::Signals;

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
    on_tick: &mut dyn FnMut(&RunStatus) -> bool,
) -> Result<(RunStatus, Vec<(PathBuf, Damage)>), GenerateError> {
    let begin = Instant::now();
    // All files are looked at before any is begun: a refused run leaves nothing
    // behind.
    check_folder(&plan.folder)?;
    for path in &plan.files {
        let out = plan.out(path);
        if let (Ok(from), Ok(to)) = (path.canonicalize(), out.canonicalize())
            && from == to
        {
            return Err(GenerateError::Same(out));
        }
        let blocks =
            packed::open_file(path).map_err(|error| GenerateError::File(path.clone(), error))?;
        if out.exists() {
            continued(&out, &plan.note(blocks.note()))?;
        }
    }
    make_folder(&plan.folder)?;
    let work = Work {
        plan,
        next: AtomicUsize::new(0),
        games: AtomicU64::new(0),
        positions: AtomicU64::new(0),
        stop: Signals::new(),
    };
    let status = || RunStatus {
        before: Amount::default(),
        made: Amount {
            games: work.games.load(Ordering::Relaxed),
            positions: work.positions.load(Ordering::Relaxed),
            // The games are there already: their size is no news.
            bytes: 0,
        },
        made_boards: 0,
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
                work.stop.stop();
            }
        }
        failed.map_or(Ok(damaged), Err)
    });
    outcome.map(|damaged| (status(), damaged))
}

impl Relabel {
    /// The file for the games of another.
    fn out(&self, path: &Path) -> PathBuf {
        self.folder.join(path.file_name().unwrap_or(path.as_os_str()))
    }

    /// What a file says whose games had this note.
    fn note(&self, of: &str) -> String {
        let mut note = format!("scores={} nodes={} of {of}", self.players, self.nodes);
        while note.len() > MAX_NOTE {
            note.pop();
        }
        note
    }
}

/// What the threads share.
struct Work<'a> {
    plan: &'a Relabel,
    next: AtomicUsize,
    games: AtomicU64,
    positions: AtomicU64,
    stop: Signals,
}

impl Work<'_> {
    fn is_stopped(&self) -> bool {
        self.stop.is_stopped()
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
        let blocks = packed::open_file(path).map_err(failed)?;
        let out = self.plan.out(path);
        let (mut writer, tail) = continued(&out, &self.plan.note(blocks.note()))?;
        let mut damaged: Vec<(PathBuf, Damage)> =
            tail.damage.into_iter().map(|damage| (out.clone(), damage)).collect();
        // A game keeps its number, so that an earlier run's are known again even
        // if others were damaged since.
        let done = tail.next_number;
        let mut next = 0;
        for block in blocks {
            if self.is_stopped() {
                break;
            }
            let decoded = block.and_then(|block| Ok((block.first_game, block.decode()?)));
            let (first, games) = match decoded {
                Ok((first, games)) => (first.max(next), games),
                Err(damage) => {
                    damaged.push((path.to_owned(), damage));
                    continue;
                }
            };
            // Block by block, so that what stood together does so again.
            next = first.saturating_add(games.len() as u32);
            let skipped = done.saturating_sub(first).min(games.len() as u32);
            let games = self.rescored(games, skipped as usize, thinker);
            if games.is_empty() {
                continue;
            }
            let written = writer
                .skip_to(first.saturating_add(skipped))
                .and_then(|()| writer.push_together(&games))
                .and_then(|()| writer.close_block());
            written.map_err(|error| GenerateError::Write(out.clone(), error))?;
        }
        let finished = writer.finish().map_err(|error| GenerateError::Write(out.clone(), error))?;
        if let Some(cut) = finished.cut() {
            // What is gone need not be said to be damaged.
            damaged.retain(|(of, old)| *of != out || old.offset < cut.offset);
            damaged.push((out, cut));
        }
        Ok(damaged)
    }

    /// The games of a block behind those that were done before, with new
    /// scores. Where the work is stopped, samples of a game that is not
    /// complete are left for another time.
    fn rescored(
        &self,
        games: Vec<PlayedGame>,
        skipped: usize,
        thinker: &mut impl Thinker,
    ) -> Vec<PlayedGame> {
        let mut families = Families::default();
        let families: Vec<u64> = games.iter().map(|game| families.number(game)).collect();
        let mut made = Vec::new();
        let effort = Effort { nodes: self.plan.nodes, stop: &self.stop };
        for (index, game) in games.into_iter().enumerate().skip(skipped) {
            let Some(game) = rescored(game, effort, thinker) else {
                let row = (skipped..index).rev().take_while(|&i| families[i] == families[index]);
                let dropped: Vec<PlayedGame> =
                    made.split_off(row.last().unwrap_or(index) - skipped);
                let positions: usize = dropped.iter().map(PlayedGame::scored).sum();
                self.games.fetch_sub(dropped.len() as u64, Ordering::Relaxed);
                self.positions.fetch_sub(positions as u64, Ordering::Relaxed);
                break;
            };
            self.games.fetch_add(1, Ordering::Relaxed);
            self.positions.fetch_add(game.scored() as u64, Ordering::Relaxed);
            made.push(game);
        }
        made
    }
}

/// A game with new scores; `None` if it is stopped before all are found.
fn rescored(
    mut game: PlayedGame,
    effort: Effort<'_>,
    thinker: &mut impl Thinker,
) -> Option<PlayedGame> {
    thinker.new_game();
    let positions: Vec<_> = game.positions().map(|(position, _)| position).collect();
    let keys: Vec<u64> = positions.iter().map(|position| position.key()).collect();
    for (index, position) in positions.iter().enumerate() {
        if game.plies[index].score.is_none() {
            continue;
        }
        let thought = thinker.think(MoveRequest { position, history: &keys[..index], effort });
        if effort.is_stopped() {
            return None;
        }
        game.plies[index].score =
            thought.map(|(_, score)| score.for_white(position.turn()).to_i16());
    }
    Some(game)
}
