//! Games with engines of the command line and analysis by them: good ones, and such as die, hang or
//! say nonsense. Whatever they do, the page hears a sentence and can go on.
#![cfg(unix)] // the engines are small shell scripts
#![allow(clippy::unwrap_used)] // a failed unwrap is a failed test

use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver};
use std::time::{Duration, Instant};

use plywise_app::protocol::{
    AnalysisReport, Ask, GameOrder, GameView, Message, Place, Request, Tell, Value, Wdl,
};
use plywise_app::{Desk, Engines, House, MemoryStore};

/// Longer than anything here takes on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);
/// How long an engine may take to introduce itself.
const HANDSHAKE: Duration = Duration::from_secs(10);

/// A line that an engine says, and one for its second best.
const LINE: &str = "info depth 9 seldepth 12 multipv 1 score cp 31 wdl 300 500 200 nodes 1000 \
                    nps 5000 time 200 pv e2e4 e7e5 e2e4";
const SECOND: &str = "info depth 8 seldepth 11 multipv 2 score mate -3 nodes 1100 pv d2d4";

/// What scripts do on `uci`, on `go` and on `stop`.
struct Behaviour {
    greet: &'static str,
    go: String,
    stop: &'static str,
}

impl Default for Behaviour {
    fn default() -> Behaviour {
        Behaviour {
            greet: "echo 'id name Scripted 1.0'; \
                    echo 'option name MultiPV type spin default 1 min 1 max 2'; echo uciok",
            go: format!("echo '{LINE}'; echo '{SECOND}'"),
            stop: "echo 'bestmove e2e4'",
        }
    }
}

/// A page of a house with one engine, `engine:x`, that behaves like that.
struct Page {
    desk: Desk,
    heard: Receiver<Message>,
    last: u32,
}

impl Page {
    fn with(name: &str, behaviour: &Behaviour) -> Page {
        let Behaviour { greet, go, stop } = behaviour;
        let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("app-engines");
        std::fs::create_dir_all(&folder).unwrap();
        let file = folder.join(name);
        let script = format!(
            "#!/bin/sh\nwhile read -r word rest; do case $word in uci) {greet};; \
             isready) echo readyok;; go) {go};; stop) {stop};; quit) exit 0;; esac; done\n"
        );
        std::fs::write(&file, script).unwrap();
        std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o755)).unwrap();
        let mut engines = Engines::default();
        engines.add(&format!("x={}", file.display())).unwrap();
        let house = House::open(Box::new(MemoryStore::default()), None, 2).unwrap();
        let (listener, heard) = mpsc::channel();
        Page { desk: Desk::new(Arc::new(house.with_engines(engines)), listener), heard, last: 0 }
    }

    fn analyse(&mut self, engine: Option<&str>, moves: &[&str]) {
        self.last += 1;
        let place =
            Place { fen: None, moves: moves.iter().map(|text| (*text).to_owned()).collect() };
        let engine = engine.map(str::to_owned);
        let ask = Ask::Analyse { place, lines: 2, threads: Some(1), hash: Some(16), engine };
        self.desk.serve(Request { id: self.last, ask });
    }

    fn ask(&mut self, ask: Ask) {
        self.last += 1;
        self.desk.serve(Request { id: self.last, ask });
    }

    /// A game of a person, who begins with e4, against the engine.
    fn play(&mut self) {
        let order = GameOrder {
            white: "human".to_owned(),
            black: "engine:x".to_owned(),
            fen: None,
            chess960: None,
            clock: None,
            seconds: None,
            delay: None,
        };
        self.ask(Ask::NewGame(order));
        self.ask(Ask::Move { text: "e4".to_owned(), ply: None });
    }

    /// The game when it is like that, whoever changed it, and all that was remarked on the way.
    fn game(&self, is_it: impl Fn(&GameView) -> bool) -> (GameView, Vec<String>) {
        let mut remarks = Vec::new();
        loop {
            match self.heard.recv_timeout(PATIENCE).unwrap().tell {
                Tell::Game(game) => {
                    remarks.extend(game.remarks.iter().cloned());
                    if is_it(&game) {
                        return (*game, remarks);
                    }
                }
                Tell::Refused { sentence } => panic!("{sentence}"),
                _ => {}
            }
        }
    }

    /// The last order's first report with so many lines.
    fn lines(&self, count: usize) -> AnalysisReport {
        loop {
            match self.next() {
                Tell::Analysis(report) if report.lines.len() >= count => return *report,
                Tell::Refused { sentence } => panic!("{sentence}"),
                _ => {}
            }
        }
    }

    /// Why the last order is refused.
    fn refusal(&self) -> String {
        loop {
            if let Tell::Refused { sentence } = self.next() {
                return sentence;
            }
        }
    }

    fn next(&self) -> Tell {
        loop {
            let message = self.heard.recv_timeout(PATIENCE).unwrap();
            if message.id == Some(self.last) {
                return message.tell;
            }
        }
    }
}

#[test]
fn an_engine_of_the_command_line_analyses() {
    let mut page = Page::with("good", &Behaviour::default());
    page.analyse(Some("engine:x"), &[]);
    let report = page.lines(2);
    assert_eq!(report.engine.as_deref(), Some("Scripted 1.0"));
    assert_eq!((report.depth, report.seldepth, report.nodes), (8, 12, 1100));
    assert!(report.nps > 0);
    let [best, second] = &report.lines[..] else { panic!("{report:?}") };
    assert_eq!((best.value, second.value), (Value::Cp(31), Value::Mate(-3)));
    assert_eq!(best.wdl, Some(Wdl { white: 300, draw: 500, black: 200 }));
    assert_eq!(second.wdl, None, "it does not say");
    // As much of a line as can be played.
    assert_eq!(best.line.san, ["e4", "e5"]);
    assert!(best.win_percent > 50.0 && second.win_percent < 5.0);

    page.analyse(Some("engine:x"), &["e2e4"]);
    assert!(page.refusal().contains("'e2e4' is not legal"), "the script knows one position only");

    // Then the champion goes on.
    page.analyse(None, &["e2e4"]);
    assert_eq!(page.lines(2).engine, None);
}

#[test]
fn no_page_can_name_a_program() {
    let mut page = Page::with("named", &Behaviour::default());
    for name in ["engine:y", "uci:/bin/sh", "/bin/sh", "x", ""] {
        page.analyse(Some(name), &[]);
        let sentence = page.refusal();
        assert!(sentence.starts_with("there is no engine '"), "{name}: {sentence}");
    }
}

#[test]
fn an_engine_that_dies_is_told_and_may_be_tried_again() {
    let go = format!("echo '{LINE}'; exit 3");
    let mut page = Page::with("dies", &Behaviour { go, ..Behaviour::default() });
    for _ in 0..2 {
        page.analyse(Some("engine:x"), &[]);
        assert!(page.refusal().starts_with("the engine left (exit status: 3)"));
    }
    page.analyse(None, &[]);
    page.lines(1);
}

#[test]
fn an_engine_that_is_none_is_told() {
    let mut page = Page::with("none", &Behaviour { greet: "exit 1", ..Behaviour::default() });
    page.analyse(Some("engine:x"), &[]);
    assert!(page.refusal().starts_with("the engine left (exit status: 1)"));
}

#[test]
fn nonsense_is_told() {
    for (name, said, sentence) in [
        ("illegal", "info depth 3 score cp 5 pv e2e5", "'e2e5' is not legal"),
        ("no move", "info depth 3 score cp 5 pv hello", "'hello' is not legal"),
        ("garbage", "bestmove hello", "holds no move"),
        ("no word", "bestmove e2e4", "did not say what the position is worth"),
    ] {
        let go = format!("echo '{said}'");
        let mut page = Page::with(name, &Behaviour { go, ..Behaviour::default() });
        page.analyse(Some("engine:x"), &[]);
        let heard = page.refusal();
        assert!(heard.contains(sentence), "{name}: {heard}");
    }
}

#[test]
fn an_engine_that_says_nothing_is_given_up() {
    let stops = [("silent", "echo 'bestmove e2e4'"), ("silent and deaf", ":")];
    let mut pages = stops.map(|(name, stop)| {
        let go = "echo 'info string I think about it'".to_owned();
        Page::with(name, &Behaviour { go, stop, ..Behaviour::default() })
    });
    // Both at once: it takes as long as engines are waited for.
    pages.iter_mut().for_each(|page| page.analyse(Some("engine:x"), &[]));
    let [silent, deaf] = pages.map(|page| page.refusal());
    assert!(silent.contains("did not say what the position is worth"), "{silent}");
    assert!(deaf.contains("even when told to stop"), "{deaf}");
}

/// It hangs when nobody waits for its answer any more: whoever asks next hears of it.
#[test]
fn an_engine_that_does_not_stop_is_told_to_whoever_asks_next() {
    let mut page = Page::with("deaf", &Behaviour { stop: ":", ..Behaviour::default() });
    page.analyse(Some("engine:x"), &[]);
    page.lines(1);
    page.analyse(Some("engine:x"), &["e2e4"]);
    assert!(page.refusal().contains("even when told to stop"));
    page.analyse(None, &["e2e4"]);
    page.lines(1);
}

#[test]
fn nobody_waits_for_an_engine_that_is_not_wanted_any_more() {
    let mut page = Page::with("mute", &Behaviour { greet: ":", ..Behaviour::default() });
    let begun = Instant::now();
    page.analyse(Some("engine:x"), &[]);
    page.analyse(None, &[]);
    page.lines(1);
    assert!(begun.elapsed() < HANDSHAKE, "the engine was waited for");
}

/// It would think for ever if nobody said how long.
#[test]
fn an_engine_that_has_no_clock_plays_at_once_under_its_name() {
    let go = "case $rest in 'movetime 1000') echo 'bestmove e7e5';; esac".to_owned();
    let mut page = Page::with("plays", &Behaviour { go, stop: ":", ..Behaviour::default() });
    page.play();
    let (game, remarks) = page.game(|game| game.moves.len() == 2);
    assert!(remarks.is_empty(), "{remarks:?}");
    assert_eq!((game.moves[1].san.as_str(), game.moves[1].by.as_deref()), ("e5", Some("x")));
    assert_eq!((game.white.player.as_str(), game.black.player.as_str()), ("human", "engine:x"));
    // The next game is against the same engine.
    page.ask(Ask::Rematch { switch: true });
    let (game, _) = page.game(|game| game.moves.is_empty());
    assert_eq!((game.white.player.as_str(), game.black.player.as_str()), ("engine:x", "human"));
}

#[test]
fn an_engine_that_makes_illegal_moves_has_lost_by_that() {
    let go = "echo 'bestmove a1a8'".to_owned();
    let mut page = Page::with("a1a8", &Behaviour { go, ..Behaviour::default() });
    page.play();
    let (game, remarks) = page.game(|game| game.end.is_some());
    let end = game.end.unwrap();
    assert_eq!(
        (end.result.as_str(), end.reason.as_str()),
        ("1-0", "White wins: Black made an illegal move")
    );
    assert_eq!(remarks.len(), 2, "it may try once more: {remarks:?}");
    assert!(remarks.iter().all(|remark| remark.starts_with("x: ")), "{remarks:?}");
}
