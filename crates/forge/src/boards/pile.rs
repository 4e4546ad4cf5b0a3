//! Boards in random order: piled up, then sorted by a random number each.
//!
//! A board's number is made of a seed and the board itself. Sorting by it is a
//! shuffle that does not depend on threads, equal boards come to lie side by
//! side where they are easy to drop, and the first thousand are a fair sample.
//! Boards are spread over heaps by the highest bits of the number, so heaps can
//! be sorted one by one and, if memory is short, wait on disk.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::thread;

use super::record::SIZE;
use numbers::mix;

/// A board's random number and its bytes.
pub(super) type PileEntry = (u64, [u8; SIZE]);
/// Bytes of an entry, in memory and on disk.
const ENTRY: usize = 8 + SIZE;
/// Heaps in memory: enough to keep threads busy.
const IN_MEMORY: usize = 64;
/// The most heaps on disk: each is an open file.
const MOST_ON_DISK: usize = 512;

/// Boards waiting to be sorted.
pub(super) struct Pile {
    heaps: Vec<Mutex<Heap>>,
    /// How many heaps may be sorted at a time.
    at_once: usize,
    folder: Option<Folder>,
}

enum Heap {
    Memory(Vec<PileEntry>),
    Disk(PathBuf, BufWriter<File>),
}

impl Pile {
    /// A pile for about `expected` boards within `memory` bytes; what does not
    /// fit goes into files beside `out`.
    pub(super) fn new(expected: u64, memory: u64, out: &Path) -> io::Result<Pile> {
        let needed = expected.saturating_mul(ENTRY as u64);
        if needed <= memory {
            let heaps = (0..IN_MEMORY).map(|_| Mutex::new(Heap::Memory(Vec::new()))).collect();
            return Ok(Pile { heaps, at_once: IN_MEMORY, folder: None });
        }
        // Several heaps are sorted at a time.
        let count = (needed / (memory / 8).max(1) + 1).clamp(8, MOST_ON_DISK as u64);
        // Each is held twice for a moment, as entries and as bytes.
        let at_once = (memory / (2 * (needed / count)).max(1)).clamp(1, count) as usize;
        let folder = Folder::new(beside(out, ".heaps"))?;
        let mut heaps = Vec::new();
        for index in 0..count {
            let path = folder.0.join(format!("{index:03}"));
            let file = BufWriter::with_capacity(1 << 16, File::create(&path)?);
            heaps.push(Mutex::new(Heap::Disk(path, file)));
        }
        Ok(Pile { heaps, at_once, folder: Some(folder) })
    }

    /// Adds boards with their random numbers. Threads may do so at the same time.
    pub(super) fn add(&self, entries: &[PileEntry]) -> io::Result<()> {
        let mut parts = vec![Vec::new(); self.heaps.len()];
        for entry in entries {
            let heap = (u128::from(entry.0) * self.heaps.len() as u128) >> 64;
            parts[heap as usize].push(*entry);
        }
        for (heap, part) in self.heaps.iter().zip(parts).filter(|(_, part)| !part.is_empty()) {
            // A thread that panicked takes the whole work with it.
            match &mut *heap.lock().unwrap_or_else(PoisonError::into_inner) {
                Heap::Memory(entries) => entries.extend_from_slice(&part),
                Heap::Disk(_, file) => {
                    for (number, board) in part {
                        file.write_all(&number.to_le_bytes())?;
                        file.write_all(&board)?;
                    }
                }
            }
        }
        Ok(())
    }

    /// Writes all boards in order, `most` at most; boards with the same number
    /// are taken for one if `dedup`. Returns how many were written and how many
    /// were dropped as duplicates before that; `None` if `go_on`, asked between
    /// heaps, said no. So many threads sort heaps while this one writes them.
    pub(super) fn write(
        self,
        threads: usize,
        dedup: bool,
        most: u64,
        out: &mut impl Write,
        go_on: &mut dyn FnMut() -> bool,
    ) -> io::Result<Option<(u64, u64)>> {
        let (mut written, mut dropped) = (0, 0);
        let heaps = self.heaps.into_iter().map(Mutex::into_inner);
        let heaps = heaps.map(|heap| heap.unwrap_or_else(PoisonError::into_inner));
        let outcome = thread::scope(|scope| {
            let (sender, results) = mpsc::channel();
            // A permit for each heap that may be held at a time. Heaps are taken in
            // order together with a permit, so the next to be written has one.
            let (permits, permitted) = mpsc::channel();
            for _ in 0..self.at_once {
                let _ = permits.send(());
            }
            let waiting = Arc::new(Mutex::new((heaps.enumerate(), permitted)));
            for _ in 0..threads.clamp(1, self.at_once) {
                let (waiting, sender) = (Arc::clone(&waiting), sender.clone());
                scope.spawn(move || {
                    let next = || {
                        let (heaps, permitted) = &mut *waiting.lock().ok()?;
                        permitted.recv().ok()?;
                        heaps.next()
                    };
                    while let Some((index, heap)) = next() {
                        if sender.send((index, sort(heap, dedup))).is_err() {
                            break;
                        }
                    }
                });
            }
            drop((waiting, sender));
            let mut early = BTreeMap::new();
            let mut next = 0;
            for (index, sorted) in results {
                early.insert(index, sorted);
                while let Some(sorted) = early.remove(&next) {
                    if !go_on() {
                        return Ok(false);
                    }
                    let Sorted { mut bytes, duplicates } = sorted?;
                    let left = (most - written).saturating_mul(SIZE as u64);
                    bytes.truncate(usize::try_from(left).unwrap_or(usize::MAX));
                    out.write_all(&bytes)?;
                    written += (bytes.len() / SIZE) as u64;
                    dropped += duplicates;
                    next += 1;
                    if written >= most {
                        return Ok(true);
                    }
                    let _ = permits.send(());
                }
            }
            Ok(true)
        });
        drop(self.folder);
        outcome.map(|is_done: bool| is_done.then_some((written, dropped)))
    }
}

/// A heap put in order.
struct Sorted {
    /// The boards.
    bytes: Vec<u8>,
    duplicates: u64,
}

fn sort(heap: Heap, dedup: bool) -> io::Result<Sorted> {
    let mut entries = match heap {
        Heap::Memory(entries) => entries,
        Heap::Disk(path, file) => {
            file.into_inner().map_err(io::IntoInnerError::into_error)?.flush()?;
            let mut bytes = Vec::new();
            File::open(&path)?.read_to_end(&mut bytes)?;
            fs::remove_file(&path)?;
            let entry = |bytes: &[u8; ENTRY]| {
                let (mut number, mut board) = ([0; 8], [0; SIZE]);
                number.copy_from_slice(&bytes[..8]);
                board.copy_from_slice(&bytes[8..]);
                (u64::from_le_bytes(number), board)
            };
            bytes.as_chunks::<ENTRY>().0.iter().map(entry).collect()
        }
    };
    // Those with one number by another, made of their labels: threads finish in
    // any order, files do not, and which of several equal boards stays must not
    // depend on who won or how high the score is.
    let own = |&(number, board): &PileEntry| {
        let labels = board[SIZE - 8..].iter().fold(0, |all, &byte| all << 8 | u64::from(byte));
        (mix(number ^ labels), board)
    };
    entries.sort_unstable_by(|a, b| a.0.cmp(&b.0).then_with(|| own(a).cmp(&own(b))));
    let before = entries.len();
    if dedup {
        entries.dedup_by_key(|entry| entry.0);
    }
    let duplicates = (before - entries.len()) as u64;
    let mut bytes = Vec::with_capacity(entries.len() * SIZE);
    entries.iter().for_each(|(_, board)| bytes.extend_from_slice(board));
    Ok(Sorted { bytes, duplicates })
}

/// The name of a file with something behind it.
pub(super) fn beside(out: &Path, ending: &str) -> PathBuf {
    let mut name = out.as_os_str().to_owned();
    name.push(ending);
    PathBuf::from(name)
}

/// A new folder that is removed when nobody needs it any more.
struct Folder(PathBuf);

impl Folder {
    /// Makes the folder; one that is there may be another's and is left alone.
    fn new(path: PathBuf) -> io::Result<Folder> {
        fs::create_dir(&path)?;
        Ok(Folder(path))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // What is left is in nobody's way.
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Of equal boards none is kept for its score or its result, nor for when it
    /// came.
    #[test]
    fn the_kept_one_of_equal_boards_is_any_of_them() {
        let out = std::env::temp_dir().join(format!("plywise-kept-{}", std::process::id()));
        let labels: [(i16, u8); 4] = [(10, 0), (-10, 0), (10, 2), (-10, 2)];
        let kept = |order: &[usize]| {
            let pile = Pile::new(0, 0, &out).unwrap();
            for board in 0..4_000u64 {
                for &index in order {
                    let (score, verdict) = labels[index];
                    let mut bytes = [0; SIZE];
                    bytes[..8].copy_from_slice(&board.to_le_bytes());
                    bytes[24..26].copy_from_slice(&score.to_le_bytes());
                    bytes[26] = verdict;
                    pile.add(&[(mix(board), bytes)]).unwrap();
                }
            }
            let mut written = Vec::new();
            pile.write(2, true, u64::MAX, &mut written, &mut || true).unwrap();
            written
        };
        let written = kept(&[0, 1, 2, 3]);
        assert_eq!(written, kept(&[3, 1, 0, 2]));
        for (score, verdict) in labels {
            let is_such =
                |bytes: &&[u8; SIZE]| bytes[24..26] == score.to_le_bytes() && bytes[26] == verdict;
            let count = written.as_chunks::<SIZE>().0.iter().filter(is_such).count();
            assert!((900..1_100).contains(&count), "{score} {verdict}: {count} of 4,000");
        }
    }

    #[test]
    fn memory_is_kept_whatever_the_threads() {
        let out = std::env::temp_dir().join(format!("plywise-pile-{}", std::process::id()));
        for (expected, memory) in [(1_000_000, 4 << 20), (1_000_000, 30 << 20), (1 << 30, 1 << 20)]
        {
            let pile = Pile::new(expected, memory, &out).unwrap();
            let heap = expected * ENTRY as u64 / pile.heaps.len() as u64;
            let held = 2 * heap * pile.at_once as u64;
            // One must be sorted, however large: files cannot be more.
            assert!(held <= memory || pile.at_once == 1, "{held} of {memory}");
            assert!(pile.at_once > 1 || pile.heaps.len() == MOST_ON_DISK, "{}", pile.at_once);
        }
    }
}
