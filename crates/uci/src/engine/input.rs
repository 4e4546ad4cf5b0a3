//! What a program is told.

use std::io::Write;
use std::process::ChildStdin;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex};
use std::time::Instant;

use super::process::lock;

/// The way into a program's pipe, which never makes us wait: what a pipe has room
/// for goes in at once, and a thread takes the rest, so that a program that does
/// not read holds up nobody. The pipe is closed when this is dropped and all was
/// written.
#[derive(Debug)]
pub(super) struct EngineInput {
    pipe: Arc<Mutex<ChildStdin>>,
    queue: Sender<Sent>,
    /// How many lines the thread has not written yet.
    waiting: Arc<AtomicUsize>,
    clock: Arc<Mutex<Option<Instant>>>,
}

/// The other end of the queue, for the thread.
pub(super) struct Queue {
    pipe: Arc<Mutex<ChildStdin>>,
    lines: Receiver<Sent>,
    waiting: Arc<AtomicUsize>,
    clock: Arc<Mutex<Option<Instant>>>,
}

/// A line to the program.
struct Sent {
    line: Vec<u8>,
    /// Whether the program's clock runs from this line on.
    starts_clock: bool,
}

impl EngineInput {
    /// `clock` is told when a line that starts it goes into the pipe.
    pub(super) fn new(
        pipe: ChildStdin,
        clock: Arc<Mutex<Option<Instant>>>,
    ) -> (EngineInput, Queue) {
        let (queue, lines) = mpsc::channel();
        let pipe = Arc::new(Mutex::new(pipe));
        let waiting = Arc::default();
        let taken = Queue {
            pipe: Arc::clone(&pipe),
            lines,
            waiting: Arc::clone(&waiting),
            clock: Arc::clone(&clock),
        };
        (EngineInput { pipe, queue, waiting, clock }, taken)
    }

    /// Hands a line over. That it does not arrive shows in the answer that is
    /// missing.
    pub(super) fn hand_over(&self, mut line: Vec<u8>, starts_clock: bool) {
        line.push(b'\n');
        let sent = Sent { line, starts_clock };
        // Nothing overtakes what still waits.
        if self.waiting.load(Ordering::Acquire) == 0
            && let Ok(mut pipe) = self.pipe.try_lock()
            && has_room(&pipe, sent.line.len())
        {
            sent.write(&mut pipe, &self.clock);
            return;
        }
        self.waiting.fetch_add(1, Ordering::AcqRel);
        // An error means that the pipe is broken: the output ends too.
        self.queue.send(sent).ok();
    }
}

impl Queue {
    /// Writes what has to wait, until nothing will come any more or the pipe is
    /// broken.
    pub(super) fn work(self) {
        for sent in &self.lines {
            if !sent.write(&mut lock(&self.pipe), &self.clock) {
                return;
            }
            self.waiting.fetch_sub(1, Ordering::AcqRel);
        }
    }
}

impl Sent {
    /// Whether it could be written.
    fn write(&self, pipe: &mut ChildStdin, clock: &Mutex<Option<Instant>>) -> bool {
        if self.starts_clock {
            // Before the write: should it wait, then because the program does
            // not read.
            *lock(clock) = Some(Instant::now());
        }
        // One write a line, and a pipe needs no flush.
        pipe.write_all(&self.line).is_ok()
    }
}

/// Whether so many bytes can be written without waiting. A pipe that can be
/// written at all takes as many as it writes in one piece.
#[cfg(unix)]
fn has_room(pipe: &ChildStdin, length: usize) -> bool {
    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    const ONE_PIECE: usize = if cfg!(target_os = "linux") { 4096 } else { 512 };
    let now = Timespec { tv_sec: 0, tv_nsec: 0 };
    let mut asked = [PollFd::new(pipe, PollFlags::OUT)];
    length <= ONE_PIECE && matches!(poll(&mut asked, Some(&now)), Ok(1))
}

#[cfg(not(unix))]
fn has_room(_: &ChildStdin, _: usize) -> bool {
    false
}
