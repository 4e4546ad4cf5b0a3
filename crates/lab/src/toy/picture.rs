//! A tree of numbers drawn with lines.

use super::known::{Known, Sign, known};
use super::story::{name, numbers};
use super::{Player, Story, Toy, ToyPlace};

/// The tree, one line a node, leaves next to their parent.
pub(super) fn picture(story: &Story) -> Vec<String> {
    let known = known(&story.tree, story.player);
    let mut drawing = Drawing { story, known, lines: Vec::new() };
    drawing.node(story.tree.root(), &mut Vec::new(), story.player, "", "");
    drawing.lines
}

struct Drawing<'a> {
    story: &'a Story,
    known: Known,
    lines: Vec<String>,
}

impl Drawing<'_> {
    /// Draws a node behind `branch` and its sons behind `margin`.
    fn node(
        &mut self,
        place: ToyPlace<'_>,
        way: &mut Vec<usize>,
        player: Player,
        branch: &str,
        margin: &str,
    ) {
        let mark = if self.story.best.starts_with(way) { "*" } else { "" };
        let Some(&(value, sign)) = self.known.get(way.as_slice()) else {
            self.lines.push(format!("{branch}[{}]", numbers(&place.leaves())));
            return;
        };
        let sons = place.sons();
        if sons.is_empty() {
            self.lines.push(format!("{branch}{value}{mark}"));
            return;
        }
        let bound = match sign {
            Sign::Exact => "",
            Sign::AtLeast => ">= ",
            Sign::AtMost => "<= ",
        };
        let head = format!("{branch}{} {player} {bound}{value}{mark}", name(way));
        if sons.iter().all(|son| son.value().is_some()) {
            let leaves: Vec<String> =
                (0..sons.len()).map(|son| self.leaf(way, son, &sons)).collect();
            self.lines.push(format!("{head}: {}", leaves.join(" ")));
            return;
        }
        self.lines.push(head);
        for (index, son) in sons.iter().enumerate() {
            let is_last = index + 1 == sons.len();
            let (knot, line) = if is_last { ("└─ ", "   ") } else { ("├─ ", "│  ") };
            way.push(index);
            let (branch, inner) = (format!("{margin}{knot}"), format!("{margin}{line}"));
            self.node(*son, way, player.other(), &branch, &inner);
            way.pop();
        }
    }

    /// A leaf next to its parent.
    fn leaf(&self, way: &mut Vec<usize>, son: usize, sons: &[ToyPlace<'_>]) -> String {
        let value = sons[son].value().unwrap_or_default();
        way.push(son);
        let is_best = self.story.best == *way;
        let text = match (self.known.contains_key(way.as_slice()), is_best) {
            (false, _) => format!("[{value}]"),
            (true, true) => format!("{value}*"),
            (true, false) => value.to_string(),
        };
        way.pop();
        text
    }
}
