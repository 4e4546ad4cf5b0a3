//! A position in a line of text: FEN, or EPD with its operations.

use crate::{FenError, Position};

/// Fields of a FEN that EPD has too.
const FIELDS: usize = 4;

/// A position and what its line says about it.
///
/// ```
/// let epd = plywise_chess::Epd::read("4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; id \"one; two\";")?;
/// assert_eq!(epd.operand("bm"), Some("e4"));
/// assert_eq!(epd.operand("id"), Some("one; two"));
/// # Ok::<(), plywise_chess::FenError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Epd {
    /// The position.
    pub position: Position,
    /// Operations in their order: a name and its operands, without quotes.
    pub operations: Vec<(String, Vec<String>)>,
}

impl Epd {
    /// Reads a FEN of four to six fields, with or without operations such as
    /// `bm Qg6; id "WAC.001";` behind it. `startpos` is the starting position.
    pub fn read(line: &str) -> Result<Epd, FenError> {
        let (fields, rest) = take_fields(line);
        let operations = operations(rest);
        let position = match fields.as_slice() {
            ["startpos", ..] => Position::start(),
            fields if fields.len() == FIELDS => {
                let counter = |name| operand(&operations, name);
                let halfmoves = counter("hmvc").unwrap_or("0");
                let number = counter("fmvn").unwrap_or("1");
                format!("{} {halfmoves} {number}", fields.join(" ")).parse()?
            }
            fields => fields.join(" ").parse()?,
        };
        Ok(Epd { position, operations })
    }

    /// The first operand of an operation.
    pub fn operand(&self, name: &str) -> Option<&str> {
        operand(&self.operations, name)
    }

    /// All operands of an operation.
    pub fn operands(&self, name: &str) -> Option<&[String]> {
        let (_, operands) = self.operations.iter().find(|(other, _)| other == name)?;
        Some(operands)
    }
}

fn operand<'a>(operations: &'a [(String, Vec<String>)], name: &str) -> Option<&'a str> {
    let (_, operands) = operations.iter().find(|(other, _)| other == name)?;
    operands.first().map(String::as_str)
}

/// The fields of the position, and what follows them.
fn take_fields(line: &str) -> (Vec<&str>, &str) {
    let mut fields = Vec::new();
    let mut rest = line.trim();
    loop {
        let end = rest.find([' ', '\t', ';']).unwrap_or(rest.len());
        let (word, behind) = rest.split_at(end);
        // Counters are numbers, or dashes where nobody counted.
        let is_counter = word == "-" || word.bytes().all(|byte| byte.is_ascii_digit());
        let is_field = fields.len() < FIELDS || fields.len() < FIELDS + 2 && is_counter;
        if word.is_empty() || !is_field {
            return (fields, rest);
        }
        fields.push(word);
        rest = behind.trim_start();
        if word == "startpos" {
            return (fields, rest);
        }
    }
}

/// Operations: a name and operands, ended by a semicolon. A string in quotes
/// may hold semicolons and spaces; one that is never closed ends with the line.
fn operations(text: &str) -> Vec<(String, Vec<String>)> {
    let mut operations = Vec::new();
    let mut words: Vec<String> = Vec::new();
    let mut finish = |words: &mut Vec<String>| {
        let mut words = std::mem::take(words).into_iter();
        if let Some(name) = words.next() {
            operations.push((name, words.collect()));
        }
    };
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        rest = match first {
            ';' => {
                finish(&mut words);
                &rest[1..]
            }
            '"' => {
                let (string, behind) = rest[1..].split_once('"').unwrap_or((&rest[1..], ""));
                words.push(string.to_owned());
                behind
            }
            _ => {
                let ends = |c: char| c.is_whitespace() || c == ';' || c == '"';
                let (word, behind) = rest.split_at(rest.find(ends).unwrap_or(rest.len()));
                words.push(word.to_owned());
                behind
            }
        }
        .trim_start();
    }
    finish(&mut words);
    operations
}

#[cfg(test)]
mod tests {
    use super::*;

    const KINGS: &str = "4k3/8/8/8/8/8/4P3/4K3 w - -";

    #[test]
    fn counters_stand_anywhere() {
        for (line, clock, number) in [
            (KINGS.to_owned(), 0, 1),
            (format!("{KINGS} 3"), 3, 1),
            (format!("  {KINGS} 3 40  "), 3, 40),
            (format!("{KINGS} 3 40; bm e4"), 3, 40),
            (format!("{KINGS} hmvc 3; fmvn 40;"), 3, 40),
            (format!("{KINGS}\tbm e4;fmvn 7"), 0, 7),
        ] {
            let epd = Epd::read(&line).unwrap();
            let found = (epd.position.halfmove_clock(), epd.position.fullmove_number());
            assert_eq!(found, (clock, number), "{line}");
        }
        assert_eq!(Epd::read("startpos bm e4 d4;").unwrap().position, Position::start());
    }

    #[test]
    fn operations_are_taken_apart() {
        let epd = Epd::read(&format!(
            "{KINGS} bm e4 e3;id \"a; b\"; c0 \"e4=10, e3=5\" ;; acd 3; c1 \"open"
        ))
        .unwrap();
        assert_eq!(epd.operands("bm").unwrap(), ["e4", "e3"]);
        assert_eq!(epd.operand("id"), Some("a; b"));
        assert_eq!(epd.operand("c0"), Some("e4=10, e3=5"));
        assert_eq!(epd.operand("acd"), Some("3"));
        assert_eq!(epd.operand("c1"), Some("open"));
        assert_eq!(epd.operand("am"), None);
        assert_eq!(epd.operations.len(), 5);
    }

    #[test]
    fn what_is_no_position_is_refused() {
        for bad in ["", "nonsense", "8/8/8/8/8/8/8/8 w - - 0 1", "4k3/8 w - - bm e4;", ";;;", "\""]
        {
            assert!(Epd::read(bad).is_err(), "{bad}");
        }
    }
}
