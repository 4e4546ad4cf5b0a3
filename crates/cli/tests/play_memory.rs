//! What survives: games that were killed, games that cannot be written.

#![cfg(unix)] // pseudo-terminals are
#![allow(clippy::unwrap_used)] // a failed unwrap is a failed test

mod terminal;

use terminal::{Folder, Order, Terminal, unwrapped};

#[test]
fn a_killed_game_goes_on_where_it_was_clocks_included() {
    let folder = Folder::new();
    let arguments = ["play", "--level", "easy", "--side", "black", "--tc", "10+300"];
    let mut terminal = Terminal::start(&folder, &arguments);
    terminal.expect("White (easy): 1. ");
    terminal.line_expect("d6", " d6  2. ");
    let before = terminal.expect("White (easy): 2. ");
    terminal.kill();

    let mut terminal = Terminal::start(&folder, &["play", "--continue"]);
    let screen = terminal.expect("The game goes on: easy - human, 2 moves");
    let history = |screen: &str| {
        let line = screen.lines().find(|line| line.contains(" d6  2. ")).unwrap();
        line[line.find("1. ").unwrap()..].to_owned()
    };
    assert_eq!(history(&before), history(&screen));
    // White has made two moves and Black one, each for five minutes: no clock
    // could show this had it been wound up again.
    assert!(
        screen.contains("White: easy 19:5") || screen.contains("White: easy 20:00"),
        "{screen}"
    );
    terminal.expect_that("Black 14:59", |screen| {
        screen.contains("Black 14:5") || screen.contains("Black 15:00")
    });
    terminal.line_expect("undo", "2 moves were taken back.");
    terminal.line_expect("resign", "White wins: Black resigns (1-0).");
    terminal.line("x");
    assert!(terminal.end().0.success());
    assert!(folder.games().contains("[TimeControl \"600+300\"]"), "{}", folder.games());
    assert!(folder.games().contains("[%clk "), "{}", folder.games());
    // It is finished: there is nothing to go on with.
    let terminal = Terminal::start(&folder, &["play", "--continue"]);
    let (status, screen) = terminal.end();
    assert_eq!(status.code(), Some(1));
    assert!(screen.contains("there is no unfinished game to continue"), "{screen}");
}

#[test]
fn two_games_at_once_do_not_meet() {
    let folder = Folder::new();
    let two_people = ["play", "--white", "human", "--black", "human"];
    let mut first = Terminal::start(&folder, &two_people);
    first.expect("White>");
    first.line_expect("e4", "1. e4");
    let mut second = Terminal::start(&folder, &two_people);
    second.expect("White>");
    second.line_expect("d4", "1. d4");
    // A game that somebody plays is not offered to others.
    second.line_expect("load", "There is no unfinished game");
    second.line("x");
    assert!(second.end().0.success());
    let mut third = Terminal::start(&folder, &["play", "--continue"]);
    third.expect("1. d4");
    third.line("x");
    assert!(third.end().0.success());
    first.line_expect("e5", "1. e4 e5");
    first.line("x");
    assert!(first.end().0.success());
    // Both are there now, and one is chosen from the menu.
    let mut menu = Terminal::start(&folder, &[]);
    menu.expect("continue a saved game (2)");
    menu.line_expect("5", "Unfinished games:");
    menu.line_expect("7", "'7' is none of them: a number from 1 to 2, or x.");
    menu.line_expect("2", "The game goes on: ");
    menu.line("x");
    assert!(menu.end().0.success());
}

#[test]
fn a_game_that_cannot_be_saved_goes_on_with_a_warning() {
    let folder = Folder::new();
    // No folder can be made inside a device.
    let order = Order {
        arguments: &["play", "--white", "human", "--black", "human", "--pgn", "/dev/full"],
        environment: &[("PLYWISE_DATA", "/dev/null/plywise")],
        ..Order::default()
    };
    let mut terminal = Terminal::order(&folder, &order);
    terminal.expect("White>");
    terminal.line_expect("f3", "Warning: the game cannot be saved (");
    let screen = terminal.line_expect("e5", "1. f3 e5");
    assert!(!screen.contains("Warning"), "told once: {screen}");
    terminal.line_expect("g4", "2. g4");
    terminal.line_expect("Qh4", "Black wins by checkmate (0-1).");
    terminal.expect("Warning: the game cannot be written to /dev/full: ");
    terminal.line_expect("save /dev/null/x.pgn", "cannot be written to /dev/null/x.pgn: ");
    terminal.line_expect("save here.pgn", "The game was added to here.pgn.");
    terminal.line("x");
    assert!(terminal.end().0.success());
}

#[test]
fn finished_games_go_where_the_user_says() {
    let folder = Folder::new();
    let two_people = ["play", "--white", "human", "--black", "human", "--pgn", "mine.pgn"];
    for _ in 0..2 {
        let mut terminal = Terminal::start(&folder, &two_people);
        terminal.expect("White>");
        terminal.line_expect("e4", "1. e4");
        terminal.line_expect("resign", "The game was added to mine.pgn.");
        terminal.line("x");
        assert!(terminal.end().0.success());
    }
    let games = std::fs::read_to_string(folder.path().join("mine.pgn")).unwrap();
    assert_eq!(games.matches("1. e4 {").count(), 2, "{games}");
    assert_eq!(unwrapped(&games).matches("White wins: Black resigns").count(), 2, "{games}");
}

/// What was typed in one run is one key away in the next.
#[test]
fn typed_lines_are_remembered() {
    let folder = Folder::new();
    let two_people = ["play", "--white", "human", "--black", "human"];
    let mut terminal = Terminal::start(&folder, &two_people);
    terminal.expect("White>");
    terminal.line_expect("e2e4", "1. e4");
    terminal.line("x");
    assert!(terminal.end().0.success());
    let mut terminal = Terminal::start(&folder, &two_people);
    terminal.expect("White>");
    terminal.press("\x1b[A\x1b[A");
    terminal.expect("White> e2e4");
    terminal.line_expect("", "1. e4");
    terminal.line("x");
    assert!(terminal.end().0.success());
}
