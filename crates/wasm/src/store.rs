//! The kept games, which the page keeps for this program: each wish is a question
//! to the page, and waits for its answer.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::mpsc::{self, Sender};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use app::protocol::{KeptGame, KeptList};
use app::{Kept, ListOrder, Store};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::frame::Said;
use crate::mouth::Mouth;

/// What the page is asked about the kept games.
#[derive(Serialize)]
#[serde(tag = "type", rename_all = "camelCase")]
enum Question<'a> {
    /// Keep this.
    Save { head: &'a KeptGame, date: &'a str, whole: &'a str },
    /// The whole of a game, or null.
    Load { key: &'a str },
    /// What lists show of all games, in the order of their keys.
    Heads {},
    /// Delete a game; whether there was one.
    Delete { key: &'a str },
    /// Some games with a move, in the order of their keys, those after this one.
    After { key: Option<&'a str> },
}

/// What the page answers.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
enum Answer<T> {
    /// It was done.
    Ok(T),
    /// Why not: a sentence.
    Sentence(String),
}

/// A game as lists show it.
#[derive(Deserialize)]
struct Head {
    head: KeptGame,
    date: String,
}

impl Head {
    /// The game with its day, which older pages kept beside it alone.
    fn dated(self) -> KeptGame {
        KeptGame { date: self.date, ..self.head }
    }
}

/// The kept games of the page.
#[derive(Clone)]
pub(crate) struct PageStore {
    mouth: Mouth,
    next: Arc<AtomicU32>,
    waiting: Arc<Mutex<HashMap<u32, Sender<Vec<u8>>>>>,
    /// Held while somebody looks at a note and writes it: all tabs share this program.
    noting: Arc<Mutex<()>>,
}

const GONE: &str = "the kept games cannot be reached any more";

impl PageStore {
    /// The kept games of the page that is spoken to.
    pub(crate) fn new(mouth: Mouth) -> PageStore {
        PageStore { mouth, next: Arc::default(), waiting: Arc::default(), noting: Arc::default() }
    }

    /// Hears the answer to a question.
    pub(crate) fn hear(&self, number: u32, answer: Vec<u8>) {
        if let Some(asker) = self.waiting().remove(&number) {
            // Whoever no longer waits is gone.
            let _ = asker.send(answer);
        }
    }

    fn waiting(&self) -> MutexGuard<'_, HashMap<u32, Sender<Vec<u8>>>> {
        // Nothing that can fail happens while it is held.
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn ask<T: DeserializeOwned>(&self, question: &Question<'_>) -> Result<T, String> {
        let number = self.next.fetch_add(1, Ordering::Relaxed);
        let (asker, answered) = mpsc::channel();
        self.waiting().insert(number, asker);
        self.mouth.json(Said::Kept, number, question);
        let answer = answered.recv().map_err(|_| GONE.to_owned())?;
        match serde_json::from_slice::<Answer<T>>(&answer) {
            Ok(Answer::Ok(answer)) => Ok(answer),
            Ok(Answer::Sentence(sentence)) => Err(sentence),
            Err(error) => Err(format!("the kept games: {error}")),
        }
    }
}

impl Store for PageStore {
    fn save(&self, kept: Kept) -> Result<(), String> {
        let Kept { head, whole } = &kept;
        self.ask(&Question::Save { head, date: &head.date, whole })
    }

    fn load(&self, key: &str) -> Result<Option<String>, String> {
        self.ask(&Question::Load { key })
    }

    fn list(&self, order: ListOrder) -> Result<KeptList, String> {
        let heads: Vec<Head> = self.ask(&Question::Heads {})?;
        let heads: Vec<KeptGame> = heads.into_iter().map(Head::dated).collect();
        Ok(order.choose(heads.iter()))
    }

    fn delete(&self, key: &str) -> Result<bool, String> {
        self.ask(&Question::Delete { key })
    }

    fn after(&self, key: Option<&str>) -> Result<Vec<(String, String)>, String> {
        self.ask(&Question::After { key })
    }

    fn replace_note(&self, name: &str, old: Option<&str>, new: String) -> Result<bool, String> {
        // It guards nothing that could be left half done.
        let _noting = self.noting.lock().unwrap_or_else(PoisonError::into_inner);
        let is_same = self.note(name)?.as_deref() == old;
        if is_same {
            self.save(Kept::note(name, new))?;
        }
        Ok(is_same)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::io::{self, Read};
    use std::thread;

    use serde_json::{Value, json};

    use super::*;

    /// What a page does, in the place of a browser's database.
    fn answer(games: &mut BTreeMap<String, Value>, question: &Value) -> Value {
        let key = question["key"].as_str().unwrap_or_default();
        match question["type"].as_str() {
            Some("save") => {
                let key = question["head"]["game"].as_str().unwrap_or_default();
                games.insert(key.to_owned(), question.clone());
                Value::Null
            }
            Some("load") => games.get(key).map_or(Value::Null, |game| game["whole"].clone()),
            Some("heads") => {
                let head = |game: &Value| json!({ "head": game["head"], "date": game["date"] });
                games.values().map(head).collect()
            }
            Some("delete") => json!(games.remove(key).is_some()),
            Some("after") => {
                let later = games.iter().filter(|(game, _)| game.as_str() > key);
                let begun = later.filter(|(_, game)| game["head"]["plies"] != json!(0));
                begun.map(|(game, whole)| json!([game, whole["whole"]])).collect()
            }
            other => panic!("{other:?} is no question"),
        }
    }

    /// A store whose page answers on a thread of its own, as this function says.
    fn store(mut page: impl FnMut(Value) -> Value + Send + 'static) -> PageStore {
        let (mut heard, said) = io::pipe().unwrap();
        let store = PageStore::new(Mouth::open(said).unwrap());
        let there = store.clone();
        thread::spawn(move || {
            let mut head = [0; 9];
            while heard.read_exact(&mut head).is_ok() {
                let [a, b, c, d, kind, number @ ..] = head;
                assert_eq!(kind, b'k');
                let mut content = vec![0; u32::from_le_bytes([a, b, c, d]) as usize - 5];
                heard.read_exact(&mut content).unwrap();
                let answer = page(serde_json::from_slice(&content).unwrap());
                there.hear(u32::from_le_bytes(number), answer.to_string().into_bytes());
            }
        });
        store
    }

    #[test]
    fn it_does_what_every_store_must() {
        let mut games = BTreeMap::new();
        let store = store(move |question| json!({ "ok": answer(&mut games, &question) }));
        app::agreement(&store).unwrap();
    }

    #[test]
    fn a_refusal_and_nonsense_are_sentences() {
        let refusing = store(|_| json!({ "sentence": "there is no more room" }));
        assert_eq!(refusing.load("a"), Err("there is no more room".to_owned()));
        let raving = store(|_| json!({ "ok": [1, 2] }));
        assert!(raving.load("a").is_err_and(|sentence| sentence.starts_with("the kept games: ")));
        // An answer that nobody waits for is no harm.
        raving.hear(77, Vec::new());
    }
}
