//! An exercise as it is asked, answered and checked.

use serde::{Deserialize, Serialize};

/// Which exercise: the same order always gives the same one.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "typescript", ts(optional_fields = nullable))]
pub struct ExerciseOrder {
    /// The lesson.
    pub lesson: String,
    /// The kind of exercise; any kind of the lesson, by the seed, if not said.
    pub kind: Option<String>,
    /// What the dice fall by.
    pub seed: u32,
    /// From which position; from one by the seed if not said.
    pub fen: Option<String>,
}

/// An exercise as it is asked.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Exercise {
    /// The lesson.
    pub lesson: String,
    /// The kind.
    pub kind: String,
    /// The seed.
    pub seed: u32,
    /// The position that it is made from.
    pub fen: String,
    /// Whether there is a board to look at.
    pub has_board: bool,
    /// What is asked, a paragraph each.
    pub question: Vec<String>,
    /// Hints, each more than the one before.
    pub hints: Vec<String>,
    /// What kind of answer is wanted.
    pub wanted: Wanted,
    /// The tree that it is about, with what may be known before it is answered.
    pub tree: Option<ExerciseTree>,
}

/// What kind of answer is wanted.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "camelCase", rename_all_fields = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum Wanted {
    /// A node of the tree. Answered by `node`.
    Node {
        /// The nodes that may be the answer.
        among: Vec<u32>,
    },
    /// One of several sentences. Answered by `choice`.
    Choice {
        /// The sentences.
        options: Vec<String>,
    },
    /// None, some or all of several. Answered by `several`.
    Several {
        /// The sentences.
        options: Vec<String>,
    },
    /// A number in each field. Answered by `numbers`.
    Numbers {
        /// The fields.
        fields: Vec<NumberField>,
    },
    /// All of a list, the first first. Answered by `order`.
    Order {
        /// The list.
        items: Vec<String>,
    },
}

/// A field for a number.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct NumberField {
    /// What it is for.
    pub label: String,
    /// Whether "nothing yet" (written ∞) may be the answer.
    pub may_be_open: bool,
}

/// An answer.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "camelCase", rename_all_fields = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum Answer {
    /// A node of the tree.
    Node {
        /// Its number.
        node: u32,
    },
    /// One of the sentences.
    Choice {
        /// Its place in the list, from 0.
        choice: u32,
    },
    /// Some of the sentences.
    Several {
        /// Their places in the list, from 0, in any order.
        choices: Vec<u32>,
    },
    /// The numbers, field by field.
    Numbers {
        /// A number each; nothing for "nothing yet".
        numbers: Vec<Option<f64>>,
    },
    /// The list in an order.
    Order {
        /// Places in the list as it was asked, from 0, the first first.
        order: Vec<u32>,
    },
}

/// What became of an answer.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Marking {
    /// Whether it is right; nothing where none was given.
    pub right: Option<bool>,
    /// What is wrong with it, if something is.
    pub remark: Option<String>,
    /// A right answer.
    pub solution: Answer,
    /// The same in words.
    pub solution_text: String,
    /// Why, a paragraph each.
    pub why: Vec<String>,
    /// The tree with everything in it.
    pub tree: Option<ExerciseTree>,
    /// The nodes of the tree that prove it.
    pub proof: Vec<u32>,
}

/// A tree small enough to be drawn.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ExerciseTree {
    /// All nodes, each after its parent, the root first; their numbers are places in this list.
    pub nodes: Vec<ExerciseNode>,
}

/// A node of such a tree. Values are those of the side that moves at the root.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ExerciseNode {
    /// The node above it.
    pub parent: Option<u32>,
    /// The move that led here as people write it, or a letter; `root` at the root.
    pub label: String,
    /// The same move for programs, if it is one.
    pub uci: Option<String>,
    /// The position, if it is one.
    pub fen: Option<String>,
    /// Whether MAX is to move; nothing at a leaf.
    pub max: Option<bool>,
    /// What it is worth, if that is told.
    pub value: Option<f64>,
    /// What MAX is sure of when it is entered, if that is told.
    pub alpha: Option<f64>,
    /// What MIN is sure of when it is entered, if that is told.
    pub beta: Option<f64>,
    /// A few words more, if there are any: `stand pat 0.5`, `12 visits`.
    pub note: Option<String>,
    /// Whether it was cut off: never looked at.
    pub cut: bool,
    /// Whether it is on the best line.
    pub best: bool,
}
