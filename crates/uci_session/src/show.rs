//! A position as a diagram, and what identifies it.

use chess::{CastlingLetters, CastlingNotation, File, Piece, Position, Rank, Square};

/// The diagram with White below, then one fact a line; castling rights by their
/// files where castling moves are written for Chess960.
pub fn text(position: &Position, notation: CastlingNotation) -> String {
    let rule = format!("+{}\n", "---+".repeat(8));
    let mut text = rule.clone();
    for rank in Rank::ALL.into_iter().rev() {
        for file in File::ALL {
            let piece = position.piece_at(Square::new(file, rank)).map_or(' ', Piece::letter);
            text.push_str(&format!("| {piece} "));
        }
        text.push_str(&format!("| {}\n{rule}", rank.digit()));
    }
    let files = File::ALL.map(|file| format!("  {} ", file.letter())).concat();
    let letters = match notation {
        CastlingNotation::Standard => CastlingLetters::Xfen,
        CastlingNotation::Chess960 => CastlingLetters::Shredder,
    };
    let checkers: Vec<String> =
        position.checkers().into_iter().map(|square| square.to_string()).collect();
    let facts = format!(
        "Fen: {}\nKey: {:016X}\nCheckers: {}",
        position.to_fen(letters),
        position.key(),
        checkers.join(" ")
    );
    format!("{text}{}\n\n{}\n", files.trim_end(), facts.trim_end())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_diagram_with_its_facts() {
        let position: Position = "r3k2r/8/8/8/1b6/8/4q3/R3K2R w KQkq - 3 9".parse().unwrap();
        let shown = text(&position, CastlingNotation::Standard);
        let last = "\
|   |   |   |   | q |   |   |   | 2
+---+---+---+---+---+---+---+---+
| R |   |   |   | K |   |   | R | 1
+---+---+---+---+---+---+---+---+
  a   b   c   d   e   f   g   h

Fen: r3k2r/8/8/8/1b6/8/4q3/R3K2R w KQkq - 3 9
";
        assert!(shown.contains(last), "{shown}");
        assert!(shown.contains(&format!("\nKey: {:016X}\n", position.key())), "{shown}");
        assert!(shown.ends_with("\nCheckers: e2 b4\n"), "{shown}");
        let shown = text(&position, CastlingNotation::Chess960);
        assert!(shown.contains(" w HAha - 3 9\n"), "{shown}");
        assert!(text(&Position::start(), CastlingNotation::Standard).ends_with("\nCheckers:\n"));
    }
}
