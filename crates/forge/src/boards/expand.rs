//! From packed games to training boards.

use std::collections::HashSet;
use std::fmt;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use files::{FileRefusal, WholeFile};

use super::pile::{self, Pile, PileEntry};
use super::spread::{FilesError, on_blocks};
use super::{BoardResult, Filter, FilterReason, TrainingBoard};
use crate::packed::{Damage, Families, PackedBlock, PlayedGame};
use numbers::mix;

/// How the boards are laid out in their file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Layout {
    /// In which order.
    pub order: BoardOrder,
    /// Whether each board is written once only.
    pub dedup: bool,
    /// How many boards at most: the first ones, so shuffle for a fair sample.
    pub most: Option<u64>,
    /// Bytes of memory for shuffling; more boards wait on disk.
    pub memory: u64,
    /// Threads to work on.
    pub threads: usize,
}

/// In which order boards are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BoardOrder {
    /// As they were played.
    Played,
    /// Shuffled all over, by this seed.
    Shuffled(u64),
}

/// What became of the positions.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    /// Games read.
    pub games: u64,
    /// Positions in them.
    pub positions: u64,
    /// Positions left out, in the order of [`FilterReason::ALL`].
    pub refused: [u64; FilterReason::ALL.len()],
    /// Boards that were there already.
    pub duplicates: u64,
    /// Boards written.
    pub written: u64,
    /// Parts of files that could not be used.
    pub damage: Vec<(PathBuf, Damage)>,
}

/// Why no boards were made.
#[derive(Debug)]
pub enum BoardsError {
    /// A file of games cannot be used.
    Files(FilesError),
    /// The boards cannot be written.
    Write(PathBuf, io::Error),
    /// The boards are not given their name.
    Refused(FileRefusal),
    /// The same file was to be read and written.
    Same(PathBuf),
    /// A folder or a device stands where the boards' file is to be.
    NotPlain(PathBuf),
    /// Something has the name of a file or folder that is needed on the way.
    InTheWay(PathBuf),
    /// The caller wanted no more.
    Stopped,
}

impl fmt::Display for BoardsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BoardsError::Files(error) => error.fmt(f),
            BoardsError::Write(path, error) => {
                write!(f, "cannot write {}: {error}", path.display())
            }
            BoardsError::Refused(refusal) => refusal.fmt(f),
            BoardsError::Same(path) => write!(
                f,
                "{} would be written over while it is read; take another file for the boards",
                path.display()
            ),
            BoardsError::NotPlain(path) => write!(
                f,
                "{} is there and not a plain file; take another file for the boards",
                path.display()
            ),
            BoardsError::InTheWay(path) => write!(
                f,
                "{} is there already: another run is making these boards, or was killed; \
                 take it away, or another file for the boards",
                path.display()
            ),
            BoardsError::Stopped => f.write_str("interrupted; no boards were written"),
        }
    }
}

impl std::error::Error for BoardsError {}

/// What stands beside the boards' file while it is made.
pub fn beside(out: &Path) -> [PathBuf; 2] {
    [".part", ".heaps"].map(|ending| pile::beside(out, ending))
}

/// Removes what [`expand`] left there, for whoever ends the program before it can.
pub fn remove(beside: &[PathBuf; 2]) {
    let [part, heaps] = beside;
    // What is not there need not be removed.
    let _ = fs::remove_file(part);
    let _ = fs::remove_dir_all(heaps);
}

/// Writes the boards of packed games to a file, which appears only when it is
/// complete and holds a board at least. Until then there are its name with `.part`
/// and, if memory is short, with `.heaps` behind it, neither of which may be there
/// before. `on_block` is told the counts so far as soon as these are there, and
/// after each block and heap. It says whether to go on; if not, nothing is left behind.
pub fn expand(
    files: &[PathBuf],
    filter: &Filter,
    layout: &Layout,
    whole: &WholeFile,
    on_block: &mut dyn FnMut(&Counts) -> bool,
) -> Result<Counts, BoardsError> {
    let out = whole.target();
    let out = out.as_path();
    if fs::metadata(out).is_ok_and(|found| !found.is_file()) {
        return Err(BoardsError::NotPlain(out.to_owned()));
    }
    let part = pile::beside(out, ".part");
    for path in [out, &part] {
        let Ok(path) = path.canonicalize() else { continue };
        if files.iter().any(|file| file.canonicalize().is_ok_and(|file| file == path)) {
            return Err(BoardsError::Same(path));
        }
    }
    let file = File::create_new(&part).map_err(|error| refused(out, ".part", error))?;
    let file = BufWriter::with_capacity(1 << 20, file);
    let outcome = fill(files, filter, layout, out, file, on_block);
    let outcome = outcome.and_then(|counts| {
        if counts.written > 0 {
            whole.put(&part).map_err(BoardsError::Refused)?;
        }
        Ok(counts)
    });
    if outcome.as_ref().map_or(true, |counts| counts.written == 0) {
        // Half a file would be taken for a whole one, an empty one for boards.
        let _ = fs::remove_file(&part);
    }
    outcome
}

/// Why something beside `out` cannot be made.
fn refused(out: &Path, ending: &str, error: io::Error) -> BoardsError {
    match error.kind() {
        io::ErrorKind::AlreadyExists => BoardsError::InTheWay(pile::beside(out, ending)),
        _ => BoardsError::Write(out.to_owned(), error),
    }
}

fn fill(
    files: &[PathBuf],
    filter: &Filter,
    layout: &Layout,
    out: &Path,
    mut file: BufWriter<File>,
    on_block: &mut dyn FnMut(&Counts) -> bool,
) -> Result<Counts, BoardsError> {
    let cannot = |error| BoardsError::Write(out.to_owned(), error);
    let most = layout.most.unwrap_or(u64::MAX);
    let salt = match layout.order {
        BoardOrder::Played => 0,
        BoardOrder::Shuffled(seed) => mix(seed),
    };
    let pile = match layout.order {
        BoardOrder::Played => None,
        BoardOrder::Shuffled(_) => {
            // A position takes more than a byte in a packed file.
            let bytes =
                files.iter().filter_map(|path| fs::metadata(path).ok()).map(|file| file.len());
            let pile = Pile::new(bytes.sum(), layout.memory, out);
            Some(pile.map_err(|error| refused(out, ".heaps", error))?)
        }
    };
    let mut counts = Counts::default();
    // From here on there is something that must not be left behind.
    if !on_block(&counts) {
        return Err(BoardsError::Stopped);
    }
    let mut seen = HashSet::new();
    let mut failed = None;
    let mut is_stopped = false;
    let work = |block: &PackedBlock| {
        let mut expanded = Expanded::new(&block.decode()?, filter, salt, layout.dedup);
        // In a pile the order is one of numbers, so that threads need not wait for
        // each other.
        let piled =
            pile.as_ref().map_or(Ok(()), |pile| pile.add(&std::mem::take(&mut expanded.boards)));
        Ok((expanded, piled))
    };
    let take = |(expanded, piled): (Expanded, io::Result<()>)| {
        counts.add(&expanded.counts);
        let mut place = |(number, board): PileEntry| -> io::Result<()> {
            if layout.dedup && !seen.insert(number) {
                counts.duplicates += 1;
            } else if counts.written < most {
                file.write_all(&board)?;
                counts.written += 1;
            }
            Ok(())
        };
        let outcome = piled.and_then(|()| expanded.boards.into_iter().try_for_each(&mut place));
        is_stopped = !on_block(&counts);
        failed = outcome.err();
        failed.is_none() && !is_stopped && counts.written < most
    };
    let damage = on_blocks(files, layout.threads, work, take).map_err(BoardsError::Files)?;
    counts.damage = damage;
    if let Some(error) = failed {
        return Err(cannot(error));
    }
    if is_stopped {
        return Err(BoardsError::Stopped);
    }
    if let Some(pile) = pile {
        let go_on = &mut || on_block(&counts);
        let written = pile.write(layout.threads, layout.dedup, most, &mut file, go_on);
        let Some((written, duplicates)) = written.map_err(cannot)? else {
            return Err(BoardsError::Stopped);
        };
        (counts.written, counts.duplicates) = (written, duplicates);
    }
    // Once it has its name nobody looks whether it is whole.
    file.flush().and_then(|()| file.get_ref().sync_all()).map_err(cannot)?;
    Ok(counts)
}

impl Counts {
    fn add(&mut self, other: &Counts) {
        self.games += other.games;
        self.positions += other.positions;
        for (sum, more) in self.refused.iter_mut().zip(other.refused) {
            *sum += more;
        }
    }
}

/// The boards of a block, each with its random number.
struct Expanded {
    counts: Counts,
    boards: Vec<PileEntry>,
}

impl Expanded {
    fn new(games: &[PlayedGame], filter: &Filter, salt: u64, dedup: bool) -> Expanded {
        let mut expanded = Expanded { counts: Counts::default(), boards: Vec::new() };
        let mut families = Families::default();
        for game in games {
            expanded.counts.games += 1;
            let (hash, family) = (game.hash(), families.number(game));
            for (ply, (position, played)) in game.positions().enumerate() {
                expanded.counts.positions += 1;
                let mover = position.turn();
                let (score, outcome) = match (played.score_for(mover), game.outcome) {
                    (Some(score), Some(outcome)) => (score, outcome),
                    _ => {
                        expanded.counts.refused[FilterReason::Unlabelled as usize] += 1;
                        continue;
                    }
                };
                if let Some(reason) = filter.refuses(&position, played) {
                    expanded.counts.refused[reason as usize] += 1;
                    continue;
                }
                let verdict = BoardResult::of(outcome, mover);
                let board = TrainingBoard::new(&position, score, verdict, family as u16);
                // Where duplicates stay they should not stay together.
                let own = if dedup { 0 } else { mix(hash.wrapping_add(ply as u64)) };
                expanded.boards.push((mix(board.hash() ^ salt ^ own), board.to_bytes()));
            }
        }
        expanded
    }
}
