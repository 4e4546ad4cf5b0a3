//! All that tables know about a position, for people to read.

use chess::{Color, Move, Position};
use search::champion::TablebaseResult;

use super::Tablebases;

/// What is known for certain about a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Knowledge {
    /// The result for the side to move.
    pub verdict: TablebaseResult,
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

fn result(verdict: TablebaseResult, turn: Color) -> &'static str {
    match (verdict, turn) {
        (TablebaseResult::Win, Color::White) | (TablebaseResult::Loss, Color::Black) => {
            "White wins"
        }
        (TablebaseResult::Loss, Color::White) | (TablebaseResult::Win, Color::Black) => {
            "Black wins"
        }
        (TablebaseResult::CursedWin, Color::White)
        | (TablebaseResult::BlessedLoss, Color::Black) => {
            "a draw: White would win but for the fifty-move rule"
        }
        (TablebaseResult::BlessedLoss, Color::White)
        | (TablebaseResult::CursedWin, Color::Black) => {
            "a draw: Black would win but for the fifty-move rule"
        }
        (TablebaseResult::Draw, _) => "a draw",
    }
}
