//! What holds for every evaluation on every position.

mod support;

use chess::Position;
use plywise_eval::{Explanation, Phase, Score, Term, evaluators, is_endgame};

/// The position with the most mobile army there can be: nine queens.
const NINE_QUEENS: &str = "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1";
const BARE_KINGS: &str = "4k3/8/8/8/8/8/8/4K3 b - - 0 1";

fn positions() -> Vec<Position> {
    let mut positions = support::random_positions(60);
    for extreme in [NINE_QUEENS, BARE_KINGS] {
        positions.push(extreme.parse().expect("a legal position"));
    }
    positions
}

#[test]
fn the_sample_is_worth_testing_on() {
    let positions = positions();
    assert!(positions.len() > 5_000, "{}", positions.len());
    for phase in [Phase::Opening, Phase::Middle, Phase::End] {
        let count = positions.iter().filter(|position| Phase::of(position) == phase).count();
        assert!(count > 200, "{count} of the {phase}");
    }
}

#[test]
fn the_mirror_image_is_worth_the_same_to_the_mover() {
    for position in positions() {
        let mirrored = position.mirrored();
        for evaluation in evaluators() {
            let name = evaluation.name();
            assert_eq!(
                evaluation.evaluate(&position),
                evaluation.evaluate(&mirrored),
                "{name} on {position}"
            );
            let explanation = evaluation.explain(&position);
            let swapped = Explanation {
                turn: mirrored.turn(),
                terms: explanation.terms.iter().map(swap_sides).collect(),
                ..explanation
            };
            assert_eq!(evaluation.explain(&mirrored), swapped, "{name} on {position}");
        }
    }
}

fn swap_sides(term: &Term) -> Term {
    Term { name: term.name, white: term.black, black: term.white }
}

/// All but `tuned`, which pays for the move and knows endings that turn on it.
#[test]
fn it_does_not_matter_whose_move_it_is() {
    for position in positions() {
        let Some(passed) = position.after_null() else { continue };
        for evaluation in evaluators().filter(|evaluation| evaluation.name() != "tuned") {
            assert_eq!(
                evaluation.evaluate(&position),
                -evaluation.evaluate(&passed),
                "{} on {position}",
                evaluation.name()
            );
        }
    }
}

#[test]
fn explanations_add_up() {
    for position in positions() {
        for evaluation in evaluators() {
            let explanation = evaluation.explain(&position);
            let differences: i32 = explanation.terms.iter().map(Term::difference).sum();
            assert_eq!(explanation.evaluation, evaluation.name());
            assert_eq!(explanation.total(), differences);
            assert_eq!(
                explanation.score(),
                evaluation.evaluate(&position),
                "{} on {position}",
                evaluation.name()
            );
            // Nothing was clamped, so the terms tell the whole truth.
            assert_eq!(explanation.score().raw().abs(), explanation.total().abs());
        }
    }
}

/// More than any evaluation says, and far less than it may.
const FURTHEST: i32 = 20_000;

#[test]
fn scores_stay_far_from_mate() {
    for position in positions() {
        for evaluation in evaluators() {
            let score = evaluation.evaluate(&position);
            assert!(!score.is_mate() && score.raw().abs() < FURTHEST, "{score} on {position}");
        }
    }
    let nine_queens = NINE_QUEENS.parse().unwrap();
    for evaluation in evaluators() {
        let score = evaluation.evaluate(&nine_queens);
        assert!(score > Score::cp(9_000), "{} says {score}", evaluation.name());
    }
}

/// What `tuned` pays to the side that moves first, and what comes of that.
const OF_THE_MOVER: [&str; 4] = ["tempo", "complexity", "scale", "rounding"];

#[test]
fn every_start_is_even() {
    for number in 0..960 {
        let start = Position::chess960(number, number);
        for evaluation in evaluators() {
            let name = evaluation.name();
            for term in evaluation.explain(&start).terms {
                if !OF_THE_MOVER.contains(&term.name) {
                    assert_eq!(term.white, term.black, "{name}: {} in {number}", term.name);
                }
            }
            if name != "tuned" {
                assert_eq!(evaluation.evaluate(&start), Score::DRAW, "{name}: {number}");
            }
        }
    }
}

#[test]
fn endgames_are_told_by_the_number_of_pieces() {
    for position in positions() {
        let pieces = position.board().iter().count();
        assert_eq!(is_endgame(&position), pieces <= 6);
        assert!(evaluators().all(|evaluation| evaluation.is_endgame(&position) == (pieces <= 6)));
    }
}
