//! What there is to practise, as the page sees it.

use serde::{Deserialize, Serialize};

use super::{BoardView, ClaimView, LineView};

/// All that there is to practise.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PracticeView {
    /// Positions to practise.
    pub all: u32,
    /// Those that should be tried now.
    pub due: u32,
    /// Kept games that nobody has looked through for such positions yet.
    pub unseen: u32,
    /// The motifs, those with most positions first.
    pub topics: Vec<TopicView>,
}

/// A motif to practise.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TopicView {
    /// lichess's name of the theme where there is one.
    pub motif: String,
    /// What people call it.
    pub name: String,
    /// Positions with it.
    pub all: u32,
    /// Those that should be tried now.
    pub due: u32,
}

/// A position to practise.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct LessonView {
    /// Its key.
    pub lesson: String,
    /// The position.
    pub board: Box<BoardView>,
    /// The key of the game that it is from.
    pub game: String,
    /// What people call its motif.
    pub motif: String,
    /// Whether one move alone is right.
    pub is_puzzle: bool,
    /// About how hard it is; for puzzles only.
    pub rating: Option<u32>,
    /// What was played in the game, if that was wrong.
    pub played: Option<String>,
    /// How often it was solved, and how often not.
    pub right: u32,
    /// How often it was not.
    pub wrong: u32,
}

/// What became of a try.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct AttemptView {
    /// The position.
    pub lesson: String,
    /// What was tried, as people write it; nothing where somebody gave up.
    pub tried: Option<String>,
    /// Whether it is good enough.
    pub is_right: bool,
    /// Why, or why not.
    pub text: String,
    /// What is claimed about the move that was tried.
    pub claims: Vec<ClaimView>,
    /// The best line; only for who has solved it or given up.
    pub best: Option<LineView>,
}
