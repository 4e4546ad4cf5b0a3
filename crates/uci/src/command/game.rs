//! A position and the moves to it, as `position` writes them.

use std::fmt;

use chess::{CastlingLetters, CastlingNotation, FenError, Game, Position, UciMoveError};

use crate::note::{Notes, ParseNote};
use crate::words::{Words, one_line, shown};

/// Where a game begins.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum GameStart {
    /// `startpos`.
    Standard,
    /// A FEN, right or wrong.
    Fen(String),
}

/// What `position` says: a start and moves, not yet checked.
///
/// ```
/// use plywise_uci::{Command, GameText};
///
/// let line = "position fen 7k/P7/8/8/8/8/8/K7 w - - moves a7a8Q h8h7 a8b6";
/// let Some(Command::Position(text)) = Command::parse(line).value else { panic!() };
/// let refused = text.game().map_err(|reason| reason.to_string());
/// assert_eq!(refused, Err("move 3, 'a8b6': no such move is legal here".to_owned()));
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct GameText {
    /// Where the game begins.
    pub start: GameStart,
    /// The moves played since.
    pub moves: Vec<String>,
}

/// Why a [`GameText`] is no game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum GameTextError {
    /// It does not begin with a legal position.
    Start(FenError),
    /// A move cannot be played.
    Move {
        /// How many moves came before it.
        ply: usize,
        /// The move as it was written.
        text: String,
        /// What is wrong with it.
        reason: UciMoveError,
    },
}

impl GameText {
    /// A game as text. In the Chess960 notation castling rights are written by
    /// their files too, which every engine that plays Chess960 understands.
    pub fn of(game: &Game, notation: CastlingNotation) -> GameText {
        let start = if *game.start() == Position::start() {
            GameStart::Standard
        } else {
            GameStart::Fen(game.start().to_fen(match notation {
                CastlingNotation::Standard => CastlingLetters::Xfen,
                CastlingNotation::Chess960 => CastlingLetters::Shredder,
            }))
        };
        let moves = game.history().map(|(position, mv)| position.to_uci(mv, notation)).collect();
        GameText { start, moves }
    }

    /// The game, if the start and every move are legal.
    pub fn game(&self) -> Result<Game, GameTextError> {
        let start = match &self.start {
            GameStart::Standard => Position::start(),
            GameStart::Fen(fen) => fen.parse().map_err(GameTextError::Start)?,
        };
        let mut game = Game::new(start);
        for (ply, text) in self.moves.iter().enumerate() {
            let refused = |reason| GameTextError::Move { ply, text: text.clone(), reason };
            let mv = game.position().parse_uci(text).map_err(refused)?;
            game.play(mv).map_err(|_| refused(UciMoveError::Illegal))?;
        }
        Ok(game)
    }

    /// Reads what follows `position`; `None` if it says neither `startpos` nor `fen`.
    pub(crate) fn parse(words: &mut Words<'_>, notes: &mut Notes) -> Option<GameText> {
        let is_moves = |word: &str| word == "moves";
        let start = match words.next() {
            Some("startpos") => {
                notes.unknown("startpos", words.list_until(is_moves).iter().map(String::as_str));
                GameStart::Standard
            }
            Some("fen") => GameStart::Fen(words.text_until(is_moves)),
            other => {
                notes.unknown("position", other);
                notes.add(|| ParseNote::Missing { what: "position", lacks: "'startpos' or 'fen'" });
                return None;
            }
        };
        words.next(); // the word `moves`, if there is one
        Some(GameText { start, moves: words.list_until(|_| false) })
    }
}

/// The command itself, `position` included.
impl fmt::Display for GameText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.start {
            GameStart::Standard => f.write_str("position startpos")?,
            GameStart::Fen(fen) => write!(f, "position fen {}", one_line(fen))?,
        }
        if !self.moves.is_empty() {
            f.write_str(" moves")?;
        }
        for mv in &self.moves {
            write!(f, " {}", one_line(mv))?;
        }
        Ok(())
    }
}

impl fmt::Display for GameTextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GameTextError::Start(error) => write!(f, "{error}"),
            GameTextError::Move { ply, text, reason } => {
                write!(f, "move {}, '{}': {reason}", ply + 1, shown(text))
            }
        }
    }
}

impl std::error::Error for GameTextError {}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Option<GameText> {
        GameText::parse(&mut Words::new(text), &mut Notes::default())
    }

    fn end(text: &str) -> Result<String, String> {
        let game = read(text).ok_or("no game")?.game().map_err(|error| error.to_string())?;
        Ok(game.position().to_string())
    }

    #[test]
    fn positions_as_programs_write_them() {
        for (text, fen) in [
            ("startpos", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"),
            (
                "startpos moves e2e4 e7e5",
                "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2",
            ),
            // Four fields, an en passant square that nobody can use, Shredder
            // letters, castling as king takes rook, a capital promotion letter.
            ("fen 4k3/8/8/8/4P3/8/8/4K3 b - e3", "4k3/8/8/8/4P3/8/8/4K3 b - - 0 1"),
            (
                "fen r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1 moves e1h1",
                "r3k2r/8/8/8/8/8/8/R4RK1 b kq - 1 1",
            ),
            (
                "fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1 moves e1g1",
                "r3k2r/8/8/8/8/8/8/R4RK1 b kq - 1 1",
            ),
            ("fen 7k/P7/8/8/8/8/8/K7 w - - moves a7a8Q", "Q6k/8/8/8/8/8/8/K7 b - - 0 1"),
        ] {
            assert_eq!(end(text), Ok(fen.to_owned()), "{text}");
        }
    }

    #[test]
    fn what_is_wrong_is_said() {
        for (text, reason) in [
            ("", "no game"),
            ("e2e4", "no game"),
            ("fen", "not 0"),
            ("fen moves e2e4", "not 0"),
            ("fen 8/8/8/8/8/8/8/8 w - - 0 1", "king"),
            ("startpos moves e2e5", "move 1, 'e2e5': no such move"),
            ("startpos moves e2e4 é2e4", "move 2, 'é2e4': a move is two squares"),
        ] {
            let refused = end(text).unwrap_err();
            assert!(refused.contains(reason), "{text}: {refused}");
        }
    }

    #[test]
    fn games_are_written_in_the_notation_asked_for() {
        let game =
            read("fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1 moves e1g1").unwrap().game().unwrap();
        assert_eq!(
            GameText::of(&game, CastlingNotation::Standard).to_string(),
            "position fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1 moves e1g1"
        );
        assert_eq!(
            GameText::of(&game, CastlingNotation::Chess960).to_string(),
            "position fen r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1 moves e1h1"
        );
        assert_eq!(
            GameText::of(&Game::default(), CastlingNotation::Chess960).to_string(),
            "position startpos"
        );
    }
}
