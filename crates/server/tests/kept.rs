//! Games that outlive sockets and servers.

#![allow(clippy::unwrap_used)] // a failed unwrap is a failed test

use crate::page::{Page, between, folder, get, play, server, server_at, timed};
use app::protocol::{Ask, KeptList, Tell};

async fn list(page: &mut Page, text: &str) -> KeptList {
    let ask = Ask::ListGames { text: text.to_owned(), offset: 0, limit: 50 };
    match page.answer(ask).await {
        Tell::Kept(list) => list,
        other => panic!("a list was expected, not {other:?}"),
    }
}

#[tokio::test]
async fn a_game_survives_its_server_with_its_clocks() {
    let folder = folder("survives");
    let first = server_at(Some(folder.clone()));
    let mut page = Page::open(&first).await;
    let order = timed(between("human", "level:2"), 5.0, 0.0);
    page.game(Ask::NewGame(order)).await;
    page.game(play("e4")).await;
    let before = page.until(|game| game.moves.len() == 2).await;
    // Dropped, not closed: as good as killed.
    drop(first);
    while page.next().await.is_some() {}

    let second = server_at(Some(folder.clone()));
    let mut page = Page::open(&second).await;
    let after = page.game(Ask::OpenGame { game: before.game.clone() }).await;
    assert_eq!(after.moves, before.moves);
    // What White used for the move that is being made may be a moment old; what
    // was used for moves that were made never comes back.
    let (old, new) = (before.clock.unwrap(), after.clock.unwrap());
    assert!(new.white <= after.moves[0].clock.unwrap(), "{old:?} {new:?}");
    assert_eq!(new.black, old.black);
    page.game(play("Nf3")).await;
    page.until(|game| game.moves.len() == 4).await;
    second.close();
    std::fs::remove_dir_all(folder).unwrap();
}

#[tokio::test]
async fn games_are_listed_searched_exported_and_deleted() {
    let server = server();
    let mut page = Page::open(&server).await;
    let game = page.game(Ask::NewGame(between("human", "level:9"))).await;
    assert_eq!(list(&mut page, "").await.total, 0, "from the first move on");
    page.game(play("e4")).await;
    page.game(Ask::NewGame(between("human", "human"))).await;
    for text in ["f3", "e5", "g4", "Qh4#"] {
        page.game(play(text)).await;
    }
    let all = list(&mut page, "").await;
    assert_eq!(all.total, 2);
    let mated = list(&mut page, "0-1").await;
    assert_eq!((mated.total, mated.games[0].plies), (1, 4));
    assert_eq!(list(&mut page, "level:9").await.games[0].game, game.game);
    assert_eq!(list(&mut page, "nobody at all").await.total, 0);

    let (status, text) =
        get(&server, &format!("/api/games/{}.pgn", mated.games[0].game), &[]).await;
    assert_eq!(status, 200);
    assert!(text.contains("content-disposition: attachment") && text.contains("Qh4#"), "{text}");
    let (status, text) = get(&server, "/api/games.pgn", &[]).await;
    assert!(status == 200 && text.matches("[Event ").count() == 2, "{text}");
    for path in ["/api/games/nobody.pgn", "/api/games/..%2f..%2fetc%2fpasswd", "/api/games/x"] {
        assert_eq!(get(&server, path, &[]).await.0, 404, "{path}");
    }

    let delete = Ask::DeleteGame { game: game.game.clone() };
    assert!(matches!(page.answer(delete.clone()).await, Tell::Deleted { .. }));
    assert!(page.refusal(delete).await.starts_with("there is no kept game"));
    assert_eq!(list(&mut page, "").await.total, 1);
    // The game at the board can be deleted too; it is closed and stays away.
    let key = mated.games[0].game.clone();
    page.answer(Ask::DeleteGame { game: key }).await;
    page.wait(|message| matches!(message.tell, Tell::Closed {})).await;
    assert!(page.refusal(play("e4")).await.starts_with("there is no game here"));
    assert_eq!(list(&mut page, "").await.total, 0);
}

#[tokio::test]
async fn a_page_that_comes_back_finds_its_game_at_rest() {
    let server = server();
    let mut page = Page::open(&server).await;
    let order = timed(between("human", "human"), 1.0, 0.0);
    let game = page.game(Ask::NewGame(order)).await;
    page.game(play("e4")).await;
    drop(page);
    let mut page = Page::open(&server).await;
    let again = page.game(Ask::OpenGame { game: game.game }).await;
    assert_eq!(again.moves.len(), 1);
    assert!(again.clock.unwrap().black <= 60_000);
    assert!(matches!(page.answer(Ask::CloseGame {}).await, Tell::Closed {}));
}
