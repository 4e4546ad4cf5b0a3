//! Lines to the chess program, whole and at once.

use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use uci::Reply;

/// Where replies go. Clones write to the same place; a line of one never gets
/// into a line of another.
pub(crate) struct Output<W> {
    sink: Arc<Mutex<W>>,
    is_closed: Arc<AtomicBool>,
}

impl<W> Clone for Output<W> {
    fn clone(&self) -> Output<W> {
        Output { sink: Arc::clone(&self.sink), is_closed: Arc::clone(&self.is_closed) }
    }
}

impl<W: Write> Output<W> {
    pub(crate) fn new(sink: W) -> Output<W> {
        Output { sink: Arc::new(Mutex::new(sink)), is_closed: Arc::default() }
    }

    pub(crate) fn say(&self, reply: &Reply) {
        self.write(&format!("{reply}\n"));
    }

    /// Free text for people, which programs skip.
    pub(crate) fn remark(&self, text: impl Into<String>) {
        self.say(&Reply::string(text));
    }

    /// Text as it is, whole lines.
    pub(crate) fn write(&self, text: &str) {
        let mut sink = self.sink.lock().unwrap_or_else(PoisonError::into_inner);
        if sink.write_all(text.as_bytes()).and_then(|()| sink.flush()).is_err() {
            self.is_closed.store(true, Ordering::Relaxed);
        }
    }

    /// Whether nobody listens any more.
    pub(crate) fn is_closed(&self) -> bool {
        self.is_closed.load(Ordering::Relaxed)
    }
}
