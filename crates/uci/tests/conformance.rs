//! The conformance suite against engines that misbehave.
//!
//! What is bound to be wrong is wrong on every machine; where an engine has to
//! be right, it gets more time than it can need.
#![allow(clippy::unwrap_used)] // a failed unwrap is a failed test

// The driver's tests use more of it.
#[allow(dead_code)]
mod scripted;

use std::time::Duration;

use plywise_uci::conformance::{CHECKS, CheckResult, EngineUnderTest};
use scripted::{AMPLE, MARK};

/// The engine itself, see [`scripted`].
#[test]
fn scripted_engine() {
    scripted::run();
}

/// For engines that are going to be silent.
const SHORT: Duration = Duration::from_secs(2);

fn candidate(behaviour: &str, patience: Duration, slack: Option<Duration>) -> EngineUnderTest {
    let program = std::env::current_exe().unwrap().to_str().unwrap().to_owned();
    let behave = format!("{MARK}{behaviour}");
    let args = ["scripted_engine", "--exact", "--nocapture", &behave].map(str::to_owned).to_vec();
    EngineUnderTest { program, args, patience, slack }
}

fn run(check: &str, candidate: &EngineUnderTest) -> CheckResult {
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
    for check in [
        "uci, isready",
        "unknown words, junk, long lines",
        "bad positions are survived",
        "go depth, nodes, mate",
        "tiny, negative and missing clocks",
        "searchmoves",
        "stop to bestmove",
        "lines that can be played",
        "well-formed info",
        "WDL",
        "options out of range or unknown",
        "options at their extremes",
        "closed input and output",
    ] {
        let verdict = run(check, &candidate("tolerant", AMPLE, Some(AMPLE)));
        assert!(verdict.outcome.is_ok(), "{verdict:?}");
    }
}

#[test]
fn the_second_greeting_wants_an_answer() {
    let said = complaint("uci, isready", "greets once", SHORT);
    assert_eq!(said, "after a second 'uci': it never said 'uciok'");
}

#[test]
fn junk_is_no_search() {
    let check = "unknown words, junk, long lines";
    let said = complaint(check, "answers junk", AMPLE);
    assert_eq!(said, "'bestmove a2a3' though nothing was asked");
    // What a long line was taken for is nobody's affair, as long as `stop` ends it.
    let searches = run(check, &candidate("searches after long lines", AMPLE, None));
    assert!(searches.outcome.is_ok(), "{searches:?}");
}

#[test]
fn bad_positions_leave_nothing_behind() {
    let check = "bad positions are survived";
    let said = complaint(check, "dies of bad positions", AMPLE);
    assert_eq!(said, "after 'position fen': it left while 'readyok' was awaited");
    let said = complaint(check, "stuck after a bad position", AMPLE);
    assert!(said.starts_with("after 'position fen': after 'go depth 1': bestmove '"), "{said}");
}

#[test]
fn a_mate_in_one_has_to_be_found() {
    let said = complaint("go depth, nodes, mate", "misses mates", AMPLE);
    assert!(said.starts_with("after 'go mate 1': "), "{said}");
    assert!(said.ends_with(" is no mate, and there is one"), "{said}");
}

#[test]
fn a_search_without_news_is_not_well_formed() {
    let said = |check| complaint(check, "says no news", AMPLE);
    assert_eq!(said("lines that can be played"), "no search showed a line");
    assert_eq!(said("well-formed info"), "'go depth 10' got no line with a depth and a score");
    assert!(said("WDL").starts_with("'go depth 8' got no line with a score"));
}

#[test]
fn bad_values_must_not_end_the_next_search() {
    let said = complaint("options out of range or unknown", "minds its values", AMPLE);
    let line = "setoption name Threads value 0";
    assert_eq!(said, format!("after '{line}': it left while 'bestmove' was awaited"));
}

#[test]
fn an_engine_may_not_outlive_its_pipes() {
    let check = "closed input and output";
    let said = complaint(check, "outlives its input", AMPLE);
    assert_eq!(said, "it was still there 2s after its input was closed");
    let said = complaint(check, "talks to nobody", SHORT);
    assert_eq!(said, "it was still there 2s after its output was closed");
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
