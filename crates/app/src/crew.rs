//! Who does the thinking: a fixed number of threads for moves of games, a few
//! more for long searches. None of it happens where pages are heard.

use std::collections::VecDeque;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use crate::limits;

/// What searches may need that go deep: more than a thread has by default.
const STACK: usize = 16 << 20;
/// What a game needs that is only kept in order.
const SMALL_STACK: usize = 1 << 20;

/// How much work a move is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum MoveWork {
    /// Milliseconds.
    Light,
    /// Perhaps seconds.
    Heavy,
}

/// The threads that think, and the memory they think with.
///
/// Moves wait in the order in which they were asked for. Each game has at most
/// one move and one hint waiting, so that the order is fair to all. Heavy work
/// never takes the last thread: whoever plays a weak level does not wait for
/// those who play a strong one.
#[derive(Clone)]
pub(crate) struct Crew {
    desk: Arc<WorkQueue>,
    /// Long searches that may still begin.
    long: Arc<AtomicUsize>,
    /// Memory that is left, in MiB.
    memory: Arc<AtomicUsize>,
    threads: usize,
}

type Work = Box<dyn FnOnce() + Send>;

struct WorkQueue {
    queue: Mutex<Queue>,
    bell: Condvar,
}

#[derive(Default)]
struct Queue {
    light: VecDeque<Work>,
    heavy: VecDeque<Work>,
    /// How many threads do heavy work, and how many may.
    heavy_now: usize,
    heavy_most: usize,
    is_closed: bool,
}

impl Queue {
    fn take(&mut self) -> Option<(Work, MoveWork)> {
        if self.heavy_now < self.heavy_most
            && let Some(work) = self.heavy.pop_front()
        {
            self.heavy_now += 1;
            return Some((work, MoveWork::Heavy));
        }
        self.light.pop_front().map(|work| (work, MoveWork::Light))
    }
}

impl WorkQueue {
    fn queue(&self) -> MutexGuard<'_, Queue> {
        // Nothing that can fail happens while it is held.
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn serve(&self) {
        let mut queue = self.queue();
        loop {
            if let Some((work, weight)) = queue.take() {
                drop(queue);
                // Whoever waits for this work sees that it is gone.
                let _ = catch_unwind(AssertUnwindSafe(work));
                queue = self.queue();
                if weight == MoveWork::Heavy {
                    queue.heavy_now -= 1;
                    self.bell.notify_one();
                }
            } else if queue.is_closed {
                return;
            } else {
                queue = self.bell.wait(queue).unwrap_or_else(PoisonError::into_inner);
            }
        }
    }
}

/// A long search and the leave to run it.
pub(crate) struct Leave(#[allow(dead_code)] Share);

/// Memory that was set aside.
pub(crate) struct ReservedMemory(Share);

impl ReservedMemory {
    /// Gives back what is more than so many bytes.
    pub(crate) fn shrink(&mut self, bytes: usize) {
        let ReservedMemory(share) = self;
        let needed = bytes.div_ceil(1 << 20).min(share.size);
        share.left.fetch_add(share.size - needed, Ordering::AcqRel);
        share.size = needed;
    }
}

/// A part of what is left of something, given back when it is dropped.
struct Share {
    left: Arc<AtomicUsize>,
    size: usize,
}

impl Share {
    fn take(left: &Arc<AtomicUsize>, size: usize) -> Option<Share> {
        let less = |left: usize| left.checked_sub(size);
        left.fetch_update(Ordering::AcqRel, Ordering::Acquire, less).ok()?;
        Some(Share { left: Arc::clone(left), size })
    }
}

impl Drop for Share {
    fn drop(&mut self) {
        self.left.fetch_add(self.size, Ordering::AcqRel);
    }
}

impl Crew {
    /// Hires as many threads as this computer has cores, two at least.
    pub(crate) fn hire(cores: usize) -> io::Result<Crew> {
        let threads = cores.max(2);
        let queue = Queue { heavy_most: threads - 1, ..Queue::default() };
        let desk = Arc::new(WorkQueue { queue: Mutex::new(queue), bell: Condvar::new() });
        for number in 0..threads {
            let desk = Arc::clone(&desk);
            let name = format!("thinker {number}");
            thread::Builder::new().name(name).stack_size(STACK).spawn(move || desk.serve())?;
        }
        Ok(Crew {
            desk,
            long: Arc::new(AtomicUsize::new(threads + 2)),
            memory: Arc::new(AtomicUsize::new(limits::MEMORY_MIB)),
            threads: cores,
        })
    }

    /// How many cores there are to think with.
    pub(crate) fn cores(&self) -> usize {
        self.threads
    }

    /// Lets a thread do this when it is its turn.
    pub(crate) fn think(&self, weight: MoveWork, work: impl FnOnce() + Send + 'static) {
        let mut queue = self.desk.queue();
        match weight {
            MoveWork::Light => queue.light.push_back(Box::new(work)),
            MoveWork::Heavy => queue.heavy.push_back(Box::new(work)),
        }
        drop(queue);
        self.desk.bell.notify_one();
    }

    /// Leave to run a long search, if not too many run already.
    pub(crate) fn leave(&self) -> Result<Leave, String> {
        Share::take(&self.long, 1).map(Leave).ok_or_else(|| {
            format!(
                "{} long searches run on this computer already; stop one, or try again later",
                self.threads.max(2) + 2
            )
        })
    }

    /// Sets memory aside.
    pub(crate) fn memory(&self, mib: u32) -> Result<ReservedMemory, String> {
        Share::take(&self.memory, mib as usize).map(ReservedMemory).ok_or_else(|| {
            format!(
                "there is no room for {mib} MiB more: all pages together have {} MiB",
                limits::MEMORY_MIB
            )
        })
    }

    /// Runs a long search on a thread of its own.
    pub(crate) fn search(&self, work: impl FnOnce() + Send + 'static) -> Result<(), String> {
        start("searcher", STACK, work)
    }

    /// Keeps a game in order on a thread of its own, which thinks about nothing.
    pub(crate) fn host(&self, work: impl FnOnce() + Send + 'static) -> Result<(), String> {
        start("game", SMALL_STACK, work)
    }

    /// Sends everybody home once their work is done.
    pub(crate) fn dismiss(&self) {
        let mut queue = self.desk.queue();
        queue.is_closed = true;
        drop(queue);
        self.desk.bell.notify_all();
    }
}

/// Starts a thread whose failure hurts nobody else.
fn start(name: &str, stack: usize, work: impl FnOnce() + Send + 'static) -> Result<(), String> {
    let guarded = move || {
        let _ = catch_unwind(AssertUnwindSafe(work));
    };
    thread::Builder::new()
        .name(name.to_owned())
        .stack_size(stack)
        .spawn(guarded)
        .map(drop)
        .map_err(|error| format!("this computer starts no more threads: {error}"))
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;
    use std::time::Duration;

    use super::*;

    #[test]
    fn heavy_work_leaves_a_thread_for_light_work_and_failures_hurt_nobody() {
        let crew = Crew::hire(2).unwrap();
        let (release, wait) = mpsc::channel::<()>();
        let wait = Arc::new(Mutex::new(wait));
        let (done, dones) = mpsc::channel();
        for number in 0..4 {
            let (wait, done) = (Arc::clone(&wait), done.clone());
            crew.think(MoveWork::Heavy, move || {
                wait.lock().unwrap().recv().unwrap();
                done.send(number).unwrap();
            });
        }
        crew.think(MoveWork::Light, || panic!("a work that fails"));
        let quick = done.clone();
        crew.think(MoveWork::Light, move || quick.send(100).unwrap());
        let patience = Duration::from_secs(20);
        assert_eq!(dones.recv_timeout(patience), Ok(100), "light work does not wait for heavy");
        for number in 0..4 {
            release.send(()).unwrap();
            assert_eq!(dones.recv_timeout(patience), Ok(number), "in the order asked for");
        }
        crew.dismiss();
    }

    #[test]
    fn memory_and_long_searches_are_limited() {
        let crew = Crew::hire(2).unwrap();
        let held = crew.memory(limits::MEMORY_MIB as u32 - 1).unwrap();
        assert!(crew.memory(2).is_err_and(|sentence| sentence.contains("no room for 2 MiB")));
        drop(held);
        let mut held = crew.memory(limits::MEMORY_MIB as u32).unwrap();
        held.shrink((3 << 20) + 1);
        assert!(crew.memory(limits::MEMORY_MIB as u32 - 4).is_ok());
        held.shrink(usize::MAX);
        drop(held);
        assert!(crew.memory(limits::MEMORY_MIB as u32).is_ok());
        let leaves: Vec<Leave> = (0..4).map(|_| crew.leave().unwrap()).collect();
        assert!(crew.leave().is_err());
        drop(leaves);
        assert!(crew.leave().is_ok());
        crew.dismiss();
    }
}
