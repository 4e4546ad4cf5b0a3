//! A position's verdict with all that can be said about it: its terms, what
//! each piece is worth, and what each output bucket of a network says.

use std::fmt::Write;

use chess::{Board, Color, File, Piece, Position, Rank, Square};
use eval::nnue::{Nnue, OUTPUT_BUCKET_NAMES};
use eval::{Evaluation, Evaluator, Explanation, PieceValue, Score};

use crate::explanation::{explanation_json, explanation_text};
use crate::grid::{Alignment, Grid};

/// What an evaluation says about a position, and why.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EvaluationReport {
    /// Term by term.
    pub explanation: Explanation,
    /// The pieces.
    pub board: Board,
    /// What each of them but the kings is worth.
    pub pieces: Vec<PieceValue>,
    /// What each output bucket says, if the evaluation is a network.
    pub output_buckets: Vec<OutputBucket>,
}

/// What one output bucket of a network says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OutputBucket {
    /// Which numbers of pieces it was trained with.
    pub pieces: &'static str,
    /// Its verdict in centipawns, with White's eyes.
    pub white_cp: i32,
    /// Whether it is the one for this position.
    pub is_asked: bool,
}

impl EvaluationReport {
    /// The verdict of an evaluation; its output buckets too, if it is this network.
    pub fn of(
        evaluator: &dyn Evaluator,
        network: Option<&Nnue>,
        position: &Position,
    ) -> EvaluationReport {
        EvaluationReport {
            explanation: evaluator.explain(position),
            board: *position.board(),
            pieces: evaluator.piece_values(position),
            output_buckets: network
                .map(|network| output_buckets(network, position))
                .unwrap_or_default(),
        }
    }

    /// As tables and a board.
    pub fn text(&self) -> String {
        let mut text = explanation_text(&self.explanation);
        text.push_str(
            "\nWhat each piece is worth to its own side: how much worse off it is without it (in pawns)\n",
        );
        text += &self.values_on_the_board();
        if self.pieces.iter().any(|piece| piece.value.is_none()) {
            text.push_str("--: without this piece the position would not be legal\n");
        }
        if !self.output_buckets.is_empty() {
            let mut grid = Grid::new([Alignment::Left, Alignment::Right, Alignment::Left]);
            grid.row(["output bucket", "White", ""]);
            grid.rule();
            for output_bucket in &self.output_buckets {
                let asked = if output_bucket.is_asked { "asked here" } else { "" };
                grid.row([
                    output_bucket.pieces.to_owned(),
                    pawns(output_bucket.white_cp),
                    asked.to_owned(),
                ]);
            }
            // Writing to a string cannot fail.
            let _ = write!(text, "\n{}", grid.text());
        }
        text
    }

    /// As a JSON object.
    pub fn json(&self) -> String {
        explanation_json(&self.explanation, &self.pieces, &self.output_buckets)
    }

    /// Each piece with its value under it.
    fn values_on_the_board(&self) -> String {
        let rule = format!("  +{}\n", "-------+".repeat(8));
        let mut text = rule.clone();
        for rank in Rank::ALL.into_iter().rev() {
            let squares = File::ALL.map(|file| Square::new(file, rank));
            let pieces = squares.map(|square| self.board.piece_at(square));
            let letters = pieces.map(|piece| piece.map_or(' ', Piece::letter).to_string());
            let values = squares.map(|square| self.value_on(square));
            for (edge, cells) in [(rank.digit(), letters), (' ', values)] {
                text.push_str(&format!("{edge} |"));
                for cell in cells {
                    text.push_str(&format!("{cell:^7}|"));
                }
                text.push('\n');
            }
            text += &rule;
        }
        let files: String = File::ALL.map(|file| format!("{:^8}", file.letter())).concat();
        text + "   " + files.trim_end() + "\n"
    }

    fn value_on(&self, square: Square) -> String {
        match self.pieces.iter().find(|piece| piece.square == square) {
            None => String::new(),
            Some(PieceValue { value: None, .. }) => "--".to_owned(),
            Some(PieceValue { value: Some(value), .. }) => pawns(*value),
        }
    }
}

fn output_buckets(network: &Nnue, position: &Position) -> Vec<OutputBucket> {
    let (verdicts, asked) = network.output_buckets(position);
    let output_bucket = |(index, (pieces, verdict)): (usize, (&'static str, i32))| OutputBucket {
        pieces,
        white_cp: if position.turn() == Color::White { verdict } else { -verdict },
        is_asked: index == asked,
    };
    OUTPUT_BUCKET_NAMES.into_iter().zip(verdicts).enumerate().map(output_bucket).collect()
}

fn pawns(centipawns: i32) -> String {
    Score::cp(centipawns).to_string()
}

/// Where the champion does not ask its network, that it does not; empty elsewhere.
pub fn ending_remark(evaluation: &Evaluation, position: &Position) -> String {
    let known = evaluation.network().and_then(|_| eval::known_ending(position));
    known.map_or_else(String::new, |score| {
        format!("\nThe champion judges this ending without the network: {score} for the mover.\n")
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use eval::nnue::Network;

    fn of(evaluation: &str, fen: &str) -> EvaluationReport {
        EvaluationReport::of(eval::by_name(evaluation).unwrap(), None, &fen.parse().unwrap())
    }

    #[test]
    fn pieces_stand_on_their_squares_with_their_values() {
        let text = of("material", "4k3/8/4b3/8/8/8/P7/K3R3 w - - 0 1").text();
        let board = "\
6 |       |       |       |       |   b   |       |       |       |
  |       |       |       |       |  --   |       |       |       |
";
        assert!(text.contains(board), "{text}");
        let board = "\
1 |   K   |       |       |       |   R   |       |       |       |
  |       |       |       |       | +5.00 |       |       |       |
  +-------+-------+-------+-------+-------+-------+-------+-------+
      a       b       c       d       e       f       g       h
";
        assert!(text.contains(board), "{text}");
        assert!(text.contains("--: without this piece the position would not be legal"), "{text}");
        assert!(!text.contains("output bucket"), "{text}");
    }

    #[test]
    fn a_network_shows_its_heads_with_whites_eyes() {
        let nnue = Nnue::new(Network::embedded());
        for fen in ["4k3/8/8/8/8/8/8/QQ2K3 w - - 0 1", "4k3/8/8/8/8/8/8/QQ2K3 b - - 0 1"] {
            let verdict = EvaluationReport::of(&nnue, Some(&nnue), &fen.parse().unwrap());
            let asked: Vec<&OutputBucket> = verdict
                .output_buckets
                .iter()
                .filter(|output_bucket| output_bucket.is_asked)
                .collect();
            assert_eq!((asked.len(), asked[0].pieces), (1, "2 to 5 pieces"));
            assert_eq!(asked[0].white_cp, verdict.explanation.total());
            assert!(asked[0].white_cp > 500, "{fen}");
            let json: serde_json::Value = serde_json::from_str(&verdict.json()).unwrap();
            assert_eq!(json["output_buckets"].as_array().unwrap().len(), 8);
            assert_eq!(json["output_buckets"][0]["is_asked"], true);
            assert_eq!(json["pieces"][0]["square"], "a1");
            assert_eq!(json["pieces"][0]["piece"], "Q");
            assert!(json["pieces"][0]["value_cp"].as_i64().unwrap() > 100, "{json}");
        }
    }

    #[test]
    fn a_value_that_cannot_be_is_null() {
        let json = of("material", "4k3/8/4b3/8/8/8/8/K3R3 w - - 0 1").json();
        let json: serde_json::Value = serde_json::from_str(&json).unwrap();
        assert_eq!(json["pieces"][0]["value_cp"], 500);
        assert!(json["pieces"][1]["value_cp"].is_null(), "{json}");
        assert!(json.get("output_buckets").is_none(), "{json}");
    }
}
