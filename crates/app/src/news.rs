//! News that come too fast: the latest is told a few times a second.

use std::io;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, Weak};
use std::thread;

use crate::limits;
use crate::outbox::Outbox;
use crate::protocol::Tell;

/// Who tells the news of all pages: one thread, which sleeps while there are none.
pub(crate) struct Herald {
    round: Arc<Round>,
}

#[derive(Default)]
struct Round {
    stops: Mutex<Stops>,
    bell: Condvar,
}

/// Where the herald calls.
#[derive(Default)]
struct Stops {
    slots: Vec<Weak<Slot>>,
    is_closed: bool,
}

impl Herald {
    /// Hires the thread.
    pub(crate) fn hire() -> io::Result<Herald> {
        let round = Arc::new(Round::default());
        let walked = Arc::clone(&round);
        thread::Builder::new().name("herald".to_owned()).spawn(move || walked.walk())?;
        Ok(Herald { round })
    }

    /// Tells what is put there, about ten times a second, until whoever puts it
    /// is gone.
    pub(crate) fn news(&self, outbox: &Outbox, id: u32) -> FoundSoFar {
        let slot = Slot { latest: Mutex::new(None), outbox: outbox.clone(), id };
        let slot = Arc::new(slot);
        self.round.stops().slots.push(Arc::downgrade(&slot));
        self.round.bell.notify_one();
        FoundSoFar { slot }
    }
}

impl Drop for Herald {
    fn drop(&mut self) {
        self.round.stops().is_closed = true;
        self.round.bell.notify_one();
    }
}

impl Round {
    fn stops(&self) -> MutexGuard<'_, Stops> {
        // Nothing that can fail happens while it is held.
        self.stops.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn walk(&self) {
        let mut stops = self.stops();
        while !stops.is_closed {
            stops.slots.retain(|slot| slot.upgrade().map(|slot| slot.call()).is_some());
            stops = match stops.slots.is_empty() {
                true => self.bell.wait(stops).unwrap_or_else(PoisonError::into_inner),
                false => {
                    drop(stops);
                    thread::sleep(limits::NEWS);
                    self.stops()
                }
            };
        }
    }
}

/// Where a search puts what it has found so far.
#[derive(Clone)]
pub(crate) struct FoundSoFar {
    slot: Arc<Slot>,
}

struct Slot {
    latest: Mutex<Option<Tell>>,
    outbox: Outbox,
    id: u32,
}

impl Slot {
    fn latest(&self) -> MutexGuard<'_, Option<Tell>> {
        self.latest.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn call(&self) {
        // Told while it is held: nothing older may follow the last word.
        let mut latest = self.latest();
        if let Some(tell) = latest.take() {
            self.outbox.news(Some(self.id), tell);
        }
    }
}

impl FoundSoFar {
    /// The latest.
    pub(crate) fn put(&self, tell: Tell) {
        *self.slot.latest() = Some(tell);
    }

    /// The last word is about to be told: nothing older after it.
    pub(crate) fn silence(&self) {
        *self.slot.latest() = None;
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;
    use std::time::Duration;

    use super::*;

    #[test]
    fn the_latest_is_told_and_nothing_after_silence() {
        let herald = Herald::hire().unwrap();
        let (listener, heard) = mpsc::channel();
        let outbox = Outbox::new(listener);
        let news = herald.news(&outbox, 7);
        news.put(Tell::Done {});
        let message = heard.recv_timeout(Duration::from_secs(20)).unwrap();
        assert_eq!((message.id, message.tell), (Some(7), Tell::Done {}));
        news.put(Tell::Pong {});
        news.silence();
        // It may have been told before that, but not after.
        let _ = heard.try_iter().count();
        let other = herald.news(&outbox, 8);
        other.put(Tell::Closed {});
        let message = heard.recv_timeout(Duration::from_secs(20)).unwrap();
        assert_eq!((message.id, message.tell), (Some(8), Tell::Closed {}));
    }
}
