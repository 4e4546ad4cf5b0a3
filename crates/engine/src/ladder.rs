//! Players from the ladder: an algorithm, an evaluation, a depth.

use std::cell::RefCell;
use std::fmt;
use std::time::Instant;

use chess::Move;
use eval::{Evaluator, Score};
use search::ladder::{Algorithm, MAX_DEPTH, Rung, Store};
use search::{Control, Node, Observer, Task};

use crate::champion::history;
use crate::{Branching, Decision, EvalSpec, Limits, Question, Thought, repertoire};
use numbers::Dice;

/// How deep a rung looks where nobody says how deep or how long.
pub const DEFAULT_DEPTH: u32 = 3;
/// What a rung evaluates with where nobody says with what.
pub const DEFAULT_EVAL: EvalSpec = EvalSpec::Named("pst");

/// A player from the ladder.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LadderSpec {
    /// Which search, and its options.
    pub algorithm: Algorithm,
    /// How many plies it looks ahead; `None`: as far as the game's limits let it.
    pub depth: Option<u32>,
    /// What it evaluates with.
    pub eval: EvalSpec,
    /// Whether it plays its first three moves from a repertoire (report P).
    pub book: bool,
}

impl LadderSpec {
    /// A rung with nothing said about it.
    pub fn plain(rung: Rung) -> LadderSpec {
        LadderSpec {
            algorithm: Algorithm::plain(rung),
            depth: None,
            eval: DEFAULT_EVAL,
            book: false,
        }
    }

    fn depth_within(&self, limits: &Limits) -> u32 {
        let is_timed =
            limits.clock.is_some() || limits.move_time.is_some() || limits.nodes.is_some();
        let depth = match (self.depth, limits.depth) {
            (Some(own), Some(allowed)) => own.min(allowed),
            (own, allowed) => {
                own.or(allowed).unwrap_or(if is_timed || self.algorithm.nodes.is_some() {
                    MAX_DEPTH
                } else {
                    DEFAULT_DEPTH
                })
            }
        };
        depth.clamp(1, MAX_DEPTH)
    }
}

/// As it is written on the command line, with what is not the default.
impl fmt::Display for LadderSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let algorithm = self.algorithm.to_string();
        let (name, options) = algorithm.split_once(':').unwrap_or((&algorithm, ""));
        let mut parts = Vec::new();
        parts.extend(self.depth.map(|depth| format!("depth={depth}")));
        if self.algorithm.rung != Rung::Random && self.eval != DEFAULT_EVAL {
            parts.push(format!("eval={}", self.eval));
        }
        if self.book {
            parts.push("book".to_owned());
        }
        if !options.is_empty() {
            parts.push(options.to_owned());
        }
        let colon = if parts.is_empty() { "" } else { ":" };
        f.pad(&format!("{name}{colon}{}", parts.join(",")))
    }
}

thread_local! {
    /// What searches on this thread remember positions in. A level with few plies
    /// searches for less time than it takes to get 12 MiB, and games are many where
    /// threads are few.
    static STORE: RefCell<Store> = RefCell::default();
}

/// A player from the ladder at work.
#[derive(Clone, Debug)]
pub(crate) struct LadderPlayer {
    spec: LadderSpec,
    dice: Dice,
}

impl LadderPlayer {
    pub(crate) fn new(spec: LadderSpec, seed: u64) -> LadderPlayer {
        LadderPlayer { spec, dice: Dice::new(seed) }
    }

    pub(crate) fn reseed(&mut self, seed: u64) {
        self.dice = Dice::new(seed);
    }

    pub(crate) fn think(
        &mut self,
        question: &Question<'_>,
        evaluator: &dyn Evaluator,
        on_thought: &mut dyn FnMut(&Thought),
    ) -> Decision {
        let Question { game, limits, signals, begun } = *question;
        let position = game.position();
        if self.spec.book
            && let Some(mv) = repertoire::choose(position, &mut self.dice)
        {
            return Decision { is_from_book: true, ..Decision::unsearched(Some(mv), begun) };
        }
        let mut options = self.spec.algorithm.options;
        let is_random = self.spec.algorithm.rung == Rung::Random;
        if is_random {
            // A position that comes again gets another throw.
            options.seed ^= self.dice.roll();
        }
        let nodes = [self.spec.algorithm.nodes, limits.nodes].into_iter().flatten().min();
        let limits = Limits { nodes, ..limits.clone() };
        let control = Control::of(&limits, position.turn()).stopped_by(signals);
        let history = history(game);
        let depth = self.spec.depth_within(&limits);
        let task = Task { position, history: &history, evaluator, depth, options, control };
        let has_quiescence = matches!(self.spec.algorithm.rung, Rung::Quiescence | Rung::NullMove);
        let mut watcher = Watcher {
            begin: begun,
            nodes: 0,
            branching: Branching::default(),
            has_quiescence,
            is_quiescent: false,
            on_thought,
        };
        let rung = self.spec.algorithm.rung;
        let report = STORE.with_borrow_mut(|store| rung.search_with(&task, store, &mut watcher));
        let branching = watcher.branching;
        Decision {
            mv: report.best,
            score: (!is_random).then_some(report.score),
            depth: report.depth,
            nodes: report.nodes,
            line: report.pv,
            elapsed: begun.elapsed(),
            branching: Some(branching).filter(|branching| branching.positions > 0),
            is_from_book: false,
            complaint: None,
        }
    }
}

/// Passes on what the search finds, and counts.
struct Watcher<'a> {
    begin: Instant,
    nodes: u64,
    branching: Branching,
    /// Whether the search goes on beyond its depth with some moves only.
    has_quiescence: bool,
    /// Whether the node entered last is such a one.
    is_quiescent: bool,
    on_thought: &'a mut dyn FnMut(&Thought),
}

impl Watcher<'_> {
    fn tell(&mut self, depth: u32, score: Score, line: &[Move], is_complete: bool) {
        (self.on_thought)(&Thought {
            depth,
            score,
            line: line.to_vec(),
            nodes: self.nodes,
            elapsed: self.begin.elapsed(),
            is_complete,
        });
    }
}

impl Observer for Watcher<'_> {
    #[inline]
    fn enter(&mut self, node: &Node<'_>) {
        self.nodes += u64::from(node.ply > 0);
        self.is_quiescent = self.has_quiescence && node.depth <= 0;
    }

    #[inline]
    fn order(&mut self, moves: &[Move]) {
        // Where only captures are looked at, the others do not branch.
        if !self.is_quiescent {
            self.branching.positions += 1;
            self.branching.moves += moves.len() as u64;
        }
    }

    fn best(&mut self, depth: u32, value: Score, line: &[Move], _: u64) {
        self.tell(depth, value, line, false);
    }

    fn iteration(&mut self, depth: u32, value: Score, line: &[Move], _: u64) {
        self.tell(depth, value, line, true);
    }
}
