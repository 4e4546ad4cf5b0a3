//! The tree as a picture: one self-contained SVG file, root on the left.

use std::fmt::Write;

use chess::Color;
use search::{Bound, Outcome};

use super::{SearchTree, ShownNode};
use crate::explanation::side_name;
use crate::in_san;
use crate::number::grouped;

/// Sizes in pixels.
const BOX: (i32, i32) = (150, 40);
const COLUMN: i32 = BOX.0 + 60;
const ROW: i32 = BOX.1 + 8;
/// A line of text that stands for what is not drawn.
const STUB: i32 = 20;
const MARGIN: i32 = 24;
const HEADER: i32 = 74;
const LEGEND: i32 = 44;
/// A picture is at least this wide, for its heading.
const LEAST_WIDTH: i32 = 760;
/// Moves named on a stub.
const NAMED: usize = 4;

/// How a node ended, as far as the picture tells it apart.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Searched,
    Cut,
    Table,
    Pruned,
    Leaf,
    Over,
}

impl Kind {
    const ALL: [Kind; 6] =
        [Kind::Searched, Kind::Cut, Kind::Table, Kind::Pruned, Kind::Leaf, Kind::Over];

    fn of(outcome: Outcome) -> Kind {
        match outcome {
            Outcome::BetaCut => Kind::Cut,
            Outcome::TableHit(_) => Kind::Table,
            Outcome::Pruned(..) => Kind::Pruned,
            Outcome::Leaf | Outcome::StandPat => Kind::Leaf,
            Outcome::Mate | Outcome::Draw(_) => Kind::Over,
            _ => Kind::Searched,
        }
    }

    /// Fill and outline.
    const fn colours(self) -> (&'static str, &'static str) {
        match self {
            Kind::Searched => ("#ffffff", "#4a6fa5"),
            Kind::Cut => ("#fdecea", CUT),
            Kind::Table => ("#f3ebfa", "#7d3c98"),
            Kind::Pruned => ("#fef3e0", "#c77d0a"),
            Kind::Leaf => ("#edf7ee", "#4f8a5b"),
            Kind::Over => ("#e8ebee", "#37474f"),
        }
    }

    const fn name(self) -> &'static str {
        match self {
            Kind::Searched => "searched",
            Kind::Cut => "cut off",
            Kind::Table => "from the table",
            Kind::Pruned => "pruned by a rule",
            Kind::Leaf => "evaluated",
            Kind::Over => "mate or draw",
        }
    }
}

const INK: &str = "#1b2a41";
const FAINT: &str = "#5c6b7a";
const EDGE: &str = "#b4bfca";
const CUT: &str = "#c0392b";

impl SearchTree {
    /// The picture.
    pub fn svg(&self) -> String {
        let mut drawing = Drawing { tree: self, body: String::new(), bottom: HEADER, right: 0 };
        drawing.node(&self.root, 0);
        let width = (drawing.right + MARGIN).max(LEAST_WIDTH);
        let height = drawing.bottom + LEGEND + MARGIN;
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 0 {width} {height}\" \
             font-family=\"DejaVu Sans, Verdana, Arial, sans-serif\">\n\
             <rect width=\"{width}\" height=\"{height}\" fill=\"#fbfcfd\"/>\n"
        );
        svg.push_str(&self.svg_heading());
        svg.push_str(&drawing.body);
        svg.push_str(&self.legend(drawing.bottom + 14));
        svg.push_str("</svg>\n");
        svg
    }

    fn svg_heading(&self) -> String {
        let title = format!(
            "{}, depth {}, {}: {} with {}",
            self.algorithm,
            self.report.depth,
            self.evaluation,
            self.report.value,
            in_san(&self.position, &self.report.line)
        );
        let passes = match self.passes {
            0 | 1 => String::new(),
            passes => format!("; the last of {passes} passes through the root"),
        };
        let counts = format!("{} · {} nodes{passes}", self.position, grouped(self.nodes));
        let view = format!(
            "In each box the move, its value and below it the window (alpha, beta), all for {}, \
             who moves at the root.",
            side_name(self.position.turn())
        );
        label(MARGIN, 28, 16, INK, true, &title)
            + &label(MARGIN, 46, 11, FAINT, false, &counts)
            + &label(MARGIN, 62, 11, FAINT, false, &view)
    }

    /// What the colours and signs that occur mean.
    fn legend(&self, y: i32) -> String {
        let mut nodes = Vec::new();
        collect(&self.root, &mut nodes);
        let mut text = String::new();
        let mut x = MARGIN;
        let mut entry = |sign: String, name: &str| {
            text.push_str(&sign.replace("{x}", &x.to_string()));
            text.push_str(&label(x + 28, y + 11, 11, FAINT, false, name));
            x += 28 + text_width(name, 11) + 20;
        };
        for kind in Kind::ALL {
            if nodes.iter().any(|node| Kind::of(node.outcome) == kind) {
                let (fill, outline) = kind.colours();
                let sign = format!(
                    "<rect x=\"{{x}}\" y=\"{y}\" width=\"22\" height=\"14\" rx=\"3\" \
                     fill=\"{fill}\" stroke=\"{outline}\"/>\n"
                );
                entry(sign, kind.name());
            }
        }
        let middle = y + 7;
        let line = |colour: &str, width: i32| {
            format!(
                "<path d=\"M{{x}} {middle}h22\" stroke=\"{colour}\" stroke-width=\"{width}\"/>\n"
            )
        };
        entry(line(INK, 3), "best line");
        if nodes.iter().any(|node| !node.left_out.is_empty()) {
            let bar = format!(
                "<path d=\"M{{x}} {middle}h18\" stroke=\"{CUT}\" stroke-dasharray=\"5 3\"/>\n\
                 <path d=\"M{{x}} {middle}m18 -5v10\" stroke=\"{CUT}\" stroke-width=\"2\"/>\n"
            );
            entry(bar, "left out");
        }
        if nodes.iter().any(|node| self.bound(node) != Bound::Exact) {
            let signs = format!(
                "<text x=\"{{x}}\" y=\"{}\" font-size=\"12\" fill=\"{INK}\">≥ ≤</text>\n",
                y + 11
            );
            entry(signs, "a bound only");
        }
        text
    }
}

/// All nodes shown.
fn collect<'a>(node: &'a ShownNode, nodes: &mut Vec<&'a ShownNode>) {
    nodes.push(node);
    node.sons.iter().for_each(|son| collect(son, nodes));
}

struct Drawing<'a> {
    tree: &'a SearchTree,
    body: String,
    /// Where the next row begins.
    bottom: i32,
    /// The right edge of what is drawn.
    right: i32,
}

impl Drawing<'_> {
    /// Draws a node and what is below it; returns the height of its middle.
    fn node(&mut self, node: &ShownNode, column: i32) -> i32 {
        let x = MARGIN + column * COLUMN;
        let top = self.bottom;
        let mut ends: Vec<(i32, bool)> = Vec::new();
        for son in &node.sons {
            ends.push((self.node(son, column + 1), son.is_best));
        }
        let stubs: Vec<(i32, Stub)> = stubs(node)
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
        for (y, stub) in stubs {
            let (colour, dash) = if stub.is_cut { (CUT, "5 3") } else { (EDGE, "2 3") };
            self.edge(from, (to - 14, y), colour, 1, Some(dash));
            if stub.is_cut {
                // The end of a branch that was cut.
                let _ = writeln!(
                    self.body,
                    "<path d=\"M{0} {1}v10\" stroke=\"{colour}\" stroke-width=\"2\"/>",
                    to - 14,
                    y - 5
                );
            }
            let colour = if stub.is_cut { "#a93226" } else { FAINT };
            self.body.push_str(&label(to - 8, y + 4, 11, colour, false, &stub.text));
            self.right = self.right.max(to - 8 + text_width(&stub.text, 11));
        }
        // The best branch last, so that it lies on top.
        ends.sort_by_key(|(_, is_best)| *is_best);
        for (y, is_best) in ends {
            let (colour, width) = if is_best { (INK, 3) } else { (EDGE, 1) };
            self.edge(from, (to, y), colour, width, None);
        }
        self.frame(node, x, middle - BOX.1 / 2);
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
    fn frame(&mut self, node: &ShownNode, x: i32, y: i32) {
        let (fill, outline) = Kind::of(node.outcome).colours();
        let width = if node.is_best { 3 } else { 1 };
        let reason = escaped(&self.tree.reason(node));
        let _ = writeln!(
            self.body,
            "<g><title>{reason}; {} nodes below</title><rect x=\"{x}\" y=\"{y}\" width=\"{}\" \
             height=\"{}\" rx=\"5\" fill=\"{fill}\" stroke=\"{outline}\" stroke-width=\"{width}\"/>",
            grouped(node.below),
            BOX.0,
            BOX.1
        );
        let name = node.mv.as_ref().map_or("root", |(_, san)| san);
        let value = self.tree.value_text(node);
        // Who made the move that led here.
        let disc = match (node.mv.is_some(), !node.turn) {
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
        self.body.push_str(&label(start, y + 17, 12, INK, node.is_best, name));
        self.body.push_str(&right_label(x + BOX.0 - 7, y + 17, 12, INK, node.is_best, &value));
        let window = self.tree.window_text(node);
        self.body.push_str(&label(x + 8, y + 33, 10, FAINT, false, &window));
        let word = short_reason(node.outcome);
        self.body.push_str(&right_label(x + BOX.0 - 7, y + 33, 10, outline, false, &word));
        self.body.push_str("</g>\n");
    }
}

/// A line of text for what is not drawn below a node.
struct Stub {
    text: String,
    is_cut: bool,
}

fn stubs(node: &ShownNode) -> Vec<Stub> {
    let mut stubs = Vec::new();
    if node.hidden_nodes > 0 {
        stubs.push(Stub { text: node.hidden(), is_cut: false });
    }
    let mut groups: Vec<(&str, Vec<&str>)> = Vec::new();
    for left in &node.left_out {
        let why = left.rule.map_or("never looked at", |(rule, _, _)| rule.name());
        match groups.iter_mut().find(|(known, _)| *known == why) {
            Some((_, moves)) => moves.push(&left.san),
            None => groups.push((why, vec![&left.san])),
        }
    }
    for (why, moves) in groups {
        let mut names = moves.iter().take(NAMED).copied().collect::<Vec<_>>().join(" ");
        if moves.len() > NAMED {
            names.push_str(" ...");
        }
        let text = match why {
            "never looked at" => format!("{} never looked at: {names}", moves.len()),
            rule => format!("{} left out by {rule}: {names}", moves.len()),
        };
        stubs.push(Stub { text, is_cut: true });
    }
    stubs
}

/// The corner of a box.
fn short_reason(outcome: Outcome) -> String {
    match outcome {
        Outcome::BetaCut => "cut".to_owned(),
        Outcome::TableHit(_) => "table".to_owned(),
        Outcome::Pruned(rule, _) => rule.name().to_owned(),
        Outcome::StandPat => "pat".to_owned(),
        Outcome::Mate => "mate".to_owned(),
        Outcome::Draw(_) => "draw".to_owned(),
        _ => String::new(),
    }
}

fn label(x: i32, y: i32, size: i32, colour: &str, bold: bool, text: &str) -> String {
    placed(x, y, size, colour, bold, "", text)
}

fn right_label(x: i32, y: i32, size: i32, colour: &str, bold: bool, text: &str) -> String {
    placed(x, y, size, colour, bold, " text-anchor=\"end\"", text)
}

fn placed(x: i32, y: i32, size: i32, colour: &str, bold: bool, anchor: &str, text: &str) -> String {
    if text.is_empty() {
        return String::new();
    }
    let weight = if bold { " font-weight=\"bold\"" } else { "" };
    format!(
        "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\" fill=\"{colour}\"{weight}{anchor}>{}</text>\n",
        escaped(text)
    )
}

/// About how wide a text is, on the safe side.
fn text_width(text: &str, size: i32) -> i32 {
    text.chars().count() as i32 * size * 13 / 20
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
