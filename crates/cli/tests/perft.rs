//! `plywise perft` as a user runs it: results on stdout, one sentence on
//! stderr when something is wrong, and the exit code that tells which.

#![allow(clippy::unwrap_used)] // a failed unwrap is a failed test

#[cfg(unix)]
use std::process::Command;

use crate::program::{complaint, plywise};

/// What a successful run prints.
fn printed(arguments: &[&str]) -> String {
    let output = plywise(arguments);
    let complaint = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success(), "{arguments:?}: {complaint}");
    assert_eq!(complaint, "");
    String::from_utf8(output.stdout).unwrap()
}

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

#[test]
fn counts() {
    assert!(printed(&["perft", "4"]).starts_with("197281 nodes in "));
    assert!(printed(&["perft", "0"]).starts_with("1 node in "));
    assert!(printed(&["perft", "3", "--fen", KIWIPETE]).starts_with("97862 nodes in "));
    for more in [&["--threads", "2"][..], &["--hash", "1"], &["--threads", "3", "--hash", "1"]] {
        let arguments = [&["perft", "4", "--fen", KIWIPETE][..], more].concat();
        assert!(printed(&arguments).starts_with("4085603 nodes in "), "{more:?}");
    }
}

#[test]
fn divides() {
    let text = printed(&["perft", "2", "--divide", "--fen", KIWIPETE]);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 48 + 2);
    assert!(lines.contains(&"e1g1: 43"), "{text}");
    let chess960 = "4k3/8/8/8/8/8/8/1R2K1R1 w GB - 0 1";
    assert!(printed(&["perft", "1", "--divide", "--fen", chess960]).contains("e1b1: 1\ne1g1: 1\n"));
}

#[test]
fn json_has_the_keys_programs_rely_on() {
    let text = printed(&["perft", "3", "--json"]);
    assert!(
        text.starts_with("{\"nodes\": 8902, \"seconds\": 0.") && text.ends_with("}\n"),
        "{text}"
    );
    let text = printed(&["perft", "1", "--json", "--divide"]);
    assert!(text.contains("\"divide\": {\"a2a3\": 1, "), "{text}");
}

#[test]
fn suites() {
    let folder = std::env::temp_dir().join(format!("plywise-perft-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let file = |name: &str, text: &str| {
        let path = folder.join(name);
        std::fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
    let good = file(
        "good",
        &format!("# both styles\n{start} 0 1 ;D1 20 ;D2 400\n\n{start} D1 20; D3 8902;\n"),
    );
    assert!(printed(&["perft", "--suite", &good]).starts_with("2 positions, 4 counts, 0 wrong; "));
    assert!(printed(&["perft", "2", "--suite", &good]).starts_with("2 positions, 3 counts, "));

    let wrong = file("wrong", &format!("{start} ;D1 20 ;D2 401\n"));
    let output = plywise(&["perft", "--suite", &wrong]);
    assert_eq!(output.status.code(), Some(1));
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("line 1: depth 2 is 400, expected 401\n"), "{text}");

    for (text, reason) in [
        (format!("{start} ;D1 20\n{start} ;D1\n"), "line 2: counts are pairs such as 'D3 8902'"),
        (format!("{start} ;D1 x\n"), "line 1: counts are pairs such as 'D3 8902'"),
        (format!("{start} ;D99 1\n"), "line 1: counts are pairs such as 'D3 8902'"),
        ("8/8 w - - ;D1 1\n".to_owned(), "line 1: the placement has 8 ranks"),
        (String::new(), "holds no counts to check"),
    ] {
        let path = file("bad", &text);
        let output = plywise(&["perft", "--suite", &path]);
        assert_eq!(output.status.code(), Some(2), "{text}");
        assert!(output.stdout.is_empty(), "nothing is counted before all is read");
        let sentence = String::from_utf8(output.stderr).unwrap();
        assert!(sentence.contains(reason), "{sentence}");
    }
    let missing = complaint(&["perft", "--suite", folder.join("missing").to_str().unwrap()], 1);
    assert!(missing.starts_with("cannot read "), "{missing}");
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn wrong_use_is_told_in_one_sentence() {
    for (arguments, expected) in [
        (&["perft", "x"][..], "DEPTH cannot be 'x': a whole number from 0 to 64"),
        (&["perft", "-1"], "DEPTH cannot be '-1': a whole number from 0 to 64"),
        (&["perft", "65"], "DEPTH cannot be '65': a whole number from 0 to 64"),
        (&["perft", "99999999999999999999"], "DEPTH cannot be '99999999999999999999': a whole"),
        (&["perft", ""], "DEPTH cannot be '': a whole number from 0 to 64"),
        (
            &["perft"],
            "'perft' needs DEPTH: how many plies deep; with --suite, how deep at most; it takes DEPTH, ",
        ),
        (&["perft", "3", "4"], "'4' is not known to 'perft'; it takes DEPTH, "),
        (&["perft", "3", "--foo"], "'--foo' is not known to 'perft'; it takes DEPTH, --fen, "),
        (
            &["perft", "3", "--threads", "0"],
            "--threads cannot be '0': a whole number from 1 to 1024",
        ),
        (&["perft", "3", "--hash", "1000000000"], "--hash cannot be '1000000000': a whole number"),
        (&["perft", "3", "--fen"], "--fen needs a value: position to start from, as FEN"),
        (&["perft", "3", "--threads"], "--threads needs a value: threads to count on"),
        (
            &["lab", "compare", "--depth", "-1"],
            "--depth cannot be '-1': a whole number from 1 to 30",
        ),
        (
            &["lab", "compare", "--algorithms", "x\u{1b}[31m"],
            "there is no algorithm 'x\u{fffd}[31m'",
        ),
        (&["perft", "3", "--fen", ""], "--fen cannot be '': a FEN has 4 to 6 fields"),
        (&["perft", "3", "--divide", "--divide"], "--divide is given twice; once is enough"),
        (&["perft", "3", "--divide=yes"], "--divide takes no value; it takes DEPTH, --fen, "),
        (&["--", "perft", "3"], "'perft' is not known to 'plywise'; the commands are "),
        (&["perft", "3\n4"], "DEPTH cannot be '3\u{fffd}4': a whole number from 0 to 64"),
        (&["perft", "\u{1b}[31mx"], "DEPTH cannot be '\u{fffd}[31mx': a whole number"),
        (&["perft", "3", "--fen", "x"], "--fen cannot be 'x': a FEN has 4 to 6 fields"),
        (
            &["perft", "3", "--fen", "8/8/8/8/8/8/8/8 w - - 0 1"],
            "--fen cannot be '8/8/8/8/8/8/8/8 w - - 0 1': not a legal position: \
             White has no king; Black has no king",
        ),
        (&["perft", "3", "--suite", "f", "--json"], "--suite cannot be used together with --json"),
        (&["foo"], "there is no command 'foo'; the commands are "),
        (&["--foo"], "'--foo' is not known to 'plywise'; the commands are "),
    ] {
        let sentence = complaint(arguments, 2);
        assert!(sentence.starts_with(expected), "{arguments:?}: {sentence}");
    }
}

#[test]
fn a_huge_argument_is_not_repeated() {
    assert!(complaint(&["perft", &"9".repeat(100_000)], 2).len() < 200);
}

#[test]
fn help_and_version_are_no_errors() {
    assert!(printed(&["--version"]).starts_with("plywise "));
    assert!(printed(&["--help"]).contains("perft"));
    assert!(printed(&["perft", "--help"]).contains("--divide"));
}

/// An argument that is not Unicode is refused like any other.
#[cfg(unix)]
#[test]
fn bytes_that_are_no_text_are_refused() {
    use std::os::unix::ffi::OsStrExt;
    let bytes = std::ffi::OsStr::from_bytes(b"\xff\xfe");
    let output = Command::new(env!("CARGO_BIN_EXE_plywise")).arg("perft").arg(bytes).output();
    let output = output.unwrap();
    assert_eq!(output.status.code(), Some(2));
    let sentence = String::from_utf8(output.stderr).unwrap();
    assert!(sentence.starts_with("plywise: an argument is not UTF-8 text; it takes DEPTH, "));
    assert_eq!(sentence.lines().count(), 1);
}
