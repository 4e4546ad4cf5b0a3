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
