//! Rung 5: move ordering.
//!
//! How much alpha-beta leaves out depends on how early the best move is tried.
//! If it comes first at every node, the tree shrinks to about the square root
//! of minimax's; if it comes last, nothing is saved at all. Nobody knows the
//! best move beforehand, but guesses are cheap and often right: take something
//! valuable with something cheap, promote, give check; try what refuted the
//! last move at this depth (*killers*), or what refuted moves anywhere
//! (*history*).
//!
//! This is [`alphabeta`](super::alphabeta) with one new line, which sorts the
//! moves by one of the [orders](super::MoveOrder), and one more, which tells the
//! orderer what cut off. The value stays the same; the number of nodes does not.

use chess::{Move, Position};
use eval::Score;

use super::Orderer;
use crate::{Ending, Line, Node, NodeOutcome, Observer, Report, Task, Variations, Window};

/// Searches to the task's depth, good moves first.
pub fn search<O: Observer>(task: &Task<'_>, observer: &mut O) -> Report {
    let depth = task.full_depth();
    let mut search = Ordered {
        task,
        observer,
        line: Line::new(task),
        variations: Variations::new(),
        depth,
        nodes: 0,
        best: Score::mated_in(0),
        orderer: Orderer::new(task.options.order, task.evaluator),
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

struct Ordered<'a, O> {
    task: &'a Task<'a>,
    observer: &'a mut O,
    line: Line,
    variations: Variations,
    depth: u32,
    nodes: u64,
    best: Score,
    orderer: Orderer<'a>,
}

impl<O: Observer> Ordered<'_, O> {
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
        self.orderer.sort(position, &mut moves, ply, None);
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
                    self.orderer.remember(position, mv, ply, depth);
                    return Some((best, NodeOutcome::BetaCut));
                }
            }
        }
        Some((best, NodeOutcome::Searched))
    }
}
