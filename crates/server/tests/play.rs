//! Games over real sockets.

#![allow(clippy::unwrap_used)] // a failed unwrap is a failed test

use crate::page::{Page, between, from, play, server, timed};
use app::protocol::{Ask, ColorName, GameOrder, Tell};

#[tokio::test]
async fn a_game_is_won_against_a_level() {
    let server = server();
    let mut page = Page::open(&server).await;
    let order = from("k7/8/2K5/8/8/8/8/6RR w - - 0 1", "human", "level:1");
    let game = page.game(Ask::NewGame(order)).await;
    assert!(game.board.destinations["h1"].contains(&"h7".to_owned()));
    let game = page.game(play("Rg7")).await;
    assert_eq!(game.moves.len(), 1);
    let game = page.until(|game| game.moves.len() == 2).await;
    assert!(game.moves[1].by.as_deref() == Some("level:1"));
    // The king had b8 alone, or is still in the corner: the mate is the same.
    let game = page.game(play("h1h8")).await;
    let end = game.end.unwrap();
    assert_eq!((end.result.as_str(), end.winner), ("1-0", Some(ColorName::White)));
    assert!(end.reason.contains("mate"), "{}", end.reason);
    assert_eq!(end.statistics.len(), 1);
    assert!(game.board.destinations.is_empty());
    assert_eq!(page.refusal(play("h8h7")).await, "the game is over");
}

#[tokio::test]
async fn moves_are_refused_with_their_reason() {
    let server = server();
    let mut page = Page::open(&server).await;
    assert!(page.refusal(play("e4")).await.starts_with("there is no game here"));
    page.game(Ask::NewGame(between("human", "human"))).await;
    for (text, said) in [
        ("Bc4", "Bc4: "),
        ("f1c4", "f1c4: the bishop on f1 is blocked by the pawn on e2"),
        ("e2e5", "e2e5: "),
        ("", ": "),
        ("\u{1b}[2J", "\u{fffd}[2J: "),
        ("e7e5", "e7e5: "),
    ] {
        let sentence = page.refusal(play(text)).await;
        assert!(sentence.starts_with(said), "{text}: {sentence}");
    }
    page.game(Ask::Move { text: "e4".to_owned(), ply: Some(0) }).await;
    let stale = page.refusal(Ask::Move { text: "e5".to_owned(), ply: Some(0) }).await;
    assert_eq!(stale, "the game has moved on: 1 moves were played");
    let game = page.game(Ask::Move { text: "e7e5".to_owned(), ply: Some(1) }).await;
    assert_eq!(game.moves[1].san, "e5");
    assert_eq!(game.moves[1].words, "pawn e7 to e5");
    assert_eq!(game.board.opening.unwrap().eco, "C20");
}

#[tokio::test]
async fn promotion_castling_and_captures() {
    let server = server();
    let mut page = Page::open(&server).await;
    let order = from("3r4/4P1k1/8/8/8/8/8/4K2R w K - 0 1", "human", "human");
    let game = page.game(Ask::NewGame(order)).await;
    assert_eq!(game.board.promotions, ["e7e8", "e7d8"]);
    assert!(page.refusal(play("e7d8")).await.contains("becomes"));
    let game = page.game(play("e7d8n")).await;
    assert_eq!((game.moves[0].san.as_str(), game.taken.by_white.as_str()), ("exd8=N", "r"));
    page.game(Ask::TakeBack {}).await;
    assert_eq!(page.game(play("e1g1")).await.moves[0].san, "O-O");

    // Chess960: king takes rook.
    let number = GameOrder { chess960: Some(0.0), ..between("human", "human") };
    let game = page.game(Ask::NewGame(number)).await;
    assert_eq!((game.chess960, game.board.chess960), (Some(0), true));
    let order = from("4k3/8/8/8/8/8/8/5KR1 w G - 0 1", "human", "human");
    page.game(Ask::NewGame(order)).await;
    let game = page.game(play("f1g1")).await;
    assert_eq!((game.moves[0].san.as_str(), game.moves[0].uci.as_str()), ("O-O", "f1g1"));
    assert!(game.board.fen.starts_with("4k3/8/8/8/8/8/8/5RK1 b"), "{}", game.board.fen);
}

#[tokio::test]
async fn taking_back_and_playing_again() {
    let server = server();
    let mut page = Page::open(&server).await;
    page.game(Ask::NewGame(between("human", "level:2"))).await;
    page.game(play("e4")).await;
    page.until(|game| game.moves.len() == 2).await;
    let game = page.game(Ask::TakeBack {}).await;
    assert_eq!((game.moves.len(), game.undone), (0, 2));
    assert!(page.refusal(Ask::TakeBack {}).await.starts_with("there is no move of yours"));
    let game = page.game(Ask::Redo {}).await;
    assert_eq!((game.moves.len(), game.undone), (2, 0));
    assert_eq!(page.refusal(Ask::Redo {}).await, "there is nothing to play again");
    // A resignation is the first thing to be taken back.
    let game = page.game(Ask::Resign {}).await;
    assert_eq!(game.end.unwrap().reason, "Black wins: White resigns");
    let game = page.game(Ask::TakeBack {}).await;
    assert!(game.end.is_none() && game.moves.len() == 2);
}

#[tokio::test]
async fn draws_are_offered_and_claimed() {
    let server = server();
    let mut page = Page::open(&server).await;
    page.game(Ask::NewGame(between("human", "level:1"))).await;
    assert_eq!(page.refusal(Ask::OfferDraw {}).await, "your opponent does not want a draw");
    page.game(Ask::NewGame(between("human", "human"))).await;
    let claim = Ask::ClaimDraw { with: None };
    assert!(page.refusal(claim.clone()).await.starts_with("there is no draw to claim"));
    for text in ["Nf3", "Nf6", "Ng1", "Ng8", "Nf3", "Nf6", "Ng1"] {
        page.game(play(text)).await;
    }
    let game = page.game(Ask::ClaimDraw { with: Some("Ng8".to_owned()) }).await;
    assert_eq!(game.end.unwrap().result, "1/2-1/2");
    page.game(Ask::TakeBack {}).await;
    let game = page.game(play("Ng8")).await;
    assert_eq!(game.claims.len(), 1);
    assert_eq!(page.game(claim).await.end.unwrap().result, "1/2-1/2");
    page.game(Ask::Rematch { switch: true }).await;
    let game = page.game(Ask::OfferDraw {}).await;
    assert_eq!(game.end.unwrap().result, "1/2-1/2", "two people agree");
}

#[tokio::test]
async fn a_rematch_changes_sides_and_has_a_key_of_its_own() {
    let server = server();
    let mut page = Page::open(&server).await;
    let order = timed(between("human", "level:5"), 5.0, 3.0);
    let first = page.game(Ask::NewGame(order)).await;
    let second = page.game(Ask::Rematch { switch: true }).await;
    assert_ne!(first.game, second.game);
    assert_eq!((second.white.player.as_str(), second.black.player.as_str()), ("level:5", "human"));
    let clock = second.clock.unwrap();
    assert_eq!((clock.base, clock.increment), (300_000, 3_000));
    page.until(|game| game.moves.len() == 1).await;
}

#[tokio::test]
async fn clocks_fall_on_the_server() {
    let server = server();
    let mut page = Page::open(&server).await;
    let order = timed(between("human", "human"), 0.005, 0.0);
    let game = page.game(Ask::NewGame(order)).await;
    // Longer than there is time: before the first move nobody's runs.
    assert_eq!(game.clock.unwrap().running, None);
    tokio::time::sleep(std::time::Duration::from_millis(400)).await;
    let game = page.game(play("e4")).await;
    let clock = game.clock.unwrap();
    assert_eq!((clock.running, clock.white), (Some(ColorName::Black), 300));
    let game = page.until(|game| game.end.is_some()).await;
    assert_eq!(game.end.unwrap().reason, "White wins: Black is out of time");
    assert_eq!(game.clock.unwrap().black, 0);
}

#[tokio::test]
async fn computers_play_each_other_to_the_end_and_can_be_paused() {
    let server = server();
    let mut page = Page::open(&server).await;
    let order = from("8/8/8/8/8/5k2/6p1/6K1 b - - 0 1", "random", "level:2");
    page.game(Ask::NewGame(order)).await;
    let game = page.until(|game| game.end.is_some()).await;
    assert!(!game.moves.is_empty());
    assert_eq!(page.refusal(Ask::Resign {}).await, "the game is over");

    let slow = GameOrder { delay: Some(60.0), ..between("random", "random") };
    page.forget();
    page.game(Ask::NewGame(slow)).await;
    page.until(|game| game.moves.len() == 1).await;
    let game = page.game(Ask::Pause {}).await;
    assert!(game.paused && !game.thinking);
    page.game(Ask::GoOn {}).await;
    // The delay is a minute; this is not waited for.
    assert!(matches!(page.answer(Ask::MoveNow {}).await, Tell::Done {}));
    page.until(|game| game.moves.len() == 2).await;
    // A person takes over.
    let seat = Ask::Seat { color: ColorName::White, player: "human".to_owned() };
    let game = page.game(seat).await;
    assert!(game.white.human);
    let seat = Ask::Seat { color: ColorName::White, player: "uci:sh".to_owned() };
    assert!(page.refusal(seat).await.starts_with("other programs are not started"));
}

#[tokio::test]
async fn hints_thoughts_and_moving_at_once() {
    let server = server();
    let mut page = Page::open(&server).await;
    let order = from("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", "human", "champion");
    page.game(Ask::NewGame(order)).await;
    let Tell::Hint { uci, san, .. } = page.answer(Ask::Hint {}).await else { panic!("no hint") };
    assert_eq!((uci.as_str(), san.as_str()), ("a1a8", "Ra8#"));
    page.game(play("a1a2")).await;
    assert!(page.refusal(Ask::Hint {}).await.contains("when it is your move"));
    let thought = page.wait(|message| matches!(message.tell, Tell::Thought(_))).await;
    let Tell::Thought(thought) = thought.tell else { panic!("a thought") };
    assert!(thought.ply == 1 && !thought.line.san.is_empty());
    page.answer(Ask::MoveNow {}).await;
    page.until(|game| game.moves.len() == 2).await;
}

#[tokio::test]
async fn the_champion_begins_by_its_book() {
    let server = server();
    let mut page = Page::open(&server).await;
    // It would think for days.
    let order = between("champion:nodes=1000000000000", "human");
    page.game(Ask::NewGame(order)).await;
    page.until(|game| game.moves.len() == 1).await;
}

#[tokio::test]
async fn everybody_who_asks_for_a_hint_hears_of_it() {
    let server = server();
    let (mut one, mut two) = (Page::open(&server).await, Page::open(&server).await);
    let game = one.game(Ask::NewGame(between("human", "human"))).await;
    two.game(Ask::OpenGame { game: game.game }).await;
    let first = one.ask(Ask::Hint {}).await;
    let second = two.ask(Ask::Hint {}).await;
    one.wait(|message| message.id == Some(first)).await;
    two.wait(|message| message.id == Some(second)).await;
    // Who moves before the hint has come is told as much.
    let asked = one.ask(Ask::Hint {}).await;
    one.ask(play("e4")).await;
    one.wait(|message| message.id == Some(asked)).await;
}

#[tokio::test]
async fn a_game_that_is_over_is_not_played_on() {
    let server = server();
    let mut page = Page::open(&server).await;
    page.game(Ask::NewGame(between("human", "human"))).await;
    page.game(play("e4")).await;
    page.game(Ask::TakeBack {}).await;
    page.game(Ask::Resign {}).await;
    assert_eq!(page.refusal(Ask::Redo {}).await, "the game is over");
}

#[tokio::test]
async fn two_pages_see_one_game() {
    let server = server();
    let (mut one, mut two) = (Page::open(&server).await, Page::open(&server).await);
    let game = one.game(Ask::NewGame(between("human", "human"))).await;
    let open = Ask::OpenGame { game: game.game.clone() };
    assert_eq!(two.game(open).await.game, game.game);
    one.game(play("e4")).await;
    assert_eq!(two.until(|game| game.moves.len() == 1).await.moves[0].san, "e4");
    two.game(play("e5")).await;
    one.until(|game| game.moves.len() == 2).await;
    let unknown = Ask::OpenGame { game: "../etc/passwd".to_owned() };
    assert!(two.refusal(unknown).await.starts_with("there is no kept game '../etc/passwd'"));
}
