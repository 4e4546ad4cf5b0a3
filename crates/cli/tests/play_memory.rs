//! What survives: games that were killed, games that cannot be written.

#![cfg(unix)] // pseudo-terminals are
#![allow(clippy::unwrap_used)] // a failed unwrap is a failed test

use std::io::Write;
use std::process::Stdio;

use crate::terminal::{Folder, Order, Terminal, command, unwrapped};

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
    let screen = terminal.expect("The game goes on: Plywise easy - Player, 2 moves");
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
    terminal.line_expect("resign", "really (yes or no)?");
    terminal.line_expect("yes", "White wins: Black resigns (1-0).");
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

/// The saved game of this folder.
fn saved(folder: &Folder) -> String {
    let entries = std::fs::read_dir(folder.path().join("unfinished")).unwrap();
    let mut games = entries.map(|entry| entry.unwrap().path());
    let game = games.find(|path| path.extension().is_some_and(|kind| kind == "pgn")).unwrap();
    std::fs::read_to_string(game).unwrap()
}

/// Nobody gets his time back from a program that was killed while he thought.
#[test]
fn the_time_of_the_move_in_progress_is_kept() {
    let folder = Folder::new();
    let two_people = ["play", "--white", "human", "--black", "human", "--tc", "10+0"];
    let mut terminal = Terminal::start(&folder, &two_people);
    terminal.expect("White 9:5");
    terminal.line_expect("e4", "1. e4");
    // Three seconds pass, and no move is made.
    terminal.expect_that("Black 9:56 or less", |screen| {
        (50..=56).any(|second| screen.contains(&format!("Black 9:{second}")))
    });
    terminal.kill();
    let millis = |name: &str| {
        let text = saved(&folder);
        let tag = format!("[{name} \"");
        let value = &text[text.find(&tag).unwrap() + tag.len()..];
        value[..value.find('"').unwrap()].parse::<u64>().unwrap()
    };
    assert!(millis("BlackClock") < 599_000, "{}", saved(&folder));
    // Each is cut to milliseconds.
    let all = millis("BlackClock") + millis("Taken");
    assert!((599_998..=600_000).contains(&all), "{}", saved(&folder));
    let mut terminal = Terminal::start(&folder, &["play", "--continue"]);
    terminal.expect("Black 9:5");
    terminal.line_expect("e5", "1. e4 e5");
    terminal.line_expect("resign", "really (yes or no)?");
    terminal.line_expect("yes", "The game was added to ");
    terminal.line("x");
    assert!(terminal.end().0.success());
    // What the move took before counts, too.
    let games = folder.games();
    let taken = &games[games.find(" e5 {").unwrap()..];
    assert!(!taken.contains("[%emt 0:00:00") && taken.contains("[%clk 0:09:5"), "{games}");
}

/// A computer that takes over a side is not charged with the hour that a person
/// has thought there.
#[test]
fn a_persons_time_is_not_the_computers() {
    let saved = "[Event \"Casual game\"]\n[White \"human\"]\n[Black \"human\"]\n[Result \"*\"]\n\
        [WhitePlayer \"human\"]\n[BlackPlayer \"human\"]\n[Taken \"3600000\"]\n\n1. e4 *\n";
    let at_once = ["play", "--continue", "--black", "random"];
    for arguments in [&at_once[..], &at_once[..2]] {
        let folder = Folder::new();
        let unfinished = folder.path().join("unfinished");
        std::fs::create_dir(&unfinished).unwrap();
        std::fs::write(unfinished.join("waiting.pgn"), saved).unwrap();
        let mut terminal = Terminal::start(&folder, arguments);
        if arguments.len() == 2 {
            terminal.expect("Black>");
            terminal.line("black random");
        }
        terminal.expect("Black (random): 1... ");
        terminal.line("x");
        let (status, screen) = terminal.end();
        assert!(status.success());
        let told = "Black (random): 1 move, ";
        let told = &screen[screen.find(told).expect(&screen) + told.len()..];
        let seconds: f64 = told.split(' ').next().unwrap().parse().unwrap();
        assert!(seconds < 600.0, "{screen}");
    }
}

#[test]
fn a_game_that_ends_before_its_first_move_is_kept() {
    let folder = Folder::new();
    let mut terminal = Terminal::start(&folder, &["play", "--level", "easy"]);
    terminal.expect("White>");
    terminal.line_expect("resign", "really (yes or no)?");
    terminal.line_expect("yes", "Black wins: White resigns (0-1).");
    terminal.expect("The game was added to ");
    terminal.line("x");
    assert!(terminal.end().0.success());
    let games = folder.games();
    assert!(games.contains("[Result \"0-1\"]") && games.contains("White resigns"), "{games}");
    let read: Vec<_> = chess::pgn::Reader::new(games.as_bytes()).collect();
    assert_eq!(read.len(), 1);
    assert!(read.into_iter().all(|game| game.is_ok()));
}

/// What cannot be read is named, and hides no other game.
#[test]
fn a_broken_file_is_named() {
    let folder = Folder::new();
    let unfinished = folder.path().join("unfinished");
    std::fs::create_dir(&unfinished).unwrap();
    std::fs::write(unfinished.join("torn.pgn"), "[Event \"x\"]\n\n1. e4 e5 2. Ke8 *").unwrap();
    let terminal = Terminal::start(&folder, &["play", "--continue"]);
    let (status, screen) = terminal.end();
    assert_eq!(status.code(), Some(1));
    let told = unwrapped(&screen);
    assert!(told.contains("torn.pgn cannot be read: "), "{screen}");
    let mut terminal = Terminal::start(&folder, &["play", "--white", "human", "--black", "human"]);
    terminal.expect("White>");
    terminal.line_expect("d4", "1. d4");
    terminal.line("x");
    assert!(terminal.end().0.success());
    let mut terminal = Terminal::start(&folder, &["play", "--continue"]);
    terminal.expect("The game goes on: Player 1 - Player 2, 1 move");
    terminal.expect_that("the file's name", |screen| unwrapped(screen).contains("torn.pgn cannot"));
    terminal.line("x");
    assert!(terminal.end().0.success());
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
    terminal
        .line_expect("save /dev/null/x.pgn", "cannot be written to /dev/null/x.pgn: there is no");
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
        terminal.line_expect("resign", "really (yes or no)?");
        terminal.line_expect("yes", "The game was added to mine.pgn.");
        terminal.line("x");
        assert!(terminal.end().0.success());
    }
    let games = std::fs::read_to_string(folder.path().join("mine.pgn")).unwrap();
    assert_eq!(games.matches("1. e4 {").count(), 2, "{games}");
    assert_eq!(unwrapped(&games).matches("White wins: Black resigns").count(), 2, "{games}");
}

/// The warning does not go with the page that it was told on: the computer's
/// answer comes in the next moment.
#[test]
fn a_warning_stays_until_it_is_answered() {
    let folder = Folder::new();
    let order = Order {
        arguments: &["play", "--level", "easy"],
        environment: &[("PLYWISE_DATA", "/dev/null/plywise")],
        ..Order::default()
    };
    let mut terminal = Terminal::order(&folder, &order);
    terminal.expect("White>");
    terminal.line_expect("a3", "Black (easy): 1... ");
    let screen = terminal.expect("White>");
    assert!(screen.contains("Warning: the game cannot be saved ("), "{screen}");
    terminal.line_expect("h3", "Black (easy): 2... ");
    let screen = terminal.expect("White>");
    assert!(!screen.contains("Warning"), "told until it was answered: {screen}");
    terminal.line("x");
    let (_, screen) = terminal.end();
    assert!(screen.contains("Warning: the game is not kept: it cannot be saved ("), "{screen}");
    assert!(!screen.contains("goes on all the same"), "{screen}");
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

#[test]
fn a_finished_game_that_cannot_be_added_is_kept_whole() {
    let folder = Folder::new();
    let two_people = ["play", "--white", "human", "--black", "human", "--pgn", "/dev/full"];
    let mut terminal = Terminal::start(&folder, &two_people);
    terminal.expect("White>");
    for (mv, told) in [("f3", "1. f3"), ("e5", "1. f3 e5"), ("g4", "2. g4")] {
        terminal.line_expect(mv, told);
    }
    terminal.line_expect("Qh4", "The game is kept in ");
    terminal.expect("and added at the next start.");
    terminal.line("x");
    assert!(terminal.end().0.success());
    let unfinished = folder.path().join("unfinished");
    let files = std::fs::read_dir(unfinished).unwrap().map(|entry| entry.unwrap().path());
    let games: Vec<_> = files.filter(|path| path.extension().unwrap() == "pgn").collect();
    assert_eq!(games.len(), 1, "{games:?}");
    let game = std::fs::read_to_string(&games[0]).unwrap();
    assert!(game.contains("Qh4#") && game.trim_end().ends_with("0-1"), "{game}");
    // And the next run finds a place for it.
    let mut terminal = Terminal::start(&folder, &["play", "--level", "easy"]);
    terminal.expect("The finished game Player 1 - Player 2 of an earlier run was added to ");
    terminal.line("x");
    assert!(terminal.end().0.success());
    let filed = folder.games();
    assert!(filed.contains("2. g4 ") && filed.contains("Black wins by checkmate"), "{filed}");
    assert!(!filed.contains("WhitePlayer"), "{filed}");
    let mut terminal = Terminal::start(&folder, &["play", "--level", "easy"]);
    let screen = terminal.expect("White>");
    assert!(!screen.contains("earlier run"), "{screen}");
    terminal.line("x");
    assert!(terminal.end().0.success());
    assert_eq!(folder.games(), filed);
}

/// Nobody may be there to read a warning: the exit code says it too.
#[test]
fn a_game_between_computers_that_cannot_be_written_is_a_failure() {
    let folder = Folder::new();
    let mate = "7k/8/5K2/6Q1/8/8/8/8 w - - 0 1";
    let play = ["play", "--white", "level:10", "--black", "random", "--fen", mate, "--pgn"];
    let run = |target: &str, data: Option<&str>| {
        let mut command = command(&folder);
        command.args(play).arg(target).stdin(Stdio::null());
        command.envs(data.map(|data| ("PLYWISE_DATA", data)));
        let output = command.output().unwrap();
        let told = String::from_utf8(output.stdout).unwrap();
        assert!(!told.contains("save FILE"), "nobody can type it: {told}");
        (output.status.code(), String::from_utf8(output.stderr).unwrap())
    };
    assert_eq!(run("mine.pgn", None), (Some(0), String::new()));
    for data in [None, Some("/dev/null/plywise")] {
        let (code, said) = run("/dev/full", data);
        assert_eq!(code, Some(1), "{said}");
        let sentence = "plywise: the game cannot be written to /dev/full: ";
        assert!(said.starts_with(sentence) && said.lines().count() == 1, "{said}");
    }
    // Nor is a game that nobody can go on with left with a success.
    let mut command = command(&folder);
    command.args(["play", "--white", "human", "--black", "human"]);
    command.env("PLYWISE_DATA", "/dev/null/plywise").stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.spawn().unwrap();
    child.stdin.take().unwrap().write_all(b"e4\nx\n").unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("Warning: the game is not kept: it cannot be saved ("), "{text}");
}

/// A disk that is full in the middle of a game's text leaves the file as it was.
#[test]
fn half_a_game_is_never_added() {
    let folder = Folder::new();
    // The file may have 8 KiB, and nearly has.
    let before = format!("{{ {} }} 1. e4 *\n", "before ".repeat(1150));
    std::fs::write(folder.path().join("games.pgn"), &before).unwrap();
    let two_people = "play --white human --black human";
    let script = format!("trap '' XFSZ; ulimit -f 16; exec \"$0\" {two_people}");
    let command = command(&folder);
    let program = command.get_program();
    let mut child = std::process::Command::new("sh");
    child.args(["-c", &script]).arg(program).current_dir(folder.path());
    child.envs(command.get_envs().filter_map(|(name, value)| Some((name, value?))));
    let mut child = child.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(b"f3\ne5\ng4\nQh4\nx\n").unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success());
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("Warning: the game cannot be written to "), "{text}");
    assert!(text.contains("and added at the next start."), "{text}");
    assert_eq!(std::fs::read_to_string(folder.path().join("games.pgn")).unwrap(), before);
}

/// A game is played in one place.
#[test]
fn a_game_that_is_open_elsewhere_is_not_continued() {
    let folder = Folder::new();
    let two_people = ["play", "--white", "human", "--black", "human"];
    let mut first = Terminal::start(&folder, &two_people);
    first.expect("White>");
    first.line_expect("e4", "1. e4");
    first.line("x");
    assert!(first.end().0.success());
    // A menu that has seen the game on the shelf before somebody took it.
    let mut menu = Terminal::start(&folder, &[]);
    menu.expect("continue a saved game (1)");
    menu.line_expect("5", "which one (Enter: the first, x: none)?");
    menu.line_expect("back", "choose [1]:");
    menu.line_expect("5", "which one (Enter: the first, x: none)?");
    let mut first = Terminal::start(&folder, &["play", "--continue"]);
    first.expect("The game goes on: Player 1 - Player 2, 1 move");
    menu.line("1");
    let (status, screen) = menu.end();
    assert_eq!(status.code(), Some(1));
    assert!(unwrapped(&screen).contains("is open elsewhere"), "{screen}");
    let second = Terminal::start(&folder, &["play", "--continue"]);
    let (status, screen) = second.end();
    assert_eq!(status.code(), Some(1));
    assert!(
        screen.contains("the unfinished game is open elsewhere; plywise play begins another"),
        "{screen}"
    );
    first.line_expect("e5", "1. e4 e5");
    first.line("x");
    assert!(first.end().0.success());
}

#[test]
fn an_end_that_comes_again_is_written_once() {
    let folder = Folder::new();
    let two_people = ["play", "--white", "human", "--black", "human", "--pgn", "mine.pgn"];
    let mut terminal = Terminal::start(&folder, &two_people);
    terminal.expect("White>");
    for (mv, told) in [("f3", "1. f3"), ("e5", "1. f3 e5"), ("g4", "2. g4")] {
        terminal.line_expect(mv, told);
    }
    terminal.line_expect("Qh4", "The game was added to mine.pgn.");
    terminal.line_expect("undo", "1 move was taken back.");
    terminal.line_expect("redo", "Black wins by checkmate (0-1).");
    terminal.line_expect("undo", "1 move was taken back.");
    terminal.line_expect("Q h4", "Black wins by checkmate (0-1).");
    // Nor does a finished game become ours by being looked at.
    terminal.line_expect("load mine.pgn", "is loaded.");
    terminal.line("x");
    assert!(terminal.end().0.success());
    let games = std::fs::read_to_string(folder.path().join("mine.pgn")).unwrap();
    assert_eq!(games.matches("[Event ").count(), 1, "{games}");
    // Nor by the next start, which adds what was not added yet.
    let mut terminal = Terminal::start(&folder, &two_people);
    terminal.expect("White>");
    terminal.line("x");
    assert!(terminal.end().0.success());
    let games = std::fs::read_to_string(folder.path().join("mine.pgn")).unwrap();
    assert_eq!(games.matches("[Event ").count(), 1, "{games}");
}

/// Whoever does not wait for a saved game's engine keeps that game, and his own.
#[test]
fn leaving_while_a_saved_game_is_taken_up_harms_no_game() {
    let folder = Folder::new();
    let unfinished = folder.path().join("unfinished");
    std::fs::create_dir_all(&unfinished).unwrap();
    let saved = "[White \"human\"]\n[Black \"mute\"]\n[Result \"*\"]\n[WhitePlayer \"human\"]\n\
                 [BlackPlayer \"uci:/bin/sleep 1000\"]\n\n1. d4 d5 2. c4 *\n";
    std::fs::write(unfinished.join("other.pgn"), saved).unwrap();
    for moves in [&[][..], &["e4", "e5"]] {
        let two_people = ["play", "--white", "human", "--black", "human"];
        let mut terminal = Terminal::start(&folder, &two_people);
        terminal.expect("White>");
        for mv in moves {
            terminal.line_expect(mv, mv);
        }
        terminal.line_expect("load", "which one (Enter: the first, x: none)?");
        terminal.line_expect("", "is starting ... (Ctrl-C leaves)");
        terminal.press("\x03");
        assert!(terminal.end().0.success());
        assert_eq!(std::fs::read_to_string(unfinished.join("other.pgn")).unwrap(), saved);
    }
    let files = std::fs::read_dir(&unfinished).unwrap().map(|entry| entry.unwrap().path());
    let ours: Vec<String> = files
        .filter(|path| path.extension().is_some_and(|kind| kind == "pgn"))
        .map(|path| std::fs::read_to_string(path).unwrap())
        .filter(|text| text.contains("1. e4"))
        .collect();
    assert_eq!(ours.len(), 1, "the game on the board is kept as well");
}
