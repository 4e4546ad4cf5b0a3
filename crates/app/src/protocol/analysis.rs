//! Analysis of positions and review of games.

use serde::{Deserialize, Serialize};

use super::{LineView, Value, Wdl};

/// What an analysis has found so far.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct AnalysisReport {
    /// The position.
    pub fen: String,
    /// What an engine of the command line calls itself; nothing for the champion.
    pub engine: Option<String>,
    /// The deepest that is complete, in plies.
    pub depth: u32,
    /// The longest line looked at, in plies.
    pub seldepth: u32,
    /// Positions looked at.
    #[cfg_attr(test, ts(type = "number"))]
    pub nodes: u64,
    /// Positions a second.
    #[cfg_attr(test, ts(type = "number"))]
    pub nps: u64,
    /// Milliseconds.
    pub millis: u32,
    /// How full the memory is, in thousandths.
    pub hashfull: u32,
    /// How often the endgame tables answered.
    #[cfg_attr(test, ts(type = "number"))]
    pub tablebase_hits: u64,
    /// The lines, the best first.
    pub lines: Vec<AnalysisLine>,
    /// What the endgame tables say, if they know the position.
    pub tablebase: Option<TablebaseReport>,
    /// Whether this is the last word: the position is decided, or the search
    /// was ended.
    pub finished: bool,
}

/// A line of an analysis.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct AnalysisLine {
    /// Its depth in plies.
    pub depth: u32,
    /// What it is worth. White's view.
    pub value: Value,
    /// The same in games; nothing if the engine does not say.
    pub wdl: Option<Wdl>,
    /// White's winning chances in per cent, by the formula players know.
    pub win_percent: f64,
    /// The moves.
    pub line: LineView,
}

/// What endgame tables say about a position.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TablebaseReport {
    /// White's view.
    pub verdict: TablebaseVerdict,
    /// Plies to the next capture or pawn move on the way to the result,
    /// negative where the side to move loses, 0 for a draw.
    pub dtz: Option<i32>,
    /// The moves that keep the result, as UCI.
    pub best: Vec<String>,
    /// In a sentence.
    pub sentence: String,
}

/// A certain result. White's view.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum TablebaseVerdict {
    /// White wins.
    Win,
    /// White would win but for the fifty-move rule.
    CursedWin,
    /// Drawn.
    Draw,
    /// White would lose but for the fifty-move rule.
    BlessedLoss,
    /// White loses.
    Loss,
}

/// The review of a game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ReviewReport {
    /// What the starting position is worth. White's view.
    pub start_value: Value,
    /// White's winning chances at the start, in per cent.
    pub start_win_percent: f64,
    /// Each move.
    pub moves: Vec<ReviewedMove>,
    /// White's accuracy.
    pub white: Accuracy,
    /// Black's accuracy.
    pub black: Accuracy,
    /// The game in three sentences: where it turned, what cost most, what to practise.
    pub summary: Vec<String>,
    /// The game with all that written into it.
    pub pgn: String,
}

/// How accurately a side played.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Accuracy {
    /// From 0 to 100; nothing for a side that did not move.
    pub accuracy: Option<f64>,
    /// The same in the parts of the game.
    pub phases: PhaseAccuracy,
    /// How many inaccuracies.
    pub inaccuracies: u32,
    /// How many mistakes.
    pub mistakes: u32,
    /// How many blunders.
    pub blunders: u32,
}

/// How accurately a side played in each part of a game, from 0 to 100; nothing for a part in
/// which it did not move.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
#[allow(missing_docs)] // the names say it
pub struct PhaseAccuracy {
    pub opening: Option<f64>,
    pub middle_game: Option<f64>,
    pub ending: Option<f64>,
}

/// Something the coach claims about a move or a position, and can prove.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ClaimView {
    /// lichess's name of the theme where there is one, such as `fork`.
    pub kind: String,
    /// How it bears on the move: `allows`, `overlooks`, `misses`, `better`, `plays`; or on the
    /// position: `chance`, `threat`, `opinion`.
    pub role: String,
    /// The sentence.
    pub text: String,
    /// The squares it speaks of.
    pub squares: Vec<String>,
    /// What to draw where the line begins: pairs of squares.
    pub arrows: Vec<[String; 2]>,
    /// Whether the line begins after the move that is explained, not before it.
    pub is_after: bool,
    /// Where the line begins.
    pub fen: String,
    /// The moves that show it.
    pub line: LineView,
}

/// What the coach says about a position and the move that led to it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct CoachView {
    /// What the last move is called, if it is bad.
    pub mark: Option<MoveMark>,
    /// What is said about it.
    pub claims: Vec<ClaimView>,
    /// What can be won in the position, what is threatened, and what to do next.
    pub around: Vec<ClaimView>,
    /// The squares of pieces that could be taken for nothing, or for less.
    pub hanging: Vec<String>,
}

/// A move as it is judged.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ReviewedMove {
    /// For programs.
    pub uci: String,
    /// For people.
    pub san: String,
    /// The position after it.
    pub fen: String,
    /// What the position is worth after it. White's view.
    pub value: Value,
    /// White's winning chances after it, in per cent.
    pub win_percent: f64,
    /// How much of the mover's chances, on the scale from -1 to 1, it threw away.
    pub loss: f64,
    /// How accurate it was, from 0 to 100.
    pub accuracy: f64,
    /// What that is called, if it is worth a word.
    pub mark: Option<MoveMark>,
    /// What should have been played instead; empty for the best move.
    pub better: LineView,
    /// What the opponent can do about a marked move: its refutation.
    pub refutation: LineView,
    /// What the position before it was worth with the best move. White's view.
    pub best_value: Value,
    /// What the coach says about it, the most important first: about bad moves, and a few good
    /// ones.
    pub claims: Vec<ClaimView>,
}

/// How bad a move was.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
#[allow(missing_docs)] // the names say it
pub enum MoveMark {
    Inaccuracy,
    Mistake,
    Blunder,
}
