//! The line of a journal of which only the beginning was written.

use crate::fault::GameFault;

/// What a line is made of.
#[derive(Clone, Copy)]
enum Piece {
    Text(&'static str),
    Number,
    OneOf(&'static [&'static str]),
    Fault,
}

use Piece::{Number, OneOf, Text};

/// A line of a game up to where lines differ in what they tell.
const LINE: [Piece; 12] = [
    Text("{\"round\":"),
    Number,
    Text(",\"first\":"),
    Number,
    Text(",\"second\":"),
    Number,
    Text(",\"reversed\":"),
    OneOf(&["true", "false"]),
    Text(",\"result\":\""),
    OneOf(&["1-0", "0-1", "1/2-1/2"]),
    Text("\",\"plies\":"),
    Number,
];
const FAULT: [Piece; 5] =
    [Text(",\"fault\":[\""), OneOf(&["w", "b"]), Text("\",\""), Piece::Fault, Text("\"]")];
const COMPLAINTS: [Piece; 5] = [Text(",\"complaints\":["), Number, Text(","), Number, Text("]")];
const PGN: [Piece; 2] = [Text(",\"pgn\":"), Number];

/// Whether this is the beginning of a game's line: nothing, all of it, or
/// anything between.
pub(crate) fn is_begun(text: &[u8]) -> bool {
    // Each of the last three may be missing.
    (0..8).any(|which| {
        let mut pieces = LINE.to_vec();
        for (bit, part) in [&FAULT[..], &COMPLAINTS, &PGN].into_iter().enumerate() {
            if which >> bit & 1 == 1 {
                pieces.extend(part);
            }
        }
        pieces.push(Text("}"));
        could_become(text, &pieces)
    })
}

/// Whether a text is the beginning of what the pieces make.
fn could_become(text: &[u8], pieces: &[Piece]) -> bool {
    let Some((piece, pieces)) = pieces.split_first() else { return text.is_empty() };
    let goes_on = |word: &str| match text.strip_prefix(word.as_bytes()) {
        Some(rest) => could_become(rest, pieces),
        None => word.as_bytes().starts_with(text),
    };
    match piece {
        Text(word) => goes_on(word),
        OneOf(words) => words.iter().any(|word| goes_on(word)),
        Piece::Fault => GameFault::ALL.iter().any(|fault| goes_on(fault.name())),
        Number => {
            let digits = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
            let rest = &text[digits..];
            rest.is_empty() || digits > 0 && could_become(rest, pieces)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_may_end_anywhere() {
        for line in [
            r#"{"round":12,"first":0,"second":1,"reversed":false,"result":"1/2-1/2","plies":81}"#,
            r#"{"round":0,"first":2,"second":10,"reversed":true,"result":"1-0","plies":0,"pgn":0}"#,
            r#"{"round":1,"first":0,"second":1,"reversed":true,"result":"0-1","plies":7,"fault":["w","time"],"complaints":[12,0],"pgn":1234}"#,
        ] {
            for end in 0..=line.len() {
                assert!(is_begun(&line.as_bytes()[..end]), "{}", &line[..end]);
            }
        }
        for foreign in [
            r#"{"a":1}"#,
            r#"{"round":1,"first":0}"#,
            r#"{"round":1,"first":0,"second":1,"reversed":nothing"#,
            r#"{"round":1,"first":0,"second":1,"reversed":true,"result":"1-1"#,
            r#"{"round":,"#,
            "precious",
            " ",
            "{}",
        ] {
            assert!(!is_begun(foreign.as_bytes()), "{foreign}");
        }
    }
}
