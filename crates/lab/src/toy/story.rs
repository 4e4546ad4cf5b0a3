//! Alpha-beta on a tree of numbers, told in words.

use std::fmt::Write;

use serde::Serialize;

use super::known::{Sign, known};
use super::picture::picture;
use super::{NumberTree, Player, Step, Toy, ToyPlace, ToyResult, alpha_beta, minimax};
use crate::explanation::json;

/// A tree of numbers searched both ways.
#[derive(Clone, PartialEq, Debug)]
pub struct Story {
    /// The tree.
    pub tree: NumberTree,
    /// Who moves at its root.
    pub player: Player,
    /// What minimax found.
    pub minimax: ToyResult,
    /// What alpha-beta found.
    pub alpha_beta: ToyResult,
    /// The best line: numbers of the sons, from 0.
    pub best: Vec<usize>,
    /// What alpha-beta left out, in the order it did so.
    pub cuts: Vec<Cut>,
}

/// Something left out.
#[derive(Clone, PartialEq, Debug)]
pub struct Cut {
    /// The way to the position: numbers of the sons, from 0.
    pub way: Vec<usize>,
    /// Who was to move there.
    pub player: Player,
    /// What that player could have there,
    pub value: f64,
    /// although the other was sure of this elsewhere.
    pub bound: f64,
    /// The leaves never looked at.
    pub leaves: Vec<f64>,
}

impl Story {
    /// Searches the tree both ways, `player` to move at its root.
    pub fn new(tree: NumberTree, player: Player) -> Story {
        let root = tree.root();
        let mut cuts = Vec::new();
        let found = alpha_beta(&root, player, &mut |way, step| {
            if let Step::Cut { player, value, bound, first } = step {
                let leaves = unseen(follow(root, way), first);
                cuts.push(Cut { way: way.to_vec(), player, value, bound, leaves });
            }
        });
        let best = best_way(root, player);
        Story { player, minimax: minimax(&root, player), alpha_beta: found, best, cuts, tree }
    }

    /// The picture, the steps and the counts; of long stories `limit` lines of
    /// each, the rest counted.
    pub fn text(&self, limit: usize) -> String {
        let mut text = String::new();
        let player = self.player;
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "{player} moves at the root; * best line, [ ] never looked at by alpha-beta\n"
        );
        push_lines(&mut text, &picture(self), limit);
        let _ = writeln!(
            text,
            "\nStep by step; a window (alpha, beta): MAX is sure of alpha, MIN of beta.\n"
        );
        push_lines(&mut text, &self.steps(), limit);
        let ToyResult { value, leaves, nodes } = self.minimax;
        let _ = writeln!(
            text,
            "\nminimax:    {value}, {} looked at, {}",
            count(leaves),
            nodes_of(nodes)
        );
        let ToyResult { value, leaves, nodes } = self.alpha_beta;
        let _ =
            writeln!(text, "alpha-beta: {value}, {} looked at, {}", count(leaves), nodes_of(nodes));
        let groups: Vec<String> =
            self.cuts.iter().take(limit).map(|cut| numbers(&cut.leaves)).collect();
        let rest = if self.cuts.len() > limit { " | ..." } else { "" };
        let _ = match groups.is_empty() {
            true => writeln!(text, "nothing was cut"),
            false => writeln!(text, "never looked at: {}{rest}", groups.join(" | ")),
        };
        text
    }

    /// What alpha-beta does, a sentence a line.
    pub fn steps(&self) -> Vec<String> {
        let root = self.tree.root();
        let known = known(&self.tree, self.player);
        let mut lines: Vec<String> = Vec::new();
        alpha_beta(&root, self.player, &mut |way, step| {
            let indent = "  ".repeat(way.len());
            match step {
                Step::Enter(player, window) => {
                    let sons = follow(root, way).sons().len();
                    let ways = if sons == 1 { "1 way".to_owned() } else { format!("{sons} ways") };
                    let name = name(way);
                    lines.push(format!("{indent}{name}: {player} has {ways}, window {window}"));
                }
                Step::Leaf(value) => lines.push(format!("{indent}leaf {value}")),
                Step::Narrow(player, window) => {
                    let sure = match player {
                        Player::Max => format!("at least {}", window.alpha),
                        Player::Min => format!("at most {}", window.beta),
                    };
                    let news = format!(": {player} gets {sure}, window {window}");
                    append(&mut lines, &news);
                }
                Step::Cut { player, value, bound, first } => {
                    let leaves = numbers(&unseen(follow(root, way), first));
                    let other = player.other();
                    let (can, sure) = match player {
                        Player::Max => (">=", "at most"),
                        Player::Min => ("<=", "at least"),
                    };
                    lines.push(format!(
                        "{indent}  cut: {value} {can} {bound}, and {other} above is sure of {sure} \
                         {bound} already; never looked at: {leaves}"
                    ));
                }
                Step::Leave(value) => {
                    let sign = match known.get(way) {
                        Some((_, Sign::AtLeast)) => ">=",
                        Some((_, Sign::AtMost)) => "<=",
                        _ => "=",
                    };
                    lines.push(format!("{indent}{} {sign} {value}", name(way)));
                }
            }
        });
        // A value that changed nothing says so.
        let count = lines.len();
        for line in lines.iter_mut().take(count.saturating_sub(1)) {
            if !line.contains(": ") {
                line.push_str(": no news");
            }
        }
        lines
    }

    /// A JSON object.
    pub fn json(&self) -> String {
        #[derive(Serialize)]
        struct ToyJson {
            tree: String,
            player: String,
            value: f64,
            best_line: Vec<usize>,
            minimax: Counts,
            alpha_beta: Counts,
            cuts: Vec<CutOut>,
        }
        #[derive(Serialize)]
        struct Counts {
            value: f64,
            leaves: u64,
            nodes: u64,
        }
        #[derive(Serialize)]
        struct CutOut {
            node: String,
            player: String,
            value: f64,
            bound: f64,
            never_looked_at: Vec<f64>,
        }
        let counts = |found: &ToyResult| Counts {
            value: found.value,
            leaves: found.leaves,
            nodes: found.nodes,
        };
        let cuts = self.cuts.iter().map(|cut| CutOut {
            node: name(&cut.way),
            player: cut.player.to_string(),
            value: cut.value,
            bound: cut.bound,
            never_looked_at: cut.leaves.clone(),
        });
        json(&ToyJson {
            tree: self.tree.to_string(),
            player: self.player.to_string(),
            value: self.alpha_beta.value,
            best_line: self.best.iter().map(|son| son + 1).collect(),
            minimax: counts(&self.minimax),
            alpha_beta: counts(&self.alpha_beta),
            cuts: cuts.collect(),
        })
    }
}

/// `root`, `1`, `1.2`: the sons counted from 1.
pub(super) fn name(way: &[usize]) -> String {
    match way {
        [] => "root".to_owned(),
        way => way.iter().map(|son| (son + 1).to_string()).collect::<Vec<_>>().join("."),
    }
}

/// Numbers in a row.
pub(super) fn numbers(values: &[f64]) -> String {
    const SHOWN: usize = 20;
    let mut text: Vec<String> = values.iter().take(SHOWN).map(f64::to_string).collect();
    if values.len() > SHOWN {
        text.push(format!("and {} more", values.len() - SHOWN));
    }
    text.join(" ")
}

fn count(leaves: u64) -> String {
    if leaves == 1 { "1 leaf".to_owned() } else { format!("{leaves} leaves") }
}

fn nodes_of(nodes: u64) -> String {
    if nodes == 1 { "1 node".to_owned() } else { format!("{nodes} nodes") }
}

/// The place at the end of a way.
pub(super) fn follow<'a>(root: ToyPlace<'a>, way: &[usize]) -> ToyPlace<'a> {
    way.iter().fold(root, |place, &son| place.sons()[son])
}

/// The leaves below the sons from number `first` on.
fn unseen(place: ToyPlace<'_>, first: usize) -> Vec<f64> {
    place.sons()[first..].iter().flat_map(ToyPlace::leaves).collect()
}

/// The best line: at every place the first son that is worth as much as the place.
fn best_way(root: ToyPlace<'_>, mut player: Player) -> Vec<usize> {
    let mut way = Vec::new();
    let mut place = root;
    loop {
        let sons = place.sons();
        let values: Vec<f64> = sons.iter().map(|son| minimax(son, player.other()).value).collect();
        let mut best = None;
        for (index, &value) in values.iter().enumerate() {
            if best.is_none_or(|best: usize| player.prefers(value, values[best])) {
                best = Some(index);
            }
        }
        let Some(best) = best else { return way };
        way.push(best);
        (place, player) = (sons[best], player.other());
    }
}

fn append(lines: &mut [String], news: &str) {
    if let Some(last) = lines.last_mut() {
        last.push_str(news);
    }
}

fn push_lines(text: &mut String, lines: &[String], limit: usize) {
    for line in lines.iter().take(limit) {
        text.push_str(line);
        text.push('\n');
    }
    if lines.len() > limit {
        let _ = writeln!(text, "... and {} more lines (see --limit)", lines.len() - limit);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::published::{j, t};

    /// Report T's worked example. Its right half beyond the 1 and the 8 is only
    /// in the figure; this one gives the figures that the text tells of.
    pub(crate) fn report_t() -> NumberTree {
        crate::tables::worked_example().parse().unwrap()
    }

    #[test]
    fn the_worked_example_of_report_t() {
        let tree = report_t();
        let [left, whole] = t::VALUES.map(f64::from);
        let sons = tree.root().sons();
        assert_eq!(minimax(&sons[0], Player::Min).value, left);
        let story = Story::new(tree, Player::Max);
        assert_eq!((story.minimax.value, story.alpha_beta.value), (whole, whole));
        let cut: Vec<Vec<f64>> = story.cuts.iter().map(|cut| cut.leaves.clone()).collect();
        assert_eq!(cut[..3], [vec![9.0], vec![2.0, 4.0], vec![8.0]]);
        let steps = story.steps();
        assert!(
            steps.iter().any(|step| step.contains("leaf 3: MIN gets at most 3, window (7, 3)"))
        );
        assert!(steps.iter().any(|step| step.contains("cut: 3 <= 7, and MAX above is sure of")));
        // What was cut is a bound, what was looked at as a whole is not.
        let text = story.text(100);
        for line in ["1.1.2 MIN <= 3: 3 [9]", "1.2 MAX >= 8\n", "1.2.1 MIN 8: 9 8\n"] {
            assert!(text.contains(line), "{text}");
        }
        assert!(steps.iter().any(|step| step.trim() == "1.1.2 <= 3: no news"), "{steps:?}");
        assert!(steps.iter().any(|step| step.trim().starts_with("1.2.1 = 8: MAX gets")));
    }

    #[test]
    fn as_many_leaves_as_report_j_s_example() {
        let tree: NumberTree = crate::tables::EIGHT_OF_NINETEEN.parse().unwrap();
        let story = Story::new(tree, Player::Max);
        assert_eq!([story.alpha_beta.leaves, story.minimax.leaves], j::EXAMPLE);
        assert_eq!(story.alpha_beta.value, story.minimax.value);
    }

    #[test]
    fn both_ways_agree_on_random_trees() {
        for tree in NumberTree::samples(2000) {
            for player in [Player::Max, Player::Min] {
                let story = Story::new(tree.clone(), player);
                assert_eq!(story.minimax.value, story.alpha_beta.value, "{tree}");
                let skipped: usize = story.cuts.iter().map(|cut| cut.leaves.len()).sum();
                assert_eq!(story.alpha_beta.leaves + skipped as u64, story.minimax.leaves);
                let end = follow(tree.root(), &story.best);
                assert_eq!(end.value(), Some(story.minimax.value));
            }
        }
    }
}
