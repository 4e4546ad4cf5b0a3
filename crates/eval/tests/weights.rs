//! Weights can be read, replaced and refused.

mod support;

use std::collections::HashSet;

use plywise_eval::{NAMES, Tunable, WEIGHT_LIMIT, WeightsError, tunable};

/// How many weights each evaluation has: the pieces' values, its own, its squares'.
const COUNTS: [(&str, usize); 6] = [
    ("material", 5),
    ("simple", 5 + 2),
    ("phased", 5 + 10),
    ("heatmap", 5 + 1 + 6 * 64),
    ("pst", 5 + 6 * 64),
    ("tuned", 2 * (8 + (48 + 4 * 32 + 64) + (9 + 14 + 15 + 28) + OTHERS_OF_TUNED)),
];

/// Pieces, pawns, passed pawns, shelter, danger, threats, space, tempo, complexity.
const OTHERS_OF_TUNED: usize = 16 + 16 + (11 + 6 * 4 + 3) + (2 * 4 * 7 + 6) + 18 + 20 + 1 + 1 + 6;

fn values(evaluation: &dyn Tunable) -> Vec<i32> {
    evaluation.weights().iter().map(|weight| weight.value).collect()
}

#[test]
fn every_weight_has_a_name_and_a_phrase() {
    for (name, count) in COUNTS {
        let weights = tunable(name).unwrap().weights();
        assert_eq!(weights.len(), count, "{name}");
        let names: HashSet<&str> = weights.iter().map(|weight| &*weight.name).collect();
        assert_eq!(names.len(), count, "{name}: names are unique");
        assert!(weights.iter().all(|weight| weight.meaning.ends_with('.')), "{name}");
    }
    let pst = tunable("pst").unwrap().weights();
    let find = |name: &str| pst.iter().find(|weight| weight.name == name).unwrap().value;
    assert_eq!((find("values.bishop"), find("knight.a1"), find("king.g1")), (330, -54, 34));
}

#[test]
fn the_same_weights_make_the_same_evaluation() {
    let positions = support::random_positions(3);
    for name in NAMES {
        let evaluation = tunable(name).unwrap();
        let copy = evaluation.with_weights(&values(evaluation)).unwrap();
        assert_eq!(copy.name(), name);
        assert_eq!(copy.weights(), evaluation.weights());
        for position in &positions {
            assert_eq!(copy.evaluate(position), evaluation.evaluate(position));
        }
    }
}

/// Every weight changes some position's score, but for pawns where none can
/// stand, and for the middle game of a pawn ending.
#[test]
fn every_weight_matters() {
    let mut positions = support::random_positions(300);
    positions.extend(RARE.map(|fen| fen.parse::<chess::Position>().unwrap()));
    for name in NAMES {
        let evaluation = tunable(name).unwrap();
        let values = values(evaluation);
        for (index, weight) in evaluation.weights().iter().enumerate() {
            let no_pawn_stands = weight.name.starts_with("pawn.")
                && (weight.name.ends_with('1') || weight.name.ends_with('8'));
            let mut changed = values.clone();
            changed[index] += 100;
            let changed = evaluation.with_weights(&changed).unwrap();
            let matters = positions
                .iter()
                .any(|position| changed.evaluate(position) != evaluation.evaluate(position));
            let expected = !no_pawn_stands && weight.name != "complexity.pawn_ending.mg";
            assert_eq!(matters, expected, "{name}: {}", weight.name);
        }
    }
}

/// What random players do not get to: a queen without a move, a bishop shut in.
const RARE: [&str; 2] =
    ["r3k3/p7/8/8/8/8/6PP/6KQ w - - 0 1", "r3k3/B1p5/1p6/8/8/8/8/4K2R w - - 0 1"];

#[test]
fn the_largest_weights_overflow_nothing() {
    let mut positions = support::random_positions(3);
    positions.push("R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1".parse().unwrap());
    for name in NAMES {
        let evaluation = tunable(name).unwrap();
        let count = evaluation.weights().len();
        for extreme in [WEIGHT_LIMIT, -WEIGHT_LIMIT] {
            let extreme = evaluation.with_weights(&vec![extreme; count]).unwrap();
            for position in &positions {
                assert!(!extreme.evaluate(position).is_mate());
            }
        }
    }
}

#[test]
fn wrong_values_are_refused_with_a_reason() {
    for name in NAMES {
        let evaluation = tunable(name).unwrap();
        let values = values(evaluation);
        let refusal = |values: &[i32]| evaluation.with_weights(values).err();
        let count = |found| Some(WeightsError::Count { expected: values.len(), found });
        assert_eq!(refusal(&[]), count(0));
        assert_eq!(refusal(&[&values[..], &[1]].concat()), count(values.len() + 1));

        let mut beyond = values.clone();
        beyond[1] = -WEIGHT_LIMIT - 1;
        let error = refusal(&beyond).unwrap();
        assert_eq!(
            error.to_string(),
            format!("{} is -10001; weights go from -10000 to 10000", evaluation.weights()[1].name),
            "{name}"
        );
    }
}
