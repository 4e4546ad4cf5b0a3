//! Beyond the horizon: captures and promotions until the position is quiet, so
//! that an evaluation means something. In check all moves are looked at.

use chess::{Move, Position, SEE_VALUES, Square};
use eval::IncrementalEvaluator;

use super::checks::Checks;
use super::frame::LEAD;
use super::history::{is_noisy, moved, taken};
use super::margins;
use super::node::fits;
use super::params;
use super::picker::{Context, Picker};
use super::searcher::{SearchThread, table_key};
use super::table::Entry;
use super::threats::Threats;
use super::value::{self, INFINITE, NONE, from_table, is_decisive, is_loss, to_table};
use crate::{Bound, NodeOutcome, Observer, Rule};

/// What a node of quiescence knows before it looks at moves.
struct Standing {
    in_check: bool,
    /// The evaluation as the evaluator gave it; [`NONE`] in check.
    raw: i32,
    /// What the node is worth if nothing is played; in check nothing can be said.
    value: i32,
    /// The evaluation and what a capture is hoped to add to the value of its victim.
    futility: i32,
    /// Where the opponent's last move went.
    last_target: Option<Square>,
}

impl<J: IncrementalEvaluator, O: Observer> SearchThread<'_, J, O> {
    /// The value of `position` when only captures, promotions and answers to
    /// checks are played.
    pub(super) fn quiescence<const PV: bool>(
        &mut self,
        position: &Position,
        alpha: i32,
        beta: i32,
        ply: usize,
    ) -> i32 {
        self.enter(position, ply, 0, alpha, beta);
        let (value, outcome) = self.quiet_value::<PV>(position, alpha, beta, ply);
        self.observer.leave(value::score(value), outcome);
        value
    }

    #[inline(always)]
    fn quiet_value<const PV: bool>(
        &mut self,
        position: &Position,
        mut alpha: i32,
        beta: i32,
        ply: usize,
    ) -> (i32, NodeOutcome) {
        let at = LEAD + ply;
        let in_check = position.is_check();

        // Step 1. Stop, draws, and repetitions to come, as in the main search.
        if let Some(answer) = self.ended::<PV>(position, &mut alpha, beta, ply) {
            return answer;
        }

        // Step 2. The table.
        let key = table_key(position);
        let entry = self.table.probe(key);
        self.observer.probed(entry.is_some());
        let clock = i32::from(position.halfmove_clock());
        let tt_value = entry.map_or(NONE, |entry| from_table(entry.value, ply, clock));
        let tt_bound = entry.and_then(|entry| entry.bound);
        let was_pv = PV || entry.is_some_and(|entry| entry.pv);
        if let Some(bound) = tt_bound
            && !PV
            && fits(tt_value, bound, alpha, beta)
        {
            return (tt_value, NodeOutcome::TableHit(bound));
        }
        let tt_move = entry.and_then(|entry| entry.mv).filter(|&mv| position.is_legal(mv));

        // Step 3. Standing pat: nobody is forced to capture.
        let standing = self.stand(position, entry, tt_value, ply);
        let mut best = standing.value;
        if best >= beta {
            if !is_decisive(best) {
                best = margins::softened(best, beta);
            }
            if entry.is_none() {
                let kept = to_table(best, ply);
                self.keep(key, None, kept, standing.raw, 0, Some(Bound::Lower), false);
            }
            return (best, NodeOutcome::StandPat);
        }
        alpha = alpha.max(best);

        // Out of check there are no quiet moves to be judged, and who gives check is
        // asked late and rarely.
        let (threats, checks) = match in_check {
            true => (Threats::of(position), Checks::of(position)),
            false => (Threats::NONE, Checks::NONE),
        };
        let mut known_checks = None;
        self.memory.frames[at].threats = threats;
        let context = Context { earlier: self.earlier(ply), threats, checks };
        let mut picker = Picker::quiescence(position, tt_move, &self.memory.moves);
        self.foresee(position, &context, picker);
        let first = picker.first();
        let mut best_move = None;
        let mut move_number = 0;

        // Step 4. The captures.
        while let Some(mv) =
            picker.next(position, &context, &self.memory.histories, &mut self.memory.moves)
        {
            move_number += 1;

            // Step 5. Captures that cannot reach alpha, and those that lose
            // material, are left out. +101 Elo.
            if !is_loss(best) {
                let mut gives_check =
                    || known_checks.get_or_insert_with(|| Checks::of(position)).gives(position, mv);
                let skipped = if is_noisy(position, mv) {
                    let numbers = (move_number, alpha);
                    self.skips_noisy(position, &standing, mv, numbers, &mut best, &mut gives_check)
                } else {
                    self.skips_evasion(position, &context, mv, move_number)
                };
                if skipped {
                    continue;
                }
            }

            // Step 6. Play it.
            let mut next = *position;
            self.play(position, &mut next, mv, ply);
            self.memory.frames[at].reduction = 0;
            let value = -self.quiescence::<PV>(&next, -beta, -alpha, ply + 1);
            self.take_back();
            if self.stopped {
                break;
            }
            if value > best {
                best = value;
                if value > alpha {
                    best_move = Some(mv);
                    if PV {
                        self.memory.variations.update(ply, mv);
                    }
                    if value >= beta {
                        self.tell_cut(position, &context, picker, move_number);
                        break;
                    }
                    alpha = value;
                }
            }
        }
        self.memory.moves.truncate(first);
        if self.stopped {
            return (0, NodeOutcome::Stopped);
        }

        // Step 7. Mate. Stalemate is not looked for: it would cost a full move
        // generation at every leaf.
        if in_check && move_number == 0 {
            return (value::mated_in(ply), NodeOutcome::Mate);
        }

        // Step 8. Remember the result.
        if best > beta && !is_decisive(best) {
            best = margins::softened(best, beta);
        }
        let bound = if best >= beta { Bound::Lower } else { Bound::Upper };
        self.keep(key, best_move, to_table(best, ply), standing.raw, 0, Some(bound), was_pv);
        let outcome = if best >= beta {
            NodeOutcome::BetaCut
        } else if best_move.is_some() {
            NodeOutcome::Searched
        } else if best == standing.value {
            NodeOutcome::StandPat
        } else {
            NodeOutcome::FailLow
        };
        (best, outcome)
    }

    /// Step 3: what the node is worth if nothing is played.
    #[inline(always)]
    fn stand(
        &mut self,
        position: &Position,
        entry: Option<Entry>,
        tt_value: i32,
        ply: usize,
    ) -> Standing {
        let at = LEAD + ply;
        let last_target = self.memory.frames[at - 1].mv.map(Move::to);
        if position.is_check() {
            self.memory.frames[at].eval = NONE;
            let (value, futility) = (-INFINITE, -INFINITE);
            return Standing { in_check: true, raw: NONE, value, futility, last_target };
        }
        let raw = match entry {
            Some(entry) if entry.eval != NONE => entry.eval,
            _ => self.evaluate(position),
        };
        let eval = self.corrected(raw, self.correction(position, ply), position);
        self.memory.frames[at].eval = eval;
        let value = match entry.and_then(|entry| entry.bound) {
            Some(bound) if !is_decisive(tt_value) && fits(tt_value, bound, eval, eval) => tt_value,
            _ => eval,
        };
        let futility = eval + params::quiescence_futility();
        Standing { in_check: false, raw, value, futility, last_target }
    }

    /// Step 5: whether a capture or promotion is left out. The best value is raised to
    /// what the capture was hoped to reach.
    #[inline(always)]
    fn skips_noisy(
        &mut self,
        position: &Position,
        standing: &Standing,
        mv: Move,
        (move_number, alpha): (i32, i32),
        best: &mut i32,
        gives_check: &mut impl FnMut() -> bool,
    ) -> bool {
        let futility = standing.futility;
        if !standing.in_check
            && Some(mv.to()) != standing.last_target
            && mv.promoted().is_none()
            && !gives_check()
        {
            if move_number > params::quiescence_moves() {
                self.skip_number(mv, move_number, params::quiescence_moves());
                return true;
            }
            let hope = futility + SEE_VALUES[taken(position, mv).index()];
            if hope <= alpha {
                *best = (*best).max(hope);
                self.skip_hopeless(mv, Rule::Delta, hope, alpha);
                return true;
            }
            if futility <= alpha && self.loses_exchange(position, mv, 1) {
                *best = (*best).max(futility);
                return true;
            }
        }
        self.loses_exchange(position, mv, -params::quiescence_exchange())
    }

    /// Step 5: whether a quiet answer to a check is left out.
    #[inline(always)]
    fn skips_evasion(
        &mut self,
        position: &Position,
        context: &Context,
        mv: Move,
        move_number: i32,
    ) -> bool {
        let histories = &self.memory.histories;
        if move_number > params::quiescence_moves()
            && histories.standing(position, context.earlier[0], moved(position, mv)) < 0
        {
            self.skip_number(mv, move_number, params::quiescence_moves());
            return true;
        }
        self.loses_exchange(position, mv, -params::quiescence_evasion())
    }
}
