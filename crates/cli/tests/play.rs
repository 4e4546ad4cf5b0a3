//! Games in a real pseudo-terminal, as a person plays them.

#![cfg(unix)] // pseudo-terminals are
#![allow(clippy::unwrap_used)] // a failed unwrap is a failed test

use crate::terminal::{Folder, Terminal, command, unwrapped};
use rustix::process::Signal;

const TWO_PEOPLE: [&str; 5] = ["play", "--white", "human", "--black", "human"];
/// A player that thinks until it is told to stop.
const THINKER: &str = "alphabeta:depth=30";

/// Plays moves of two people, seeing each of them arrive.
#[track_caller]
fn play(terminal: &mut Terminal, moves: &str) {
    let mut seen = String::new();
    for (ply, mv) in moves.split(' ').enumerate() {
        let number = format!("{}. ", ply / 2 + 1);
        seen = if ply % 2 == 0 { format!("{number}{mv}") } else { format!("{seen} {mv}") };
        terminal.line_expect(mv, &seen);
    }
}

#[test]
fn two_people_play_a_whole_game_and_white_wins() {
    let folder = Folder::new();
    let mut terminal = Terminal::start(&folder, &TWO_PEOPLE);
    let screen = terminal.expect("White>");
    assert!(screen.contains("> White: human") && screen.contains("Black: human"), "{screen}");
    play(&mut terminal, "e4 e5 Bc4 Nc6 Qh5 Nf6");
    terminal.line_expect("Qxf7", "game over (1-0)>");
    let screen = terminal.expect("White wins by checkmate (1-0).");
    assert!(screen.contains("1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7#"), "{screen}");
    assert!(screen.contains("4 moves."), "{screen}");
    terminal.line_expect("e5", "e5: the game is over");
    terminal.line_expect("now", "The game is over.");
    terminal.line("x");
    let (status, _) = terminal.end();
    assert!(status.success());
    let games = folder.games();
    assert!(games.contains("[Result \"1-0\"]"), "{games}");
    assert!(games.contains("Qxf7#") && games.contains("White wins by checkmate"), "{games}");
    assert!(games.contains("[%emt "), "{games}");
}

/// Both colours win against a strong computer that has no choice.
#[test]
fn a_person_beats_the_computer_with_either_colour() {
    for (side, fen, first, reply, last, result, bottom) in [
        ("white", "7k/8/5K2/8/8/8/8/R7 w - - 0 1", "Kf7", "Kh7", "Rh1", "1-0", "1 "),
        ("black", "r7/8/8/8/8/5k2/8/7K b - - 0 1", "Kf2", "Kh2", "Rh8", "0-1", "8 "),
    ] {
        let folder = Folder::new();
        let arguments = ["play", "--level", "hard", "--side", side, "--fen", fen];
        let mut terminal = Terminal::start(&folder, &arguments);
        let own = if side == "white" { "White>" } else { "Black>" };
        terminal.expect(own);
        assert!(terminal.rows()[7].starts_with(bottom), "one's own side is below");
        terminal.line_expect(first, reply);
        terminal.expect(own);
        terminal.line_expect(last, &format!("game over ({result})>"));
        let screen = terminal.expect("wins by checkmate");
        assert!(screen.contains("(hard): 1 move, "), "{screen}");
        let told = unwrapped(&screen);
        assert!(told.contains("positions analysed a move, branching factor"), "{screen}");
        terminal.line("x");
        assert!(terminal.end().0.success());
        let games = folder.games();
        assert!(games.contains(&format!("[FEN \"{fen}\"]")), "{games}");
        assert!(games.contains("[%eval #"), "the computer saw the mate: {games}");
    }
}

#[test]
fn moves_are_taken_back_at_any_point() {
    let folder = Folder::new();
    let mut terminal = Terminal::start(&folder, &["play", "--level", "easy"]);
    terminal.expect("White>");
    terminal.line_expect("undo", "There is no move of yours to take back.");
    terminal.line_expect("redo", "There is nothing to play again.");
    terminal.line_expect("e4", "1. e4 ");
    terminal.expect("Black (easy): 1... ");
    terminal.line_expect("u", "2 moves were taken back.");
    terminal.line_expect("redo", "2 moves played again.");
    terminal.line_expect("undo 5", "2 moves were taken back.");
    // While the computer thinks.
    terminal.line_expect(&format!("level {THINKER}"), "Black is now alphabeta:depth=30.");
    terminal.line_expect("e4", "thinks: depth");
    terminal.line_expect("undo", "1 move was taken back.");
    // The same side may then be given to the computer.
    terminal.line_expect("switch", "White is now alphabeta:depth=30, Black is human.");
    terminal.expect("thinks: depth");
    terminal.line_expect("now", "Black>");
    terminal.line("x");
    assert!(terminal.end().0.success());
}

#[test]
fn a_mate_can_be_taken_back_too() {
    let folder = Folder::new();
    let mut terminal = Terminal::start(&folder, &TWO_PEOPLE);
    terminal.expect("White>");
    play(&mut terminal, "f3 e5 g4");
    terminal.line_expect("Qh4", "game over (0-1)>");
    terminal.line_expect("undo", "1 move was taken back.");
    terminal.line_expect("resign", "resign: really (yes or no)?");
    terminal.line_expect("no", "The game goes on.");
    terminal.line_expect("rs", "resign: really (yes or no)?");
    terminal.line_expect("yes", "White wins: Black resigns (1-0).");
    terminal.line_expect("undo 4", "3 moves were taken back.");
    terminal.line_expect("d4", "1. d4");
    terminal.line("x");
    let (status, _) = terminal.end();
    assert!(status.success());
    // Both ends were written; neither overwrote the other.
    let games = folder.games();
    assert_eq!(games.matches("[Event ").count(), 2, "{games}");
    assert!(
        games.contains("Black wins by checkmate") && games.contains("Black resigns"),
        "{games}"
    );
}

#[test]
fn promotion_is_asked_for() {
    let folder = Folder::new();
    let arguments = [&TWO_PEOPLE[..], &["--fen", "8/P6k/8/8/8/8/p6K/8 w - - 0 1"]].concat();
    let mut terminal = Terminal::start(&folder, &arguments);
    terminal.expect("White>");
    terminal.line_expect("a7a8", "queen (Enter), rook, bishop, knight, or cancel?");
    terminal.line_expect("k", "'k' is nothing a pawn becomes: q, r, b or n;");
    terminal.line_expect("cancel", "The pawn stays where it is.");
    terminal.line_expect("a8", "queen (Enter), rook, bishop, knight, or cancel?");
    terminal.line_expect("n", "1. a8=N");
    terminal.line_expect("a1", "queen (Enter), rook, bishop, knight, or cancel?");
    terminal.line_expect("", "1. a8=N a1=Q");
    terminal.line_expect("undo", "1 move was taken back.");
    terminal.line_expect("a2a1=R", "1. a8=N a1=R");
    terminal.line("x");
    assert!(terminal.end().0.success());
}

#[test]
fn draws_are_claimed_offered_and_refused() {
    let folder = Folder::new();
    let mut terminal = Terminal::start(&folder, &TWO_PEOPLE);
    terminal.expect("White>");
    terminal.line_expect("draw Nf3", "Nf3 brings no draw");
    terminal.line_expect("draw Nf5", "Nf5: no knight of yours can go to f5.");
    terminal.line_expect("draw", "White offers a draw. Black, do you accept (yes or no)?");
    terminal.line_expect("perhaps", "Please say yes or no.");
    terminal.line_expect("no", "Black plays on.");
    play(&mut terminal, "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1");
    // The third time of the starting position: with the move, before it is made.
    terminal.line_expect("draw Ng8", "Draw claimed by threefold repetition (1/2-1/2).");
    terminal.line_expect("undo", "The game goes on.");
    terminal.line_expect("Ng8", "4. Ng1 Ng8");
    terminal.line_expect("draw", "game over (1/2-1/2)>");
    terminal.line_expect("new", "A new game.");
    terminal.line_expect("draw", "do you accept (yes or no)?");
    terminal.line_expect("yes", "Draw by agreement (1/2-1/2).");
    terminal.line("x");
    assert!(terminal.end().0.success());
    let games = folder.games();
    assert_eq!(games.matches("draw claimed by threefold repetition").count(), 2, "{games}");
}

#[test]
fn a_computer_that_is_asked_too_early_wants_no_draw() {
    let folder = Folder::new();
    let mut terminal = Terminal::start(&folder, &["play", "--level", "1"]);
    terminal.expect("White>");
    terminal.line_expect("draw", "level:1 does not want a draw.");
    terminal.line("x");
    assert!(terminal.end().0.success());
}

/// What was analysed is told even if no move came of it.
#[test]
fn ctrl_c_during_the_first_thinking_tells_what_was_analysed() {
    let folder = Folder::new();
    let arguments = ["play", "--level", THINKER, "--side", "black"];
    let mut terminal = Terminal::start(&folder, &arguments);
    terminal.expect_that("a thought", |screen| {
        screen.contains("thinks: depth ") && !screen.contains("thinks: depth 0")
    });
    terminal.press("\x03");
    let (status, screen) = terminal.end();
    assert!(status.success());
    assert!(screen.contains("No move was played."), "{screen}");
    let told = unwrapped(&screen);
    let line = &told[told.find("White (alphabeta:depth=30): no move yet, ").unwrap()..];
    let number = line.split(' ').nth(5).unwrap().replace(',', "");
    assert!(number.parse::<u64>().unwrap() >= 20, "{line}");
    assert!(
        line.contains(" positions analysed in ") && line.contains("branching factor "),
        "{line}"
    );
}

#[test]
fn ctrl_c_while_the_computer_thinks_tells_the_statistics() {
    let folder = Folder::new();
    let mut terminal = Terminal::start(&folder, &["play", "--level", "easy"]);
    terminal.expect("White>");
    terminal.line_expect("Nc3", "Black (easy): 1... ");
    terminal.line_expect(&format!("level {THINKER}"), "Black is now");
    terminal.line_expect("Nf3", "thinks: depth");
    terminal.press("\x03");
    let (status, screen) = terminal.end();
    assert!(status.success());
    assert!(screen.contains("The game is not finished."), "{screen}");
    assert!(screen.contains("1. Nc3 ") && screen.contains("2. Nf3\n"), "{screen}");
    assert!(screen.contains("Black (easy): 1 move, "), "{screen}");
    assert!(screen.contains("plywise play --continue goes on with it."), "{screen}");
}

/// Signals end a game like Ctrl-C, whoever sends them.
#[test]
fn signals_end_a_game_in_good_order() {
    for signal in [Signal::INT, Signal::TERM, Signal::HUP] {
        let folder = Folder::new();
        let mut terminal = Terminal::start(&folder, &TWO_PEOPLE);
        terminal.expect("White>");
        play(&mut terminal, "e4");
        terminal.signal(signal);
        let (status, screen) = terminal.end();
        assert!(status.success());
        assert!(screen.contains("The game is not finished.\n\n1. e4\n"), "{screen}");
    }
}

#[test]
fn a_flag_falls_while_a_person_thinks() {
    let folder = Folder::new();
    // A second, and nobody types.
    let arguments = [&TWO_PEOPLE[..], &["--tc", "0.02+0"]].concat();
    let mut terminal = Terminal::start(&folder, &arguments);
    terminal.expect("Black wins: White is out of time (0-1).");
    terminal.line("x");
    assert!(terminal.end().0.success());
    // A king alone cannot mate: the same second, but a draw.
    let fen = "8/8/4k3/8/8/4K3/4R3/8 w - - 0 1";
    let arguments = [&TWO_PEOPLE[..], &["--tc", "0.02+0", "--fen", fen]].concat();
    let mut terminal = Terminal::start(&folder, &arguments);
    terminal.expect("Draw: White is out of time, but Black cannot mate (1/2-1/2).");
    terminal.line("x");
    assert!(terminal.end().0.success());
}

/// Nobody gains time by asking questions.
#[test]
fn the_clock_runs_on_in_every_dialog() {
    let folder = Folder::new();
    let arguments = [&TWO_PEOPLE[..], &["--tc", "10+0"]].concat();
    let mut terminal = Terminal::start(&folder, &arguments);
    terminal.expect("White 9:5");
    terminal.line("set-up");
    terminal.expect_that("a clock that runs", |screen| {
        (0..=57).any(|second| screen.contains(&format!("set-up (help) 9:{second:02}>")))
    });
    terminal.line_expect("cancel", "The set-up was left; the game goes on.");
    terminal.expect_that("the same clock", |screen| {
        (0..=57).any(|second| screen.contains(&format!("White 9:{second:02}>")))
    });
    terminal.line_expect("e4", "1. e4");
    terminal.line("x");
    assert!(terminal.end().0.success());
    // It may even fall.
    let arguments = [&TWO_PEOPLE[..], &["--tc", "0.1+0"]].concat();
    let mut terminal = Terminal::start(&folder, &arguments);
    terminal.expect("White 0:0");
    terminal.line("load");
    terminal.expect("Black wins: White is out of time (0-1).");
    terminal.line("x");
    assert!(terminal.end().0.success());
    // A computer's clock does not run for our questions.
    let arguments = ["play", "--level", THINKER, "--tc", "60+0"];
    let mut terminal = Terminal::start(&folder, &arguments);
    terminal.expect("White 59:5");
    terminal.line_expect("e4", "thinks: depth");
    terminal.line("set-up");
    terminal.expect("The computer's clock runs: leave this game when it is your move.");
    terminal.press("\x03");
    assert!(terminal.end().0.success());
}

#[test]
fn commands_answer() {
    let folder = Folder::new();
    let mut terminal = Terminal::start(&folder, &["play", "--level", "hard", "--eval", "simple"]);
    terminal.expect("White>");
    terminal.line_expect("help", "take back a move, or n");
    terminal.line_expect("help undo", "undo [n], in short u or back: take back a move, or n");
    terminal.line_expect("help set-up", "While you set up, your clock runs on;");
    terminal.line_expect("help e4", "'e4' is no command; help lists them.");
    terminal.line_expect("moves g1", "Nf3 (g1f3) Nh3 (g1h3)");
    terminal.line_expect("moves e3", "There is no piece on e3.");
    terminal.line_expect("moves e7", "The pawn on e7 is not yours.");
    terminal.line_expect("hint", "Hint: ");
    terminal.line_expect("eval", "simple");
    terminal.line_expect("eval phased", "phase: opening");
    terminal
        .line_expect("eval mood", "There is no evaluation 'mood'; the evaluations are material");
    terminal.line_expect("fen", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    terminal.line_expect("flip", "h  g  f  e  d  c  b  a");
    terminal.line_expect("level", "Players are human, ");
    terminal.line_expect("level 99", "There is no level 99: a number from 1 to 10.");
    terminal.line_expect("white nobody", "There is no player 'nobody'");
    terminal.line_expect("black uci:no-such-engine", "Cannot start 'no-such-engine': ");
    terminal.line_expect("history", "No move was played yet.");
    terminal.line_expect("save mine.pgn", "The game was added to mine.pgn.");
    terminal.line_expect("load nothing.pgn", "nothing.pgn cannot be read: ");
    terminal.line_expect("load mine.pgn 2", "mine.pgn holds no game number 2.");
    std::fs::write(folder.path().join("notes.txt"), "root:x:0:0\nshopping: milk, eggs\n").unwrap();
    terminal.line_expect("load notes.txt", "notes.txt holds no game that can be read: ");
    terminal.line_expect("load mine.pgn", "The game Player - ");
    terminal.line_expect("und", "There is no move of yours to take back.");
    terminal.line_expect("Bc4", "Bc4: the bishop on f1 is blocked by the pawn on e2.");
    terminal.line_expect("whatever", "whatever: a move looks like e2e4");
    terminal.line_expect("resig", "resig: a move looks like");
    terminal.line_expect("new", "A new game.");
    terminal.line_expect("p", "[White \"Player\"]");
    // A game that has begun is not dropped by one letter.
    terminal.line_expect("d 4", "1. d4 ");
    terminal.expect("Black (quiescence");
    terminal.line_expect("n", "a new game: really (yes or no)?");
    terminal.line_expect("no", "The game goes on.");
    terminal.line_expect("new", "a new game: really (yes or no)?");
    terminal.line_expect("yes", "The game before is kept: load goes on with it.");
    terminal.line("exit");
    assert!(terminal.end().0.success());
}

#[test]
fn wrong_use_is_told_in_one_sentence() {
    let folder = Folder::new();
    for (arguments, expected) in [
        (&["--white", "nobody"][..], "--white cannot be 'nobody': there is no player 'nobody'; "),
        (&["--level", "11"], "--level cannot be '11': there is no level 11: a number from 1 to"),
        (&["--side", "green"], "--side cannot be 'green': one of white, black, random"),
        (&["--depth", "0"], "--depth cannot be '0': a whole number from 1 to "),
        (&["--eval", "mood"], "--eval cannot be 'mood': the evaluations are "),
        (&["--tc", "soon"], "--tc cannot be 'soon': minutes and seconds a move, such as 5+3"),
        (&["--time", "-1"], "--time cannot be '-1': seconds from 0 to 3600"),
        (&["--fen", "x"], "--fen cannot be 'x': a FEN has 4 to 6 fields"),
        (
            &["--fen", "4k3/8/8/8/8/8/8/4RK2 b - - 0 1", "--first", "white"],
            "White cannot move first in this position: the side not to move is in check",
        ),
        (&["--continue", "--level", "3"], "--continue cannot be used together with --level"),
        (&["--pgn", "none/games.pgn"], "--pgn cannot be 'none/games.pgn': there is no folder none"),
        (&["--pgn", "."], "--pgn cannot be '.': that is a folder, not a file"),
    ] {
        let output = command(&folder).arg("play").args(arguments).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        let text = String::from_utf8(output.stderr).unwrap();
        assert_eq!(text.lines().count(), 1, "{text}");
        assert!(text.starts_with(&format!("plywise: {expected}")), "{arguments:?}: {text}");
    }
    let output = command(&folder).args(["play", "--continue"]).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    let text = String::from_utf8(output.stderr).unwrap();
    assert!(text.starts_with("plywise: there is no unfinished game to continue"), "{text}");
}

/// Some programs begin every text they write with a mark of its byte order.
#[test]
fn a_byte_order_mark_before_the_first_move_is_skipped() {
    let folder = Folder::new();
    std::fs::write(folder.path().join("moves"), "\u{feff}e4\ne5\nx\n").unwrap();
    let moves = std::fs::File::open(folder.path().join("moves")).unwrap();
    let output = command(&folder).args(TWO_PEOPLE).stdin(moves).output().unwrap();
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(said.contains("1. e4 e5"), "{said}");
}

/// The estimate follows the results, and the opponent follows the estimate.
#[test]
fn an_adaptive_opponent_is_as_strong_as_the_results_say() {
    let folder = Folder::new();
    let arguments = ["play", "--level", "adaptive", "--fen", "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1"];
    let rating = |screen: &str| -> u32 {
        let (_, after) = screen.split_once("champion:elo=").unwrap();
        after.split_whitespace().next().unwrap().parse().unwrap()
    };
    let mut ratings = Vec::new();
    for games in ["1 game", "2 games"] {
        let mut terminal = Terminal::start(&folder, &arguments);
        ratings.push(rating(&terminal.expect("White>")));
        let screen = terminal.line_expect("Ra8", "game over (1-0)>");
        let told = format!("By {games} against levels and ratings you play like 1");
        assert!(unwrapped(&screen).contains(&told), "{screen}");
        terminal.line("x");
        terminal.end();
    }
    // Of whom nothing is known is taken for somebody usual.
    assert!((1100..1300).contains(&ratings[0]) && ratings[1] > ratings[0] + 100, "{ratings:?}");
}
