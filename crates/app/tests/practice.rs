//! Practice with kept games, and the coach while somebody explores.

#![allow(clippy::unwrap_used)] // a failed unwrap is a failed test

use std::sync::Arc;
use std::sync::mpsc::{self, Receiver};
use std::time::Duration;

use plywise_app::protocol::{Ask, Message, MoveMark, Place, Request, Tell};
use plywise_app::{Desk, House, MemoryStore};

/// Longer than anything here takes on a busy machine.
const PATIENCE: Duration = Duration::from_secs(120);

/// A trap that people fall into: White takes the pawn and is mated.
const GAME: &str = "[White \"me\"]\n[Black \"you\"]\n[BlackType \"program\"]\n[Result \"0-1\"]\n\n\
    1. e4 e5 2. Nf3 Nc6 3. Bc4 Nd4 4. Nxe5 Qg5 5. Nxf7 Qxg2 6. Rf1 Qxe4+ 7. Be2 Nf3# 0-1\n";

struct Page {
    desk: Desk,
    heard: Receiver<Message>,
    last: u32,
}

impl Page {
    fn open() -> Page {
        let house = House::open(Box::new(MemoryStore::default()), None, 2).unwrap();
        let (listener, heard) = mpsc::channel();
        Page { desk: Desk::new(Arc::new(house), listener), heard, last: 0 }
    }

    /// Asks, and waits for the answer; what tells of progress is left out.
    fn answer(&mut self, ask: Ask) -> Tell {
        self.last += 1;
        let request = Request { id: self.last, ask };
        self.desk.hear(&serde_json::to_string(&request).unwrap());
        loop {
            let message = self.heard.recv_timeout(PATIENCE).unwrap();
            let is_progress = matches!(message.tell, Tell::PracticeProgress { .. });
            if message.id == Some(self.last) && !is_progress {
                return message.tell;
            }
        }
    }

    fn try_it(&mut self, lesson: &str, text: Option<&str>, is_first: bool) -> Tell {
        let text = text.map(str::to_owned);
        self.answer(Ask::TryLesson { lesson: lesson.to_owned(), text, is_first })
    }
}

#[test]
fn mistakes_of_kept_games_are_practised() {
    let mut page = Page::open();
    let Tell::Practice(empty) = page.answer(Ask::Practice {}) else { panic!("practice") };
    assert_eq!((empty.all, empty.due, empty.unseen), (0, 0, 0));
    assert!(matches!(page.answer(Ask::NextLesson { motif: None }), Tell::Refused { .. }));
    page.answer(Ask::KeepPgn { text: GAME.to_owned() });
    let Tell::Practice(before) = page.answer(Ask::Practice {}) else { panic!("practice") };
    assert_eq!((before.all, before.unseen), (0, 1));
    let Tell::Practice(found) = page.answer(Ask::PreparePractice {}) else { panic!("practice") };
    assert!(found.all >= 1 && found.due == found.all, "{found:?}");
    assert_eq!(found.unseen, 0);
    assert_eq!(found.topics.iter().map(|topic| topic.all).sum::<u32>(), found.all);

    let Tell::Lesson(lesson) = page.answer(Ask::NextLesson { motif: None }) else {
        panic!("a lesson")
    };
    assert_eq!(lesson.board.fen.split(' ').nth(1), Some("w"), "the person played White");
    let key = &lesson.lesson;
    let Tell::Refused { sentence } = page.try_it(key, Some("e9"), true) else { panic!("refused") };
    assert!(sentence.starts_with("e9: "), "{sentence}");
    // What was wrong in the game is still wrong, and the reason is told.
    if let Some(played) = &lesson.played {
        let Tell::Attempt(wrong) = page.try_it(key, Some(played), true) else { panic!("a try") };
        assert!(!wrong.is_right && wrong.best.is_none() && !wrong.text.is_empty(), "{wrong:?}");
    }
    let Tell::Attempt(shown) = page.try_it(key, None, false) else { panic!("the solution") };
    let best = shown.best.unwrap().uci[0].clone();
    let Tell::Attempt(right) = page.try_it(key, Some(&best), false) else { panic!("a try") };
    assert!(right.is_right && right.best.is_some(), "{right:?}");
    // A wrong first try comes back later, not now.
    let Tell::Practice(after) = page.answer(Ask::Practice {}) else { panic!("practice") };
    assert_eq!(after.due, found.all - u32::from(lesson.played.is_some()));
    assert!(matches!(page.try_it("nothing", None, true), Tell::Refused { .. }));
}

#[test]
fn the_coach_looks_on_while_somebody_explores() {
    let mut page = Page::open();
    let place = |moves: &[&str]| Place {
        fen: None,
        moves: moves.iter().map(|&mv| mv.to_owned()).collect(),
    };
    let told = page.answer(Ask::Coach { place: place(&["f2f3", "e7e5", "g2g4"]) });
    let Tell::Coached(view) = told else { panic!("{told:?}") };
    assert_eq!(view.mark, Some(MoveMark::Blunder));
    assert!(view.claims[0].text.contains("allows mate in 1: Qh4#"), "{:?}", view.claims);
    assert!(view.around.iter().any(|claim| claim.role == "chance" && claim.kind == "mateIn1"));
    let told = page.answer(Ask::Coach { place: place(&["e2e4", "d7d5", "g1f3"]) });
    let Tell::Coached(view) = told else { panic!("{told:?}") };
    assert!(view.hanging.contains(&"e4".to_owned()), "{:?}", view.hanging);
    assert!(matches!(page.answer(Ask::Coach { place: place(&["0000"]) }), Tell::Refused { .. }));
}
