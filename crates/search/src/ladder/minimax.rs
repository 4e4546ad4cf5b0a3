//! Rung 2: minimax.
//!
//! Try every move, every reply, every answer to that, down to a fixed depth;
//! ask the evaluation what the positions there are worth; and assume that each
//! side chooses what is best for itself. The value of a position is then the
//! best of its moves' values for the side to move, and the value of the root
//! is what both sides can be sure of.
//!
//! This is exact, and hopeless: with some thirty moves in a position, each ply
//! costs thirty times the one before. From the starting position four plies
//! are 206,603 nodes, six are 124 million. The exact rungs that follow
//! ([`alphabeta`](super::alphabeta), [`ordered`](super::ordered),
//! [`table`](super::table), [`pvs`](super::pvs), [`mtdf`](super::mtdf)) find the
//! same value with fewer nodes; that is how they are tested.
//!
//! Mate is worth less the further away it is, so that the shortest is played:
//! a side mated `n` plies from the root has `mated_in(n)`.

use chess::{Move, Position};
use eval::Score;

use crate::{Ending, Line, Node, NodeOutcome, Observer, Report, Task, Variations, Window};

/// Searches all moves to the task's depth.
pub fn search<O: Observer>(task: &Task<'_>, observer: &mut O) -> Report {
    let depth = task.full_depth();
    let mut search = Minimax {
        task,
        observer,
        line: Line::new(task),
        variations: Variations::new(),
        depth,
        nodes: 0,
        best: Score::mated_in(0),
    };
    let is_finished = search.node(task.position, None, depth).is_some();
    let line = search.variations.line(0).to_vec();
    Report {
        // A search stopped before its first move was done still has to move.
        best: line.first().or(task.position.legal_moves().first()).copied(),
        score: search.best,
        pv: line,
        depth,
        nodes: search.nodes,
        ending: Ending::finished_if(is_finished),
        ..Report::default()
    }
}

struct Minimax<'a, O> {
    task: &'a Task<'a>,
    observer: &'a mut O,
    line: Line,
    variations: Variations,
    depth: u32,
    nodes: u64,
    /// The best value at the root so far.
    best: Score,
}

impl<O: Observer> Minimax<'_, O> {
    /// The value of a position, or `None` if the search was stopped.
    fn node(&mut self, position: &Position, mv: Option<Move>, depth: u32) -> Option<Score> {
        let ply = self.line.ply();
        self.observer.enter(&Node { position, mv, ply, depth: depth as i32, window: Window::FULL });
        let Some((value, outcome)) = self.value(position, depth) else {
            self.observer.leave(Score::DRAW, NodeOutcome::Stopped);
            return None;
        };
        if ply == 0 {
            self.best = value;
        }
        self.observer.leave(value, outcome);
        Some(value)
    }

    fn value(&mut self, position: &Position, depth: u32) -> Option<(Score, NodeOutcome)> {
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

        let moves = position.legal_moves();
        self.observer.order(&moves);
        let mut best = Score::mated_in(0);
        for mv in &moves {
            if self.task.control.is_over(self.nodes) {
                return None;
            }
            self.nodes += 1;
            let mut next = *position;
            next.play_unchecked(mv);
            self.line.push(&next);
            let value = self.node(&next, Some(mv), depth - 1);
            self.line.pop();
            let value = -value?;
            if value > best {
                best = value;
                self.variations.update(ply, mv);
                if ply == 0 {
                    self.best = best;
                    let line = self.variations.line(0);
                    self.observer.best(self.depth, best, line, self.nodes);
                }
            }
        }
        Some((best, NodeOutcome::Searched))
    }
}
