//! A game in progress.

use serde::{Deserialize, Serialize};

use super::{BoardView, ColorName, LineView, Value};

/// A game as it stands; sent after each change.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct GameView {
    /// Its key: `openGame` and `/api/games/KEY.pgn` take it.
    pub game: String,
    /// Counts the changes, so that an old state is not taken for a new one.
    pub revision: u32,
    /// Where it began.
    pub start_fen: String,
    /// The number of its Chess960 starting position, if it has one.
    pub chess960: Option<u16>,
    /// White and Black.
    pub white: SeatView,
    /// White and Black.
    pub black: SeatView,
    /// The moves played.
    pub moves: Vec<MoveView>,
    /// How many moves were taken back and can be played again.
    pub undone: u32,
    /// The position now.
    pub board: BoardView,
    /// What each side has taken, and who is ahead.
    pub taken: Takings,
    /// The clocks; nothing in a game without.
    pub clock: Option<ClockView>,
    /// Whether clocks and computers rest.
    pub paused: bool,
    /// Whether a computer thinks at the moment.
    pub thinking: bool,
    /// The draws that the player to move may claim, as sentences.
    pub claims: Vec<String>,
    /// How the game ended.
    pub end: Option<EndView>,
    /// What else is to be told: an engine's complaint, a full disk.
    pub remarks: Vec<String>,
}

/// One side of the board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SeatView {
    /// The player as it was ordered.
    pub player: String,
    /// Whether it is a person.
    pub human: bool,
}

/// A move that was played.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct MoveView {
    /// For programs.
    pub uci: String,
    /// For people.
    pub san: String,
    /// The move's squares, from and to, as they are highlighted.
    pub squares: [String; 2],
    /// The position after it.
    pub fen: String,
    /// The square of the king in check after it.
    pub check: Option<String>,
    /// In words, for screen readers: `knight g1 to f3, check`.
    pub words: String,
    /// How long it took, in milliseconds.
    pub millis: u32,
    /// What was left on the mover's clock after it, in milliseconds.
    pub clock: Option<u32>,
    /// Which computer made it; nothing for a person.
    pub by: Option<String>,
    /// What the mover thought of it, in its own centipawns. White's view.
    pub value: Option<Value>,
    /// White's winning chances by that, in per cent.
    pub win_percent: Option<f64>,
    /// How deep the mover looked, in plies.
    pub depth: u32,
    /// Positions the mover analysed.
    #[cfg_attr(test, ts(type = "number"))]
    pub nodes: u64,
}

/// What both sides have taken.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Takings {
    /// Black's pieces that White has taken, as letters, the strongest first: `qrp`.
    pub by_white: String,
    /// White's pieces that Black has taken, as letters: `QRP`.
    pub by_black: String,
    /// By how many pawns White is ahead, negative for Black.
    pub balance: i32,
}

/// The clocks.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ClockView {
    /// What each side began with, in milliseconds.
    pub base: u32,
    /// What each side gains with a move, in milliseconds.
    pub increment: u32,
    /// What White has left at the moment of this message, in milliseconds.
    pub white: u32,
    /// What Black has left.
    pub black: u32,
    /// Whose clock runs.
    pub running: Option<ColorName>,
}

/// How a game ended.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct EndView {
    /// As PGN writes it: `1-0`, `0-1`, `1/2-1/2`.
    pub result: String,
    /// Who won.
    pub winner: Option<ColorName>,
    /// Why, in a sentence.
    pub reason: String,
    /// How each computer did.
    pub statistics: Vec<PlayerStatistics>,
}

/// How a computer did in a game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PlayerStatistics {
    /// Its side.
    pub color: ColorName,
    /// The player.
    pub player: String,
    /// How many moves it made.
    pub moves: u32,
    /// Seconds a move.
    pub seconds: f64,
    /// Positions analysed a move.
    pub positions: f64,
    /// How its trees branched; nothing for who searched nothing.
    pub branching: Option<f64>,
    /// Whether that is the effective branching factor, reckoned from depth and
    /// nodes, rather than counted in the tree.
    pub effective: bool,
}

/// What a computer thinks at the moment.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ThoughtView {
    /// The game.
    pub game: String,
    /// How many moves were played when it began.
    pub ply: u32,
    /// Plies looked ahead.
    pub depth: u32,
    /// What it holds true, in its own centipawns. White's view.
    pub value: Value,
    /// White's winning chances by that, in per cent.
    pub win_percent: f64,
    /// The line it expects, the move it would play first.
    pub line: LineView,
    /// Positions analysed so far.
    #[cfg_attr(test, ts(type = "number"))]
    pub nodes: u64,
    /// Milliseconds so far.
    pub millis: u32,
    /// Whether this depth is complete.
    pub complete: bool,
}
