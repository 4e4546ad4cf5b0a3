//! Where positions come from: an argument, a file or standard input, as lines
//! or as games. Nothing is read before it is needed.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Cursor, Read};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use chess::pgn::{ReadError, Reader};
use chess::{Epd, Game, Position};

use crate::error::{AnalysisError, cannot};
use crate::goal::Goal;
use crate::task::{AnalysisTask, MainLinePly, Origin, SourceGame};

/// What the argument named.
#[derive(Debug)]
pub enum Input {
    /// A position.
    Position(Box<Epd>),
    /// A file.
    File(PathBuf, File),
    /// Standard input.
    Stdin,
}

/// Something read.
pub(crate) enum ReadItem {
    Task(AnalysisTask),
    /// Something to complain about.
    Complaint(InputComplaint),
}

/// Something in the input that is not as it should be.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InputComplaint {
    /// What is wrong, and where.
    pub sentence: String,
    /// Whether a line or game was lost by it.
    pub is_bad: bool,
}

/// Where things read go; it says when to stop reading.
pub(crate) type InputListener<'a> = dyn FnMut(ReadItem) -> ControlFlow<()> + 'a;

/// The longest line that is read as a position.
const LONGEST_LINE: usize = 1 << 16;
/// More than a game takes.
const LONGEST_GAME: u64 = 1 << 20;
/// Bad lines or games in a row after which nothing good is expected any more.
const MOST_IN_VAIN: u64 = 1_000;
/// Plies before a position that are kept for repetitions: beyond fifty moves of
/// each side the game is a draw anyway.
const KEPT_PLIES: usize = 200;

impl Input {
    /// Finds out what the words of the argument name: a FEN may come as one word
    /// or, where the shell took it apart, as several.
    pub fn of(words: &[String]) -> Result<Input, AnalysisError> {
        let text = words.join(" ");
        if text == "-" {
            return Ok(Input::Stdin);
        }
        let path = Path::new(&text);
        // Not only plain files: a shell may hand over a pipe by name.
        if words.len() == 1 && path.exists() {
            if path.is_dir() {
                let shown = chess::quote_up_to(&text, 300);
                let sentence = format!("'{shown}' is a folder; 'analyse' takes a file");
                return Err(AnalysisError::WrongUse(sentence));
            }
            let file = File::open(path).map_err(|error| cannot("read", path, &error))?;
            return Ok(Input::File(path.to_owned(), file));
        }
        match Input::of_position(&text) {
            Ok(input) => Ok(input),
            Err(wrong) if words.len() > 1 || text.contains(char::is_whitespace) => Err(wrong),
            Err(_) => Err(AnalysisError::WrongUse(format!(
                "there is no file '{}'; 'analyse' takes a FEN, a file of FEN or EPD lines or of PGN \
                 games, or '-' for standard input",
                chess::quote(&text)
            ))),
        }
    }

    /// The position of a FEN or of a line of EPD, where nothing else is meant.
    pub fn of_position(text: &str) -> Result<Input, AnalysisError> {
        match Epd::read(text) {
            Ok(epd) => Ok(Input::Position(Box::new(epd))),
            Err(reason) => Err(AnalysisError::WrongUse(format!(
                "'{}' is no position: {reason}",
                chess::quote(text)
            ))),
        }
    }

    /// How it is called in sentences.
    pub fn name(&self) -> String {
        match self {
            Input::Position(_) => "the argument".to_owned(),
            Input::File(path, _) => path.display().to_string(),
            Input::Stdin => "standard input".to_owned(),
        }
    }

    /// Where it is read from, if it is not an argument.
    pub fn source(&self) -> Option<files::Source<'_>> {
        match self {
            Input::Position(_) => None,
            Input::File(path, _) => Some(files::Source::File(path)),
            Input::Stdin => Some(files::Source::Stdin),
        }
    }

    /// The tags of the first game of a file, as they are written: what the results
    /// of these games begin with.
    pub fn first_tags(&self) -> Option<String> {
        let Input::File(path, file) = self else { return None };
        // A pipe can be read once only.
        if !file.metadata().ok()?.is_file() {
            return None;
        }
        let head = File::open(path).ok()?.take(LONGEST_GAME);
        let game = match Reader::new(head).next()? {
            Ok(read) => read.game,
            Err(ReadError::Broken(broken)) => broken.game,
            Err(ReadError::Io(_)) => return None,
        };
        game.to_string().split("\n\n").next().map(str::to_owned)
    }

    /// Bytes in all, where that is known.
    pub fn size(&self) -> Option<u64> {
        match self {
            Input::File(_, file) => Some(file.metadata().ok()?.len()).filter(|&size| size > 0),
            _ => None,
        }
    }

    /// Reads everything, as it is asked for.
    pub(crate) fn read(self, listener: &mut InputListener<'_>) -> Result<(), AnalysisError> {
        let name = self.name();
        match self {
            Input::Position(epd) => {
                let mut listed = Listed::new(&name, listener);
                let _ = listed.line(1, 0, *epd);
                Ok(())
            }
            Input::File(path, file) => {
                let is_pgn = path.extension().is_some_and(|end| end.eq_ignore_ascii_case("pgn"));
                read(file, is_pgn, &name, listener)
            }
            Input::Stdin => read(io::stdin(), false, &name, listener),
        }
    }
}

fn read(
    mut stream: impl Read,
    is_pgn: bool,
    name: &str,
    listener: &mut InputListener<'_>,
) -> Result<(), AnalysisError> {
    let unreadable = |error| AnalysisError::Failed(format!("cannot read {name}: {error}"));
    let head = head(&mut stream).map_err(unreadable)?;
    if is_binary(&head) {
        let reason =
            "is no text; 'analyse' takes FEN or EPD, one a line, or games as PGN, unpacked";
        return Err(AnalysisError::WrongUse(format!("{name} {reason}")));
    }
    let is_pgn = is_pgn || looks_like_pgn(&head);
    let stream = Cursor::new(head).chain(stream);
    let mut listed = Listed::new(name, listener);
    let read = match is_pgn {
        true => games(Reader::new(stream), &mut listed),
        false => lines(BufReader::new(stream), &mut listed),
    };
    read.map_err(unreadable)?;
    if listed.is_hopeless() {
        let what = if is_pgn { "games" } else { "lines" };
        return Err(match listed.index {
            0 => AnalysisError::WrongUse(format!(
                "{name} holds something else: none of its first {MOST_IN_VAIN} {what} is good"
            )),
            _ => AnalysisError::Failed(format!(
                "{name} was read no further: {MOST_IN_VAIN} {what} in a row were bad"
            )),
        });
    }
    Ok(())
}

/// The stream up to the end of its first line that says something: whoever
/// writes it may be waiting for the answer to that line.
fn head(stream: &mut impl Read) -> io::Result<Vec<u8>> {
    let mut head = Vec::new();
    let mut chunk = [0; 4096];
    loop {
        let count = match stream.read(&mut chunk) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            read => read?,
        };
        head.extend_from_slice(&chunk[..count]);
        let is_whole = first_words(&head).is_some_and(|(_, is_ended)| is_ended);
        if count == 0 || is_whole || head.len() > LONGEST_LINE {
            return Ok(head);
        }
    }
}

/// Whether a file begins with what no text has: control characters, and not just one
/// that went astray. Every other byte may be zero, which is a way to write text.
fn is_binary(head: &[u8]) -> bool {
    let is_wide = matches!(
        head,
        [0xff, 0xfe, ..]
            | [0xfe, 0xff, ..]
            | [1..=255, 0, 1..=255, 0, ..]
            | [0, 1..=255, 0, 1..=255, ..]
    );
    // Ctrl-Z ends texts of old systems.
    let is_control = |byte: &&u8| matches!(byte, 0..=8 | 14..=25 | 27..=31);
    let controls = head.iter().filter(is_control).count();
    !is_wide && controls * 20 > head.len()
}

/// The first line that is neither empty nor a comment, and whether it is ended.
fn first_words(text: &[u8]) -> Option<(&[u8], bool)> {
    let text = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text);
    let mut lines = text.split_inclusive(|&byte| byte == b'\n');
    let line = lines.find(|line| {
        let line = line.trim_ascii();
        !line.is_empty() && !line.starts_with(b"#") && !line.starts_with(b"%")
    })?;
    Some((line.trim_ascii(), line.ends_with(b"\n")))
}

/// Whether a text is games rather than positions: it begins with a tag, a
/// comment, a move number or a first move, or it is in UTF-16.
fn looks_like_pgn(text: &[u8]) -> bool {
    if text.starts_with(b"\xff\xfe") || text.starts_with(b"\xfe\xff") {
        return true;
    }
    let Some((line, _)) = first_words(text) else { return false };
    let line = String::from_utf8_lossy(line);
    let behind_number = line.trim_start_matches(|c: char| c.is_ascii_digit());
    let first_word = line.split_whitespace().next().unwrap_or_default();
    line.starts_with(['[', '{', ';'])
        || behind_number.len() < line.len() && behind_number.starts_with('.')
        || Position::start().parse_san(first_word).is_ok()
}

/// Numbers what is read and hands it on.
struct Listed<'a, 'b> {
    name: &'a str,
    index: u64,
    /// Bad lines or games since the last good one.
    in_vain: u64,
    listener: &'a mut InputListener<'b>,
}

impl<'a, 'b> Listed<'a, 'b> {
    fn new(name: &'a str, listener: &'a mut InputListener<'b>) -> Listed<'a, 'b> {
        Listed { name, index: 0, in_vain: 0, listener }
    }

    /// Whether so much was bad that nothing good is to be expected.
    fn is_hopeless(&self) -> bool {
        self.in_vain >= MOST_IN_VAIN
    }

    fn task(&mut self, game: Game, origin: Origin, offset: u64) -> ControlFlow<()> {
        self.index += 1;
        self.in_vain = 0;
        (self.listener)(ReadItem::Task(AnalysisTask { index: self.index, game, origin, offset }))
    }

    fn complain(&mut self, line: u64, reason: &str, is_bad: bool) -> ControlFlow<()> {
        let sentence = format!("{}, line {line}: {reason}", self.name);
        (self.listener)(ReadItem::Complaint(InputComplaint { sentence, is_bad }))?;
        self.in_vain += u64::from(is_bad);
        if self.is_hopeless() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn line(&mut self, line: u64, offset: u64, epd: Epd) -> ControlFlow<()> {
        let (goal, complaints) = Goal::of(&epd);
        for complaint in complaints {
            self.complain(line, &complaint, true)?;
        }
        let game = Game::new(epd.position);
        self.task(game, Origin::Line { line, epd: Box::new(epd), goal }, offset)
    }
}

fn lines(mut input: impl BufRead, listed: &mut Listed<'_, '_>) -> io::Result<()> {
    let (mut number, mut offset) = (0, 0);
    let mut line = Vec::new();
    loop {
        let length = read_line(&mut input, &mut line)?;
        if length == 0 {
            return Ok(());
        }
        number += 1;
        offset += length;
        if length > LONGEST_LINE as u64 {
            let reason = format!("longer than {LONGEST_LINE} bytes, which no position needs");
            if listed.complain(number, &reason, true).is_break() {
                return Ok(());
            }
            continue;
        }
        let text = String::from_utf8_lossy(&line);
        let text = text.trim_start_matches('\u{feff}').trim();
        if text.is_empty() || text.starts_with('#') || text.starts_with('%') {
            continue;
        }
        let next = match Epd::read(text) {
            Ok(epd) => listed.line(number, offset, epd),
            Err(reason) => {
                let reason = format!("'{}': {reason}", chess::quote(text));
                listed.complain(number, &reason, true)
            }
        };
        if next.is_break() {
            return Ok(());
        }
    }
}

/// Reads a line of any bytes, of which the first are kept; how long it is, with
/// its end.
fn read_line(input: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<u64> {
    line.clear();
    let mut length = 0;
    loop {
        let chunk = match input.fill_buf() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            chunk => chunk?,
        };
        let end = chunk.iter().position(|&byte| byte == b'\n');
        let taken = end.map_or(chunk.len(), |end| end + 1);
        let room = LONGEST_LINE.saturating_sub(line.len());
        line.extend_from_slice(&chunk[..taken.min(room)]);
        input.consume(taken);
        length += taken as u64;
        if end.is_some() || taken == 0 {
            return Ok(length);
        }
    }
}

fn games<R: Read>(mut reader: Reader<R>, listed: &mut Listed<'_, '_>) -> io::Result<()> {
    let mut number = 0;
    while let Some(read) = reader.next() {
        number += 1;
        let next = match read {
            Ok(read) => {
                let mut warnings = read.warnings.iter();
                let warned = warnings.try_for_each(|remark| {
                    listed.complain(remark.line, &remark.problem.to_string(), false)
                });
                match warned {
                    ControlFlow::Continue(()) => {
                        plies(SourceGame { number, pgn: read.game }, reader.offset(), listed)
                    }
                    stop => stop,
                }
            }
            Err(ReadError::Broken(broken)) => {
                let reason = format!("game {number} is passed over: {}", broken.cause.problem);
                listed.complain(broken.cause.line, &reason, true)
            }
            Err(ReadError::Io(error)) => return Err(error),
        };
        if next.is_break() {
            break;
        }
    }
    Ok(())
}

/// The positions of a game's main line.
fn plies(source: SourceGame, offset: u64, listed: &mut Listed<'_, '_>) -> ControlFlow<()> {
    let source = Arc::new(source);
    let tree = &source.pgn.tree;
    let mut game = Game::new(*tree.start());
    let mut ply = 0;
    let mut next = tree.next(chess::pgn::NodeId::ROOT);
    loop {
        let mv = next.and_then(|node| tree.mv(node));
        let is_last = next.is_none();
        let origin = Origin::Ply(MainLinePly { game: Arc::clone(&source), ply, mv, is_last });
        listed.task(game.clone(), origin, offset)?;
        let Some(node) = next else { return ControlFlow::Continue(()) };
        game = played(game, mv);
        next = tree.next(node);
        ply += 1;
    }
}

/// The game after a move, without what can no longer be repeated.
fn played(mut game: Game, mv: Option<chess::Move>) -> Game {
    let is_played = mv.is_some_and(|mv| game.play(mv).is_ok());
    if !is_played {
        // A side passed.
        return Game::new(game.position().after_null().unwrap_or(*game.position()));
    }
    let position = *game.position();
    if position.halfmove_clock() == 0 {
        return Game::new(position);
    }
    if game.moves().len() > KEPT_PLIES {
        let first = game.moves().len() / 2;
        let mut rest = Game::new(game.positions()[first]);
        for &mv in &game.moves()[first..] {
            // It was legal a moment ago.
            let _ = rest.play(mv);
        }
        return rest;
    }
    game
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_and_lines_are_told_apart() {
        for text in [
            "[Event \"x\"]\n",
            "\u{feff}\n\n% note\n[Event \"x\"]",
            "1. e4 e5",
            "e4 e5 2. Nf3",
            "{ said } 1. e4",
            "; said\n1. e4",
        ] {
            assert!(looks_like_pgn(text.as_bytes()), "{text}");
        }
        for text in [
            "",
            "# games\n4k3/8/8/8/8/8/8/4K3 w - -",
            "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
            "startpos",
            "nonsense",
            "8/8/8/8/8/8/8/8 w - -",
        ] {
            assert!(!looks_like_pgn(text.as_bytes()), "{text}");
        }
    }

    #[test]
    fn text_is_told_from_bytes() {
        let wide: Vec<u8> = "[Event \"x\"]".encode_utf16().flat_map(u16::to_le_bytes).collect();
        let old = b"[White \"M\xfcller\"]\r\n\r\n1. e4 *\x1a";
        for text in [&b""[..], b"8/8", b"[Event \"x\"]\n\t\x0c", &wide, old, b"\xff\xfe[\0"] {
            assert!(!is_binary(text), "{text:?}");
        }
        let program = std::fs::read(std::env::current_exe().unwrap()).unwrap();
        let packed = b"\x1f\x8b\x08\x08\x12\x34\x56\x67\x02\x03games.pgn\0";
        for bytes in [&program[..4096], packed, b"\0\0\0\0", b"\x01\x02\x03\x04"] {
            assert!(is_binary(bytes), "{bytes:?}");
        }
    }

    #[test]
    fn histories_stay_short() {
        let mut game = Game::default();
        let there_and_back = ["g1f3", "g8f6", "f3g1", "f6g8"];
        for (count, text) in there_and_back.iter().cycle().take(2000).enumerate() {
            let mv = game.position().parse_uci(text).unwrap();
            game = played(game, Some(mv));
            assert!(game.moves().len() <= KEPT_PLIES && game.moves().len() >= count.min(100));
        }
        game = played(game, Some(Position::start().parse_san("e4").unwrap()));
        assert_eq!(game.moves().len(), 0);
    }

    #[test]
    fn long_lines_are_measured_not_kept() {
        let text = [vec![b'x'; LONGEST_LINE + 9], b"\nab\n\nc".to_vec()].concat();
        let mut input = text.as_slice();
        let mut line = Vec::new();
        assert_eq!(read_line(&mut input, &mut line).unwrap(), LONGEST_LINE as u64 + 10);
        assert_eq!(line.len(), LONGEST_LINE);
        assert_eq!((read_line(&mut input, &mut line).unwrap(), line.as_slice()), (3, &b"ab\n"[..]));
        assert_eq!(read_line(&mut input, &mut line).unwrap(), 1);
        assert_eq!((read_line(&mut input, &mut line).unwrap(), line.as_slice()), (1, &b"c"[..]));
        assert_eq!(read_line(&mut input, &mut line).unwrap(), 0);
    }
}
