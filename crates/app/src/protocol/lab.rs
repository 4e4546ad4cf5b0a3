//! The lab: trees, comparisons, toys.
//!
//! All values and windows are the view of the side that moves at the root: that
//! side maximises, the other minimises.

use course::StepKind;
use lab::tree::NodeEnd;
use serde::{Deserialize, Serialize};

use super::{ColorName, LineView};

/// A value in the search's own centipawns, or moves to mate. The root's view.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum LabValue {
    /// Centipawns.
    Cp(i32),
    /// Moves to mate, negative where the side that moves at the root is mated.
    Mate(i32),
}

/// What a search counts.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct LabCounters {
    /// Nodes entered, the root not counted, over all passes through the root. The
    /// champion looks at some positions a second time; each time is counted.
    #[cfg_attr(test, ts(type = "number"))]
    pub nodes: u64,
    /// Nodes at each distance from the root, the first number is ply 1.
    #[cfg_attr(test, ts(type = "number[]"))]
    pub nodes_per_ply: Vec<u64>,
    /// Positions evaluated.
    #[cfg_attr(test, ts(type = "number"))]
    pub evaluations: u64,
    /// Beta cut-offs.
    #[cfg_attr(test, ts(type = "number"))]
    pub cutoffs: u64,
    /// Beta cut-offs by the first move tried.
    #[cfg_attr(test, ts(type = "number"))]
    pub first_move_cutoffs: u64,
    /// Times the table was asked.
    #[cfg_attr(test, ts(type = "number"))]
    pub probes: u64,
    /// Times its answer ended a node.
    #[cfg_attr(test, ts(type = "number"))]
    pub table_hits: u64,
    /// Moves left out, and nodes ended, by a rule.
    #[cfg_attr(test, ts(type = "number"))]
    pub pruned: u64,
    /// Nodes searched less deep than their move alone would make them.
    #[cfg_attr(test, ts(type = "number"))]
    pub reduced: u64,
    /// Nodes that were mate or a draw.
    #[cfg_attr(test, ts(type = "number"))]
    pub terminal: u64,
}

/// How far a run is.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct LabProgress {
    /// The run.
    pub run: u32,
    /// What was counted so far.
    pub counters: LabCounters,
    /// Milliseconds so far.
    pub millis: u32,
    /// Nodes recorded so far.
    pub recorded: u32,
    /// Whether no more are recorded; the search goes on, and is counted.
    pub full: bool,
    /// The tree as it grows: the moves at the root with answers to them, and the
    /// line that is searched at the moment with what is done next to it. Ids are
    /// those of this moment and mean nothing later.
    pub top: Vec<LabNode>,
}

/// What a run found.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct LabReport {
    /// The run.
    pub run: u32,
    /// The algorithm with its options.
    pub algorithm: String,
    /// The evaluation's name.
    pub eval: String,
    /// Where.
    pub fen: String,
    /// Who moves at the root.
    pub turn: ColorName,
    /// How deep it was to search.
    pub asked: u32,
    /// How deep it did: less where that would take more nodes than allowed.
    pub depth: u32,
    /// Whether the search ended by itself rather than by a limit.
    pub finished: bool,
    /// What it found; nothing for a search that values nothing.
    pub value: Option<LabValue>,
    /// The best line.
    pub line: LineView,
    /// Nodes as `plywise lab compare` counts them: the root not counted.
    #[cfg_attr(test, ts(type = "number"))]
    pub nodes: u64,
    /// What was counted.
    pub counters: LabCounters,
    /// The effective branching factor.
    pub branching: Option<f64>,
    /// Seconds of the search with somebody watching.
    pub seconds: f64,
    /// How often the search went through its root.
    pub passes: u32,
    /// Which pass the tree is of, from 1: that which was asked for, or the last, of the
    /// champion the largest.
    pub pass: u32,
    /// Nodes of that pass, the root not counted.
    #[cfg_attr(test, ts(type = "number"))]
    pub tree_nodes: u64,
    /// How many nodes are recorded, the root counted: ids are 0 to this, less one.
    pub recorded: u32,
    /// To which distance from the root all nodes are recorded.
    pub recorded_ply: u32,
    /// Ids of the nodes of the best line, the root first.
    pub best: Vec<u32>,
    /// Turns of a tree that grows which can be asked for, the first of which judges the
    /// root alone; 0 where a search grows none.
    pub turns: u32,
    /// What else is to be told, as sentences.
    pub remarks: Vec<String>,
}

/// A node of a recorded tree. Ids grow in the order in which nodes were entered,
/// so that a node's children and all below them lie between its id and `last`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct LabNode {
    /// Its number; 0 is the root.
    pub id: u32,
    /// The node above it.
    pub parent: Option<u32>,
    /// The last id below it, its own if there is none.
    pub last: u32,
    /// The move that led here; nothing at the root and where the same position is
    /// looked at a second time, `0000` where a side passes.
    pub uci: Option<String>,
    /// The same for people; `pass` where a side passes, `second look` where the
    /// same position is looked at again without one move or with less depth.
    pub san: Option<String>,
    /// How often the move was searched at the node above, this time included: what
    /// proves better than thought is searched again, deeper or with an open window.
    pub attempt: u32,
    /// Who is to move.
    pub turn: ColorName,
    /// Distance from the root.
    pub ply: u32,
    /// Plies still to go; 0 or less in quiescence.
    pub depth: i32,
    /// Plies less than the move alone costs.
    pub reduced: u32,
    /// Plies more than the move alone leaves.
    pub extended: u32,
    /// What made it less deep or deeper; nothing while the tree grows.
    pub depth_terms: Vec<LabTerm>,
    /// What the side at the root is sure of; nothing where the window is open.
    pub alpha: Option<LabValue>,
    /// What the other side can hold it to; nothing where the window is open.
    pub beta: Option<LabValue>,
    /// What the node was worth; nothing where the search was stopped below it.
    pub value: Option<LabValue>,
    /// How the value is to be read: `=`, `≥` or `≤`.
    pub bound: String,
    /// Why the node was left.
    pub outcome: NodeEnd,
    /// The same in words with its numbers.
    pub reason: String,
    /// Whether it is on the best line.
    pub best: bool,
    /// Its children, as far as they are recorded: how many.
    pub children: u32,
    /// Nodes below it, recorded or not.
    #[cfg_attr(test, ts(type = "number"))]
    pub below: u64,
    /// What the search keeps of it besides its value, if it told.
    pub note: Option<LabNote>,
    /// Moves that were not searched, in their order.
    pub left_out: Vec<LabLeftOut>,
}

/// What a search keeps of a node besides its value, from the root's view: visits, a
/// spread of values, the moves that count, the order in which nodes were opened.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct LabNote {
    /// As few words as fit beside a node.
    pub brief: String,
    /// The same in full.
    pub text: String,
}

/// A turn of a search that grows a tree: down from the root to a leaf, which is opened,
/// and back.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct LabTurn {
    /// What it changed: first the nodes that are new, then those on the way back to the root.
    pub changes: Vec<LabChange>,
}

/// What a turn made of a node.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct LabChange {
    /// The node's id.
    pub node: u32,
    /// What it is worth now.
    pub value: LabValue,
    /// What else the search keeps of it now, in few words.
    pub note: Option<String>,
}

/// A move that was not searched.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct LabLeftOut {
    /// For programs.
    pub uci: String,
    /// For people.
    pub san: String,
    /// The rule's name; nothing where a move before it was a cut-off.
    pub rule: Option<String>,
    /// What the rule compared.
    pub numbers: Option<LabNumbers>,
    /// Why it was left out, in words with its numbers.
    pub reason: String,
}

/// What a rule compared, value or material, in the root's view; but what an
/// exchange brings is what it brings the mover.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct LabNumbers {
    /// This
    pub value: LabValue,
    /// to this.
    pub bound: LabValue,
}

/// One of the reasons why a node was searched less deep, or deeper, than its move
/// alone makes it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct LabTerm {
    /// What it is.
    pub name: String,
    /// How many plies deeper, less deep where negative. All together they are what the
    /// node was extended or reduced by.
    pub plies: f64,
    /// What the rule compared, if it did.
    pub numbers: Option<LabNumbers>,
}

/// A row of a comparison.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct CompareRow {
    /// The algorithm with its options.
    pub algorithm: String,
    /// What it found; nothing for a search that values nothing.
    pub value: Option<LabValue>,
    /// The best line.
    pub line: LineView,
    /// The depth that the value belongs to.
    pub depth: u32,
    /// Whether it ended by itself rather than by a limit.
    pub finished: bool,
    /// Nodes, the root not counted.
    #[cfg_attr(test, ts(type = "number"))]
    pub nodes: u64,
    /// What was counted.
    pub counters: LabCounters,
    /// The effective branching factor.
    pub branching: Option<f64>,
    /// Seconds, nobody watching where that could be afforded.
    pub seconds: f64,
}

/// An evaluation term by term, from White's view.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Explanation {
    /// The evaluation's name.
    pub eval: String,
    /// Centipawns in all, for White.
    pub total: i32,
    /// The terms.
    pub terms: Vec<EvalTerm>,
    /// What is worth knowing besides, such as the phase of the game.
    pub notes: Vec<String>,
}

/// A term of an evaluation, in centipawns.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct EvalTerm {
    /// Its name.
    pub name: String,
    /// What it gives White.
    pub white: i32,
    /// What it gives Black.
    pub black: i32,
}

/// Who is to move in a toy.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum ToyPlayer {
    /// Wants a large number.
    Max,
    /// Wants a small one.
    Min,
}

/// A tree of numbers searched both ways.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ToyStory {
    /// The tree as it was read.
    pub tree: String,
    /// Who moves at its root.
    pub player: ToyPlayer,
    /// All nodes, each after its parent, the root first; ids are places in this list.
    pub nodes: Vec<ToyNode>,
    /// What minimax found.
    pub minimax: ToyFound,
    /// What alpha-beta found.
    pub alpha_beta: ToyFound,
    /// What alpha-beta left out, in the order it did so.
    pub cuts: Vec<ToyCut>,
    /// What alpha-beta does, step by step.
    pub steps: Vec<ToyStep>,
}

/// A node of a toy.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ToyNode {
    /// The node above it.
    pub parent: Option<u32>,
    /// Its name: `root`, `1`, `1.2`.
    pub name: String,
    /// Who is to move; nothing at a leaf.
    pub player: Option<ToyPlayer>,
    /// What it is worth by minimax.
    pub value: f64,
    /// Whether it is on the best line.
    pub best: bool,
    /// Whether alpha-beta looked at it.
    pub seen: bool,
}

/// What a search of a toy found.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ToyFound {
    /// The value.
    pub value: f64,
    /// Positions looked at, the root not counted.
    #[cfg_attr(test, ts(type = "number"))]
    pub nodes: u64,
    /// Ends of the game looked at.
    #[cfg_attr(test, ts(type = "number"))]
    pub leaves: u64,
}

/// Something left out of a toy.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ToyCut {
    /// The node whose other children were left out.
    pub node: u32,
    /// Who was to move there.
    pub player: ToyPlayer,
    /// What that player could have there,
    pub value: f64,
    /// although the other was sure of this elsewhere.
    pub bound: f64,
    /// The leaves never looked at.
    pub leaves: Vec<f64>,
}

/// A step of alpha-beta.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ToyStep {
    /// The node it is about.
    pub node: u32,
    /// What happens: `enter`, `leaf`, `better`, `cut` or `leave`, as pseudo-code names its lines.
    pub kind: StepKind,
    /// In words.
    pub text: String,
    /// What MAX is sure of after it; nothing where that is open.
    pub alpha: Option<f64>,
    /// What MIN is sure of after it; nothing where that is open.
    pub beta: Option<f64>,
    /// The node's value so far; nothing before there is one.
    pub value: Option<f64>,
    /// Whether the other sons of the node are left out from here on.
    pub cut: bool,
}
