//! The way to a page: whatever is told to it leaves here.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::Sender;

use crate::protocol::{Message, Tell};

/// What carries messages to a page. It is called from any thread and never waits.
pub trait Listener: Send + Sync + 'static {
    /// Carries something that must be heard. A page that cannot keep up is let go.
    fn tell(&self, message: Message);

    /// Carries something that will be told again: left out if the page is behind.
    fn news(&self, message: Message);
}

/// A channel that is read by whoever made it.
impl Listener for Sender<Message> {
    fn tell(&self, message: Message) {
        // Whoever no longer listens is gone.
        let _ = self.send(message);
    }

    fn news(&self, message: Message) {
        self.tell(message);
    }
}

/// Where anybody puts news for a page, from any thread, without waiting.
#[derive(Clone)]
pub(crate) struct Outbox {
    client: u64,
    listener: Arc<dyn Listener>,
}

impl Outbox {
    /// A new page's outbox.
    pub(crate) fn new(listener: impl Listener) -> Outbox {
        static CLIENTS: AtomicU64 = AtomicU64::new(0);
        let client = CLIENTS.fetch_add(1, Ordering::Relaxed);
        Outbox { client, listener: Arc::new(listener) }
    }

    /// Which page this is.
    pub(crate) fn client(&self) -> u64 {
        self.client
    }

    /// Tells something that must be heard.
    pub(crate) fn tell(&self, id: Option<u32>, tell: Tell) {
        self.listener.tell(Message { id, tell });
    }

    /// Tells something that will be told again: left out if the page is behind.
    pub(crate) fn news(&self, id: Option<u32>, tell: Tell) {
        self.listener.news(Message { id, tell });
    }

    /// Tells what cannot be done, and why.
    pub(crate) fn refuse(&self, id: Option<u32>, sentence: impl Into<String>) {
        self.tell(id, Tell::Refused { sentence: sentence.into() });
    }
}
