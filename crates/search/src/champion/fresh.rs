//! Much memory made fit for use by several threads.
//!
//! The system hands memory over page by page as it is first written, and that
//! is most of the time a large table takes to make. docs/benchmarks/champion.md
//! has what it takes with one thread and with two.
#![allow(unsafe_code)] // a vector is filled by other means than its own; advice on memory

use std::collections::TryReserveError;
use std::mem::MaybeUninit;
use std::sync::{Mutex, PoisonError};

/// So many first values, written by up to so many threads.
///
/// # Errors
/// If there is not enough memory.
pub(super) fn fresh<T: Default + Send>(
    count: usize,
    threads: usize,
) -> Result<Vec<T>, TryReserveError> {
    let mut values: Vec<T> = Vec::new();
    values.try_reserve_exact(count)?;
    let room = &mut values.spare_capacity_mut()[..count];
    ask_for_large_pages(room);
    let helpers = threads.clamp(1, count.div_ceil(PART).max(1)) - 1;
    let parts = Mutex::new(room.chunks_mut(PART));
    let next = || parts.lock().unwrap_or_else(PoisonError::into_inner).next();
    let work = || {
        while let Some(part) = next() {
            for value in part {
                value.write(T::default());
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..helpers {
            // Where no thread can be had, those that there are do its share.
            let _ = std::thread::Builder::new().spawn_scoped(scope, work);
        }
        work();
    });
    // SAFETY: there is room for `count`, and all of it was written: this thread
    // took parts until none was left, the scope waited for those who took the
    // others, and had one of them panicked, so would the scope have.
    unsafe { values.set_len(count) };
    Ok(values)
}

/// Asks the system to keep this memory in pages of 2 MiB instead of 4 KiB. The
/// processor remembers where few pages lie, and a table is read all over.
#[cfg(target_os = "linux")]
fn ask_for_large_pages<T>(room: &mut [MaybeUninit<T>]) {
    use rustix::mm::{Advice, madvise};
    const LARGE: usize = 2 << 20;
    let bytes = size_of_val(room);
    let start = room.as_mut_ptr().cast::<u8>();
    let skipped = start.align_offset(LARGE);
    let whole = bytes.saturating_sub(skipped) / LARGE * LARGE;
    if whole > 0 {
        // SAFETY: the range lies in `room`, since `skipped + whole` is at most its
        // bytes, and this advice changes nothing of what memory holds. A system
        // that does not know it says so, and all is as before.
        let _ = unsafe { madvise(start.add(skipped).cast(), whole, Advice::LinuxHugepage) };
    }
}

#[cfg(not(target_os = "linux"))]
fn ask_for_large_pages<T>(_: &mut [MaybeUninit<T>]) {}

/// How many values a thread takes at a time: with 32 bytes each 8 MiB, the
/// work of a millisecond or two.
const PART: usize = 1 << 18;

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};

    static MADE: AtomicUsize = AtomicUsize::new(0);

    struct Seven(u8);

    impl Default for Seven {
        fn default() -> Seven {
            MADE.fetch_add(1, Ordering::Relaxed);
            Seven(7)
        }
    }

    #[test]
    fn every_value_is_written_once() {
        for threads in [0, 1, 3] {
            for count in [0, 1, PART, 3 * PART + 5] {
                let before = MADE.load(Ordering::Relaxed);
                let values: Vec<Seven> = fresh(count, threads).unwrap();
                assert_eq!(values.len(), count);
                assert!(values.iter().all(|value| value.0 == 7));
                assert_eq!(MADE.load(Ordering::Relaxed) - before, count);
            }
        }
    }

    #[test]
    fn too_much_is_refused() {
        assert!(fresh::<u64>(usize::MAX / 16, 2).is_err());
    }
}
