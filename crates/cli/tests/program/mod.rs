//! The program as a user runs it, for tests of its commands.

#![allow(clippy::unwrap_used)] // a failed unwrap is a failed test
#![allow(dead_code)] // each test program uses some of it

use std::process::{Command, Output};

/// Runs the program to its end.
pub(crate) fn plywise(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_plywise")).args(arguments).output().unwrap()
}

/// What a successful run prints.
pub(crate) fn printed(arguments: &[&str]) -> String {
    let output = plywise(arguments);
    let complaint = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success(), "{arguments:?}: {complaint}");
    String::from_utf8(output.stdout).unwrap()
}

/// The one sentence on stderr, after checking that there is nothing else.
pub(crate) fn complaint(arguments: &[&str], code: i32) -> String {
    let output = plywise(arguments);
    assert_eq!(output.status.code(), Some(code), "{arguments:?}");
    assert_eq!(String::from_utf8(output.stdout).unwrap(), "", "{arguments:?}");
    let text = String::from_utf8(output.stderr).unwrap();
    assert_eq!(text.lines().count(), 1, "{arguments:?}: {text}");
    text.trim_end().strip_prefix("plywise: ").unwrap().to_owned()
}
