//! The blocks of many files, worked on by many threads.

use std::collections::BTreeMap;
use std::fmt;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, mpsc};
use std::thread;

use crate::packed::{self, Damage, OpenError, PackedBlock};

/// Why a file cannot be used at all.
#[derive(Debug)]
pub struct FilesError(pub PathBuf, pub OpenError);

impl fmt::Display for FilesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "cannot use {}: {}", self.0.display(), self.1)
    }
}

impl std::error::Error for FilesError {}

/// Calls `work` with each good block on one of `threads` threads, and `take`
/// with its result on this thread, in the order of the files. `take` says
/// whether to go on. Returns the damage that was found.
///
/// # Errors
/// If a file is no file of packed games. This is found before any work is done.
pub fn on_blocks<T: Send>(
    files: &[PathBuf],
    threads: usize,
    work: impl Fn(&PackedBlock) -> Result<T, Damage> + Sync,
    mut take: impl FnMut(T) -> bool,
) -> Result<Vec<(PathBuf, Damage)>, FilesError> {
    let open =
        |path: &PathBuf| packed::open_file(path).map_err(|error| FilesError(path.clone(), error));
    for path in files {
        open(path)?;
    }
    let threads = threads.max(1);
    thread::scope(|scope| {
        // A few blocks a thread are on their way at most.
        let (to_work, blocks) = mpsc::sync_channel::<(usize, usize, PackedBlock)>(threads);
        // Shared by the workers alone: with the last of them it is gone, and the
        // reader knows that nobody wants more.
        let blocks = Arc::new(Mutex::new(blocks));
        let (from_work, results) = mpsc::sync_channel(2 * threads);
        let (work, open) = (&work, &open);
        for _ in 0..threads {
            let (blocks, from_work) = (Arc::clone(&blocks), from_work.clone());
            scope.spawn(move || {
                loop {
                    let next = blocks.lock().map(|blocks| blocks.recv());
                    let Ok(Ok((number, file, block))) = next else { break };
                    if from_work.send((number, file, Ok(work(&block)))).is_err() {
                        break;
                    }
                }
            });
        }
        drop(blocks);
        scope.spawn(move || {
            let mut number = 0;
            for (file, path) in files.iter().enumerate() {
                // It was opened a moment ago; if it is gone since, say so.
                let blocks = match open(path) {
                    Ok(blocks) => blocks,
                    Err(error) => {
                        let _ = from_work.send((number, file, Err(error)));
                        return;
                    }
                };
                for block in blocks {
                    let is_sent = match block {
                        Ok(block) => to_work.send((number, file, block)).is_ok(),
                        Err(damage) => from_work.send((number, file, Ok(Err(damage)))).is_ok(),
                    };
                    if !is_sent {
                        return;
                    }
                    number += 1;
                }
            }
        });
        let mut damaged = Vec::new();
        let mut early = BTreeMap::new();
        let mut next = 0;
        for (number, file, result) in results {
            early.insert(number, (file, result));
            while let Some((file, result)) = early.remove(&next) {
                next += 1;
                match result? {
                    Ok(result) => {
                        if !take(result) {
                            return Ok(damaged);
                        }
                    }
                    Err(damage) => damaged.push((files[file].clone(), damage)),
                }
            }
        }
        Ok(damaged)
    })
}
