//! A player thinking on a thread of its own.

use std::io;
use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use chess::Game;
use engine::{Decision, Limits, Player, PlayerError, Thought};
use search::Signals;

use super::console::events::ConsoleEvent;

/// A player comes back with its decision.
pub(crate) struct Decided {
    /// Which thinking this was.
    pub(crate) ticket: u64,
    /// The player, who had been lent to the thread.
    pub(crate) player: Player,
    /// What it decided.
    pub(crate) outcome: Result<Decision, PlayerError>,
}

/// A player at work.
pub(crate) struct Thinking {
    ticket: u64,
    stop: Arc<Signals>,
    latest: Arc<Mutex<Option<Thought>>>,
    began: Instant,
    thread: JoinHandle<()>,
    /// The process of a foreign engine.
    process: Option<u32>,
}

/// What searches may need that go deep: more than a thread has by default.
const STACK: usize = 16 << 20;

impl Thinking {
    /// Lets a player think; it comes back as [`ConsoleEvent::Decided`] with this ticket.
    pub(crate) fn begin(
        mut player: Player,
        game: &Game,
        limits: Limits,
        sender: Sender<ConsoleEvent>,
        ticket: u64,
    ) -> io::Result<Thinking> {
        let process = player.process_id();
        let stop = Arc::new(Signals::new());
        let latest = Arc::new(Mutex::new(None));
        let (stopped, thoughts, game) = (Arc::clone(&stop), Arc::clone(&latest), game.clone());
        let work = move || {
            let mut on_thought = |thought: &Thought| {
                *thoughts.lock().unwrap_or_else(PoisonError::into_inner) = Some(thought.clone());
            };
            let outcome = player.think(&game, &limits, &stopped, &mut on_thought);
            // Whoever no longer listens is ending the program.
            let _ =
                sender.send(ConsoleEvent::Decided(Box::new(Decided { ticket, player, outcome })));
        };
        let thread = thread::Builder::new().stack_size(STACK).spawn(work)?;
        Ok(Thinking { ticket, stop, latest, began: Instant::now(), thread, process })
    }

    /// Tells the player to come back with the best move it knows.
    pub(crate) fn stop(&self) {
        self.stop.stop();
    }

    /// What the player thinks at the moment.
    pub(crate) fn latest(&self) -> Option<Thought> {
        self.latest.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// How long it has been thinking.
    pub(crate) fn elapsed(&self) -> Duration {
        self.began.elapsed()
    }

    /// Whether this is the end of this thinking.
    pub(crate) fn is_answered_by(&self, decided: &Decided) -> bool {
        decided.ticket == self.ticket
    }

    /// Whether the thread ended; without an answer on the channel, it failed.
    pub(crate) fn has_ended(&self) -> bool {
        self.thread.is_finished()
    }

    /// Ends a foreign engine that does not come back, so that it does not outlive
    /// the program. Our own players end with their thread.
    pub(crate) fn abandon(self) {
        self.stop();
        if let Some(process) = self.process.filter(|_| !self.has_ended()) {
            end_process(process, &self.thread);
        }
    }
}

/// Engines stand in a group of their own, with all that they have started.
#[cfg(unix)]
pub(crate) fn end_process(process: u32, _: &JoinHandle<()>) {
    use rustix::process::{Pid, Signal, kill_process_group};
    if let Some(group) = i32::try_from(process).ok().and_then(Pid::from_raw) {
        // An error means that it has left meanwhile.
        let _ = kill_process_group(group, Signal::KILL);
    }
}

/// Elsewhere only whoever started it can end it: the thread, when the engine's
/// time to answer is over.
#[cfg(not(unix))]
pub(crate) fn end_process(_: u32, thread: &JoinHandle<()>) {
    while !thread.is_finished() {
        thread::sleep(Duration::from_millis(10));
    }
}
