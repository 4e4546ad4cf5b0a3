//! The statistics against players whose strength is known, because dice play for
//! them. The seeds are fixed: a test that passes once always does.
#![allow(clippy::unwrap_used)] // a failed unwrap is a failed test

use engine::Dice;
use plywise_arena::statistics::{
    EloModel, Encounter, Estimate, Points, Sprt, SprtDecision, Tally, rate,
};

/// A pairing whose score is known.
#[derive(Clone, Copy)]
struct Pairing {
    /// The average score of the first player.
    score: f64,
    /// The share of drawn games.
    draws: f64,
    /// What the opening gives the side that has it, added in one game of a pair
    /// and taken in the other.
    opening: f64,
}

impl Pairing {
    fn by_elo(elo: f64) -> Pairing {
        Pairing { score: 1.0 / (1.0 + 10f64.powf(-elo / 400.0)), draws: 0.4, opening: 0.15 }
    }

    fn game(&self, score: f64, dice: &mut Dice) -> Points {
        let wins = score - self.draws / 2.0;
        match dice.unit() {
            throw if throw < wins => Points::Win,
            throw if throw < wins + self.draws => Points::Draw,
            _ => Points::Loss,
        }
    }

    fn pair(&self, tally: &mut Tally, dice: &mut Dice) {
        // Which side an opening favours is chance.
        let bias = if dice.below(2) == 0 { self.opening } else { -self.opening };
        let first = self.game(self.score + bias, dice);
        let second = self.game(self.score - bias, dice);
        tally.add_game(first);
        tally.add_game(second);
        tally.add_pair(first, second);
    }

    /// The average normalised Elo of this pairing's games, from a long series.
    fn normalised(&self) -> f64 {
        let (mut tally, mut dice) = (Tally::default(), Dice::new(99));
        for _ in 0..1_000_000 {
            self.pair(&mut tally, &mut dice);
        }
        Estimate::of(&tally).unwrap().normalised.unwrap().difference
    }
}

/// More pairs than a test of these bounds ever takes.
const MOST_PAIRS: u64 = 100_000;

/// How many of so many tests accept H1, and how many pairs they take.
fn accepted(sprt: &Sprt, truth: Pairing, tests: u64) -> (f64, f64) {
    let (mut accepted, mut pairs) = (0u64, 0);
    for test in 0..tests {
        let mut dice = Dice::new(test);
        let mut tally = Tally::default();
        loop {
            truth.pair(&mut tally, &mut dice);
            match sprt.verdict(sprt.llr(&tally)) {
                SprtDecision::H1 => {
                    accepted += 1;
                    break;
                }
                SprtDecision::H0 => break,
                SprtDecision::Undecided => assert!(tally.pair_count() < MOST_PAIRS),
            }
        }
        pairs += tally.pair_count();
    }
    (accepted as f64 / tests as f64, pairs as f64 / tests as f64)
}

#[test]
fn the_sprt_errs_as_often_as_it_says() {
    // 2,000 tests see a rate of 5 % within 1 % in 19 of 20 cases.
    let sprt = Sprt::new(0.0, 30.0, 0.05, 0.05, EloModel::Logistic).unwrap();
    let (false_alarms, pairs) = accepted(&sprt, Pairing::by_elo(0.0), 2_000);
    assert!((0.03..=0.06).contains(&false_alarms), "type I error {false_alarms}");
    assert!(pairs < 500.0, "{pairs} pairs");
    let (found, _) = accepted(&sprt, Pairing::by_elo(30.0), 2_000);
    assert!((0.94..=0.97).contains(&found), "type II error {}", 1.0 - found);
    let (between, longer) = accepted(&sprt, Pairing::by_elo(15.0), 500);
    assert!((0.4..=0.6).contains(&between) && longer > pairs, "{between}, {longer}");
}

#[test]
fn unequal_error_rates_are_kept_too() {
    let sprt = Sprt::new(-10.0, 30.0, 0.1, 0.02, EloModel::Logistic).unwrap();
    let (false_alarms, _) = accepted(&sprt, Pairing::by_elo(-10.0), 1_500);
    assert!((0.07..=0.12).contains(&false_alarms), "type I error {false_alarms}");
    let (found, _) = accepted(&sprt, Pairing::by_elo(30.0), 1_500);
    assert!((0.97..=0.993).contains(&found), "type II error {}", 1.0 - found);
}

#[test]
fn the_normalised_sprt_errs_as_often_as_it_says() {
    let truth = Pairing::by_elo(25.0);
    let elo1 = truth.normalised();
    let sprt = Sprt::new(0.0, elo1, 0.05, 0.05, EloModel::Normalised).unwrap();
    let (false_alarms, _) = accepted(&sprt, Pairing::by_elo(0.0), 600);
    assert!((0.025..=0.07).contains(&false_alarms), "type I error {false_alarms}");
    let (found, _) = accepted(&sprt, truth, 600);
    assert!((0.93..=0.98).contains(&found), "type II error {}", 1.0 - found);
}

#[test]
fn the_interval_holds_the_truth_in_nineteen_of_twenty_matches() {
    let (truth, elo) = (Pairing::by_elo(40.0), 40.0);
    let (mut held, mut too_wide, matches) = (0, 0, 2_000);
    for seed in 0..matches {
        let (mut tally, mut dice) = (Tally::default(), Dice::new(seed));
        for _ in 0..250 {
            truth.pair(&mut tally, &mut dice);
        }
        let found = Estimate::of(&tally).unwrap().logistic;
        held += u32::from((found.difference - elo).abs() <= found.error.unwrap());
        // As single games the same results look less certain: the openings'
        // part of the spread cancels within a pair.
        let games = Estimate::of(&Tally { pairs: [0; 5], ..tally }).unwrap().logistic;
        too_wide += u32::from(games.error.unwrap() > found.error.unwrap());
    }
    let share = f64::from(held) / matches as f64;
    assert!((0.935..=0.965).contains(&share), "{share}");
    assert!(f64::from(too_wide) / matches as f64 > 0.95, "{too_wide}");
}

#[test]
fn ratings_find_known_strengths_within_their_errors() {
    let truth = [0.0, 60.0, 120.0, 300.0];
    let average = truth.iter().sum::<f64>() / truth.len() as f64;
    let (mut held, tournaments) = (0, 300);
    for seed in 0..tournaments {
        let mut dice = Dice::new(seed);
        let mut encounters = Vec::new();
        for first in 0..truth.len() {
            for second in first + 1..truth.len() {
                let pairing = Pairing {
                    draws: 0.2,
                    opening: 0.05,
                    ..Pairing::by_elo(truth[first] - truth[second])
                };
                let mut tally = Tally::default();
                for _ in 0..100 {
                    pairing.pair(&mut tally, &mut dice);
                }
                encounters.push(Encounter { first, second, tally });
            }
        }
        let ratings = rate(truth.len(), &encounters);
        for (rating, truth) in ratings.iter().zip(truth) {
            held += u32::from((rating.elo - (truth - average)).abs() <= rating.error.unwrap());
        }
    }
    let share = f64::from(held) / (4 * tournaments) as f64;
    assert!((0.93..=0.97).contains(&share), "{share}");
}
