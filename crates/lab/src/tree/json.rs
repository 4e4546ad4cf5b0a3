//! The tree for programs.

use eval::Score;
use search::{Bound, Outcome, Window};
use serde::Serialize;

use super::{SearchTree, ShownNode};
use crate::compare::ending_name;
use crate::{in_san, in_uci};

#[derive(Serialize)]
struct Whole<'a> {
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
    view: &'static str,
    root: Node<'a>,
}

#[derive(Serialize)]
struct Node<'a> {
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    mv: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    san: Option<&'a str>,
    ply: usize,
    depth: i32,
    #[serde(skip_serializing_if = "is_zero")]
    reduced_by: u32,
    /// `null` where the window is open.
    alpha_cp: Option<i32>,
    beta_cp: Option<i32>,
    /// `null` where nothing was searched or the search was stopped below.
    value_cp: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    mate: Option<i32>,
    bound: Option<&'static str>,
    outcome: &'static str,
    reason: String,
    best_line: bool,
    nodes_below: u64,
    children: Vec<Node<'a>>,
    hidden_moves: usize,
    hidden_nodes: u64,
    left_out: Vec<Left<'a>>,
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
}

impl SearchTree {
    /// A JSON object; like everywhere, values, windows and reasons are those of
    /// the side that moves at the root.
    pub fn json(&self) -> String {
        let line = in_uci(&self.position, &self.report.line);
        crate::explanation::json(&Whole {
            fen: self.position.to_string(),
            algorithm: self.algorithm.to_string(),
            evaluation: self.evaluation,
            depth: self.report.depth,
            depth_asked: self.asked,
            finished: self.report.is_finished(),
            ending: ending_name(self.report.ending),
            value_cp: self.value().map(Score::raw),
            mate: self.value().and_then(Score::mate_moves),
            best: line.first(),
            line: &line,
            line_san: in_san(&self.position, &self.report.line),
            nodes: self.nodes,
            passes: self.passes,
            view: "values, windows and reasons are for the side that moves at the root",
            root: self.json_node(&self.root),
        })
    }

    fn json_node<'a>(&self, node: &'a ShownNode) -> Node<'a> {
        let open = |score: Score| {
            let raw = score.raw();
            (raw.abs() < Score::MAX.raw()).then_some(raw)
        };
        let Window { alpha, beta } = self.window_for_root(node);
        let for_root = |score: Score| self.for_root(node.turn, score);
        let value = node.value.map(for_root);
        Node {
            mv: node.mv.as_ref().map(|(uci, _)| uci.as_str()),
            san: node.mv.as_ref().map(|(_, san)| san.as_str()),
            ply: node.ply,
            depth: node.depth,
            reduced_by: node.reduced,
            alpha_cp: open(alpha),
            beta_cp: open(beta),
            value_cp: value.map(Score::raw),
            mate: value.and_then(Score::mate_moves),
            bound: value.map(|_| bound_name(self.bound(node))),
            outcome: outcome_name(node.outcome),
            reason: self.reason(node),
            best_line: node.is_best,
            nodes_below: node.below,
            children: node.sons.iter().map(|son| self.json_node(son)).collect(),
            hidden_moves: node.hidden_moves,
            hidden_nodes: node.hidden_nodes,
            left_out: node
                .left_out
                .iter()
                .map(|left| Left {
                    mv: &left.uci,
                    san: &left.san,
                    why: left.rule.map_or("never looked at", |(rule, _, _)| rule.name()),
                    value_cp: left.rule.map(|(_, value, _)| for_root(value).raw()),
                    bound_cp: left.rule.map(|(_, _, bound)| for_root(bound).raw()),
                })
                .collect(),
        }
    }
}

/// Serde wants a reference.
#[allow(clippy::trivially_copy_pass_by_ref)]
fn is_zero(plies: &u32) -> bool {
    *plies == 0
}

/// How a value is to be read.
fn bound_name(bound: Bound) -> &'static str {
    match bound {
        Bound::Exact => "exact",
        Bound::Lower => "at_least",
        Bound::Upper => "at_most",
    }
}

/// An outcome as one word.
fn outcome_name(outcome: Option<Outcome>) -> &'static str {
    match outcome {
        None => "not_searched",
        Some(Outcome::Searched) => "searched",
        Some(Outcome::BetaCut) => "cut",
        Some(Outcome::TableHit(_)) => "table",
        Some(Outcome::Pruned(..)) => "pruned",
        Some(Outcome::Leaf) => "leaf",
        Some(Outcome::StandPat) => "stand_pat",
        Some(Outcome::Mate) => "mate",
        Some(Outcome::Draw(_)) => "draw",
        Some(Outcome::MateDistance) => "mate_distance",
        Some(Outcome::Tablebase) => "tablebase",
        Some(Outcome::Stopped) => "stopped",
        Some(_) => "other",
    }
}
