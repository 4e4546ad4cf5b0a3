//! `plywise analyse` as people and job runners use it.

#![allow(clippy::unwrap_used)] // a failed unwrap is a failed test

use std::io::{BufRead, BufReader, Write};
use std::path::PathBuf;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

pub(crate) const MATE_IN_ONE: &str = "k7/8/1K6/8/8/8/8/7R w - - 0 1";
const MATED: &str = "k6R/8/1K6/8/8/8/8/8 b - - 1 1";
const STALEMATE: &str = "k7/2Q5/1K6/8/8/8/8/8 b - - 0 1";
const POSITIONS: [&str; 5] = [
    "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w KQkq - 2 9",
    "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1",
];
/// Ends with the fool's mate.
pub(crate) const GAMES: &str = "[White \"Anna\"]\n[Black \"Ben\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n\n\
                     [White \"Cem\"]\n\n1. e4 e5 2. Qh5 Ke7 3. Qxe5# 1-0\n";

fn start(arguments: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_plywise"))
        .arg("analyse")
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

pub(crate) fn analyse(arguments: &[&str], input: &str) -> Output {
    let mut child = start(arguments);
    // A program that refuses its arguments reads nothing.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    child.wait_with_output().unwrap()
}

/// What is printed, after checking the exit code.
pub(crate) fn said(arguments: &[&str], input: &str, code: i32) -> (String, String) {
    let output = analyse(arguments, input);
    let text = String::from_utf8(output.stdout).unwrap();
    let complaints = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(code), "{arguments:?}: {text}{complaints}");
    (text, complaints)
}

/// The same where nothing is to complain about.
pub(crate) fn printed(arguments: &[&str], input: &str) -> String {
    let (text, complaints) = said(arguments, input, 0);
    assert_eq!(complaints, "", "{arguments:?}");
    text
}

/// Lines of JSON, without the times, which are never the same.
pub(crate) fn records(text: &str) -> Vec<Value> {
    let records = text.lines().map(|line| serde_json::from_str(line).unwrap());
    let mut records: Vec<Value> = records.collect();
    for record in &mut records {
        assert!(record.as_object_mut().unwrap().remove("seconds").unwrap().is_f64());
    }
    records
}

/// A place for a file that goes away with the test.
struct Place(PathBuf);

impl Place {
    fn new(name: &str) -> Place {
        let name = format!("plywise-analyse-{}-{name}", std::process::id());
        let place = Place(std::env::temp_dir().join(name));
        let _ = std::fs::remove_file(&place.0);
        place
    }

    fn holding(name: &str, text: &str) -> Place {
        let place = Place::new(name);
        std::fs::write(&place.0, text).unwrap();
        place
    }

    fn name(&self) -> &str {
        self.0.to_str().unwrap()
    }

    fn text(&self) -> String {
        std::fs::read_to_string(&self.0).unwrap()
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

#[test]
fn a_position_as_a_table() {
    for fen in [&[MATE_IN_ONE][..], &MATE_IN_ONE.split(' ').collect::<Vec<_>>()] {
        let arguments = [fen, &["--depth", "4", "--lines", "2", "--threads", "1"]].concat();
        let text = printed(&arguments, "");
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[0], MATE_IN_ONE, "{text}");
        assert!(lines[1].starts_with("  1  ") && lines[1].ends_with("1. Rh8#"), "{text}");
        assert!(lines[1].contains("#1  depth 4"), "{text}");
        assert!(lines[2].starts_with("  2  "), "{text}");
        assert!(lines[3].contains(" nodes in "), "{text}");
    }
    assert!(printed(&[MATED], "").contains("\n  checkmate\n"));
    assert!(printed(&["startpos", "--nodes", "100"], "").contains("1. "));
}

#[test]
fn json_has_the_keys_programs_rely_on() {
    let text = printed(&[POSITIONS[0], "--depth", "5", "--lines", "3", "--json"], "");
    let record: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(record["fen"], POSITIONS[0]);
    assert!(record["nodes"].as_u64().unwrap() > 0 && record["seconds"].is_f64());
    let lines = record["lines"].as_array().unwrap();
    assert_eq!(lines.len(), 3);
    for (line, number) in lines.iter().zip(1..) {
        assert_eq!(line["multipv"], number);
        assert_eq!(line["depth"], 5);
        assert!(line["score_cp"].is_i64() && line.get("mate").is_none());
        assert!(line["pv"][0].is_string());
    }
    assert_eq!(record["best"], lines[0]["pv"][0]);

    let input = format!("{MATE_IN_ONE}\n{MATED}\n{STALEMATE}\n");
    let records = records(&printed(&["-", "--depth", "4", "--json"], &input));
    assert_eq!(records[0]["lines"][0]["mate"], 1);
    assert_eq!(records[0]["best"], "h1h8");
    for (record, fen) in records[1..].iter().zip([MATED, STALEMATE]) {
        assert_eq!(record["fen"], fen);
        assert_eq!((&record["best"], &record["lines"]), (&Value::Null, &Value::Array(vec![])));
    }
    let indices: Vec<u64> =
        records.iter().map(|record| record["index"].as_u64().unwrap()).collect();
    assert_eq!(indices, [1, 2, 3]);
}

#[test]
fn time_is_not_waited_out_with_nothing_left_to_search() {
    let begun = Instant::now();
    let bare = "8/8/4k3/8/8/4K3/8/8 w - - 0 1";
    let text = printed(&["-", "--json", "--time", "60"], &format!("{MATE_IN_ONE}\n{bare}\n"));
    assert_eq!(records(&text).len(), 2);
    assert!(begun.elapsed() < Duration::from_secs(60), "{:?}", begun.elapsed());
}

#[test]
fn answers_come_while_the_input_is_open() {
    let mut child = start(&["-", "--json", "--nodes", "300", "--jobs", "2"]);
    let mut input = child.stdin.take().unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    for fen in POSITIONS {
        writeln!(input, "{fen}").unwrap();
        let mut line = String::new();
        output.read_line(&mut line).unwrap();
        let record: Value = serde_json::from_str(&line).unwrap();
        assert_eq!(record["fen"], fen);
    }
    drop(input);
    assert!(child.wait().unwrap().success());
}

#[test]
fn results_do_not_depend_on_who_works() {
    let input = POSITIONS.repeat(3).join("\n");
    for limits in [["--nodes", "3000"], ["--depth", "5"]] {
        let with = |jobs| {
            let arguments =
                [&["-", "--json", "--lines", "2", "--jobs", jobs][..], &limits].concat();
            records(&printed(&arguments, &input))
        };
        let alone = with("1");
        assert_eq!(alone.len(), 15);
        assert_eq!(alone, with("3"));
        // The same position is searched the same way whatever came before.
        assert_eq!(alone[0]["lines"], alone[5]["lines"]);
        assert_eq!(alone[0]["nodes"], alone[10]["nodes"]);
    }
}

#[test]
fn bad_lines_are_named_and_passed_over() {
    let input =
        format!("# a suite\n{MATE_IN_ONE}\nnonsense\n\n{STALEMATE}\n8/8 w - - 0 1\n\u{0}\n");
    let (text, complaints) = said(&["-", "--json", "--depth", "2"], &input, 1);
    assert_eq!(records(&text).len(), 2);
    let complaints: Vec<&str> = complaints.lines().collect();
    assert_eq!(complaints.len(), 4, "{complaints:?}");
    for (complaint, line) in complaints.iter().zip([3, 6, 7]) {
        let place = format!("plywise: standard input, line {line}: '");
        assert!(complaint.starts_with(&place), "{complaint}");
    }
    assert_eq!(complaints[3], "plywise: 3 lines or games of standard input were bad");
    for nothing in ["", "\n\n", "nonsense\n", "# only a comment"] {
        let (text, complaints) = said(&["-", "--json"], nothing, 2);
        assert_eq!(text, "");
        assert!(complaints.contains("standard input holds no positions: "), "{complaints}");
    }
}

#[test]
fn a_file_that_turns_into_something_else_is_read_no_further() {
    let good = format!("{MATE_IN_ONE}\n").repeat(3);
    let junk = "foo bar\n".repeat(200_000);
    let (text, complaints) = said(&["-", "--json", "--depth", "1"], &format!("{good}{junk}"), 1);
    assert_eq!(records(&text).len(), 3, "what was good is kept");
    assert_eq!(complaints.lines().count(), 102, "a hundred are told");
    let last = "plywise: standard input was read no further: 1000 lines in a row were bad\n";
    assert!(complaints.ends_with(last), "{complaints}");
}

#[test]
fn suites_are_scored() {
    let suite = format!(
        "{MATE_IN_ONE} bm Rh8#; id \"one; rook\";\n\
         {MATE_IN_ONE} am Rh8; id \"two\";\n\
         {MATE_IN_ONE} dm 1; id \"three\";\n\
         {MATE_IN_ONE} id \"four\"; c0 \"Rh8=10, Rh7=2\";\n\
         {MATE_IN_ONE} bm Rh7; c7 \"Rh7 Rh8\"; c8 \"10 3\"; c9 \"h1h7 h1h8\";\n\
         {STALEMATE} id \"not asked\";\n"
    );
    let file = Place::holding("suite.epd", &suite);
    let text = printed(&[file.name(), "--depth", "3"], "");
    assert!(text.ends_with("\n3 of 5 solved, 13 of 20 points\n"), "{text}");
    assert!(text.contains("one; rook\n") && text.contains("wanted: mate in 1: solved"), "{text}");
    let text = printed(&[file.name(), "--depth", "3", "--score"], "");
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 7, "{text}");
    for (line, words) in lines.iter().zip([
        &["one; rook ", " solved ", " Rh8# ", " wanted Rh8#"][..],
        &["two ", " missed ", " wanted not Rh8#"],
        &["three ", " solved ", " #1 ", " wanted mate in 1"],
        &["four ", " solved 10/10 "],
        &["5 ", " missed 3/10 "],
        &["not asked ", " none "],
    ]) {
        assert!(words.iter().all(|word| line.contains(word)), "{line}");
    }
    let (text, sum) = said(&[file.name(), "--depth", "3", "--json"], "", 0);
    assert_eq!(sum, "3 of 5 solved, 13 of 20 points\n");
    let records = records(&text);
    assert_eq!(records[0]["id"], "one; rook");
    assert_eq!(records[0]["operations"]["bm"], serde_json::json!(["Rh8#"]));
    assert_eq!(records[0]["solved"], true);
    assert_eq!((&records[4]["points"], &records[4]["most_points"]), (&3.into(), &10.into()));
    // Every position of a file may be asked for a mate.
    let mates = format!("{MATE_IN_ONE}\n{}\n", POSITIONS[4]);
    let text = printed(&["-", "--mate", "2", "--nodes", "2000", "--score"], &mates);
    assert!(text.ends_with("1 of 2 solved\n"), "{text}");
    // What a suite asks for has to be possible.
    let wrong = format!("{MATE_IN_ONE} bm Qa1;\n");
    let (text, complaints) = said(&["-", "--depth", "2", "--json"], &wrong, 1);
    assert_eq!(records_count(&text), 1);
    assert!(complaints.contains("line 1: 'Qa1' after bm is no legal move"), "{complaints}");
}

pub(crate) fn records_count(text: &str) -> usize {
    records(text).len()
}

#[test]
fn a_folder_without_endgame_tables_is_refused() {
    let (_, complaint) = said(&["--syzygy", "no/such/folder", "-"], "", 2);
    assert!(complaint.contains("cannot read the folder 'no/such/folder'"), "{complaint}");
}

#[test]
fn a_broken_off_run_is_resumed() {
    let input = Place::holding("resume.epd", &POSITIONS.join("\n"));
    let out = Place::new("resume.json");
    let arguments = [input.name(), "--json", "--nodes", "500", "--resume", "--out", out.name()];
    assert_eq!(printed(&arguments, ""), "");
    let whole = out.text();
    let ends: Vec<usize> = whole.match_indices('\n').map(|(end, _)| end + 1).collect();
    assert_eq!(ends.len(), 5);
    for length in [0, 1, ends[0] - 1, ends[0], ends[1] + 20, ends[3], ends[4]] {
        std::fs::write(&out.0, &whole[..length]).unwrap();
        printed(&arguments, "");
        assert_eq!(records(&out.text()), records(&whole), "{length}");
        let kept = ends.iter().rfind(|&&end| end <= length).map_or(0, |&end| end);
        assert_eq!(out.text()[..kept], whole[..kept]);
    }
    // Not with another input or other limits, not over somebody's file, not
    // without being asked.
    let go_on = ["--json", "--resume", "--out", out.name()];
    let (_, complaint) = said(&[&["-", "--nodes", "500"], &go_on[..]].concat(), MATED, 2);
    assert!(complaint.contains("results of another input"), "{complaint}");
    for (limits, sentence) in [
        (&["--nodes", "501"][..], "made with nodes=500 lines=1 eval=nnue/"),
        (&["--nodes", "500", "--lines", "2"], "not with nodes=500 lines=2 eval=nnue/"),
        (&["--nodes", "500", "--eval", "tuned"], "lines=1 eval=tuned/"),
        (&[], "not with time=1 lines=1 eval=nnue/"),
    ] {
        let (_, complaint) = said(&[&[input.name()], limits, &go_on[..]].concat(), "", 2);
        assert!(complaint.contains(sentence), "{complaint}");
    }
    let (_, complaint) = said(&[input.name(), "--json", "--out", out.name()], "", 2);
    assert!(complaint.contains("is there already; --resume"), "{complaint}");
    assert_eq!(out.text().lines().count(), 5);
    for diary in ["Dear diary,\nnothing", "Dear diary"] {
        std::fs::write(&out.0, diary).unwrap();
        let (_, complaint) = said(&arguments, "", 2);
        assert!(complaint.contains("it holds something else"), "{complaint}");
        assert_eq!(out.text(), diary);
    }
}

#[test]
fn broken_off_annotations_are_resumed() {
    let input = Place::holding("resume.pgn", GAMES);
    let out = Place::new("resumed.pgn");
    let arguments = [input.name(), "--pgn", "--nodes", "500", "--resume", "--out", out.name()];
    printed(&arguments, "");
    let whole = out.text();
    let second = whole.rfind("[Event").unwrap();
    for length in [0, 9, second - 3, second, second + 40, whole.len() - 1, whole.len()] {
        std::fs::write(&out.0, &whole[..length]).unwrap();
        printed(&arguments, "");
        assert_eq!(out.text(), whole, "{length}");
    }
    let other = Place::holding("other.pgn", "1. d4 *\n");
    let go_on = ["--pgn", "--resume", "--out", out.name()];
    let (_, complaint) = said(&[&[other.name(), "--nodes", "500"], &go_on[..]].concat(), "", 2);
    assert!(complaint.contains("results of another input"), "{complaint}");
    // Positions are no games, whatever is there.
    let (_, complaint) = said(&[&["-", "--nodes", "500"], &go_on[..]].concat(), MATED, 2);
    assert!(complaint.contains("--pgn annotates games"), "{complaint}");
    let (_, complaint) = said(&[&[input.name(), "--depth", "5"], &go_on[..]].concat(), "", 2);
    assert!(complaint.contains("made with nodes=500 lines=1 eval=nnue/"), "{complaint}");
    assert!(complaint.contains("not with depth=5 lines=1 eval=nnue/"), "{complaint}");
    assert_eq!(out.text(), whole);
}

/// Games in the form of ours, but without our tag.
const ROSTER: &str = "[Event \"x\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n\
                      [White \"A\"]\n[Black \"B\"]\n[Result \"*\"]\n\n1. e4 *\n";

#[test]
fn what_is_not_ours_is_left_as_it_is() {
    let positions = Place::holding("foreign.epd", MATE_IN_ONE);
    let games = Place::holding("foreign.pgn", GAMES);
    let out = Place::new("foreign.out");
    let refused = |input: &Place, form, old: &str| {
        std::fs::write(&out.0, old).unwrap();
        let arguments = [input.name(), form, "--nodes", "50", "--resume", "--out", out.name()];
        let (text, complaint) = said(&arguments, "", 2);
        assert_eq!((text.as_str(), out.text().as_str()), ("", old));
        let sentence = "it holds something else than results in this form\n";
        assert!(complaint.ends_with(sentence), "{old:?}: {complaint}");
    };
    for old in ["{\"precious\":\"config\"}\n", "{\"precious\":\"con", "{\"index\":1}", "{\n", "\n"]
    {
        refused(&positions, "--json", old);
    }
    for old in [
        "[Event \"x\"]\r\n\r\n1. e4 *\r\n\r\n",
        "[Event \"x\"]\n\n1. e4 *\n\n",
        "[Event \"x\"]\n\n1. e4 *\n",
        "[Event \"x\"]\n\n1. e4",
        "1. e4 *\n\n",
        ROSTER,
        &ROSTER.replace('\n', "\r\n"),
        &format!("{ROSTER}\n"),
    ] {
        refused(&games, "--pgn", old);
    }
    // Nor is what somebody added to results of ours.
    for (input, form, added) in [
        (&positions, "--json", "{\"mine\":1}\n"),
        (&games, "--pgn", ROSTER),
        (&games, "--pgn", "mine"),
    ] {
        std::fs::remove_file(&out.0).unwrap();
        printed(&[input.name(), form, "--nodes", "50", "--resume", "--out", out.name()], "");
        refused(input, form, &format!("{}{added}", out.text()));
    }
}

#[test]
fn annotations_with_other_ends_of_lines_are_resumed() {
    let input = Place::holding("windows.pgn", GAMES);
    let out = Place::new("windows-out.pgn");
    let arguments = [input.name(), "--pgn", "--nodes", "500", "--resume", "--out", out.name()];
    printed(&arguments, "");
    let whole = out.text();
    let (first, second) = whole.split_at(whole.rfind("[Event").unwrap());
    let first = first.replace('\n', "\r\n");
    std::fs::write(&out.0, format!("{first}{}", &second[..second.len() / 2])).unwrap();
    printed(&arguments, "");
    assert_eq!(out.text(), format!("{first}{second}"));
}

#[test]
fn a_refused_run_leaves_no_file() {
    let out = Place::new("refused.json");
    for form in [&[][..], &["--json"], &["--pgn"], &["--score"], &["--json", "--force"]] {
        for text in ["", "no chess\n"] {
            said(&[&["-", "--out", out.name()], form].concat(), text, 2);
            assert!(!out.0.exists(), "{form:?} of {text:?}");
        }
    }
    // One that was there before stays.
    std::fs::write(&out.0, "").unwrap();
    said(&["-", "--json", "--out", out.name()], "", 2);
    assert_eq!(out.text(), "");
}

#[test]
fn one_file_is_for_one_run_at_a_time() {
    let out = Place::new("alone.json");
    let arguments = ["-", "--json", "--nodes", "50", "--out", out.name()];
    let resumed = [&arguments[..], &["--resume"]].concat();
    for holder in [&arguments[..], &resumed] {
        let _ = std::fs::remove_file(&out.0);
        let mut first = start(holder);
        // It complains about a line once everything is set up, and waits for more.
        let mut input = first.stdin.take().unwrap();
        writeln!(input, "{MATED}\nnonsense").unwrap();
        let mut line = String::new();
        BufReader::new(first.stderr.as_mut().unwrap()).read_line(&mut line).unwrap();
        assert!(line.contains("line 2: 'nonsense'"), "{line}");
        for second in [&arguments[..], &resumed] {
            let (text, complaint) = said(second, MATED, 1);
            assert_eq!(text, "");
            let sentence = format!("plywise: another analysis writes to {}\n", out.name());
            assert_eq!(complaint, sentence);
        }
        drop(input);
        assert_eq!(first.wait().unwrap().code(), Some(1));
        assert_eq!(records_count(&out.text()), 1);
        // It is free again.
        printed(&resumed, &format!("{MATED}\n{STALEMATE}"));
        assert_eq!(records_count(&out.text()), 2);
    }
}

#[test]
fn settings_are_those_that_were_asked_for() {
    let input = Place::holding("settings.epd", STALEMATE);
    let out = Place::new("settings.json");
    let go_on = [input.name(), "--depth", "2", "--json", "--resume", "--out", out.name()];
    let with = |more: &[&str]| {
        let _ = std::fs::remove_file(&out.0);
        printed(&[&go_on[..], more].concat(), "");
        records(&out.text())[0]["settings"].as_str().unwrap().to_owned()
    };
    let plain = with(&[]);
    assert!(!plain.contains("threads") && !plain.contains("hash"), "{plain}");
    for more in [["--threads", "1"], ["--hash", "2"]] {
        let (_, complaint) = said(&[&go_on[..], &more].concat(), "", 2);
        let words = format!(" {}={}\n", &more[0][2..], more[1]);
        assert!(complaint.ends_with(&words), "{complaint}");
    }
    assert_eq!(with(&["--hash", "2", "--threads", "1"]), format!("{plain} threads=1 hash=2"));
    // How many positions are searched at once changes nothing.
    assert_eq!(with(&["--jobs", "2"]), plain);
}

#[test]
fn who_is_refused_hears_no_sum() {
    let suite = Place::holding("refused.epd", &format!("{MATE_IN_ONE} bm Rh8;\n"));
    let out = Place::new("refused.json");
    let go_on = ["--depth", "2", "--json", "--resume", "--out", out.name()];
    assert_eq!(printed(&[&[suite.name()], &go_on[..]].concat(), ""), "1 of 1 solved\n");
    // Those of earlier runs count where they may be gone on with.
    assert_eq!(printed(&[&[suite.name()], &go_on[..]].concat(), ""), "1 of 1 solved\n");
    for other in [MATED, "nonsense"] {
        let (text, complaint) = said(&[&["-"], &go_on[..]].concat(), other, 2);
        assert_eq!(text, "");
        assert!(complaint.contains("results of another input"), "{complaint}");
    }
}

#[cfg(unix)]
#[test]
fn ctrl_c_keeps_what_is_done() {
    let mut child = start(&["-", "--json", "--nodes", "1000000000000", "--jobs", "1"]);
    let mut input = child.stdin.take().unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    // The first needs no search, the second would take for ever.
    writeln!(input, "{MATED}\n{}", POSITIONS[0]).unwrap();
    let mut line = String::new();
    output.read_line(&mut line).unwrap();
    assert_eq!(records(&line)[0]["fen"], MATED);
    let process = rustix::process::Pid::from_child(&child);
    rustix::process::kill_process(process, rustix::process::Signal::INT).unwrap();
    // The input stays open: nobody waits for it.
    assert_eq!(child.wait().unwrap().code(), Some(130));
    line.clear();
    assert_eq!(output.read_line(&mut line).unwrap(), 0);
    drop(input);
}

/// What is no text, or text of another kind, is refused long before its end.
#[test]
fn other_files_are_refused_at_once() {
    let binary = Place::new("binary");
    let file = std::fs::File::create(binary.name()).unwrap();
    // 200 MB that take no room on the disk.
    file.set_len(200_000_000).unwrap();
    let (out, complaint) = said(&[binary.name()], "", 2);
    assert_eq!(out, "");
    assert!(complaint.starts_with(&format!("plywise: {} is no text; ", binary.name())));
    assert_eq!(complaint.lines().count(), 1, "{complaint}");
    let (out, complaint) = said(&["-"], &"\x01\x02\x7f\x10\x11".repeat(2_000), 2);
    assert!(out.is_empty() && complaint.starts_with("plywise: standard input is no text"));
    // A log of many lines: some are named, then it is enough.
    let log = Place::holding("log", &"12:34:56 INFO all is well\n".repeat(50_000));
    let (out, complaint) = said(&[log.name()], "", 2);
    let last = complaint.lines().last().unwrap();
    assert!(out.is_empty() && last.ends_with("none of its first 1000 lines is good"), "{last}");
    assert!(complaint.lines().count() <= 102, "{complaint}");
    let pgn = Place::holding("log.pgn", &"[Event \"x\"]\n\n1. Ke8 *\n\n".repeat(2_000));
    let (_, complaint) = said(&[pgn.name()], "", 2);
    assert!(complaint.trim_end().ends_with("none of its first 1000 games is good"), "{complaint}");
}

/// The nodes asked for are those of all threads together.
#[test]
fn nodes_are_counted_over_all_threads() {
    let fen = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3";
    for (nodes, threads) in [("1000", "2"), ("1000", "8"), ("20000", "4"), ("100000", "3")] {
        let text = printed(&[fen, "--nodes", nodes, "--threads", threads, "--json"], "");
        let searched = records(&text)[0]["nodes"].as_u64().unwrap();
        let most: u64 = nodes.parse().unwrap();
        assert!(
            searched <= most && searched * 10 >= most * 7,
            "{searched} of {nodes} by {threads}"
        );
    }
}

#[test]
fn wrong_use_is_one_sentence() {
    for (arguments, words) in [
        (&["no-such-file"][..], "there is no file 'no-such-file'; 'analyse' takes a FEN"),
        (&["8/8/8/8/8/8/8/8 w - - 0 1"], "'8/8/8/8/8/8/8/8 w - - 0 1' is no position: "),
        (&["."], "'.' is a folder; 'analyse' takes a file"),
        (&["8/8/8", "w"], "'8/8/8 w' is no position: "),
        // A file is not looked for where a position is said to follow.
        (&["--fen", "/dev/null"], "'/dev/null' is no position: "),
        (&[], "'analyse' needs "),
        (&["-", "--depth", "0"], "--depth cannot be '0': a whole number from 1 to "),
        (&["-", "--time", "-1"], "--time cannot be '-1': a number of seconds above 0"),
        (&["-", "--lines", "x"], "--lines cannot be 'x': a whole number from 1 to 500"),
        (&["-", "--eval", "x"], "--eval cannot be 'x': the evaluations are "),
        (&["-", "--json", "--pgn"], "cannot be used together with"),
        (&["-", "--resume"], "needs --out"),
        (&["-", "--resume", "--out", "x"], "--resume needs --json or --pgn"),
        (&["startpos", "--pgn"], "--pgn annotates games, a FEN is none"),
    ] {
        let (text, complaint) = said(arguments, "", 2);
        assert_eq!(text, "", "{arguments:?}");
        assert!(complaint.starts_with("plywise: ") && complaint.contains(words), "{complaint}");
        assert_eq!(complaint.lines().count(), 1, "{complaint}");
    }
}
