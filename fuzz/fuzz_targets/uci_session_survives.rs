//! A chess program may say anything: the session answers, and ends when it is
//! told to.

#![no_main]

use chess::perft::MAX_DEPTH;
use libfuzzer_sys::fuzz_target;
use plywise::{Next, Session};
use uci::Command;

fuzz_target!(|text: &str| {
    let mut session = Session::new(std::io::sink()).expect("a small table");
    for line in text.lines() {
        if !is_left_out(line) && session.hear(line) == Next::Quit {
            break;
        }
    }
    session.quit();
});

/// What takes long by its nature, or as much memory as it is told, or writes
/// files. Counts that are quick, and those that are refused, are let through.
fn is_left_out(line: &str) -> bool {
    if let Some(Command::Go(limits)) = Command::parse(line).value {
        return limits.perft.is_some_and(|depth| (3..=MAX_DEPTH).contains(&depth));
    }
    ["bench", "Hash", "hash", "HASH", "Threads", "threads", "THREADS", "export_net"]
        .iter()
        .any(|word| line.contains(word))
}
