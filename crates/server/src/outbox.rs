//! What waits to be sent to a page.

use std::sync::Arc;

use app::Listener;
use app::protocol::Message;
use tokio::sync::{Notify, mpsc};

use crate::limits;

/// Where anybody puts news for a page, from any thread, without waiting.
pub(crate) struct Outbox {
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
        let (sender, messages) = mpsc::channel(limits::OUTBOX);
        let overflow = Arc::new(Notify::new());
        (Outbox { sender, overflow: Arc::clone(&overflow) }, Unsent { messages, overflow })
    }
}

impl Listener for Outbox {
    fn tell(&self, message: Message) {
        if let Err(mpsc::error::TrySendError::Full(_)) = self.sender.try_send(message) {
            self.overflow.notify_one();
        }
    }

    fn news(&self, message: Message) {
        if self.sender.capacity() > RESERVE {
            self.tell(message);
        }
    }
}
