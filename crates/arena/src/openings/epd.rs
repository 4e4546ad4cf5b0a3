//! Positions, one a line.

use chess::Epd;

use super::{Opening, OpeningsError, cannot_read};

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
    let epd = Epd::read(line).map_err(|error| cannot_read(line, error))?;
    Opening::from(epd.position).checked()
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
