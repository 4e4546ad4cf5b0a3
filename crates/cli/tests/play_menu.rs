//! The start menu, and setting up positions.

#![cfg(unix)] // pseudo-terminals are
#![allow(clippy::unwrap_used)] // a failed unwrap is a failed test

use crate::terminal::{Folder, Order, Terminal};

/// The menu, as it opens without a word on the command line.
fn menu(folder: &Folder) -> Terminal {
    let terminal = Terminal::start(folder, &[]);
    terminal.expect("choose [1]:");
    terminal
}

/// What cannot be read is asked for again, with what is allowed.
#[test]
fn a_game_against_the_computer_is_ordered_step_by_step() {
    let folder = Folder::new();
    let mut terminal = menu(&folder);
    terminal.line_expect("99", "'99': a number from 1 to ");
    terminal.line_expect("5", "There is no unfinished game.");
    terminal.line_expect("1", "opponent (1 to 10, ");
    terminal.line_expect("?", "Players are human, ");
    terminal.line_expect("nobody", "There is no player 'nobody'");
    terminal.line_expect("own", "search (? lists them) [quiescence]:");
    terminal.line_expect("?", "alphabeta   leaves out what cannot change the result");
    terminal.line_expect("magic", "'magic' is no search; they are minimax, ");
    terminal.line_expect("alphabeta", "depth, 2 to 10 [4]:");
    terminal.line_expect("3", "evaluation (? lists them) [pst]:");
    terminal.line_expect("?", "heatmap     ");
    terminal.line_expect("mood", "There is no evaluation 'mood'");
    terminal.line_expect("material", "your colour (white, black, random) [white]:");
    terminal.line_expect("green", "'green' is no colour: white, black or random.");
    terminal.line_expect("black", "who begins (white, black) [white]:");
    terminal.line_expect("me", "'me' is no colour: white or black.");
    terminal.line_expect("black", "clocks (minutes+seconds a move, such as 5+3) [none]:");
    terminal.line_expect("soon", "'soon': minutes and seconds a move, such as 5+3");
    terminal.line_expect("5+3", "White: alphabeta:depth=3,eval=material");
    terminal.expect("Black 4:5");
    terminal.line_expect("e5", "1... e5");
    terminal.line("x");
    assert!(terminal.end().0.success());
}

#[test]
fn the_menu_leads_to_every_kind_of_game() {
    let folder = Folder::new();
    let mut terminal = menu(&folder);
    terminal.line_expect("2", "who begins ");
    terminal.line_expect("", "clocks ");
    terminal.line_expect("5+3", "White 4:5");
    terminal.line("x");
    assert!(terminal.end().0.success());

    let mut terminal = menu(&folder);
    terminal.line_expect("4", "White (1 to 10, ");
    terminal.line_expect("1", "Black (1 to 10, ");
    terminal.line_expect("random", "clocks ");
    terminal.line_expect("60+0", "seconds to show each move [1]:");
    terminal.line_expect("long", "'long': seconds from 0 to 3600");
    terminal.line_expect("3600", "White (level:1): 1. ");
    terminal.expect("Black: random 1:00:00");
    terminal.line("x");
    assert!(terminal.end().0.success());

    let mut terminal = menu(&folder);
    terminal.line_expect("1", "opponent (");
    terminal.line_expect("back", "choose [1]:");
    terminal.line("q");
    assert!(terminal.end().0.success());
}

/// Every room has its door here, whoever does not know its command.
#[test]
fn the_menu_names_the_lab_the_lessons_and_help() {
    let folder = Folder::new();
    let mut terminal = menu(&folder);
    terminal.line_expect("7", "plywise lab compare --depth 4");
    terminal.line_expect("", "the lab: watch how a search thinks");
    terminal.line_expect("8", "plywise learn LESSON");
    terminal.line_expect("", "choose [1]:");
    terminal.line_expect("9", "uci-check");
    terminal.line_expect("", "choose [1]:");
    terminal.line("10");
    assert!(terminal.end().0.success());
}

/// First the position, then who plays it: anybody, on either side.
#[test]
fn a_position_from_the_menu_is_played_by_anybody() {
    let folder = Folder::new();
    let mut terminal = menu(&folder);
    terminal.line_expect("3", "set-up (help)>");
    for word in ["cancel", "back", "x"] {
        terminal.line_expect(word, "choose [1]:");
        terminal.line_expect("3", "set-up (help)>");
    }
    terminal.line_expect("clear wKe1 wRa1 bKe8 black", "Black to move.");
    terminal.line_expect(
        "done",
        "White (1 to 10, adaptive, easy, medium, hard, own, ? for all) [human]:",
    );
    terminal.line_expect("", "Black (1 to 10, adaptive, easy, medium, hard, own, ? for all) [4]:");
    terminal.line_expect("human", "clocks ");
    terminal.line_expect("", "Black>");
    terminal.line_expect("Kd7", "1... Kd7");
    terminal.line_expect("O-O", "you cannot castle: no rook stands ready on the kingside.");
    terminal.line("x");
    assert!(terminal.end().0.success());
}

/// An odd depth is the usual one, with a word about it.
#[test]
fn an_odd_depth_falls_back_with_a_word() {
    let folder = Folder::new();
    let mut terminal = menu(&folder);
    terminal.line_expect("1", "opponent (1 to 10, ");
    terminal.line_expect("own", "search (? lists them) [quiescence]:");
    terminal.line_expect("alphabeta", "depth, 2 to 10 [4]:");
    let screen = terminal.line_expect("99", "evaluation (? lists them) [pst]:");
    assert!(screen.contains("'99' is no depth from 2 to 10: 4 is taken."), "{screen}");
    terminal.line_expect("", "your colour ");
    terminal.line_expect("", "who begins ");
    terminal.line_expect("", "clocks ");
    terminal.line_expect("", "Black: alphabeta:depth=4");
    terminal.line("x");
    assert!(terminal.end().0.success());
}

/// A position is set up with the board in sight, in the smallest window too.
#[test]
fn a_position_is_set_up_in_a_small_window() {
    let folder = Folder::new();
    let arguments = ["play", "--white", "human", "--black", "human"];
    let order = Order { arguments: &arguments, columns: 40, rows: 10, ..Order::default() };
    let mut terminal = Terminal::order(&folder, &order);
    terminal.expect("White>");
    let show = |terminal: &mut Terminal, line: &str, text: &str| {
        terminal.line(line);
        terminal.expect_that(text, |screen| {
            let told = crate::terminal::unwrapped(screen);
            let has_board = screen.starts_with("8 ") && screen.contains("\n  a b c d e f g h");
            has_board && screen.contains("set-up (help)>") && told.contains(text)
        });
        assert!(!terminal.has_overlong_rows(), "{:#?}", terminal.rows());
    };
    show(&mut terminal, "set-up", "This is a legal");
    show(&mut terminal, "clear", "Black has");
    // Five reasons do not fit beside the board.
    show(&mut terminal, "wKe1 wKd1 wPa1 wQa8 bPh8 castling KQ", "reasons:");
    let screen = terminal.line_expect("why", "White has more than one king");
    let told = crate::terminal::unwrapped(&screen);
    for reason in ["Black has no king", "a pawn stands on the first or eighth rank"] {
        assert!(told.contains(reason), "{screen}");
    }
    terminal.line_expect("help", "-e4: take away.");
    show(&mut terminal, "", "reasons:");
    terminal.line_expect("wZe4", "'wZe4' is nothing here; help lists what is.");
    show(&mut terminal, "clear wKe1 wRa1 bKe8 black", "Black to move");
    terminal.line_expect("done", "Black>");
    terminal.line("x");
    assert!(terminal.end().0.success());
}

#[test]
fn the_menu_fits_in_a_small_window() {
    let folder = Folder::new();
    let order = Order { arguments: &[], columns: 40, rows: 10, ..Order::default() };
    let mut terminal = Terminal::order(&folder, &order);
    let screen = terminal.expect("choose [1]:");
    assert!(screen.starts_with("Plywise ") && screen.contains(" 1  play "), "{screen}");
    assert!(screen.contains("10  quit"), "{screen}");
    terminal.line_expect("1", "opponent (? for all) [4]:");
    terminal.line_expect("own", "search (?) [quiescence]:");
    terminal.line_expect("magic", "probimax,");
    assert!(!terminal.has_overlong_rows(), "{:#?}", terminal.rows());
    terminal.line("x");
    assert!(terminal.end().0.success());
}

#[test]
fn a_position_is_set_up_piece_by_piece() {
    let folder = Folder::new();
    let mut terminal = Terminal::start(&folder, &["play", "--white", "human", "--black", "human"]);
    terminal.expect("White>");
    terminal.line_expect("set-up", "This is a legal position");
    terminal.line_expect("clear", "White has no king");
    terminal.line_expect("done", "Black has no king");
    terminal.line_expect("wKe1 wRa1 wZe4 bKe8", "'wZe4' is nothing here; help lists what is.");
    terminal
        .line_expect("help", "  wKe1 bQd8 ...   put pieces: colour, piece (K Q R B N P), square");
    terminal.line_expect("castling Q", "May castle: Q.");
    terminal.line_expect("done", "White>");
    terminal.line_expect("O-O-O", "1. O-O-O");
    terminal.line_expect("su 8/8/8/8/8/8/8/8 w - - 0 1", "White has no king");
    terminal.line_expect("cancel", "The set-up was left; the game goes on.");
    terminal.line_expect("set-up 4k3/8/8/8/8/8/8/4K2R b K - 0 1", "Black>");
    terminal.line_expect("Kd8", "1... Kd8");
    terminal.line("x");
    assert!(terminal.end().0.success());
}
