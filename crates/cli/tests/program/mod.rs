//! The program as a user runs it, for tests of its commands.

#![allow(clippy::unwrap_used)] // a failed unwrap is a failed test
#![allow(dead_code)] // each test program uses some of it

use std::ffi::OsStr;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::sync::Once;

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

/// A closed window ends what is started from now on, although whoever started the tests ignores it, as
/// `nohup` does. A program leaves a signal alone that is ignored when it starts, and a test would wait for
/// its answer for ever. A signal that somebody listens to is at its default in every program he starts.
pub(crate) fn hear_hangups() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        #[cfg(unix)]
        signal_hook::flag::register(signal_hook::consts::SIGHUP, std::sync::Arc::default())
            .unwrap();
    });
}

/// Starts the program in a folder that is its own, with pipes to it and from it.
pub(crate) fn start_in(
    folder: &Path,
    arguments: impl IntoIterator<Item = impl AsRef<OsStr>>,
) -> Child {
    hear_hangups();
    Command::new(env!("CARGO_BIN_EXE_plywise"))
        .args(arguments)
        .current_dir(folder)
        .env("PLYWISE_DATA", folder.join("data"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

/// The one line with which a wrong use is refused.
pub(crate) fn refusal(arguments: &[&str]) -> String {
    format!("plywise: {}\n", complaint(arguments, 2))
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
