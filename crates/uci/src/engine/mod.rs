//! Driving somebody else's engine.

mod error;
mod input;
mod lines;
mod mailbox;
mod process;
mod search;
mod timeouts;
mod wire;

use std::ffi::OsStr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use ::search::Signals;
use chess::CastlingNotation;

use crate::command::Command;
use crate::reply::{OptionDeclaration, OptionKind, OptionRefusal, OptionValue, Reply, find_option};
use mailbox::Received;
use process::Process;
use search::PendingSearch;

pub use error::{EngineError, EngineFault};
pub(crate) use process::{Enlisted, lead_group};
pub use process::{ProcessEnd, end_all};
pub use search::EngineAnswer;
pub use timeouts::Timeouts;
pub use wire::{Heard, Wire};

/// A UCI engine that runs as a child process.
///
/// Whatever the engine does, no call takes longer than its limits and the
/// [`Timeouts`] say. An engine that crashed or hung is ended at once, and every
/// later call returns the same error.
///
/// Dropped, the engine is told to quit and killed if it does not, on Unix with
/// all that it has started.
///
/// ```no_run
/// use search::Signals;
/// use chess::Game;
/// use plywise_uci::{ForeignEngine, GoLimits, Timeouts};
///
/// let options = [("Hash".to_owned(), "64".to_owned())];
/// let mut engine = ForeignEngine::start("stockfish", &[], &options, Timeouts::default())?;
/// engine.new_game()?;
/// let limits = GoLimits { movetime: Some(100), ..GoLimits::default() };
/// let stop = Signals::new();
/// let found = engine.search(&Game::default(), &limits, &mut |_| {}, &stop)?;
/// println!("{} plays {:?} after {:?}", engine.name(), found.mv, found.elapsed);
/// # Ok::<(), plywise_uci::EngineError>(())
/// ```
#[derive(Debug)]
pub struct ForeignEngine {
    process: Process,
    name: String,
    author: String,
    options: Vec<OptionDeclaration>,
    timeouts: Timeouts,
    is_chess960: bool,
    search: Option<PendingSearch>,
    last_output: String,
    /// Raised when nobody wants anything from it any more.
    dismissal: Arc<Signals>,
    /// Why it cannot be used any more.
    lost: Option<EngineError>,
}

/// The option that switches to Chess960.
const CHESS960: &str = "UCI_Chess960";
/// How long an engine that is dismissed gets to leave.
const HASTE: Duration = Duration::from_millis(500);
/// How often to look at the flags that stop and dismiss.
const LOOK: Duration = Duration::from_millis(10);
/// How many options an engine may have. Tuning builds have hundreds.
const MOST_OPTIONS: usize = 10_000;

impl ForeignEngine {
    /// Starts an engine, a program on the PATH or a file, and sets its options,
    /// pairs of name and value.
    ///
    /// Names may be in any case, and the value of a button is empty. An option
    /// that the engine does not have or a value that it does not take is an
    /// error; who wants to try may start without and ask [`Self::options`].
    pub fn start(
        program: impl AsRef<OsStr>,
        args: &[String],
        options: &[(String, String)],
        timeouts: Timeouts,
    ) -> Result<ForeignEngine, EngineError> {
        let dismissal = Arc::default();
        ForeignEngine::start_watched(program, args, options, timeouts, dismissal, &mut |_| {})
    }

    /// The same for who does not want to wait for its answers. When `dismissal` is
    /// raised, now or later, every call that waits returns
    /// [`EngineError::Dismissed`] and the engine is good for nothing any more.
    /// `on_start` is told the number of the process as soon as it runs.
    pub fn start_watched(
        program: impl AsRef<OsStr>,
        args: &[String],
        options: &[(String, String)],
        timeouts: Timeouts,
        dismissal: Arc<Signals>,
        on_start: &mut dyn FnMut(u32),
    ) -> Result<ForeignEngine, EngineError> {
        let begin = Instant::now();
        let process = Process::start(program.as_ref(), args, timeouts.quit)?;
        on_start(process.id());
        let mut engine = ForeignEngine {
            process,
            name: program.as_ref().to_string_lossy().into_owned(),
            author: String::new(),
            options: Vec::new(),
            timeouts,
            is_chess960: false,
            search: None,
            last_output: String::new(),
            dismissal,
            lost: None,
        };
        engine.introduce(begin)?;
        for (name, value) in options {
            engine.send_option(name, value)?;
        }
        engine.synchronise()?;
        Ok(engine)
    }

    /// What the engine calls itself, or else its program.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Who wrote it, as far as it says.
    pub fn author(&self) -> &str {
        &self.author
    }

    /// What can be set.
    pub fn options(&self) -> &[OptionDeclaration] {
        &self.options
    }

    /// The number of the process.
    pub fn process_id(&self) -> u32 {
        self.process.id()
    }

    /// How many of the engine's lines were dropped because they came faster than
    /// they were read. Only what no answer depends on is dropped, the oldest
    /// first.
    pub fn dropped_lines(&self) -> u64 {
        self.process.dropped()
    }

    /// Waits so long from now on. Starting may take an engine far longer than
    /// anything after it.
    pub fn set_timeouts(&mut self, timeouts: Timeouts) {
        self.timeouts = timeouts;
        self.process.set_grace(timeouts.quit);
    }

    /// Sets an option; the value of a button is empty. A search that is under
    /// way is given up.
    pub fn set_option(&mut self, name: &str, value: &str) -> Result<(), EngineError> {
        self.give_up_search()?;
        self.send_option(name, value)?;
        self.synchronise()
    }

    /// Plays Chess960 from now on, or no longer: how castling is written depends
    /// on it. Positions that need it switch it on by themselves.
    pub fn set_chess960(&mut self, is_on: bool) -> Result<(), EngineError> {
        if self.is_chess960 == is_on {
            return Ok(());
        }
        self.set_option(CHESS960, if is_on { "true" } else { "false" }).map_err(|error| match error
        {
            EngineError::Option(OptionRefusal::Unknown { .. }) => EngineError::NoChess960,
            other => other,
        })
    }

    /// How castling is written to the engine. From it, both notations are read.
    pub fn castling_notation(&self) -> CastlingNotation {
        if self.is_chess960 { CastlingNotation::Chess960 } else { CastlingNotation::Standard }
    }

    /// Tells the engine that a new game begins, and waits until it is ready. A
    /// search that is under way is given up.
    pub fn new_game(&mut self) -> Result<(), EngineError> {
        self.give_up_search()?;
        self.process.send(Command::UciNewGame);
        self.synchronise()
    }

    /// Tells the engine to leave and does not wait for it: whoever has many tells
    /// all of them before the first is dropped.
    pub fn dismiss(&mut self) {
        self.lost.get_or_insert(EngineError::Dismissed);
        self.process.set_grace(self.timeouts.quit.min(HASTE));
        // Only if it searches: GNU Chess hangs when it is told to stop doing
        // nothing.
        self.stop();
        self.process.dismiss();
    }

    /// Tells the engine to leave, and kills it if it does not in time.
    pub fn quit(mut self) -> ProcessEnd {
        self.end()
    }

    fn end(&mut self) -> ProcessEnd {
        // Only if it searches, as in `dismiss`.
        self.stop();
        self.process.quit()
    }

    /// From `uci` to `uciok`.
    fn introduce(&mut self, begin: Instant) -> Result<(), EngineError> {
        let waited = self.timeouts.uciok;
        self.process.send(Command::Uci);
        loop {
            match self.reply(begin, waited)? {
                Some(Reply::IdName(name)) if !name.is_empty() => self.name = name,
                Some(Reply::IdAuthor(author)) => self.author = author,
                Some(Reply::Option(option)) if self.options.len() < MOST_OPTIONS => {
                    self.note_default(&option);
                    self.options.push(option);
                }
                Some(Reply::UciOk) => return Ok(()),
                Some(_) => {}
                None => return Err(self.lose(EngineError::NoUciOk { waited })),
            }
        }
    }

    /// Some engines play Chess960 until told otherwise.
    fn note_default(&mut self, option: &OptionDeclaration) {
        if let OptionKind::Check { default } = option.kind
            && option.name.eq_ignore_ascii_case(CHESS960)
        {
            self.is_chess960 = default;
        }
    }

    fn send_option(&mut self, name: &str, value: &str) -> Result<(), EngineError> {
        let option = find_option(&self.options, name)?;
        let value = option.read(Some(value))?;
        if let OptionValue::Check(is_on) = value
            && option.name.eq_ignore_ascii_case(CHESS960)
        {
            self.is_chess960 = is_on;
        }
        self.process.send(Command::SetOption { name: option.name.clone(), value: value.text() });
        Ok(())
    }

    /// Waits until the engine has done all it was told. What it says meanwhile
    /// is old news, a second `bestmove` for instance.
    fn synchronise(&mut self) -> Result<(), EngineError> {
        self.process.send(Command::IsReady);
        self.wait_until_ready()
    }

    /// From `isready` to `readyok`.
    fn wait_until_ready(&mut self) -> Result<(), EngineError> {
        let waited = self.timeouts.readyok;
        let begin = Instant::now();
        loop {
            match self.reply(begin, waited)? {
                Some(Reply::ReadyOk) => return Ok(()),
                Some(_) => {}
                None => return Err(self.lose(EngineError::NoReadyOk { waited })),
            }
        }
    }

    /// The next thing the engine says, if it says it within `limit` from `begin`
    /// on. What came out of the pipe later does not count: so a flood ends too.
    fn reply(&mut self, begin: Instant, limit: Duration) -> Result<Option<Reply>, EngineError> {
        loop {
            self.check()?;
            let left = limit.saturating_sub(begin.elapsed());
            match self.process.receive_answer(left.min(LOOK)) {
                Received::Line(line) => {
                    let in_time = line.at.saturating_duration_since(begin) <= limit;
                    self.remember(&line.text);
                    return Ok(in_time.then(|| Reply::parse(&line.text).value));
                }
                Received::Nothing if left > LOOK => {}
                Received::Nothing => return Ok(None),
                Received::End => return Err(self.crashed()),
            }
        }
    }

    /// Whether the engine can still be used, and somebody wants to.
    fn check(&mut self) -> Result<(), EngineError> {
        if self.dismissal.is_stopped() {
            self.dismiss();
        }
        match &self.lost {
            Some(error) => Err(error.clone()),
            None => Ok(()),
        }
    }

    /// Keeps the last thing said, for the case that it was the last.
    fn remember(&mut self, line: &str) {
        if !line.trim().is_empty() {
            self.last_output.clear();
            self.last_output.push_str(line);
        }
    }

    fn crashed(&mut self) -> EngineError {
        let error = self.process.crash(&self.last_output);
        self.lose(error)
    }

    /// Ends an engine that cannot be used any more.
    fn lose(&mut self, error: EngineError) -> EngineError {
        self.process.kill();
        self.search = None;
        self.lost = Some(error.clone());
        error
    }
}

impl Drop for ForeignEngine {
    fn drop(&mut self) {
        self.end();
    }
}
