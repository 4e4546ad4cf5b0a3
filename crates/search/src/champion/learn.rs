//! Steps 20 and 21 of the main search: what a node teaches.

use chess::{Move, Position, Square};
use eval::IncrementalEvaluator;

use super::before::Before;
use super::frame::LEAD;
use super::history::{is_noisy, moved, taken};
use super::margins;
use super::params;
use super::searcher::Searcher;
use super::value::{self, to_table};
use crate::{Bound, Observer};

/// Moves of one kind that were tried at a node before the best.
#[derive(Clone, Copy)]
pub(super) struct Tried {
    moves: [Move; Tried::MOST],
    len: usize,
}

impl Tried {
    /// More are not remembered.
    const MOST: usize = 32;

    pub(super) fn new() -> Tried {
        Tried { moves: [Move::normal(Square::A1, Square::A1); Tried::MOST], len: 0 }
    }

    #[inline]
    pub(super) fn push(&mut self, mv: Move) {
        if self.len < Tried::MOST {
            self.moves[self.len] = mv;
            self.len += 1;
        }
    }

    #[inline]
    fn iter(&self) -> impl Iterator<Item = Move> + '_ {
        self.moves[..self.len].iter().copied()
    }
}

impl<J: IncrementalEvaluator, O: Observer> Searcher<'_, J, O> {
    /// `best` was a cut-off, or raised alpha at the end: it gains, what was
    /// tried before it loses.
    pub(super) fn learn_best(
        &mut self,
        position: &Position,
        ply: usize,
        depth: i32,
        best: Move,
        quiets: &Tried,
        captures: &Tried,
    ) {
        let bonus = margins::bonus(depth);
        let malus = margins::malus(depth);
        if is_noisy(position, best) {
            self.learn_capture(position, best, bonus);
        } else {
            self.learn_quiet(position, ply, best, bonus);
            for mv in quiets.iter() {
                self.learn_quiet(position, ply, mv, -malus);
            }
        }
        for mv in captures.iter() {
            self.learn_capture(position, mv, -malus);
        }
    }

    pub(super) fn learn_quiet(&mut self, position: &Position, ply: usize, mv: Move, bonus: i32) {
        let threats = self.memory.frames[LEAD + ply].threats;
        let moved = moved(position, mv);
        let histories = &mut self.memory.histories;
        histories.learn_butterfly(position.turn(), &threats, mv, bonus);
        histories.learn_pawns(position, moved, bonus);
        self.learn_continuation(ply, moved, bonus);
    }

    /// Moves made before the node at `ply` learn about `moved` as their sequel.
    pub(super) fn learn_continuation(&mut self, ply: usize, moved: usize, bonus: i32) {
        let shares = [
            params::continuation_one(),
            params::continuation_two(),
            params::continuation_four(),
            params::continuation_six(),
        ];
        for (earlier, share) in self.earlier(ply).into_iter().zip(shares) {
            self.memory.histories.learn_after(earlier, moved, bonus * share / 8);
        }
    }

    fn learn_capture(&mut self, position: &Position, mv: Move, bonus: i32) {
        let victim = taken(position, mv);
        self.memory.histories.learn_capture(moved(position, mv), victim, bonus);
    }

    /// The quiet move that led to the node at `ply` proved good, or bad, by what
    /// was found here.
    pub(super) fn learn_last(&mut self, position: &Position, ply: usize, bonus: i32) {
        let last = self.memory.frames[LEAD + ply - 1];
        if let Some(mv) = last.mv
            && !last.noisy
        {
            let them = !position.turn();
            self.memory.histories.learn_butterfly(them, &last.threats, mv, bonus);
            self.learn_continuation(ply - 1, last.moved, bonus);
        }
    }

    /// Step 21: the result goes to the table, and to the corrections by how much the
    /// evaluation was wrong.
    #[inline(always)]
    pub(super) fn remember(
        &mut self,
        position: &Position,
        before: &Before,
        value: i32,
        bound: Bound,
        best_move: Option<Move>,
        ply: usize,
    ) {
        let &Before { key, depth, raw, eval, was_pv, .. } = before;
        self.keep(key, best_move, to_table(value, ply), raw, depth, Some(bound), was_pv);
        let informs = match bound {
            Bound::Exact => true,
            Bound::Lower => value > eval,
            Bound::Upper => value < eval,
        };
        if !before.in_check && informs && !best_move.is_some_and(|mv| is_noisy(position, mv)) {
            let frames = &self.memory.frames;
            let (earlier, last) = (frames[LEAD + ply - 2].moved, frames[LEAD + ply - 1].moved);
            let difference = value::clamp_eval(value) - eval;
            self.memory.corrections.learn(position, earlier, last, depth, difference);
        }
    }
}
