//! Reading games in tests: all of a text at once, and what came of it in a line.

#![allow(dead_code)] // each test takes what it needs

use std::io::Read;

use plywise_chess::pgn::{BrokenGame, Pgn, ReadError, ReadGame, Reader};

/// A game, or what was good of it.
pub(crate) type Read1 = Result<ReadGame, Box<BrokenGame>>;

pub(crate) fn read_from(input: impl Read) -> Vec<Read1> {
    let games = Reader::new(input).map(|read| match read {
        Ok(game) => Ok(game),
        Err(ReadError::Broken(broken)) => Err(broken),
        Err(ReadError::Io(error)) => panic!("{error}"),
    });
    games.collect()
}

pub(crate) fn read(text: impl AsRef<[u8]>) -> Vec<Read1> {
    read_from(text.as_ref())
}

pub(crate) fn read_one(text: &str) -> Pgn {
    let [Ok(read)] = &read(text)[..] else { panic!("{text}: {:?}", read(text)) };
    read.game.clone()
}

/// The moves as they are written, in one line.
pub(crate) fn moves(game: &Pgn) -> String {
    let text = game.to_string();
    let (_, moves) = text.split_once("\n\n").unwrap();
    moves.trim_end().replace('\n', " ")
}

/// What was read, in a line a game: the moves, or `!` and the line of the
/// fault before them; then how many warnings there were.
pub(crate) fn summary(text: impl AsRef<[u8]>) -> Vec<String> {
    let summarize = |read: Read1| {
        let (fault, game, warnings) = match read {
            Ok(read) => (String::new(), read.game, read.warnings),
            Err(broken) => (format!("!{} ", broken.cause.line), broken.game, broken.warnings),
        };
        let warned =
            if warnings.is_empty() { String::new() } else { format!(" ~{}", warnings.len()) };
        format!("{fault}{}{warned}", moves(&game))
    };
    read(text).into_iter().map(summarize).collect()
}
