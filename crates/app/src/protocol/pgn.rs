//! Games with variations.

use serde::{Deserialize, Serialize};

use super::Value;

/// What was read from PGN.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PgnText {
    /// The games of the text, a line each; at most 1000.
    pub heads: Vec<PgnHead>,
    /// The one that was wanted whole.
    pub game: PgnGame,
    /// Its number, from 0.
    pub number: u32,
    /// What could not be read, in sentences.
    pub remarks: Vec<String>,
}

/// A game in a line.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PgnHead {
    /// White's name.
    pub white: String,
    /// Black's name.
    pub black: String,
    /// The result.
    pub result: String,
    /// The date.
    pub date: String,
    /// How many moves of the main line, both sides counted.
    pub plies: u32,
}

/// A game with its variations.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PgnGame {
    /// Where it begins.
    pub fen: String,
    /// The tags in their order.
    pub tags: Vec<PgnTag>,
    /// What is said before the first move, with commands such as `[%csl Ge4]`.
    pub comment: String,
    /// The moves, each after its parent; of the children of one parent the main
    /// line comes first.
    pub nodes: Vec<PgnNode>,
}

/// A tag.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PgnTag {
    /// Its name.
    pub name: String,
    /// Its value.
    pub value: String,
}

/// A move of a game with variations.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PgnNode {
    /// The number of the move before it, counted from 1 in this list; 0 is the start.
    pub parent: u32,
    /// For programs; `0000` where a side passes.
    pub uci: String,
    /// For people; may be left empty in what the page sends.
    #[serde(default)]
    pub san: String,
    /// The position after it; may be left empty in what the page sends.
    #[serde(default)]
    pub fen: String,
    /// What is said after it, in words.
    #[serde(default)]
    pub comment: String,
    /// The same as it stands in the file, with commands such as `[%csl Ge4]`. If
    /// it comes back with the words unchanged, it is written as it was.
    #[serde(default)]
    pub raw: String,
    /// Numbers of glyphs: 1 for `!`, 2 for `?`, 4 for `??`, and so on.
    #[serde(default)]
    pub nags: Vec<u16>,
    /// An engine's value in a comment. White's view.
    #[serde(default)]
    pub value: Option<Value>,
    /// White's winning chances by that value, in per cent.
    #[serde(default)]
    pub win_percent: Option<f64>,
    /// What was left on the mover's clock, in milliseconds.
    #[serde(default)]
    pub clock: Option<u32>,
}
