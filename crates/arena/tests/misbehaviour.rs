//! Matches with engines that misbehave: each fault is named, counted and scored,
//! and the match goes on. What is bound to fail gets little time, what is bound
//! to succeed more than it can need.
#![cfg(unix)] // the engines are started by small shell scripts
#![allow(clippy::unwrap_used)] // a failed unwrap is a failed test

// The name that the shared file knows it by, which is also a test of its own crate.
extern crate uci as plywise_uci;

#[path = "../../uci/tests/scripted/mod.rs"]
#[allow(unreachable_pub, dead_code)] // written for another test
mod scripted;

use std::ops::ControlFlow;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::time::Duration;

use engine::{ForeignSpec, Signals, Spec};
use plywise_arena::{
    Aborted, Adjudication, Budget, Entrant, GameFault, GameFaults, Match, MatchError, MatchEvent,
    MatchFormat, Openings, Schedule, Standings,
};
use scripted::AMPLE;
use uci::Timeouts;

/// The engine itself, see [`scripted`].
#[test]
fn scripted_engine() {
    scripted::run();
}

const SHORT: Duration = Duration::from_millis(300);

const PATIENT: Timeouts = scripted::patient(SHORT);

/// A program that is an engine of this behaviour.
fn program(name: &str, script: &str) -> Spec {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("misbehaviour");
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join(name.replace(' ', "_"));
    std::fs::write(&file, format!("#!/bin/sh\n{script}\n")).unwrap();
    std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o755)).unwrap();
    let program = file.to_str().unwrap().to_owned();
    Spec::Foreign(ForeignSpec { program, options: Vec::new() })
}

fn scripted(behaviour: &str) -> Spec {
    let exe = std::env::current_exe().unwrap();
    let script = format!(
        "exec '{}' scripted_engine --exact --nocapture '{}{behaviour}'",
        exe.display(),
        scripted::MARK
    );
    program(behaviour, &script)
}

fn order(spec: Spec, budget: Budget, timeouts: Timeouts, games: u64) -> Match {
    Match {
        players: Entrant::list([(spec, budget), ("random".parse().unwrap(), Budget::default())]),
        schedule: Schedule::new(MatchFormat::Match, 2, games),
        openings: Openings::named(1),
        // Two that only move pieces to and fro would take their time.
        rules: Adjudication { most_moves: Some(20), ..Adjudication::default() },
        sprt: None,
        concurrency: 1,
        margin: plywise_arena::MARGIN,
        timeouts,
        seed: 1,
    }
}

/// How each game ended, and by which fault.
type Told = Vec<(Option<GameFault>, String)>;

fn run(order: &Match) -> Result<(Standings, Told), Box<Aborted>> {
    let mut told = Vec::new();
    let standings = order.run(&[], &Signals::new(), &mut |event| {
        if let MatchEvent::Game { played, .. } = event {
            told.push((played.fault.map(|(_, fault)| fault), plywise_arena::ending(played)));
        }
        ControlFlow::Continue(())
    })?;
    Ok((standings, told))
}

const ONE_DEPTH: Budget = Budget { control: None, move_time: None, nodes: None, depth: Some(1) };

/// Plays two games in which the engine commits this fault, and returns the words.
fn loses_by(spec: Spec, budget: Budget, timeouts: Timeouts, fault: GameFault) -> String {
    let (standings, told) = run(&order(spec, budget, timeouts, 2)).unwrap();
    assert_eq!(standings.games(), 2, "the match goes on");
    let mut expected = GameFaults::default();
    expected.add(fault);
    expected.add(fault);
    assert_eq!(standings.faults(), expected, "{told:?}");
    assert_eq!(standings.conduct()[1].faults, GameFaults::default());
    let tally = standings.first_tally();
    assert_eq!((tally.losses, tally.pairs), (2, [1, 0, 0, 0, 0]), "{told:?}");
    assert!(told.iter().all(|(found, _)| *found == Some(fault)));
    told[0].1.clone()
}

#[test]
fn a_good_engine_has_no_faults() {
    let (standings, told) = run(&order(scripted("good"), ONE_DEPTH, PATIENT, 4)).unwrap();
    assert_eq!((standings.games(), standings.faults().total()), (4, 0), "{told:?}");
    assert_eq!(standings.conduct()[0].complaints, 0);
}

#[test]
fn illegal_moves_lose() {
    for behaviour in ["illegal move", "garbage", "empty best move", "none", "null move"] {
        let words = loses_by(scripted(behaviour), ONE_DEPTH, PATIENT, GameFault::Illegal);
        assert!(words.contains("made an illegal move: the engine's"), "{words}");
    }
}

#[test]
fn crashes_lose_and_the_engine_comes_back() {
    let words = loses_by(scripted("crashes on move 5"), ONE_DEPTH, PATIENT, GameFault::Crash);
    assert!(words.contains("its last words: 'assertion failed: move < 5'"), "{words}");
    let words = loses_by(scripted("leaves"), ONE_DEPTH, PATIENT, GameFault::Crash);
    assert!(words.contains("left the game: the engine left"), "{words}");
}

#[test]
fn closing_the_pipe_is_a_crash() {
    let script = "while read line; do case $line in \
                  uci) echo uciok;; isready) echo readyok;; go*) exec >&-;; esac; done";
    let words = loses_by(program("closes", script), ONE_DEPTH, PATIENT, GameFault::Crash);
    assert!(words.contains("the engine closed its output"), "{words}");
}

#[test]
fn silence_loses() {
    let hasty = Timeouts { untimed: Some(SHORT), stop: SHORT, ..PATIENT };
    let words = loses_by(scripted("ignores stop"), ONE_DEPTH, hasty, GameFault::Stall);
    assert!(words.contains("did not say 'bestmove'"), "{words}");
    let words = loses_by(scripted("floods"), ONE_DEPTH, hasty, GameFault::Stall);
    assert!(words.contains("did not say 'bestmove'"), "{words}");
    // Long enough for an engine that gets ready before its first move.
    let hasty = Timeouts { readyok: Duration::from_secs(2), ..PATIENT };
    let words = loses_by(scripted("not ready after a move"), ONE_DEPTH, hasty, GameFault::Stall);
    assert!(words.contains("did not say 'readyok'"), "{words}");
}

#[test]
fn whoever_ignores_its_limit_loses() {
    let hasty = Timeouts { untimed: Some(SHORT), ..PATIENT };
    let words = loses_by(scripted("ignores limits"), ONE_DEPTH, hasty, GameFault::Stall);
    assert!(words.contains("left the game: the engine does not keep its limit"), "{words}");
}

#[test]
fn too_many_nodes_are_counted_and_named() {
    let script = "while read line; do case $line in \
        uci) echo uciok;; isready) echo readyok;; quit) exit;; \
        go*) echo 'info depth 1 score cp 1 nodes 20002'; echo bestmove e2e4;; esac; done";
    for (allowed, complaints) in [(10_002, 0), (10_001, 0), (10_000, 1), (1, 1)] {
        let budget = Budget { nodes: Some(allowed), ..Budget::default() };
        let mut order = order(program("many nodes", script), budget, PATIENT, 1);
        order.openings = Openings::read(&chess::Position::start().to_string(), None).unwrap();
        let mut named = Vec::new();
        let standings = order.run(&[], &Signals::new(), &mut |event| {
            if let MatchEvent::Game { played, .. } = event {
                named.extend(played.complaints[0].nodes.clone());
            }
            ControlFlow::Continue(())
        });
        // The second e2e4 is illegal; of what comes with it nothing is kept.
        assert_eq!(standings.unwrap().conduct()[0].complaints, complaints, "{allowed}");
        assert_eq!(named.len() as u64, complaints);
        let sentence = format!("it searched 20002 nodes and had {allowed}");
        assert!(named.iter().all(|name| *name == sentence), "{named:?}");
    }
}

#[test]
fn being_late_loses() {
    let budget = Budget { control: Some("0.05".parse().unwrap()), ..Budget::default() };
    let words = loses_by(scripted("late"), budget, PATIENT, GameFault::Time);
    assert!(words.contains("is out of time: White was late by "), "{words}");
    let budget = Budget { move_time: Some(Duration::from_millis(50)), ..Budget::default() };
    loses_by(scripted("late"), budget, PATIENT, GameFault::Time);
    // The same engine is on time where there is time enough.
    let budget = Budget { control: Some("1000".parse().unwrap()), ..Budget::default() };
    let mut patient = order(scripted("late"), budget, PATIENT, 1);
    patient.rules.most_moves = Some(8);
    let (standings, told) = run(&patient).unwrap();
    assert_eq!(standings.faults().total(), 0, "{told:?}");
}

#[test]
fn waiting_for_players_is_not_the_arenas_time() {
    // Every game ends with a move that takes long and is none.
    let budget = Budget { move_time: Some(Duration::from_millis(1)), ..Budget::default() };
    let hasty = Timeouts { untimed: Some(SHORT), stop: SHORT, ..PATIENT };
    for (behaviour, budget, waited) in
        [("late", budget, scripted::LATE), ("ignores stop", ONE_DEPTH, 2 * SHORT)]
    {
        let (standings, told) = run(&order(scripted(behaviour), budget, hasty, 2)).unwrap();
        assert_eq!(standings.faults().total(), 2, "{told:?}");
        let work = standings.work();
        assert!(work.thinking >= 2 * waited, "{behaviour}: {work:?}");
        assert!(work.thinking <= work.playing, "{behaviour}: {work:?}");
    }
}

#[test]
fn whoever_cannot_lose_on_time_draws() {
    let budget = Budget { control: Some("0.05".parse().unwrap()), ..Budget::default() };
    let mut order = order(scripted("late"), budget, PATIENT, 1);
    // Black has a bare king.
    order.openings = Openings::read("4k3/8/8/8/8/8/8/QK6 w - - 0 1", None).unwrap();
    let (standings, told) = run(&order).unwrap();
    assert_eq!(standings.by_color(), [0, 1, 0], "{told:?}");
    assert_eq!(standings.faults(), GameFaults { time: 1, ..GameFaults::default() }, "{told:?}");
}

#[test]
fn floods_that_end_do_no_harm() {
    let mut flood = order(scripted("floods and answers"), ONE_DEPTH, PATIENT, 1);
    flood.rules.most_moves = Some(8);
    let (standings, told) = run(&flood).unwrap();
    assert_eq!((standings.games(), standings.faults().total()), (1, 0), "{told:?}");
}

#[test]
fn wrong_words_beside_the_move_are_counted() {
    let script = "while read line; do case $line in \
        uci) echo uciok;; isready) echo readyok;; quit) exit;; \
        go*) echo 'info depth 1 score cp 1 pv a1a8'; echo bestmove e2e4;; esac; done";
    let mut order = order(program("wrong words", script), ONE_DEPTH, PATIENT, 1);
    order.openings = Openings::read(&chess::Position::start().to_string(), None).unwrap();
    let (standings, _) = run(&order).unwrap();
    assert_eq!(standings.conduct()[0].complaints, 1);
    assert_eq!(
        standings.faults(),
        GameFaults { illegal: 1, ..GameFaults::default() },
        "e2e4 twice"
    );
}

#[test]
fn an_engine_that_never_starts_ends_the_match_with_a_sentence() {
    let hasty = Timeouts { uciok: SHORT, readyok: SHORT, ..PATIENT };
    for (behaviour, said) in [
        ("hangs at start", "cannot play: the engine did not say 'uciok' within"),
        ("never uciok", "cannot play: the engine did not say 'uciok' within"),
        ("never ready", "cannot play: the engine did not say 'readyok' within"),
    ] {
        // Starting a test program takes more than no time.
        let timeouts =
            if behaviour == "never ready" { Timeouts { uciok: AMPLE, ..hasty } } else { hasty };
        let aborted = run(&order(scripted(behaviour), ONE_DEPTH, timeouts, 10)).unwrap_err();
        assert!(aborted.to_string().contains(said), "{aborted}");
        assert_eq!(aborted.standings.games(), 0);
    }
    let missing: Spec = "uci:no-such-engine-anywhere".parse().unwrap();
    let aborted = run(&order(missing, ONE_DEPTH, PATIENT, 10)).unwrap_err();
    assert!(aborted.to_string().contains("cannot start 'no-such-engine-anywhere'"), "{aborted}");
}

#[test]
fn an_engine_that_does_not_come_back_ends_the_match_with_a_sentence() {
    let marker = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("misbehaviour_marker");
    std::fs::remove_file(&marker).ok();
    let script = format!(
        "if [ -e '{0}' ]; then exit 7; fi; touch '{0}'; \
         while read line; do case $line in \
         uci) echo uciok;; isready) echo readyok;; go*) exit 3;; esac; done",
        marker.display()
    );
    let aborted = run(&order(program("once", &script), ONE_DEPTH, PATIENT, 10)).unwrap_err();
    assert!(matches!(aborted.error, MatchError::Seat { again: true, .. }), "{aborted}");
    assert!(aborted.to_string().contains("did not come back after 3 attempts"), "{aborted}");
    assert_eq!(aborted.standings.games(), 1, "the crash was scored");
}

#[test]
fn chess960_needs_an_engine_that_plays_it() {
    let mut order = order(scripted("no Chess960"), ONE_DEPTH, PATIENT, 2);
    let shuffled = "bqnbrknr/pppppppp/8/8/8/8/PPPPPPPP/BQNBRKNR w EHeh - 0 1";
    order.openings = Openings::read(shuffled, None).unwrap();
    let aborted = run(&order).unwrap_err();
    assert!(aborted.to_string().contains("no option UCI_Chess960"), "{aborted}");
}
