//! Every tuner finds its way back from spoiled piece values.

#![allow(clippy::unwrap_used)] // a failed unwrap is a failed test

use std::path::Path;

use chess::Position;
use eval::Tunable;
use plywise_forge::tune::{
    Contest, ContestStart, Lessons, PlayingTuner, Space, TrialReferee, cma, labelled, spsa, texel,
};
use search::Signals;

/// Piece values that nobody in their right mind would play with.
const SPOILED: [i32; 5] = [100, 180, 500, 300, 450];
/// What a knight, a bishop, a rook and a queen are taken to be worth in books
/// and engines, lowest and highest.
const SANE: [(&str, f64, f64); 4] = [
    ("knight", 300.0, 325.0),
    ("bishop", 300.0, 333.0),
    ("rook", 500.0, 525.0),
    ("queen", 900.0, 975.0),
];

fn spoiled() -> Box<dyn Tunable> {
    eval::tunable("material").unwrap().with_weights(&SPOILED).unwrap()
}

/// The pawn is 100, the others within 10 % of sane values.
fn assert_sane(values: &[i32]) {
    assert_eq!(values[0], 100, "{values:?}");
    for (&value, (name, least, most)) in values[1..].iter().zip(SANE) {
        let range = 0.9 * least..=1.1 * most;
        assert!(range.contains(&f64::from(value)), "{name} {value} not in {range:?}: {values:?}");
    }
}

fn rounded(weights: &[f64]) -> Vec<i32> {
    weights.iter().map(|weight| weight.round() as i32).collect()
}

/// Quiet positions of 3,000 games that Plywise played against itself.
fn games() -> Vec<(Position, f32)> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/selfplay.games");
    let mut positions = Vec::new();
    let mut number = 0;
    let remarks = labelled::read(&path, 16, &mut |labelled| {
        number += 1;
        // Neighbours say nearly the same.
        if number % 3 == 0 {
            positions.push((labelled.position, labelled.points));
        }
        true
    });
    assert_eq!(remarks.unwrap(), Vec::<String>::new());
    positions
}

#[test]
fn texel_recovers_from_results() {
    let material = spoiled();
    let mut lessons = Lessons::new(&*material);
    lessons.learn(&*material, &games(), 2);
    assert!(lessons.len() > 30_000, "{}", lessons.len());
    let settings = texel::Settings {
        epochs: 12,
        rate: 10.0,
        batch: 1_024,
        anchor: Some(0),
        threads: 2,
        ..texel::Settings::default()
    };
    let start: Vec<f64> = SPOILED.iter().map(|&value| value.into()).collect();
    let mut run = texel::Texel::new(&lessons, &start, settings.clone());
    let before = run.errors();
    let mut saved = String::new();
    while !run.is_finished() {
        assert!(run.step(&NEVER));
        if run.epoch() == 5 {
            saved = run.save();
        }
    }
    let after = run.errors();
    println!("{:?} K {} {before:?} {after:?}", run.weights(), run.k());
    assert!(after.learnt < before.learnt && after.held_out < before.held_out);
    assert_sane(&rounded(run.weights()));

    // Stopped and continued, on another number of threads, it ends the same.
    let settings = texel::Settings { threads: 1, ..settings };
    let mut again = texel::Texel::resume(&lessons, settings.clone(), &saved).unwrap();
    assert!(!again.step(&ALWAYS));
    assert_eq!(again.save(), saved, "whoever is stopped stays where he is");
    while !again.is_finished() {
        assert!(again.step(&NEVER));
    }
    assert_eq!(again.weights(), run.weights());
    assert!(texel::Texel::resume(&lessons, settings.clone(), "texel 1\n").is_err());
    assert!(texel::Texel::resume(&lessons, settings, "what?").is_err());
}

fn contest(threads: usize) -> Contest<'static> {
    Contest {
        depth: 1,
        start: ContestStart::Odds(8),
        longest: 12,
        referee: Some(TrialReferee::usual()),
        seed: 3,
        threads,
        stop: &NEVER,
    }
}

static NEVER: Signals = Signals::new();
static ALWAYS: Signals = Signals::stopped();

#[test]
fn spsa_recovers_by_playing() {
    let material = spoiled();
    let space = Space::new(&*material, vec![1, 2, 3, 4]);
    let settings =
        spsa::Settings { steps: 2_000, pairs: 3, pace: 0.3, ..spsa::Settings::default() };
    let mut run = spsa::Spsa::new(&space, contest(2), settings);
    let mut saved = String::new();
    while !run.is_finished() {
        run.step().unwrap();
        if run.done() == settings.steps - 3 {
            saved = run.save();
        }
    }
    println!("{:?}", run.values());
    assert_sane(&run.values());
    // Whoever is stopped stays where he is.
    let stopped = Contest { stop: &ALWAYS, ..contest(2) };
    let mut still = spsa::Spsa::resume(&space, stopped, settings, &saved).unwrap();
    assert_eq!((still.step(), still.save()), (None, saved.clone()));
    let mut again = spsa::Spsa::resume(&space, contest(1), settings, &saved).unwrap();
    while !again.is_finished() {
        again.step().unwrap();
    }
    assert_eq!(again.values(), run.values());
    assert!(spsa::Spsa::resume(&space, contest(1), settings, "spsa 2\n").is_err());
}

#[test]
fn a_population_recovers_by_playing() {
    let material = spoiled();
    let space = Space::new(&*material, vec![1, 2, 3, 4]);
    let settings = cma::Settings {
        generations: 40,
        population: 12,
        pairs: 24,
        size: 0.5,
        ..cma::Settings::default()
    };
    let mut run = cma::Cma::new(&space, contest(2), settings).unwrap();
    let mut saved = String::new();
    while !run.is_finished() {
        run.step().unwrap();
        if run.done() == settings.generations - 1 {
            saved = run.save();
        }
    }
    println!("{:?} size {}", run.values(), run.size());
    assert_sane(&run.values());
    let stopped = Contest { stop: &ALWAYS, ..contest(2) };
    let mut still = cma::Cma::resume(&space, stopped, settings, &saved).unwrap();
    assert_eq!((still.step(), still.save()), (None, saved.clone()));
    let mut again = cma::Cma::resume(&space, contest(1), settings, &saved).unwrap();
    again.step().unwrap();
    assert_eq!(again.values(), run.values());
    assert!(cma::Cma::resume(&space, contest(1), settings, "").is_err());
}
