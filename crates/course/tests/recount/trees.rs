//! Exercises about small trees: plain minimax, and alpha-beta written the other way round.

use chess::Position;
use plywise_course::{Answer, ExerciseTree, Wanted};

use super::{Asked, all_after, said};

pub(crate) fn children(tree: &ExerciseTree, id: usize) -> Vec<usize> {
    let is_child = |at: &usize| tree.nodes[*at].parent == Some(id as u32);
    (0..tree.nodes.len()).filter(is_child).collect()
}

/// Plain minimax over the values that the question shows.
pub(crate) fn minimax(tree: &ExerciseTree, id: usize) -> f64 {
    let values = children(tree, id).into_iter().map(|child| minimax(tree, child));
    match tree.nodes[id].max {
        None => tree.nodes[id].value.expect("a leaf without a value"),
        Some(true) => values.fold(f64::NEG_INFINITY, f64::max),
        Some(false) => values.fold(f64::INFINITY, f64::min),
    }
}

/// What alpha-beta enters, and with which windows.
struct Walk<'a> {
    tree: &'a ExerciseTree,
    seen: Vec<usize>,
    windows: Vec<(usize, f64, f64)>,
}

impl Walk<'_> {
    fn through(tree: &ExerciseTree) -> Walk<'_> {
        let mut walk = Walk { tree, seen: Vec::new(), windows: Vec::new() };
        walk.negamax(0, (f64::NEG_INFINITY, f64::INFINITY));
        walk
    }

    /// One function for both sides with the sign changed.
    fn negamax(&mut self, id: usize, (alpha, beta): (f64, f64)) -> f64 {
        let sign = if is_max_ply(self.tree, id) { 1.0 } else { -1.0 };
        self.seen.push(id);
        if self.tree.nodes[id].max.is_none() {
            return sign * self.tree.nodes[id].value.unwrap();
        }
        self.windows.push((id, alpha, beta));
        let mut best = f64::NEG_INFINITY;
        for child in children(self.tree, id) {
            best = best.max(-self.negamax(child, (-beta, -alpha.max(best))));
            if best >= beta {
                break;
            }
        }
        best
    }

    fn has_seen_all_below(&self, id: usize) -> bool {
        children(self.tree, id).iter().all(|child| self.seen.contains(child))
    }
}

fn is_max_ply(tree: &ExerciseTree, id: usize) -> bool {
    let mut ply = 0;
    let mut at = id;
    while let Some(parent) = tree.nodes[at].parent {
        (at, ply) = (parent as usize, ply + 1);
    }
    ply % 2 == 0
}

fn leaves(tree: &ExerciseTree) -> Vec<usize> {
    (0..tree.nodes.len()).filter(|&id| tree.nodes[id].max.is_none()).collect()
}

/// How many leaves alpha-beta looks at, with the root's moves in this order.
fn reordered(tree: &ExerciseTree, order: &[usize]) -> usize {
    let (mut looked, mut best) = (0, f64::NEG_INFINITY);
    let moves = children(tree, 0);
    for &at in order {
        let mut worst = f64::INFINITY;
        for leaf in children(tree, moves[at]) {
            looked += 1;
            worst = worst.min(tree.nodes[leaf].value.unwrap());
            if worst <= best {
                break;
            }
        }
        best = best.max(worst);
    }
    looked
}

const ORDERS: [[usize; 3]; 6] = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];

fn labelled(tree: &ExerciseTree, name: &str) -> usize {
    let moves = children(tree, 0);
    moves.iter().position(|&id| tree.nodes[id].label == name).unwrap()
}

fn only_node(asked: &Asked, right: usize) {
    let Wanted::Node { among } = &asked.it.wanted else { panic!("no node is wanted") };
    for &node in among {
        assert_eq!(asked.is_right(&Answer::Node { node }), node as usize == right, "node {node}");
    }
}

/// The evaluation that stands at a node of the root.
fn noted(tree: &ExerciseTree, id: usize) -> f64 {
    said(tree.nodes[id].note.as_deref().unwrap())[0]
}

pub(crate) fn check(asked: &Asked) -> bool {
    let Some(tree) = &asked.it.tree else { return false };
    let moves = children(tree, 0);
    let values: Vec<f64> = moves.iter().map(|&id| minimax(tree, id)).collect();
    let root = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let walk = Walk::through(tree);
    let records = |first: usize| {
        let is_record = |at: &usize| values[..*at].iter().all(|value| *value < values[*at]);
        (first..values.len()).filter(is_record).collect::<Vec<usize>>()
    };
    match asked.kind() {
        "leaf" | "expand" => {
            let deciding: Vec<usize> =
                leaves(tree).into_iter().filter(|&id| tree.nodes[id].value == Some(root)).collect();
            assert_eq!(deciding.len(), 1);
            only_node(asked, deciding[0]);
        }
        "move" | "deeper" => {
            only_node(asked, moves[values.iter().position(|value| *value == root).unwrap()]);
        }
        "shallow" | "stopped" => {
            let noted: Vec<f64> = moves.iter().map(|&id| noted(tree, id)).collect();
            let best = noted.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            assert_eq!(noted.iter().filter(|value| **value == best).count(), 1);
            only_node(asked, moves[noted.iter().position(|value| *value == best).unwrap()]);
        }
        "value" => asked.is_number(root),
        "inner" => asked.are_numbers(&values.iter().map(|value| Some(*value)).collect::<Vec<_>>()),
        "reply" => {
            let name = asked.question().split_once("plays ").unwrap().1;
            let name = name.split_once(". Which").unwrap().0;
            let replies = children(tree, moves[labelled(tree, name)]);
            let value = |id: &usize| minimax(tree, *id);
            let best = replies.iter().copied().min_by(|a, b| value(a).total_cmp(&value(b)));
            only_node(asked, best.unwrap());
        }
        "cut" => {
            let is_cut = |id: &usize| !walk.has_seen_all_below(*id);
            let first = walk.seen.iter().copied().find(is_cut);
            only_node(asked, first.unwrap());
        }
        "unseen" => {
            for leaf in leaves(tree) {
                let answer = Answer::Node { node: leaf as u32 };
                assert_eq!(asked.is_right(&answer), !walk.seen.contains(&leaf), "leaf {leaf}");
            }
        }
        "why" => {
            let way = asked.question().split_once("after ").unwrap().1;
            let way = way.strip_suffix(" left out?").unwrap();
            let step = |at: usize, name: &str| {
                let below = children(tree, at);
                below.into_iter().find(|&id| tree.nodes[id].label == name).unwrap()
            };
            let node = way.split(' ').fold(0, step);
            let (_, _, beta) = *walk.windows.iter().find(|(id, ..)| *id == node).unwrap();
            let is_max = is_max_ply(tree, node);
            let seen = children(tree, node).into_iter().filter(|id| walk.seen.contains(id));
            let (worst, better): (f64, fn(f64, f64) -> f64) =
                if is_max { (f64::NEG_INFINITY, f64::max) } else { (f64::INFINITY, f64::min) };
            let value = seen.map(|id| minimax(tree, id)).fold(worst, better);
            // Beta is the mover's: for MIN what MAX is sure of, with the sign changed.
            let (end, side, bound) =
                if is_max { ("at least", "MIN is", beta) } else { ("at most", "MAX is", -beta) };
            assert!(asked.options().iter().all(|option| said(option) == [value, bound]));
            assert!(if is_max { value >= bound } else { value <= bound });
            asked.is_choice_of(|option| option.contains(end) && option.contains(side));
        }
        "looked" => {
            let looked = leaves(tree).iter().filter(|id| walk.seen.contains(id)).count();
            asked.is_number(looked as f64);
        }
        "window" => {
            let node = asked.marking.proof[0] as usize;
            let (_, alpha, beta) = *walk.windows.iter().find(|(id, ..)| *id == node).unwrap();
            let (alpha, beta) =
                if is_max_ply(tree, node) { (alpha, beta) } else { (-beta, -alpha) };
            let told = |bound: f64| bound.is_finite().then_some(bound);
            asked.are_numbers(&[told(alpha), told(beta)]);
            let way = asked.question().split_once("after ").unwrap().1;
            let way: Vec<&str> = way.split_once(". What").unwrap().0.split(' ').collect();
            assert_eq!(tree.nodes[node].label, *way.last().unwrap());
        }
        "sort" => {
            let least = ORDERS.iter().map(|order| reordered(tree, order)).min().unwrap();
            for places in ORDERS {
                let answer = Answer::Order { order: places.iter().map(|&at| at as u32).collect() };
                assert_eq!(asked.is_right(&answer), reordered(tree, &places) == least);
            }
        }
        "fewest" => {
            let least = ORDERS.iter().map(|order| reordered(tree, order)).min().unwrap();
            asked.is_number(least as f64);
        }
        "guess" => {
            let counted = asked.options().iter().map(|option| {
                let order: Vec<usize> =
                    option.split(", ").map(|name| labelled(tree, name)).collect();
                reordered(tree, &order)
            });
            let counted: Vec<usize> = counted.collect();
            assert_ne!(counted[0], counted[1]);
            asked.is_choice(usize::from(counted[1] < counted[0]));
        }
        "first" => asked.is_choice_of(|option| values[labelled(tree, option)] == root),
        "bound" => {
            let node = asked.marking.proof[0] as usize;
            asked.is_choice(usize::from(!walk.has_seen_all_below(node)));
            let seen = children(tree, node).into_iter().filter(|id| walk.seen.contains(id));
            let value = seen.map(|id| minimax(tree, id)).fold(f64::INFINITY, f64::min);
            assert!(asked.options().iter().all(|option| said(option) == [value]));
        }
        "empty" => {
            asked.are_numbers(&[Some(values[0]), Some(values[0] + 0.01)]);
        }
        "again" => {
            let records = records(1);
            asked.are_choices(|option| records.contains(&labelled(tree, option)));
        }
        "searches" => asked.is_number((values.len() + records(1).len()) as f64),
        "better" => asked.is_choice(usize::from(values[1] <= values[0])),
        "proof" => {
            let replies = children(tree, moves[1]);
            let needed = replies.iter().position(|&id| tree.nodes[id].value.unwrap() <= values[0]);
            asked.is_number(needed.unwrap() as f64 + 1.0);
        }
        "question" => {
            let bound = *asked.said().last().unwrap();
            asked.is_choice(usize::from(root < bound - 0.001));
        }
        "untouched" => {
            // In the order of what they are worth at sight, until what is known is better than the next.
            let pst = eval::by_name("pst").unwrap();
            let then = |id: usize| {
                let at: Position = tree.nodes[id].fen.as_ref().unwrap().parse().unwrap();
                let left = all_after(&at).iter().map(|next| pst.evaluate(next).raw()).min();
                f64::from(left.unwrap()) / 100.0
            };
            let told: Vec<f64> =
                asked.question().split("first sight, ").skip(2).map(|part| said(part)[0]).collect();
            assert_eq!(told, moves.iter().map(|&id| then(id)).collect::<Vec<f64>>());
            let mut order: Vec<usize> = (0..moves.len()).collect();
            order.sort_by(|&a, &b| values[b].total_cmp(&values[a]));
            let (mut known, mut touched) = (f64::NEG_INFINITY, Vec::new());
            for at in order {
                if known > values[at] {
                    break;
                }
                known = known.max(told[at]);
                touched.push(tree.nodes[moves[at]].label.clone());
            }
            asked.are_choices(|option| !touched.iter().any(|name| name == option));
        }
        "two-plies" => {
            let expected = moves.iter().map(|&id| {
                let replies: Vec<i64> =
                    children(tree, id).into_iter().map(|id| -cents(tree, id)).collect();
                -probimax(&replies)
            });
            asked.is_number(expected.max().unwrap() as f64 / 100.0);
        }
        "after" | "follow" => {
            let now = *asked.said().last().unwrap();
            let best = values.iter().position(|value| *value == root).unwrap();
            // What the opponent's best reply leaves of it.
            let fen = tree.nodes[moves[best]].fen.as_ref().unwrap();
            let at: Position = fen.parse().unwrap();
            let replies = all_after(&at);
            let pst = eval::by_name("pst").unwrap();
            let left = replies.iter().map(|next| pst.evaluate(next).raw()).min().unwrap();
            assert_eq!(f64::from(left) / 100.0, now);
            assert!(now < root);
            let mut others = values.clone();
            others[best] = now;
            let root = others.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            if asked.kind() == "after" {
                asked.is_number(root);
            } else {
                asked.is_choice_of(|option| others[labelled(tree, option)] == root);
            }
        }
        // M & N and ProbiMax: a root and its moves, in hundredths.
        kind => {
            return close(
                asked,
                kind,
                &moves.iter().map(|&id| cents(tree, id)).collect::<Vec<_>>(),
            );
        }
    }
    true
}

fn cents(tree: &ExerciseTree, id: usize) -> i64 {
    (100.0 * tree.nodes[id].value.unwrap()).round() as i64
}

/// The value by M & N, in hundredths: a quarter and an eighth of what is missing to 50, rounded down.
pub(crate) fn m_and_n(values: &[i64]) -> i64 {
    let mut sorted = values.to_vec();
    sorted.sort_unstable_by(|a, b| b.cmp(a));
    let adds = sorted[1..]
        .iter()
        .zip([4, 8])
        .map(|(value, part)| (50 - (sorted[0] - value)).max(0) / part);
    sorted[0] + adds.sum::<i64>()
}

/// What can be expected by ProbiMax, in hundredths: what is given away is rounded down.
pub(crate) fn probimax(values: &[i64]) -> i64 {
    let best = *values.iter().max().unwrap();
    let weights: Vec<i64> = values.iter().map(|value| (50 - (best - value)).max(0)).collect();
    let given: i64 =
        weights.iter().zip(values).map(|(weight, value)| weight * (best - value)).sum();
    best - given / weights.iter().sum::<i64>()
}

fn close(asked: &Asked, kind: &str, values: &[i64]) -> bool {
    let mut sorted = values.to_vec();
    sorted.sort_unstable_by(|a, b| b.cmp(a));
    let best = sorted[0];
    match kind {
        "runner-up" => asked.is_number(((50 - (best - sorted[1])).max(0) / 4) as f64 / 100.0),
        "backed-up" => asked.is_number(m_and_n(values) as f64 / 100.0),
        "expected" => asked.is_number(probimax(values) as f64 / 100.0),
        "reply-chance" => {
            let sum: i64 = values.iter().map(|value| (50 - (best - value)).max(0)).sum();
            asked.is_number((100.0 * 50.0 / sum as f64).round());
        }
        "counts" | "likely" => {
            let tree = asked.it.tree.as_ref().unwrap();
            asked.are_choices(|option| best - values[labelled(tree, option)] < 50);
        }
        _ => return false,
    }
    true
}
