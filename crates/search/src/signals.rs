//! What the world outside says to a running search, and to all work that takes long.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::Instant;

/// Stop and ponder hit, raised by whoever reads commands or waits for the user, seen
/// by the search. Many searches may share them.
///
/// A search looks at the flags every few hundred nodes. When it has nothing
/// left to do but may not answer yet it sleeps here until it is told.
#[derive(Debug, Default)]
pub struct Signals {
    stop: AtomicBool,
    ponder: AtomicBool,
    changed: Condvar,
    guard: Mutex<()>,
}

impl Signals {
    /// Signals of a search that begins on the mover's own time.
    pub const fn new() -> Signals {
        Signals::with(false, false)
    }

    /// Signals of a search that is to end at once.
    pub const fn stopped() -> Signals {
        Signals::with(true, false)
    }

    /// Signals of a search that begins on the opponent's time: limits of time
    /// hold from [`Signals::ponder_hit`] on.
    pub const fn pondering() -> Signals {
        Signals::with(false, true)
    }

    const fn with(stop: bool, ponder: bool) -> Signals {
        Signals {
            stop: AtomicBool::new(stop),
            ponder: AtomicBool::new(ponder),
            changed: Condvar::new(),
            guard: Mutex::new(()),
        }
    }

    /// Ends the search; harmless when it has ended.
    pub fn stop(&self) {
        self.change(|| self.stop.store(true, Ordering::Relaxed));
    }

    /// The move pondered on was played: the mover's clock runs.
    pub fn ponder_hit(&self) {
        self.change(|| self.ponder.store(false, Ordering::Relaxed));
    }

    /// Whether the search is to end.
    #[inline]
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Whether the clock that runs is still the opponent's.
    #[inline]
    pub fn is_pondering(&self) -> bool {
        self.ponder.load(Ordering::Relaxed)
    }

    /// Sleeps until stopped, or, while pondering, until the ponder hit: for
    /// callers who have nothing to search and may not answer yet.
    pub fn wait(&self, is_infinite: bool) {
        if self.is_pondering() {
            self.sleep(None, true);
        }
        if is_infinite {
            self.sleep(None, false);
        }
    }

    fn change(&self, set: impl FnOnce()) {
        // The flag is raised under the lock, so that a sleeper cannot look,
        // miss it and fall asleep afterwards. A poisoned lock guards nothing.
        let _guard = self.guard.lock().unwrap_or_else(PoisonError::into_inner);
        set();
        self.changed.notify_all();
    }

    /// Sleeps until stopped, until `until`, or, if `for_ponder_hit`, until the
    /// ponder hit.
    pub(crate) fn sleep(&self, until: Option<Instant>, for_ponder_hit: bool) {
        let mut guard = self.guard.lock().unwrap_or_else(PoisonError::into_inner);
        while !self.is_stopped() && (self.is_pondering() || !for_ponder_hit) {
            guard = match until {
                None => self.changed.wait(guard).unwrap_or_else(PoisonError::into_inner),
                Some(until) => {
                    let left = until.saturating_duration_since(Instant::now());
                    if left.is_zero() {
                        return;
                    }
                    let woken = self.changed.wait_timeout(guard, left);
                    woken.unwrap_or_else(PoisonError::into_inner).0
                }
            };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn a_sleeper_is_woken() {
        let signals = Signals::pondering();
        assert!(signals.is_pondering() && !signals.is_stopped());
        std::thread::scope(|scope| {
            scope.spawn(|| signals.sleep(None, true));
            signals.ponder_hit();
        });
        std::thread::scope(|scope| {
            scope.spawn(|| signals.sleep(None, false));
            signals.stop();
        });
        assert!(signals.is_stopped() && !signals.is_pondering());
        let signals = Signals::new();
        signals.sleep(Some(Instant::now() + Duration::from_millis(2)), false);
        assert!(!signals.is_stopped());
    }
}
