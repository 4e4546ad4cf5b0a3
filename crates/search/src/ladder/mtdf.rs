//! Rung 10: MTD(f).
//!
//! Take principal variation search to its end: ask *nothing but* yes-or-no
//! questions. Is the position worth at least 50? If so, at least 120? If not,
//! at least 90? Each question is an alpha-beta search with a window that has
//! nothing inside, and each answer is a bound; when the lower bound meets the
//! upper one, that is the value. The first guess `f` is the value of the
//! search one ply less deep, at first the evaluation, and usually a few
//! questions are enough.
//!
//! The same positions are asked again and again, so this lives off the table;
//! without one it would be hopeless. The node function is
//! [`table`](super::table)'s, with the window shrunk to a single bound.
//!
//! The price is the line. A yes names the move that reaches the bound, and
//! behind it all replies fall short alike, so that none of them is the best; a
//! no names no move at all. So once the value is known, the root is searched
//! one last time, with a window in which that value alone lies inside. Nearly
//! all that is not on the line is in the table already, so it costs little.

use chess::{Move, Position};
use eval::Score;

use super::{Orderer, Store, StoreEntry};
use crate::{Bound, Ending, Line, Node, NodeOutcome, Observer, Report, Task, Variations, Window};

/// Searches to depth 1, 2, 3 … up to the task's depth by yes-or-no questions.
pub fn search<O: Observer>(task: &Task<'_>, store: &mut Store, observer: &mut O) -> Report {
    store.clear();
    // There is nothing to ask about no plies at all.
    let last = task.full_depth().max(1);
    let mut search = Mtdf {
        task,
        observer,
        line: Line::new(task),
        variations: Variations::new(),
        depth: 0,
        nodes: 0,
        named: None,
        orderer: Orderer::new(task.options.order, task.evaluator),
        store,
    };
    let mut report = Report {
        best: task.position.legal_moves().first().copied(),
        score: task.evaluator.evaluate(task.position),
        ..Report::default()
    };
    for depth in 1..=last {
        search.depth = depth;
        let Some((value, line)) = search.close_in(report.score) else {
            if report.depth == 0 {
                // Half of the first depth is better than nothing.
                report.best = search.named.or(report.best);
            }
            report.ending = Ending::Stopped;
            break;
        };
        search.observer.iteration(depth, value, &line, search.nodes);
        report.best = line.first().copied().or(report.best);
        report = Report { score: value, pv: line, depth, ..report };
    }
    Report { nodes: search.nodes, ..report }
}

struct Mtdf<'a, O> {
    task: &'a Task<'a>,
    observer: &'a mut O,
    line: Line,
    variations: Variations,
    depth: u32,
    nodes: u64,
    /// The move that the last yes named.
    named: Option<Move>,
    orderer: Orderer<'a>,
    store: &'a mut Store,
}

impl<O: Observer> Mtdf<'_, O> {
    /// Closes in on the root's value from a guess, and asks for its line;
    /// `None` if stopped.
    fn close_in(&mut self, guess: Score) -> Option<(Score, Vec<Move>)> {
        let root = self.task.position;
        let (mut low, mut high) = (Score::mated_in(0), Score::INFINITE);
        let mut value = guess;
        while low < high {
            // "Is it worth at least `bound`?"
            let bound = value.max(low + 1);
            let window = Window { alpha: bound - 1, beta: bound };
            value = self.node(root, None, self.depth, window)?;
            if value < bound {
                high = value;
            } else {
                low = value;
                // Only a yes names a move: the one that reaches the bound.
                let line = self.variations.line(0);
                self.named = line.first().copied();
                self.observer.best(self.depth, value, line, self.nodes);
            }
        }
        // "How does one get there?"
        let window = Window { alpha: value - 1, beta: value + 1 };
        value = self.node(root, None, self.depth, window)?;
        Some((value, self.variations.line(0).to_vec()))
    }

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
            let value =
                self.node(&next, Some(mv), depth - 1, Window { alpha: -beta, beta: -alpha });
            self.line.pop();
            let value = -value?;
            if value > best {
                best = value;
                if value > alpha {
                    alpha = value;
                    bound = Bound::Exact;
                    best_move = Some(mv);
                    self.variations.update(ply, mv);
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
