//! An evaluation's verdict as a table, or for programs.

use std::fmt::Write;

use chess::Color;
use eval::{Explanation, PieceValue, Score};
use serde::Serialize;

use crate::OutputBucket;
use crate::grid::{Alignment, Grid};

/// Term by term for White, Black and the difference, then the total from both
/// views, then the notes.
pub fn explanation_text(explanation: &Explanation) -> String {
    let mut grid =
        Grid::new([Alignment::Left, Alignment::Right, Alignment::Right, Alignment::Right]);
    grid.row([explanation.evaluation, "White", "Black", "difference"]);
    grid.rule();
    let pawns = |centipawns| Score::cp(centipawns).to_string();
    for term in &explanation.terms {
        let cells = [pawns(term.white), pawns(term.black), pawns(term.difference())];
        grid.row([term.name.to_owned()].into_iter().chain(cells));
    }
    grid.rule();
    let sums = [Color::White, Color::Black].map(|color| pawns(explanation.side(color)));
    let total = pawns(explanation.total());
    grid.row(["total".to_owned()].into_iter().chain(sums).chain([total.clone()]));

    let mut text = grid.text();
    let turn = side_name(explanation.turn);
    let mover = explanation.score();
    // Writing to a string cannot fail.
    let _ = match explanation.turn {
        Color::White => writeln!(text, "\n{total} for White, who is to move (in pawns)"),
        Color::Black => {
            writeln!(text, "\n{total} for White, {mover} for {turn}, who is to move (in pawns)")
        }
    };
    for note in &explanation.notes {
        let _ = writeln!(text, "{}: {}", note.name, note.text);
    }
    text
}

/// The same as a JSON object, with the values of pieces and what output buckets say.
pub(crate) fn explanation_json(
    explanation: &Explanation,
    pieces: &[PieceValue],
    output_buckets: &[OutputBucket],
) -> String {
    #[derive(Serialize)]
    struct ExplanationJson<'a> {
        evaluation: &'a str,
        turn: &'a str,
        total_cp: i32,
        white_cp: i32,
        terms: Vec<Term<'a>>,
        notes: Vec<NoteJson<'a>>,
        pieces: Vec<PieceJson>,
        #[serde(skip_serializing_if = "Vec::is_empty")]
        output_buckets: Vec<OneBucket>,
    }
    #[derive(Serialize)]
    struct Term<'a> {
        name: &'a str,
        white: i32,
        black: i32,
        difference: i32,
    }
    #[derive(Serialize)]
    struct NoteJson<'a> {
        name: &'a str,
        text: &'a str,
    }
    #[derive(Serialize)]
    struct PieceJson {
        square: String,
        piece: char,
        value_cp: Option<i32>,
    }
    #[derive(Serialize)]
    struct OneBucket {
        pieces: &'static str,
        white_cp: i32,
        is_asked: bool,
    }
    let pieces = pieces.iter().map(|piece| PieceJson {
        square: piece.square.to_string(),
        piece: piece.piece.letter(),
        value_cp: piece.value,
    });
    let output_buckets =
        output_buckets.iter().map(|&OutputBucket { pieces, white_cp, is_asked }| OneBucket {
            pieces,
            white_cp,
            is_asked,
        });
    let terms = explanation.terms.iter().map(|term| Term {
        name: term.name,
        white: term.white,
        black: term.black,
        difference: term.difference(),
    });
    json(&ExplanationJson {
        evaluation: explanation.evaluation,
        turn: match explanation.turn {
            Color::White => "white",
            Color::Black => "black",
        },
        total_cp: explanation.score().raw(),
        white_cp: explanation.total(),
        terms: terms.collect(),
        notes: explanation
            .notes
            .iter()
            .map(|note| NoteJson { name: note.name, text: note.text })
            .collect(),
        pieces: pieces.collect(),
        output_buckets: output_buckets.collect(),
    })
}

/// A value as JSON with its lines indented, ended by a newline.
pub(crate) fn json(value: &impl Serialize) -> String {
    // Only maps with keys that are no texts can fail, and there are none.
    let mut text = serde_json::to_string_pretty(value).unwrap_or_default();
    text.push('\n');
    text
}

/// The side's name as a word.
pub(crate) fn side_name(color: Color) -> &'static str {
    match color {
        Color::White => "White",
        Color::Black => "Black",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chess::Position;

    #[test]
    fn a_table_with_both_views() {
        let position: Position = "4k3/8/8/8/8/8/P7/4K3 b - - 0 1".parse().unwrap();
        let explanation = eval::by_name("phased").unwrap().explain(&position);
        let text = explanation_text(&explanation);
        assert!(text.contains("material            +1.00   0.00       +1.00"), "{text}");
        assert!(text.contains("+1.00 for White, -1.00 for Black, who is to move"), "{text}");
        assert!(text.contains("phase: end"), "{text}");
    }
}
