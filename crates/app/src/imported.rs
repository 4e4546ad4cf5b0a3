//! Games that were played elsewhere and are kept here: as PGN, next to those that
//! can be gone on with.

use std::time::UNIX_EPOCH;

use chess::pgn::{FaultyVariation, Pgn, ReadError, Reader, ReaderLimits};
use chess::{Outcome, Position, openings};

use crate::games::now;
use crate::limits::READ_MOVES;
use crate::pgn::date;
use crate::protocol::KeptGame;
use crate::random;
use crate::store::Kept;

/// Games of one text that are kept.
const MOST_GAMES: usize = 1000;
/// Remarks that are told.
const MOST_REMARKS: usize = 20;
/// Letters at the end of a key that make it like no other.
const KEY: usize = 4;
/// A moment that no clock reaches, in milliseconds since 1970: twelve digits of sixteen.
const LAST_MILLIS: u64 = (1 << 48) - 1;
/// How the keys of such games begin: those of played ones are letters and digits.
const PREFIX: &str = "pgn-";

/// Whether a kept text is PGN, rather than a game that can be gone on with.
pub(crate) fn is_pgn(whole: &str) -> bool {
    whole.starts_with('[')
}

/// The games of a text as they are kept, and what could not be read of it.
pub(crate) fn read(text: &str) -> Result<(Vec<Kept>, Vec<String>), String> {
    let limits = ReaderLimits { moves: READ_MOVES, nesting: 256, ..ReaderLimits::default() };
    let reader = Reader::with_limits(text.as_bytes(), limits, FaultyVariation::IsCut);
    let (mut games, mut remarks) = (Vec::new(), Vec::new());
    let order = later_first(now_in_millis());
    for (index, read) in reader.enumerate() {
        if index == MOST_GAMES {
            remarks.push(format!("the first {MOST_GAMES} games of this text are kept"));
            break;
        }
        let (pgn, causes) = match read {
            Ok(read) => (read.game, read.warnings),
            Err(ReadError::Broken(broken)) => {
                (broken.game, [vec![broken.cause], broken.warnings].concat())
            }
            Err(ReadError::Io(error)) => return Err(format!("the text cannot be read: {error}")),
        };
        remarks.extend(causes.iter().map(ToString::to_string));
        if !pgn.tree.is_empty() {
            games.push(kept(&pgn, format!("{PREFIX}{order}{index:03}-{}", random::name(KEY)?)));
        }
    }
    if games.is_empty() {
        return Err("there is no game with a move in this text".to_owned());
    }
    remarks.truncate(MOST_REMARKS);
    Ok((games, remarks))
}

/// What a key begins with, so that of two texts the one that was read later comes first.
fn later_first(millis: u64) -> String {
    format!("{:012x}", LAST_MILLIS.saturating_sub(millis))
}

fn now_in_millis() -> u64 {
    UNIX_EPOCH.elapsed().map_or(0, |since| since.as_millis() as u64)
}

/// A game under a key.
fn kept(pgn: &Pgn, key: String) -> Kept {
    let tag = |name| pgn.tags.get(name).filter(|value| *value != "?").unwrap_or("?").to_owned();
    let positions = positions(pgn);
    let opening =
        openings::of_game(&positions).map_or(String::new(), |opening| opening.name.to_owned());
    let began = now();
    let head = KeptGame {
        game: key,
        white: tag("White"),
        black: tag("Black"),
        result: pgn.outcome().map_or("*", Outcome::pgn).to_owned(),
        reason: String::new(),
        opening,
        plies: positions.len() as u32 - 1,
        date: date(pgn),
        began,
        changed: began,
        fen: positions.last().map_or(String::new(), ToString::to_string),
    };
    Kept { head, whole: pgn.to_string() }
}

/// The positions of the main line, the start first.
fn positions(pgn: &Pgn) -> Vec<Position> {
    let mut positions = vec![*pgn.tree.start()];
    for node in pgn.tree.main_line() {
        let mut next = *positions.last().unwrap_or(pgn.tree.start());
        match pgn.tree.mv(node) {
            Some(mv) => next.play_unchecked(mv),
            None => match next.after_null() {
                Some(passed) => next = passed,
                None => break,
            },
        }
        positions.push(next);
    }
    positions
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::{ListOrder, MemoryStore, Store as _};

    #[test]
    fn every_game_of_a_text_is_kept_with_what_lists_show() {
        let text = "[White \"Ada\"]\n[Black \"Ben\"]\n[Date \"2020.01.02\"]\n[Result \"1-0\"]\n\n\
                    1. e4 e5 { a word } (1... c5) 2. Nf3 1-0\n\n[White \"Cleo\"]\n\n1. d4 d5 2. Ke3 *\n";
        let (games, remarks) = read(text).unwrap();
        let [first, second] = &games[..] else { panic!("{} games", games.len()) };
        assert_eq!((first.head.white.as_str(), first.head.black.as_str()), ("Ada", "Ben"));
        assert_eq!((first.head.result.as_str(), first.head.plies), ("1-0", 3));
        assert_eq!(first.head.date, "2020.01.02");
        assert!(first.head.opening.contains("Knight"), "{}", first.head.opening);
        assert!(first.head.game.starts_with(PREFIX));
        assert!(is_pgn(&first.whole) && first.whole.contains("a word"));
        // As far as it could be read.
        assert_eq!((second.head.white.as_str(), second.head.plies), ("Cleo", 2));
        assert!(remarks.iter().any(|remark| remark.contains("Ke3")), "{remarks:?}");
    }

    #[test]
    fn lists_have_the_games_of_a_text_in_its_order() {
        let text: String = (1..=40)
            .map(|number| format!("[White \"{number}\"]\n[UTCDate \"2021.02.03\"]\n\n1. e4 *\n\n"))
            .collect();
        let (games, _) = read(&text).unwrap();
        assert_eq!(games[0].head.date, "2021.02.03");
        let store = MemoryStore::default();
        // Whatever order they are saved in.
        for mut one in games.into_iter().rev() {
            one.head.changed = 7;
            store.save(one).unwrap();
        }
        let order = ListOrder { text: String::new(), offset: 0, limit: 40 };
        let listed = store.list(order).unwrap().games;
        let numbers: Vec<String> = listed.into_iter().map(|head| head.white).collect();
        assert_eq!(numbers, (1..=40).map(|number| number.to_string()).collect::<Vec<_>>());
        // And of two texts the later one first.
        assert!(later_first(2000) < later_first(1999));
    }

    #[test]
    fn a_text_without_a_game_is_refused() {
        for text in ["", "nonsense", "[White \"A\"]\n\n*\n"] {
            assert!(read(text).is_err(), "{text}");
        }
    }
}
