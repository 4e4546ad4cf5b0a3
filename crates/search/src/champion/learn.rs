//! Steps 20 and 21 of the main search: what a node teaches.

use chess::{Move, Position, Square};
use eval::IncrementalEvaluator;

use super::before::Before;
use super::frame::LEAD;
use super::history::{is_noisy, moved, taken};
use super::margins::{self, Unrefuted};
use super::params;
use super::searcher::SearchThread;
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

impl<J: IncrementalEvaluator, O: Observer> SearchThread<'_, J, O> {
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
        self.learn_refuted(ply, malus * params::refuted_malus() / 100);
        if is_noisy(position, best) {
            self.learn_capture(position, best, bonus);
        } else {
            self.learn_quiet(position, ply, best, bonus);
            // What was tried late was not thought much of anyway.
            let mut less = malus;
            for mv in quiets.iter() {
                self.learn_quiet(position, ply, mv, -less);
                less -= less * params::malus_decay() / 100;
            }
        }
        for mv in captures.iter() {
            self.learn_capture(position, mv, -malus);
        }
    }

    /// An early quiet move led to the node at `ply`, and an answer to it was found.
    fn learn_refuted(&mut self, ply: usize, malus: i32) {
        let last = self.memory.frames[LEAD + ply - 1];
        if (1..=params::refuted_moves()).contains(&last.number) && !last.noisy {
            self.learn_continuation(ply - 1, last.moved, -malus);
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

    /// Nothing was found against the move that led to the node at `ply`, which is worth
    /// no more than `best`: it was good.
    pub(super) fn learn_last(
        &mut self,
        position: &Position,
        ply: usize,
        before: &Before,
        best: i32,
    ) {
        let last = self.memory.frames[LEAD + ply - 1];
        let Some(mv) = last.mv else { return };
        let histories = &mut self.memory.histories;
        if last.noisy {
            let bonus = margins::bonus(before.depth) * params::last_bonus_capture() / 100;
            histories.learn_capture(last.moved, last.taken, bonus);
            return;
        }
        let least = best + params::last_bonus_margin();
        let unrefuted = Unrefuted {
            depth: before.depth,
            number: last.number,
            surprises_mover: !before.in_check && least <= before.eval,
            surprises_opponent: last.eval != value::NONE && least <= -last.eval,
        };
        let bonus = unrefuted.bonus();
        histories.learn_butterfly(!position.turn(), &last.threats, mv, bonus);
        histories.learn_pawns(position, last.moved, bonus * params::last_bonus_pawns() / 100);
        self.learn_continuation(ply - 1, last.moved, bonus);
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
            let at = LEAD + ply;
            let earlier = [frames[at - 2].moved, frames[at - 4].moved];
            let last = frames[at - 1].moved;
            let difference = value::clamp_eval(value) - eval;
            self.memory.corrections.learn(position, earlier, last, depth, difference);
        }
    }
}
