//! What every store must do, tried.

use std::fmt::Debug;

use super::{Kept, ListOrder, Store};
use crate::protocol::KeptGame;

/// Tries an empty store, for the tests of those who write one: the first thing
/// that it does not do as it must.
pub fn agreement(store: &dyn Store) -> Result<(), String> {
    for (key, white, changed) in
        [("a", "human", 5), ("b", "100%_sure", 7), ("c", "level:2", 8), ("a", "human", 9)]
    {
        store.save(kept(key, white, changed))?;
    }
    let keys = |order: ListOrder| -> Result<(Vec<String>, u32), String> {
        let list = store.list(order)?;
        Ok((list.games.into_iter().map(|game| game.game).collect(), list.total))
    };
    let names = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect::<Vec<_>>();
    same("the list", keys(all(""))?, (names(&["a", "c", "b"]), 3))?;
    let days = store.list(all(""))?.games.into_iter().map(|game| game.date).collect::<Vec<_>>();
    same("the days", days, vec!["2026.11.15".to_owned(); 3])?;
    let page = ListOrder { offset: 1, limit: 1, ..all("") };
    same("a page of the list", keys(page)?, (names(&["c"]), 3))?;
    for (text, found) in [
        ("HUMAN gambit", 1),
        ("human nobody", 0),
        ("%_", 1),
        ("0%_s", 1),
        ("human–level:12", 1),
        ("level:12", 3),
        ("level:1", 0),
        ("Level:2", 1),
        ("2026.11", 3),
        ("'", 3),
        ("' OR 1=1 --", 0),
    ] {
        same(&format!("games with {text}"), keys(all(text))?.1, found)?;
    }
    // A game without a move is there for who knows its key, and in no list.
    let mut empty = kept("d", "human", 11);
    empty.head.plies = 0;
    store.save(empty)?;
    same("games with a move", keys(all(""))?.1, 3)?;
    same("the whole of an empty game", store.load("d")?, Some("whole d".to_owned()))?;
    same("the whole of a game", store.load("b")?, Some("whole b".to_owned()))?;
    let pairs = |names: &[&str]| {
        names.iter().map(|name| ((*name).to_owned(), format!("whole {name}"))).collect::<Vec<_>>()
    };
    same("all games", store.after(None)?, pairs(&["a", "b", "c"]))?;
    same("games after a", store.after(Some("a"))?, pairs(&["b", "c"]))?;
    same("games after the last", store.after(Some("c"))?, Vec::new())?;
    same("what nobody noted", store.note("practice")?, None)?;
    for (old, new, is_noted) in [
        (Some("one"), "two", false),
        (None, "one", true),
        (None, "two", false),
        (Some("two"), "three", false),
        (Some("one"), "two", true),
    ] {
        let noted = store.replace_note("practice", old, new.to_owned())?;
        same(&format!("{new} instead of {old:?}"), noted, is_noted)?;
    }
    same("a note", store.note("practice")?, Some("two".to_owned()))?;
    same("games besides a note", (store.after(None)?.len(), keys(all(""))?.1), (3, 3))?;
    same("deleting", (store.delete("b")?, store.delete("b")?), (true, false))?;
    same("what was deleted", store.load("b")?, None)
}

fn kept(key: &str, white: &str, changed: u64) -> Kept {
    let head = KeptGame {
        game: key.to_owned(),
        white: white.to_owned(),
        black: "level:12".to_owned(),
        result: "*".to_owned(),
        reason: String::new(),
        opening: "Queen's Gambit".to_owned(),
        plies: 3,
        date: "2026.11.15".to_owned(),
        began: 1,
        changed,
        fen: String::new(),
    };
    Kept { head, whole: format!("whole {key}") }
}

fn all(text: &str) -> ListOrder {
    ListOrder { text: text.to_owned(), offset: 0, limit: 10 }
}

fn same<T: PartialEq + Debug>(what: &str, found: T, expected: T) -> Result<(), String> {
    match found == expected {
        true => Ok(()),
        false => Err(format!("{what}: {found:?} instead of {expected:?}")),
    }
}
