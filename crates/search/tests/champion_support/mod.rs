//! What tests of the tournament search share.
#![allow(dead_code, unreachable_pub)] // each test file uses its own part

pub mod brute_mate;

use chess::{Move, Position};
use eval::{IncrementalEvaluator, IncrementalTuned, Score, Tuned};
use plywise_search::champion::{Job, Solo};
use plywise_search::{Limits, Report, Signals};

/// The hand-made evaluation.
pub fn evaluator() -> IncrementalTuned {
    IncrementalTuned::new(&Tuned::default())
}

/// The position of a FEN.
pub fn position(fen: &str) -> Position {
    fen.parse().unwrap()
}

/// A search by a searcher that knows nothing yet.
pub fn solve(position: &Position, limits: &Limits) -> Report {
    let signals = Signals::new();
    Solo::new(16).unwrap().search(&Job::new(position, limits, &signals), &mut evaluator())
}

/// The position after some moves, and the keys of those before it.
pub fn walk(start: &Position, moves: &str) -> (Position, Vec<u64>) {
    let mut position = *start;
    let mut keys = Vec::new();
    for text in moves.split_whitespace() {
        keys.push(position.key());
        position.play(position.parse_uci(text).unwrap()).unwrap();
    }
    (position, keys)
}

/// Plays a line out: every move legal, no move after the end of the game, and a
/// mate at its end if the score says so.
pub fn replay(root: &Position, line: &[Move], score: Score) {
    let mut position = *root;
    for (index, &mv) in line.iter().enumerate() {
        let over =
            index > 0 && (position.halfmove_clock() >= 100 || position.has_insufficient_material());
        assert!(!over, "{line:?} of {root} goes on after move {index}");
        position.play(mv).unwrap_or_else(|error| panic!("{error}: {line:?} of {root}"));
    }
    if let Some(plies) = score.mate_plies() {
        assert_eq!(line.len(), plies as usize, "{line:?} of {root}");
        assert!(position.is_checkmate(), "{line:?} of {root}");
    }
}

/// Plays a game of the search against itself, at most so many moves.
pub fn play(start: &Position, limits: &Limits, most: usize) -> Position {
    let mut solo = Solo::new(4).unwrap();
    let mut evaluator = evaluator();
    let signals = Signals::new();
    let mut position = *start;
    let mut history = Vec::new();
    for _ in 0..most {
        let mut job = Job::new(&position, limits, &signals);
        job.history = &history;
        let Some(best) = solo.search(&job, &mut evaluator).best else { break };
        history.push(position.key());
        position.play(best).unwrap();
    }
    position
}

/// An incremental evaluator that checks what it is told against the positions themselves.
pub struct Witness {
    line: Vec<Position>,
    inner: IncrementalTuned,
    pub evaluations: u64,
}

impl Witness {
    pub fn new() -> Witness {
        Witness { line: Vec::new(), inner: evaluator(), evaluations: 0 }
    }
}

impl IncrementalEvaluator for Witness {
    fn start(&mut self, root: &Position) {
        self.line = vec![*root];
        self.inner.start(root);
    }

    fn play(&mut self, before: &Position, mv: Move, after: &Position) {
        assert_eq!(self.line.last(), Some(before));
        let mut next = *before;
        next.play(mv).unwrap();
        assert_eq!(&next, after);
        // The slow way checks the fast one: every field from scratch.
        assert_eq!(next.setup().position().as_ref(), Ok(after));
        self.line.push(next);
        self.inner.play(before, mv, after);
    }

    fn pass(&mut self, after: &Position) {
        let next = self.line.last().unwrap().after_null().unwrap();
        assert_eq!(&next, after);
        self.line.push(next);
        self.inner.pass(after);
    }

    fn undo(&mut self) {
        assert!(self.line.len() > 1, "more taken back than played");
        self.line.pop();
        self.inner.undo();
    }

    fn evaluate(&mut self, position: &Position) -> Score {
        assert_eq!(self.line.last(), Some(position));
        assert!(!position.is_check());
        self.evaluations += 1;
        self.inner.evaluate(position)
    }
}
