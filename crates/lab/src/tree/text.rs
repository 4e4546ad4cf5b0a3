//! The tree as lines of text.

use std::fmt::Write;

use search::Rule;

use super::{LeftOut, SearchTree, ShownNode};
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
        self.lines(&self.root, "", "", &mut lines);
        // Notes have no columns and may be longer.
        let nodes = lines.iter().filter(|line| !line.value.is_empty());
        let widest = nodes.map(|line| line.left.chars().count()).max().unwrap_or(0);
        let values = lines.iter().map(|line| line.value.chars().count()).max().unwrap_or(0);
        let windows = lines.iter().map(|line| line.window.chars().count()).max().unwrap_or(0);
        let mut text = self.heading();
        for Line { left, value, window, reason, is_best } in lines {
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

    fn heading(&self) -> String {
        let line = match in_san(&self.position, &self.report.line) {
            line if line.is_empty() => "-".to_owned(),
            line => line,
        };
        let mut text = format!(
            "{}, depth {}, {}: {}, {} nodes, best line {}\n",
            self.algorithm,
            self.report.depth,
            self.evaluation,
            self.found(),
            grouped(self.nodes),
            line
        );
        let _ = writeln!(text, "{}", self.position);
        if let Some(ending) = self.ending_text() {
            let _ = writeln!(text, "{ending}");
        }
        if self.passes > 1 {
            let _ = writeln!(text, "the last of {} passes through the root", self.passes);
        }
        let side = side_name(self.position.turn());
        let _ = writeln!(
            text,
            "values and windows (alpha, beta) are {side}'s, who moves at the root; * best line\n"
        );
        text
    }

    fn lines(&self, node: &ShownNode, branch: &str, margin: &str, lines: &mut Vec<Line>) {
        let name = node.mv.as_ref().map_or("root", |(_, san)| san);
        let mark = if node.is_best { "*" } else { "" };
        lines.push(Line {
            left: format!("{branch}{name}{mark}"),
            value: self.value_text(node),
            window: self.window_text(node),
            reason: self.reason(node),
            is_best: node.is_best,
        });
        let mut rest = Vec::new();
        if node.hidden_nodes > 0 {
            rest.push(format!("... {}", node.hidden()));
        }
        rest.extend(self.left_out(node));
        let total = node.sons.len() + rest.len();
        let knot =
            |index| if index + 1 == total { ("└─ ", "   ") } else { ("├─ ", "│  ") };
        for (index, son) in node.sons.iter().enumerate() {
            let (knot, line) = knot(index);
            self.lines(son, &format!("{margin}{knot}"), &format!("{margin}{line}"), lines);
        }
        for (index, more) in rest.into_iter().enumerate() {
            let (knot, _) = knot(node.sons.len() + index);
            lines.push(Line::note(format!("{margin}{knot}{more}")));
        }
    }

    /// A line for what a cut-off left out, and one for each rule.
    fn left_out(&self, node: &ShownNode) -> Vec<String> {
        let shown = |(rule, moves): (Option<Rule>, Vec<&LeftOut>)| {
            let why = match rule {
                None => "never looked at".to_owned(),
                Some(rule) => format!("left out by {}", rule.name()),
            };
            let names = moves.iter().take(NAMED).map(|left| self.left_out_text(node, left));
            let names: Vec<String> = names.collect();
            let more = match moves.len().saturating_sub(NAMED) {
                0 => String::new(),
                more => format!(" and {more} more"),
            };
            format!("[{why}: {}{more}]", names.join(" "))
        };
        node.left_out_by_reason().into_iter().map(shown).collect()
    }
}

struct Line {
    left: String,
    value: String,
    window: String,
    reason: String,
    is_best: bool,
}

impl Line {
    /// A line without columns.
    fn note(left: String) -> Line {
        let none = String::new;
        Line { left, value: none(), window: none(), reason: none(), is_best: false }
    }
}
