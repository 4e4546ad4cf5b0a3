//! Perft on many threads and with a table.

use std::fmt;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::thread;

use super::table::PerftTable;
use super::{MAX_DEPTH, walk};
use crate::{Move, Position};

/// How to count: on how many threads, with how much memory.
///
/// ```
/// use plywise_chess::{Position, perft::Perft};
///
/// let perft = Perft { threads: 2, hash_mib: 1 };
/// let counts = perft.divide(&Position::start(), 4)?;
/// assert_eq!(counts.len(), 20);
/// assert_eq!(perft.count(&Position::start(), 4)?, 197_281);
/// # Ok::<(), plywise_chess::perft::TableTooLarge>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Perft {
    /// Threads to count on; 0 counts as 1.
    pub threads: usize,
    /// Mebibytes for a table of counts already made; 0 for none. With a table
    /// the count saturates at `u64::MAX`; without one no machine gets there.
    pub hash_mib: usize,
}

/// There is not enough memory for the table asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TableTooLarge {
    /// The mebibytes asked for.
    pub mib: usize,
}

impl fmt::Display for TableTooLarge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no memory for a table of {} MiB", self.mib)
    }
}

impl std::error::Error for TableTooLarge {}

/// A position two plies down (one if the depth is 1), and the root move it is behind.
struct Piece {
    root: usize,
    position: Position,
}

impl Perft {
    /// Counts the lines of `depth` legal moves; `u64::MAX` stands for that many or more.
    ///
    /// # Panics
    /// If `depth` is above [`MAX_DEPTH`].
    pub fn count(&self, position: &Position, depth: u32) -> Result<u64, TableTooLarge> {
        let counts = self.divide(position, depth)?;
        Ok(if depth == 0 { 1 } else { total(&counts) })
    }

    /// The count behind each legal move, in the generator's order.
    ///
    /// # Panics
    /// If `depth` is above [`MAX_DEPTH`].
    pub fn divide(
        &self,
        position: &Position,
        depth: u32,
    ) -> Result<Vec<(Move, u64)>, TableTooLarge> {
        assert!(depth <= MAX_DEPTH, "perft goes no deeper than {MAX_DEPTH}");
        let table = match self.hash_mib {
            0 => None,
            mib => Some(PerftTable::new(mib).ok_or(TableTooLarge { mib })?),
        };
        if depth == 0 {
            return Ok(Vec::new());
        }
        let moves = position.legal_moves();
        let (pieces, left) = cut(position, &moves, depth);
        let counts: Vec<AtomicU64> = moves.iter().map(|_| AtomicU64::new(0)).collect();
        let next = AtomicUsize::new(0);
        let work = || {
            while let Some(piece) = pieces.get(next.fetch_add(1, Ordering::Relaxed)) {
                let nodes = match &table {
                    None => walk::count(&piece.position, left),
                    Some(table) => remembered(table, &piece.position, left),
                };
                let add = |sum: u64| Some(sum.saturating_add(nodes));
                // `add` never refuses, so neither does the update.
                let _ = counts[piece.root].fetch_update(Ordering::Relaxed, Ordering::Relaxed, add);
            }
        };
        let helpers = self.threads.min(pieces.len()).saturating_sub(1);
        thread::scope(|scope| {
            // A machine that is out of threads counts on fewer.
            for _ in 0..helpers {
                if thread::Builder::new().spawn_scoped(scope, work).is_err() {
                    break;
                }
            }
            work();
        });
        Ok(moves.into_iter().zip(counts.into_iter().map(AtomicU64::into_inner)).collect())
    }
}

/// The sum of a divided count; `u64::MAX` stands for that many or more.
pub fn total(counts: &[(Move, u64)]) -> u64 {
    counts.iter().fold(0, |sum, (_, nodes)| sum.saturating_add(*nodes))
}

/// Cuts the work into pieces small enough to share, and says how deep each goes.
fn cut(position: &Position, moves: &[Move], depth: u32) -> (Vec<Piece>, u32) {
    let after = |position: &Position, mv| {
        let mut next = *position;
        next.play_unchecked(mv);
        next
    };
    let roots = moves.iter().map(|&mv| after(position, mv)).enumerate();
    if depth == 1 {
        return (roots.map(|(root, position)| Piece { root, position }).collect(), 0);
    }
    let pieces = roots.flat_map(|(root, position)| {
        let replies: Vec<Move> = position.legal_moves().to_vec();
        replies.into_iter().map(move |mv| Piece { root, position: after(&position, mv) })
    });
    (pieces.collect(), depth - 2)
}

/// Counts with the table. The last two plies are quicker to walk than to look up.
fn remembered(table: &PerftTable, position: &Position, depth: u32) -> u64 {
    if depth <= 2 {
        return walk::count(position, depth);
    }
    if let Some(nodes) = table.get(position.key(), depth) {
        return nodes;
    }
    let mut nodes = 0u64;
    for mv in &position.legal_moves() {
        let mut next = *position;
        next.play_unchecked(mv);
        nodes = nodes.saturating_add(remembered(table, &next, depth - 1));
    }
    table.insert(position.key(), depth, nodes);
    nodes
}
