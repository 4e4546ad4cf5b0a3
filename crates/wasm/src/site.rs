//! The program behind the pages of one browser: hears frames, opens a desk for each
//! page, and ends when its input does.

use std::collections::HashMap;
use std::io::Read;
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;

use app::limits::MESSAGE_BYTES;
use app::{Desk, ExportError, House};
use engine::Champion;
use eval::nnue::Network;
use serde::Serialize;

use crate::frame::{self, Heard, Said};
use crate::mouth::{Mouth, ToPage};
use crate::store::PageStore;

/// What answering a page may need.
const STACK: usize = 4 << 20;
/// Enough for the bench positions, in MiB.
const BENCH_HASH: usize = 16;

/// What all frames have to do with.
struct Site {
    house: Arc<House>,
    mouth: Mouth,
    /// Where each page's wishes go. A page whose sender is dropped is gone.
    pages: HashMap<u32, Sender<Vec<u8>>>,
}

/// Games as PGN, for a page that wants to save them.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
enum Download {
    /// The text.
    Text(String),
    /// There is no such game.
    Missing,
    /// A sentence that says why not.
    Sentence(String),
}

/// The outcome of a bench.
#[derive(Serialize)]
#[serde(untagged)]
enum Benched {
    Done { nodes: u64, seconds: f64 },
    Failed { sentence: String },
}

/// Serves pages until the input ends: thinking on so many cores, with sentences
/// that every page is told.
pub(crate) fn serve(
    mut input: impl Read,
    mouth: Mouth,
    cores: usize,
    warnings: &[String],
) -> Result<(), String> {
    let store = PageStore::new(mouth.clone());
    let house = House::open(Box::new(store.clone()), None, cores)?.with_warnings(warnings);
    let house = Arc::new(house);
    let mut site = Site { house: Arc::clone(&house), mouth, pages: HashMap::new() };
    // The table of openings takes a moment to build: not at the first move.
    aside(|| {
        chess::openings::of_position(&chess::Position::start());
    })?;
    while let Some((kind, number, content)) = frame::read(&mut input).map_err(|e| e.to_string())? {
        match kind {
            Heard::Kept => store.hear(number, content),
            kind => site.hear(kind, number, content)?,
        }
    }
    site.pages.clear();
    house.close();
    Ok(())
}

impl Site {
    fn hear(&mut self, kind: Heard, number: u32, content: Vec<u8>) -> Result<(), String> {
        match kind {
            Heard::Open => {
                let (asks, asked) = mpsc::channel();
                self.pages.insert(number, asks);
                let listener = ToPage { page: number, mouth: self.mouth.clone() };
                let house = Arc::clone(&self.house);
                aside(move || attend(Desk::new(house, listener), &asked))
            }
            Heard::Ask => {
                if let Some(page) = self.pages.get(&number) {
                    // A desk that failed is gone, and its page will say that nobody answers.
                    let _ = page.send(content);
                }
                Ok(())
            }
            Heard::Close => {
                self.pages.remove(&number);
                Ok(())
            }
            Heard::Network => {
                let mouth = self.mouth.clone();
                aside(move || {
                    let word = match Network::supply(&content) {
                        Ok(_) => String::new(),
                        Err(error) => error.to_string(),
                    };
                    mouth.text(Said::Network, number, word);
                })
            }
            Heard::Download => {
                let (house, mouth) = (Arc::clone(&self.house), self.mouth.clone());
                aside(move || {
                    mouth.json(Said::Download, number, &download(&house, &content));
                })
            }
            Heard::Bench => {
                let mouth = self.mouth.clone();
                aside(move || {
                    let bench = Champion::new(1, BENCH_HASH).and_then(|champion| champion.bench());
                    let benched = match bench {
                        Ok(bench) => {
                            Benched::Done { nodes: bench.nodes, seconds: bench.time.as_secs_f64() }
                        }
                        Err(error) => Benched::Failed { sentence: error.to_string() },
                    };
                    mouth.json(Said::Bench, number, &benched);
                })
            }
            Heard::Kept => Ok(()),
        }
    }
}

/// Does what one page asks for, in its order.
fn attend(mut desk: Desk, asked: &Receiver<Vec<u8>>) {
    while let Ok(bytes) = asked.recv() {
        match str::from_utf8(&bytes) {
            Ok(text) if bytes.len() > MESSAGE_BYTES => {
                desk.refuse(text, format!("a message has at most {MESSAGE_BYTES} bytes"));
            }
            Ok(text) => desk.hear(text),
            Err(_) => desk.refuse("", "a text must be UTF-8"),
        }
    }
}

fn download(house: &House, key: &[u8]) -> Download {
    let text = match str::from_utf8(key) {
        Ok("") => house.games_as_pgn().map(Some),
        Ok(key) => house.game_as_pgn(key),
        Err(_) => Ok(None),
    };
    match text {
        Ok(Some(text)) => Download::Text(text),
        Ok(None) => Download::Missing,
        Err(ExportError::Busy(sentence) | ExportError::Failed(sentence)) => {
            Download::Sentence(sentence)
        }
    }
}

/// On a thread of its own: what is heard next does not wait for it.
fn aside(work: impl FnOnce() + Send + 'static) -> Result<(), String> {
    let started = thread::Builder::new().stack_size(STACK).spawn(work);
    started.map(drop).map_err(|error| format!("this browser starts no more threads: {error}"))
}
