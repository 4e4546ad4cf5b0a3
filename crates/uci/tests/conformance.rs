//! The conformance suite against engines that misbehave.
//!
//! What is bound to be wrong is wrong on every machine; where an engine has to
//! be right, it gets more time than it can need.
#![allow(clippy::unwrap_used)] // a failed unwrap is a failed test

// The driver's tests use more of it.
#[allow(dead_code)]
mod scripted;

use std::time::Duration;

use scripted::MARK;
use uci::conformance::{CHECKS, Candidate, Verdict};

/// The engine itself, see [`scripted`].
#[test]
fn scripted_engine() {
    scripted::run();
}

const AMPLE: Duration = Duration::from_secs(30);
const SHORT: Duration = Duration::from_millis(500);

fn candidate(behaviour: &str, patience: Duration, slack: Option<Duration>) -> Candidate {
    let program = std::env::current_exe().unwrap().to_str().unwrap().to_owned();
    let behave = format!("{MARK}{behaviour}");
    let args = ["scripted_engine", "--exact", "--nocapture", &behave].map(str::to_owned).to_vec();
    Candidate { program, args, patience, slack }
}

fn run(check: &str, candidate: &Candidate) -> Verdict {
    CHECKS.iter().find(|each| each.name == check).unwrap().run(candidate)
}

/// What a check has against an engine.
fn complaint(check: &str, behaviour: &str, patience: Duration) -> String {
    let verdict = run(check, &candidate(behaviour, patience, None));
    assert!(verdict.is_wrong(), "{behaviour}: {verdict:?}");
    verdict.outcome.unwrap_err().to_string()
}

#[test]
fn a_good_engine_passes() {
    for check in ["searchmoves", "tiny, negative and missing clocks", "stop to bestmove"] {
        let verdict = run(check, &candidate("good", AMPLE, Some(AMPLE)));
        assert!(verdict.outcome.is_ok(), "{verdict:?}");
    }
}

#[test]
fn a_restriction_that_outlives_its_search_is_seen() {
    let said = complaint("searchmoves", "keeps searchmoves", AMPLE);
    assert!(said.ends_with("the restriction outlived its search"), "{said}");
}

#[test]
fn clocks_are_sent_to_both_colors() {
    let check = "tiny, negative and missing clocks";
    let said = complaint(check, "wants its own clock", SHORT);
    assert!(said.starts_with("after 'go btime 100' with White to move"), "{said}");
}

#[test]
fn ten_milliseconds_are_enough_to_stop() {
    let said = complaint("stop to bestmove", "lingers", AMPLE);
    assert!(said.starts_with("median ") && said.ends_with("; 10ms are allowed"), "{said}");
    // On a busy machine, more is asked for.
    let slack = run("stop to bestmove", &candidate("lingers", AMPLE, Some(AMPLE)));
    assert!(slack.outcome.is_ok(), "{slack:?}");
}
