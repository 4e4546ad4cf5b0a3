//! The tree for programs.

use eval::Score;
use search::{Bound, Compared, Window};
use serde::Serialize;

use super::words::is_open;
use super::{ExplainedTerm, LeftOut, Recording, SearchTree, ShownNode};
use crate::compare::ending_name;
use crate::{in_san, in_uci};

#[derive(Serialize)]
struct TreeJson<'a> {
    fen: String,
    algorithm: String,
    evaluation: &'a str,
    depth: u32,
    depth_asked: u32,
    finished: bool,
    ending: &'static str,
    /// `null` where nothing was searched.
    value_cp: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    mate: Option<i32>,
    best: Option<&'a String>,
    line: &'a [String],
    line_san: String,
    nodes: u64,
    passes: u32,
    /// Which of the passes through the root the tree is of, from 1.
    pass: u32,
    view: &'static str,
    root: NodeJson<'a>,
}

#[derive(Serialize)]
struct NodeJson<'a> {
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    mv: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    san: Option<&'a str>,
    /// How often the move was searched here, this time included.
    #[serde(skip_serializing_if = "is_one")]
    attempt: u32,
    ply: usize,
    depth: i32,
    #[serde(skip_serializing_if = "is_zero")]
    reduced_by: u32,
    #[serde(skip_serializing_if = "is_zero")]
    extended_by: u32,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    depth_terms: Vec<Term>,
    /// `null` where the window is open.
    alpha_cp: Option<i32>,
    beta_cp: Option<i32>,
    /// `null` where nothing was searched or the search was stopped below.
    value_cp: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    mate: Option<i32>,
    bound: Option<&'static str>,
    outcome: &'static str,
    reason: &'a str,
    /// What the search keeps besides the value, in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<&'a str>,
    best_line: bool,
    nodes_below: u64,
    children: Vec<NodeJson<'a>>,
    hidden_moves: usize,
    hidden_nodes: u64,
    left_out: Vec<Left<'a>>,
}

/// What made a node deeper, or less deep where `plies` is negative.
#[derive(Serialize)]
struct Term {
    name: &'static str,
    plies: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    value_cp: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    bound_cp: Option<i32>,
}

#[derive(Serialize)]
struct Left<'a> {
    #[serde(rename = "move")]
    mv: &'a str,
    san: &'a str,
    why: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    value_cp: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    bound_cp: Option<i32>,
    reason: &'a str,
}

impl SearchTree {
    /// A JSON object; like everywhere, values, windows and reasons are those of
    /// the side that moves at the root.
    pub fn json(&self) -> String {
        let Recording { position, report, .. } = &self.recording;
        let line = in_uci(position, &report.pv);
        let value = self.recording.value();
        crate::explanation::json(&TreeJson {
            fen: position.to_string(),
            algorithm: self.recording.searcher.to_string(),
            evaluation: self.recording.evaluation,
            depth: report.depth,
            depth_asked: self.recording.asked,
            finished: report.is_finished(),
            ending: ending_name(report.ending),
            value_cp: value.map(Score::raw),
            mate: value.and_then(Score::mate_moves),
            best: line.first(),
            line: &line,
            line_san: in_san(position, &report.pv),
            nodes: self.recording.nodes(),
            passes: self.recording.passes,
            pass: self.recording.pass,
            view: "values, windows and reasons are for the side that moves at the root; plies of depth_terms \
                   are negative where they make a node less deep",
            root: json_node(&self.root),
        })
    }
}

fn json_node(shown: &ShownNode) -> NodeJson<'_> {
    let node = &shown.node;
    let open = |score: Score| (!is_open(score)).then_some(score.raw());
    let Window { alpha, beta } = node.window;
    NodeJson {
        mv: node.mv.as_ref().and_then(|mv| mv.uci.as_deref()),
        san: node.mv.as_ref().map(|mv| mv.san.as_str()),
        attempt: node.attempt,
        ply: node.ply,
        depth: node.depth,
        reduced_by: node.reduced,
        extended_by: node.extended,
        depth_terms: node.terms.iter().map(json_term).collect(),
        alpha_cp: open(alpha),
        beta_cp: open(beta),
        value_cp: node.value.map(Score::raw),
        mate: node.value.and_then(Score::mate_moves),
        bound: node.value.map(|_| bound_name(node.bound)),
        outcome: node.end.name(),
        reason: &node.reason,
        note: node.note.as_ref().map(|note| note.text.as_str()),
        best_line: shown.is_best,
        nodes_below: node.below,
        children: shown.sons.iter().map(json_node).collect(),
        hidden_moves: shown.hidden_moves,
        hidden_nodes: shown.hidden_nodes,
        left_out: node.left_out.iter().map(json_left_out).collect(),
    }
}

fn json_term(term: &ExplainedTerm) -> Term {
    Term {
        name: term.name,
        plies: term.plies,
        value_cp: term.compared.map(|(value, _)| value.raw()),
        bound_cp: term.compared.map(|(_, bound)| bound.raw()),
    }
}

fn json_left_out(left: &LeftOut) -> Left<'_> {
    let compared = match left.compared {
        Compared::Values(value, bound) => Some((value.raw(), bound.raw())),
        Compared::Material(gain, least) => Some((gain, least)),
        Compared::Histories(..) | Compared::Moves(..) | Compared::Nothing => None,
    };
    Left {
        mv: &left.uci,
        san: &left.san,
        why: left.rule.map_or("never looked at", search::Rule::name),
        value_cp: compared.map(|(value, _)| value),
        bound_cp: compared.map(|(_, bound)| bound),
        reason: &left.reason,
    }
}

/// Serde wants a reference.
#[allow(clippy::trivially_copy_pass_by_ref)]
fn is_zero(plies: &u32) -> bool {
    *plies == 0
}

/// The same.
#[allow(clippy::trivially_copy_pass_by_ref)]
fn is_one(attempt: &u32) -> bool {
    *attempt == 1
}

/// How a value is to be read.
fn bound_name(bound: Bound) -> &'static str {
    match bound {
        Bound::Exact => "exact",
        Bound::Lower => "at_least",
        Bound::Upper => "at_most",
    }
}
