//! `plywise practise`: what is answered stays answered, whoever else practises.

#![allow(clippy::unwrap_used)] // a failed unwrap is a failed test

use std::fs;
use std::io::{Read, Write};
use std::path::PathBuf;
use std::process::Child;

use coach::practice::{Course, Lesson, NOTE};
use server::KeptGames;

use crate::program::start_in;

/// A folder whose data folder has lessons to try, known by their ratings from 1000 on.
struct Student {
    folder: PathBuf,
}

impl Student {
    fn with_lessons(name: &str, count: u32) -> Student {
        let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        let lesson = |number: u32| Lesson {
            key: format!("lesson {number}"),
            fen: "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1".to_owned(),
            played: "a1a2".to_owned(),
            best: vec!["a1a8".to_owned()],
            motif: "backRankMate".to_owned(),
            words: String::new(),
            game: "game".to_owned(),
            is_puzzle: true,
            rating: Some(1000 + number),
            step: 0,
            due: u64::from(number),
            right: 0,
            wrong: 0,
        };
        let course = Course { lessons: (0..count).map(lesson).collect(), looked: Vec::new() };
        let student = Student { folder };
        let text = serde_json::to_string(&course).unwrap();
        assert!(student.kept().replace_note(NOTE, None, text).unwrap());
        student
    }

    fn kept(&self) -> KeptGames {
        KeptGames::open(&self.folder.join("data")).unwrap()
    }

    fn course(&self) -> Course {
        serde_json::from_str(&self.kept().note(NOTE).unwrap().unwrap()).unwrap()
    }

    /// A terminal with the program in it.
    fn terminal(&self) -> Child {
        start_in(&self.folder, ["practise"])
    }
}

impl Drop for Student {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// Reads until the program asks for a move.
fn asked(terminal: &mut Child) -> String {
    let output = terminal.stdout.as_mut().unwrap();
    let mut text = Vec::new();
    while !text.ends_with(b"leave)> ") {
        let mut byte = [0];
        output.read_exact(&mut byte).unwrap();
        text.push(byte[0]);
    }
    String::from_utf8(text).unwrap()
}

fn types(terminal: &mut Child, lines: &str) {
    terminal.stdin.as_mut().unwrap().write_all(lines.as_bytes()).unwrap();
}

#[test]
fn two_who_practise_at_once_lose_no_answer() {
    let student = Student::with_lessons("practise-twice", 9);
    let mut first = student.terminal();
    assert!(asked(&mut first).contains("about 1000."));
    let mut second = student.terminal();
    types(&mut second, "s\ns\ns\nx\n");
    assert!(second.wait_with_output().unwrap().status.success());
    let is_answered = |course: &Course| -> Vec<u32> {
        course.lessons.iter().map(|lesson| lesson.right + lesson.wrong).collect()
    };
    assert_eq!(is_answered(&student.course()), [1, 1, 1, 0, 0, 0, 0, 0, 0]);
    types(&mut first, "Ra8#\n");
    let next = asked(&mut first);
    assert!(next.contains("right") && next.contains("about 1003."), "{next}");
    types(&mut first, "x\n");
    assert!(first.wait().unwrap().success());
    assert_eq!(is_answered(&student.course()), [2, 1, 1, 0, 0, 0, 0, 0, 0]);
    assert_eq!((student.course().lessons[0].right, student.course().lessons[1].wrong), (1, 1));
}

#[test]
fn a_wrong_try_is_told_and_counts_once() {
    let student = Student::with_lessons("practise-wrong", 1);
    let mut terminal = student.terminal();
    asked(&mut terminal);
    types(&mut terminal, "a9\n\nKg1\nKf2\nKh1\ns\n");
    let output = terminal.wait_with_output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    for said in ["a9: ", "Kg1: ", "> Ra8# (", "Nothing more to practise now; "] {
        assert!(text.contains(said), "{said}: {text}");
    }
    let course = student.course();
    assert_eq!((course.lessons[0].right, course.lessons[0].wrong), (0, 1));
}
