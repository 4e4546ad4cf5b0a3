//! A conversation with a chess program.
//!
//! The thread that reads commands neither searches nor counts, so that `isready`,
//! `stop` and `quit` are answered at any time. Such work has a thread of its own,
//! which owns the champion meanwhile and hands it back at its end: nobody can
//! resize the table under a running search, because nobody else has it. Searches
//! of a few milliseconds are the exception: on a busy machine it takes longer
//! than that until another thread runs, and that costs games.

use std::io::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use chess::{Game, Move};
use engine::{Champion, Evaluation, Question};
use search::{Clock, Limits, Signals};
use uci::{Command, GoLimits, Reply};

use crate::options::SessionOptions;
use crate::output::Output;
use crate::reporter::Reporter;
use crate::worker::Worker;

/// What to do after a command.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AfterCommand {
    /// Read on.
    Listen,
    /// It is over.
    Quit,
}

/// The engine's side of a conversation.
pub struct Session<W> {
    pub(crate) output: Output<W>,
    pub(crate) options: SessionOptions,
    pub(crate) game: Game,
    pub(crate) state: State,
    /// Who searches, from the first search on.
    worker: Option<Worker<Option<Box<Champion>>>>,
    /// What was asked for during a search and has to wait for its end.
    waiting: Vec<Waiting>,
}

pub(crate) enum State {
    Idle(Box<Champion>),
    Searching(RunningSearch),
    /// Between the two, and after a search that died.
    Lost,
}

/// A search, or other work that takes a while.
pub(crate) struct RunningSearch {
    signals: Arc<Signals>,
    /// Raised right before the end of the answer is said. A program that hears
    /// it may go on at once, sooner than the work ends.
    has_answered: Arc<AtomicBool>,
    /// What it judges with, for whoever asks meanwhile.
    pub(crate) evaluation: Evaluation,
}

/// Where work is done.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum WorkPlace {
    /// On the thread that reads commands, which hears nothing meanwhile.
    Here,
    /// On a thread of its own.
    Apart,
}

/// What the thread of a search has in addition to the champion.
pub(crate) struct Post<W> {
    pub(crate) output: Output<W>,
    pub(crate) signals: Arc<Signals>,
    has_answered: Arc<AtomicBool>,
}

impl<W: Write> Post<W> {
    /// Says the last lines of the answer.
    pub(crate) fn answer(&self, text: &str) {
        self.has_answered.store(true, Ordering::Release);
        self.output.write(text);
    }

    fn best_move(&self, reply: &Reply) {
        self.answer(&format!("{reply}\n"));
    }
}

enum Waiting {
    Set { name: String, value: Option<String> },
    NewGame,
}

impl<W: Write + Send + 'static> Session<W> {
    /// Ready to listen; fails only if there is no memory for a small table.
    pub fn new(output: W) -> Result<Session<W>, String> {
        Ok(Session {
            output: Output::new(output),
            options: SessionOptions::default(),
            game: Game::default(),
            state: State::Idle(Box::new(SessionOptions::champion()?)),
            worker: None,
            waiting: Vec::new(),
        })
    }

    /// Does what a line says.
    pub fn hear(&mut self, line: &str) -> AfterCommand {
        let begun = Instant::now();
        let parsed = Command::parse(line);
        // A limit that cannot be read was meant to end the search.
        let lost_limit = parsed.lacks_a_number;
        for note in parsed.notes {
            self.output.remark(note.to_string());
        }
        self.collect_finished();
        match parsed.value {
            None | Some(Command::Debug(_) | Command::Register(_)) => {}
            Some(Command::Uci) => self.introduce(),
            Some(Command::IsReady) => self.output.say(&Reply::ReadyOk),
            Some(Command::SetOption { name, value }) => {
                self.now_or_later(Waiting::Set { name, value });
            }
            Some(Command::UciNewGame) => self.now_or_later(Waiting::NewGame),
            Some(Command::Position(text)) => match text.game() {
                Ok(game) => self.game = game,
                Err(reason) => self.output.remark(format!("position kept: {reason}")),
            },
            Some(Command::Go(limits)) => self.go(limits, lost_limit, begun),
            Some(Command::Stop) => self.stop(),
            Some(Command::PonderHit) => {
                if let State::Searching(search) = &self.state {
                    search.signals.ponder_hit();
                }
            }
            Some(Command::Quit) => return AfterCommand::Quit,
            Some(Command::Bench(words)) => self.bench(&words),
            Some(Command::Eval) => self.explain(),
            Some(Command::Show) => self.show(),
            Some(Command::Flip) => self.flip(),
            Some(Command::ExportNet(file)) => self.export_network(&file),
            Some(Command::Compiler) => self.tell_compiler(),
            Some(Command::Help) => self.help(),
        }
        if self.output.is_closed() { AfterCommand::Quit } else { AfterCommand::Listen }
    }

    /// Ends what is going on.
    pub fn quit(&mut self) {
        self.finish_search();
    }

    fn introduce(&self) {
        self.output.say(&Reply::IdName(format!("Plywise {}", env!("CARGO_PKG_VERSION"))));
        self.output.say(&Reply::IdAuthor("the Plywise founders".to_owned()));
        for option in SessionOptions::declarations() {
            self.output.say(&Reply::Option(option));
        }
        self.output.say(&Reply::UciOk);
    }

    fn now_or_later(&mut self, what: Waiting) {
        if let State::Searching(..) = self.state {
            self.output.remark("a search is running: done when it ends");
            self.waiting.push(what);
        } else {
            self.perform(what);
        }
    }

    fn perform(&mut self, what: Waiting) {
        let State::Idle(champion) = &mut self.state else { return };
        match what {
            // The position is set by `position`, before or after this.
            Waiting::NewGame => champion.clear(),
            Waiting::Set { name, value } => {
                if let Err(reason) = self.options.set(champion, &name, value.as_deref()) {
                    self.output.remark(reason);
                }
            }
        }
    }

    fn stop(&self) {
        if let State::Searching(search) = &self.state {
            search.signals.stop();
        }
    }

    /// Takes the champion back if its search has ended by itself.
    fn collect_finished(&mut self) {
        if let State::Searching(search) = &self.state
            && search.has_answered.load(Ordering::Acquire)
        {
            self.finish_search();
        }
    }

    /// Stops a search and waits until it has answered.
    pub(crate) fn finish_search(&mut self) {
        self.stop();
        let state = std::mem::replace(&mut self.state, State::Lost);
        self.state = match state {
            State::Searching(_) => match self.worker.as_ref().and_then(Worker::result).flatten() {
                Some(champion) => State::Idle(champion),
                None => State::Lost,
            },
            other => other,
        };
        self.replace_lost();
        for what in std::mem::take(&mut self.waiting) {
            self.perform(what);
        }
    }

    /// After a search that died and took the champion along: a fault of ours, but no
    /// reason to leave the game.
    fn replace_lost(&mut self) {
        if let State::Lost = self.state {
            self.output.remark("the search failed; starting over with the options' first values");
            if let Ok(champion) = SessionOptions::champion() {
                self.options = SessionOptions::default();
                self.state = State::Idle(Box::new(champion));
            }
        }
    }

    fn go(&mut self, asked: GoLimits, lost_limit: bool, begun: Instant) {
        // A second `go` ends the first, which answers before this one begins.
        self.finish_search();
        if let Some(depth) = asked.perft {
            return self.perft(depth);
        }
        let position = *self.game.position();
        let manner = self.options.manner(&position);
        let wants_nothing = asked.searchmoves.as_ref().is_some_and(Vec::is_empty);
        let search_moves = self.search_moves(asked.searchmoves.as_deref().unwrap_or_default());
        let limits = self.limits(&asked, lost_limit, search_moves);
        if let Some(mv) = self.book_move(&asked, &limits) {
            return self.output.say(&manner.best_move(&position, Some(mv), None));
        }
        let any_move = limits.search_moves.first().or(position.legal_moves().first()).copied();
        let any_move = any_move.filter(|_| !wants_nothing);
        let otherwise = format!("{}\n", manner.best_move(&position, any_move, None));
        let signals = if asked.ponder { Signals::pondering() } else { Signals::new() };
        let game = self.game.clone();
        let place = match &self.state {
            State::Idle(champion)
                if !asked.ponder && champion.is_brief(&limits, position.turn()) =>
            {
                WorkPlace::Here
            }
            _ => WorkPlace::Apart,
        };
        self.employ(place, signals, &otherwise, move |champion, post| {
            if wants_nothing || !position.has_legal_move() {
                post.output.say(&manner.nothing(&position));
                post.signals.wait(limits.infinite);
                return post.best_move(&manner.best_move(&position, None, None));
            }
            let mut reporter = Reporter::new(&post.output, manner, &post.signals, limits.multi_pv);
            let question = Question { game: &game, limits: &limits, signals: &post.signals, begun };
            let found = champion.search(&question, &mut |event| reporter.report(&position, event));
            post.best_move(&manner.best_move(&position, found.best, found.ponder));
        });
    }

    /// Lends the champion to who does the work, and gets it back when that is done.
    /// If the work fails `otherwise` is the answer: whoever asked waits for one.
    pub(crate) fn employ(
        &mut self,
        place: WorkPlace,
        signals: Signals,
        otherwise: &str,
        work: impl FnOnce(&mut Champion, &Post<W>) + Send + 'static,
    ) {
        if self.worker.is_none() && place == WorkPlace::Apart {
            match Worker::start("search", STACK) {
                Ok(worker) => self.worker = Some(worker),
                Err(error) => {
                    self.output.remark(format!("cannot start the search: {error}"));
                    return self.output.write(otherwise);
                }
            }
        }
        let State::Idle(mut champion) = std::mem::replace(&mut self.state, State::Lost) else {
            self.output.remark("there is no memory to search with");
            return self.output.write(otherwise);
        };
        let evaluation = champion.evaluation().clone();
        let (signals, has_answered) = (Arc::new(signals), Arc::new(AtomicBool::new(false)));
        let post = Post {
            output: self.output.clone(),
            signals: Arc::clone(&signals),
            has_answered: Arc::clone(&has_answered),
        };
        let excuse = otherwise.to_owned();
        let order = move || {
            let outcome = catch_unwind(AssertUnwindSafe(|| work(&mut champion, &post)));
            if outcome.is_err() && !post.has_answered.load(Ordering::Acquire) {
                post.answer(&excuse);
            }
            // Work that had nothing to say is done as well.
            post.has_answered.store(true, Ordering::Release);
            // After a panic nobody knows what it thinks.
            outcome.is_ok().then_some(champion)
        };
        self.state = State::Searching(RunningSearch { signals, has_answered, evaluation });
        match (&self.worker, place) {
            (Some(worker), WorkPlace::Apart) => worker.order(order),
            _ => {
                self.state = order().map_or(State::Lost, State::Idle);
                self.replace_lost();
            }
        }
    }

    /// A move by the book, to whatever depth or time: programs play games that
    /// way, too. Not where somebody wants to know what a search says.
    fn book_move(&self, asked: &GoLimits, limits: &Limits) -> Option<Move> {
        let is_question = limits.infinite || limits.mate.is_some() || limits.multi_pv > 1;
        let is_game = !is_question && !asked.ponder && asked.searchmoves.is_none();
        self.options.book_move(self.game.position(), crate::seed()).filter(|_| is_game)
    }

    /// The moves to look at, in our words; what is no legal move is left out
    /// with a remark.
    fn search_moves(&self, texts: &[String]) -> Vec<Move> {
        let mut moves = Vec::new();
        for text in texts {
            match self.game.position().parse_uci(text) {
                Ok(mv) => moves.push(mv),
                Err(reason) => {
                    self.output.remark(format!("searchmoves, '{}': {reason}", chess::quote(text)));
                }
            }
        }
        moves
    }

    fn limits(&self, asked: &GoLimits, lost_limit: bool, search_moves: Vec<Move>) -> Limits {
        let limits = asked.limits(self.game.position().turn(), lost_limit);
        let overhead = Duration::from_millis(self.options.overhead_ms);
        let clock = limits.clock.map(|clock| Clock { overhead, ..clock });
        Limits { clock, search_moves, multi_pv: self.options.multi_pv, ..limits }
    }
}

/// Room on the stack for the deepest line that a search can look at: what the thread needs that
/// reads commands.
pub const STACK: usize = 16 << 20;

#[cfg(test)]
mod tests {
    use super::*;
    use std::io;
    use std::sync::Mutex;

    #[derive(Clone, Default)]
    struct Said(Arc<Mutex<Vec<u8>>>);

    impl Write for Said {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().unwrap().write(bytes)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    impl Said {
        fn has_answered(&self) -> bool {
            String::from_utf8_lossy(&self.0.lock().unwrap()).contains("bestmove")
        }
    }

    /// Which thread answers shows in whether the answer is there when the command was heard.
    #[test]
    fn a_brief_search_waits_for_no_other_thread() {
        let said = Said::default();
        let mut session = Session::new(said.clone()).unwrap();
        session.hear("go wtime 40 btime 40");
        assert!(said.has_answered());
        assert!(matches!(session.state, State::Idle(_)) && session.worker.is_none());
        said.0.lock().unwrap().clear();
        for unlimited in ["go infinite", "go ponder wtime 40 btime 40"] {
            session.hear(unlimited);
            assert!(!said.has_answered(), "{unlimited}");
            session.hear("isready");
            session.quit();
            assert!(said.has_answered(), "{unlimited}");
            said.0.lock().unwrap().clear();
        }
    }
}
