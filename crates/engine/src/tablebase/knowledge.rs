//! All that tables know about a position, for people to read.

use chess::{Color, Move, Position};
use search::champion::Verdict;

use super::Tablebases;

/// What is known for certain about a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Knowledge {
    /// The result for the side to move.
    pub verdict: Verdict,
    /// See [`Tablebases::probe_dtz`].
    pub dtz: Option<i32>,
    /// The moves that keep the result.
    pub best: Vec<Move>,
    /// The result in words.
    pub result: &'static str,
    /// The result and how far it is, in words.
    pub sentence: String,
}

impl Tablebases {
    /// All that is known about a position with its half-move clock as it
    /// stands; `None` if nothing is.
    pub fn knowledge(&self, position: &Position) -> Option<Knowledge> {
        let verdict = self.probe_now(position).or_else(|| self.probe_wdl(position))?;
        let dtz = self.probe_dtz(position);
        let result = result(verdict, position.turn());
        let sentence = match dtz.map(i32::unsigned_abs) {
            Some(plies @ 1..) => {
                format!("{result}; {plies} plies to the next capture or pawn move")
            }
            _ => result.to_owned(),
        };
        let best = self.best_moves(position).unwrap_or_default();
        Some(Knowledge { verdict, dtz, best, result, sentence })
    }
}

fn result(verdict: Verdict, turn: Color) -> &'static str {
    match (verdict, turn) {
        (Verdict::Win, Color::White) | (Verdict::Loss, Color::Black) => "White wins",
        (Verdict::Loss, Color::White) | (Verdict::Win, Color::Black) => "Black wins",
        (Verdict::CursedWin, Color::White) | (Verdict::BlessedLoss, Color::Black) => {
            "a draw: White would win but for the fifty-move rule"
        }
        (Verdict::BlessedLoss, Color::White) | (Verdict::CursedWin, Color::Black) => {
            "a draw: Black would win but for the fifty-move rule"
        }
        (Verdict::Draw, _) => "a draw",
    }
}
