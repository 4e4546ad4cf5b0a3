//! Foreign engines as players.

use std::fmt;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use chess::Game;
use eval::Score;
use search::{Bound, Signals};
use uci::{EngineAnswer, EngineError, ForeignEngine, GoLimits, Info, OptionDeclaration, Timeouts};
use uci::{check_info, check_pv};

use crate::{Decision, Question, Thought};

/// A UCI engine by its program: `uci:stockfish,Hash=16`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct ForeignSpec {
    /// A program on the PATH or a file, with arguments after spaces.
    pub program: String,
    /// Names and values of UCI options to set.
    pub options: Vec<(String, String)>,
}

impl ForeignSpec {
    /// Starts the engine, asks which options it has, and lets it go.
    pub fn declarations(&self) -> Result<Vec<OptionDeclaration>, EngineError> {
        let engine = self.start(Timeouts::default(), Arc::default(), &mut |_| {})?;
        Ok(engine.options().to_vec())
    }

    /// Starts the engine, which is given up when `dismissal` is raised; `on_start`
    /// is told its process.
    pub fn start(
        &self,
        timeouts: Timeouts,
        dismissal: Arc<Signals>,
        on_start: &mut dyn FnMut(u32),
    ) -> Result<ForeignEngine, EngineError> {
        let start = |program: &str, args: &[String], on_start: &mut dyn FnMut(u32)| {
            let options = &self.options;
            let dismissal = Arc::clone(&dismissal);
            ForeignEngine::start_watched(program, args, options, timeouts, dismissal, on_start)
        };
        // A file whose name has spaces goes before a program with arguments.
        if Path::new(&self.program).is_file() {
            return start(&self.program, &[], on_start);
        }
        let mut words = self.program.split_whitespace().map(str::to_owned);
        let program = words.next().unwrap_or_default();
        let args: Vec<String> = words.collect();
        start(&program, &args, on_start)
    }
}

/// As it is written on the command line.
impl fmt::Display for ForeignSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "uci:{}", self.program)?;
        for (name, value) in &self.options {
            write!(f, ",{name}={value}")?;
        }
        Ok(())
    }
}

/// A foreign engine at work.
#[derive(Debug)]
pub(crate) struct ForeignPlayer {
    spec: ForeignSpec,
    timeouts: Timeouts,
    dismissal: Arc<Signals>,
    engine: ForeignEngine,
}

impl ForeignPlayer {
    pub(crate) fn start(
        spec: &ForeignSpec,
        timeouts: Timeouts,
        dismissal: Arc<Signals>,
        on_start: &mut dyn FnMut(u32),
    ) -> Result<ForeignPlayer, EngineError> {
        let engine = spec.start(timeouts, Arc::clone(&dismissal), on_start)?;
        Ok(ForeignPlayer { spec: spec.clone(), timeouts, dismissal, engine })
    }

    pub(crate) fn restart(&mut self) -> Result<(), EngineError> {
        self.engine = self.spec.start(self.timeouts, Arc::clone(&self.dismissal), &mut |_| {})?;
        Ok(())
    }

    pub(crate) fn dismiss(&mut self) {
        self.engine.dismiss();
    }

    pub(crate) fn name(&self) -> &str {
        self.engine.name()
    }

    pub(crate) fn process_id(&self) -> u32 {
        self.engine.process_id()
    }

    pub(crate) fn new_game(&mut self) -> Result<(), EngineError> {
        self.engine.new_game()
    }

    pub(crate) fn think(
        &mut self,
        question: &Question<'_>,
        on_thought: &mut dyn FnMut(&Thought),
    ) -> Result<Decision, EngineError> {
        let Question { game, limits, signals, begun } = *question;
        let mut on_info = |info: &Info| {
            if let Some(thought) = thought(game, info, begun) {
                on_thought(&thought);
            }
        };
        let found = self.engine.search(game, &GoLimits::from(limits), &mut on_info, signals)?;
        Ok(decision(game, found))
    }

    /// The same where nobody listens to the thoughts, none of which is looked at.
    pub(crate) fn decide(&mut self, question: &Question<'_>) -> Result<Decision, EngineError> {
        let Question { game, limits, signals, .. } = *question;
        let found = self.engine.search_quietly(game, &GoLimits::from(limits), signals)?;
        Ok(decision(game, found))
    }
}

fn decision(game: &Game, found: EngineAnswer) -> Decision {
    let info = found.info.unwrap_or_default();
    let checked = check_info(game, &info);
    let complaint = match (&checked, &found.bad_ponder) {
        (Err(fault), _) => Some(fault.to_string()),
        (Ok(_), Some(text)) => {
            Some(format!("the reply it expects, '{}', is not legal", chess::quote(text)))
        }
        (Ok(_), None) => None,
    };
    let line = checked.ok().filter(|line| line.first().copied() == found.mv);
    Decision {
        mv: found.mv,
        score: info.score.map(|score| Score::from(score.value)),
        depth: info.depth.unwrap_or(0),
        nodes: info.nodes.unwrap_or(0),
        line: line.unwrap_or_else(|| found.mv.into_iter().collect()),
        elapsed: found.elapsed,
        branching: None,
        is_from_book: false,
        complaint,
    }
}

/// What an engine's news says about its best line, if it does and the line can
/// be played.
fn thought(game: &Game, info: &Info, begin: Instant) -> Option<Thought> {
    let score = info.score.filter(|_| info.multipv.unwrap_or(1) == 1)?;
    let line = check_pv(game, &info.pv).ok().filter(|line| !line.is_empty())?;
    Some(Thought {
        depth: info.depth.unwrap_or(0),
        score: Score::from(score.value),
        line,
        nodes: info.nodes.unwrap_or(0),
        elapsed: begin.elapsed(),
        is_complete: score.bound == Bound::Exact,
    })
}
