//! Many pages at once. How long they wait is measured by `examples/load`; here
//! each of them must get its answers, and nobody another's.

#![allow(clippy::unwrap_used)] // a failed unwrap is a failed test

use crate::page::{Page, between, server};
use app::protocol::{Ask, GameView};

/// Pages that play at once, and moves that each of them makes.
const PAGES: u32 = 40;
const MOVES: usize = 6;

/// A move that the board shows, another one for each number.
fn choose(game: &GameView, number: usize) -> String {
    let steps: Vec<String> = game
        .board
        .destinations
        .iter()
        .flat_map(|(from, squares)| squares.iter().map(move |to| format!("{from}{to}")))
        .collect();
    let step = &steps[number % steps.len()];
    let is_promotion = game.board.promotions.contains(step);
    if is_promotion { format!("{step}q") } else { step.clone() }
}

async fn play(mut page: Page, number: usize) -> (String, usize) {
    let mut game = page.game(Ask::NewGame(between("human", "level:2"))).await;
    for count in 0..MOVES {
        if game.end.is_some() {
            break;
        }
        let plies = game.moves.len();
        let text = choose(&game, number + 13 * count);
        let mine = page.game(Ask::Move { text: text.clone(), ply: Some(plies as u32) }).await;
        assert_eq!(mine.moves[plies].uci, text, "the own move, in the own game");
        game = match mine.end {
            Some(_) => mine,
            None => page.until(|game| game.moves.len() == plies + 2 || game.end.is_some()).await,
        };
        page.forget();
    }
    (game.game, game.moves.len())
}

#[tokio::test]
async fn many_pages_play_at_once() {
    let server = server();
    let mut games = Vec::new();
    for number in 0..PAGES {
        games.push(tokio::spawn(play(Page::open(&server).await, number as usize)));
    }
    let mut keys = std::collections::BTreeSet::new();
    for game in games {
        let (key, plies) = game.await.unwrap();
        assert!(plies >= MOVES, "a game of {plies} plies");
        keys.insert(key);
    }
    assert_eq!(keys.len(), PAGES as usize, "each page has a game of its own");
    server.close();
}
