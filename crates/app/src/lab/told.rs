//! The lab's types as the page sees them.

use eval::Score;
use lab::tree::{ChangedNode, ExplainedNode, ExplainedTerm, LeftOut, NodeRecord, Recording};
use search::{Bound, Compared, Counters, Rule};

use crate::protocol::{
    LabChange, LabCounters, LabLeftOut, LabNode, LabNote, LabNumbers, LabReport, LabTerm, LabValue,
};
use crate::views;

/// A recorded node.
pub(super) fn node(record: NodeRecord) -> LabNode {
    let NodeRecord { id, parent, last, is_best, children, node } = record;
    let ExplainedNode { mv, attempt, turn, ply, depth, reduced, extended, .. } = node;
    let (uci, san) = mv.map_or((None, None), |mv| (mv.uci, Some(mv.san)));
    LabNode {
        id,
        parent,
        last,
        uci,
        san,
        attempt,
        turn: views::color(turn),
        ply: ply as u32,
        depth,
        reduced,
        extended,
        depth_terms: node.terms.iter().map(term).collect(),
        alpha: window_end(node.window.alpha),
        beta: window_end(node.window.beta),
        value: node.value.map(value),
        bound: match node.bound {
            Bound::Exact => "=",
            Bound::Lower => "≥",
            Bound::Upper => "≤",
        }
        .to_owned(),
        outcome: node.end,
        reason: node.reason,
        best: is_best,
        children,
        below: node.below,
        note: node.note.map(|note| LabNote { brief: note.brief, text: note.text }),
        left_out: node.left_out.into_iter().map(left_out).collect(),
    }
}

/// What a turn made of a node.
pub(super) fn change(changed: ChangedNode) -> LabChange {
    let ChangedNode { id, value: now, note } = changed;
    LabChange { node: id, value: value(now), note: note.map(|note| note.brief) }
}

/// What a run found.
pub(super) fn report(run: u32, recording: &Recording) -> LabReport {
    let Recording { position, report, counters: counted, .. } = recording;
    LabReport {
        run,
        algorithm: recording.searcher.to_string(),
        eval: recording.evaluation.to_owned(),
        fen: position.to_string(),
        turn: views::color(position.turn()),
        asked: recording.asked,
        depth: report.depth,
        finished: report.is_finished(),
        value: recording.value().map(value),
        line: views::line(position, &report.pv),
        nodes: report.nodes,
        branching: recording.branching_factor(),
        counters: counters(counted),
        seconds: recording.seconds,
        passes: recording.passes,
        pass: recording.pass,
        tree_nodes: recording.nodes(),
        recorded: recording.len() as u32,
        recorded_ply: recording.plies.min(counted.nodes_per_ply.len()) as u32,
        best: recording.best().to_vec(),
        turns: recording.turns() as u32,
        remarks: recording.remarks(),
    }
}

/// What was counted.
pub(super) fn counters(counters: &Counters) -> LabCounters {
    LabCounters {
        nodes: counters.nodes(),
        nodes_per_ply: counters.nodes_per_ply.clone(),
        evaluations: counters.evaluations,
        cutoffs: counters.cutoffs,
        first_move_cutoffs: counters.first_move_cutoffs,
        probes: counters.probes,
        table_hits: counters.table_hits,
        pruned: counters.pruned,
        reduced: counters.reduced,
        terminal: counters.terminal,
    }
}

/// A score in the search's own centipawns, or moves to mate.
pub(super) fn value(score: Score) -> LabValue {
    match score.mate_moves() {
        Some(moves) => LabValue::Mate(moves),
        None => LabValue::Cp(score.raw()),
    }
}

fn term(term: &ExplainedTerm) -> LabTerm {
    LabTerm {
        name: term.name.to_owned(),
        plies: term.plies,
        numbers: term
            .compared
            .map(|(compared, bound)| LabNumbers { value: value(compared), bound: value(bound) }),
    }
}

fn left_out(left: LeftOut) -> LabLeftOut {
    let numbers = match left.compared {
        Compared::Values(compared, bound) => Some((value(compared), value(bound))),
        Compared::Material(gain, least) => Some((LabValue::Cp(gain), LabValue::Cp(least))),
        Compared::Histories(..) | Compared::Moves(..) | Compared::Nothing => None,
    };
    LabLeftOut {
        uci: left.uci,
        san: left.san,
        rule: left.rule.map(Rule::name).map(str::to_owned),
        numbers: numbers.map(|(value, bound)| LabNumbers { value, bound }),
        reason: left.reason,
    }
}

/// One end of a window; nothing where it is open, beyond every mate.
fn window_end(score: Score) -> Option<LabValue> {
    (score.raw().abs() < Score::MAX.raw()).then(|| value(score))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use chess::Position;
    use engine::Evaluation;
    use lab::tree::{Assignment, Recording};
    use search::TreeLimits;

    /// Every name of a rule or of a term that the champion shows is explained in the glossary.
    #[test]
    fn all_reasons_of_the_champion_are_explained() {
        let words: BTreeSet<String> = course::glossary()
            .into_iter()
            .flat_map(|word| [word.word.to_lowercase(), word.short.to_lowercase()])
            .collect();
        let mut told = BTreeSet::new();
        for fen in [
            "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQ - 0 8",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        ] {
            let position: Position = fen.parse().unwrap();
            let evaluation = Evaluation::named("tuned").unwrap();
            let searcher = "champion".parse().unwrap();
            let assignment = Assignment::new(&position, searcher, &evaluation, 10);
            let limits = TreeLimits::default();
            let recording = Recording::make(&assignment, limits, &mut |_| {}).unwrap();
            for id in 0..recording.len() as u32 {
                let node = recording.node(id).unwrap().node;
                told.extend(node.terms.iter().map(|term| term.name));
                told.extend(node.left_out.iter().filter_map(|left| Some(left.rule?.name())));
                told.extend(node.rule.map(search::Rule::name));
            }
        }
        assert!(told.len() > 20, "{told:?}");
        let unknown: Vec<_> =
            told.iter().filter(|name| !words.contains(&name.to_lowercase())).collect();
        assert!(unknown.is_empty(), "{unknown:?}");
    }
}
