//! Positions, one a line.

use chess::Position;

use super::{Opening, OpeningsError, cannot_read};

/// Fields of a FEN that EPD has too.
const FIELDS: usize = 4;

/// Reads FEN or EPD lines; empty lines and those that begin with `#` are passed
/// over.
pub(super) fn read(text: &str) -> Result<Vec<Opening>, OpeningsError> {
    let lines = text.lines().zip(1..);
    let lines = lines.map(|(line, number)| (line.trim(), number));
    lines
        .filter(|(line, _)| !line.is_empty() && !line.starts_with('#'))
        .map(|(line, number)| {
            read_line(line).map_err(|reason| OpeningsError::At { line: number, reason })
        })
        .collect()
}

fn read_line(line: &str) -> Result<Opening, String> {
    let position: Position = fen(line).parse().map_err(|error| cannot_read(line, error))?;
    Opening::from(position).checked()
}

/// The FEN in a line: its counters follow as numbers, or as the operations
/// `hmvc` and `fmvn`, or not at all.
fn fen(line: &str) -> String {
    // Operations may follow without a space.
    let words: Vec<&str> = line.split([' ', '\t', ';']).filter(|word| !word.is_empty()).collect();
    let is_counter = |word: &&&str| word.bytes().all(|byte| byte.is_ascii_digit());
    let counters = words.iter().skip(FIELDS).take(2).take_while(is_counter).count();
    if counters > 0 || words.len() <= FIELDS {
        return words[..words.len().min(FIELDS + counters)].join(" ");
    }
    let operation = |name: &str| {
        let at = words.iter().position(|word| *word == name)?;
        words.get(at + 1).copied()
    };
    let halfmoves = operation("hmvc").unwrap_or("0");
    let number = operation("fmvn").unwrap_or("1");
    format!("{} {halfmoves} {number}", words[..FIELDS].join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_sorts_of_lines() {
        let text = "# a comment\n\
            rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 3 7\n\
            \n\
            rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -\n\
            rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - hmvc 3; fmvn 7; id \"x 1\";\r\n\
            rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - bm e5;\n\
            bqnbrknr/pppppppp/8/8/8/8/PPPPPPPP/BQNBRKNR w EHeh - 0 1\n";
        let openings = read(text).unwrap();
        assert_eq!(openings.len(), 5);
        let numbers: Vec<(u16, u32)> = openings
            .iter()
            .map(|opening| (opening.start.halfmove_clock(), opening.start.fullmove_number()))
            .collect();
        assert_eq!(numbers, [(3, 7), (0, 1), (3, 7), (0, 1), (0, 1)]);
    }

    #[test]
    fn complaints_name_the_line() {
        let good = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1\n";
        for (bad, said) in [
            ("nonsense", "line 2: 'nonsense': a FEN has 4 to 6 fields"),
            ("8/8/8/8/8/8/8/8 w - - 0 1", "line 2: '8/8/8/8/8/8/8/8 w - - 0 1': not a legal"),
            ("7k/5KQ1/8/8/8/8/8/8 b - - 0 1", "line 2: the game is over before it begins"),
        ] {
            let error = read(&format!("{good}{bad}\n")).unwrap_err().to_string();
            assert!(error.starts_with(said), "{error}");
        }
    }
}
