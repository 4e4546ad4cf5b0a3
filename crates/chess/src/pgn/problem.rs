//! What can be wrong with a game's text.

use std::fmt;

use crate::{FenError, SanError};

/// A problem and where it is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Remark {
    /// The line of the file, counted from 1.
    pub line: u64,
    /// What is wrong there.
    pub problem: Problem,
}

impl fmt::Display for Remark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.problem)
    }
}

/// Something wrong with a game's text. Whether it breaks the game depends on
/// where it stands. Texts are cut to what fits in a sentence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Problem {
    /// Not a legal move.
    Move {
        /// What is written.
        text: String,
        /// Why it is none.
        reason: SanError,
    },
    /// A null move by a side in check.
    NullInCheck,
    /// The starting position is none.
    Fen(FenError),
    /// The starting position has castling rights or an en passant square that
    /// cannot be; it was read without them.
    RepairedFen(FenError),
    /// A variant of chess with other rules.
    Variant(String),
    /// A tag that makes no sense; it was passed over.
    BadTag(String),
    /// A tag that gives a starting position or the rules after the game has
    /// begun; it was passed over.
    LateStart(String),
    /// A tag of this name without its closing quote or bracket; it ends with the line.
    UnclosedTag(String),
    /// A comment that does not end before the next game.
    UnclosedComment,
    /// A variation that does not end before the game does.
    UnclosedVariation,
    /// A closing parenthesis without an opening one.
    StrayClosing,
    /// Text that belongs to nothing; it was passed over.
    StrayText(String),
    /// A variation before the first move; it was passed over.
    NothingToVary,
    /// A glyph whose number is too large.
    BadNag(String),
    /// A second result behind the first.
    SecondResult,
    /// The tag and the end of the moves give different results; the tag's was taken.
    ResultMismatch {
        /// In the `Result` tag.
        tag: String,
        /// Behind the moves.
        moves: String,
    },
    /// A tag, comment or word longer than the limit, in bytes; it was passed over.
    LongText(usize),
    /// The game's text is longer than the limit, in bytes.
    LongGame(u64),
    /// The game has more moves than the limit.
    ManyMoves(usize),
    /// The game has more comments than the limit.
    ManyComments(usize),
    /// The game has more tags than the limit; the rest was passed over.
    ManyTags(usize),
    /// Variations are nested deeper than the limit.
    DeepNesting(usize),
    /// There is text and no game in it.
    NoGame,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Problem::Move { text, reason } => write!(f, "'{text}': {reason}"),
            Problem::NullInCheck => f.write_str("a side in check cannot pass"),
            Problem::Fen(error) => write!(f, "the starting position cannot be used: {error}"),
            Problem::RepairedFen(error) => {
                write!(f, "the starting position was read without what cannot be: {error}")
            }
            Problem::Variant(name) => write!(f, "'{name}' is played by other rules"),
            Problem::BadTag(text) => write!(f, "'{text}' is no tag"),
            Problem::LateStart(name) => write!(f, "the tag '{name}' comes after the game's start"),
            Problem::UnclosedTag(name) => write!(f, "the tag '{name}' is not closed"),
            Problem::UnclosedComment => f.write_str("a comment is not closed"),
            Problem::UnclosedVariation => f.write_str("a variation is not closed"),
            Problem::StrayClosing => f.write_str("a ')' closes nothing"),
            Problem::StrayText(text) => write!(f, "'{text}' belongs to nothing"),
            Problem::NothingToVary => f.write_str("a variation comes before the first move"),
            Problem::BadNag(text) => write!(f, "'{text}' is no glyph"),
            Problem::SecondResult => f.write_str("a second result follows the first"),
            Problem::ResultMismatch { tag, moves } => {
                write!(f, "the result is {tag} by the tag and {moves} behind the moves")
            }
            Problem::LongText(limit) => write!(f, "a single text is longer than {limit} bytes"),
            Problem::LongGame(limit) => write!(f, "the game is longer than {limit} bytes"),
            Problem::ManyMoves(limit) => write!(f, "the game has more than {limit} moves"),
            Problem::ManyComments(limit) => write!(f, "the game has more than {limit} comments"),
            Problem::ManyTags(limit) => write!(f, "the game has more than {limit} tags"),
            Problem::DeepNesting(limit) => {
                write!(f, "variations are nested more than {limit} deep")
            }
            Problem::NoGame => f.write_str("there is no game in this text"),
        }
    }
}
