//! `plywise learn`: lessons are read, exercises asked, checked and explained.

#![allow(clippy::unwrap_used)] // a failed unwrap is a failed test

use std::io::Write;

use crate::program::{complaint, printed, start_in};

/// What is printed when these lines are typed.
fn answered(arguments: &[&str], typed: &str) -> String {
    let mut child = start_in(&std::env::temp_dir(), arguments);
    child.stdin.take().unwrap().write_all(typed.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn lessons_are_listed_and_read() {
    let list = printed(&["learn"]);
    for text in ["Before the first rung", "  game-tree   ", "  alphabeta   ", "  history     "] {
        assert!(list.contains(text), "{list}");
    }
    let lesson = printed(&["learn", "alphabeta"]);
    for text in [
        "| r |   | b | q | k | b |   | r | 8",
        "if alpha >= beta: leave out the rest",
        "worst case",
        "plywise learn alphabeta --exercise KIND",
        "Next: plywise learn ordered",
    ] {
        assert!(lesson.contains(text), "{text}: {lesson}");
    }
    // Windows and cuts are not told of before the lesson on them.
    for early in ["game-tree", "minimax"] {
        let text = printed(&["learn", early]);
        assert!(text.contains("root: MAX takes the largest of 3, 2, which is 3"), "{text}");
        for later in ["window", "[9]", "never looked at", "alpha-beta: "] {
            assert!(!text.contains(later), "{early} says {later}: {text}");
        }
    }
    assert!(lesson.contains("window (3, +∞)"), "{lesson}");
    assert!(printed(&["learn", "--words"]).contains("quiescence search (quiescence)"));
}

#[test]
fn an_exercise_is_asked_checked_and_explained() {
    let arguments = ["learn", "minimax", "--exercise", "leaf", "--seed", "7"];
    let solved = answered(&arguments, "h\nnonsense\ns\n");
    for text in [
        "minimax leaf 7",
        "Which leaf is reached?",
        "'nonsense': one of the nodes",
        "The solution: ",
    ] {
        assert!(solved.contains(text), "{text}: {solved}");
    }
    // The nodes that prove it are marked; the last of them is the leaf.
    let proof = solved.lines().rfind(|line| line.starts_with('→')).unwrap();
    let leaf = proof.split('#').nth(1).unwrap().split(' ').next().unwrap();
    let right = answered(&arguments, &format!("{leaf}\n"));
    assert!(right.contains("Right. "), "{right}");
    // The end of what is typed is no failure.
    assert!(answered(&["learn", "table", "--exercise"], "").starts_with("table "));
}

/// A position that somebody chose is the one that is asked about, or is refused with a reason.
#[test]
fn a_chosen_position_is_asked_about_or_refused() {
    let fen = "8/8/3k4/8/3K4/3P4/8/8 w - - 0 1";
    for (lesson, kind) in [("nullmove", "zugzwang"), ("nullmove", "allowed"), ("book", "ended")] {
        let asked =
            answered(&["learn", lesson, "--exercise", kind, "--seed", "1", "--fen", fen], "");
        assert!(asked.contains(fen), "{lesson} {kind}: {asked}");
    }
    for (lesson, kind, why) in [
        ("nullmove", "fails", "it has no mate in two"),
        ("book", "marked", "the table knows White's king and queen against Black's king only"),
        ("book", "lasts", "the table knows White's king and queen against Black's king only"),
        ("history", "years", "it is about numbers alone; leave the position away"),
    ] {
        let sentence =
            complaint(&["learn", lesson, "--exercise", kind, "--seed", "1", "--fen", fen], 2);
        assert!(sentence.contains(why), "{lesson} {kind}: {sentence}");
    }
}

#[test]
fn what_there_is_not_is_said_in_one_sentence() {
    for (arguments, said) in [
        (&["learn", "x"][..], "there is no lesson 'x'; the lessons are rules, game-tree"),
        (
            &["learn", "minimax", "--exercise", "x"],
            "'minimax' has no exercise 'x'; its exercises are leaf",
        ),
        (
            &["learn", "history", "--exercise", "x"],
            "'history' has no exercise 'x'; its exercises are ",
        ),
        (
            &["learn", "minimax", "--exercise", "--seed", "x"],
            "--seed cannot be 'x': a whole number",
        ),
        (&["learn", "minimax", "--exercise", "--fen", "x"], ""),
        (&["learn", "--words", "minimax"], "cannot be used together"),
    ] {
        let sentence = complaint(arguments, 2);
        assert!(sentence.contains(said), "{arguments:?}: {sentence}");
    }
}
