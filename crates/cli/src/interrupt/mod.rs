//! Ctrl-C and other requests to end, heard by everything that takes long.
//!
//! A command sees a stop signal, ends in good order and says what it keeps. If that takes
//! too long, or if there is nothing to put in order, the program is ended from
//! here, with the same words: all that is written survives even a killed program.

pub(crate) mod signals;

use std::io::{Write, stderr};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use search::Signals;

use crate::failure::Failure;

/// The exit code of a program that was interrupted, as shells know it.
pub(crate) const INTERRUPTED: u8 = 130;

/// Signals that follow one another so closely are one: a terminal and a program
/// that started us may both pass the same key on.
const ONE_PRESS: Duration = Duration::from_millis(300);
/// How long a command may take to hear of it: whoever presses a key wants an answer
/// within a second.
const GRACE: Duration = Duration::from_millis(500);
/// How long it may take to end in good order once it has heard, as on a machine
/// that is busy with other things.
const ORDER: Duration = Duration::from_secs(3);

/// A command's ear for requests to end.
#[derive(Clone)]
pub(crate) struct Interrupt {
    stop: Arc<Signals>,
    /// Whether the command has seen the signal.
    is_heard: Arc<AtomicBool>,
    last_words: Arc<Mutex<LastWords>>,
}

/// What there is to say and to do at an end that does not wait.
struct LastWords {
    keeps: String,
    clean_up: Option<Box<dyn FnOnce() + Send>>,
}

impl Interrupt {
    /// Begins to listen. The signal is given once; pressed once more, or if the
    /// command takes too long, the program ends at once. `keeps` says what is kept
    /// then, so far.
    pub(crate) fn listen(keeps: impl Into<String>) -> Interrupt {
        Interrupt::with_grace(keeps.into(), GRACE)
    }

    /// Begins to listen for a command that has nothing to put in order: the program
    /// ends at the first request.
    pub(crate) fn end_at_once(keeps: impl Into<String>) -> Interrupt {
        Interrupt::with_grace(keeps.into(), Duration::ZERO)
    }

    fn with_grace(keeps: String, grace: Duration) -> Interrupt {
        let last_words = LastWords { keeps, clean_up: None };
        let interrupt = Interrupt {
            stop: Arc::default(),
            is_heard: Arc::default(),
            last_words: Arc::new(Mutex::new(last_words)),
        };
        let (tell, told) = mpsc::channel();
        let watched = interrupt.clone();
        let spawned = thread::Builder::new().spawn(move || watched.watch(&told, grace));
        // Without a thread to hear it, Ctrl-C ends the program as it always does.
        if spawned.is_ok() {
            signals::listen(false, move |_| tell.send(Instant::now()).is_ok());
        }
        interrupt
    }

    /// Raised when the command is to end: for searches and threads.
    pub(crate) fn stop(&self) -> &Arc<Signals> {
        &self.stop
    }

    /// Whether the command is to end. Who asks has heard it, and gets time to put
    /// things in order.
    pub(crate) fn is_raised(&self) -> bool {
        let is_raised = self.stop.is_stopped();
        if is_raised {
            self.is_heard.store(true, Ordering::Relaxed);
        }
        is_raised
    }

    /// From now on this is what is kept.
    pub(crate) fn keep(&self, keeps: impl Into<String>) {
        self.last_words().keeps = keeps.into();
    }

    /// What to do if the program is ended before the command could do it.
    pub(crate) fn clean_up(&self, work: impl FnOnce() + Send + 'static) {
        self.last_words().clean_up = Some(Box::new(work));
    }

    /// Says what is kept, for a command whose exit code says something else.
    pub(crate) fn tell(&self) {
        tell(&self.last_words().keeps);
    }

    /// How a command ends that was interrupted: it says what is kept.
    pub(crate) fn failure(&self) -> Failure {
        Failure::Interrupted(self.last_words().keeps.clone())
    }

    fn last_words(&self) -> MutexGuard<'_, LastWords> {
        // Its parts are replaced as a whole, so a panic elsewhere breaks nothing.
        self.last_words.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn watch(&self, told: &Receiver<Instant>, grace: Duration) {
        let Ok(first) = told.recv() else { return };
        self.stop.stop();
        let mut until = first + grace;
        loop {
            match told.recv_timeout(until.saturating_duration_since(Instant::now())) {
                Ok(again) if again.saturating_duration_since(first) < ONE_PRESS => {}
                Ok(_) => self.end(),
                Err(RecvTimeoutError::Disconnected) => {
                    thread::sleep(ORDER);
                    self.end();
                }
                Err(RecvTimeoutError::Timeout) if until - first >= ORDER => self.end(),
                Err(RecvTimeoutError::Timeout) => match self.is_heard.load(Ordering::Relaxed) {
                    true => until = first + ORDER,
                    false => self.end(),
                },
            }
        }
    }

    /// Ends the program from here.
    fn end(&self) -> ! {
        let mut last_words = self.last_words();
        tell(&last_words.keeps);
        if let Some(clean_up) = last_words.clean_up.take() {
            clean_up();
        }
        uci::end_all();
        std::process::exit(i32::from(INTERRUPTED));
    }
}

/// Says what an interrupted command keeps, once.
pub(crate) fn tell(keeps: &str) {
    static IS_TOLD: AtomicBool = AtomicBool::new(false);
    if !IS_TOLD.swap(true, Ordering::SeqCst) {
        // Whoever closed the window does not read it.
        let _ = writeln!(stderr(), "plywise: interrupted; {keeps}");
    }
}
