//! The review of the game in words.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, mpsc};
use std::thread;
use std::time::Duration;

use chess::{Color, Position};
use coach::{GameReview, GameSummary, MoveReview, ReviewOrder, words};
use engine::review::{Assessment, Mark};
use search::Signals;

use super::{Host, Next};
use crate::failure::Failure;
use crate::play::console::{Awaited, Happening};
use crate::play::sentence;

/// Nodes a position, as the page's usual effort.
const NODES: u64 = 200_000;
/// How often progress is shown.
const TICK: Duration = Duration::from_millis(100);
/// Plies of a line that are shown: enough to see the point.
const SHOWN_PLIES: usize = 8;

impl Host {
    /// Looks through the game and tells where it went wrong, and why.
    pub(super) fn review(&mut self) -> Result<Next, Failure> {
        let game = self.session.game.clone();
        if game.moves().is_empty() {
            self.say("No move was played yet.");
            return Ok(Next::Go);
        }
        if self.session.reason().is_none() && self.session.clocks.control().is_some() {
            self.say("Your clock runs: the review is for when the game is over.");
            return Ok(Next::Go);
        }
        let order = ReviewOrder::on_this_machine(NODES);
        let (stop, done) = (Arc::new(Signals::new()), Arc::new(AtomicUsize::new(0)));
        let (sender, finished) = mpsc::channel();
        let total = game.positions().len();
        let (signals, count) = (Arc::clone(&stop), Arc::clone(&done));
        thread::spawn(move || {
            let progress = |done: usize, _: &Position, _: &Assessment| {
                count.store(done, Ordering::Relaxed);
            };
            // Whoever no longer listens is ending the program.
            let _ = sender.send(coach::review(&game, &order, &signals, &progress));
        });
        if !self.console.has_live_prompt() {
            self.console.say(&format!("Looking at {total} positions ..."))?;
        }
        loop {
            if self.console.has_live_prompt() {
                let done = done.load(Ordering::Relaxed);
                self.console.set_prompt(&format!("position {done} of {total}; Enter stops "))?;
            }
            match finished.try_recv() {
                Ok(Ok(review)) => {
                    let student = self.session.computer().map(|computer| !computer);
                    self.say(text(&review, student));
                    return Ok(Next::Go);
                }
                Ok(Err(error)) => {
                    self.say(sentence(&error.to_string()));
                    return Ok(Next::Go);
                }
                Err(mpsc::TryRecvError::Disconnected) => {
                    self.say("The review failed.");
                    return Ok(Next::Go);
                }
                Err(mpsc::TryRecvError::Empty) => {}
            }
            match self.console.wait_for(Awaited::Player, TICK)? {
                Happening::Closed if self.console.has_live_prompt() => {
                    stop.stop();
                    return Ok(Next::Leave);
                }
                Happening::Interrupted => {
                    stop.stop();
                    return Ok(Next::Leave);
                }
                Happening::Line(_) => stop.stop(),
                // Whoever pipes a game in waits for what was asked for.
                Happening::Closed => thread::sleep(TICK),
                Happening::Redraw => self.show_board()?,
                Happening::Decided(_) | Happening::Timeout => {}
            }
        }
    }
}

/// The review as it is told.
fn text(review: &GameReview, student: Option<Color>) -> String {
    let mut lines: Vec<String> =
        Color::ALL.into_iter().map(|side| accuracy(review, side)).collect();
    let told = review.moves.iter().filter(|one| one.judgement.mark.is_some() || one.said.is_some());
    for one in told {
        lines.push(String::new());
        lines.extend(told_move(one));
    }
    lines.push(String::new());
    lines.extend(words::of_game(review, &GameSummary::of(review, student)));
    lines.join("\n")
}

/// How accurately a side played, in all and in the parts of the game.
fn accuracy(review: &GameReview, side: Color) -> String {
    let percent = |accuracy: Option<f64>| {
        accuracy.map_or_else(|| "–".to_owned(), |accuracy| format!("{accuracy:.0} %"))
    };
    let [opening, middle_game, ending] = review.phases[side.index()].map(percent);
    format!(
        "{side}: accuracy {} (opening {opening}, middle game {middle_game}, ending {ending}).",
        percent(review.accuracy[side.index()])
    )
}

/// A move with what is said about it, and the line that shows it.
fn told_move(one: &MoveReview) -> Vec<String> {
    let mark = one.judgement.mark.map_or("!", Mark::symbol);
    let name = words::numbered(&one.position, one.mv);
    let Some(said) = &one.said else {
        return vec![format!("{name}{mark}")];
    };
    let summary = words::summary(said)
        .unwrap_or_else(|| format!("{:.0} % of the chances.", one.judgement.loss_percent()));
    let mut lines = vec![format!("{name}{mark}  {summary}")];
    if let Some(claim) = said.claims.first() {
        let line = &claim.line[..claim.line.len().min(SHOWN_PLIES)];
        lines.push(format!("    {}", words::san_line(&claim.from, line).join(" ")));
    }
    lines
}
