//! Step 14 of the main search: is the table's move the only good one?

use chess::{Move, Position};
use eval::IncrementalEvaluator;

use super::before::Before;
use super::frame::LEAD;
use super::margins::{self, PLY};
use super::params;
use super::searcher::SearchThread;
use super::value::{self, is_decisive};
use super::watch::Depths;
use crate::{Bound, DepthTerm, Observer};

/// What comes of searching a node without the table's move.
#[derive(Clone, Copy)]
pub(super) enum Singularity {
    /// The move is searched so many plies deeper, or less deep, by a rule that
    /// compared a value to a bound.
    Extends(i32, (i32, i32)),
    /// Other moves are good enough too: the node is worth at least this.
    Answers(i32),
}

impl<J: IncrementalEvaluator, O: Observer> SearchThread<'_, J, O> {
    /// Searches the node at half depth without `mv`, the table's move.
    pub(super) fn singularity<const PV: bool>(
        &mut self,
        position: &Position,
        beta: i32,
        before: &Before,
        mv: Move,
        ply: usize,
        cut_node: bool,
    ) -> Singularity {
        let Before { depth, tt_value, tt_bound, tt_depth, tt_noisy, .. } = *before;
        let at = LEAD + ply;
        let was_pv = self.memory.frames[at].was_pv;
        // A line can be extended to twice the depth of the iteration, no further.
        let asked = (ply as i32) < params::extension_limit() * self.root_depth
            && depth >= params::singular_depth() + i32::from(was_pv)
            && matches!(tt_bound, Some(Bound::Lower | Bound::Exact))
            && tt_depth >= depth - params::singular_table_depth()
            && !is_decisive(tt_value);
        if !asked {
            return Singularity::Extends(0, (0, 0));
        }
        let lower = tt_value - margins::singular(depth, was_pv && !PV);
        self.memory.frames[at].excluded = Some(mv);
        let (depths, searched) = (Depths::of(before), (depth - 1) * params::singular_test() / 100);
        self.tell_depth(depths.less(searched) + 1, || {
            let test = DepthTerm::new("singular search", PLY * (depth - searched));
            depths.terms(searched, [test.comparing(value::score(tt_value), value::score(lower))])
        });
        let value = self.node::<false>(position, lower - 1, lower, searched, ply, cut_node);
        self.memory.frames[at].excluded = None;
        if value < lower {
            let more = params::extension_pv_margin() * i32::from(PV);
            let double = value < lower - params::double_margin() - more;
            let triple = !tt_noisy && value < lower - params::triple_margin() - more;
            Singularity::Extends(1 + i32::from(double) + i32::from(triple), (value, lower))
        } else if value >= beta && !is_decisive(value) {
            Singularity::Answers(value)
        } else if tt_value >= beta {
            Singularity::Extends(-params::not_alone(), (tt_value, beta))
        } else if cut_node {
            Singularity::Extends(-params::one_of_many(), (value, lower))
        } else {
            Singularity::Extends(0, (value, lower))
        }
    }
}
