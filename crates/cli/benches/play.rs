//! How long a person waits in the terminal game: for the first prompt, for a
//! move, for the statistics after Ctrl-C. Measured through a pseudo-terminal,
//! from the key to the screen.
//!
//! `make bench-play` prints the table of docs/benchmarks/play.md.

#![cfg(unix)] // pseudo-terminals are
#![allow(clippy::unwrap_used, clippy::print_stdout)] // a program for developers

#[path = "../tests/program/mod.rs"]
mod program;
#[path = "../tests/terminal/mod.rs"]
mod terminal;

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::time::{Duration, Instant};

use terminal::{Folder, Terminal};

/// How often each thing is measured.
const TIMES: usize = 20;
/// A player that thinks until it is told to stop.
const THINKER: &str = "alphabeta:depth=30";
/// A beginning that no opening book knows.
const START: &str = "rnbqkbnr/1ppppppp/p7/8/8/7P/PPPPPPP1/RNBQKBNR w KQkq - 0 1";
/// Moves that suit White against anything for a while.
const MOVES: [&str; 6] = ["e4", "d3", "Nd2", "g3", "Bg2", "a3"];

fn main() {
    println!("| what | promised | median | worst of {TIMES} |\n|---|---:|---:|---:|");
    row("first prompt of `plywise play`", "100 ms", || first_prompt(&["play"], "White>"));
    row("first prompt of the menu", "100 ms", || first_prompt(&[], "choose [1]:"));
    row("first prompt of `--continue`", "100 ms", continued);
    row("statistics after Ctrl-C while a search thinks", "200 ms", || interrupted(THINKER));
    row("the same while the champion thinks", "200 ms", || interrupted("champion"));
    row("program gone after Ctrl-C while an engine starts", "at once", starting);
    row("a move at `hard`, the first six of a game", "1 s", || moves("hard"));
    row("a move at `easy`, the same", "", || moves("easy"));
}

/// Measures and prints a line.
fn row(what: &str, promised: &str, measure: impl Fn() -> Vec<Duration>) {
    let mut times: Vec<Duration> = Vec::new();
    while times.len() < TIMES {
        times.extend(measure());
    }
    times.sort();
    let millis = |time: Duration| time.as_secs_f64() * 1000.0;
    let (median, worst) = (times[times.len() / 2], times[times.len() - 1]);
    println!("| {what} | {promised} | {:.0} ms | {:.0} ms |", millis(median), millis(worst));
}

fn first_prompt(arguments: &[&str], prompt: &str) -> Vec<Duration> {
    let folder = Folder::new();
    let begun = Instant::now();
    let mut terminal = Terminal::start(&folder, arguments);
    terminal.expect(prompt);
    let time = begun.elapsed();
    terminal.line("x");
    terminal.end();
    vec![time]
}

/// With a game of twelve moves to read.
fn continued() -> Vec<Duration> {
    let folder = Folder::new();
    let mut terminal = Terminal::start(&folder, &["play", "--level", "1", "--fen", START]);
    play(&mut terminal, "level:1");
    terminal.line("x");
    terminal.end();
    let begun = Instant::now();
    let mut terminal = Terminal::start(&folder, &["play", "--continue"]);
    terminal.expect("White>");
    let time = begun.elapsed();
    terminal.line("x");
    terminal.end();
    vec![time]
}

fn interrupted(player: &str) -> Vec<Duration> {
    let folder = Folder::new();
    let arguments = ["play", "--level", player, "--side", "black", "--time", "60", "--fen", START];
    let mut terminal = Terminal::start(&folder, &arguments);
    terminal.expect_that("a thought", |screen| {
        screen.contains("thinks: depth ") && !screen.contains("thinks: depth 0")
    });
    let pressed = Instant::now();
    terminal.press("\x03");
    terminal.expect(" positions analysed in ");
    let time = pressed.elapsed();
    terminal.end();
    vec![time]
}

/// An engine that never says a word.
fn starting() -> Vec<Duration> {
    let folder = Folder::new();
    let script = folder.path().join("deaf.sh");
    fs::write(&script, "#!/bin/sh\nexec sleep 1000\n").unwrap();
    fs::set_permissions(&script, fs::Permissions::from_mode(0o755)).unwrap();
    let engine = format!("uci:{}", script.display());
    let mut terminal = Terminal::start(&folder, &["play", "--white", &engine]);
    terminal.expect("is starting ...");
    let pressed = Instant::now();
    terminal.press("\x03");
    terminal.end();
    vec![pressed.elapsed()]
}

fn moves(level: &str) -> Vec<Duration> {
    let folder = Folder::new();
    let mut terminal = Terminal::start(&folder, &["play", "--level", level, "--fen", START]);
    let times = play(&mut terminal, level);
    terminal.line("x");
    terminal.end();
    times
}

/// Plays the moves, and says how long each answer took.
fn play(terminal: &mut Terminal, name: &str) -> Vec<Duration> {
    terminal.expect("White>");
    let mut times = Vec::new();
    for (number, mv) in MOVES.iter().enumerate() {
        let begun = Instant::now();
        terminal.line(mv);
        let answered = format!("Black ({name}): {}... ", number + 1);
        // A move that cannot be played any more ends the series.
        let refused = format!("{mv}: ");
        let screen = terminal.expect_that(&answered, |screen| {
            screen.contains(&answered) || screen.contains(&refused)
        });
        if screen.contains(&refused) {
            break;
        }
        times.push(begun.elapsed());
    }
    times
}
