//! Where the lines of an engine wait to be read.

use std::collections::VecDeque;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// A line and when it came out of the pipe.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct TimedLine {
    pub(super) text: String,
    pub(super) at: Instant,
}

/// What a look into the mailbox finds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Received {
    Line(TimedLine),
    /// Nothing came in time.
    Nothing,
    /// Nothing will come any more.
    End,
}

/// A bounded queue that never makes its writer wait.
///
/// A plain bounded channel would make the reading thread wait when it is full,
/// and then the engine: one that ponders while we look elsewhere would stand
/// still, and lines would get their time stamps late. So when it is full the
/// oldest line that nobody depends on makes room, which is an `info` nearly
/// always.
#[derive(Debug, Default)]
pub(super) struct Mailbox {
    content: Mutex<Content>,
    news: Condvar,
}

#[derive(Debug, Default)]
struct Content {
    lines: VecDeque<TimedLine>,
    dropped: u64,
    has_ended: bool,
    /// Whether only what the driver waits for is worth waking it.
    is_quiet: bool,
    is_closed: bool,
}

impl Mailbox {
    /// How many lines wait at most: with [`super::lines::LONGEST_LINE`] each, 8 MiB.
    const CAPACITY: usize = 512;

    /// Puts a line in; `false` if nobody is going to read it.
    pub(super) fn put(&self, line: TimedLine) -> bool {
        let is_needed = is_needed(&line.text);
        let mut content = self.lock();
        if content.is_closed {
            return false;
        }
        if content.lines.len() < Mailbox::CAPACITY {
            content.lines.push_back(line);
        } else {
            content.dropped += 1;
            if let Some(index) = content.lines.iter().position(|line| !self::is_needed(&line.text))
            {
                content.lines.remove(index);
                content.lines.push_back(line);
            }
        }
        let is_half_full = content.lines.len() >= Mailbox::CAPACITY / 2;
        let is_news = !content.is_quiet || is_half_full || is_needed;
        drop(content);
        if is_news {
            self.news.notify_one();
        }
        true
    }

    /// Says that no more lines will come.
    pub(super) fn end(&self) {
        self.lock().has_ended = true;
        self.news.notify_one();
    }

    /// Says that no more lines will be read.
    pub(super) fn close(&self) {
        let mut content = self.lock();
        content.is_closed = true;
        content.lines.clear();
    }

    /// The next line, waiting for it at most so long.
    pub(super) fn receive(&self, patience: Duration) -> Received {
        self.next(patience, false)
    }

    /// The same for who has no use for an `info` before the answer to which it
    /// leads: an engine that talks much does not wake us with every word.
    pub(super) fn receive_answer(&self, patience: Duration) -> Received {
        self.next(patience, true)
    }

    fn next(&self, patience: Duration, is_quiet: bool) -> Received {
        let is_idle = |content: &mut Content| content.lines.is_empty() && !content.has_ended;
        let mut content = self.lock();
        content.is_quiet = is_quiet;
        let (mut content, _) = self
            .news
            .wait_timeout_while(content, patience, is_idle)
            .unwrap_or_else(PoisonError::into_inner);
        match content.lines.pop_front() {
            Some(line) => Received::Line(line),
            None if content.has_ended => Received::End,
            None => Received::Nothing,
        }
    }

    /// How many lines were dropped so far.
    pub(super) fn dropped(&self) -> u64 {
        self.lock().dropped
    }

    fn lock(&self) -> MutexGuard<'_, Content> {
        // Nothing is left half done here, whoever panics.
        self.content.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Whether a line is one that the driver waits for.
fn is_needed(line: &str) -> bool {
    let first = line.split_ascii_whitespace().next();
    matches!(first, Some("bestmove" | "readyok" | "uciok" | "option" | "id"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::thread;

    fn line(text: impl Into<String>) -> TimedLine {
        TimedLine { text: text.into(), at: Instant::now() }
    }

    fn texts(mailbox: &Mailbox) -> Vec<String> {
        std::iter::from_fn(|| match mailbox.receive(Duration::ZERO) {
            Received::Line(line) => Some(line.text),
            _ => None,
        })
        .collect()
    }

    #[test]
    fn lines_come_in_order_and_end() {
        let mailbox = Mailbox::default();
        assert_eq!(mailbox.receive(Duration::from_millis(1)), Received::Nothing);
        assert!(mailbox.put(line("a")) && mailbox.put(line("b")));
        mailbox.end();
        assert_eq!(texts(&mailbox), ["a", "b"]);
        assert_eq!(mailbox.receive(Duration::MAX), Received::End);
        mailbox.close();
        assert!(!mailbox.put(line("c")));
    }

    #[test]
    fn who_waits_for_an_answer_hears_all_that_came_before_it() {
        let mailbox = Mailbox::default();
        thread::scope(|scope| {
            let waits = scope.spawn(|| {
                let mut lines = Vec::new();
                while lines.last().is_none_or(|last| last != "bestmove e2e4") {
                    match mailbox.receive_answer(Duration::MAX) {
                        Received::Line(line) => lines.push(line.text),
                        other => panic!("{other:?}"),
                    }
                }
                lines
            });
            for number in 0..10 {
                mailbox.put(line(format!("info depth {number}")));
            }
            mailbox.put(line("bestmove e2e4"));
            assert_eq!(waits.join().map(|lines| lines.len()).ok(), Some(11));
        });
        // Nor does a flood without an answer leave it asleep until it is full.
        thread::scope(|scope| {
            let waits = scope.spawn(|| mailbox.receive_answer(Duration::MAX));
            for _ in 0..Mailbox::CAPACITY / 2 {
                mailbox.put(line("info string flood"));
            }
            assert!(matches!(waits.join().ok(), Some(Received::Line(_))));
        });
    }

    #[test]
    fn floods_drop_the_oldest_that_nobody_needs() {
        let mailbox = Mailbox::default();
        mailbox.put(line("bestmove e2e4"));
        for number in 0..10 * Mailbox::CAPACITY {
            mailbox.put(line(format!("info depth {number}")));
        }
        mailbox.put(line("readyok"));
        let texts = texts(&mailbox);
        assert_eq!(texts.len(), Mailbox::CAPACITY);
        assert_eq!(texts[0], "bestmove e2e4");
        assert_eq!(
            texts[Mailbox::CAPACITY - 2],
            format!("info depth {}", 10 * Mailbox::CAPACITY - 1)
        );
        assert_eq!(texts[Mailbox::CAPACITY - 1], "readyok");
        assert_eq!(mailbox.dropped(), 9 * Mailbox::CAPACITY as u64 + 2);
    }

    #[test]
    fn floods_of_what_is_needed_are_bounded_too() {
        let mailbox = Mailbox::default();
        for _ in 0..2 * Mailbox::CAPACITY {
            mailbox.put(line("readyok"));
        }
        assert_eq!(texts(&mailbox).len(), Mailbox::CAPACITY);
    }
}
