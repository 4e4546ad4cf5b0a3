//! Trees of numbers, searched both ways.

use std::collections::HashMap;

use course::StepKind;
use lab::toy::{
    Knights, NumberTree, Player, Step, Story, Toy, ToyPlace, Window, alpha_beta, minimax,
};

use crate::limits;
use crate::protocol::{ToyCut, ToyFound, ToyNode, ToyPlayer, ToyStep, ToyStory};

/// Searches a tree as it is written, or the game of the knights.
pub(crate) fn toy(text: &str, player: ToyPlayer) -> Result<ToyStory, String> {
    let player = our(player);
    let tree = match text.trim() {
        "knights" => NumberTree::unfold(&Knights::begun_by(player))
            .ok_or_else(|| "the game is too long to show".to_owned())?,
        text => text.parse::<NumberTree>().map_err(|error| error.to_string())?,
    };
    let story = Story::new(tree, player);
    let listed = List::of(&story)?;
    let seen = listed.seen(&story);
    let best = listed.best(&story);
    let nodes = listed.places.iter().enumerate().map(|(id, (way, place))| {
        let turn = turn(player, way.len());
        let is_leaf = place.value().is_some();
        ToyNode {
            parent: way.split_last().map(|(_, above)| listed.ids[above]),
            name: name(way),
            player: (!is_leaf).then_some(told(turn)),
            value: minimax(place, turn).value,
            best: best[id],
            seen: seen[id],
        }
    });
    let found = |found: &lab::toy::ToyResult| ToyFound {
        value: found.value,
        nodes: found.nodes,
        leaves: found.leaves,
    };
    Ok(ToyStory {
        tree: story.tree.to_string(),
        player: told(player),
        nodes: nodes.collect(),
        minimax: found(&story.minimax),
        alpha_beta: found(&story.alpha_beta),
        cuts: story
            .cuts
            .iter()
            .map(|cut| ToyCut {
                node: listed.ids[&cut.way[..]],
                player: told(cut.player),
                value: cut.value,
                bound: cut.bound,
                leaves: cut.leaves.clone(),
            })
            .collect(),
        steps: listed.steps(&story),
    })
}

/// All places of a tree, each after its father.
struct List<'a> {
    places: Vec<(Vec<usize>, ToyPlace<'a>)>,
    ids: HashMap<Vec<usize>, u32>,
}

impl<'a> List<'a> {
    fn of(story: &'a Story) -> Result<List<'a>, String> {
        let mut list = List { places: Vec::new(), ids: HashMap::new() };
        let mut open = vec![(Vec::new(), story.tree.root())];
        while let Some((way, place)) = open.pop() {
            if list.places.len() >= limits::TOY_NODES {
                return Err(format!("a tree has at most {} nodes here", limits::TOY_NODES));
            }
            // From the right, so that the left is taken next.
            for (index, son) in place.sons().into_iter().enumerate().rev() {
                open.push(([&way[..], &[index]].concat(), son));
            }
            list.ids.insert(way.clone(), list.places.len() as u32);
            list.places.push((way, place));
        }
        Ok(list)
    }

    fn seen(&self, story: &Story) -> Vec<bool> {
        let mut seen = vec![false; self.places.len()];
        alpha_beta(&story.tree.root(), story.player, &mut |way, step| {
            if matches!(step, Step::Enter(..) | Step::Leaf(_)) {
                seen[self.ids[way] as usize] = true;
            }
        });
        seen
    }

    fn best(&self, story: &Story) -> Vec<bool> {
        let mut best = vec![false; self.places.len()];
        for length in 0..=story.best.len() {
            best[self.ids[&story.best[..length]] as usize] = true;
        }
        best
    }

    /// What alpha-beta does, with the windows as they change.
    fn steps(&self, story: &Story) -> Vec<ToyStep> {
        let mut steps: Vec<ToyStep> = Vec::new();
        // The windows and values of the places entered and not left.
        let mut open: Vec<(Window, Option<f64>)> = Vec::new();
        alpha_beta(&story.tree.root(), story.player, &mut |way, step| {
            let node = self.ids[way];
            let name = name(way);
            let text = match step {
                Step::Enter(player, window) => {
                    open.push((window, None));
                    format!("{name}: {player} is to move, window {window}")
                }
                Step::Leaf(value) => format!("{name}: leaf {value}"),
                Step::Narrow(player, window) => {
                    let sure = match player {
                        Player::Max => window.alpha,
                        Player::Min => window.beta,
                    };
                    if let Some(last) = open.last_mut() {
                        *last = (window, Some(sure));
                    }
                    let least = if player == Player::Max { "at least" } else { "at most" };
                    format!("{name}: {player} gets {least} {sure}, window {window}")
                }
                Step::Cut { player, value, bound, .. } => {
                    let (sign, least) = match player {
                        Player::Max => (">=", "at most"),
                        Player::Min => ("<=", "at least"),
                    };
                    let other = player.other();
                    format!(
                        "{name}: cut, {value} {sign} {bound}: {other} above is sure of {least} {bound} already"
                    )
                }
                Step::Leave(value) => format!("{name} = {value}"),
            };
            let (window, value) = match step {
                Step::Leaf(value) => (open.last().map_or(Window::FULL, |last| last.0), Some(value)),
                Step::Leave(value) => (open.pop().map_or(Window::FULL, |last| last.0), Some(value)),
                _ => open.last().copied().unwrap_or((Window::FULL, None)),
            };
            let finite = |bound: f64| bound.is_finite().then_some(bound);
            let (alpha, beta) = (finite(window.alpha), finite(window.beta));
            let cut = matches!(step, Step::Cut { .. });
            let kind = match step {
                Step::Enter(..) => StepKind::Enter,
                Step::Leaf(_) => StepKind::Leaf,
                Step::Narrow(..) => StepKind::Better,
                Step::Cut { .. } => StepKind::Cut,
                Step::Leave(_) => StepKind::Leave,
            };
            steps.push(ToyStep { node, kind, text, alpha, beta, value, cut });
        });
        steps
    }
}

/// Who is to move so far below the root.
fn turn(root: Player, ply: usize) -> Player {
    if ply.is_multiple_of(2) { root } else { root.other() }
}

/// `root`, `1`, `1.2`: the sons counted from 1.
fn name(way: &[usize]) -> String {
    match way {
        [] => "root".to_owned(),
        way => way.iter().map(|son| (son + 1).to_string()).collect::<Vec<_>>().join("."),
    }
}

fn our(player: ToyPlayer) -> Player {
    match player {
        ToyPlayer::Max => Player::Max,
        ToyPlayer::Min => Player::Min,
    }
}

fn told(player: Player) -> ToyPlayer {
    match player {
        Player::Max => ToyPlayer::Max,
        Player::Min => ToyPlayer::Min,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_small_tree_is_told_whole() {
        let story = toy("((3 5) (2 9))", ToyPlayer::Max).unwrap();
        assert_eq!(story.nodes.len(), 7);
        assert_eq!((story.minimax.leaves, story.alpha_beta.leaves), (4, 3));
        let unseen: Vec<&str> =
            story.nodes.iter().filter(|node| !node.seen).map(|node| node.name.as_str()).collect();
        assert_eq!(unseen, ["2.2"]);
        let best: Vec<&str> =
            story.nodes.iter().filter(|node| node.best).map(|node| node.name.as_str()).collect();
        assert_eq!(best, ["root", "1", "1.1"]);
        assert_eq!(story.nodes[story.cuts[0].node as usize].name, "2");
        let cuts: Vec<&str> =
            story.steps.iter().filter(|step| step.cut).map(|step| step.text.as_str()).collect();
        assert!(cuts.len() == 1 && cuts[0].starts_with("2: cut, 2 <= 3"), "{cuts:?}");
        for (id, node) in story.nodes.iter().enumerate().skip(1) {
            assert!((node.parent.unwrap() as usize) < id);
        }
    }

    #[test]
    fn what_is_no_tree_or_too_large_is_said() {
        assert!(toy("((1 2)", ToyPlayer::Max).is_err());
        let wide = format!("({})", "1 ".repeat(limits::TOY_NODES));
        assert!(toy(&wide, ToyPlayer::Min).unwrap_err().contains("at most 5000 nodes"));
        for player in [ToyPlayer::Max, ToyPlayer::Min] {
            assert!(toy("knights", player).is_ok_and(|story| story.player == player));
        }
    }
}
