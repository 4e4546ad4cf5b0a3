//! The comparison for programs.

use search::Ending;
use serde::Serialize;

use super::Comparison;
use crate::explanation::json;
use crate::{Measurement, in_san, in_uci, uci};

#[derive(Serialize)]
struct Row {
    algorithm: String,
    /// `null` where nothing was searched.
    value_cp: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    mate: Option<i32>,
    best: Option<String>,
    line: Vec<String>,
    line_san: String,
    depth: u32,
    finished: bool,
    ending: &'static str,
    nodes: u64,
    nodes_per_ply: Vec<u64>,
    evaluations: u64,
    cutoffs: u64,
    first_move_cutoffs: u64,
    table_hits: u64,
    pruned: u64,
    branching_factor: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    no_branching_factor: Option<String>,
    seconds: f64,
    nodes_per_second: f64,
    minimax_nodes: Option<u64>,
    times_fewer_than_minimax: Option<f64>,
}

impl Comparison {
    /// A JSON list, one object a row.
    pub fn json(&self) -> String {
        json(&self.rows.iter().map(|row| self.json_row(row)).collect::<Vec<_>>())
    }

    fn json_row(&self, row: &Measurement) -> Row {
        let Measurement { algorithm, report, counters, seconds, .. } = row;
        let value = row.value();
        let factor = row.branching_factor();
        Row {
            algorithm: algorithm.to_string(),
            value_cp: value.map(eval::Score::raw),
            mate: value.and_then(eval::Score::mate_moves),
            best: report.best.map(|mv| uci(&self.position, mv)),
            line: in_uci(&self.position, &report.pv),
            line_san: in_san(&self.position, &report.pv),
            depth: report.depth,
            finished: report.is_finished(),
            ending: ending_name(report.ending),
            nodes: report.nodes,
            nodes_per_ply: counters.nodes_per_ply.clone(),
            evaluations: counters.evaluations,
            cutoffs: counters.cutoffs,
            first_move_cutoffs: counters.first_move_cutoffs,
            table_hits: counters.table_hits,
            pruned: counters.pruned,
            branching_factor: factor.ok(),
            no_branching_factor: factor.err().map(|why| format!("it {}", why.said_of(1))),
            seconds: *seconds,
            nodes_per_second: row.speed(),
            minimax_nodes: self.minimax_nodes(row),
            times_fewer_than_minimax: self.times_fewer(row),
        }
    }
}

/// How a search ended, in a word or two.
pub(crate) fn ending_name(ending: Ending) -> &'static str {
    match ending {
        Ending::Finished => "finished",
        Ending::Stopped => "stopped",
        Ending::MemoryFull => "memory full",
    }
}
