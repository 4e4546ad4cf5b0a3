//! Games out of a stream, one by one.

use std::fmt;
use std::io::{self, Read};
use std::str::FromStr;

use super::builder::Builder;
use super::decode;
use super::lexer::Lexer;
use super::scan::Token;
use super::tags::TagText;
use super::{Nag, Pgn, Problem, Remark};
use crate::Position;
use crate::quote::quote;

/// Reads games from a stream, however long: one game is in memory at a time.
///
/// It is an iterator. A game that cannot be read to its end comes as
/// [`ReadError::Broken`] with the line, the reason and what was good of it,
/// and the next game follows.
///
/// ```
/// use plywise_chess::pgn::{ReadError, Reader};
///
/// let file = "1. e4 e5 2. Ke3 *\n\n[Event \"Next\"]\n\n1. d4 *\n";
/// let mut reader = Reader::new(file.as_bytes());
/// let Some(Err(ReadError::Broken(broken))) = reader.next() else { panic!() };
/// assert_eq!(broken.cause.line, 1);
/// assert_eq!(broken.game.tree.len(), 2);
/// assert_eq!(reader.next().unwrap()?.game.tree.len(), 1);
/// assert!(reader.next().is_none());
/// # Ok::<(), ReadError>(())
/// ```
pub struct Reader<R> {
    lexer: Lexer<R>,
    limits: ReaderLimits,
    policy: FaultyVariation,
    /// Where games begin that say nothing else.
    start: Position,
    /// Whether the last token read ended a game with its result.
    follows_result: bool,
    is_over: bool,
}

/// What an illegal move in a variation does.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum FaultyVariation {
    /// The variation ends before it, with a warning; the game goes on.
    #[default]
    IsCut,
    /// The game is broken, as by an illegal move in the main line.
    BreaksGame,
}

/// Bounds on what one game may take; what exceeds them breaks the game and not
/// the program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ReaderLimits {
    /// Bytes of a game's text.
    pub game: u64,
    /// Bytes of one tag, comment or word. One that is longer is passed over.
    pub text: usize,
    /// Moves, those of variations included.
    pub moves: usize,
    /// Comments.
    pub comments: usize,
    /// Tags. Further ones are passed over.
    pub tags: usize,
    /// Variations inside each other.
    pub nesting: usize,
}

impl Default for ReaderLimits {
    fn default() -> ReaderLimits {
        ReaderLimits {
            game: 16 << 20,
            text: 1 << 20,
            moves: 1 << 20,
            comments: 1 << 20,
            tags: 1000,
            nesting: 1 << 17,
        }
    }
}

/// A game that was read to its end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReadGame {
    /// The game.
    pub game: Pgn,
    /// The line of the file where it begins, counted from 1.
    pub line: u64,
    /// What is odd about it, the first hundred oddities at most.
    pub warnings: Vec<Remark>,
}

/// A game that could not be read to its end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BrokenGame {
    /// What was good of it.
    pub game: Pgn,
    /// The line of the file where it begins, counted from 1.
    pub line: u64,
    /// Where and why it was broken off.
    pub cause: Remark,
    /// What else is odd about it, the first hundred oddities at most.
    pub warnings: Vec<Remark>,
}

/// Why a game could not be read.
#[derive(Debug)]
pub enum ReadError {
    /// The game is broken; the next one can be read.
    Broken(Box<BrokenGame>),
    /// The stream is; nothing more comes.
    Io(io::Error),
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReadError::Broken(broken) => broken.cause.fmt(f),
            ReadError::Io(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for ReadError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            ReadError::Broken(_) => None,
            ReadError::Io(error) => Some(error),
        }
    }
}

impl<R: Read> Reader<R> {
    /// A reader with the usual limits. It has its own buffer, the stream needs none.
    pub fn new(input: R) -> Reader<R> {
        Reader::with_limits(input, ReaderLimits::default(), FaultyVariation::default())
    }

    /// A reader with limits and a policy of your own.
    pub fn with_limits(input: R, limits: ReaderLimits, policy: FaultyVariation) -> Reader<R> {
        let lexer = Lexer::new(input, limits.text);
        let start = Position::start();
        Reader { lexer, limits, policy, start, follows_result: false, is_over: false }
    }

    /// The line up to which the stream was read.
    pub fn line(&self) -> u64 {
        self.lexer.line()
    }

    /// Bytes up to which the stream was read: how far along a long file is.
    pub fn offset(&self) -> u64 {
        self.lexer.offset()
    }

    /// Bytes held for the part of the stream that is looked at: a few times
    /// [`ReaderLimits::text`] at most.
    pub fn buffer_size(&self) -> usize {
        self.lexer.capacity()
    }

    fn read_game(&mut self) -> io::Result<Option<Result<ReadGame, ReadError>>> {
        let mut builder = Builder::new(self.limits, self.policy, self.start);
        let mut begin = (1, 0);
        let mut is_numbered = false;
        let mut stray = None;
        loop {
            let token = self.lexer.next()?;
            let line = self.lexer.line();
            if builder.is_empty() {
                begin = (line, self.lexer.offset());
            } else if self.lexer.offset() - begin.1 > self.limits.game {
                builder.break_off(line, Problem::LongGame(self.limits.game));
            }
            let follows_result = std::mem::take(&mut self.follows_result);
            let was_numbered = std::mem::take(&mut is_numbered);
            match token {
                Token::End => break,
                Token::Tag => {
                    let text = decode::text(self.lexer.text());
                    let tag = TagText::read(&text);
                    let name = tag.as_ref().map_or("", |tag| tag.name);
                    if builder.is_next_games_tag(name, self.lexer.follows_empty_line()) {
                        self.lexer.unread();
                        break;
                    }
                    match tag {
                        Some(tag) => builder.tag(line, &tag),
                        None => builder.warn(line, Problem::BadTag(quote(&text))),
                    }
                }
                Token::Comment => builder.comment(line, &decode::text(self.lexer.text())),
                Token::UnclosedComment => {
                    builder.unclosed_comment(line, &decode::text(self.lexer.text()));
                }
                Token::Open => builder.open(line),
                Token::Close => builder.close(line),
                Token::Nag => read_nag(&mut builder, line, self.lexer.text()),
                Token::Marks => builder.nag(Nag::from_marks(&decode::text(self.lexer.text()))),
                Token::Number(number) => {
                    // Games without tags and results, one below the other.
                    let is_apart = self.lexer.follows_empty_line();
                    if number == 1 && is_apart && builder.is_past_move_one() {
                        self.lexer.unread();
                        break;
                    }
                    is_numbered = true;
                }
                Token::Outcome(_) if follows_result && !self.lexer.follows_empty_line() => {
                    // The last game's result once more.
                    self.follows_result = true;
                }
                // One in a variation, or amid text that is no game, ends none.
                Token::Outcome(_)
                    if builder.is_nested() || stray.is_some() && builder.is_blank() => {}
                Token::Outcome(result) => {
                    builder.result(line, result);
                    self.read_rest_of_line(&mut builder, begin.1)?;
                    self.follows_result = true;
                    break;
                }
                Token::Word => {
                    let text = decode::text(self.lexer.text());
                    // Only other characters can be white space here: no-break spaces.
                    if text.is_ascii() {
                        builder.word(line, &text, was_numbered);
                    } else {
                        for word in text.split_whitespace() {
                            builder.word(line, word, was_numbered);
                        }
                    }
                }
                Token::Stray => {
                    let text = quote(&decode::text(self.lexer.text()));
                    builder.warn(line, Problem::StrayText(text));
                }
                Token::TooLong => builder.warn(line, Problem::LongText(self.limits.text)),
            }
            if builder.is_blank()
                && stray.is_none()
                && matches!(token, Token::Word | Token::Stray | Token::TooLong)
            {
                stray = Some(line);
            }
        }
        let line = self.lexer.line();
        if builder.is_blank() {
            // Not a game: nothing at all, or text with no game in it.
            let Some(line) = stray else { return Ok(None) };
            begin.0 = line;
            builder.break_off(line, Problem::NoGame);
        }
        let (game, warnings, cause) = builder.finish(line);
        let line = begin.0;
        Ok(Some(match cause {
            None => Ok(ReadGame { game, line, warnings }),
            Some(cause) => {
                let broken = BrokenGame { game, line, cause, warnings };
                Err(ReadError::Broken(Box::new(broken)))
            }
        }))
    }

    /// What stands behind a result on its line still belongs to the game,
    /// within its limit.
    fn read_rest_of_line(&mut self, builder: &mut Builder, begin: u64) -> io::Result<()> {
        while !self.lexer.ends_line()? {
            let token = self.lexer.next()?;
            let is_within = self.lexer.offset() - begin <= self.limits.game;
            match token {
                Token::Comment if is_within => {
                    builder.comment(self.lexer.line(), &decode::text(self.lexer.text()));
                }
                Token::Outcome(result) => builder.result(self.lexer.line(), result),
                _ => {
                    self.lexer.unread();
                    break;
                }
            }
        }
        Ok(())
    }
}

/// The first game of a text.
impl FromStr for Pgn {
    type Err = ReadError;

    fn from_str(text: &str) -> Result<Pgn, ReadError> {
        let read = Reader::new(text.as_bytes()).next().unwrap_or_else(|| {
            let cause = Remark { line: 1, problem: Problem::NoGame };
            let broken = BrokenGame { game: Pgn::default(), line: 1, cause, warnings: Vec::new() };
            Err(ReadError::Broken(Box::new(broken)))
        });
        read.map(|read| read.game)
    }
}

impl<R: Read> Iterator for Reader<R> {
    type Item = Result<ReadGame, ReadError>;

    fn next(&mut self) -> Option<Result<ReadGame, ReadError>> {
        if self.is_over {
            return None;
        }
        match self.read_game() {
            Ok(Some(read)) => Some(read),
            Ok(None) => {
                self.is_over = true;
                None
            }
            Err(error) => {
                self.is_over = true;
                Some(Err(ReadError::Io(error)))
            }
        }
    }
}

fn read_nag(builder: &mut Builder, line: u64, digits: &[u8]) {
    let digits = decode::text(digits);
    match digits.parse() {
        Ok(number) => builder.nag(Nag(number)),
        Err(_) => builder.warn(line, Problem::BadNag(quote(&format!("${digits}")))),
    }
}
