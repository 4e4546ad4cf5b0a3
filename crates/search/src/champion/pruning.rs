//! Step 13 of the main search: moves that are left out without being played.

use chess::{Move, Position, SEE_VALUES};
use eval::IncrementalEvaluator;

use super::before::Before;
use super::history::{is_noisy, moved, taken};
use super::margins::{self, PLY};
use super::node::NodeProgress;
use super::params;
use super::picker::{Context, Picker};
use super::searcher::SearchThread;
use super::value::{is_decisive, is_win};
use crate::{Compared, Observer, Rule};

/// A move of a node as it is looked at.
#[derive(Clone, Copy)]
pub(super) struct CurrentMove {
    pub(super) mv: Move,
    /// Its number among the moves of the node, from 1.
    pub(super) number: i32,
    /// The piece and its target, as the histories count them.
    pub(super) moved: usize,
    /// Whether it takes or promotes.
    pub(super) noisy: bool,
    pub(super) gives_check: bool,
    /// What the histories say of it.
    pub(super) history: i32,
    /// How much less deep it is searched, in parts of a ply.
    pub(super) reduction: i32,
    /// How many plies deeper it is searched, and what was compared for that.
    pub(super) extension: i32,
    pub(super) compared: (i32, i32),
}

impl<J: IncrementalEvaluator, O: Observer> SearchThread<'_, J, O> {
    /// What is known about a move before it is played.
    #[inline(always)]
    pub(super) fn current_move(
        &self,
        position: &Position,
        before: &Before,
        context: &Context,
        mv: Move,
        number: i32,
    ) -> CurrentMove {
        let noisy = is_noisy(position, mv);
        let gives_check = context.checks.gives(position, mv);
        let moved = moved(position, mv);
        let mut reduction = margins::reduction(before.depth, number);
        if !before.improving {
            reduction += params::reduction_not_improving();
        }
        let histories = &self.memory.histories;
        let history = if noisy {
            histories.capture(moved, taken(position, mv))
        } else {
            params::history_butterfly() * histories.butterfly(position.turn(), &context.threats, mv)
                + i32::from(histories.after(context.earlier[0])[moved])
                + i32::from(histories.after(context.earlier[1])[moved])
        };
        let (extension, compared) = (0, (0, 0));
        CurrentMove {
            mv,
            number,
            moved,
            noisy,
            gives_check,
            history,
            reduction,
            extension,
            compared,
        }
    }

    /// Whether a move is left out, because of its number, its history, what it can add
    /// to the evaluation or what it loses by SEE. The best value is raised to
    /// what a move was hoped to reach.
    #[inline(always)]
    pub(super) fn prunes(
        &mut self,
        position: &Position,
        before: &Before,
        context: &Context,
        picker: &mut Picker,
        current: &CurrentMove,
        so_far: &mut NodeProgress,
    ) -> bool {
        let depth = before.depth;
        let reduced_depth = (depth - 1 - current.reduction / PLY).max(0);
        let most = margins::late_move_count(depth, before.improving);
        if !picker.skips_quiets() && current.number >= most {
            self.skip_late(position, context, *picker, (current.number, most));
            picker.skip_quiets();
        }
        if current.noisy || current.gives_check {
            self.prunes_noisy(position, before, current, reduced_depth, so_far.alpha)
        } else {
            self.prunes_quiet(position, before, context, current, reduced_depth, so_far)
        }
    }

    #[inline(always)]
    fn prunes_noisy(
        &mut self,
        position: &Position,
        before: &Before,
        current: &CurrentMove,
        reduced_depth: i32,
        alpha: i32,
    ) -> bool {
        let &CurrentMove { mv, noisy, history, .. } = current;
        if noisy
            && !current.gives_check
            && !before.in_check
            && reduced_depth <= params::capture_futility_limit()
        {
            let hope = before.eval
                + margins::capture_futility(reduced_depth)
                + SEE_VALUES[taken(position, mv).index()]
                + history / params::capture_futility_history();
            if hope <= alpha {
                self.skip_hopeless(mv, Rule::Futility, hope, alpha);
                return true;
            }
        }
        let least = margins::see_capture(before.depth, if noisy { history } else { 0 });
        self.loses_exchange(position, mv, least)
    }

    #[inline(always)]
    fn prunes_quiet(
        &mut self,
        position: &Position,
        before: &Before,
        context: &Context,
        current: &CurrentMove,
        reduced_depth: i32,
        so_far: &mut NodeProgress,
    ) -> bool {
        let &CurrentMove { mv, moved, history, .. } = current;
        let histories = &self.memory.histories;
        let pawns = i32::from(histories.pawns(position)[moved]);
        let butterfly = histories.butterfly(position.turn(), &context.threats, mv);
        let standing = history - params::history_butterfly() * butterfly + pawns;
        let least = -params::history_pruning() * before.depth;
        if standing < least {
            self.observer.skip(mv, Rule::History, Compared::Histories(standing, least));
            return true;
        }
        let reduced_depth = reduced_depth + history / params::reduction_history();
        let hope = before.eval + margins::futility(reduced_depth, before.correction);
        if !before.in_check && reduced_depth < params::futility_limit() && hope <= so_far.alpha {
            if so_far.best <= hope && !is_decisive(so_far.best) && !is_win(hope) {
                so_far.best = hope;
            }
            self.skip_hopeless(mv, Rule::Futility, hope, so_far.alpha);
            return true;
        }
        let least = margins::see_quiet(reduced_depth.max(0));
        self.loses_exchange(position, mv, least)
    }

    /// Whether a move is left out because it brings less than `least` by SEE.
    #[inline(always)]
    pub(super) fn loses_exchange(&mut self, position: &Position, mv: Move, least: i32) -> bool {
        let loses = !position.see_ge(mv, least);
        if loses {
            self.skip_by_see(position, mv, least);
        }
        loses
    }
}
