//! Windows, colours, keys and odd input.

#![cfg(unix)] // pseudo-terminals are
#![allow(clippy::unwrap_used)] // a failed unwrap is a failed test

use std::io::Write;
use std::process::Stdio;

use crate::terminal::{Folder, Order, Terminal, command};

const TWO_PEOPLE: [&str; 5] = ["play", "--white", "human", "--black", "human"];
const START: &str = "set-up rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// All is in sight in the smallest window, also what is wrong with a move.
#[test]
fn a_window_of_forty_by_ten_is_enough() {
    let folder = Folder::new();
    let order = Order { arguments: &TWO_PEOPLE, columns: 40, rows: 10, ..Order::default() };
    let mut terminal = Terminal::order(&folder, &order);
    terminal.expect("White>");
    terminal.line_expect("e4", "Black>");
    terminal.line("Bc4");
    terminal.expect_that("the reason", |screen| {
        screen.contains("Bc4: no bishop of") && screen.contains("Black>")
    });
    let rows = terminal.rows();
    assert!(rows[0].starts_with("8 ♜ ♞ ♝ ♛ ♚ ♝ ♞ ♜"), "{rows:#?}");
    assert!(rows[4].starts_with("4         ♟"), "{rows:#?}");
    assert!(rows[8].starts_with("  a b c d e f g h"), "{rows:#?}");
    assert!(rows[9].starts_with("Black>"), "{rows:#?}");
    assert!(!terminal.has_overlong_rows(), "{rows:#?}");
    // A line longer than the window scrolls sideways instead of wrapping.
    terminal.press(&"abcdefghij".repeat(12));
    terminal.expect("hij");
    assert!(!terminal.has_overlong_rows());
    terminal.press("\x15");
    terminal.line_expect("help", "undo u, redo r");
    terminal.line_expect("", "8 ♜ ♞ ♝ ♛ ♚ ♝ ♞ ♜");
    terminal.line("x");
    assert!(terminal.end().0.success());
}

/// A question takes no rank of the board away.
#[test]
fn questions_leave_the_board_in_sight() {
    let folder = Folder::new();
    let arguments = [&TWO_PEOPLE[..], &["--fen", "8/P6k/8/8/8/8/p6K/8 w - - 0 1"]].concat();
    let order = Order { arguments: &arguments, columns: 40, rows: 10, ..Order::default() };
    let mut terminal = Terminal::order(&folder, &order);
    terminal.expect("White>");
    let is_whole =
        |screen: &str| screen.starts_with("8 ") && screen.contains("\n  a b c d e f g h");
    let ask = |terminal: &mut Terminal, line: &str, question: &str| {
        terminal.line(line);
        terminal.expect_that(question, |screen| screen.contains(question) && is_whole(screen));
        assert!(!terminal.has_overlong_rows(), "{:#?}", terminal.rows());
    };
    ask(&mut terminal, "a7a8", "Q (Enter), R, B, N, or cancel?");
    terminal.line("king");
    terminal.expect_that("the reason", |screen| screen.contains("'king'") && is_whole(screen));
    ask(&mut terminal, "n", "Black>");
    ask(&mut terminal, "draw", "White: a draw (yes or no)?");
    ask(&mut terminal, "no", "Black>");
    ask(&mut terminal, "resign", "resign: really (yes or no)?");
    ask(&mut terminal, "perhaps", "resign: really (yes or no)?");
    ask(&mut terminal, "no", "Black>");
    terminal.line("x");
    assert!(terminal.end().0.success());
}

/// No board fits, but a game can be played.
#[test]
fn a_window_too_small_for_a_board_says_so() {
    for (columns, rows) in [(20, 6), (12, 30)] {
        let folder = Folder::new();
        let order = Order { arguments: &TWO_PEOPLE, columns, rows, ..Order::default() };
        let mut terminal = Terminal::order(&folder, &order);
        terminal.expect("White>");
        terminal.line_expect("", "A board needs 19 columns and 10 rows.");
        terminal.line_expect("e4", "Black>");
        terminal.line_expect("Bc4", "Black>");
        terminal.line("help");
        terminal.line("set-up");
        terminal.line("help");
        terminal.line("cancel");
        terminal.line("e5");
        terminal.expect("White>");
        terminal.line("x");
        let (status, screen) = terminal.end();
        assert!(status.success(), "{screen}");
        let mut terminal = Terminal::start(&folder, &["play", "--continue"]);
        terminal.expect("1. e4 e5");
        terminal.line("x");
        assert!(terminal.end().0.success());
    }
    // Nothing fits, and nothing breaks.
    let folder = Folder::new();
    let order = Order { arguments: &[], columns: 3, rows: 1, ..Order::default() };
    let mut terminal = Terminal::order(&folder, &order);
    for line in ["1", "", "", "", "", "e4", "help", "su", "clear", "why", "x", "resign", "yes", "x"]
    {
        terminal.line(line);
    }
    assert!(terminal.end().0.success());
}

/// Where the locale promises nothing, nothing but ASCII is written.
#[test]
fn plain_letters_where_there_are_no_others() {
    for (environment, more) in [
        (&[("LC_ALL", "C")][..], &[][..]),
        (&[("LC_ALL", "C"), ("TERM", "dumb")], &[]),
        (&[("LC_ALL", "C")], &["--plain"]),
        (&[], &["--ascii"]),
    ] {
        let folder = Folder::new();
        let arguments = [&TWO_PEOPLE[..], more].concat();
        let order = Order { arguments: &arguments, columns: 50, environment, ..Order::default() };
        let mut terminal = Terminal::order(&folder, &order);
        terminal.expect("White>");
        terminal.line_expect("eval phased", "material");
        terminal.line_expect("help", "undo ");
        terminal.line_expect("set-up", "set-up (help)>");
        terminal.line_expect("help", "put pieces");
        terminal.line_expect("cancel", "White>");
        // An opening with a name that has more than plain letters.
        for mv in ["d4", "Nf6", "c4", "g6", "Nc3", "d5"] {
            terminal.line(mv);
        }
        terminal.expect("Grunfeld Defence");
        // A player whose name is longer than the window.
        let player = "quiescence:depth=2,eval=heatmap,order=history,see";
        terminal.line_expect(&format!("black {player}"), "Black is now quiescence:depth=2");
        terminal.line_expect("a3", "White>");
        let written = terminal.written();
        assert!(written.is_ascii(), "{environment:?} {more:?}: {written}");
        terminal.line("x");
        assert!(terminal.end().0.success());
    }
}

/// The line under the board always says how the computer is told to move.
#[test]
fn thinking_is_told_in_every_window() {
    for (columns, rows) in [(80, 24), (40, 10)] {
        let folder = Folder::new();
        let opponent = "alphabeta:depth=30,eval=heatmap,book";
        let arguments = ["play", "--level", opponent, "--side", "black", "--tc", "60+0"];
        let arguments = [&arguments[..], &["--fen", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]].concat();
        let order = Order { arguments: &arguments, columns, rows, ..Order::default() };
        let mut terminal = Terminal::order(&folder, &order);
        terminal.expect_that("hint, score and move", |screen| {
            let line = screen.trim_end().lines().last().unwrap_or_default();
            let says_how = line.contains("(Enter: move now)") || line.contains("(Enter: now)");
            says_how && (line.contains(" K") || line.contains(" e")) && line.contains('.')
        });
        assert!(!terminal.has_overlong_rows());
        terminal.line("");
        terminal.expect("Black 59:5");
        terminal.line("x");
        assert!(terminal.end().0.success());
    }
}

/// The result is in sight at the end, however small the window.
#[test]
fn the_result_does_not_scroll_away() {
    let folder = Folder::new();
    let order = Order { arguments: &TWO_PEOPLE, columns: 40, rows: 10, ..Order::default() };
    let mut terminal = Terminal::order(&folder, &order);
    terminal.expect("White>");
    for mv in ["f3", "e5", "g4"] {
        terminal.line(mv);
    }
    terminal.expect("2. g4");
    terminal.line("Qh4");
    let screen = terminal.expect("game over (0-1)>");
    assert!(screen.contains("Black wins by checkmate (0-1)."), "{screen}");
    terminal.line("x");
    assert!(terminal.end().0.success());
}

/// Whoever does not see the board hears all that stands on it and beside it.
#[test]
fn plain_tells_all_in_words() {
    let folder = Folder::new();
    let arguments = [&TWO_PEOPLE[..], &["--plain", "--tc", "10+0"]].concat();
    let mut terminal = Terminal::start(&folder, &arguments);
    terminal.expect("White to move. White has 9 minutes ");
    terminal.expect("Black has 10 minutes.");
    for mv in ["e4", "d5", "exd5"] {
        terminal.line(mv);
    }
    terminal.expect("Opening: Scandinavian Defence.");
    terminal.expect("White has taken 1 pawn. White is ahead by 1 pawn.");
    terminal.expect("Black to move. White has 9 minutes");
    terminal.line("Qxd5");
    terminal.line("Nc3");
    terminal.line_expect("Qe5", "White to move, in check.");
    terminal.line_expect("flip", "The game is told in words: there is no board to turn.");
    terminal.line_expect("eval material", "pawns: White +7.00, Black +7.00, difference 0.00.");
    terminal.line_expect("board", "Last move: Black, queen d5 to e5, check.");
    assert!(!terminal.written().contains(['─', '\x1b']), "{}", terminal.written());
    terminal.line("x");
    assert!(terminal.end().0.success());
}

#[test]
fn colours_only_where_they_are_wanted() {
    let folder = Folder::new();
    let show = |environment: &[(&str, &str)], more: &[&str]| {
        let arguments = [&TWO_PEOPLE[..], more].concat();
        let order = Order { arguments: &arguments, environment, ..Order::default() };
        let mut terminal = Terminal::order(&folder, &order);
        terminal.expect("White>");
        terminal.line("e4");
        terminal.expect("Black>");
        terminal.line("x");
        let written = {
            terminal.expect("1. e4\n");
            terminal.written()
        };
        assert!(terminal.end().0.success());
        written
    };
    let colored = show(&[], &[]);
    assert!(colored.contains("\x1b[48;5;") && colored.contains('♞'), "{colored:?}");
    let few = show(&[("TERM", "xterm")], &[]);
    assert!(few.contains("\x1b[46") && !few.contains("48;5;"), "{few:?}");
    let letters = show(&[("LANG", "C")], &[]);
    assert!(letters.contains("\x1b[48;5;") && !letters.contains('♞'), "{letters:?}");
    let none = show(&[("NO_COLOR", "1")], &[]);
    assert!(!none.contains("48;5") && !none.contains("\x1b[0m"), "{none:?}");
    assert!(none.contains("8  r  n  b  q  k  b  n  r"), "{none:?}");
    let dumb = show(&[("TERM", "dumb")], &[]);
    assert!(!dumb.contains('\x1b'), "{dumb:?}");
    let plain = show(&[], &["--plain"]);
    assert!(!plain.contains('\x1b') && plain.contains("White: pawn e2 to e4."), "{plain:?}");
    assert!(plain.contains("White: king e1, queen d1, rooks a1 h1"), "{plain:?}");
}

#[test]
fn lines_are_edited_with_the_usual_keys() {
    let folder = Folder::new();
    let mut terminal = Terminal::start(&folder, &TWO_PEOPLE);
    terminal.expect("White>");
    // Typed wrong, then mended: Home, delete, End, backspace.
    terminal.press("xe2e5\x1b[H\x1b[3~\x1b[F\x7f4");
    terminal.expect("White> e2e4");
    terminal.line_expect("", "1. e4");
    terminal.press("nonsense\x15e7e5");
    terminal.expect("Black> e7e5");
    terminal.line_expect("", "1. e4 e5");
    terminal.press("\x1b[A");
    terminal.expect("White> e7e5");
    // Ctrl-D on an empty line closes the input.
    terminal.press("\x15\x04");
    let (status, screen) = terminal.end();
    assert!(status.success());
    assert!(screen.contains("The game is not finished."), "{screen}");
}

/// Two hundred lines of anything, from a seed, editing keys included: a few may
/// even mean something, and afterwards a game can be played.
#[test]
fn garbage_is_survived() {
    let folder = Folder::new();
    let mut terminal = Terminal::start(&folder, &TWO_PEOPLE);
    terminal.expect("White>");
    terminal.line_expect("e4", "1. e4");
    let mut state = 4u64;
    let mut next = move || {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize
    };
    for _ in 0..200 {
        let length = 4 + next() % 60;
        // Any byte but those that end the line, the input or the program.
        let bytes: Vec<u8> = (0..length)
            .map(|_| (next() % 256) as u8)
            .filter(|byte| !matches!(byte, 3 | 4 | 10 | 13 | 26))
            .collect();
        terminal.press_bytes(&bytes);
        terminal.press("\r");
    }
    terminal.press("\x1b\x15");
    // Whether a game is in progress is up to the garbage: so may be the question.
    terminal.line("new");
    terminal.line("yes");
    terminal.line_expect("d4", "1. d4");
    terminal.line_expect("d5", "1. d4 d5");
    terminal.line("x");
    let written = terminal.written();
    let (status, screen) = terminal.end();
    assert!(status.success());
    assert!(screen.contains("1. d4 d5\n"), "{screen}");
    assert!(!written.contains("panicked"), "{written}");
}

/// The same through a pipe, with words that mean something among them: each line
/// is taken, and afterwards a game can be played.
#[test]
fn piped_garbage_is_survived() {
    let folder = Folder::new();
    let words = [
        "undo",
        "redo 2",
        "moves zz",
        "set-up",
        "clear",
        "wKe1",
        "done",
        "cancel",
        "draw",
        "yes",
        "no",
        "level 3",
        "black human",
        "help undo",
        "switch",
        "flip",
        "e4",
        "Nf3",
        "a7a8",
        "\u{1b}[2J",
        "♘",
        "load",
        "save",
        "fen x",
        "help",
        "hint",
        "now",
        "new",
        "eval",
        "\0",
        "pgn",
        "1",
        "resign",
        "",
    ];
    let mut state = 9u64;
    let mut text = Vec::new();
    for _ in 0..200 {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        text.extend_from_slice(words[(state >> 33) as usize % words.len()].as_bytes());
        text.push(b'\n');
    }
    text.extend_from_slice(&[0xff, 0xfe, b'\n']);
    text.extend_from_slice(&b"x".repeat(100_000));
    // Out of any question, and then a game of two people.
    let afterwards =
        ["", "cancel", "no", "white human", "black human", START, "d4", "d5", "history"];
    afterwards.iter().for_each(|line| text.extend_from_slice(format!("{line}\n").as_bytes()));
    let mut child = command(&folder)
        .args(["play", "--level", "1"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    let writer = std::thread::spawn(move || {
        // Somebody who leaves early is not waited for.
        let _ = input.write_all(&text);
    });
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    assert!(output.status.success());
    assert_eq!(String::from_utf8(output.stderr).unwrap(), "");
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(!text.contains('\x1b') && !text.contains('\0'), "nothing foreign reaches the terminal");
    // Lines are taken one after the other: the last shows that all were.
    assert!(text.contains("White> history\n1. d4 d5\n"), "{text}");
}

#[test]
fn a_closed_input_ends_the_game_in_good_order() {
    let folder = Folder::new();
    let output = command(&folder).arg("play").stdin(Stdio::null()).output().unwrap();
    assert!(output.status.success());
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("No move was played."), "{text}");
    // A script: what is written for later waits until the computer has moved.
    let mut child = command(&folder)
        .args(["play", "--level", "easy"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(b"Na3\nNb1\nhistory").unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success());
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("White> history\n1. Na3 ") && text.contains(" 2. Nb1 "), "{text}");
    assert!(text.contains("The game is kept; plywise play --continue"), "{text}");
}

#[test]
fn a_closed_window_ends_the_program() {
    let folder = Folder::new();
    let mut terminal = Terminal::start(&folder, &TWO_PEOPLE);
    terminal.expect("White>");
    terminal.line_expect("e4", "1. e4");
    terminal.hang_up();
    let (status, _) = terminal.end();
    assert!(status.code().is_some(), "it ends by itself: {status}");
    // Nothing is lost, and nobody else has the game.
    let mut terminal = Terminal::start(&folder, &["play", "--continue"]);
    terminal.expect("The game goes on: Player 1 - Player 2, 1 move");
    terminal.line_expect("e5", "1. e4 e5");
    terminal.line("x");
    assert!(terminal.end().0.success());
}

/// With piped input there is no menu.
#[test]
fn without_a_terminal_there_is_no_menu() {
    let folder = Folder::new();
    let output = command(&folder).stdin(Stdio::null()).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success() && !text.contains("choose [1]"), "{text}");
}
