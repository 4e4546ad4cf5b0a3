//! Steps 16 and 17 of the main search: how deep a move is searched, and how often.

use chess::Position;
use eval::IncrementalEvaluator;

use super::before::Before;
use super::frame::LEAD;
use super::margins::{self, Doubts, PLY};
use super::node::NodeProgress;
use super::params;
use super::pruning::CurrentMove;
use super::searcher::SearchThread;
use super::value::{self, INFINITE};
use super::watch::{Depths, rounded};
use crate::{DepthTerm, Observer};

/// A move that was played and is to be searched.
#[derive(Clone, Copy)]
pub(super) struct MoveSearch<'a> {
    /// The position that it leads to.
    pub(super) next: &'a Position,
    pub(super) current: CurrentMove,
    /// Why it may be searched less deep.
    pub(super) doubts: Doubts,
    pub(super) beta: i32,
    /// The distance of the node, not of `next`, from the root.
    pub(super) ply: usize,
}

impl<J: IncrementalEvaluator, O: Observer> SearchThread<'_, J, O> {
    /// Step 16: what speaks for and against searching a move to full depth.
    #[inline(always)]
    pub(super) fn doubts<const PV: bool>(
        &self,
        before: &Before,
        current: &CurrentMove,
        alpha: i32,
        ply: usize,
    ) -> Doubts {
        let cutoffs = self.memory.frames[LEAD + ply + 1].cutoffs;
        Doubts {
            pv: PV,
            was_pv: before.was_pv,
            cut_node: before.cut_node,
            noisy: current.noisy,
            gives_check: current.gives_check,
            is_table_move: Some(current.mv) == before.tt_move,
            has_table_move: before.tt_move.is_some(),
            table_move_is_noisy: before.tt_noisy,
            table_is_above: before.tt_bound.is_some() && before.tt_value > alpha,
            table_is_deep: before.tt_depth >= before.depth,
            many_cutoffs: cutoffs as i32 > params::many_cutoffs(),
            correction: before.correction,
            history: current.history,
        }
    }

    /// Step 17: the value of a move, for the side that plays it.
    #[inline(always)]
    pub(super) fn search_move<const PV: bool>(
        &mut self,
        search: &MoveSearch<'_>,
        before: &Before,
        so_far: &NodeProgress,
    ) -> i32 {
        let &MoveSearch { next, current, beta, ply, .. } = search;
        let CurrentMove { number, reduction, extension, compared, .. } = current;
        let alpha = so_far.alpha;
        let new_depth = before.depth - 1 + extension;
        let depths = Depths::of(before).extended(extension, compared);
        let mut value = -INFINITE;
        if before.depth >= params::reduction_depth() && number > 1 {
            value = self.search_late_move::<PV>(search, before, so_far, depths);
        } else if !PV || number > 1 {
            let shorter = i32::from(reduction > params::shorter_reduction());
            let searched = new_depth - shorter;
            self.tell_depth(depths.less(searched), || {
                depths.terms(searched, [DepthTerm::new("large reduction", PLY * shorter)])
            });
            let answers = !before.cut_node;
            value = -self.node::<false>(next, -alpha - 1, -alpha, searched, ply + 1, answers);
        }
        if PV && (number == 1 || value > alpha) {
            self.memory.variations.clear(ply + 1);
            self.tell_depth(depths.less(new_depth), || depths.terms(new_depth, []));
            value = -self.node::<true>(next, -beta, -alpha, new_depth, ply + 1, false);
        }
        value
    }

    /// A late move is searched with a reduction, and again without it if it beats alpha.
    #[inline(always)]
    fn search_late_move<const PV: bool>(
        &mut self,
        search: &MoveSearch<'_>,
        before: &Before,
        so_far: &NodeProgress,
        depths: Depths,
    ) -> i32 {
        let &MoveSearch { next, current, doubts, ply, .. } = search;
        let &NodeProgress { alpha, best, .. } = so_far;
        let depth = before.depth;
        let new_depth = depth - 1 + current.extension;
        let most_depth = new_depth + i32::from(PV);
        let asked = new_depth - current.reduction / PLY;
        let reduced = asked.clamp(1, most_depth.max(1));
        self.memory.frames[LEAD + ply].reduction = new_depth - reduced;
        self.tell_depth(depths.less(reduced), || {
            let late = margins::reduction(depth, current.number);
            let less = if before.improving { 0 } else { params::reduction_not_improving() };
            let own = [DepthTerm::new("late move", late), DepthTerm::new("not improving", less)];
            let rounded = rounded(current.reduction, asked, reduced);
            depths.terms(reduced, own.into_iter().chain(doubts.terms()).chain(rounded))
        });
        let mut value = -self.node::<false>(next, -alpha - 1, -alpha, reduced, ply + 1, true);
        self.memory.frames[LEAD + ply].reduction = 0;
        if value <= alpha || reduced >= new_depth {
            return value;
        }

        let deeper = value > best + params::deeper_margin();
        let shallower = value < best + params::shallower_margin();
        let again = new_depth + i32::from(deeper) - i32::from(shallower);
        if again > reduced {
            self.tell_depth(depths.less(again), || {
                let term = |name, amount, margin| {
                    let bound = value::score(best + margin);
                    DepthTerm::new(name, amount).comparing(value::score(value), bound)
                };
                let (more, less) = (-PLY * i32::from(deeper), PLY * i32::from(shallower));
                let more = term("deeper re-search", more, params::deeper_margin());
                let less = term("shallower re-search", less, params::shallower_margin());
                depths.terms(again, [more, less])
            });
            let answers = !before.cut_node;
            value = -self.node::<false>(next, -alpha - 1, -alpha, again, ply + 1, answers);
        }
        if !current.noisy && !self.stopped {
            let good = value > alpha;
            let bonus = if good { margins::bonus(depth) } else { -margins::malus(depth) };
            self.learn_continuation(ply, current.moved, bonus);
        }
        value
    }
}
