//! Rung 9: principal variation search.
//!
//! With good ordering the first move is usually the best one. So search it
//! with the whole window, and of the others ask only: *is any of them better?*
//! That question is a window with nothing inside, (alpha, alpha + 1), which
//! cuts off almost everywhere. Mostly the answer is no, quickly. If it is yes,
//! the move is searched again with the real window: rarely, if the ordering is
//! any good, so the time lost is less than the time saved.
//!
//! This is [`table`](super::table) with that one change, and exact like it.

use chess::{Move, Position};
use eval::Score;

use super::{Orderer, Store, StoreEntry};
use crate::{Bound, Ending, Line, Node, NodeOutcome, Observer, Report, Task, Variations, Window};

/// Searches to the task's depth, proving the first move best.
pub fn search<O: Observer>(task: &Task<'_>, store: &mut Store, observer: &mut O) -> Report {
    store.clear();
    let depth = task.full_depth();
    let mut search = Pvs {
        task,
        observer,
        line: Line::new(task),
        variations: Variations::new(),
        depth,
        nodes: 0,
        best: Score::mated_in(0),
        orderer: Orderer::new(task.options.order, task.evaluator),
        store,
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

struct Pvs<'a, O> {
    task: &'a Task<'a>,
    observer: &'a mut O,
    line: Line,
    variations: Variations,
    depth: u32,
    nodes: u64,
    best: Score,
    orderer: Orderer<'a>,
    store: &'a mut Store,
}

impl<O: Observer> Pvs<'_, O> {
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

        let Window { mut alpha, beta } = window;
        let trusted = !self.line.matters(position, depth);
        let mut known = None;
        if trusted {
            let entry = self.store.get(position.key(), ply);
            self.observer.probed(entry.is_some());
            if let Some(entry) = entry {
                known = entry.mv;
                let settles = match entry.bound {
                    Bound::Exact => true,
                    Bound::Lower => entry.value >= beta,
                    Bound::Upper => entry.value <= alpha,
                };
                // The root is searched all the same: its line is wanted.
                if entry.depth == depth && settles && ply > 0 {
                    return Some((entry.value, NodeOutcome::TableHit(entry.bound)));
                }
            }
        }

        let mut moves = position.legal_moves();
        self.orderer.sort(position, &mut moves, ply, known);
        self.observer.order(&moves);
        let mut best = Score::mated_in(0);
        let mut best_move = None;
        let mut bound = Bound::Upper;
        for (tried, mv) in moves.iter().copied().enumerate() {
            if self.task.control.is_over(self.nodes) {
                return None;
            }
            self.nodes += 1;
            let mut next = *position;
            next.play_unchecked(mv);
            self.line.push(&next);
            let whole = Window { alpha: -beta, beta: -alpha };
            let empty = Window { alpha: -alpha - 1, beta: -alpha };
            let first = if tried == 0 { whole } else { empty };
            let mut value = self.node(&next, Some(mv), depth - 1, first).map(|value| -value);
            let is_better = value.is_some_and(|value| alpha < value && value < beta);
            if is_better && first != whole {
                if self.task.control.is_over(self.nodes) {
                    self.line.pop();
                    return None;
                }
                self.nodes += 1;
                value = self.node(&next, Some(mv), depth - 1, whole).map(|value| -value);
            }
            self.line.pop();
            let value = value?;
            if value > best {
                best = value;
                if value > alpha {
                    alpha = value;
                    bound = Bound::Exact;
                    best_move = Some(mv);
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
                    bound = Bound::Lower;
                    break;
                }
            }
        }
        if trusted {
            let entry = StoreEntry { mv: best_move.or(known), value: best, depth, bound };
            self.store.insert(position.key(), ply, entry);
        }
        let outcome =
            if bound == Bound::Lower { NodeOutcome::BetaCut } else { NodeOutcome::Searched };
        Some((best, outcome))
    }
}
