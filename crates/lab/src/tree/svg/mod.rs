//! The tree as a picture: one self-contained SVG file, root on the left.

mod drawing;
mod element;
mod legend;
mod stub;

use super::words::score_text;
use super::{Recording, SearchTree, ShownNode};
use crate::explanation::side_name;
use crate::in_san;
use crate::number::grouped;
use drawing::Drawing;
use element::{FAINT, INK, label, text_width};

/// Sizes in pixels.
const MARGIN: i32 = 24;
const HEADER: i32 = 74;
/// A picture is at least this wide.
const LEAST_WIDTH: i32 = 760;
/// Plies of the best line in the heading.
const LONGEST_LINE: usize = 10;

impl SearchTree {
    /// The picture. Its width grows with the plies shown, its height with the
    /// nodes.
    pub fn svg(&self) -> String {
        let mut drawing = Drawing { body: String::new(), bottom: HEADER, right: 0 };
        drawing.node(&self.root, 0);
        let (heading, right) = self.svg_heading();
        let width = (drawing.right.max(right) + MARGIN).max(LEAST_WIDTH);
        let (legend, bottom) = self.legend(drawing.bottom + 14, width - MARGIN);
        let height = bottom + MARGIN;
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 0 {width} {height}\" \
             font-family=\"DejaVu Sans, Verdana, Arial, sans-serif\">\n\
             <rect width=\"{width}\" height=\"{height}\" fill=\"#fbfcfd\"/>\n"
        );
        svg.push_str(&heading);
        svg.push_str(&drawing.body);
        svg.push_str(&legend);
        svg.push_str("</svg>\n");
        svg
    }

    /// Three lines, and how far they go to the right.
    fn svg_heading(&self) -> (String, i32) {
        let Recording { position, searcher, evaluation, report, .. } = &self.recording;
        let shown = report.pv.len().min(LONGEST_LINE);
        let line = in_san(position, &report.pv[..shown]);
        let mut title = match self.recording.value() {
            Some(value) => {
                let value = score_text(value);
                let found = format!("{searcher}, depth {}, {evaluation}: {value}", report.depth);
                if line.is_empty() { found } else { format!("{found} with {line}") }
            }
            None => format!("{searcher} plays {line} without looking"),
        };
        if shown < report.pv.len() {
            title.push_str(" ...");
        }
        let mut counts = format!("{position} · {} nodes", grouped(self.recording.nodes()));
        let ending = self.recording.ending_text().map(str::to_owned);
        for note in self.recording.pass_text().into_iter().chain(ending) {
            counts.push_str(&format!("; {note}"));
        }
        let view = format!(
            "In each box the move, its value and below it the window (alpha, beta), all for {}, \
             who moves at the root.",
            side_name(position.turn())
        );
        let lines = [
            (28, 16, INK, true, title),
            (46, 11, FAINT, false, counts),
            (62, 11, FAINT, false, view),
        ];
        let right =
            lines.iter().map(|(_, size, _, _, text)| MARGIN + text_width(text, *size)).max();
        let text = lines
            .iter()
            .map(|(y, size, colour, bold, text)| label(MARGIN, *y, *size, colour, *bold, text));
        (text.collect(), right.unwrap_or(0))
    }
}
