//! What a program says to an engine.

mod game;
mod go;
mod limits;

use std::fmt;

use crate::note::{Notes, ParseNote, Parsed};
use crate::words::{Words, one_line, or_empty, read_text};

pub use game::{GameStart, GameText, GameTextError};
pub use go::GoLimits;

/// One line to an engine.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Command {
    /// `uci`: say who you are and that you speak UCI.
    Uci,
    /// `debug on` or `debug off`.
    Debug(bool),
    /// `isready`: answer when all that came before is done.
    IsReady,
    /// `setoption`.
    SetOption {
        /// The option's name, single spaces between its words, in any case.
        name: String,
        /// What follows `value`, with `<empty>` as empty; `None` if there is no
        /// `value`, as for buttons.
        value: Option<String>,
    },
    /// `ucinewgame`: what comes next has nothing to do with what came before.
    UciNewGame,
    /// `position`: what the next search is about.
    Position(GameText),
    /// `go`: search.
    Go(GoLimits),
    /// `stop`: say what you have found.
    Stop,
    /// `ponderhit`: the move you ponder on was played.
    PonderHit,
    /// `quit`.
    Quit,
    /// `register`, with whatever follows.
    Register(String),
    /// `bench`, with whatever follows. Not part of the protocol, but what
    /// developers and test frameworks say, as is all that follows here.
    Bench(String),
    /// `eval`: explain the evaluation of the position.
    Eval,
    /// `d`: show the position.
    Show,
    /// `flip`: turn the position round, colours and all.
    Flip,
    /// `export_net`: write the network in use to a file, whose name is the rest
    /// of the line.
    ExportNet(String),
    /// `compiler` or `version`: say what the program is and how it was built.
    Compiler,
    /// `help`: say what else is understood.
    Help,
}

impl Command {
    /// Reads a line. The value is `None` if there is no command in it: an empty
    /// line, a comment that begins with `#`, or words that mean nothing.
    ///
    /// As the protocol wants, strange words before a command are skipped. Only
    /// the protocol's own commands are found that way; the extensions are short
    /// words of everyday language.
    pub fn parse(line: &str) -> Parsed<Option<Command>> {
        let mut notes = Notes::default();
        // The mark with which some programs on Windows begin everything they write.
        let mut words = Words::new(line.strip_prefix('\u{feff}').unwrap_or(line));
        let first = words.peek();
        if first.is_none_or(|word| word.starts_with('#')) {
            return notes.with(None);
        }
        let mut command = match extension(&words, &mut notes) {
            Read::Command(found) => Some(found),
            Read::Incomplete => return notes.with(None),
            Read::Unknown => None,
        };
        let mut is_first = true;
        while command.is_none()
            && let Some(word) = words.next()
        {
            match read(word, &mut words, &mut notes) {
                Read::Command(found) => command = Some(found),
                Read::Incomplete => break,
                Read::Unknown if is_first => {
                    notes.add(|| ParseNote::UnknownCommand(word.to_owned()));
                }
                Read::Unknown => {}
            }
            is_first = false;
        }
        notes.with(command)
    }
}

/// What a word turned out to be.
enum Read {
    Command(Command),
    /// A command that lacks something; notes say what.
    Incomplete,
    Unknown,
}

fn extension(words: &Words<'_>, notes: &mut Notes) -> Read {
    let mut words = words.clone();
    Read::Command(match words.next().unwrap_or_default() {
        "bench" => Command::Bench(one_line(words.rest()).into_owned()),
        "eval" => alone(Command::Eval, "eval", words, notes),
        "d" => alone(Command::Show, "d", words, notes),
        "flip" => alone(Command::Flip, "flip", words, notes),
        "compiler" | "version" => alone(Command::Compiler, "compiler", words, notes),
        "help" => alone(Command::Help, "help", words, notes),
        "export_net" if words.rest().is_empty() => {
            notes.add(|| ParseNote::Missing { what: "export_net", lacks: "a file to write" });
            return Read::Incomplete;
        }
        "export_net" => Command::ExportNet(one_line(words.rest()).into_owned()),
        _ => return Read::Unknown,
    })
}

fn read(word: &str, words: &mut Words<'_>, notes: &mut Notes) -> Read {
    let command = match word {
        "uci" => alone(Command::Uci, "uci", words, notes),
        "isready" => alone(Command::IsReady, "isready", words, notes),
        "ucinewgame" => alone(Command::UciNewGame, "ucinewgame", words, notes),
        "stop" => alone(Command::Stop, "stop", words, notes),
        "ponderhit" => alone(Command::PonderHit, "ponderhit", words, notes),
        "quit" => alone(Command::Quit, "quit", words, notes),
        "debug" => {
            let is_on = words.peek() != Some("off");
            if matches!(words.peek(), Some("on" | "off")) {
                words.next();
            }
            alone(Command::Debug(is_on), "debug", words, notes)
        }
        "register" => Command::Register(one_line(words.rest()).into_owned()),
        "go" => Command::Go(GoLimits::parse(words, notes)),
        "position" => match GameText::parse(words, notes) {
            Some(game) => Command::Position(game),
            None => return Read::Incomplete,
        },
        "setoption" => match read_option(words, notes) {
            Some(command) => command,
            None => return Read::Incomplete,
        },
        _ => return Read::Unknown,
    };
    Read::Command(command)
}

/// A command that nothing should follow.
fn alone<'a>(
    command: Command,
    name: &'static str,
    rest: impl IntoIterator<Item = &'a str>,
    notes: &mut Notes,
) -> Command {
    notes.unknown(name, rest);
    command
}

fn read_option(words: &mut Words<'_>, notes: &mut Notes) -> Option<Command> {
    if words.peek() == Some("name") {
        words.next();
    } else {
        notes.add(|| ParseNote::Missing { what: "setoption", lacks: "'name'" });
        return None;
    }
    // Exactly `value`: names like `Pawn Value` exist.
    let name = words.text_until(|word| word == "value");
    if name.is_empty() {
        notes.add(|| ParseNote::Missing { what: "setoption", lacks: "a name" });
        return None;
    }
    // The rest of the line as it is: paths may have two spaces in a row.
    let value = words.next().map(|_| read_text(words.rest()));
    Some(Command::SetOption { name, value })
}

/// One line without its end, as [`Command::parse`] reads it.
impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Command::Uci => f.write_str("uci"),
            Command::Debug(true) => f.write_str("debug on"),
            Command::Debug(false) => f.write_str("debug off"),
            Command::IsReady => f.write_str("isready"),
            Command::SetOption { name, value: None } => {
                write!(f, "setoption name {}", one_line(name))
            }
            Command::SetOption { name, value: Some(value) } => {
                write!(f, "setoption name {} value {}", one_line(name), or_empty(value))
            }
            Command::UciNewGame => f.write_str("ucinewgame"),
            Command::Position(game) => write!(f, "{game}"),
            Command::Go(limits) => write!(f, "{limits}"),
            Command::Stop => f.write_str("stop"),
            Command::PonderHit => f.write_str("ponderhit"),
            Command::Quit => f.write_str("quit"),
            Command::Register(rest) => with_rest(f, "register", rest),
            Command::Bench(rest) => with_rest(f, "bench", rest),
            Command::Eval => f.write_str("eval"),
            Command::Show => f.write_str("d"),
            Command::Flip => f.write_str("flip"),
            Command::ExportNet(file) => with_rest(f, "export_net", file),
            Command::Compiler => f.write_str("compiler"),
            Command::Help => f.write_str("help"),
        }
    }
}

fn with_rest(f: &mut fmt::Formatter<'_>, command: &str, rest: &str) -> fmt::Result {
    f.write_str(command)?;
    if rest.is_empty() { Ok(()) } else { write!(f, " {}", one_line(rest)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn option(name: &str, value: Option<&str>) -> Option<Command> {
        Some(Command::SetOption { name: name.to_owned(), value: value.map(str::to_owned) })
    }

    #[test]
    fn plain_commands() {
        for (line, command) in [
            ("uci", Command::Uci),
            ("\u{feff}uci\r\n", Command::Uci),
            (" \tisready \r\n", Command::IsReady),
            ("ucinewgame", Command::UciNewGame),
            ("stop", Command::Stop),
            ("ponderhit", Command::PonderHit),
            ("quit", Command::Quit),
            ("debug", Command::Debug(true)),
            ("debug on", Command::Debug(true)),
            ("debug off", Command::Debug(false)),
            ("register name A  B code 4", Command::Register("name A  B code 4".to_owned())),
            ("bench", Command::Bench(String::new())),
            ("bench 16 1 13", Command::Bench("16 1 13".to_owned())),
            ("eval", Command::Eval),
            ("d", Command::Show),
            ("flip", Command::Flip),
            ("compiler", Command::Compiler),
            ("version", Command::Compiler),
            ("help", Command::Help),
            ("export_net  /a  b/my.nnue ", Command::ExportNet("/a  b/my.nnue".to_owned())),
        ] {
            let parsed = Command::parse(line);
            assert_eq!((parsed.value, parsed.notes), (Some(command), vec![]), "{line}");
        }
    }

    #[test]
    fn options_as_programs_write_them() {
        for (line, expected) in [
            ("setoption name Hash value 16", option("Hash", Some("16"))),
            ("setoption name  move   overhead value 30", option("move overhead", Some("30"))),
            ("setoption name Clear Hash", option("Clear Hash", None)),
            ("setoption name Clear Hash value", option("Clear Hash", Some(""))),
            ("setoption name Clear Hash value ", option("Clear Hash", Some(""))),
            ("setoption name SyzygyPath value <empty>", option("SyzygyPath", Some(""))),
            (
                "setoption name EvalFile value /a  b/value c ",
                option("EvalFile", Some("/a  b/value c")),
            ),
            ("setoption name Pawn Value value 100", option("Pawn Value", Some("100"))),
            ("setoption name Hash value 16 value 17", option("Hash", Some("16 value 17"))),
        ] {
            let parsed = Command::parse(line);
            assert_eq!((parsed.value, parsed.notes), (expected, vec![]), "{line}");
        }
    }

    #[test]
    fn strange_lines_give_notes() {
        for (line, command, note) in [
            ("", None, None),
            (" \t\n", None, None),
            ("# stop", None, None),
            ("hello", None, Some("unknown command 'hello'")),
            ("UCI", None, Some("unknown command 'UCI'")),
            ("joho debug on", Some(Command::Debug(true)), Some("unknown command 'joho'")),
            ("what is d", None, Some("unknown command 'what'")),
            ("isready now", Some(Command::IsReady), Some("'now' means nothing after 'isready'")),
            ("setoption", None, Some("'setoption' lacks 'name'")),
            ("setoption Hash 16", None, Some("'setoption' lacks 'name'")),
            ("setoption name", None, Some("'setoption' lacks a name")),
            ("setoption name value 16", None, Some("'setoption' lacks a name")),
            ("position", None, Some("'position' lacks 'startpos' or 'fen'")),
            ("export_net ", None, Some("'export_net' lacks a file to write")),
            ("what flip", None, Some("unknown command 'what'")),
        ] {
            let parsed = Command::parse(line);
            let first = parsed.notes.first().map(ParseNote::to_string);
            assert_eq!((parsed.value, first.as_deref()), (command, note), "{line}");
        }
    }

    #[test]
    fn no_text_writes_a_second_line() {
        let command = option("Hash\nquit", Some("1\r\nquit")).unwrap();
        assert_eq!(command.to_string(), "setoption name Hash quit value 1  quit");
    }
}
