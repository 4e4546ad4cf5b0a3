//! In which order moves are tried.

use chess::{Move, Position, Role};

use super::made::{Made, pawns};
use super::minimax::{ONLY_THESE, told_children};
use super::small_tree::SmallTree;
use super::walk::Walk;
use super::{Draft, Unsuitable};
use crate::question::{Answer, Wanted};

/// All orders of some things, as places.
fn orders(count: usize) -> Vec<Vec<usize>> {
    if count == 0 {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for order in orders(count - 1) {
        for place in 0..count {
            let mut longer = order.clone();
            longer.insert(place, count - 1);
            all.push(longer);
        }
    }
    all
}

/// How many leaves alpha-beta looks at when the root's moves are tried in this order.
fn leaves_in(tree: &SmallTree, order: &[usize]) -> usize {
    let mut sorted = tree.clone();
    sorted.nodes[0].children = order.iter().map(|&at| tree.nodes[0].children[at]).collect();
    Walk::through(&sorted).leaves
}

fn as_answer(order: &[usize]) -> Answer {
    Answer::Order { order: order.iter().map(|&at| at as u32).collect() }
}

fn labels(tree: &SmallTree) -> Vec<String> {
    tree.nodes[0].children.iter().map(|&id| tree.nodes[id].label.clone()).collect()
}

/// The root's moves in the order that cuts most.
pub(super) fn sort(draft: &mut Draft) -> Result<Made, Unsuitable> {
    for _ in 0..10 {
        let tree = SmallTree::grow(&draft.position, &[3, 3], &mut draft.dice)?;
        let all: Vec<(usize, Vec<usize>)> =
            orders(3).into_iter().map(|order| (leaves_in(&tree, &order), order)).collect();
        let least = all.iter().map(|(leaves, _)| *leaves).min().unwrap_or(0);
        let most = all.iter().map(|(leaves, _)| *leaves).max().unwrap_or(0);
        if least == most {
            continue;
        }
        let best: Vec<&Vec<usize>> =
            all.iter().filter(|(leaves, _)| *leaves == least).map(|(_, order)| order).collect();
        let wanted = Wanted::Order { items: labels(&tree) };
        let mut made = Made::new(
            "In which order should alpha-beta try the moves at the root, to look at as few leaves as possible?",
            wanted,
            as_answer(best[0]),
        )
        .asking(format!("The replies stay in the order of the tree. {ONLY_THESE}"))
        .hint("A move can only be cut off after a better one has been looked at.")
        .hint("So put the move first that is worth most. Then count the leaves.")
        .because(told_children(&tree))
        .because(format!(
            "The best order looks at {least} leaves, the worst at {most}. {} of the 6 orders are best.",
            best.len()
        ))
        .proved_by(tree.best_line())
        .with_trees(tree.shown_leaves(), tree.shown_whole());
        made.also_right = best.iter().map(|order| as_answer(order)).collect();
        return Ok(made);
    }
    Err("all orders look at the same number of leaves")
}

/// How many leaves the best order looks at.
pub(super) fn fewest(draft: &mut Draft) -> Result<Made, Unsuitable> {
    let tree = SmallTree::grow(&draft.position, &[3, 2], &mut draft.dice)?;
    let counted = orders(3).into_iter().map(|order| (leaves_in(&tree, &order), order));
    let (least, order) = counted.min().ok_or("it has too few moves")?;
    let names = labels(&tree);
    let said: Vec<&str> = order.iter().map(|&at| names[at].as_str()).collect();
    let question = "You may choose the order of the moves at the root. What is the smallest number of \
                    leaves that alpha-beta has to look at?";
    Ok(Made::number(question, "leaves", least as f64)
        .asking(format!("The replies stay in the order of the tree. {ONLY_THESE}"))
        .hint("The first move needs both its leaves. What is the least that each other move needs?")
        .because(told_children(&tree))
        .because(format!("{} takes {least} leaves.", said.join(", ")))
        .with_trees(tree.shown_leaves(), tree.shown_whole()))
}

/// Which of two orders looks at less.
pub(super) fn guess(draft: &mut Draft) -> Result<Made, Unsuitable> {
    for _ in 0..10 {
        let tree = SmallTree::grow(&draft.position, &[3, 3], &mut draft.dice)?;
        let mut all = orders(3);
        draft.dice.shuffle(&mut all);
        let (one, other) = (&all[0], &all[1]);
        let counts = [leaves_in(&tree, one), leaves_in(&tree, other)];
        if counts[0] == counts[1] {
            continue;
        }
        let names = labels(&tree);
        let said = |order: &[usize]| {
            order.iter().map(|&at| names[at].as_str()).collect::<Vec<_>>().join(", ")
        };
        let options = vec![said(one), said(other)];
        let right = usize::from(counts[1] < counts[0]);
        return Ok(Made::choice(
            "Which of these two orders lets alpha-beta look at fewer leaves?",
            options,
            right,
        )
        .asking(format!("The replies stay in the order of the tree. {ONLY_THESE}"))
        .hint("Which of the two has the better move first?")
        .because(told_children(&tree))
        .because(format!("The first order takes {} leaves, the second {}.", counts[0], counts[1]))
        .with_trees(tree.shown_leaves(), tree.shown_whole()));
    }
    Err("all orders look at the same number of leaves")
}

/// What pieces weigh when captures are sorted, as the ladder's orders have it.
pub(super) fn weight(role: Role) -> i32 {
    match role {
        Role::Pawn => 1,
        Role::Knight | Role::Bishop => 3,
        Role::Rook => 5,
        Role::Queen => 9,
        Role::King => 10,
    }
}

/// The key of a capture: what it takes, then the less valuable piece first.
fn key(position: &Position, mv: Move) -> (i32, i32) {
    let mover = position.role_at(mv.from()).map_or(0, weight);
    (position.captured(mv).map_or(0, weight), -mover)
}

/// Captures by victim and attacker.
pub(super) fn victims(draft: &mut Draft) -> Result<Made, Unsuitable> {
    let position = draft.position;
    let mut takes: Vec<Move> = Vec::new();
    let mut moves: Vec<Move> = position.legal_moves().iter().copied().collect();
    draft.dice.shuffle(&mut moves);
    for mv in moves {
        let is_plain = position.is_capture(mv) && mv.promoted().is_none();
        let is_new = takes.iter().all(|&other| key(&position, other) != key(&position, mv));
        if is_plain && is_new && takes.len() < 4 {
            takes.push(mv);
        }
    }
    if takes.len() < 3 {
        return Err("it has fewer than three different captures");
    }
    let items: Vec<String> = takes.iter().map(|&mv| position.to_san(mv)).collect();
    let mut order: Vec<usize> = (0..takes.len()).collect();
    order.sort_by_key(|&at| std::cmp::Reverse(key(&position, takes[at])));
    let mut made = Made::new(
        "Put these captures in order: the most valuable victim first, and of equal victims the least valuable attacker first.",
        Wanted::Order { items: items.clone() },
        as_answer(&order),
    )
    .asking("Pawn 1, knight and bishop 3, rook 5, queen 9, king 10.")
    .hint("Look at what is taken first. Only where that is worth the same, look at who takes.")
    .on_a_board();
    for &at in &order {
        let (victim, attacker) = key(&position, takes[at]);
        made = made.because(format!("{} takes {victim} with {}.", items[at], -attacker));
    }
    Ok(made)
}

/// The value of a move by eye: which of two moves at the root should come first.
pub(super) fn first(draft: &mut Draft) -> Result<Made, Unsuitable> {
    let tree = SmallTree::grow(&draft.position, &[3, 2], &mut draft.dice)?;
    let best = tree.best_line()[1];
    let children = &tree.nodes[0].children;
    let right = children.iter().position(|&id| id == best).unwrap_or(0);
    Ok(Made::choice("Which move at the root should be tried first?", labels(&tree), right)
        .asking(ONLY_THESE)
        .hint("The one that raises alpha most.")
        .because(told_children(&tree))
        .because(format!(
            "With {} first, alpha is {} from the start, and every other move only has to be shown \
             to be no better.",
            tree.nodes[best].label,
            pawns(tree.nodes[best].value)
        ))
        .with_trees(tree.shown_leaves(), tree.shown_whole()))
}
