//! Boxes and branches.

use std::fmt::Write;

use chess::Color;

use super::element::{EDGE, FAINT, INK, escaped, label, right_label, text_width};
use super::legend::Kind;
use super::stub::{Stub, StubKind, stubs};
use super::{MARGIN, ShownNode};
use crate::number::grouped;
use crate::tree::{ExplainedNode, NodeEnd};

/// Sizes in pixels.
const BOX: (i32, i32) = (150, 40);
const COLUMN: i32 = BOX.0 + 60;
const ROW: i32 = BOX.1 + 8;
/// A line of text that stands for what is not drawn.
const STUB: i32 = 20;
/// Letters of a rule's name that fit into the corner of a box.
const LONGEST_RULE: usize = 9;

/// A picture under construction.
pub(super) struct Drawing {
    pub(super) body: String,
    /// Where the next row begins.
    pub(super) bottom: i32,
    /// The right edge of what is drawn.
    pub(super) right: i32,
}

impl Drawing {
    /// Draws a node and what is below it; returns the height of its middle.
    pub(super) fn node(&mut self, shown: &ShownNode, column: i32) -> i32 {
        let x = MARGIN + column * COLUMN;
        let top = self.bottom;
        let mut ends: Vec<(i32, bool)> = Vec::new();
        for son in &shown.sons {
            ends.push((self.node(son, column + 1), son.is_best));
        }
        let stubs: Vec<(i32, Stub)> = stubs(shown)
            .into_iter()
            .map(|stub| {
                let y = self.bottom + STUB / 2;
                self.bottom += STUB;
                (y, stub)
            })
            .collect();
        if !stubs.is_empty() {
            self.bottom += 4;
        }
        // Level with its sons' middle, or a row of its own.
        let middle = match (ends.first(), ends.last()) {
            (Some((first, _)), Some((last, _))) => i32::midpoint(*first, *last),
            _ => top + BOX.1 / 2,
        };
        self.bottom = self.bottom.max(top + ROW);

        let from = (x + BOX.0, middle);
        let to = x + COLUMN;
        for (y, Stub { text, kind }) in stubs {
            let (edge, colour, dash) = kind.style();
            self.edge(from, (to - 14, y), edge, 1, Some(dash));
            if kind == StubKind::LeftOut {
                // The end of a branch that was cut.
                let _ = writeln!(
                    self.body,
                    "<path d=\"M{0} {1}v10\" stroke=\"{edge}\" stroke-width=\"2\"/>",
                    to - 14,
                    y - 5
                );
            }
            self.body.push_str(&label(to - 8, y + 4, 11, colour, false, &text));
            self.right = self.right.max(to - 8 + text_width(&text, 11));
        }
        // The best branch last, so that it lies on top.
        ends.sort_by_key(|(_, is_best)| *is_best);
        for (y, is_best) in ends {
            let (colour, width) = if is_best { (INK, 3) } else { (EDGE, 1) };
            self.edge(from, (to, y), colour, width, None);
        }
        self.frame(&shown.node, shown.is_best, x, middle - BOX.1 / 2);
        self.right = self.right.max(x + BOX.0);
        middle
    }

    fn edge(
        &mut self,
        (x1, y1): (i32, i32),
        (x2, y2): (i32, i32),
        colour: &str,
        width: i32,
        dash: Option<&str>,
    ) {
        let middle = i32::midpoint(x1, x2);
        let dash = dash.map_or_else(String::new, |dash| format!(" stroke-dasharray=\"{dash}\""));
        // Writing to a string cannot fail.
        let _ = writeln!(
            self.body,
            "<path d=\"M{x1} {y1}C{middle} {y1} {middle} {y2} {x2} {y2}\" fill=\"none\" \
             stroke=\"{colour}\" stroke-width=\"{width}\"{dash}/>"
        );
    }

    /// A node's box: whose move, the move, value and window.
    fn frame(&mut self, node: &ExplainedNode, is_best: bool, x: i32, y: i32) {
        let (fill, outline) = Kind::of(node.end).colours();
        let width = if is_best { 3 } else { 1 };
        let reason = escaped(&node.reason_with_terms());
        let _ = writeln!(
            self.body,
            "<g><title>{reason}; {} nodes below</title><rect x=\"{x}\" y=\"{y}\" width=\"{}\" \
             height=\"{}\" rx=\"5\" fill=\"{fill}\" stroke=\"{outline}\" stroke-width=\"{width}\"/>",
            grouped(node.below),
            BOX.0,
            BOX.1
        );
        let value = node.value_text();
        // Who made the move that led here.
        let is_move = node.mv.as_ref().is_some_and(|mv| mv.uci.is_some());
        let disc = match (is_move, !node.turn) {
            (false, _) => None,
            (true, Color::White) => Some("#ffffff"),
            (true, Color::Black) => Some("#20262d"),
        };
        let mut start = x + 8;
        if let Some(disc) = disc {
            let _ = writeln!(
                self.body,
                "<circle cx=\"{}\" cy=\"{}\" r=\"4\" fill=\"{disc}\" stroke=\"#20262d\"/>",
                x + 12,
                y + 13
            );
            start = x + 21;
        }
        self.body.push_str(&label(start, y + 17, 12, INK, is_best, node.name()));
        self.body.push_str(&right_label(x + BOX.0 - 7, y + 17, 12, INK, is_best, &value));
        let window = node.window_text();
        self.body.push_str(&label(x + 8, y + 33, 10, FAINT, false, &window));
        let word = short_reason(node);
        self.body.push_str(&right_label(x + BOX.0 - 7, y + 33, 10, outline, false, &word));
        self.body.push_str("</g>\n");
    }
}

/// The corner of a box: how the node ended, and by how many plies it was searched
/// less deep or deeper.
fn short_reason(node: &ExplainedNode) -> String {
    let end = match (node.end, node.rule) {
        (NodeEnd::Cut, _) => "cut",
        (NodeEnd::Table | NodeEnd::Tablebase, _) => "table",
        (NodeEnd::Pruned, Some(rule)) if rule.name().len() <= LONGEST_RULE => rule.name(),
        (NodeEnd::Pruned, _) => "pruned",
        (NodeEnd::StandPat, _) => "pat",
        (NodeEnd::Mate, _) => "mate",
        (NodeEnd::Draw, _) => "draw",
        (NodeEnd::Stopped, _) => "stopped",
        _ => "",
    };
    let depth = match (node.reduced, node.extended) {
        (0, 0) => String::new(),
        (0, more) => format!("+{more}"),
        (less, _) => format!("−{less}"),
    };
    format!("{end} {depth}").trim().to_owned()
}
