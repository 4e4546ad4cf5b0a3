//! Side path 3: ProbiMax.
//!
//! Minimax assumes an opponent who sees what we see and never errs. Against
//! such an opponent a lost position is lost and a drawn one drawn, whatever is
//! played. But opponents err, and some positions invite errors: one reply
//! holds, ten others look like it and lose a little. Report P tells of ProbiMax
//! as the search that counts on this, even playing a move that looks worse if
//! it makes the answer hard (Jansen, who wanted to win queen against rook
//! against people within the fifty moves).
//!
//! So the two sides are no longer alike. We still take our best move: the
//! *max*. For the opponent each reply has a *probability*, and the position is
//! worth what is to be expected:
//!
//! ```text
//! ours    value = max of the moves
//! theirs  value = Σ chance · move,  chance in proportion to error − (best − move)
//! ```
//!
//! Everything depends on the model of the opponent, and a good one is hard to
//! come by; the report says so too. This one is as plain as can be: a reply as
//! good as the best is as likely as the best, one that gives away half of
//! `error` half as likely, one that gives away `error` or more is never played.
//! Nobody is expected to overlook a mate, on either side: it is either far
//! beyond the error, or it is forced and counts as in minimax. With an error of
//! 0 the opponent is perfect and this is [`alphabeta`](super::alphabeta), node
//! for node.
//!
//! **Cutting.** At our nodes as ever. At theirs the best reply is only an upper
//! limit of what they can expect, and they expect less than it by `error` at
//! most: so they cut `error` later, and replies are searched exactly down to
//! `error` below the best.

use chess::{Move, Position};
use eval::Score;

use crate::{Draw, Ending, Line, Node, NodeOutcome, Observer, Report, Task, Variations, Window};

/// What the opponent is thought to give away at most with a move, in
/// centipawns: half a pawn, seen by good players and missed by others.
const ERROR: i32 = 50;

/// Searches to the task's depth against an opponent who errs a little.
pub fn search<O: Observer>(task: &Task<'_>, observer: &mut O) -> Report {
    search_against(task, observer, ERROR)
}

/// Searches to the task's depth against an opponent who gives away less than
/// `error` centipawns with a move.
pub fn search_against<O: Observer>(task: &Task<'_>, observer: &mut O, error: i32) -> Report {
    let depth = task.full_depth();
    let mut search = ProbiMax {
        task,
        observer,
        error: error.max(0),
        line: Line::new(task),
        variations: Variations::new(),
        depth,
        nodes: 0,
        best: Score::mated_in(0),
    };
    let is_finished = search.node(task.position, None, depth, Window::FULL).is_some();
    let line = search.variations.line(0).to_vec();
    Report {
        best: line.first().or(task.position.legal_moves().first()).copied(),
        score: search.best,
        pv: line,
        depth,
        nodes: search.nodes,
        ending: Ending::finished_if(is_finished),
        ..Report::default()
    }
}

struct ProbiMax<'a, O> {
    task: &'a Task<'a>,
    observer: &'a mut O,
    error: i32,
    line: Line,
    variations: Variations,
    depth: u32,
    nodes: u64,
    best: Score,
}

impl<O: Observer> ProbiMax<'_, O> {
    fn node(
        &mut self,
        position: &Position,
        mv: Option<Move>,
        depth: u32,
        window: Window,
    ) -> Option<Score> {
        let ply = self.line.ply();
        self.observer.enter(&Node { position, mv, ply, depth: depth as i32, window });
        let Some((value, outcome)) = self.value(position, depth, window) else {
            self.observer.leave(Score::DRAW, NodeOutcome::Stopped);
            return None;
        };
        if ply == 0 {
            self.best = value;
        }
        self.observer.leave(value, outcome);
        Some(value)
    }

    fn value(
        &mut self,
        position: &Position,
        depth: u32,
        window: Window,
    ) -> Option<(Score, NodeOutcome)> {
        let ply = self.line.ply();
        self.variations.clear(ply);
        if !position.has_legal_move() {
            return Some(if position.is_check() {
                (Score::mated_in(ply as u32), NodeOutcome::Mate)
            } else {
                (Score::DRAW, NodeOutcome::Draw(Draw::Stalemate))
            });
        }
        if let Some(draw) = self.line.draw(position) {
            return Some((Score::DRAW, NodeOutcome::Draw(draw)));
        }
        if depth == 0 {
            let value = self.task.evaluator.evaluate(position);
            self.observer.evaluated(value);
            return Some((value, NodeOutcome::Leaf));
        }

        let moves = position.legal_moves();
        self.observer.order(&moves);
        let Window { alpha, beta } = window;
        // We do not err: the same node for both sides, with another error.
        let error = if ply.is_multiple_of(2) { 0 } else { self.error };
        let mut replies = Replies { error, best: Score::mated_in(0), near: Vec::new() };
        for (tried, mv) in moves.iter().copied().enumerate() {
            if self.task.control.is_over(self.nodes) {
                return None;
            }
            self.nodes += 1;
            let mut next = *position;
            next.play_unchecked(mv);
            self.line.push(&next);
            let below = Window { alpha: -(beta + error), beta: -(alpha.max(replies.best) - error) };
            let value = self.node(&next, Some(mv), depth - 1, below);
            self.line.pop();
            let value = -value?;
            if replies.add(value) {
                self.variations.update(ply, mv);
                if ply == 0 {
                    self.best = value;
                    let line = self.variations.line(0);
                    self.observer.best(self.depth, value, line, self.nodes);
                }
                if value >= beta + error {
                    self.observer.cut(tried, &moves[tried + 1..]);
                    return Some((value - error, NodeOutcome::BetaCut));
                }
            }
        }
        // At or below alpha only the best is a bound; the others may be lower.
        let value = if replies.best <= alpha { replies.best } else { replies.expected() };
        Some((value, NodeOutcome::Searched))
    }
}

/// The replies that may be played: all that are less than `error` worse than
/// the best.
struct Replies {
    error: i32,
    best: Score,
    near: Vec<Score>,
}

impl Replies {
    /// Takes note of a reply. Whether it is the best so far.
    fn add(&mut self, value: Score) -> bool {
        if self.error > 0 && value > self.best - self.error {
            self.near.push(value);
        }
        let is_best = value > self.best;
        self.best = self.best.max(value);
        is_best
    }

    /// What they are worth, each as often as it is played.
    fn expected(&self) -> Score {
        // A forced mate is forced: no error of this size gets out of it.
        if self.near.is_empty() || self.best.is_mate() {
            return self.best;
        }
        let (mut given_away, mut chances) = (0, 0);
        for value in &self.near {
            let gap = i64::from(self.best.raw() - value.raw());
            let chance = (i64::from(self.error) - gap).max(0);
            given_away += chance * gap;
            chances += chance;
        }
        Score::cp(self.best.raw() - (given_away / chances) as i32)
    }
}
