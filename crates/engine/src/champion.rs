//! The champion: the tournament search with an evaluation, ready for a game.

use std::fmt;
use std::time::{Duration, Instant};

use chess::{Color, Game, Move, Position};
use eval::{IncrementalEvaluator, WithEvaluators};
use search::champion::{
    Evaluators, Event, Info, Job, MAX_THREADS, MemoryError, Pool, TablebaseResult, bench,
};
use search::{Bound, Limits, Report, Signals};

use crate::family::{Limited, Mind};
use crate::{Endgames, EvalSpec, Evaluation, Persona, Ranked};

/// What the threads judge with, kept from search to search, whatever the
/// evaluation is.
trait Minds: Send {
    fn search(&mut self, pool: &mut Pool, job: &Job<'_>, tell: &mut dyn FnMut(Event<'_>))
    -> Report;
}

impl<J: IncrementalEvaluator> Minds for Evaluators<'static, J> {
    fn search(
        &mut self,
        pool: &mut Pool,
        job: &Job<'_>,
        tell: &mut dyn FnMut(Event<'_>),
    ) -> Report {
        pool.search(job, self, tell)
    }
}

/// Makes the minds of an evaluation.
struct MakeMinds;

impl WithEvaluators for MakeMinds {
    type Output = Box<dyn Minds>;

    fn run<J: IncrementalEvaluator + 'static>(
        self,
        make: impl Fn() -> J + Send + Sync + 'static,
    ) -> Box<dyn Minds> {
        Box::new(Evaluators::new(make))
    }
}

/// Runs the bench positions.
struct RunBench;

impl WithEvaluators for RunBench {
    type Output = Result<bench::BenchResult, MemoryError>;

    fn run<J: IncrementalEvaluator + 'static>(
        self,
        make: impl Fn() -> J + Send + Sync + 'static,
    ) -> Self::Output {
        bench::run(bench::DEPTH, make)
    }
}

/// Whether the tables have had their time before a search: somebody said stop,
/// or half of the time for the move is gone, or an eighth of the clock. A few
/// milliseconds they always have.
fn is_over(question: &Question<'_>) -> bool {
    let Question { limits, signals, begun, game } = question;
    let turn = game.position().turn();
    if signals.is_stopped() {
        return true;
    }
    let times = [
        limits.clock.map(|clock| clock.remaining(turn) / 8),
        limits.move_time.map(|time| time / 2),
    ];
    let is_timed = !limits.infinite && !signals.is_pondering();
    let time = times.into_iter().flatten().min().filter(|_| is_timed);
    time.is_some_and(|time| begun.elapsed() >= time.max(Duration::from_millis(3)))
}

/// The tournament engine: searches on many threads, remembers from move to move.
pub struct Champion {
    pool: Pool,
    evaluation: Evaluation,
    minds: Box<dyn Minds>,
    endgames: Endgames,
    /// As many as were asked for; a limited player has fewer.
    threads: usize,
    /// Who plays instead, and what it thinks with.
    limited: Option<(Limited, Box<Mind>)>,
    /// The seed of limited players.
    seed: u64,
}

impl Champion {
    /// The most threads it takes.
    pub const MAX_THREADS: usize = MAX_THREADS;
    /// The largest table it takes, in MiB.
    pub const MAX_HASH_MIB: usize = 1 << 20;
    /// The table it has unless told otherwise, in MiB: enough for quick games, and
    /// two of them fit everywhere.
    pub const DEFAULT_HASH_MIB: usize = 16;
    /// The evaluation it uses unless told otherwise.
    pub const DEFAULT_EVAL: EvalSpec = EvalSpec::NETWORK;

    /// A champion with so many threads and a table of so many MiB.
    pub fn new(threads: usize, hash_mib: usize) -> Result<Champion, MemoryError> {
        let evaluation = Evaluation::default();
        Ok(Champion {
            pool: Pool::new(threads, hash_mib)?,
            minds: evaluation.with_evaluators(MakeMinds),
            evaluation,
            endgames: Endgames::default(),
            threads,
            limited: None,
            seed: 0,
        })
    }

    /// Searches on so many threads from now on; if there is no room for them, on
    /// as many as before.
    pub fn set_threads(&mut self, threads: usize) -> Result<(), MemoryError> {
        if self.limited.is_none() {
            self.pool.set_threads(threads)?;
        }
        self.threads = threads;
        Ok(())
    }

    /// Remembers in a table of so many MiB from now on; if there is no room for
    /// it, the old one stays.
    pub fn set_hash(&mut self, mib: usize) -> Result<(), MemoryError> {
        self.pool.set_hash(mib)
    }

    /// Evaluators with this from now on.
    pub fn set_evaluation(&mut self, evaluation: Evaluation) {
        // Scores of another mind would be taken for our own.
        self.pool.clear();
        self.minds = evaluation.with_evaluators(MakeMinds);
        if let Some((_, mind)) = &mut self.limited {
            **mind = Mind::new(&evaluation);
        }
        self.evaluation = evaluation;
    }

    /// What it judges with.
    pub fn evaluation(&self) -> &Evaluation {
        &self.evaluation
    }

    /// The tablebases it looks into; none at first.
    pub fn endgames_mut(&mut self) -> &mut Endgames {
        &mut self.endgames
    }

    /// Leaves the board to this player of the family from now on, on one thread;
    /// `None` is all its strength.
    ///
    /// # Errors
    /// If there is no room for all its threads any more. Then it plays with all
    /// its strength on one.
    pub fn set_persona(&mut self, persona: Option<Persona>) -> Result<(), MemoryError> {
        if self.limited.as_ref().map(|(limited, _)| limited.persona()) == persona {
            return Ok(());
        }
        self.limited = persona.map(|persona| {
            (Limited::new(persona, self.seed), Box::new(Mind::new(&self.evaluation)))
        });
        let threads = if persona.is_some() { 1 } else { self.threads };
        self.pool.set_threads(threads)
    }

    /// Rolls the dice of limited play by this seed from now on.
    pub fn reseed(&mut self, seed: u64) {
        self.seed = seed;
        if let Some((limited, _)) = &mut self.limited {
            limited.reseed(seed);
        }
    }

    /// Forgets all games.
    pub fn clear(&mut self) {
        self.pool.clear();
        if let Some((limited, _)) = &mut self.limited {
            limited.new_game();
        }
    }

    /// Whether a search with these limits is over in a few milliseconds for the side to move,
    /// so that it is not worth a thread of its own.
    pub fn is_brief(&self, limits: &Limits, turn: Color) -> bool {
        self.pool.is_brief(limits, turn)
    }

    /// Searches where the game stands.
    pub fn search(
        &mut self,
        question: &Question<'_>,
        on_event: &mut dyn FnMut(Event<'_>),
    ) -> Report {
        if let Some((limited, mind)) = &mut self.limited {
            return limited.search(mind, question, on_event);
        }
        let history = history(question.game);
        let position = question.game.position();
        let mut limits = question.limits.clone();
        let known = {
            let (circles, is_over) = (has_repeated(question.game), || is_over(question));
            let root = self.endgames.root(position, circles, &is_over);
            wanted_moves(root, &limits.search_moves, limits.multi_pv.max(1))
        };
        if !known.is_empty() {
            limits.search_moves = known.iter().map(|ranked| ranked.mv).collect();
        }
        let ranks: Vec<(Move, i32)> = known.iter().map(|ranked| (ranked.mv, ranked.rank)).collect();
        let job = Job {
            position,
            history: &history,
            limits: &limits,
            signals: question.signals,
            oracle: &self.endgames,
            ranks: &ranks,
            begun: question.begun,
        };
        let finish = Finish { position, known };
        let tell = &mut |event: Event<'_>| match event {
            Event::Line(info) if finish.is_needed(info) => {
                let mut info = info.clone();
                finish.line(&mut info);
                on_event(Event::Line(&info));
            }
            other => on_event(other),
        };
        let mut found = self.minds.search(&mut self.pool, &job, tell);
        for info in &mut found.lines {
            finish.line(info);
        }
        found.pv.truncate(living(position, &found.pv));
        let verdict = found.best.and_then(|mv| finish.verdict(mv));
        found.score = verdict.map_or(found.score, |verdict| verdict.settle(found.score));
        if found.best.is_some_and(|mv| is_dead_after(position, mv)) {
            found.ponder = None;
        }
        found
    }

    /// Searches the bench positions on one thread: the same number of nodes on
    /// every machine.
    pub fn bench(&self) -> Result<Bench, MemoryError> {
        let outcome = self.evaluation.with_evaluators(RunBench)?;
        Ok(Bench { nodes: outcome.nodes, time: outcome.time })
    }
}

/// What the champion is asked.
#[derive(Clone, Copy)]
pub struct Question<'a> {
    /// The game; its last position is searched, the others are for repetitions.
    pub game: &'a Game,
    /// When to stop.
    pub limits: &'a Limits,
    /// Where the world outside says stop, and that a pondered move was played.
    pub signals: &'a Signals,
    /// When the clock began to run.
    pub begun: Instant,
}

/// Of the moves that tables have ranked those to search: only of the best there
/// are, but enough for all lines.
fn wanted_moves(mut ranked: Vec<Ranked>, only: &[Move], lines: usize) -> Vec<Ranked> {
    // A list that names no legal move is no list.
    if ranked.iter().any(|ranked| only.contains(&ranked.mv)) {
        ranked.retain(|ranked| only.contains(&ranked.mv));
    }
    if let Some(last) = ranked.get(lines.saturating_sub(1)).map(|last| last.rank) {
        ranked.retain(|ranked| ranked.rank >= last);
    }
    ranked
}

/// What the search does not know about its own lines.
struct Finish<'a> {
    position: &'a Position,
    /// What tables know about the moves.
    known: Vec<Ranked>,
}

impl Finish<'_> {
    /// What tables know about a move.
    fn verdict(&self, mv: Move) -> Option<TablebaseResult> {
        self.known.iter().find(|ranked| ranked.mv == mv)?.verdict
    }

    fn is_needed(&self, info: &Info) -> bool {
        !self.known.is_empty() || info.pv.len() > living(self.position, &info.pv)
    }

    fn line(&self, info: &mut Info) {
        info.pv.truncate(living(self.position, &info.pv));
        if let Some(verdict) = info.pv.first().and_then(|&mv| self.verdict(mv)) {
            info.score = verdict.settle(info.score);
            info.bound = Bound::Exact;
        }
    }
}

/// How many moves of a line are played before nobody can mate any more. The
/// search knows too few pieces, but not walls of pawns, and would go on.
fn living(position: &Position, line: &[Move]) -> usize {
    let mut position = *position;
    let ends = |&mv: &Move| {
        position.play_unchecked(mv);
        position.is_dead()
    };
    line.iter().position(ends).map_or(line.len(), |index| index + 1)
}

fn is_dead_after(position: &Position, mv: Move) -> bool {
    let mut next = *position;
    next.play_unchecked(mv);
    next.is_dead()
}

impl fmt::Debug for Champion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Champion({:?}, {} threads)", self.evaluation, self.pool.threads())
    }
}

/// What the bench counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bench {
    /// Nodes of all positions together.
    pub nodes: u64,
    /// How long it took.
    pub time: Duration,
}

/// Whether a position of the game came twice since the last capture or pawn move.
fn has_repeated(game: &Game) -> bool {
    let positions = game.positions();
    let since = usize::from(game.position().halfmove_clock()).min(positions.len() - 1);
    let keys: Vec<u64> =
        positions[positions.len() - 1 - since..].iter().map(Position::key).collect();
    keys.iter().enumerate().any(|(index, key)| keys[..index].contains(key))
}

/// The keys of the positions before the one where the game stands.
pub(crate) fn history(game: &Game) -> Vec<u64> {
    let positions = game.positions();
    positions[..positions.len() - 1].iter().map(chess::Position::key).collect()
}
