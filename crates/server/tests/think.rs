//! Analysis, review, PGN and set-ups over real sockets.

#![allow(clippy::unwrap_used)] // a failed unwrap is a failed test

use crate::page::{Page, after, at, server};
use app::protocol::{Ask, MoveMark, ReviewOrder, Tell, Value};

fn analyse(place: app::protocol::Place, lines: u32) -> Ask {
    Ask::Analyse { place, lines, threads: None, hash: None, engine: None }
}

/// How many threads of this name this process has.
#[cfg(target_os = "linux")]
fn threads(name: &str) -> usize {
    let tasks = std::fs::read_dir("/proc/self/task").unwrap();
    let names =
        tasks.filter_map(|task| std::fs::read_to_string(task.ok()?.path().join("comm")).ok());
    names.filter(|found| found.trim() == name).count()
}

#[tokio::test]
async fn an_analysis_tells_its_lines_until_it_is_stopped() {
    let server = server();
    let mut page = Page::open(&server).await;
    let id = page.ask(analyse(after(&["e2e4"]), 3)).await;
    let begun = page.wait(|message| message.id == Some(id)).await;
    assert!(matches!(begun.tell, Tell::Analysing {}));
    let is_deep = |tell: &Tell| matches!(tell, Tell::Analysis(report) if report.lines.len() == 3 && report.depth >= 5);
    let told = page.wait(|message| message.id == Some(id) && is_deep(&message.tell)).await;
    let Tell::Analysis(report) = told.tell else { panic!("an analysis") };
    for line in &report.lines {
        assert_eq!(line.line.uci.len(), line.line.san.len());
        let wdl = line.wdl.unwrap();
        assert_eq!(wdl.white + wdl.draw + wdl.black, 1000);
        assert!((0.0..=100.0).contains(&line.win_percent));
    }
    assert!(!report.finished && report.nodes > 0 && report.nps > 0);
    // The next position takes its place; the old one says its last word.
    let next = page.ask(analyse(at("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1"), 1)).await;
    let is_mate = |tell: &Tell| {
        matches!(tell, Tell::Analysis(report)
            if report.lines.first().is_some_and(|line| line.value == Value::Mate(1)))
    };
    let told = page.wait(|message| message.id == Some(next) && is_mate(&message.tell)).await;
    let Tell::Analysis(report) = told.tell else { panic!("an analysis") };
    assert_eq!(report.lines[0].line.san, ["Ra8#"]);
    // A mate that is found ends the search by itself.
    let is_last = |tell: &Tell| matches!(tell, Tell::Analysis(report) if report.finished);
    if !report.finished {
        page.wait(|message| message.id == Some(next) && is_last(&message.tell)).await;
    }
    let endless = page.ask(analyse(after(&[]), 1)).await;
    page.wait(|message| message.id == Some(endless)).await;
    assert!(matches!(page.answer(Ask::StopAnalysis {}).await, Tell::Done {}));
    page.wait(|message| message.id == Some(endless) && is_last(&message.tell)).await;
    // Where the game is over there is nothing to say.
    let over = page.ask(analyse(at("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1"), 2)).await;
    page.wait(|message| message.id == Some(over) && is_last(&message.tell)).await;
    assert!(page.refusal(analyse(after(&["e2e5"]), 1)).await.starts_with("move 1, 'e2e5'"));
    server.close();
}

#[cfg(target_os = "linux")]
#[tokio::test]
async fn searches_end_when_their_socket_does() {
    let server = server();
    let mut page = Page::open(&server).await;
    let ask = Ask::LabRun(app::protocol::LabOrder {
        place: after(&[]),
        algorithm: "minimax".to_owned(),
        eval: "phased".to_owned(),
        depth: 6,
        nodes: None,
        pass: None,
    });
    page.ask(ask).await;
    page.wait(|message| matches!(message.tell, Tell::LabBegun { .. })).await;
    page.ask(analyse(after(&[]), 1)).await;
    // Both have something to say: they are on.
    page.wait(|message| matches!(message.tell, Tell::Analysis(_))).await;
    page.wait(|message| matches!(message.tell, Tell::LabProgress(_))).await;
    assert!(threads("searcher") >= 2);
    drop(page);
    for _ in 0..3000 {
        if threads("searcher") == 0 {
            return server.close();
        }
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    // Those of other tests in this program have long come to their ends.
    panic!("searches go on without anybody");
}

#[tokio::test]
async fn a_game_is_reviewed_move_by_move() {
    let server = server();
    let mut page = Page::open(&server).await;
    let place = after(&["f2f3", "e7e5", "g2g4", "d8h4"]);
    let id = page
        .ask(Ask::Review(ReviewOrder { place, nodes: Some(20_000), words: None, side: None }))
        .await;
    let done = page.wait(|message| matches!(message.tell, Tell::Review(_))).await;
    assert_eq!(done.id, Some(id));
    let Tell::Review(review) = done.tell else { panic!("a review") };
    let sans: Vec<&str> = review.moves.iter().map(|mv| mv.san.as_str()).collect();
    assert_eq!(sans, ["f3", "e5", "g4", "Qh4#"]);
    let blunder = &review.moves[2];
    assert_eq!(blunder.mark, Some(MoveMark::Blunder));
    assert_eq!(blunder.refutation.san, ["Qh4#"]);
    assert_eq!(blunder.value, Value::Mate(-1));
    assert!(!blunder.better.san.is_empty() && blunder.loss > 0.3);
    assert_eq!(review.moves[3].mark, None);
    assert_eq!(review.white.blunders, 1);
    assert!(review.black.accuracy.unwrap() > review.white.accuracy.unwrap());
    assert!(review.pgn.contains("$4"), "{}", review.pgn);
    for (place, nodes, said) in [
        (after(&[]), None, "there is no move to review"),
        (after(&["e2e4"]), Some(1), "nodes cannot be 1: a number from 1000"),
    ] {
        let sentence =
            page.refusal(Ask::Review(ReviewOrder { place, nodes, words: None, side: None })).await;
        assert!(sentence.starts_with(said), "{sentence}");
    }
}

#[tokio::test]
async fn positions_are_looked_at_and_set_up() {
    let server = server();
    let mut page = Page::open(&server).await;
    let look = Ask::Look { place: after(&["e2e4"]), play: Some("c5".to_owned()) };
    let Tell::Board { board, played, legal } = page.answer(look).await else { panic!("a board") };
    assert_eq!(board.opening.unwrap().eco, "B20");
    let played = played.unwrap();
    assert_eq!((played.uci.as_str(), played.words.as_str()), ("c7c5", "pawn c7 to c5"));
    assert_eq!((legal.uci.len(), legal.san.len()), (30, 30));
    let wrong = Ask::Look { place: after(&["e2e4"]), play: Some("e4".to_owned()) };
    assert!(page.refusal(wrong).await.starts_with("e4: "));

    let check = Ask::CheckSetup { fen: "8/8/8/8/8/8/8/4K3 w K - 0 1".to_owned() };
    let Tell::Setup { fen, faults, board, .. } = page.answer(check).await else {
        panic!("a set-up")
    };
    assert!(fen.is_some() && board.is_none());
    assert!(faults.iter().any(|fault| fault == "Black has no king"), "{faults:?}");
    let chess960 = Ask::Chess960 { number: Some(518.0) };
    let Tell::Setup { board, .. } = page.answer(chess960).await else { panic!("a set-up") };
    assert!(board.unwrap().fen.starts_with("rnbqkbnr/"));
}

#[tokio::test]
async fn pgn_goes_in_and_comes_out() {
    let server = server();
    let mut page = Page::open(&server).await;
    let text = "[White \"A\"]\n[Black \"B\"]\n\n1. e4 (1. d4 d5) 1... e5 { good } *\n".to_owned();
    let Tell::Pgn(read) = page.answer(Ask::ReadPgn { text, game: None }).await else {
        panic!("a game")
    };
    assert_eq!(read.game.nodes.len(), 4);
    let Tell::PgnText { text } = page.answer(Ask::WritePgn { game: read.game.clone() }).await
    else {
        panic!("a text")
    };
    let Tell::Pgn(again) = page.answer(Ask::ReadPgn { text, game: Some(0) }).await else {
        panic!("a game")
    };
    assert_eq!(again.game, read.game);
    let nothing = Ask::ReadPgn { text: String::new(), game: None };
    assert_eq!(page.refusal(nothing).await, "there is no game in this text");
}
