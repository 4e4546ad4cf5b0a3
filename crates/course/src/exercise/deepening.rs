//! Depth 1, then 2, then 3.

use lab::{MinimaxSize, grouped};

use super::made::{Made, pawns};
use super::small_tree::SmallTree;
use super::{Draft, Unsuitable};
use crate::question::{Answer, ExerciseTree, Wanted};

/// A tree in which depth 1 and depth 2 like different moves, and the move of depth 1.
fn grown(draft: &mut Draft) -> Result<(SmallTree, usize), Unsuitable> {
    for _ in 0..20 {
        let tree = SmallTree::grow(&draft.position, &[3, 2], &mut draft.dice)?;
        let shallow = shallow_best(&tree);
        if let Some(shallow) = shallow.filter(|&best| best != tree.best_line()[1]) {
            return Ok((tree, shallow));
        }
    }
    Err("depth 1 and depth 2 like the same move")
}

/// The move that depth 1 likes, if it is one alone.
fn shallow_best(tree: &SmallTree) -> Option<usize> {
    let mut children: Vec<(f64, usize)> =
        tree.nodes[0].children.iter().map(|&id| (tree.nodes[id].evaluation, id)).collect();
    children.sort_by(|one, other| other.0.total_cmp(&one.0));
    (children[0].0 > children[1].0 + 0.001).then_some(children[0].1)
}

/// The tree with evaluations at the root's moves and at the leaves.
fn shown(tree: &SmallTree) -> ExerciseTree {
    let mut shown = tree.shown_leaves();
    for &id in &tree.nodes[0].children {
        shown.nodes[id].note = Some(format!("evaluation {}", pawns(tree.nodes[id].evaluation)));
    }
    shown
}

fn told(tree: &SmallTree, shallow: usize) -> String {
    let deep = tree.best_line()[1];
    format!(
        "Depth 1 compares the evaluations right after each move, and {} has the best: {}. Depth 2 \
         lets the opponent reply first, and then {} is best with {}.",
        tree.nodes[shallow].label,
        pawns(tree.nodes[shallow].evaluation),
        tree.nodes[deep].label,
        pawns(tree.nodes[deep].value)
    )
}

fn asked(draft: &mut Draft, question: &str, wants_shallow: bool) -> Result<Made, Unsuitable> {
    let (tree, shallow) = grown(draft)?;
    let among = tree.nodes[0].children.iter().map(|&id| id as u32).collect();
    let node = if wants_shallow { shallow } else { tree.best_line()[1] };
    let mut full = tree.shown_whole();
    for &id in &tree.nodes[0].children {
        full.nodes[id].note = Some(format!("evaluation {}", pawns(tree.nodes[id].evaluation)));
    }
    Ok(Made::new(question, Wanted::Node { among }, Answer::Node { node: node as u32 })
        .asking(
            "Only the moves of this tree are considered. At each move of the root stands what the \
             evaluation says right after it; at the leaves, what it says a ply later. All numbers \
             are those of the side that moves at the root.",
        )
        .hint("Depth 1 sees only the evaluations right after the moves of the root.")
        .because(told(&tree, shallow))
        .proved_by([shallow, tree.best_line()[1]])
        .with_trees(shown(&tree), full)
        .on_a_board())
}

/// The move of depth 1.
pub(super) fn shallow(draft: &mut Draft) -> Result<Made, Unsuitable> {
    asked(draft, "Which move does the search to depth 1 choose?", true)
}

/// The move of depth 2.
pub(super) fn deeper(draft: &mut Draft) -> Result<Made, Unsuitable> {
    asked(draft, "Which move does the search to depth 2 choose?", false)
}

/// The move when time is up.
pub(super) fn stopped(draft: &mut Draft) -> Result<Made, Unsuitable> {
    let question = "Depth 1 is finished. Depth 2 has begun, but time is up after its first move. Which \
                    move is played?";
    Ok(asked(draft, question, true)?.because(
        "Half a depth says nothing about the moves that it has not reached, so it is thrown away.",
    ))
}

/// All depths together.
pub(super) fn passes(draft: &mut Draft) -> Result<Made, Unsuitable> {
    let position = draft.position;
    let sizes: Vec<u64> =
        (1..=3).filter_map(|depth| MinimaxSize::count(&position, depth).exact()).collect();
    let [one, two, three] = sizes[..] else { return Err("it is too large to be counted") };
    let total = grouped(one + two + three);
    let sum = (one + two + three) as f64;
    let [one, two, three] = [one, two, three].map(grouped);
    let question = format!(
        "From this position, minimax takes {one} nodes to depth 1, {two} to depth 2 and {three} to depth \
         3. How many nodes does iterative deepening take to depth 3?"
    );
    Ok(Made::number(question, "nodes", sum)
        .hint("It searches to depth 1, then to depth 2, then to depth 3, each from the beginning.")
        .because(format!("{one} + {two} + {three} = {total}."))
        .on_a_board())
}

/// What the shallow depths cost.
pub(super) fn share(draft: &mut Draft) -> Result<Made, Unsuitable> {
    let position = draft.position;
    let sizes: Vec<u64> =
        (1..=3).filter_map(|depth| MinimaxSize::count(&position, depth).exact()).collect();
    let [one, two, three] = sizes[..] else { return Err("it is too large to be counted") };
    let share = 100.0 * (one + two) as f64 / (one + two + three) as f64;
    let rounded = share.round();
    let [one, two, three] = [one, two, three].map(grouped);
    let question = format!(
        "Minimax takes {one} nodes to depth 1, {two} to depth 2 and {three} to depth 3. How many per cent \
         of all nodes of iterative deepening are spent on depths 1 and 2? Round to a whole number."
    );
    Ok(Made::number(question, "per cent", rounded)
        .hint("Divide what the first two passes take by what all three take.")
        .because(format!(
            "({one} + {two}) / ({one} + {two} + {three}) is {share:.1} %: the answer that is always at \
             hand costs little."
        ))
        .on_a_board())
}

/// The next depth by the growth so far.
pub(super) fn next(draft: &mut Draft) -> Result<Made, Unsuitable> {
    let position = draft.position;
    let sizes: Vec<u64> =
        (1..=3).filter_map(|depth| MinimaxSize::count(&position, depth).exact()).collect();
    let [_, two, three] = sizes[..] else { return Err("it is too large to be counted") };
    let factor = (three as f64 / two as f64).round() as u64;
    let (product, [two, three]) = (three * factor, [two, three].map(grouped));
    let four = MinimaxSize::count(&position, 4);
    let counted = match four.exact() {
        Some(nodes) => format!("Counted, depth 4 takes {}.", grouped(nodes)),
        None => format!("Depth 4 takes about {}.", grouped(four.nodes() as u64)),
    };
    let question = format!(
        "From this position minimax takes {two} nodes to depth 2 and {three} to depth 3: about {factor} times as many. \
         If it goes on like this, how many nodes will depth 4 take? Multiply the nodes of depth 3 by {factor}."
    );
    Ok(Made::number(question, "nodes", product as f64)
        .hint("Multiply.")
        .because(format!(
            "{three} · {factor} = {}. {counted} A program that has no time for that does not begin with depth 4.",
            grouped(product)
        ))
        .on_a_board())
}
