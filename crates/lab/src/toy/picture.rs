//! A tree of numbers drawn with lines.

use std::collections::HashMap;

use super::story::{name, numbers};
use super::{Place, Player, Step, Story, Toy, Window, alpha_beta};

/// What alpha-beta saw of a node.
struct Seen {
    window: Window,
    value: f64,
}

/// The tree, one line a node, leaves beside their father.
pub(super) fn picture(story: &Story) -> Vec<String> {
    let root = story.tree.root();
    let mut seen: HashMap<Vec<usize>, Seen> = HashMap::new();
    alpha_beta(&root, story.player, &mut |way, step| match step {
        Step::Enter(_, window) => {
            seen.insert(way.to_vec(), Seen { window, value: 0.0 });
        }
        Step::Leaf(value) => {
            seen.insert(way.to_vec(), Seen { window: Window::FULL, value });
        }
        Step::Leave(value) => {
            if let Some(seen) = seen.get_mut(way) {
                seen.value = value;
            }
        }
        _ => {}
    });
    let mut drawing = Drawing { story, seen, lines: Vec::new() };
    drawing.node(root, &mut Vec::new(), story.player, "", "");
    drawing.lines
}

struct Drawing<'a> {
    story: &'a Story,
    seen: HashMap<Vec<usize>, Seen>,
    lines: Vec<String>,
}

impl Drawing<'_> {
    /// Draws a node behind `branch` and its sons behind `margin`.
    fn node(
        &mut self,
        place: Place<'_>,
        way: &mut Vec<usize>,
        player: Player,
        branch: &str,
        margin: &str,
    ) {
        let mark = if self.story.best.starts_with(way) { "*" } else { "" };
        let Some(seen) = self.seen.get(way.as_slice()) else {
            self.lines.push(format!("{branch}[{}]", numbers(&place.leaves())));
            return;
        };
        let sons = place.sons();
        if sons.is_empty() {
            self.lines.push(format!("{branch}{}{mark}", seen.value));
            return;
        }
        // Beyond its window a value is only a bound.
        let bound = match seen {
            Seen { window, value } if *value <= window.alpha => "<= ",
            Seen { window, value } if *value >= window.beta => ">= ",
            _ => "",
        };
        let head = format!("{branch}{} {player} {bound}{}{mark}", name(way), seen.value);
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

    /// A leaf beside its father.
    fn leaf(&self, way: &mut Vec<usize>, son: usize, sons: &[Place<'_>]) -> String {
        let value = sons[son].value().unwrap_or_default();
        way.push(son);
        let is_best = self.story.best == *way;
        let text = match (self.seen.contains_key(way.as_slice()), is_best) {
            (false, _) => format!("[{value}]"),
            (true, true) => format!("{value}*"),
            (true, false) => value.to_string(),
        };
        way.pop();
        text
    }
}
