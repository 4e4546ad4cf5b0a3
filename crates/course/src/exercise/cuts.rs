//! What alpha-beta leaves out, and why.

use lab::grouped;
use lab::toy::Player;
use lab::toy::Window;

use super::made::{Made, pawns, shown_alpha, shown_beta};
use super::minimax::ONLY_THESE;
use super::small_tree::SmallTree;
use super::walk::{Walk, WalkCut, finite};
use super::{Draft, Unsuitable};
use crate::question::{Answer, Wanted};

const AS_LISTED: &str =
    "Alpha-beta tries the moves in the order of the tree, without sorting anything.";

/// A tree in which something is cut, and the walk through it.
fn grown(draft: &mut Draft, shape: &[usize]) -> Result<(SmallTree, Walk), Unsuitable> {
    for _ in 0..10 {
        let tree = SmallTree::grow(&draft.position, shape, &mut draft.dice)?;
        let walk = Walk::through(&tree);
        if !walk.cuts.is_empty() {
            return Ok((tree, walk));
        }
    }
    Err("nothing is cut")
}

/// A tree in which this player leaves something out, the walk through it and such a cut.
fn cut_by(draft: &mut Draft, player: Player) -> Result<(SmallTree, Walk, WalkCut), Unsuitable> {
    let shape: &[usize] = if player == Player::Max { &[2, 2, 3] } else { &[3, 3] };
    for _ in 0..10 {
        let (tree, walk) = grown(draft, shape)?;
        let mut cuts: Vec<WalkCut> =
            walk.cuts.iter().filter(|cut| cut.player == player).cloned().collect();
        draft.dice.shuffle(&mut cuts);
        if let Some(cut) = cuts.pop() {
            return Ok((tree, walk, cut));
        }
    }
    Err("that side leaves nothing out")
}

/// A cut in words.
fn told(tree: &SmallTree, cut: &WalkCut) -> String {
    let name = &tree.nodes[cut.node].label;
    let (mover, other) = (cut.player, cut.player.other());
    let (least, sign) = match mover {
        Player::Min => ("at most", "at least"),
        Player::Max => ("at least", "at most"),
    };
    format!(
        "After {name}, {mover} can have {}. So {name} is worth {least} that, but {other} is already \
         sure of {sign} {} by another move, and will not play into it. The other moves after {name} \
         cannot change this.",
        pawns(cut.value),
        pawns(cut.bound)
    )
}

/// The node at which the first cut happens.
pub(super) fn cut(draft: &mut Draft) -> Result<Made, Unsuitable> {
    let (tree, walk) = grown(draft, &[3, 3])?;
    let first = &walk.cuts[0];
    let among = (1..tree.nodes.len()).filter(|&id| !tree.is_leaf(id)).map(|id| id as u32).collect();
    let solution = Answer::Node { node: first.node as u32 };
    let question = "At which node is the first branch cut off? Choose the node whose other moves are left out.";
    Ok(Made::new(question, Wanted::Node { among }, solution)
        .asking(format!("{AS_LISTED} {ONLY_THESE}"))
        .hint("The first move at the root has to be looked at whole. What is MAX sure of after it?")
        .hint("A node of MIN is cut as soon as one of its leaves is no more than that.")
        .because(told(&tree, first))
        .proved_by([first.node].into_iter().chain(first.left_out.iter().copied()))
        .with_trees(tree.shown_leaves(), walk.shown_in(tree.shown_whole())))
}

/// A leaf that is never looked at.
pub(super) fn unseen(draft: &mut Draft) -> Result<Made, Unsuitable> {
    let (tree, walk) = grown(draft, &[2, 2, 2])?;
    let unseen: Vec<usize> = tree.leaves().filter(|&id| !walk.has_seen(id)).collect();
    let among = tree.leaves().map(|id| id as u32).collect();
    let answers = unseen.iter().map(|&id| Answer::Node { node: id as u32 });
    let solution = Answer::Node { node: unseen[0] as u32 };
    let mut made =
        Made::new("Choose a leaf that is never looked at.", Wanted::Node { among }, solution)
            .asking(format!("{AS_LISTED} {ONLY_THESE}"))
            .hint("Keep a note of what MAX and MIN are sure of at each node on the way down.")
            .proved_by(unseen.iter().copied())
            .with_trees(tree.shown_leaves(), walk.shown_in(tree.shown_whole()));
    made.also_right = answers.collect();
    for cut in &walk.cuts {
        made = made.because(told(&tree, cut));
    }
    Ok(made)
}

/// Why a branch is cut.
pub(super) fn why(draft: &mut Draft) -> Result<Made, Unsuitable> {
    // As often MAX who leaves something out as MIN, so that guessing does not help.
    let player = if draft.dice.below(2) == 0 { Player::Max } else { Player::Min };
    let (tree, walk, cut) = cut_by(draft, player)?;
    let name = ways(&tree, cut.node).join(" ");
    let (value, bound) = (pawns(cut.value), pawns(cut.bound));
    let ends = [("at most", "MIN"), ("at most", "MAX"), ("at least", "MIN"), ("at least", "MAX")];
    let right = match player {
        Player::Min => ends[1],
        Player::Max => ends[2],
    };
    let mut sides = ends;
    draft.dice.shuffle(&mut sides);
    let at = sides.iter().position(|side| *side == right).unwrap_or(0);
    let options = sides.map(|(end, side)| {
        format!("this node is worth {end} {value}, and {side} is already sure of {bound} by another move")
    });
    Ok(Made::choice(
        format!("Why are the other moves at the node after {name} left out?"),
        options.to_vec(),
        at,
    )
    .asking(format!("{AS_LISTED} {ONLY_THESE}"))
    .hint("Ask who is to move at that node, and what the other side already has.")
    .because(told(&tree, &cut))
    .proved_by([cut.node].into_iter().chain(cut.left_out.iter().copied()))
    .with_trees(walk_only(&tree, &walk), walk.shown_in(tree.shown_whole())))
}

/// The leaves' values, and which nodes were cut.
fn walk_only(tree: &SmallTree, walk: &Walk) -> crate::question::ExerciseTree {
    let mut shown = tree.shown_leaves();
    for (id, node) in shown.nodes.iter_mut().enumerate() {
        node.cut = !walk.has_seen(id);
    }
    shown
}

/// The window of a node when it is entered.
pub(super) fn window(draft: &mut Draft) -> Result<Made, Unsuitable> {
    let tree = SmallTree::grow(&draft.position, &[2, 2, 2], &mut draft.dice)?;
    let walk = Walk::through(&tree);
    let narrowed: Vec<(usize, Window)> = (1..tree.nodes.len())
        .filter(|&id| !tree.is_leaf(id))
        .filter_map(|id| Some((id, walk.windows[id]?)))
        .filter(|(_, window)| *window != Window::FULL)
        .collect();
    let &(node, window) =
        narrowed.get(draft.dice.below(narrowed.len())).ok_or("no window changes")?;
    let way: Vec<&str> = ways(&tree, node);
    let question = format!(
        "Alpha-beta enters the node after {}. What are alpha and beta then?",
        way.join(" ")
    );
    let (alpha, beta) = (finite(window.alpha), finite(window.beta));
    let mut made = Made::numbers(question, &[("alpha", alpha), ("beta", beta)]);
    // Which of them is open must not be told by the fields.
    if let Wanted::Numbers { fields } = &mut made.wanted {
        fields.iter_mut().for_each(|field| field.may_be_open = true);
    }
    Ok(made
        .asking(
            "Alpha is what MAX is sure of, beta what MIN is sure of; ∞ stands for: nothing yet.",
        )
        .asking(format!("{AS_LISTED} {ONLY_THESE}"))
        .hint("Alpha changes at nodes of MAX, beta at nodes of MIN; both are passed down.")
        .because(format!(
            "On the way there alpha is {} and beta is {}.",
            shown_alpha(alpha),
            shown_beta(beta)
        ))
        .proved_by([node])
        .with_trees(tree.shown_leaves(), walk.shown_in(tree.shown_whole())))
}

/// The moves that lead to a node.
fn ways(tree: &SmallTree, node: usize) -> Vec<&str> {
    let mut way = Vec::new();
    let mut at = node;
    while let Some(parent) = tree.nodes[at].parent {
        way.push(tree.nodes[at].label.as_str());
        at = parent;
    }
    way.reverse();
    way
}

/// How many leaves alpha-beta looks at.
pub(super) fn looked(draft: &mut Draft) -> Result<Made, Unsuitable> {
    let (tree, walk) = grown(draft, &[3, 3])?;
    let all = tree.leaves().count();
    let question = format!("Minimax looks at all {all} leaves. How many does alpha-beta look at?");
    let mut made = Made::number(question, "leaves", walk.leaves as f64)
        .asking(format!("{AS_LISTED} {ONLY_THESE}"))
        .hint("Go from leaf to leaf, and stop at a node of MIN as soon as a leaf is no more than alpha.")
        .proved_by(tree.leaves().filter(|&id| walk.has_seen(id)))
        .with_trees(tree.shown_leaves(), walk.shown_in(tree.shown_whole()));
    for cut in &walk.cuts {
        made = made.because(told(&tree, cut));
    }
    Ok(made)
}

/// The best case, by the formula.
pub(super) fn best_case(draft: &mut Draft) -> Result<Made, Unsuitable> {
    let moves = draft.position.count_legal_moves();
    if moves < 2 {
        return Err("it has too few moves");
    }
    let depth = 2 + draft.dice.below(3) as u32;
    let (up, down) = (depth.div_ceil(2), depth / 2);
    let leaves = moves.pow(up) + moves.pow(down) - 1;
    let question = format!(
        "Suppose every position had {moves} moves, as this one has. How many leaves does alpha-beta \
         look at to depth {depth} if the best move always comes first?"
    );
    Ok(Made::number(question, "leaves", leaves as f64)
        .hint("The best case is b^⌈d/2⌉ + b^⌊d/2⌋ − 1.")
        .because(format!(
            "b = {moves} and d = {depth}: {moves}^{up} + {moves}^{down} − 1 = {}. Minimax would look at \
             {moves}^{depth} = {}.",
            grouped(leaves),
            grouped(moves.pow(depth))
        ))
        .on_a_board())
}
