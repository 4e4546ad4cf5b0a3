//! Rung 4: alpha-beta.
//!
//! Minimax looks at moves that cannot matter. Suppose one move is known to be
//! worth +1, and the next one has a reply that takes it down to −2: whatever
//! the other replies are, this move is worth −2 at most, and no reason to
//! leave the first. The other replies need not be looked at.
//!
//! So each node is told a window. `alpha` is what the mover is sure of from
//! moves already searched here or above; `beta` is what the opponent is sure
//! to hold the mover to, by choosing otherwise further up. A move worth `beta`
//! or more will not be allowed to happen: the node is cut off. One step down
//! the sides change and so does the window: (−beta, −alpha).
//!
//! Nothing is lost: the root's value is exactly minimax's. How much is saved
//! depends on luck, namely on how early a good move is tried; that is the next
//! rung. At best a tree of `b` moves and depth `d` needs about 2·b^(d/2) of
//! its b^d leaves.
//!
//! Values are *fail-soft*: a node that was cut off, or whose moves all stayed
//! below alpha, returns the best value it saw, a bound that may be tighter
//! than the window.

use chess::{Move, Position};
use eval::Score;

use super::true_order;
use crate::{Ending, Line, Node, NodeOutcome, Observer, Report, Task, Variations, Window};

/// Searches to the task's depth, leaving out what cannot matter.
pub fn search<O: Observer>(task: &Task<'_>, observer: &mut O) -> Report {
    let depth = task.full_depth();
    let mut search = AlphaBeta {
        task,
        observer,
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

struct AlphaBeta<'a, O> {
    task: &'a Task<'a>,
    observer: &'a mut O,
    line: Line,
    variations: Variations,
    depth: u32,
    nodes: u64,
    best: Score,
}

impl<O: Observer> AlphaBeta<'_, O> {
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
                (Score::DRAW, NodeOutcome::Draw(crate::Draw::Stalemate))
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

        let mut moves = position.legal_moves();
        if self.task.options.order.is_true() {
            true_order::sort(self.task, &mut self.line, position, depth, &mut moves);
        }
        self.observer.order(&moves);
        let Window { mut alpha, beta } = window;
        let mut best = Score::mated_in(0);
        for (tried, mv) in moves.iter().copied().enumerate() {
            if self.task.control.is_over(self.nodes) {
                return None;
            }
            self.nodes += 1;
            let mut next = *position;
            next.play_unchecked(mv);
            self.line.push(&next);
            let value =
                self.node(&next, Some(mv), depth - 1, Window { alpha: -beta, beta: -alpha });
            self.line.pop();
            let value = -value?;
            if value > best {
                best = value;
                if value > alpha {
                    alpha = value;
                    self.variations.update(ply, mv);
                    if ply == 0 {
                        self.best = best;
                        let line = self.variations.line(0);
                        self.observer.best(self.depth, best, line, self.nodes);
                    }
                }
                if value >= beta {
                    self.observer.cut(tried, &moves[tried + 1..]);
                    return Some((best, NodeOutcome::BetaCut));
                }
            }
        }
        Some((best, NodeOutcome::Searched))
    }
}
