//! What an engine says.

mod info;
mod option;
mod score;

use std::fmt;

use crate::note::{Notes, ParseNote, Parsed};
use crate::words::{Words, one_line};

pub use info::{Info, Wdl};
pub use option::{OptionDeclaration, OptionKind, OptionRefusal, OptionValue, find as find_option};
pub use score::{InfoScore, Value};

/// One line from an engine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reply {
    /// `id name`.
    IdName(String),
    /// `id author`.
    IdAuthor(String),
    /// `option`: something that can be set.
    Option(OptionDeclaration),
    /// `uciok`: all options were named.
    UciOk,
    /// `readyok`: the answer to `isready`.
    ReadyOk,
    /// `info`: news of the search. Boxed, because it is far larger than the
    /// others.
    Info(Box<Info>),
    /// `bestmove`: the end of a search.
    BestMove {
        /// The move; `None` for `(none)` and `0000`, which is what engines say
        /// when there is no legal move.
        mv: Option<String>,
        /// The answer the engine expects and would ponder on.
        ponder: Option<String>,
    },
    /// Anything else: banners, greetings, debug output, what comes after
    /// `registration` and `copyprotection`.
    Other(String),
}

impl Reply {
    /// Reads a line. Foreign engines say all sorts of things: whatever is not
    /// understood is [`Reply::Other`] or a note.
    pub fn parse(line: &str) -> Parsed<Reply> {
        let mut notes = Notes::default();
        let mut words = Words::new(line);
        let other = || Reply::Other(one_line(line.trim_ascii()).into_owned());
        let reply = match words.next() {
            Some("uciok") => alone(Reply::UciOk, "uciok", words, &mut notes),
            Some("readyok") => alone(Reply::ReadyOk, "readyok", words, &mut notes),
            Some("info") => Reply::Info(Box::new(Info::parse(&mut words, &mut notes))),
            Some("bestmove") => read_best_move(&mut words, &mut notes),
            Some("option") => {
                OptionDeclaration::parse(&mut words, &mut notes).map_or_else(other, Reply::Option)
            }
            Some("id") => match words.next() {
                Some("name") => Reply::IdName(one_line(words.rest()).into_owned()),
                Some("author") => Reply::IdAuthor(one_line(words.rest()).into_owned()),
                _ => other(),
            },
            _ => other(),
        };
        notes.with(reply)
    }

    /// An `info string`.
    pub fn string(text: impl Into<String>) -> Reply {
        Reply::Info(Box::new(Info { string: Some(text.into()), ..Info::default() }))
    }
}

fn alone(reply: Reply, name: &'static str, rest: Words<'_>, notes: &mut Notes) -> Reply {
    notes.unknown(name, rest);
    reply
}

/// What engines write for no move. The second is the protocol's own null move.
const NO_MOVE: [&str; 3] = ["(none)", "0000", "none"];

fn read_best_move(words: &mut Words<'_>, notes: &mut Notes) -> Reply {
    let some = |word: &&str| !NO_MOVE.iter().any(|none| none.eq_ignore_ascii_case(word));
    let is_ponder = |word: &&str| *word == "ponder";
    let first = words.peek().filter(|word| !is_ponder(word));
    match first {
        Some(_) => drop(words.next()),
        None => notes.add(|| ParseNote::Missing { what: "bestmove", lacks: "a move" }),
    }
    let mut ponder = None;
    if words.peek().as_ref().is_some_and(is_ponder) {
        words.next();
        ponder = words.next();
    }
    notes.unknown("bestmove", words);
    Reply::BestMove {
        mv: first.filter(some).map(str::to_owned),
        ponder: ponder.filter(some).map(str::to_owned),
    }
}

/// One line without its end, as [`Reply::parse`] reads it.
impl fmt::Display for Reply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reply::IdName(name) => write!(f, "id name {}", one_line(name)),
            Reply::IdAuthor(author) => write!(f, "id author {}", one_line(author)),
            Reply::Option(option) => write!(f, "{option}"),
            Reply::UciOk => f.write_str("uciok"),
            Reply::ReadyOk => f.write_str("readyok"),
            Reply::Info(info) => write!(f, "{info}"),
            Reply::BestMove { mv, ponder } => {
                let mv = mv.as_deref().unwrap_or(NO_MOVE[0]);
                write!(f, "bestmove {}", one_line(mv))?;
                match ponder {
                    Some(ponder) => write!(f, " ponder {}", one_line(ponder)),
                    None => Ok(()),
                }
            }
            Reply::Other(text) => f.write_str(&one_line(text)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn best(mv: Option<&str>, ponder: Option<&str>) -> Reply {
        Reply::BestMove { mv: mv.map(str::to_owned), ponder: ponder.map(str::to_owned) }
    }

    #[test]
    fn lines_of_engines() {
        for (line, reply) in [
            ("uciok\r\n", Reply::UciOk),
            ("  readyok", Reply::ReadyOk),
            ("id name Toga II  3.0", Reply::IdName("Toga II  3.0".to_owned())),
            ("id author A and B", Reply::IdAuthor("A and B".to_owned())),
            ("id name", Reply::IdName(String::new())),
            ("id", Reply::Other("id".to_owned())),
            ("", Reply::Other(String::new())),
            (
                "Stockfish 15.1 by the developers",
                Reply::Other("Stockfish 15.1 by the developers".to_owned()),
            ),
            ("registration checking", Reply::Other("registration checking".to_owned())),
            ("option nonsense", Reply::Other("option nonsense".to_owned())),
            ("bestmove e2e4", best(Some("e2e4"), None)),
            ("bestmove e2e4 ponder e7e5", best(Some("e2e4"), Some("e7e5"))),
            ("bestmove e2e4 ponder", best(Some("e2e4"), None)),
            ("bestmove e2e4 ponder (none)", best(Some("e2e4"), None)),
            ("bestmove (none)", best(None, None)),
            ("bestmove 0000 ponder 0000", best(None, None)),
            ("bestmove NONE", best(None, None)),
            ("bestmove", best(None, None)),
            ("bestmove ponder e7e5", best(None, Some("e7e5"))),
        ] {
            let parsed = Reply::parse(line);
            assert_eq!(parsed.value, reply, "{line}");
            assert_eq!(Reply::parse(&reply.to_string()).value, reply, "{line}");
        }
        assert_eq!(Reply::parse("bestmove").notes[0].to_string(), "'bestmove' lacks a move");
        assert_eq!(Reply::parse("bestmove e2e4 draw").notes.len(), 1);
    }

    #[test]
    fn replies_are_one_line() {
        let text = Reply::string("two\nlines").to_string();
        assert_eq!(text, "info string two lines");
        assert_eq!(Reply::Other("a\nbestmove e2e4".to_owned()).to_string(), "a bestmove e2e4");
    }
}
