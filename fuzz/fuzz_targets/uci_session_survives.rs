//! A chess program may say anything: the session answers, and ends when it is
//! told to.

#![no_main]

use libfuzzer_sys::fuzz_target;
use plywise::{Next, Session};

fuzz_target!(|text: &str| {
    let mut session = Session::new(std::io::sink()).expect("a small table");
    for line in text.lines() {
        // What takes long by its nature, or as much memory as it is told, or
        // writes files.
        let is_left_out = [
            "perft",
            "bench",
            "Hash",
            "hash",
            "HASH",
            "Threads",
            "threads",
            "THREADS",
            "export_net",
        ]
        .iter()
        .any(|word| line.contains(word));
        if !is_left_out && session.hear(line) == Next::Quit {
            break;
        }
    }
    session.quit();
});
