//! An engine of the command line as an analyst.

use std::sync::Arc;
use std::time::{Duration, Instant};

use chess::{Game, Move, Position};
use engine::ForeignSpec;
use search::{Bound, Signals};
use uci::{
    EngineError, ForeignEngine, GoLimits, Info, OptionKind, OptionRefusal, Timeouts, find_option,
};

use super::{Effort, Job, report};
use crate::crew::ReservedMemory;
use crate::house::House;
use crate::protocol::AnalysisReport;
use crate::{limits, views};

/// How long such an engine may keep a page waiting.
const PATIENCE: Timeouts = Timeouts {
    uciok: Duration::from_secs(10),
    readyok: Duration::from_secs(10),
    overdue: Duration::from_secs(1),
    untimed: None,
    silent: Some(Duration::from_secs(10)),
    stop: Duration::from_secs(3),
    quit: Duration::from_secs(1),
};

const HASH: &str = "Hash";
const THREADS: &str = "Threads";
const LINES: &str = "MultiPV";
const WDL: &str = "UCI_ShowWDL";

/// An engine that runs, and what it was hired with.
pub(super) struct HiredEngine {
    engine: ForeignEngine,
    spec: ForeignSpec,
    effort: Effort,
    lines: u32,
    dismissal: Arc<Signals>,
    _memory: Option<ReservedMemory>,
}

impl HiredEngine {
    /// Starts an engine. What the command line says about its options stays as it
    /// is said; the rest is as the page wishes.
    pub(super) fn hire(
        spec: &ForeignSpec,
        effort: Effort,
        dismissal: &Arc<Signals>,
        house: &House,
    ) -> Result<HiredEngine, HireError> {
        let memory = match is_said(spec, HASH) {
            true => None,
            false => Some(house.crew.memory(effort.hash).map_err(HireError::NoRoom)?),
        };
        let engine = spec.start(PATIENCE, Arc::clone(dismissal), &mut |_| {})?;
        let mut hired = HiredEngine {
            engine,
            spec: spec.clone(),
            effort,
            lines: 1,
            dismissal: Arc::clone(dismissal),
            _memory: memory,
        };
        hired.set(HASH, effort.hash)?;
        hired.set(THREADS, effort.threads)?;
        if find_option(hired.engine.options(), WDL).is_ok() && !is_said(spec, WDL) {
            hired.engine.set_option(WDL, "true")?;
        }
        Ok(hired)
    }

    /// Whether it is this engine, hired with that and not dismissed since.
    pub(super) fn has(&self, spec: &ForeignSpec, effort: Effort, dismissal: &Arc<Signals>) -> bool {
        (&self.spec, self.effort) == (spec, effort) && Arc::ptr_eq(&self.dismissal, dismissal)
    }

    /// Lets it search until it is stopped. An engine that fails is good for nothing
    /// any more.
    pub(super) fn look_into(
        &mut self,
        job: &Job,
        told: &mut AnalysisReport,
    ) -> Result<(), EngineError> {
        let Job { game, stop, lines, .. } = job;
        if self.lines != *lines {
            self.set(LINES, *lines)?;
            self.lines = *lines;
        }
        told.engine = Some(self.engine.name().to_owned());
        let time = u64::try_from(limits::ANALYSIS.as_millis()).ok();
        let limits = GoLimits { movetime: time, ..GoLimits::default() };
        let begun = Instant::now();
        let mut nonsense = None;
        let mut on_info = |info: &Info| match take_in(told, game, *lines, info, begun) {
            Ok(true) => job.tell(told),
            Ok(false) => {}
            Err(error) => {
                nonsense.get_or_insert(error);
                stop.stop();
            }
        };
        let found = self.engine.search(game, &limits, &mut on_info, stop);
        if let Some(error) = nonsense {
            return Err(error);
        }
        let answer = found?;
        let says_nothing = told.lines.is_empty() && answer.mv.is_some() && !stop.is_stopped();
        match says_nothing {
            true => Err(EngineError::Silent { waited: answer.elapsed }),
            false => Ok(()),
        }
    }

    /// Sets a number, as near as the engine takes it, if it takes any.
    fn set(&mut self, name: &str, number: u32) -> Result<(), EngineError> {
        if is_said(&self.spec, name) {
            return Ok(());
        }
        let number = match find_option(self.engine.options(), name) {
            Ok(option) => match option.kind {
                OptionKind::Spin { min, max, .. } => i64::from(number).min(max).max(min),
                _ => return Ok(()),
            },
            Err(OptionRefusal::Unknown { .. }) => return Ok(()),
            Err(refusal) => return Err(refusal.into()),
        };
        self.engine.set_option(name, &number.to_string())
    }
}

/// Why there is no engine.
pub(super) enum HireError {
    /// All pages together have no memory left.
    NoRoom(String),
    /// It fails.
    Engine(EngineError),
}

impl From<EngineError> for HireError {
    fn from(error: EngineError) -> HireError {
        HireError::Engine(error)
    }
}

/// Whether the command line sets an option.
fn is_said(spec: &ForeignSpec, name: &str) -> bool {
    spec.options.iter().any(|(known, _)| known.eq_ignore_ascii_case(name))
}

/// Whether an engine's news change the report. A line whose first move cannot be
/// played is none; of others, as much is shown as can be played.
fn take_in(
    told: &mut AnalysisReport,
    game: &Game,
    lines: u32,
    info: &Info,
    begun: Instant,
) -> Result<bool, EngineError> {
    let time = info.time.map_or_else(|| begun.elapsed(), Duration::from_millis);
    told.millis = views::millis(time);
    told.seldepth = told.seldepth.max(info.seldepth.or(info.depth).unwrap_or(0));
    told.nodes = told.nodes.max(info.nodes.unwrap_or(0));
    told.hashfull = info.hashfull.unwrap_or(told.hashfull).min(1000);
    told.tablebase_hits = info.tbhits.unwrap_or(told.tablebase_hits);
    if let Some(nodes) = info.nodes {
        told.nps = info.nps.unwrap_or_else(|| report::speed(nodes, time));
    }
    let (Some(score), false) = (info.score, info.pv.is_empty()) else { return Ok(false) };
    let position = game.position();
    let moves = playable(position, &info.pv)?;
    let number = info.multipv.unwrap_or(1).max(1);
    // What is only a bound is better than nothing, and than nothing else.
    let is_known = told.lines.len() >= number as usize;
    if number > lines || (is_known && score.bound != Bound::Exact) {
        return Ok(false);
    }
    let wdl = info.wdl.map(|wdl| (wdl.win, wdl.draw, wdl.loss));
    let line = views::line(position, &moves);
    let depth = info.depth.unwrap_or(0);
    report::put(told, number as usize, report::line(position, depth, score.value, wdl, line));
    Ok(true)
}

/// The moves of a line up to the first that cannot be played.
fn playable(position: &Position, pv: &[String]) -> Result<Vec<Move>, EngineError> {
    let mut moves = Vec::new();
    let mut after = *position;
    for text in pv {
        match after.parse_uci(text) {
            Ok(mv) => {
                moves.push(mv);
                after.play_unchecked(mv);
            }
            Err(_) if moves.is_empty() => {
                return Err(EngineError::IllegalMove {
                    text: text.clone(),
                    position: position.to_string(),
                });
            }
            Err(_) => break,
        }
    }
    Ok(moves)
}
