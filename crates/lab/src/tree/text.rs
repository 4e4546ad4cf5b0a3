//! The tree as lines of text.

use std::fmt::Write;

use search::{Ending, Rule};

use super::words::score_text;
use super::{LeftOut, Recording, SearchTree, ShownNode};
use crate::explanation::side_name;
use crate::in_san;
use crate::number::grouped;

/// How many of the moves left out are named.
const NAMED: usize = 8;
const BOLD: &str = "\x1b[1m";
const PLAIN: &str = "\x1b[0m";

impl SearchTree {
    /// One line a node. The best line is marked `*`, and bold on a terminal
    /// that can show it.
    pub fn text(&self, bold: bool) -> String {
        let mut lines = Vec::new();
        push_lines(&self.root, "", "", &mut lines);
        // Notes have no columns and may be longer.
        let nodes = lines.iter().filter(|line| !line.value.is_empty());
        let widest = nodes.map(|line| line.left.chars().count()).max().unwrap_or(0);
        let values = lines.iter().map(|line| line.value.chars().count()).max().unwrap_or(0);
        let windows = lines.iter().map(|line| line.window.chars().count()).max().unwrap_or(0);
        let mut text = heading(&self.recording);
        for TextLine { left, value, window, reason, is_best } in lines {
            // Padding counts characters, not bytes.
            let gap =
                |text: &str, width: usize| " ".repeat(width.saturating_sub(text.chars().count()));
            let line = format!(
                "{left}{}  {}{value}  {window}{}  {reason}",
                gap(&left, widest),
                gap(&value, values),
                gap(&window, windows)
            );
            let line = line.trim_end();
            // Writing to a string cannot fail.
            let _ = match bold && is_best {
                true => writeln!(text, "{BOLD}{line}{PLAIN}"),
                false => writeln!(text, "{line}"),
            };
        }
        text
    }
}

fn heading(recording: &Recording) -> String {
    let Recording { position, report, .. } = recording;
    let line = match in_san(position, &report.pv) {
        line if line.is_empty() => "-".to_owned(),
        line => line,
    };
    let found = recording.value().map_or_else(|| "no value".to_owned(), score_text);
    let mut text = format!(
        "{}, depth {}, {}: {found}, {} nodes, best line {line}\n{position}\n",
        recording.searcher,
        report.depth,
        recording.evaluation,
        grouped(recording.nodes()),
    );
    for note in recording.ending_text().map(str::to_owned).into_iter().chain(recording.pass_text())
    {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{note}");
    }
    let side = side_name(position.turn());
    let _ = writeln!(
        text,
        "values and windows (alpha, beta) are {side}'s, who moves at the root; * best line\n"
    );
    text
}

fn push_lines(shown: &ShownNode, branch: &str, margin: &str, lines: &mut Vec<TextLine>) {
    let ShownNode { node, is_best, sons, .. } = shown;
    let mark = if *is_best { "*" } else { "" };
    let again = if node.attempt > 1 && node.mv.as_ref().is_some_and(|mv| mv.uci.is_some()) {
        " again"
    } else {
        ""
    };
    lines.push(TextLine {
        left: format!("{branch}{}{again}{mark}", node.name()),
        value: node.value_text(),
        window: node.window_text(),
        reason: node.reason_with_terms(),
        is_best: *is_best,
    });
    let mut rest = Vec::new();
    if shown.hidden_nodes > 0 {
        rest.push(format!("... {}", shown.hidden()));
    }
    rest.extend(node.left_out_by_reason().into_iter().map(left_out));
    let total = sons.len() + rest.len();
    let knot = |index| if index + 1 == total { ("└─ ", "   ") } else { ("├─ ", "│  ") };
    for (index, son) in sons.iter().enumerate() {
        let (knot, line) = knot(index);
        push_lines(son, &format!("{margin}{knot}"), &format!("{margin}{line}"), lines);
    }
    for (index, more) in rest.into_iter().enumerate() {
        let (knot, _) = knot(sons.len() + index);
        lines.push(TextLine::note(format!("{margin}{knot}{more}")));
    }
}

/// A line for what a cut-off left out, or a rule.
fn left_out((rule, moves): (Option<Rule>, Vec<&LeftOut>)) -> String {
    let why = match rule {
        None => "never looked at".to_owned(),
        Some(rule) => format!("left out by {}", rule.name()),
    };
    let names: Vec<String> = moves.iter().take(NAMED).map(|left| left.brief()).collect();
    let more = match moves.len().saturating_sub(NAMED) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    format!("[{why}: {}{more}]", names.join(" "))
}

impl Recording {
    /// What has to be said about how the search ended, if anything.
    pub(super) fn ending_text(&self) -> Option<&'static str> {
        match self.report.ending {
            Ending::Finished => None,
            Ending::Stopped => Some("stopped by a limit of nodes"),
            Ending::MemoryFull => Some("ended because its memory was full"),
        }
    }
}

impl ShownNode {
    /// What is not shown below it, in words.
    pub(super) fn hidden(&self) -> String {
        let nodes = grouped(self.hidden_nodes);
        match (self.hidden_moves, self.hidden_nodes) {
            (0, 1) => "1 node below".to_owned(),
            (0, _) => format!("{nodes} nodes below"),
            (1, 1) => "1 more move".to_owned(),
            (1, _) => format!("1 more move, {nodes} nodes"),
            (moves, all) if moves as u64 == all => format!("{moves} more moves"),
            (moves, _) => format!("{moves} more moves, {nodes} nodes"),
        }
    }
}

struct TextLine {
    left: String,
    value: String,
    window: String,
    reason: String,
    is_best: bool,
}

impl TextLine {
    /// A line without columns.
    fn note(left: String) -> TextLine {
        let none = String::new;
        TextLine { left, value: none(), window: none(), reason: none(), is_best: false }
    }
}
