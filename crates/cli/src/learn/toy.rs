//! A tree of numbers as somebody sees it who has not heard of windows and cuts yet: minimax alone.

use lab::toy::{NumberTree, Player, Toy, ToyPlace, minimax};

/// The tree with all its values, and how they come about, step by step.
pub(super) fn minimax_told(tree: &NumberTree, player: Player) -> String {
    let root = tree.root();
    let mut told = Told { picture: String::new(), steps: String::new() };
    told.draw(root, &Way { name: "root", best: true }, player, "", "");
    told.step(root, "root", player);
    let found = minimax(&root, player);
    format!(
        "{player} moves at the root; * what both sides play if they choose well\n\n{}\nStep by step, from the leaves to the root.\n\n{}\n\
         {} leaves looked at: the root is worth {}\n",
        told.picture, told.steps, found.leaves, found.value
    )
}

struct Told {
    picture: String,
    steps: String,
}

/// Which node is drawn.
struct Way<'a> {
    name: &'a str,
    /// Whether it is on the best line.
    best: bool,
}

/// The place of the best child: the first of those that are worth the most to the mover.
fn best(place: &ToyPlace<'_>, player: Player) -> Option<usize> {
    let value = minimax(place, player).value;
    place.sons().iter().position(|son| minimax(son, player.other()).value == value)
}

fn below(name: &str, at: usize) -> String {
    if name == "root" { (at + 1).to_string() } else { format!("{name}.{}", at + 1) }
}

impl Told {
    /// A line for a node, with its leaves if there is nothing else below it, behind `branch`; what is below
    /// it stands behind `margin`.
    fn draw(
        &mut self,
        place: ToyPlace<'_>,
        way: &Way<'_>,
        player: Player,
        branch: &str,
        margin: &str,
    ) {
        let value = minimax(&place, player).value;
        let mark = |best: bool| if best { "*" } else { "" };
        let sons = place.sons();
        if sons.is_empty() {
            self.picture += &format!("{branch}{value}{}\n", mark(way.best));
            return;
        }
        let chosen = best(&place, player).filter(|_| way.best);
        self.picture += &format!("{branch}{} {player} {value}{}", way.name, mark(way.best));
        if sons.iter().all(|son| son.value().is_some()) {
            let leaf = |(at, son): (usize, &ToyPlace<'_>)| {
                format!("{}{}", son.value().unwrap_or_default(), mark(chosen == Some(at)))
            };
            let leaves: Vec<String> = sons.iter().enumerate().map(leaf).collect();
            self.picture += &format!(": {}\n", leaves.join(" "));
            return;
        }
        self.picture.push('\n');
        for (at, son) in sons.iter().enumerate() {
            let is_last = at + 1 == sons.len();
            let (knot, line) = if is_last { ("└─ ", "   ") } else { ("├─ ", "│  ") };
            let name = below(way.name, at);
            let way = Way { name: &name, best: chosen == Some(at) };
            self.draw(
                *son,
                &way,
                player.other(),
                &format!("{margin}{knot}"),
                &format!("{margin}{line}"),
            );
        }
    }

    /// The sentences about a node: those about the nodes below it come first.
    fn step(&mut self, place: ToyPlace<'_>, name: &str, player: Player) {
        let sons = place.sons();
        if sons.is_empty() {
            return;
        }
        let mut values = Vec::new();
        for (at, son) in sons.iter().enumerate() {
            self.step(*son, &below(name, at), player.other());
            values.push(minimax(son, player.other()).value.to_string());
        }
        let wish = match player {
            Player::Max => "largest",
            Player::Min => "smallest",
        };
        let value = minimax(&place, player).value;
        self.steps += &format!(
            "{name}: {player} takes the {wish} of {}, which is {value}\n",
            values.join(", ")
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_value_is_told_and_nothing_is_cut() {
        let tree: NumberTree = "((3 5) (2 9))".parse().unwrap();
        let text = minimax_told(&tree, Player::Max);
        for line in [
            "root MAX 3*",
            "├─ 1 MIN 3*: 3* 5",
            "└─ 2 MIN 2: 2 9",
            "1: MIN takes the smallest of 3, 5, which is 3",
            "root: MAX takes the largest of 3, 2, which is 3",
            "4 leaves looked at: the root is worth 3",
        ] {
            assert!(text.lines().any(|found| found == line), "{line}: {text}");
        }
    }
}
