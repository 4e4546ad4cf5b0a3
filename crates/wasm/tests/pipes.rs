//! The program as the page of a site runs it, here as a program of this computer.

#![allow(clippy::unwrap_used)] // a failed unwrap is a failed test

use std::collections::BTreeMap;
use std::io::{Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use serde_json::{Value, json};

/// The games that the page keeps for the program: key, head with date, whole.
type Games = BTreeMap<String, (Value, String)>;

/// The page's side of the two pipes.
struct Page {
    program: Child,
    to: ChildStdin,
    from: ChildStdout,
    games: Games,
}

impl Page {
    fn open(games: Games, words: &[&str]) -> Page {
        let mut program = Command::new(env!("CARGO_BIN_EXE_plywise-site"))
            .args(words)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let (to, from) = (program.stdin.take().unwrap(), program.stdout.take().unwrap());
        Page { program, to, from, games }
    }

    fn send(&mut self, kind: u8, number: u32, content: &[u8]) {
        self.to.write_all(&(content.len() as u32 + 5).to_le_bytes()).unwrap();
        self.to.write_all(&[kind]).unwrap();
        self.to.write_all(&number.to_le_bytes()).unwrap();
        self.to.write_all(content).unwrap();
    }

    fn ask(&mut self, page: u32, ask: &Value) {
        self.send(b'a', page, ask.to_string().as_bytes());
    }

    /// The next frame that is no question about kept games; those are answered.
    fn hear(&mut self) -> (u8, u32, Vec<u8>) {
        loop {
            let mut head = [0; 9];
            self.from.read_exact(&mut head).unwrap();
            let [a, b, c, d, kind, number @ ..] = head;
            let number = u32::from_le_bytes(number);
            let mut content = vec![0; u32::from_le_bytes([a, b, c, d]) as usize - 5];
            self.from.read_exact(&mut content).unwrap();
            if kind != b'k' {
                return (kind, number, content);
            }
            let question: Value = serde_json::from_slice(&content).unwrap();
            let ok = self.keep(&question);
            self.send(b'k', number, json!({ "ok": ok }).to_string().as_bytes());
        }
    }

    fn keep(&mut self, question: &Value) -> Value {
        let key = question["key"].as_str().unwrap_or_default();
        match question["type"].as_str().unwrap() {
            "save" => {
                let key = question["head"]["game"].as_str().unwrap().to_owned();
                let head = json!({ "head": question["head"], "date": question["date"] });
                let whole = question["whole"].as_str().unwrap().to_owned();
                self.games.insert(key, (head, whole));
                Value::Null
            }
            "load" => self.games.get(key).map_or(Value::Null, |(_, whole)| json!(whole)),
            "heads" => self.games.values().map(|(head, _)| head.clone()).collect(),
            "after" => {
                let later = self.games.iter().filter(|(game, _)| game.as_str() > key);
                later.map(|(game, (_, whole))| json!([game, whole])).collect()
            }
            other => panic!("{other} was not expected"),
        }
    }

    /// What a page is told next that satisfies this.
    fn told(&mut self, page: u32, is_it: impl Fn(&Value) -> bool) -> Value {
        loop {
            let (kind, number, content) = self.hear();
            if (kind, number) == (b't', page) {
                let told = serde_json::from_slice(&content).unwrap();
                if is_it(&told) {
                    return told;
                }
            }
        }
    }

    /// Its input ends, and with it the program.
    fn close(mut self) -> bool {
        drop(self.to);
        let mut rest = Vec::new();
        self.from.read_to_end(&mut rest).unwrap();
        self.program.wait().unwrap().success()
    }

    fn kill(mut self) -> Games {
        self.program.kill().unwrap();
        self.program.wait().unwrap();
        self.games
    }
}

fn plies(told: &Value) -> usize {
    told["moves"].as_array().map_or(0, Vec::len)
}

#[test]
fn a_game_goes_on_after_the_program_was_killed() {
    let mut page = Page::open(Games::new(), &["2", "the browser keeps nothing"]);
    page.send(b'o', 1, b"");
    let welcome = page.told(1, |told| told["type"] == "welcome");
    assert_eq!(welcome["warnings"], json!(["the browser keeps nothing"]));
    page.ask(1, &json!({ "id": 1, "type": "newGame", "white": "human", "black": "level:2" }));
    let game = page.told(1, |told| told["type"] == "game")["game"].as_str().unwrap().to_owned();
    assert!(page.games.contains_key(&game), "a game is kept before it is shown");
    page.ask(1, &json!({ "id": 2, "type": "move", "text": "e4" }));
    page.told(1, |told| told["type"] == "game" && plies(told) == 2);
    let games = page.kill();

    let mut page = Page::open(games, &["2"]);
    // Two pages of one browser see the same game.
    for number in [1, 2] {
        page.send(b'o', number, b"");
        page.told(number, |told| told["type"] == "welcome");
        page.ask(number, &json!({ "id": 1, "type": "openGame", "game": game }));
        page.told(number, |told| told["type"] == "game" && plies(told) == 2);
    }
    page.ask(1, &json!({ "id": 2, "type": "move", "text": "Nf3" }));
    page.told(2, |told| told["type"] == "game" && plies(told) == 4);
    page.send(b'c', 2, b"");
    page.ask(1, &json!({ "id": 3, "type": "listGames", "text": "", "offset": 0, "limit": 10 }));
    let list = page.told(1, |told| told["type"] == "kept");
    assert_eq!(list["total"], 1);
    for (number, key) in [(7, ""), (8, game.as_str())] {
        page.send(b'd', number, key.as_bytes());
        let (kind, answered, content) = page.hear();
        assert_eq!((kind, answered), (b'd', number));
        let text = String::from_utf8(content).unwrap();
        assert!(text.starts_with("{\"text\":") && text.contains("1. e4"), "{text}");
    }
    page.send(b'd', 9, b"gone");
    assert_eq!(page.hear(), (b'd', 9, b"\"missing\"".to_vec()));
    assert!(page.close(), "it ends in good order");
}

#[test]
fn what_is_no_request_or_no_network_is_said() {
    let mut page = Page::open(Games::new(), &["1"]);
    page.send(b'o', 1, b"");
    page.ask(1, &json!({ "id": 5, "type": "nonsense" }));
    let refused = page.told(1, |told| told["type"] == "refused");
    assert_eq!(refused["id"], 5);
    page.send(b'a', 1, b"\xff");
    page.told(1, |told| told["type"] == "refused");
    // A page that is not open is not answered, and nobody is hurt.
    page.ask(4, &json!({ "id": 1, "type": "ping" }));
    page.send(b'n', 0, b"not a network");
    let (kind, _, sentence) = page.hear();
    assert_eq!(kind, b'n');
    let sentence = String::from_utf8(sentence).unwrap();
    assert!(sentence.contains("network"), "{sentence}");
    page.ask(1, &json!({ "id": 6, "type": "ping" }));
    page.told(1, |told| told["type"] == "pong");
    assert!(page.close());
}

#[test]
fn a_frame_that_is_none_ends_it_with_a_sentence() {
    let mut program = Command::new(env!("CARGO_BIN_EXE_plywise-site"))
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    program.stdin.take().unwrap().write_all(&[9, 0, 0, 0, b'?', 0, 0, 0, 0]).unwrap();
    let output = program.wait_with_output().unwrap();
    assert!(!output.status.success());
    assert!(String::from_utf8(output.stderr).unwrap().contains("a frame of kind 63"));
}
