//! Rung 6: the transposition table.
//!
//! Many orders of moves lead to one position. Having searched it once, look it
//! up the next time. But a hit is only worth anything if it answers the *same
//! question*, and there are many ways to get that wrong. Report P's table gave
//! 1 instead of 2 on its third board at three plies. Its printed code shows
//! four mistakes that can spoil a value:
//!
//! - **The key** is the printed diagram, which says neither whose move it is
//!   nor who may castle or take en passant. Here it is a 64-bit Zobrist hash
//!   of all that decides which moves are legal.
//! - **Depth** is not kept. A value found two plies deep is no answer three
//!   plies up. Here the depths must be equal. (Engines also take deeper
//!   results: stronger, but no longer the value of this depth.)
//! - **What is stored** under a position is the best value its *parent* has
//!   seen so far, not the position's own.
//! - **A hit** replaces the best value so far instead of competing with it.
//!
//! And even with those mended three more remain, which any table must mind:
//!
//! - **Bounds.** After a cut-off the value is only known to be *at least*
//!   something; if nothing reached alpha, *at most*. Such an entry may only be
//!   used where it settles the node: a lower bound at or above beta, an upper
//!   bound at or below alpha. Storing bounds as values is the classic mistake.
//! - **Mates** are counted from the root; in the table they must be counted
//!   from the position, because next time it may stand at another ply.
//! - **Draws.** Repetitions and the fifty-move rule depend on the line, not on
//!   the position alone. Where they could make a difference the table is
//!   neither read nor written ([`Line::matters`]).
//!
//! So the value stays exactly minimax's, which is tested. Besides, the table
//! remembers the best move of a position; where the position comes again and
//! the entry does not settle it, that move is tried first.

use chess::{Move, Position};
use eval::Score;

use super::{Orderer, Store, StoreEntry};
use crate::{Bound, Ending, Line, Node, NodeOutcome, Observer, Report, Task, Variations, Window};

/// Searches to the task's depth, remembering positions.
pub fn search<O: Observer>(task: &Task<'_>, store: &mut Store, observer: &mut O) -> Report {
    store.clear();
    let depth = task.full_depth();
    let mut search = TableSearch {
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

struct TableSearch<'a, O> {
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

impl<O: Observer> TableSearch<'_, O> {
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
