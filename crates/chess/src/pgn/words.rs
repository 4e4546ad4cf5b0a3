//! What a word among moves means.

use super::Nag;
use crate::{Move, Position, SanError};

/// What a word means in a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Word {
    /// A move, perhaps with a sign stuck to it.
    Move(Move, Option<Nag>),
    /// Moves without white space between them.
    Moves(Vec<Move>),
    /// A null move.
    Null,
    /// A sign that stands by itself.
    Sign(Nag),
    /// Nothing that is not known anyway, such as `e.p.`.
    Nothing,
    /// Words of some language, or punctuation.
    Prose,
    /// A move that is none.
    Fault(SanError),
}

impl Word {
    /// Reads a word that is not one move, for the `reason` given.
    pub(super) fn read(position: &Position, text: &str, reason: SanError) -> Word {
        if matches!(text, "--" | "Z0" | "@@@@" | "0000" | "null" | "pass") {
            return Word::Null;
        }
        if matches!(text, "e.p." | "e.p" | "ep" | "ch" | "+" | "#" | "++" | "mate" | "-") {
            return Word::Nothing;
        }
        if let Some(nag) = Nag::from_glyph(text) {
            return Word::Sign(nag);
        }
        if is_prose(text) {
            return Word::Prose;
        }
        with_sign(position, text)
            .or_else(|| moves_without_space(position, text).map(Word::Moves))
            .unwrap_or(Word::Fault(reason))
    }
}

/// Nothing that could be a mistyped move: no digit, and three letters or
/// more, or no letter at all.
fn is_prose(text: &str) -> bool {
    let is_word = text.chars().all(|c| c.is_alphabetic() || c == '\'') && text.chars().count() > 2;
    is_word || !text.contains(char::is_alphanumeric) && !text.contains(|c| ('♔'..='♟').contains(&c))
}

/// `Qh5+-`: the move and what is thought of it.
fn with_sign(position: &Position, text: &str) -> Option<Word> {
    let start = text.find(|c: char| "+-−=±∓⩲⩱∞□".contains(c))?;
    // The check's sign or the dash of castling may come before.
    let signs = text.char_indices().filter(|&(index, _)| index >= start);
    signs.map(|(index, _)| text.split_at(index)).find_map(|(san, sign)| {
        let nag = Nag::from_glyph(sign)?;
        position.parse_san(san).ok().map(|mv| Word::Move(mv, Some(nag)))
    })
}

/// `e4e5` or `Nf3Nc6`: each time the longest beginning that is a legal move,
/// so that `exd5Qxd5` does not begin with `exd`.
fn moves_without_space(position: &Position, text: &str) -> Option<Vec<Move>> {
    /// More than four long moves; a longer word is none of ours.
    const LONGEST: usize = 40;
    if text.len() > LONGEST {
        return None;
    }
    let mut position = *position;
    let mut moves = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let ends = rest.char_indices().skip(2).map(|(index, _)| index);
        let next_begins = |end: &usize| rest[*end..].starts_with(|c: char| !c.is_ascii_digit());
        let ends: Vec<usize> = ends.filter(next_begins).chain([rest.len()]).collect();
        let longest = |end: &usize| position.parse_san(&rest[..*end]).ok();
        let (mv, end) = ends.iter().rev().find_map(|end| Some((longest(end)?, *end)))?;
        position.play_unchecked(mv);
        moves.push(mv);
        rest = &rest[end..];
    }
    Some(moves)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(fen: &str, text: &str) -> String {
        let position = if fen.is_empty() { Position::start() } else { fen.parse().unwrap() };
        let word = match position.parse_san(text) {
            Ok(mv) => return format!("{mv:?}"),
            Err(reason) => Word::read(&position, text, reason),
        };
        match word {
            Word::Move(mv, None) => format!("{mv:?}"),
            Word::Move(mv, Some(nag)) => format!("{mv:?} {nag}"),
            Word::Moves(moves) => format!("{moves:?}"),
            Word::Sign(nag) => nag.to_string(),
            Word::Fault(SanError::Illegal) => "illegal".to_owned(),
            Word::Fault(SanError::Malformed) => "malformed".to_owned(),
            other => format!("{other:?}"),
        }
    }

    #[test]
    fn words() {
        const TAKES: &str = "rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2";
        let cases = [
            ("", "e4", "e2e4"),
            ("", "e4e5", "[e2e4, e7e5]"),
            ("", "Nf3Nc6", "[g1f3, b8c6]"),
            ("", "e4e5Nf3Nc6", "[e2e4, e7e5, g1f3, b8c6]"),
            ("", "e2e4e7e5", "[e2e4, e7e5]"),
            (TAKES, "exd5Qxd5", "[e4d5, d8d5]"),
            (TAKES, "e4e5", "e4e5"),
            ("", "e4=", "e2e4 $10"),
            ("", "e4+-", "e2e4 $18"),
            ("", "e4+/=", "e2e4 $14"),
            ("", "Nf3±", "g1f3 $16"),
            ("", "--", "Null"),
            ("", "Z0", "Null"),
            ("", "N", "$146"),
            ("", "+/-", "$16"),
            ("", "∞", "$13"),
            ("", "e.p.", "Nothing"),
            ("", "resigns", "Prose"),
            ("", "…", "Prose"),
            ("", "e5", "illegal"),
            ("", "Ke2", "illegal"),
            ("", "e4e4", "illegal"),
            ("", "foo7", "malformed"),
            ("", "Q", "malformed"),
        ];
        for (fen, text, expected) in cases {
            assert_eq!(read(fen, text), expected, "{text}");
        }
        let long = "e4e5Nf3Nc6".repeat(1000);
        assert_eq!(read("", &long), "malformed");
    }
}
