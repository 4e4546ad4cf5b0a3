//! What waits to be sent to a page.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use tokio::sync::{Notify, mpsc};

use crate::limits;
use crate::protocol::{Message, Tell};

/// Where anybody puts news for a page, from any thread, without waiting.
#[derive(Clone)]
pub(crate) struct Outbox {
    client: u64,
    sender: mpsc::Sender<Message>,
    overflow: Arc<Notify>,
}

/// What a page has not heard yet.
pub(crate) struct Unsent {
    /// The messages in their order.
    pub(crate) messages: mpsc::Receiver<Message>,
    /// Rings when the page does not keep up.
    pub(crate) overflow: Arc<Notify>,
}

/// Room that is left for answers when news are dropped.
const RESERVE: usize = limits::OUTBOX / 2;

impl Outbox {
    /// A new page's outbox.
    pub(crate) fn new() -> (Outbox, Unsent) {
        static CLIENTS: AtomicU64 = AtomicU64::new(0);
        let (sender, messages) = mpsc::channel(limits::OUTBOX);
        let overflow = Arc::new(Notify::new());
        let client = CLIENTS.fetch_add(1, Ordering::Relaxed);
        (Outbox { client, sender, overflow: Arc::clone(&overflow) }, Unsent { messages, overflow })
    }

    /// Which page this is.
    pub(crate) fn client(&self) -> u64 {
        self.client
    }

    /// Tells something that must be heard.
    pub(crate) fn tell(&self, id: Option<u32>, tell: Tell) {
        if let Err(mpsc::error::TrySendError::Full(_)) = self.sender.try_send(Message { id, tell })
        {
            self.overflow.notify_one();
        }
    }

    /// Tells something that will be told again: left out if the page is behind.
    pub(crate) fn news(&self, id: Option<u32>, tell: Tell) {
        if self.sender.capacity() > RESERVE {
            self.tell(id, tell);
        }
    }

    /// Tells what cannot be done, and why.
    pub(crate) fn refuse(&self, id: Option<u32>, sentence: impl Into<String>) {
        self.tell(id, Tell::Refused { sentence: sentence.into() });
    }
}
