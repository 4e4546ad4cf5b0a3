//! Values that go up a tree.

use super::made::{Made, pawns};
use super::small_tree::SmallTree;
use super::{Draft, Unsuitable};
use crate::question::{Answer, Wanted};

/// What every question about a tree begins with.
pub(super) const ONLY_THESE: &str = "Only the moves of this tree are considered. The numbers at the \
    leaves are what the evaluation says, in pawns, for the side that moves at the root.";

/// Which leaf decides.
pub(super) fn leaf(draft: &mut Draft) -> Result<Made, Unsuitable> {
    let tree = SmallTree::grow(&draft.position, &[3, 3], &mut draft.dice)?;
    let line = tree.best_line();
    let leaf = line[line.len() - 1];
    let among = tree.leaves().map(|id| id as u32).collect();
    let wanted = Wanted::Node { among };
    let solution = Answer::Node { node: leaf as u32 };
    Ok(Made::new("Both sides choose well. Which leaf is reached?", wanted, solution)
        .asking(ONLY_THESE)
        .hint("Start at the leaves: for each move at the root, find the reply that is worst for the root.")
        .hint("Then take the move whose worst reply is the best.")
        .because(told_children(&tree))
        .because(format!(
            "The best of these is {}, and the leaf that it comes from is the one reached.",
            pawns(tree.nodes[0].value)
        ))
        .proved_by(line)
        .with_trees(tree.shown_leaves(), tree.shown_whole())
        .on_a_board())
}

/// Which move is played.
pub(super) fn best_move(draft: &mut Draft) -> Result<Made, Unsuitable> {
    let tree = SmallTree::grow(&draft.position, &[4, 2], &mut draft.dice)?;
    let line = tree.best_line();
    let among = tree.nodes[0].children.iter().map(|&id| id as u32).collect();
    let solution = Answer::Node { node: line[1] as u32 };
    Ok(Made::new("Which move does minimax play at the root?", Wanted::Node { among }, solution)
        .asking(ONLY_THESE)
        .hint("The root's opponent replies with the smallest number below each move.")
        .because(told_children(&tree))
        .because(format!("The largest of these is {}.", pawns(tree.nodes[0].value)))
        .proved_by(line)
        .with_trees(tree.shown_leaves(), tree.shown_whole())
        .on_a_board())
}

/// What the root is worth.
pub(super) fn value(draft: &mut Draft) -> Result<Made, Unsuitable> {
    let tree = SmallTree::grow(&draft.position, &[2, 2, 2], &mut draft.dice)?;
    let value = tree.nodes[0].value;
    Ok(Made::number("What is the root worth?", "value of the root", value)
        .asking(ONLY_THESE)
        .hint("MAX moves at the root, MIN one ply below, and MAX again above the leaves.")
        .hint("Write the larger number of each pair of leaves at the node above it, and go on.")
        .because(told_children(&tree))
        .because(format!("MAX takes the larger one: {}.", pawns(value)))
        .proved_by(tree.best_line())
        .with_trees(tree.shown_leaves(), tree.shown_whole()))
}

/// The values of the nodes above the leaves.
pub(super) fn inner(draft: &mut Draft) -> Result<Made, Unsuitable> {
    let tree = SmallTree::grow(&draft.position, &[3, 2], &mut draft.dice)?;
    let children = &tree.nodes[0].children;
    let fields: Vec<(&str, Option<f64>)> = children
        .iter()
        .map(|&id| (tree.nodes[id].label.as_str(), Some(tree.nodes[id].value)))
        .collect();
    let question = "What are the moves at the root worth, if the opponent replies well?";
    Ok(Made::numbers(question, &fields)
        .asking(ONLY_THESE)
        .hint("MIN is to move below the root, and takes the smallest number.")
        .because(told_children(&tree))
        .proved_by(children.iter().copied())
        .with_trees(tree.shown_leaves(), tree.shown_whole()))
}

/// The best reply to a move that is not the best.
pub(super) fn reply(draft: &mut Draft) -> Result<Made, Unsuitable> {
    let tree = SmallTree::grow(&draft.position, &[3, 3], &mut draft.dice)?;
    let children = &tree.nodes[0].children;
    let child = children[draft.dice.below(children.len())];
    let node = &tree.nodes[child];
    let best = node.children.iter().copied().find(|&id| tree.nodes[id].value == node.value);
    let best = best.ok_or("no reply is best")?;
    let among = node.children.iter().map(|&id| id as u32).collect();
    let question =
        format!("The root's side plays {}. Which reply does the opponent choose?", node.label);
    let solution = Answer::Node { node: best as u32 };
    Ok(Made::new(question, Wanted::Node { among }, solution)
        .asking(ONLY_THESE)
        .hint("The numbers are the root's. What is good for the root is bad for the opponent.")
        .because(format!(
            "The smallest number below {} is {}, and the opponent wants a small one.",
            node.label,
            pawns(node.value)
        ))
        .proved_by([child, best])
        .with_trees(tree.shown_leaves(), tree.shown_whole())
        .on_a_board())
}

/// What each move at the root is worth, in a sentence.
pub(super) fn told_children(tree: &SmallTree) -> String {
    let told: Vec<String> = tree.nodes[0]
        .children
        .iter()
        .map(|&id| format!("{} is worth {}", tree.nodes[id].label, pawns(tree.nodes[id].value)))
        .collect();
    format!("{}.", told.join(", "))
}
