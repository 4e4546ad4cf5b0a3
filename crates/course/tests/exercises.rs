//! Exercises have the answers that they claim: everything is worked out again, from what the
//! question shows, by a plain way that shares nothing with the maker.

#![allow(clippy::unwrap_used)] // a failed unwrap is a failed test

use chess::Position;
use plywise_course::{
    Answer, Exercise, ExerciseOrder, ExerciseTree, Wanted, exercise, lessons, mark,
};

fn order(lesson: &str, kind: &str, seed: u32) -> ExerciseOrder {
    ExerciseOrder { lesson: lesson.to_owned(), kind: Some(kind.to_owned()), seed, fen: None }
}

/// The exercise with its solution.
fn made(lesson: &str, kind: &str, seed: u32) -> (Exercise, Answer) {
    let order = order(lesson, kind, seed);
    let asked = exercise(&order).unwrap_or_else(|error| panic!("{lesson} {kind} {seed}: {error}"));
    (asked, mark(&order, None).unwrap().solution)
}

fn children(tree: &ExerciseTree, id: usize) -> Vec<usize> {
    let is_child = |at: &usize| tree.nodes[*at].parent == Some(id as u32);
    (0..tree.nodes.len()).filter(is_child).collect()
}

/// Plain minimax over the values that the question shows.
fn minimax(tree: &ExerciseTree, id: usize) -> f64 {
    let values = children(tree, id).into_iter().map(|child| minimax(tree, child));
    match tree.nodes[id].max {
        None => tree.nodes[id].value.expect("a leaf without a value"),
        Some(true) => values.fold(f64::NEG_INFINITY, f64::max),
        Some(false) => values.fold(f64::INFINITY, f64::min),
    }
}

/// Alpha-beta the other way round: one function for both sides with the sign changed, which notes
/// the leaves that it looks at and the window of each inner node.
fn negamax(
    tree: &ExerciseTree,
    id: usize,
    (alpha, beta): (f64, f64),
    seen: &mut Vec<usize>,
    windows: &mut Vec<(usize, f64, f64)>,
) -> f64 {
    let sign = if is_max_ply(tree, id) { 1.0 } else { -1.0 };
    seen.push(id);
    if tree.nodes[id].max.is_none() {
        return sign * tree.nodes[id].value.unwrap();
    }
    windows.push((id, alpha, beta));
    let mut best = f64::NEG_INFINITY;
    for child in children(tree, id) {
        let value = -negamax(tree, child, (-beta, -alpha.max(best)), seen, windows);
        best = best.max(value);
        if best >= beta {
            break;
        }
    }
    best
}

fn is_max_ply(tree: &ExerciseTree, id: usize) -> bool {
    let mut ply = 0;
    let mut at = id;
    while let Some(parent) = tree.nodes[at].parent {
        (at, ply) = (parent as usize, ply + 1);
    }
    ply % 2 == 0
}

/// What alpha-beta enters, and with which windows.
fn walked(tree: &ExerciseTree) -> (Vec<usize>, Vec<(usize, f64, f64)>) {
    let (mut seen, mut windows) = (Vec::new(), Vec::new());
    negamax(tree, 0, (f64::NEG_INFINITY, f64::INFINITY), &mut seen, &mut windows);
    (seen, windows)
}

fn leaves(tree: &ExerciseTree) -> Vec<usize> {
    (0..tree.nodes.len()).filter(|&id| tree.nodes[id].max.is_none()).collect()
}

fn numbers(answer: &Answer) -> Vec<Option<f64>> {
    match answer {
        Answer::Numbers { numbers } => numbers.clone(),
        other => panic!("{other:?}"),
    }
}

fn node(answer: &Answer) -> usize {
    match answer {
        Answer::Node { node } => *node as usize,
        other => panic!("{other:?}"),
    }
}

fn near(one: f64, other: f64) -> bool {
    (one - other).abs() < 0.0051
}

/// A thousand exercises, each from a position of its own, for the kinds about trees.
#[test]
fn values_and_leaves_are_those_of_plain_minimax() {
    for seed in 0..1000 {
        let (asked, solution) = made("minimax", "leaf", seed);
        let tree = asked.tree.unwrap();
        let value = minimax(&tree, 0);
        let decides: Vec<usize> =
            leaves(&tree).into_iter().filter(|&id| tree.nodes[id].value == Some(value)).collect();
        assert_eq!(decides, [node(&solution)], "seed {seed}");

        let (asked, solution) = made("minimax", "move", seed);
        let tree = asked.tree.unwrap();
        let value = minimax(&tree, 0);
        assert_eq!(minimax(&tree, node(&solution)), value, "seed {seed}");

        let (asked, solution) = made("minimax", "value", seed);
        let tree = asked.tree.unwrap();
        assert!(near(numbers(&solution)[0].unwrap(), minimax(&tree, 0)), "seed {seed}");

        let (asked, solution) = made("minimax", "inner", seed);
        let tree = asked.tree.unwrap();
        for (child, said) in children(&tree, 0).into_iter().zip(numbers(&solution)) {
            assert!(near(said.unwrap(), minimax(&tree, child)), "seed {seed}");
        }

        let (asked, solution) = made("minimax", "reply", seed);
        let tree = asked.tree.unwrap();
        let reply = node(&solution);
        let parent = tree.nodes[reply].parent.unwrap() as usize;
        assert_eq!(minimax(&tree, reply), minimax(&tree, parent), "seed {seed}");
    }
}

#[test]
fn cuts_and_windows_are_those_of_another_alpha_beta() {
    for seed in 0..1000 {
        let (asked, solution) = made("alphabeta", "cut", seed);
        let tree = asked.tree.unwrap();
        let (seen, _) = walked(&tree);
        let first = seen.iter().copied().find(|&id| {
            !children(&tree, id).is_empty()
                && children(&tree, id).iter().any(|id| !seen.contains(id))
        });
        assert_eq!(first, Some(node(&solution)), "seed {seed}");

        let (asked, solution) = made("alphabeta", "unseen", seed);
        let tree = asked.tree.unwrap();
        let (seen, _) = walked(&tree);
        // Every leaf that is not looked at is right, and no other.
        for leaf in leaves(&tree) {
            let answer = Answer::Node { node: leaf as u32 };
            let right = mark(&order("alphabeta", "unseen", seed), Some(&answer)).unwrap().right;
            assert_eq!(right, Some(!seen.contains(&leaf)), "seed {seed}");
        }
        assert!(!seen.contains(&node(&solution)));

        let (asked, solution) = made("alphabeta", "looked", seed);
        let tree = asked.tree.unwrap();
        let (seen, _) = walked(&tree);
        let looked = leaves(&tree).iter().filter(|id| seen.contains(id)).count();
        assert_eq!(numbers(&solution), [Some(looked as f64)], "seed {seed}");

        let (asked, solution) = made("alphabeta", "window", seed);
        let tree = asked.tree.unwrap();
        let proof = mark(&order("alphabeta", "window", seed), None).unwrap().proof[0] as usize;
        let (_, windows) = walked(&tree);
        let (id, alpha, beta) = *windows.iter().find(|(id, ..)| *id == proof).unwrap();
        let (alpha, beta) = if is_max_ply(&tree, id) { (alpha, beta) } else { (-beta, -alpha) };
        let told = |bound: f64| bound.is_finite().then_some(bound);
        assert_eq!(numbers(&solution), [told(alpha), told(beta)], "seed {seed}");
    }
}

/// The tree with the root's moves in another order.
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

#[test]
fn the_best_orders_and_only_those_are_right() {
    for seed in 0..1000 {
        let (asked, _) = made("ordered", "sort", seed);
        let tree = asked.tree.unwrap();
        let least = ORDERS.iter().map(|order| reordered(&tree, order)).min().unwrap();
        for places in ORDERS {
            let answer = Answer::Order { order: places.iter().map(|&at| at as u32).collect() };
            let right = mark(&order("ordered", "sort", seed), Some(&answer)).unwrap().right;
            assert_eq!(right, Some(reordered(&tree, &places) == least), "seed {seed}");
        }
        let (asked, solution) = made("ordered", "fewest", seed);
        let tree = asked.tree.unwrap();
        let least = ORDERS.iter().map(|order| reordered(&tree, order)).min().unwrap();
        assert_eq!(numbers(&solution), [Some(least as f64)], "seed {seed}");
    }
}

#[test]
fn moves_are_counted_again() {
    for seed in 0..1000 {
        for (lesson, kind) in [("random", "moves"), ("random", "captures")] {
            let (asked, solution) = made(lesson, kind, seed);
            let position: Position = asked.fen.parse().unwrap();
            // By squares and names, not by the list of the generator.
            let mut count = 0;
            let mut takes = 0;
            for from in chess::Square::all() {
                for to in chess::Square::all() {
                    for end in ["", "q", "r", "b", "n"] {
                        let Ok(mv) = position.parse_uci(&format!("{from}{to}{end}")) else {
                            continue;
                        };
                        // Castling has two names: the king's two steps, and the king takes rook.
                        let is_other_name =
                            mv.is_castling() && lab_name(&position, mv) != format!("{from}{to}");
                        if !is_other_name {
                            count += 1;
                            takes += usize::from(position.captured(mv).is_some());
                        }
                    }
                }
            }
            let right = if kind == "moves" { count } else { takes };
            assert_eq!(numbers(&solution), [Some(right as f64)], "{kind} {seed} {}", asked.fen);
        }
    }
}

fn choice(answer: &Answer) -> usize {
    match answer {
        Answer::Choice { choice } => *choice as usize,
        other => panic!("{other:?}"),
    }
}

fn several(answer: &Answer) -> Vec<usize> {
    match answer {
        Answer::Several { choices } => choices.iter().map(|&choice| choice as usize).collect(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn questions_with_zero_windows_are_answered_by_plain_minimax() {
    for seed in 0..1000 {
        let (asked, solution) = made("pvs", "again", seed);
        let tree = asked.tree.unwrap();
        let values: Vec<f64> = children(&tree, 0).iter().map(|&id| minimax(&tree, id)).collect();
        let is_record = |at: &usize| values[..=*at].iter().all(|value| *value < values[at + 1]);
        let records: Vec<usize> = (0..values.len() - 1).filter(is_record).collect();
        assert_eq!(several(&solution), records, "seed {seed}");

        let (asked, solution) = made("pvs", "better", seed);
        let tree = asked.tree.unwrap();
        let moves = children(&tree, 0);
        let is_better = minimax(&tree, moves[1]) > minimax(&tree, moves[0]);
        assert_eq!(choice(&solution), usize::from(!is_better), "seed {seed}");

        let (asked, solution) = made("pvs", "empty", seed);
        let tree = asked.tree.unwrap();
        let alpha = minimax(&tree, children(&tree, 0)[0]);
        let said = numbers(&solution);
        assert!(near(said[0].unwrap(), alpha) && near(said[1].unwrap(), alpha + 0.01));

        let (asked, solution) = made("pvs", "proof", seed);
        let tree = asked.tree.unwrap();
        let moves = children(&tree, 0);
        let alpha = minimax(&tree, moves[0]);
        let replies = children(&tree, moves[1]);
        let needed = replies.iter().position(|&id| tree.nodes[id].value.unwrap() <= alpha);
        assert_eq!(numbers(&solution), [needed.map(|at| at as f64 + 1.0)], "seed {seed}");

        let (asked, solution) = made("mtdf", "question", seed);
        let tree = asked.tree.unwrap();
        let words = asked.question[0].trim_end_matches('?');
        let bound: f64 = words.rsplit(' ').next().unwrap().parse().unwrap();
        let is_yes = minimax(&tree, 0) > bound - 0.001;
        assert_eq!(choice(&solution), usize::from(!is_yes), "seed {seed}");
    }
}

#[test]
fn choices_of_moves_and_entries_are_those_of_the_tree() {
    for seed in 0..1000 {
        let (asked, solution) = made("bestfirst", "expand", seed);
        let tree = asked.tree.unwrap();
        assert_eq!(tree.nodes[node(&solution)].value, Some(minimax(&tree, 0)), "seed {seed}");

        let (asked, solution) = made("ordered", "first", seed);
        let tree = asked.tree.unwrap();
        let first = children(&tree, 0)[choice(&solution)];
        assert_eq!(minimax(&tree, first), minimax(&tree, 0), "seed {seed}");

        let (asked, solution) = made("ordered", "guess", seed);
        let tree = asked.tree.unwrap();
        let Wanted::Choice { options } = asked.wanted else { panic!() };
        let moves = children(&tree, 0);
        let counts = options.iter().map(|option| {
            let place =
                |name: &str| moves.iter().position(|&id| tree.nodes[id].label == name).unwrap();
            let order: Vec<usize> = option.split(", ").map(place).collect();
            reordered(&tree, &order)
        });
        let counts: Vec<usize> = counts.collect();
        assert!(counts[choice(&solution)] < counts[1 - choice(&solution)], "seed {seed}");

        let (asked, solution) = made("table", "bound", seed);
        let tree = asked.tree.unwrap();
        let proof = mark(&order("table", "bound", seed), None).unwrap().proof[0] as usize;
        let (seen, _) = walked(&tree);
        let is_whole = children(&tree, proof).iter().all(|id| seen.contains(id));
        assert_eq!(choice(&solution), usize::from(!is_whole), "seed {seed}");

        let (asked, solution) = made("deepening", "shallow", seed);
        let tree = asked.tree.unwrap();
        let said = |id: &usize| -> f64 {
            let note = tree.nodes[*id].note.as_deref().unwrap();
            note.trim_start_matches("evaluation ").parse().unwrap()
        };
        let moves = children(&tree, 0);
        let best = moves.iter().map(said).fold(f64::NEG_INFINITY, f64::max);
        assert_eq!(said(&node(&solution)), best, "seed {seed}");

        let (asked, solution) = made("deepening", "deeper", seed);
        let tree = asked.tree.unwrap();
        assert_eq!(minimax(&tree, node(&solution)), minimax(&tree, 0), "seed {seed}");
    }
}

#[test]
fn what_stands_on_the_board_is_counted_again() {
    for seed in 0..1000 {
        let (asked, solution) = made("evaluation", "material", seed);
        let worth = |letter: char| match letter.to_ascii_lowercase() {
            'p' => 1.0,
            'n' | 'b' => 3.0,
            'r' => 5.0,
            'q' => 9.0,
            _ => 0.0,
        };
        let board = asked.fen.split(' ').next().unwrap();
        let signed =
            |letter: char| if letter.is_uppercase() { worth(letter) } else { -worth(letter) };
        let balance: f64 = board.chars().map(signed).sum();
        assert_eq!(numbers(&solution), [Some(balance)], "{}", asked.fen);

        // By the other way to ask for an exchange: what it brings at least.
        let (asked, solution) = made("quiescence", "exchange", seed);
        let position: Position = asked.fen.parse().unwrap();
        let san = asked.question[0].split(',').next().unwrap();
        let mv = position.parse_san(san).unwrap();
        let value = (numbers(&solution)[0].unwrap() * 100.0).round() as i32;
        assert!(position.see_ge(mv, value) && !position.see_ge(mv, value + 1), "{}", asked.fen);

        let (asked, solution) = made("deepening", "passes", seed % 100);
        let position: Position = asked.fen.parse().unwrap();
        let said: Vec<f64> = asked.question[0]
            .split(|sign: char| !sign.is_ascii_digit())
            .filter_map(|word| word.parse().ok())
            .collect();
        assert_eq!(said[0], position.legal_moves().len() as f64);
        assert_eq!(numbers(&solution), [Some(said[0] + said[2] + said[4])], "{said:?}");
    }
}

fn lab_name(position: &Position, mv: chess::Move) -> String {
    lab::uci(position, mv)
}

/// Every kind of every lesson can be made, marks its solution right, and marks other answers wrong
/// unless they are as right; and it is the same again by the same order.
#[test]
fn every_kind_of_every_lesson_holds() {
    for head in lessons().unwrap() {
        for kind in &head.exercises {
            for seed in 0..12 {
                let order = order(&head.id, &kind.kind, seed);
                let (asked, solution) = made(&head.id, &kind.kind, seed);
                assert_eq!(asked, exercise(&order).unwrap());
                let what = format!("{} {} {seed}", head.id, kind.kind);
                let marking = mark(&order, Some(&solution)).unwrap();
                assert_eq!((marking.right, marking.remark), (Some(true), None), "{what}");
                assert!(!marking.solution_text.is_empty() && !marking.why.is_empty(), "{what}");
                assert!(!asked.hints.is_empty(), "{what}");
                if let Wanted::Choice { options } = &asked.wanted {
                    let right = (0..options.len() as u32)
                        .filter(|&choice| {
                            let answer = Answer::Choice { choice };
                            mark(&order, Some(&answer)).unwrap().right == Some(true)
                        })
                        .count();
                    assert_eq!(right, 1, "{what}");
                }
                let wrong = mark(&order, Some(&Answer::Order { order: vec![9] }));
                assert!(wrong.is_err(), "{what}");
            }
        }
    }
}

#[test]
fn what_cannot_be_made_is_said() {
    let bad = |lesson: &str, kind: Option<&str>, fen: Option<&str>| {
        let order = ExerciseOrder {
            lesson: lesson.to_owned(),
            kind: kind.map(str::to_owned),
            seed: 1,
            fen: fen.map(str::to_owned),
        };
        exercise(&order).unwrap_err().to_string()
    };
    assert!(bad("x", None, None).starts_with("there is no lesson 'x'; the lessons are"));
    assert!(bad("minimax", Some("x"), None).contains("its exercises are leaf, move"));
    assert!(bad("history", None, None).contains("has no exercises"));
    assert!(bad("minimax", None, Some("x")).len() > 10);
    let mated = "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1";
    assert!(bad("minimax", Some("leaf"), Some(mated)).contains("it has too few moves"));
}
