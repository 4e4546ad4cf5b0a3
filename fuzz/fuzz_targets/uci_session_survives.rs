//! A chess program may say anything: the session answers, and ends when it is
//! told to.

#![no_main]

use std::io::{self, BufReader, Write};
use std::sync::{Arc, LazyLock, Mutex};

use chess::perft::MAX_DEPTH;
use libfuzzer_sys::fuzz_target;
use plywise::{AfterCommand, Lines, Session};
use uci::{Command, OptionDeclaration, OptionValue, Reply, find_option};

fuzz_target!(|bytes: &[u8]| {
    let mut session = Session::new(io::sink()).expect("a small table");
    let said = stretched(bytes);
    // A small buffer, so that lines come in many parts.
    for line in Lines(BufReader::with_capacity(64, said.as_slice())) {
        if !is_left_out(&line) && session.hear(&line) == AfterCommand::Quit {
            break;
        }
    }
    session.quit();
});

/// The byte that repeats the one before it.
const AGAIN: u8 = 1;
/// How often: more than a line may have bytes.
const OFTEN: usize = (1 << 20) + 1;
/// How many times in one input: more would take time and teach nothing new.
const STRETCHES: usize = 1;

/// Input for lines that are too long, which no fuzzer would write out.
fn stretched(bytes: &[u8]) -> Vec<u8> {
    let mut said = Vec::with_capacity(bytes.len());
    let mut left = STRETCHES;
    for &byte in bytes {
        match said.last() {
            Some(&last) if byte == AGAIN && left > 0 => {
                said.extend(std::iter::repeat_n(last, OFTEN));
                left -= 1;
            }
            _ => said.push(byte),
        }
    }
    said
}

/// What takes long by its nature, or as much memory as it is told, or writes
/// files. What is quick or refused is let through.
fn is_left_out(line: &str) -> bool {
    match Command::parse(line).value {
        Some(Command::Go(limits)) => {
            limits.perft.is_some_and(|depth| (3..=MAX_DEPTH).contains(&depth))
        }
        Some(Command::SetOption { name, value }) => is_costly(&name, value.as_deref()),
        Some(Command::Bench(_) | Command::ExportNet(_)) => true,
        _ => false,
    }
}

/// The numbers up to which options cost little.
const CHEAP: [(&str, i64); 2] = [("Hash", 64), ("Threads", 8)];

/// Whether the session would take a value that costs much.
fn is_costly(name: &str, value: Option<&str>) -> bool {
    let Ok(option) = find_option(&OPTIONS, name) else { return false };
    let Ok(OptionValue::Spin(number)) = option.read(value) else { return false };
    CHEAP.iter().any(|&(name, most)| option.name == name && number > most)
}

/// The options as the session declares them.
static OPTIONS: LazyLock<Vec<OptionDeclaration>> = LazyLock::new(|| {
    let paper = Paper::default();
    Session::new(paper.clone()).expect("a small table").hear("uci");
    let text = paper.0.lock().expect("nobody panicked").clone();
    let options: Vec<_> = String::from_utf8_lossy(&text).lines().filter_map(option).collect();
    for (name, _) in CHEAP {
        assert!(options.iter().any(|option| option.name == name), "there is no option {name}");
    }
    options
});

fn option(line: &str) -> Option<OptionDeclaration> {
    match Reply::parse(line).value {
        Reply::Option(option) => Some(option),
        _ => None,
    }
}

/// Keeps what is written; clones share it.
#[derive(Clone, Default)]
struct Paper(Arc<Mutex<Vec<u8>>>);

impl Write for Paper {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().expect("nobody panicked").write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
