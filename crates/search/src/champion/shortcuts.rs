//! Ways to answer a node without looking at all its moves: steps 7 to 9 and
//! ProbCut of the main search.

use chess::Position;
use eval::IncrementalEvaluator;

use super::before::Before;
use super::frame::LEAD;
use super::margins::{self, PLY};
use super::node::has_pieces;
use super::params;
use super::picker::{Context, Picker};
use super::searcher::{SearchThread, table_key};
use super::value::{self, is_decisive, is_loss, is_win, to_table};
use super::watch::Depths;
use crate::{Bound, DepthTerm, NodeOutcome, Observer, Rule};

impl<J: IncrementalEvaluator, O: Observer> SearchThread<'_, J, O> {
    /// Steps 7 to 9, for nodes out of check and off the principal variation.
    pub(super) fn shortcut(
        &mut self,
        position: &Position,
        alpha: i32,
        beta: i32,
        before: &mut Before,
        ply: usize,
        cut_node: bool,
    ) -> Option<(i32, NodeOutcome)> {
        let at = LEAD + ply;
        let Before { depth, guess, eval, improving, worsening, .. } = *before;
        let excluded = self.memory.frames[at].excluded.is_some();
        let was_pv = self.memory.frames[at].was_pv;

        // Step 7. Razoring: so far below alpha that only captures can help, and
        // quiescence knows whether they do. −7 Elo, which is nothing.
        let razor = alpha - margins::razoring(depth);
        if !excluded && !is_decisive(alpha) && guess < razor {
            let (guess, bound) = (value::score(guess), value::score(razor));
            let depths = Depths::of(before);
            self.tell_depth(depths.less(0) + 1, || {
                depths.terms(0, [DepthTerm::new("razoring", PLY * depth).comparing(guess, bound)])
            });
            let value = self.quiescence::<false>(position, alpha, alpha + 1, ply);
            return Some((value, NodeOutcome::Pruned(Rule::Razoring, guess, bound)));
        }

        // Step 8. Reverse futility: so far above beta that the opponent has not
        // the time to catch up. +92 Elo.
        let margin = margins::reverse_futility(depth, improving, worsening, before.correction);
        if !was_pv
            && !excluded
            && depth <= params::reverse_futility_depth()
            && guess - margin >= beta
            && guess >= beta
            && (before.tt_move.is_none() || before.tt_noisy)
            && !is_loss(beta)
            && !is_win(guess)
        {
            let weight = params::reverse_futility_blend();
            let value = (guess + weight * beta) / (weight + 1);
            let (guess, bound) = (value::score(guess), value::score(beta + margin));
            return Some((value, NodeOutcome::Pruned(Rule::ReverseFutility, guess, bound)));
        }

        // Step 9. Null move: if even passing is good enough, a real move surely
        // is. Deep down the answer is verified without passing, because in
        // zugzwang it is wrong. +22 Elo.
        if cut_node
            && !excluded
            && self.memory.frames[at - 1].mv.is_some()
            && guess >= beta
            && eval >= beta + margins::null_threshold(depth)
            && ply >= self.null_floor
            && !is_loss(beta)
            && has_pieces(position)
        {
            let reduction = margins::null_reduction(depth, guess - beta);
            let next = self.pass(position, ply)?;
            let depths = Depths::of(before);
            let searched = depth - reduction;
            self.tell_depth(depths.less(searched), || {
                let less = DepthTerm::new("null move", PLY * (reduction - 1));
                let less = less.comparing(value::score(guess), value::score(beta));
                depths.terms(searched, [less])
            });
            let value = -self.node::<false>(&next, -beta, -beta + 1, searched, ply + 1, false);
            self.take_back();
            if self.stopped {
                return Some((0, NodeOutcome::Stopped));
            }
            if value >= beta && !is_win(value) {
                let numbers = (value::score(value), value::score(beta));
                let answer = (value, NodeOutcome::Pruned(Rule::NullMove, numbers.0, numbers.1));
                if self.null_floor > 0 || depth < params::null_verify_depth() {
                    return Some(answer);
                }
                self.null_floor =
                    ply + ((depth - reduction) * params::null_verify_share() / 100).max(1) as usize;
                // The move before this node was no pass, but here the mover is
                // not allowed one.
                let searched = (depth - reduction).max(1);
                self.tell_depth(depths.less(searched) + 1, || {
                    let test = DepthTerm::new("verification search", PLY * (depth - searched));
                    depths.terms(searched, [test.comparing(numbers.0, numbers.1)])
                });
                let verified = self.node::<false>(position, beta - 1, beta, searched, ply, false);
                self.null_floor = 0;
                if self.stopped {
                    return Some((0, NodeOutcome::Stopped));
                }
                if verified >= beta {
                    return Some(answer);
                }
            }
        }
        None
    }

    /// Step 11. ProbCut, by the table alone or by searching captures.
    pub(super) fn probcut(
        &mut self,
        position: &Position,
        beta: i32,
        before: &Before,
        context: &Context,
        ply: usize,
        cut_node: bool,
    ) -> Option<(i32, NodeOutcome)> {
        let Before { depth, eval, improving, tt_move, tt_value, tt_bound, tt_depth, .. } = *before;
        let at = LEAD + ply;
        let excluded = self.memory.frames[at].excluded;
        if is_decisive(beta) {
            return None;
        }
        let lower = matches!(tt_bound, Some(Bound::Lower | Bound::Exact));
        let known_beta = beta + params::probcut_table_margin();
        if lower
            && excluded.is_none()
            && tt_depth >= depth - params::probcut_reduction()
            && tt_value >= known_beta
            && !is_decisive(tt_value)
        {
            let (known, bound) = (value::score(tt_value), value::score(known_beta));
            return Some((known_beta, NodeOutcome::Pruned(Rule::ProbCut, known, bound)));
        }

        let high_beta =
            beta + params::probcut_margin() - params::probcut_improving() * i32::from(improving);
        if depth < params::probcut_depth()
            || excluded.is_some()
            || tt_bound.is_some() && tt_value < high_beta
        {
            return None;
        }
        let mut picker = Picker::winning(position, tt_move, high_beta - eval, &self.memory.moves);
        let first = picker.first();
        let shallow = (depth - params::probcut_reduction()).max(0);
        while let Some(mv) =
            picker.next(position, context, &self.memory.histories, &mut self.memory.moves)
        {
            let mut next = *position;
            self.play(position, &mut next, mv, ply);
            self.memory.frames[at].reduction = 0;
            let depths = Depths::of(before);
            self.tell_depth(depths.less(0), || {
                depths.terms(0, [DepthTerm::new("ProbCut", PLY * (depth - 1))])
            });
            let mut value = -self.quiescence::<false>(&next, -high_beta, -high_beta + 1, ply + 1);
            if value >= high_beta && shallow > 0 {
                self.tell_depth(depths.less(shallow), || {
                    let less = DepthTerm::new("ProbCut", PLY * (depth - 1 - shallow));
                    let less = less.comparing(value::score(value), value::score(high_beta));
                    depths.terms(shallow, [less])
                });
                value = -self.node::<false>(
                    &next,
                    -high_beta,
                    -high_beta + 1,
                    shallow,
                    ply + 1,
                    !cut_node,
                );
            }
            self.take_back();
            if self.stopped {
                self.memory.moves.truncate(first);
                return Some((0, NodeOutcome::Stopped));
            }
            if value >= high_beta {
                self.memory.moves.truncate(first);
                let (key, kept) = (table_key(position), to_table(value, ply));
                let was_pv = self.memory.frames[at].was_pv;
                let lower = Some(Bound::Lower);
                self.keep(key, Some(mv), kept, before.raw, shallow + 1, lower, was_pv);
                let (shown, bound) = (value::score(value), value::score(high_beta));
                let value = if is_decisive(value) { value } else { value - (high_beta - beta) };
                return Some((value, NodeOutcome::Pruned(Rule::ProbCut, shown, bound)));
            }
        }
        self.memory.moves.truncate(first);
        None
    }
}
