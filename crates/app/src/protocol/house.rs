//! What the house offers: told to every page that connects.

use serde::{Deserialize, Serialize};

/// All that can be chosen from, and the limits.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct House {
    /// The program's version.
    pub version: String,
    /// The levels, the weakest first.
    pub levels: Vec<LevelCard>,
    /// The tastes that a player by rating may have.
    pub characters: Vec<CharacterCard>,
    /// The least and the most rating that can be asked for.
    pub ratings: [u32; 2],
    /// The searches of the ladder, from the bottom up, then the side paths.
    pub algorithms: Vec<AlgorithmCard>,
    /// The evaluations.
    pub evaluations: Vec<EvaluationCard>,
    /// The other players: `human`, `champion`, `easy`, `medium`, `hard`, and engines.
    pub players: Vec<PlayerCard>,
    /// How many pieces positions may have that the endgame tables know; 0 without tables.
    pub tablebase_pieces: u32,
    /// What is wrong since the start, in sentences: games that cannot be kept.
    pub warnings: Vec<String>,
    /// The limits.
    pub most: Most,
}

/// A level of play.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct LevelCard {
    /// 1 to 10.
    pub number: u8,
    /// How strong it is.
    pub rating: u32,
    /// How the player is ordered, and called where it plays: `level:3`.
    pub player: String,
    /// What it is like, in a line.
    pub line: String,
}

/// A taste.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct CharacterCard {
    /// How it is ordered: `champion:elo=1500,character=attacker`.
    pub name: String,
    /// What people call it.
    pub title: String,
    /// What it is like, in a line.
    pub line: String,
}

/// A search of the ladder.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct AlgorithmCard {
    /// How it is ordered.
    pub name: String,
    /// Its idea in a line.
    pub summary: String,
    /// What it does about depth and value.
    pub kind: RungKind,
    /// What may follow the name after a colon.
    pub options: Vec<String>,
    /// The orders of moves that `order=` takes.
    pub orders: Vec<String>,
}

/// What a search does about depth and value.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum RungKind {
    /// Finds minimax's value.
    Exact,
    /// Finds another value to the same depth.
    Other,
    /// Keeps to a number of nodes rather than a depth.
    Budget,
    /// Searches nothing.
    Random,
}

/// An evaluation.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct EvaluationCard {
    /// How it is ordered.
    pub name: String,
}

/// Another player.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PlayerCard {
    /// How it is ordered.
    pub player: String,
    /// What it is in a line.
    pub summary: String,
}

/// The limits that requests must keep to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Most {
    /// Lines of an analysis.
    pub lines: u32,
    /// Threads of an analysis.
    pub threads: u32,
    /// Memory of an analysis in MiB.
    pub hash: u32,
    /// Depth of a ladder's search in plies.
    pub depth: u32,
    /// Depth of the champion in the lab in plies.
    pub champion_depth: u32,
    /// Nodes of a run in the lab.
    pub lab_nodes: u32,
    /// Algorithms in one comparison.
    pub compared: u32,
    /// Bytes of a message.
    pub message_bytes: u32,
}
