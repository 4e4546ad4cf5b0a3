//! Positions as the page draws them.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// A side, as chessground names it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
#[allow(missing_docs)] // the names say it
pub enum ColorName {
    White,
    Black,
}

/// What a position is worth: centipawns, of which 100 win every second game, or
/// moves to mate, negative where White is mated. White's view.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum Value {
    /// Centipawns.
    Cp(i32),
    /// Moves to mate; 0 never occurs, a mate on the board is 1 or -1.
    Mate(i32),
}

/// How many of a thousand games White wins, draws and loses from here.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Wdl {
    /// White's wins.
    pub white: u16,
    /// Draws.
    pub draw: u16,
    /// Black's wins.
    pub black: u16,
}

/// Where pieces may go: for each square with a piece that can move, the squares that
/// it can reach. Castling is listed as the king's step of two squares and as a
/// step onto the rook; both are understood.
pub type Destinations = BTreeMap<String, Vec<String>>;

/// A position, and all that the board wants to know about it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct BoardView {
    /// The position.
    pub fen: String,
    /// Who is to move.
    pub turn: ColorName,
    /// Where pieces may go; empty where the game is over.
    pub destinations: Destinations,
    /// Steps (`e7e8`) that are promotions: ask the player for a piece.
    pub promotions: Vec<String>,
    /// The square of the king in check.
    pub check: Option<String>,
    /// The last move's squares, from and to.
    pub last_move: Option<[String; 2]>,
    /// The opening of the line that led here, if it has a name.
    pub opening: Option<OpeningName>,
    /// How the game ends here by itself, in a sentence.
    pub end: Option<String>,
    /// The result as PGN writes it, where the game ends here.
    pub result: Option<String>,
    /// Whether castling is written king takes rook here (Chess960).
    pub chess960: bool,
}

/// The name of an opening.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct OpeningName {
    /// Its code, `A00` to `E99`.
    pub eco: String,
    /// Its name.
    pub name: String,
}

/// A line of moves in both notations.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct LineView {
    /// For programs: `e2e4`.
    pub uci: Vec<String>,
    /// For people: `e4`; move numbers are the page's.
    pub san: Vec<String>,
}

/// A move that was played on the board of an analysis.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PlayedMove {
    /// For programs.
    pub uci: String,
    /// For people.
    pub san: String,
    /// In words, for screen readers: `knight g1 to f3, check`.
    pub words: String,
}
