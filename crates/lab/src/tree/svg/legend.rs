//! What the colours and signs of a picture mean.

use search::Bound;

use super::element::{CUT, FAINT, INK, PRUNED, label, text_width};
use super::{MARGIN, SearchTree, ShownNode};
use crate::tree::NodeEnd;

/// How a node ended, as far as the picture tells it apart.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Searched,
    Cut,
    Table,
    Pruned,
    Leaf,
    Over,
    Unknown,
}

impl Kind {
    const ALL: [Kind; 7] = [
        Kind::Searched,
        Kind::Cut,
        Kind::Table,
        Kind::Pruned,
        Kind::Leaf,
        Kind::Over,
        Kind::Unknown,
    ];

    pub(super) fn of(end: NodeEnd) -> Kind {
        match end {
            NodeEnd::Searched => Kind::Searched,
            NodeEnd::Cut => Kind::Cut,
            NodeEnd::Table | NodeEnd::Tablebase => Kind::Table,
            NodeEnd::Pruned => Kind::Pruned,
            NodeEnd::Leaf | NodeEnd::StandPat => Kind::Leaf,
            NodeEnd::Mate | NodeEnd::Draw => Kind::Over,
            NodeEnd::Stopped | NodeEnd::Open | NodeEnd::NotSearched => Kind::Unknown,
        }
    }

    /// Fill and outline.
    pub(super) const fn colours(self) -> (&'static str, &'static str) {
        match self {
            Kind::Searched => ("#ffffff", "#4a6fa5"),
            Kind::Cut => ("#fdecea", CUT),
            Kind::Table => ("#f3ebfa", "#7d3c98"),
            Kind::Pruned => ("#fef3e0", PRUNED),
            Kind::Leaf => ("#edf7ee", "#4f8a5b"),
            Kind::Over => ("#e8ebee", "#37474f"),
            Kind::Unknown => ("#fbfcfd", FAINT),
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
            Kind::Unknown => "not searched, or stopped",
        }
    }
}

/// The height of a row of the legend.
const ROW: i32 = 24;
/// The size of its letters.
const SIZE: i32 = 11;

/// A legend under construction, row by row.
struct Legend {
    text: String,
    x: i32,
    y: i32,
    width: i32,
}

impl Legend {
    /// Adds a sign and its meaning; in the sign `{x}` and `{y}` stand for its
    /// left end and its middle.
    fn entry(&mut self, sign: &str, meaning: &str) {
        let wide = 28 + text_width(meaning, SIZE) + 20;
        if self.x > MARGIN && self.x + wide > self.width {
            (self.x, self.y) = (MARGIN, self.y + ROW);
        }
        let Legend { x, y, .. } = *self;
        self.text.push_str(&sign.replace("{x}", &x.to_string()).replace("{y}", &y.to_string()));
        self.text.push_str(&label(x + 28, y + 4, SIZE, FAINT, false, meaning));
        self.x += wide;
    }
}

impl SearchTree {
    /// The meaning of every colour and sign that occurs, below `top` and within
    /// `width`; and where it ends.
    pub(super) fn legend(&self, top: i32, width: i32) -> (String, i32) {
        let mut nodes = Vec::new();
        collect(&self.root, &mut nodes);
        let mut legend = Legend { text: String::new(), x: MARGIN, y: top + 7, width };
        for kind in Kind::ALL {
            if nodes.iter().any(|shown| Kind::of(shown.node.end) == kind) {
                let (fill, outline) = kind.colours();
                let sign = format!(
                    "<g transform=\"translate({{x}} {{y}})\"><rect y=\"-7\" width=\"22\" \
                     height=\"14\" rx=\"3\" fill=\"{fill}\" stroke=\"{outline}\"/></g>\n"
                );
                legend.entry(&sign, kind.name());
            }
        }
        let line = format!("<path d=\"M{{x}} {{y}}h22\" stroke=\"{INK}\" stroke-width=\"3\"/>\n");
        legend.entry(&line, "best line");
        if nodes.iter().any(|shown| !shown.node.left_out.is_empty()) {
            let bar = format!(
                "<path d=\"M{{x}} {{y}}h18\" stroke=\"{CUT}\" stroke-dasharray=\"5 3\"/>\n\
                 <path d=\"M{{x}} {{y}}m18 -5v10\" stroke=\"{CUT}\" stroke-width=\"2\"/>\n"
            );
            legend.entry(&bar, "left out");
        }
        if nodes.iter().any(|shown| shown.node.bound != Bound::Exact) {
            let signs = format!(
                "<g transform=\"translate({{x}} {{y}})\"><text y=\"4\" font-size=\"12\" \
                 fill=\"{INK}\">≥ ≤</text></g>\n"
            );
            legend.entry(&signs, "a bound only");
        }
        if nodes.iter().any(|shown| shown.node.reduced + shown.node.extended > 0) {
            let plies = format!(
                "<g transform=\"translate({{x}} {{y}})\"><text y=\"4\" font-size=\"11\" \
                 fill=\"{INK}\">−1</text></g>\n"
            );
            legend.entry(&plies, "so many plies less deep, or deeper");
        }
        (legend.text, legend.y + ROW / 2)
    }
}

/// All nodes shown.
fn collect<'a>(node: &'a ShownNode, nodes: &mut Vec<&'a ShownNode>) {
    nodes.push(node);
    node.sons.iter().for_each(|son| collect(son, nodes));
}
