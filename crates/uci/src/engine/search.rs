//! Searches by a foreign engine.

use std::time::{Duration, Instant};

use chess::{Game, Move, Position, UciMoveError};
use search::{Bound, Signals};

use super::mailbox::{Received, TimedLine};
use super::{EngineError, ForeignEngine, LOOK, Timeouts};
use crate::command::{Command, GameText, GoLimits};
use crate::note::{ParseNote, Parsed};
use crate::reply::{Info, Reply};

/// What an engine found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EngineAnswer {
    /// The best move, legal; `None` only if there was none to choose from.
    pub mv: Option<Move>,
    /// The answer that the engine expects, legal too.
    pub ponder: Option<Move>,
    /// The answer that it expects although it is not legal.
    pub bad_ponder: Option<String>,
    /// From the moment `go` or `ponderhit` went into the pipe to the moment
    /// `bestmove` came out of it. Whoever keeps a clock compares it with
    /// [`GoLimits::allowance`].
    pub elapsed: Duration,
    /// The last news of the best line that has a score, an exact one if there
    /// was any.
    pub info: Option<Info>,
}

/// A search under way.
#[derive(Debug)]
pub(super) struct PendingSearch {
    position: Position,
    /// Whether `(none)` is a right answer.
    may_find_nothing: bool,
    /// How long it may take from the start of the clock until it is told to stop.
    limit: Option<Duration>,
    /// Whether that is our patience and not the engine's own time.
    is_untimed: bool,
    /// Whether it was told to stop because of that.
    has_no_end: bool,
    /// Whether it was told to stop because it said nothing.
    is_silent: bool,
    /// Whether the clock waits for `ponderhit`.
    is_pondering: bool,
    /// When it was last told something that starts the clock.
    told: Instant,
    /// Whether it is to stop.
    is_unwanted: bool,
    /// When it was told so.
    stopped: Option<Instant>,
    /// Whether anything was heard of it.
    has_spoken: bool,
    info: Option<Info>,
    /// News that nobody has read yet, the latest last.
    unread: Vec<String>,
}

/// How many lines lie about unread at most.
const MOST_UNREAD: usize = 64;

/// How long to hold back `stop` from an engine that has not said a word yet.
/// Ethereal 12 clears its stop flag when the search begins in earnest, and waits
/// for the end of the search before it reads on: told at once, it never stops.
/// On a busy machine that takes a while, and only silent engines are held up.
const HOLD: Duration = Duration::from_millis(200);

impl ForeignEngine {
    /// Searches the position where the game stands and waits for the end:
    /// [`Self::begin`] and [`Self::finish`] in one.
    pub fn search(
        &mut self,
        game: &Game,
        limits: &GoLimits,
        on_info: &mut dyn FnMut(&Info),
        stop: &Signals,
    ) -> Result<EngineAnswer, EngineError> {
        self.begin(game, limits)?;
        self.finish(on_info, stop)
    }

    /// [`Self::search`] where nobody listens, which spares reading every line that
    /// the engine writes on the way.
    pub fn search_quietly(
        &mut self,
        game: &Game,
        limits: &GoLimits,
        stop: &Signals,
    ) -> Result<EngineAnswer, EngineError> {
        self.begin(game, limits)?;
        self.wait_for_end(None, stop)
    }

    /// Begins a search. To ponder, the game has to contain the expected move.
    /// A search that is still under way is given up first.
    ///
    /// `perft` is no search and is left out.
    pub fn begin(&mut self, game: &Game, limits: &GoLimits) -> Result<(), EngineError> {
        self.give_up_search()?;
        if !game.start().has_standard_castling() {
            self.set_chess960(true)?;
        }
        let position = Command::Position(GameText::of(game, self.castling_notation()));
        // So that the engine's clock starts when it has nothing else to do, and
        // that what it still says about the last search is not taken for an
        // answer to this one. In one go, which wakes it once.
        self.process.send(format_args!("{position}\n{}", Command::IsReady));
        self.wait_until_ready()?;
        let limits = GoLimits { perft: None, ..limits.clone() };
        self.search = Some(PendingSearch::new(game.position(), &limits, &self.timeouts));
        self.process.send_and_start_clock(Command::Go(limits));
        Ok(())
    }

    /// Tells an engine that ponders that its guess was right: from now on its
    /// clock runs. Does nothing if it does not ponder.
    pub fn ponder_hit(&mut self) {
        if let Some(search) = self.search.as_mut().filter(|search| search.is_pondering) {
            search.is_pondering = false;
            search.told = Instant::now();
            self.process.send_and_start_clock(Command::PonderHit);
        }
    }

    /// Tells the engine to stop; an engine that has only just begun, a moment
    /// later. Does nothing if it does not search or was told before.
    pub fn stop(&mut self) {
        let Some(search) = &mut self.search else { return };
        search.is_unwanted = true;
        if search.stopped.is_none() && (search.has_spoken || search.told.elapsed() >= HOLD) {
            search.stopped = Some(Instant::now());
            self.process.send(Command::Stop);
        }
    }

    /// Waits for the end of the search that was begun. Every `info` is handed
    /// to `on_info` on the way, and when `stop` is raised the engine is told to
    /// stop.
    ///
    /// An engine that goes on too long is told to stop too. If it answers then,
    /// that it was late by its clock shows in [`EngineAnswer::elapsed`]; without a clock
    /// it does not keep its limit, which is an error; if it does not answer, it
    /// has hung.
    pub fn finish(
        &mut self,
        on_info: &mut dyn FnMut(&Info),
        stop: &Signals,
    ) -> Result<EngineAnswer, EngineError> {
        self.wait_for_end(Some(on_info), stop)
    }

    fn wait_for_end(
        &mut self,
        mut on_info: Option<&mut dyn FnMut(&Info)>,
        stop: &Signals,
    ) -> Result<EngineAnswer, EngineError> {
        loop {
            self.check()?;
            let Some(search) = &self.search else { return Err(EngineError::NotSearching) };
            if search.is_unwanted || stop.is_stopped() {
                self.stop();
            }
            let deadline = self.deadline();
            let left = deadline.map_or(LOOK, |time| time.saturating_duration_since(Instant::now()));
            // A line counts from when it came out of the pipe, however long it
            // lay about here.
            let patience = left.min(LOOK);
            let received = match &on_info {
                Some(_) => self.process.receive(patience),
                None => self.process.receive_answer(patience),
            };
            let now = match received {
                Received::Line(line) => {
                    let at = line.at;
                    self.remember(&line.text);
                    if let Some(result) = self.hear(line, &mut on_info) {
                        self.search = None;
                        return result;
                    }
                    at
                }
                Received::Nothing => Instant::now(),
                Received::End => return Err(self.crashed()),
            };
            if deadline.is_some_and(|deadline| now >= deadline) {
                self.overdue(now)?;
            }
        }
    }

    /// Ends a search whose result nobody wants any more.
    pub(super) fn give_up_search(&mut self) -> Result<(), EngineError> {
        if self.search.is_some() {
            // What it found is of no interest, only whether it still lives.
            self.wait_for_end(None, &Signals::stopped()).ok();
        }
        match &self.lost {
            Some(error) => Err(error.clone()),
            None => Ok(()),
        }
    }

    /// What a line means for the search; `Some` if it ends it.
    fn hear(
        &mut self,
        line: TimedLine,
        on_info: &mut Option<&mut dyn FnMut(&Info)>,
    ) -> Option<Result<EngineAnswer, EngineError>> {
        let search = self.search.as_mut()?;
        search.has_spoken = true;
        if on_info.is_none() && line.text.split_ascii_whitespace().next() == Some("info") {
            search.lay_by(line.text);
            return None;
        }
        let Parsed { value: reply, notes, .. } = Reply::parse(&line.text);
        let has_gap = notes.iter().any(|note| matches!(note, ParseNote::Missing { .. }));
        match reply {
            Reply::Info(info) => {
                if let Some(on_info) = on_info {
                    on_info(&info);
                }
                search.keep(*info);
                None
            }
            Reply::BestMove { mv: None, .. } if has_gap => {
                Some(Err(EngineError::Garbage { line: line.text }))
            }
            Reply::BestMove { mv, ponder } => {
                let begin = self.process.clock().unwrap_or(search.told);
                let elapsed = line.at.saturating_duration_since(begin);
                if search.is_silent {
                    return Some(Err(EngineError::Silent { waited: elapsed }));
                }
                if search.has_no_end {
                    return Some(Err(EngineError::WithoutLimit { waited: elapsed }));
                }
                Some(search.judge(mv, ponder, elapsed))
            }
            _ => None,
        }
    }

    /// When to lose patience; `None`: never. A time beyond what the clock can
    /// hold is no limit.
    fn deadline(&self) -> Option<Instant> {
        let search = self.search.as_ref()?;
        match search.stopped {
            Some(stopped) => stopped.checked_add(self.timeouts.stop),
            None if search.is_pondering || search.is_unwanted => None,
            None => {
                let begun = self.process.clock().unwrap_or(search.told);
                let after = |limit: Option<Duration>| begun.checked_add(limit?);
                let silent = self.timeouts.silent.filter(|_| search.says_nothing());
                after(search.limit).into_iter().chain(after(silent)).min()
            }
        }
    }

    /// The search has taken too long: it is told to stop, or given up if it was
    /// told before.
    fn overdue(&mut self, now: Instant) -> Result<(), EngineError> {
        match &mut self.search {
            Some(search) if search.stopped.is_some() => {
                let waited = now.saturating_duration_since(search.told);
                Err(self.lose(EngineError::Hung { waited }))
            }
            Some(search) => {
                let begun = self.process.clock().unwrap_or(search.told);
                let waited = now.saturating_duration_since(begun);
                let is_late = search.limit.is_some_and(|limit| waited >= limit);
                search.is_silent = !is_late && search.says_nothing();
                search.has_no_end = search.is_untimed && is_late;
                self.stop();
                Ok(())
            }
            None => Ok(()),
        }
    }
}

fn is_best_line(info: &Info) -> bool {
    info.multipv.is_none_or(|line| line == 1) && info.score.is_some()
}

fn is_exact(info: &Info) -> bool {
    info.score.is_some_and(|score| score.bound == Bound::Exact)
}

impl PendingSearch {
    fn new(position: &Position, limits: &GoLimits, timeouts: &Timeouts) -> PendingSearch {
        let has_no_choice = limits.searchmoves.as_ref().is_some_and(Vec::is_empty);
        let allowance = limits.allowance(position.turn());
        let limit = match allowance {
            _ if limits.infinite => None,
            Some(time) => time.checked_add(timeouts.overdue),
            None => timeouts.untimed,
        };
        PendingSearch {
            position: *position,
            may_find_nothing: has_no_choice || !position.has_legal_move(),
            limit,
            is_untimed: allowance.is_none(),
            has_no_end: false,
            is_silent: false,
            is_pondering: limits.ponder,
            told: Instant::now(),
            is_unwanted: false,
            stopped: None,
            has_spoken: false,
            info: None,
            unread: Vec::new(),
        }
    }

    /// Keeps the news that say how good the best line is.
    fn keep(&mut self, info: Info) {
        if is_best_line(&info) && (is_exact(&info) || !self.info.as_ref().is_some_and(is_exact)) {
            self.info = Some(info);
        }
    }

    /// Whether nothing was heard of what the position is worth.
    fn says_nothing(&self) -> bool {
        self.info.is_none() && self.unread.is_empty()
    }

    /// Keeps a line to be read when its turn comes.
    fn lay_by(&mut self, line: String) {
        if self.unread.len() >= MOST_UNREAD {
            self.catch_up();
        }
        self.unread.push(line);
    }

    /// Reads what lies about, the latest first: as a rule that one tells all.
    fn catch_up(&mut self) {
        let mut latest: Option<Info> = None;
        while let Some(line) = self.unread.pop() {
            let Reply::Info(info) = Reply::parse(&line).value else { continue };
            if !is_best_line(&info) {
                continue;
            }
            let is_exact = is_exact(&info);
            if is_exact || latest.is_none() {
                latest = Some(*info);
            }
            if is_exact {
                break;
            }
        }
        self.unread.clear();
        if let Some(info) = latest {
            self.keep(info);
        }
    }

    fn judge(
        &mut self,
        mv: Option<String>,
        ponder: Option<String>,
        elapsed: Duration,
    ) -> Result<EngineAnswer, EngineError> {
        self.catch_up();
        let mut found = EngineAnswer {
            mv: None,
            ponder: None,
            bad_ponder: None,
            elapsed,
            info: self.info.take(),
        };
        let illegal = |text| EngineError::IllegalMove { text, position: self.position.to_string() };
        let Some(text) = mv else {
            return if self.may_find_nothing {
                Ok(found)
            } else {
                Err(illegal("(none)".to_owned()))
            };
        };
        let mv = match self.position.parse_uci(&text) {
            Ok(mv) => mv,
            Err(UciMoveError::Illegal) => return Err(illegal(text)),
            Err(UciMoveError::Malformed) => {
                return Err(EngineError::Garbage { line: format!("bestmove {text}") });
            }
        };
        found.mv = Some(mv);
        let mut next = self.position;
        next.play_unchecked(mv);
        match ponder.map(|text| next.parse_uci(&text).map_err(|_| text)) {
            Some(Ok(answer)) => found.ponder = Some(answer),
            Some(Err(text)) => found.bad_ponder = Some(text),
            None => {}
        }
        Ok(found)
    }
}
