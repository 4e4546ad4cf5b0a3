//! Games that people watch: between computers, and with foreign engines.

#![cfg(unix)] // pseudo-terminals are
#![allow(clippy::unwrap_used)] // a failed unwrap is a failed test

use std::fs::{self, File};
use std::io::Read;
use std::os::unix::fs::PermissionsExt;
use std::process::{Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Duration;

use crate::terminal::{Folder, Terminal, command, unwrapped};

/// Computers need nobody: not even a keyboard.
#[test]
fn a_game_between_computers_ends_by_itself() {
    let folder = Folder::new();
    let output = command(&folder)
        .args(["play", "--white", "random", "--black", "random", "--seed", "1"])
        .stdin(Stdio::null())
        .output()
        .unwrap();
    assert!(output.status.success());
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("White (random): ") && text.contains("Black (random): "), "{text}");
    assert!(text.contains("s a move, nothing searched\n"), "{text}");
    assert!(text.contains("The game was added to "), "{text}");
    assert!(!text.contains('\x1b'), "a pipe gets no escape sequences");
    assert_eq!(folder.games().matches("[Event ").count(), 1);
}

/// In a terminal the moves can be hurried through, held and left.
#[test]
fn a_game_between_computers_is_held_and_goes_on() {
    let folder = Folder::new();
    let arguments = ["play", "--white", "level:1", "--black", "random", "--delay", "3600"];
    let mut terminal = Terminal::start(&folder, &arguments);
    terminal.expect("Enter: next move, Space: pause, x: leave");
    terminal.line_expect("", "Black (random): 1... ");
    terminal.press(" ");
    terminal.expect("paused (Enter or Space: go on)>");
    // The same key lets it go on: Black's move is made, and White's after the next Enter.
    terminal.press(" ");
    terminal.expect("Enter: next move, Space: pause, x: leave");
    terminal.press(" ");
    terminal.expect("paused (Enter or Space: go on)>");
    terminal.line_expect("e2e4", "e2e4: Two computers play: white human or black human takes over");
    terminal.line_expect("undo", "1 move was taken back.");
    terminal.line_expect("undo 2", "1 move was taken back.");
    terminal.line_expect("undo", "There is no move to take back.");
    terminal.line_expect("redo", "1 move played again.");
    terminal.line_expect("resign", "Two computers play, and they do not resign.");
    terminal.line_expect("draw", "Two computers play, and they see to their draws themselves.");
    terminal.line_expect("switch", "White is now random, Black is level:1.");
    terminal.line_expect("", "Black (level:1): 1... ");
    // What is said while a move is shown holds the game too, so that it can be read.
    terminal.line_expect("moves", "paused (Enter or Space: go on)>");
    terminal.line("x");
    let (status, screen) = terminal.end();
    assert!(status.success());
    assert!(screen.contains("Black (level:1): 1 move, "), "{screen}");
}

#[test]
fn a_side_is_taken_over_while_watching() {
    let folder = Folder::new();
    let arguments =
        ["play", "--white", "alphabeta:depth=2", "--black", "random", "--delay", "3600"];
    let mut terminal = Terminal::start(&folder, &arguments);
    terminal.expect("White (alphabeta:depth=2): 1. ");
    terminal.line_expect("black human", "Black is now human.");
    terminal.expect("Black>");
    assert!(terminal.rows()[7].starts_with("8 "), "one's own side is below");
    terminal.line_expect("e6", " e6");
    terminal.expect("White (alphabeta:depth=2): 2. ");
    terminal.kill();
    // Who plays is kept, and can be changed when the game is continued.
    let arguments = ["play", "--continue", "--white", "human"];
    let mut terminal = Terminal::start(&folder, &arguments);
    terminal.expect("The game goes on: Plywise alphabeta:depth=2 - Player, 2 moves");
    let screen = terminal.expect("Black>");
    assert!(screen.contains("White: human") && screen.contains("Black: human"), "{screen}");
    terminal.line_expect("black random", "Black (random): 2... ");
    terminal.line("x");
    assert!(terminal.end().0.success());
}

/// A foreign engine plays: this very program, spoken to through a pipe.
#[test]
fn a_foreign_engine_plays() {
    let folder = Folder::new();
    let engine = format!("uci:{} uci", env!("CARGO_BIN_EXE_plywise"));
    let arguments = ["play", "--white", "human", "--black", &engine, "--depth", "2"];
    let mut terminal = Terminal::start(&folder, &arguments);
    terminal.expect("White>");
    terminal.line_expect("e4", "1. e4 ");
    terminal.expect("): 1... ");
    terminal.line("x");
    let (status, screen) = terminal.end();
    assert!(status.success());
    assert!(screen.contains("1 move, "), "{screen}");
    assert!(unwrapped(&screen).contains(" effective branching factor "), "{screen}");
}

/// An engine that is known to live by the pipe that it holds open. It answers
/// until it is told to search, and is deaf from then on; or it is deaf at once.
fn deaf_engine(folder: &Folder, is_deaf_at_once: bool) -> (String, Receiver<()>) {
    let (script, pipe) = (folder.path().join("deaf.sh"), folder.path().join("alive"));
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let listen = if is_deaf_at_once { "exec sleep 1000" } else { "" };
    let text = format!(
        "#!/bin/sh\nexec 3>alive\n{listen}\nwhile read line; do\n\
         case \"$line\" in\n\
         uci) echo uciok;;\n\
         isready) echo readyok;;\n\
         go*) exec sleep 1000;;\n\
         esac\ndone\n"
    );
    fs::write(&script, text).unwrap();
    fs::set_permissions(&script, fs::Permissions::from_mode(0o755)).unwrap();
    let (sender, receiver) = channel();
    thread::spawn(move || {
        let mut rest = Vec::new();
        File::open(pipe).unwrap().read_to_end(&mut rest).unwrap();
        // A test that has failed listens no more.
        let _ = sender.send(());
    });
    (format!("uci:{}", script.display()), receiver)
}

/// Nothing outlives the program, whatever it is told.
#[test]
fn an_engine_that_hangs_is_ended_with_the_program() {
    for is_interrupted in [true, false] {
        let folder = Folder::new();
        let (engine, is_gone) = deaf_engine(&folder, false);
        let arguments = ["play", "--white", &engine, "--black", "human", "--depth", "3"];
        let mut terminal = Terminal::start(&folder, &arguments);
        terminal.expect("thinks: depth 0");
        match is_interrupted {
            true => terminal.press("\x03"),
            false => terminal.line("x"),
        }
        let (status, screen) = terminal.end();
        assert!(status.success());
        assert!(screen.contains("The game is not finished."), "{screen}");
        assert!(unwrapped(&screen).contains("no move yet, "), "{screen}");
        is_gone.recv_timeout(Duration::from_secs(60)).expect("the engine is ended");
    }
}

/// Whoever does not want to wait for an engine to start need not.
#[test]
fn an_engine_that_never_starts_can_be_left() {
    let folder = Folder::new();
    let (engine, is_gone) = deaf_engine(&folder, true);
    let mut terminal = Terminal::start(&folder, &["play", "--white", &engine]);
    terminal.expect("is starting ... (Ctrl-C leaves)");
    terminal.press("\x03");
    let (status, _) = terminal.end();
    assert!(status.success());
    is_gone.recv_timeout(Duration::from_secs(60)).expect("the engine is ended");
}

/// The same rule as on the page: it may try once more.
#[test]
fn an_engine_that_makes_illegal_moves_has_lost_by_that() {
    let folder = Folder::new();
    let script = folder.path().join("a1a8.sh");
    let text = "#!/bin/sh\nwhile read line; do case \"$line\" in uci) echo uciok;; \
                isready) echo readyok;; go*) echo bestmove a1a8;; quit) exit;; esac; done\n";
    fs::write(&script, text).unwrap();
    fs::set_permissions(&script, fs::Permissions::from_mode(0o755)).unwrap();
    let output = command(&folder)
        .args(["play", "--white", &format!("uci:{}", script.display()), "--black", "random"])
        .stdin(Stdio::null())
        .output()
        .unwrap();
    assert!(output.status.success());
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(text.matches(" is started anew.").count(), 1, "{text}");
    assert!(text.contains("Black wins: White made an illegal move"), "{text}");
    assert!(folder.games().contains("White made an illegal move"));
}
