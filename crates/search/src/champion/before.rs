//! What a node learns from the evaluation and from the oracle before it looks
//! at moves.

use chess::Position;
use eval::Judge;

use super::frame::LEAD;
use super::node::Before;
use super::params;
use super::searcher::Searcher;
use super::value::NONE;
use crate::{Bound, Observer};

impl<J: Judge, O: Observer> Searcher<'_, J, O> {
    /// What follows from the evaluation: whether things improve, whether the
    /// last move was good, and whether it was reduced too much or too little.
    pub(super) fn note_evaluation(&mut self, position: &Position, ply: usize, before: &mut Before) {
        let at = LEAD + ply;
        let frames = &mut self.memory.frames;
        frames[at].eval = before.eval;
        let (last, own) = (frames[at - 1], frames[at - 2].eval);
        let earlier = if own != NONE { own } else { frames[at - 4].eval };
        before.improving = earlier != NONE && before.eval > earlier;
        if last.eval == NONE {
            return;
        }
        before.worsening = before.eval > -last.eval;
        if frames[at].excluded.is_some() {
            return;
        }
        // A reduced move after which the opponent is no worse was reduced too much.
        if last.reduction >= params::hindsight_deeper() && !before.worsening {
            before.depth += 1;
            before.hindsight -= 1;
        }
        if last.reduction >= params::hindsight_shallower()
            && before.depth >= 2
            && before.eval + last.eval > params::hindsight_margin()
        {
            before.depth -= 1;
            before.hindsight += 1;
        }
        // A quiet move that made the evaluation better for its mover was good.
        if last.mv.is_some() && !last.loud {
            let most = params::evaluation_bonus_most();
            let bonus = -params::evaluation_bonus() * (before.eval + last.eval);
            let bonus = bonus.clamp(-most, most) + params::evaluation_bonus_offset();
            let them = !position.turn();
            if let Some(mv) = last.mv {
                self.memory.histories.learn_butterfly(them, &last.threats, mv, bonus);
            }
        }
    }

    /// What the oracle says, as a bound, if it may be asked here.
    pub(super) fn ask_oracle(
        &self,
        position: &Position,
        depth: i32,
        ply: usize,
    ) -> Option<(i32, Bound)> {
        let men = position.board().occupied().count();
        if men > self.oracle_men
            || position.halfmove_clock() != 0
            || position.castling().any()
            || men == self.oracle_men && depth < self.oracle.least_depth() as i32
        {
            return None;
        }
        self.oracle.probe(position).map(|verdict| verdict.bound(ply))
    }
}
