//! The one thread that speaks, so that the page hears everything in its order.

use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, Sender};
use std::thread;

use app::Listener;
use app::protocol::Message;
use serde::Serialize;

use crate::frame::{self, Said};

/// Messages that may wait before news, which are told again, are left out.
const BEHIND: usize = 200;

/// Where anybody speaks to the page, without waiting.
#[derive(Clone)]
pub(crate) struct Mouth {
    words: Sender<Words>,
    waiting: Arc<AtomicUsize>,
}

struct Words {
    kind: Said,
    number: u32,
    content: Content,
}

enum Content {
    Message(Box<Message>),
    Text(String),
}

impl Mouth {
    /// Speaks through this output.
    pub(crate) fn open(mut output: impl Write + Send + 'static) -> Result<Mouth, String> {
        let (words, spoken) = mpsc::channel::<Words>();
        let waiting = Arc::new(AtomicUsize::new(0));
        let unsaid = Arc::clone(&waiting);
        let speak = move || {
            for Words { kind, number, content } in spoken {
                unsaid.fetch_sub(1, Ordering::Relaxed);
                let text = match content {
                    Content::Text(text) => text,
                    Content::Message(message) => match serde_json::to_string(&*message) {
                        Ok(text) => text,
                        Err(_) => continue,
                    },
                };
                // Without a page there is nobody left to speak to.
                if frame::write(&mut output, kind, number, text.as_bytes()).is_err() {
                    return;
                }
            }
        };
        let named = thread::Builder::new().name("mouth".to_owned());
        named.spawn(speak).map_err(|error| format!("no thread to speak with: {error}"))?;
        Ok(Mouth { words, waiting })
    }

    fn say(&self, kind: Said, number: u32, content: Content) {
        self.waiting.fetch_add(1, Ordering::Relaxed);
        // Whoever no longer listens is gone.
        let _ = self.words.send(Words { kind, number, content });
    }

    /// Says a text.
    pub(crate) fn text(&self, kind: Said, number: u32, text: impl Into<String>) {
        self.say(kind, number, Content::Text(text.into()));
    }

    /// Says something as JSON.
    pub(crate) fn json(&self, kind: Said, number: u32, told: &impl Serialize) {
        if let Ok(text) = serde_json::to_string(told) {
            self.text(kind, number, text);
        }
    }
}

/// What carries messages to one page.
pub(crate) struct ToPage {
    /// The page's number.
    pub(crate) page: u32,
    /// The way to it.
    pub(crate) mouth: Mouth,
}

impl Listener for ToPage {
    fn tell(&self, message: Message) {
        self.mouth.say(Said::Tell, self.page, Content::Message(Box::new(message)));
    }

    fn news(&self, message: Message) {
        if self.mouth.waiting.load(Ordering::Relaxed) < BEHIND {
            self.tell(message);
        }
    }
}
