//! The kept games: one database in the user's data folder, one thread that
//! speaks to it.
//!
//! What was saved survives the end of this program, however it ends: SQLite
//! writes ahead, and what changes in a game is saved before it is told to the
//! page. Where saving fails the page hears that too, and the game goes on. A game
//! without a move is kept, so that a page can be loaded again, but not listed,
//! and goes with the day.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;
use std::time::Duration;

use app::protocol::{KeptGame, KeptList};
use app::{Kept, ListOrder, Store};
use rusqlite::{Connection, OptionalExtension, TransactionBehavior, params};

/// A door to the kept games.
pub(crate) struct SqliteStore {
    orders: Sender<StoreRequest>,
}

/// What was answered, or a sentence that says what is wrong.
type Answer<T> = Sender<Result<T, String>>;

enum StoreRequest {
    Save(Box<Kept>, Answer<()>),
    Load(String, Answer<Option<String>>),
    List(ListOrder, Answer<KeptList>),
    Delete(String, Answer<bool>),
    After(Option<String>, Answer<Vec<(String, String)>>),
    Note(Box<Kept>, Option<String>, Answer<bool>),
}

/// The file's name in the data folder.
const FILE: &str = "games.sqlite";
/// How long to wait for another program that writes.
const PATIENCE: Duration = Duration::from_secs(5);
/// Games read at once when all are wanted.
const BATCH: u32 = 100;
/// Saves that are written in one go.
const AT_ONCE: usize = 256;

const TABLES: &str = "
CREATE TABLE IF NOT EXISTS games (
    key TEXT PRIMARY KEY,
    white TEXT NOT NULL,
    black TEXT NOT NULL,
    result TEXT NOT NULL,
    reason TEXT NOT NULL,
    opening TEXT NOT NULL,
    date TEXT NOT NULL,
    plies INTEGER NOT NULL,
    began INTEGER NOT NULL,
    changed INTEGER NOT NULL,
    fen TEXT NOT NULL,
    whole TEXT NOT NULL
) STRICT;
CREATE INDEX IF NOT EXISTS games_by_change ON games (changed DESC, key);
";

/// Which games are listed: those with a move.
const BEGUN: &str = "plies > 0";

impl SqliteStore {
    /// Opens the games of a folder.
    pub(crate) fn open(folder: &Path) -> Result<SqliteStore, String> {
        SqliteStore::serving(open(folder)?)
    }

    fn serving(connection: Connection) -> Result<SqliteStore, String> {
        let (orders, inbox) = mpsc::channel();
        thread::Builder::new()
            .name("store".to_owned())
            .spawn(move || serve(connection, &inbox))
            .map_err(|error| format!("this computer starts no more threads: {error}"))?;
        Ok(SqliteStore { orders })
    }

    fn ask<T>(&self, order: impl FnOnce(Answer<T>) -> StoreRequest) -> Result<T, String> {
        let (answer, answered) = mpsc::channel();
        let gone = || "the kept games cannot be reached any more".to_owned();
        self.orders.send(order(answer)).map_err(|_| gone())?;
        answered.recv().map_err(|_| gone())?
    }
}

impl Store for SqliteStore {
    fn save(&self, kept: Kept) -> Result<(), String> {
        self.ask(|answer| StoreRequest::Save(Box::new(kept), answer))
    }

    fn load(&self, key: &str) -> Result<Option<String>, String> {
        self.ask(|answer| StoreRequest::Load(key.to_owned(), answer))
    }

    fn list(&self, order: ListOrder) -> Result<KeptList, String> {
        self.ask(|answer| StoreRequest::List(order, answer))
    }

    fn delete(&self, key: &str) -> Result<bool, String> {
        self.ask(|answer| StoreRequest::Delete(key.to_owned(), answer))
    }

    fn after(&self, key: Option<&str>) -> Result<Vec<(String, String)>, String> {
        self.ask(|answer| StoreRequest::After(key.map(str::to_owned), answer))
    }

    fn replace_note(&self, name: &str, old: Option<&str>, new: String) -> Result<bool, String> {
        let (kept, old) = (Box::new(Kept::note(name, new)), old.map(str::to_owned));
        self.ask(|answer| StoreRequest::Note(kept, old, answer))
    }
}

fn open(folder: &Path) -> Result<Connection, String> {
    let path: PathBuf = folder.join(FILE);
    let said = |reason: String| format!("the kept games ({}): {reason}", path.display());
    std::fs::create_dir_all(folder).map_err(|error| said(error.to_string()))?;
    check_header(&path).map_err(said)?;
    Connection::open(&path).and_then(prepare).map_err(|error| said(error.to_string()))
}

/// What each database of SQLite begins with.
const HEADER: &[u8] = b"SQLite format 3\0";

/// Refuses a file that is no database: SQLite itself takes one of a single byte for
/// an empty one, and writes over it.
fn check_header(path: &Path) -> Result<(), String> {
    let mut head = Vec::new();
    // Where there is no file, or none that can be read, SQLite says more.
    let Ok(file) = File::open(path) else { return Ok(()) };
    let read = file.take(HEADER.len() as u64).read_to_end(&mut head);
    match read.is_err() || head.is_empty() || head == HEADER {
        true => Ok(()),
        false => Err("it is no database; PLYWISE_DATA names another folder".to_owned()),
    }
}

fn prepare(connection: Connection) -> rusqlite::Result<Connection> {
    connection.busy_timeout(PATIENCE)?;
    check(&connection)?;
    check_pages(&connection)?;
    connection.pragma_update(None, "journal_mode", "WAL")?;
    // A killed program loses nothing; a power cut may lose the last moves, but
    // never harms what stands.
    connection.pragma_update(None, "synchronous", "NORMAL")?;
    connection.execute_batch(TABLES)?;
    // Games that were never begun, a day later.
    connection
        .execute("DELETE FROM games WHERE plies = 0 AND changed < unixepoch() - 86400", [])?;
    Ok(connection)
}

/// Refuses a database that is damaged anywhere, before anything is written to it.
fn check_pages(connection: &Connection) -> rusqlite::Result<()> {
    let verdict: String = connection.query_row("PRAGMA quick_check(1)", [], |row| row.get(0))?;
    if verdict == "ok" {
        return Ok(());
    }
    let damaged = rusqlite::ffi::Error::new(rusqlite::ffi::SQLITE_CORRUPT);
    Err(rusqlite::Error::SqliteFailure(damaged, Some("the file is damaged".to_owned())))
}

/// Refuses a database that another program made.
fn check(connection: &Connection) -> rusqlite::Result<()> {
    let others = "SELECT count(*) FROM sqlite_schema
                  WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name <> 'games'";
    let ours = "SELECT count(*) FROM pragma_table_info('games')
                WHERE name IN ('key', 'plies', 'changed', 'whole')";
    let all = "SELECT count(*) FROM sqlite_schema WHERE name = 'games'";
    let count = |query| connection.query_row(query, [], |row| row.get::<_, u32>(0));
    if count(others)? == 0 && (count(all)? == 0 || count(ours)? == 4) {
        return Ok(());
    }
    let sentence = "it is the database of another program; PLYWISE_DATA names another folder";
    let code = rusqlite::ffi::Error::new(rusqlite::ffi::SQLITE_NOTADB);
    Err(rusqlite::Error::SqliteFailure(code, Some(sentence.to_owned())))
}

fn explain(error: rusqlite::Error) -> String {
    format!("the kept games: {error}")
}

fn serve(mut connection: Connection, inbox: &Receiver<StoreRequest>) {
    while let Ok(first) = inbox.recv() {
        let mut saves = Vec::new();
        let mut next = Some(first);
        // Saves that wait are written together; anything else ends the pile.
        while let Some(StoreRequest::Save(kept, answer)) = next {
            saves.push((kept, answer));
            next = if saves.len() < AT_ONCE { inbox.try_recv().ok() } else { None };
        }
        if !saves.is_empty() {
            let saved = save(&mut connection, saves.iter().map(|(kept, _)| &**kept));
            for (_, answer) in saves {
                // Whoever no longer listens is gone.
                let _ = answer.send(saved.clone());
            }
        }
        match next {
            Some(StoreRequest::Load(key, answer)) => drop(answer.send(load(&connection, &key))),
            Some(StoreRequest::List(order, answer)) => drop(answer.send(list(&connection, &order))),
            Some(StoreRequest::Delete(key, answer)) => {
                let deleted = connection.execute("DELETE FROM games WHERE key = ?1", [&key]);
                drop(answer.send(deleted.map(|count| count > 0).map_err(explain)));
            }
            Some(StoreRequest::After(key, answer)) => drop(answer.send(after(&connection, key))),
            Some(StoreRequest::Note(kept, old, answer)) => {
                drop(answer.send(replace(&mut connection, &kept, old.as_deref())));
            }
            Some(StoreRequest::Save(..)) | None => {}
        }
    }
}

fn save<'a>(
    connection: &mut Connection,
    all: impl Iterator<Item = &'a Kept>,
) -> Result<(), String> {
    let write = || -> rusqlite::Result<()> {
        let transaction = connection.transaction()?;
        for kept in all {
            insert(&transaction, kept)?;
        }
        transaction.commit()
    };
    write().map_err(explain)
}

fn insert(connection: &Connection, Kept { head, whole }: &Kept) -> rusqlite::Result<()> {
    let mut statement = connection.prepare_cached(
        "INSERT OR REPLACE INTO games
         (key, white, black, result, reason, opening, date, plies, began, changed, fen, whole)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)",
    )?;
    statement.execute(params![
        head.game,
        head.white,
        head.black,
        head.result,
        head.reason,
        head.opening,
        head.date,
        head.plies,
        head.began.cast_signed(),
        head.changed.cast_signed(),
        head.fen,
        whole,
    ])?;
    Ok(())
}

/// Writes what is kept in the place of `old`, if that still stands there.
fn replace(connection: &mut Connection, kept: &Kept, old: Option<&str>) -> Result<bool, String> {
    let mut write = || -> rusqlite::Result<bool> {
        // Another program may look at the same time: who looks has the right to write.
        let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let is_same = whole(&transaction, &kept.head.game)?.as_deref() == old;
        if is_same {
            insert(&transaction, kept)?;
        }
        transaction.commit()?;
        Ok(is_same)
    };
    write().map_err(explain)
}

fn load(connection: &Connection, key: &str) -> Result<Option<String>, String> {
    whole(connection, key).map_err(explain)
}

fn whole(connection: &Connection, key: &str) -> rusqlite::Result<Option<String>> {
    let query = "SELECT whole FROM games WHERE key = ?1";
    connection.query_row(query, [key], |row| row.get(0)).optional()
}

fn list(connection: &Connection, order: &ListOrder) -> Result<KeptList, String> {
    let words: Vec<String> = order.words().map(pattern).collect();
    let clause = format!("{} LIKE ? ESCAPE '\\'", searched());
    let wanted = match words.len() {
        0 => BEGUN.to_owned(),
        count => format!("{BEGUN} AND {}", vec![clause.as_str(); count].join(" AND ")),
    };
    let read = || -> rusqlite::Result<KeptList> {
        let count = format!("SELECT count(*) FROM games WHERE {wanted}");
        let total =
            connection.query_row(&count, rusqlite::params_from_iter(&words), |row| row.get(0))?;
        let rows = format!(
            "SELECT key, white, black, result, reason, opening, plies, date, began, changed, fen
             FROM games WHERE {wanted} ORDER BY changed DESC, key LIMIT {} OFFSET {}",
            order.limit, order.offset
        );
        let mut statement = connection.prepare_cached(&rows)?;
        let games = statement.query_map(rusqlite::params_from_iter(&words), |row| {
            Ok(KeptGame {
                game: row.get(0)?,
                white: row.get(1)?,
                black: row.get(2)?,
                result: row.get(3)?,
                reason: row.get(4)?,
                opening: row.get(5)?,
                plies: row.get(6)?,
                date: row.get(7)?,
                began: row.get::<_, i64>(8)?.cast_unsigned(),
                changed: row.get::<_, i64>(9)?.cast_unsigned(),
                fen: row.get(10)?,
            })
        })?;
        Ok(KeptList { games: games.collect::<rusqlite::Result<_>>()?, total })
    };
    read().map_err(explain)
}

/// What a word of a search stands for: it occurs somewhere, each sign taken
/// literally. A level is a whole word, for level 1 is not level 10.
fn pattern(word: &str) -> String {
    let escaped = word.replace('\\', "\\\\").replace('%', "\\%").replace('_', "\\_");
    match word.to_ascii_lowercase().starts_with("level:") {
        true => format!("% {escaped} %"),
        false => format!("%{escaped}%"),
    }
}

/// The text in which words are looked for; `human–human` are two people.
fn searched() -> String {
    let parts = [
        "''",
        "white",
        "black",
        "white || '–' || black",
        "result",
        "reason",
        "opening",
        "date",
        "''",
    ];
    parts.join(" || ' ' || ")
}

fn after(connection: &Connection, key: Option<String>) -> Result<Vec<(String, String)>, String> {
    let read = || -> rusqlite::Result<Vec<(String, String)>> {
        let mut statement = connection.prepare_cached(
            "SELECT key, whole FROM games WHERE plies > 0 AND key > ?1 ORDER BY key LIMIT ?2",
        )?;
        let rows = statement.query_map(params![key.unwrap_or_default(), BATCH], |row| {
            Ok((row.get(0)?, row.get(1)?))
        })?;
        rows.collect()
    };
    read().map_err(explain)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_does_what_every_store_must() {
        let connection = Connection::open_in_memory().and_then(prepare).unwrap();
        app::agreement(&SqliteStore::serving(connection).unwrap()).unwrap();
    }

    #[test]
    fn what_is_no_database_is_said() {
        let folder = std::env::temp_dir().join(format!("plywise-store-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let file = folder.join(FILE);
        let refused = || {
            let before = std::fs::read(&file).unwrap();
            let sentence = SqliteStore::open(&folder).err().unwrap();
            assert!(sentence.starts_with("the kept games (") && sentence.contains(FILE));
            assert_eq!(std::fs::read(&file).unwrap(), before, "{sentence}");
            sentence
        };
        for text in ["precious", "this is no database, and long enough to be seen so"] {
            std::fs::write(&file, text).unwrap();
            refused();
        }
        for table in ["CREATE TABLE recipes (name)", "CREATE TABLE games (key, stars)"] {
            std::fs::remove_file(&file).unwrap();
            Connection::open(&file).unwrap().execute(table, []).unwrap();
            let sentence = refused();
            assert!(sentence.contains("the database of another program"), "{sentence}");
        }
        // Damage behind a good beginning.
        std::fs::remove_file(&file).unwrap();
        let connection = Connection::open(&file).unwrap();
        connection.execute_batch(TABLES).unwrap();
        let row =
            "INSERT INTO games SELECT * FROM games LIMIT 0; CREATE INDEX spare ON games (changed)";
        connection.execute_batch(row).unwrap();
        drop(connection);
        let mut bytes = std::fs::read(&file).unwrap();
        let half = bytes.len() / 2;
        bytes[half..].fill(0xa5);
        std::fs::write(&file, &bytes).unwrap();
        refused();
        std::fs::remove_dir_all(folder).unwrap();
    }
}
