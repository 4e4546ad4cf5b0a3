//! Games that are kept.

use serde::{Deserialize, Serialize};

/// Some of the kept games.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct KeptList {
    /// The games, the latest first.
    pub games: Vec<KeptGame>,
    /// How many there are that contain the words looked for.
    pub total: u32,
}

/// A kept game in a line.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct KeptGame {
    /// Its key.
    pub game: String,
    /// Who plays White.
    pub white: String,
    /// Who plays Black.
    pub black: String,
    /// `1-0`, `0-1`, `1/2-1/2`, or `*` while it goes on.
    pub result: String,
    /// How it ended, in a sentence; empty while it goes on.
    pub reason: String,
    /// The opening's name; empty if it has none.
    pub opening: String,
    /// How many moves, both sides counted.
    pub plies: u32,
    /// The day on which it was played, as PGN writes it: `2026.11.15`, or with question marks for what is not known.
    #[serde(default)]
    pub date: String,
    /// When it began, in seconds since 1970.
    #[cfg_attr(test, ts(type = "number"))]
    pub began: u64,
    /// When it last changed, in seconds since 1970.
    #[cfg_attr(test, ts(type = "number"))]
    pub changed: u64,
    /// The position now.
    pub fen: String,
}
