//! News that come too fast: the latest is told a few times a second.

use std::sync::{Arc, Mutex, PoisonError};

use tokio::time::{MissedTickBehavior, interval};

use crate::limits;
use crate::outbox::Outbox;
use crate::protocol::Tell;

/// Where a search puts what it has found so far.
#[derive(Clone)]
pub(crate) struct News {
    latest: Arc<Mutex<Option<Tell>>>,
}

impl News {
    /// Tells what is put here, about ten times a second, until whoever puts it
    /// is gone. Called where sockets are served.
    pub(crate) fn to(outbox: &Outbox, id: u32) -> News {
        let latest = Arc::new(Mutex::new(None));
        let (box_, outbox) = (Arc::downgrade(&latest), outbox.clone());
        tokio::spawn(async move {
            let mut ticks = interval(limits::NEWS);
            ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
            loop {
                ticks.tick().await;
                let Some(latest) = box_.upgrade() else { break };
                let tell = latest.lock().unwrap_or_else(PoisonError::into_inner).take();
                if let Some(tell) = tell {
                    outbox.news(Some(id), tell);
                }
            }
        });
        News { latest }
    }

    /// The latest.
    pub(crate) fn put(&self, tell: Tell) {
        *self.latest.lock().unwrap_or_else(PoisonError::into_inner) = Some(tell);
    }

    /// The last word is about to be told: nothing older after it.
    pub(crate) fn silence(&self) {
        *self.latest.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }
}
