//! Steps 3 to 6 of the main search: what a node learns from the game so far, the
//! table, the oracle and the evaluation before it looks at moves.

use chess::{Move, Position};
use eval::IncrementalEvaluator;

use super::frame::LEAD;
use super::history::is_noisy;
use super::margins;
use super::node::fits;
use super::params;
use super::searcher::{SearchThread, table_key};
use super::threats::Threats;
use super::value::{NONE, from_table, to_table};
use crate::{Bound, Draw, MAX_PLY, NodeOutcome, Observer};

/// What a node found before it looks at moves.
#[derive(Clone, Copy)]
pub(super) struct Before {
    /// The key under which the table knows the position.
    pub(super) key: u64,
    /// How many plies remain to be searched.
    pub(super) depth: i32,
    /// The depth as it was when the node was entered.
    pub(super) entered: i32,
    /// Plies less after a look back at the last move, which was reduced too much or
    /// too little.
    pub(super) hindsight: i32,
    /// Plies less because the table has no move.
    pub(super) no_table_move: i32,
    /// Plies less for moves that raised alpha.
    pub(super) good_moves: i32,
    /// Whether a cut-off is expected.
    pub(super) cut_node: bool,
    /// Whether the node is, or once was, on a principal variation.
    pub(super) was_pv: bool,
    pub(super) in_check: bool,
    /// The best guess of the value: the evaluation, or better, the table.
    pub(super) guess: i32,
    /// The evaluation as the evaluator gave it; [`NONE`] in check.
    pub(super) raw: i32,
    /// The corrected evaluation; [`NONE`] in check.
    pub(super) eval: i32,
    /// By how much it was corrected.
    pub(super) correction: i32,
    /// Whether the mover's evaluation rose since her last move.
    pub(super) improving: bool,
    /// Whether the opponent's evaluation fell by the last move.
    pub(super) worsening: bool,
    /// Whether the table knows the position.
    pub(super) tt_hit: bool,
    pub(super) tt_move: Option<Move>,
    pub(super) tt_noisy: bool,
    pub(super) tt_value: i32,
    pub(super) tt_eval: i32,
    pub(super) tt_bound: Option<Bound>,
    pub(super) tt_depth: i32,
}

impl<J: IncrementalEvaluator, O: Observer> SearchThread<'_, J, O> {
    /// Step 2, for quiescence as well: the value of a node when the search is
    /// over, when it is drawn, or when it is as deep as searches go. A repetition that
    /// the mover can have raises `alpha` to a draw.
    #[inline(always)]
    pub(super) fn ended<const PV: bool>(
        &mut self,
        position: &Position,
        alpha: &mut i32,
        beta: i32,
        ply: usize,
    ) -> Option<(i32, NodeOutcome)> {
        if PV {
            self.memory.variations.clear(ply);
            self.seldepth = self.seldepth.max(ply);
        }
        if self.is_over() {
            return Some((0, NodeOutcome::Stopped));
        }
        if let Some(draw) = self.draw(position, ply) {
            return Some((0, NodeOutcome::Draw(draw)));
        }
        if ply >= MAX_PLY - 1 {
            let value = if position.is_check() { 0 } else { self.evaluate(position) };
            return Some((value, NodeOutcome::Leaf));
        }
        if *alpha < 0 && self.memory.path.can_repeat(position, ply) {
            *alpha = 0;
            if beta <= 0 {
                return Some((0, NodeOutcome::Draw(Draw::RepetitionAtHand)));
            }
        }
        None
    }

    /// Step 4: what the table knows about the node.
    #[inline(always)]
    pub(super) fn probe_table<const PV: bool>(
        &mut self,
        position: &Position,
        depth: i32,
        ply: usize,
        cut_node: bool,
    ) -> Before {
        let key = table_key(position);
        let entry = self.table.probe(key);
        self.observer.probed(entry.is_some());
        let clock = i32::from(position.halfmove_clock());
        let tt_move = entry.and_then(|entry| entry.mv).filter(|&mv| position.is_legal(mv));
        let frame = &mut self.memory.frames[LEAD + ply];
        if frame.excluded.is_none() {
            frame.was_pv = PV || entry.is_some_and(|entry| entry.pv);
        }
        Before {
            key,
            depth,
            entered: depth,
            hindsight: 0,
            no_table_move: 0,
            good_moves: 0,
            cut_node,
            was_pv: frame.was_pv,
            in_check: position.is_check(),
            guess: NONE,
            raw: NONE,
            eval: NONE,
            correction: 0,
            improving: false,
            worsening: false,
            tt_hit: entry.is_some(),
            tt_move,
            tt_noisy: tt_move.is_some_and(|mv| is_noisy(position, mv)),
            tt_value: entry.map_or(NONE, |entry| from_table(entry.value, ply, clock)),
            tt_eval: entry.map_or(NONE, |entry| entry.eval),
            tt_bound: entry.and_then(|entry| entry.bound),
            tt_depth: entry.map_or(-1, |entry| entry.depth),
        }
    }

    /// Step 4, off the principal variation: the table's answer, if it is deep enough
    /// and settles the question.
    #[inline(always)]
    pub(super) fn table_cutoff(
        &mut self,
        position: &Position,
        alpha: i32,
        beta: i32,
        before: &Before,
        ply: usize,
    ) -> Option<(i32, NodeOutcome)> {
        let &Before { depth, tt_value, tt_depth, .. } = before;
        let bound = before.tt_bound?;
        if tt_depth <= depth - i32::from(tt_value <= beta)
            || !fits(tt_value, bound, alpha, beta)
            || before.cut_node != (tt_value >= beta) && depth <= params::table_cut_depth()
            || i32::from(position.halfmove_clock()) >= params::table_clock()
        {
            return None;
        }
        if tt_value >= beta
            && let Some(mv) = before.tt_move
            && !before.tt_noisy
        {
            self.memory.frames[LEAD + ply].threats = Threats::of(position);
            let bonus = margins::bonus(depth) * params::table_bonus() / 100;
            self.learn_quiet(position, ply, mv, bonus);
        }
        Some((tt_value, NodeOutcome::TableHit(bound)))
    }

    /// Step 5: what the oracle says, as a bound, if it may be asked here.
    pub(super) fn ask_oracle(
        &self,
        position: &Position,
        depth: i32,
        ply: usize,
    ) -> Option<(i32, Bound)> {
        let pieces = position.board().occupied().count();
        if pieces > self.tablebase_pieces
            || position.halfmove_clock() != 0
            || position.castling().any()
            || pieces == self.tablebase_pieces && depth < self.oracle.least_depth() as i32
        {
            return None;
        }
        self.oracle.probe(position).map(|verdict| verdict.bound(ply))
    }

    /// Step 5: an answer of the oracle goes to the table, as if searched deeper.
    pub(super) fn keep_oracle(&self, value: i32, bound: Bound, before: &Before, ply: usize) {
        let depth = (before.depth + params::table_oracle()).min(MAX_PLY as i32);
        let &Before { key, tt_move, was_pv, .. } = before;
        self.keep(key, tt_move, to_table(value, ply), NONE, depth, Some(bound), was_pv);
    }

    /// Step 6, out of check: the evaluation and what follows from it.
    #[inline(always)]
    pub(super) fn assess(&mut self, position: &Position, before: &mut Before, ply: usize) {
        let frame = &self.memory.frames[LEAD + ply];
        before.correction = self.correction(position, ply);
        if frame.excluded.is_some() {
            before.eval = frame.eval;
            before.guess = before.eval;
        } else {
            before.raw =
                if before.tt_eval != NONE { before.tt_eval } else { self.evaluate(position) };
            before.eval = self.corrected(before.raw, before.correction, position);
            before.guess = before.eval;
            if let Some(bound) = before.tt_bound
                && fits(before.tt_value, bound, before.eval, before.eval)
            {
                before.guess = before.tt_value;
            }
            if !before.tt_hit {
                self.keep(before.key, None, NONE, before.raw, 0, None, before.was_pv);
            }
        }
        self.note_evaluation(position, ply, before);
    }

    /// What follows from the evaluation: whether things improve, whether the
    /// last move was good, and whether it was reduced too much or too little.
    fn note_evaluation(&mut self, position: &Position, ply: usize, before: &mut Before) {
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
        if last.mv.is_some() && !last.noisy {
            let most = params::evaluation_bonus_most();
            let bonus = -params::evaluation_bonus() * (before.eval + last.eval);
            let bonus = bonus.clamp(-most, most) + params::evaluation_bonus_offset();
            let them = !position.turn();
            if let Some(mv) = last.mv {
                self.memory.histories.learn_butterfly(them, &last.threats, mv, bonus);
            }
        }
    }
}
