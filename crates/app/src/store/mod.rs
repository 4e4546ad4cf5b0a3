//! The kept games, wherever they are kept.
//!
//! | file | what it is |
//! |---|---|
//! | `listing` | which games a list shows |
//! | `memory` | kept as long as the program runs |
//! | `agreement` | what every store must do, tried |

mod agreement;
mod listing;
mod memory;

use crate::protocol::{KeptGame, KeptList};

pub use agreement::agreement;
pub use memory::MemoryStore;

/// Where games are kept. Errors are sentences for the page.
///
/// What changes in a game is saved before it is told to the page; where saving
/// fails the page hears that, and the game goes on. A game without a move is
/// kept, so that a page can be loaded again, but neither listed nor exported.
pub trait Store: Send + Sync {
    /// Keeps a game as it stands now, in the place of what was kept under its key.
    fn save(&self, kept: Kept) -> Result<(), String>;

    /// The whole of a game.
    fn load(&self, key: &str) -> Result<Option<String>, String>;

    /// Some of the games that have a move, the latest first.
    fn list(&self, order: ListOrder) -> Result<KeptList, String>;

    /// Deletes a game; whether there was one.
    fn delete(&self, key: &str) -> Result<bool, String>;

    /// Some of the games that have a move, in the order of their keys, those after
    /// a key: key and whole. None when there are no more.
    fn after(&self, key: Option<&str>) -> Result<Vec<(String, String)>, String>;

    /// What was noted under a name that is no game's, such as what is to be practised.
    fn note(&self, name: &str) -> Result<Option<String>, String> {
        self.load(&note_key(name))
    }

    /// Notes something under a name if `old` is what is noted there still; whether it was. Nobody
    /// comes between the look and the writing, not even another program with the same games.
    fn replace_note(&self, name: &str, old: Option<&str>, new: String) -> Result<bool, String>;
}

/// Where a store keeps a note: keys of games have no such beginning.
fn note_key(name: &str) -> String {
    format!("note-{name}")
}

impl Kept {
    /// A note, kept like a game without a move: in no list, and never too old.
    pub fn note(name: &str, text: String) -> Kept {
        let head = KeptGame {
            game: note_key(name),
            white: String::new(),
            black: String::new(),
            result: String::new(),
            reason: String::new(),
            opening: String::new(),
            plies: 0,
            date: String::new(),
            began: 0,
            changed: NEVER_OLD,
            fen: String::new(),
        };
        Kept { head, whole: text }
    }
}

/// A time in seconds that no clock reaches, and that every store can write.
const NEVER_OLD: u64 = 1 << 52;

/// A game as it is kept: what lists show, and the whole of it.
#[derive(Clone, PartialEq, Debug)]
pub struct Kept {
    /// What lists show.
    pub head: KeptGame,
    /// All that it takes to go on with it.
    pub whole: String,
}

/// Which games to list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ListOrder {
    /// Words that they contain, in any order and case. A level is a whole word, for
    /// level 1 is not level 10.
    pub text: String,
    /// How many to leave out.
    pub offset: u32,
    /// How many to list.
    pub limit: u32,
}

impl ListOrder {
    /// The words that are looked for; more than these are too many.
    pub fn words(&self) -> impl Iterator<Item = &str> {
        self.text.split_whitespace().take(16)
    }
}
