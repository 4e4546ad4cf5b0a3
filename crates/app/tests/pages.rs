//! Pages without a transport: what they ask goes in as text, what they hear comes
//! out of a channel.

#![allow(clippy::unwrap_used)] // a failed unwrap is a failed test

use std::sync::Arc;
use std::sync::mpsc::{self, Receiver};
use std::time::Duration;

use plywise_app::protocol::{
    Ask, GameOrder, GameView, KeptList, Message, Place, Request, ReviewOrder, Tell,
};
use plywise_app::{Desk, House, Kept, ListOrder, MemoryStore, Store};

/// Longer than anything here takes on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

fn house() -> Arc<House> {
    house_with(MemoryStore::default())
}

fn house_with(store: impl Store + 'static) -> Arc<House> {
    Arc::new(House::open(Box::new(store), None, 2).unwrap())
}

struct Page {
    desk: Desk,
    heard: Receiver<Message>,
    last: u32,
}

impl Page {
    fn open(house: &Arc<House>) -> Page {
        let (listener, heard) = mpsc::channel();
        let page = Page { desk: Desk::new(Arc::clone(house), listener), heard, last: 0 };
        assert!(matches!(page.next().tell, Tell::Welcome(_)));
        page
    }

    fn next(&self) -> Message {
        self.heard.recv_timeout(PATIENCE).unwrap()
    }

    fn ask(&mut self, ask: Ask) -> u32 {
        self.last += 1;
        let request = Request { id: self.last, ask };
        self.desk.hear(&serde_json::to_string(&request).unwrap());
        self.last
    }

    /// Asks, and waits for the first answer.
    fn answer(&mut self, ask: Ask) -> Tell {
        let id = self.ask(ask);
        self.wait(|message| message.id == Some(id))
    }

    /// The next message that is wanted; others are forgotten.
    fn wait(&self, is_wanted: impl Fn(&Message) -> bool) -> Tell {
        loop {
            let message = self.next();
            if is_wanted(&message) {
                return message.tell;
            }
        }
    }

    fn game(&mut self, ask: Ask) -> GameView {
        match self.answer(ask) {
            Tell::Game(game) => *game,
            other => panic!("a game was expected, not {other:?}"),
        }
    }

    fn until(&self, plies: usize) -> GameView {
        let is_there = |tell: &Tell| matches!(tell, Tell::Game(game) if game.moves.len() >= plies);
        match self.wait(|message| is_there(&message.tell)) {
            Tell::Game(game) => *game,
            other => panic!("a game was expected, not {other:?}"),
        }
    }

    fn refusal(&mut self, ask: Ask) -> String {
        match self.answer(ask) {
            Tell::Refused { sentence } => sentence,
            other => panic!("a refusal was expected, not {other:?}"),
        }
    }
}

fn against(black: &str) -> Ask {
    Ask::NewGame(GameOrder {
        white: "human".to_owned(),
        black: black.to_owned(),
        ..GameOrder::default()
    })
}

fn play(text: &str) -> Ask {
    Ask::Move { text: text.to_owned(), ply: None }
}

fn after(moves: &[&str]) -> Place {
    Place { fen: None, moves: moves.iter().map(|text| (*text).to_owned()).collect() }
}

#[test]
fn a_game_is_played_kept_exported_and_gone_on_with() {
    let house = house();
    let mut page = Page::open(&house);
    let key = page.game(against("level:2")).game;
    page.game(play("e4"));
    let played = page.until(2);
    assert_eq!(played.moves[1].by.as_deref(), Some("level:2"));
    assert_eq!(house.open_games(), 1);
    drop(page);

    let mut page = Page::open(&house);
    let again = page.game(Ask::OpenGame { game: key.clone() });
    assert_eq!(again.moves, played.moves);
    let text = house.game_as_pgn(&key).unwrap().unwrap();
    assert!(text.contains("1. e4 ") && house.games_as_pgn().unwrap() == text, "{text}");
    assert_eq!(house.game_as_pgn("nobody"), Ok(None));

    let rematch = page.game(Ask::Rematch { switch: true });
    assert!(rematch.white.player == "level:2" && rematch.game != key);
    let deleted = page.answer(Ask::DeleteGame { game: key.clone() });
    assert_eq!(deleted, Tell::Deleted { game: key.clone() });
    assert!(page.refusal(Ask::OpenGame { game: key }).starts_with("there is no kept game"));
    house.close();
}

#[test]
fn two_pages_at_one_game_see_the_same_and_a_deleted_game_is_closed_for_both() {
    let house = house();
    let (mut one, mut two) = (Page::open(&house), Page::open(&house));
    let key = one.game(against("human")).game;
    two.game(Ask::OpenGame { game: key.clone() });
    one.game(play("e4"));
    assert_eq!(two.until(1).moves[0].san, "e4");
    two.answer(Ask::DeleteGame { game: key });
    for page in [&mut one, &mut two] {
        assert!(page.refusal(play("e5")).starts_with("there is no game here"));
    }
    assert_eq!(house.open_games(), 0);
    house.close();
}

#[test]
fn what_is_no_request_is_refused_with_its_number() {
    let house = house();
    let mut page = Page::open(&house);
    page.desk.hear(r#"{"id": 8, "type": "fly"}"#);
    let message = page.next();
    assert_eq!(message.id, Some(8));
    let Tell::Refused { sentence } = message.tell else { panic!("{message:?}") };
    assert!(sentence.starts_with("this is no request: "), "{sentence}");
    assert_eq!(page.answer(Ask::Ping {}), Tell::Pong {});
    house.close();
}

#[test]
fn analysis_and_review_are_told_and_end() {
    let house = house();
    let mut page = Page::open(&house);
    let place = after(&["f2f3", "e7e5", "g2g4"]);
    let ask =
        Ask::Analyse { place: place.clone(), lines: 1, threads: None, hash: Some(1), engine: None };
    let id = page.ask(ask);
    let is_mate = |tell: &Tell| {
        let best =
            |report: &plywise_app::protocol::AnalysisReport| report.lines[0].line.uci[0].clone();
        matches!(tell, Tell::Analysis(report) if !report.lines.is_empty() && best(report) == "d8h4")
    };
    page.wait(|message| message.id == Some(id) && is_mate(&message.tell));
    assert_eq!(page.answer(Ask::StopAnalysis {}), Tell::Done {});
    let id =
        page.ask(Ask::Review(ReviewOrder { place, nodes: Some(1000), words: None, side: None }));
    let told = page.wait(|message| {
        message.id == Some(id) && !matches!(message.tell, Tell::ReviewProgress { .. })
    });
    let Tell::Review(report) = told else { panic!("{told:?}") };
    assert_eq!((report.moves.len(), report.white.blunders), (3, 1));
    house.close();
}

/// A store that keeps nothing and says so.
struct Full;

impl Store for Full {
    fn save(&self, _: Kept) -> Result<(), String> {
        Err("the disk is full".to_owned())
    }

    fn load(&self, _: &str) -> Result<Option<String>, String> {
        Ok(None)
    }

    fn list(&self, _: ListOrder) -> Result<KeptList, String> {
        Err("the disk is gone".to_owned())
    }

    fn delete(&self, _: &str) -> Result<bool, String> {
        Ok(false)
    }

    fn after(&self, _: Option<&str>) -> Result<Vec<(String, String)>, String> {
        Ok(Vec::new())
    }

    fn replace_note(&self, _: &str, _: Option<&str>, _: String) -> Result<bool, String> {
        Err("the disk is full".to_owned())
    }
}

#[test]
fn a_game_that_cannot_be_kept_goes_on_and_the_page_is_told() {
    let house = house_with(Full);
    let mut page = Page::open(&house);
    page.game(against("human"));
    let game = page.game(play("e4"));
    assert_eq!(game.remarks, ["the disk is full; the game goes on all the same"]);
    assert_eq!(page.game(play("e5")).moves.len(), 2);
    let list = Ask::ListGames { text: String::new(), offset: 0, limit: 5 };
    assert_eq!(page.refusal(list), "the disk is gone");
    house.close();
}
