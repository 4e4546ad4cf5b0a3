//! Beyond the horizon: captures and promotions until the position is quiet, so
//! that an evaluation means something. In check all moves are looked at.

use chess::{EXCHANGE_VALUES, Position};
use eval::Judge;

use super::checks::Checks;
use super::frame::LEAD;
use super::history::{is_loud, moved, taken};
use super::margins;
use super::node::fits;
use super::params;
use super::picker::{Context, Picker};
use super::searcher::{Searcher, table_key};
use super::threats::Threats;
use super::value::{self, INFINITE, NONE, from_table, is_decisive, is_loss, to_table};
use crate::{Bound, Draw, MAX_PLY, Observer, Outcome, Rule};

impl<J: Judge, O: Observer> Searcher<'_, J, O> {
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
    ) -> (i32, Outcome) {
        let at = LEAD + ply;
        let in_check = position.is_check();
        if PV {
            self.memory.variations.clear(ply);
            self.seldepth = self.seldepth.max(ply);
        }

        // Step 1. Stop, draws, and repetitions to come, as in the main search.
        if self.is_over() {
            return (0, Outcome::Stopped);
        }
        if let Some(draw) = self.draw(position, ply) {
            return (0, Outcome::Draw(draw));
        }
        if ply >= MAX_PLY - 1 {
            let value = if in_check { 0 } else { self.evaluate(position) };
            return (value, Outcome::Leaf);
        }
        if alpha < 0 && self.memory.path.can_repeat(position, ply) {
            alpha = 0;
            if alpha >= beta {
                return (alpha, Outcome::Draw(Draw::RepetitionAtHand));
            }
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
            return (tt_value, Outcome::TableHit(bound));
        }
        let tt_move = entry.and_then(|entry| entry.mv).filter(|&mv| position.is_legal(mv));

        // Step 3. Standing pat: nobody is forced to capture.
        let mut raw = NONE;
        let mut best = -INFINITE;
        let mut futility = -INFINITE;
        if in_check {
            self.memory.frames[at].eval = NONE;
        } else {
            raw = match entry {
                Some(entry) if entry.eval != NONE => entry.eval,
                _ => self.evaluate(position),
            };
            let eval = self.corrected(raw, self.correction(position, ply), position);
            self.memory.frames[at].eval = eval;
            best = eval;
            if let Some(bound) = tt_bound
                && !is_decisive(tt_value)
                && fits(tt_value, bound, eval, eval)
            {
                best = tt_value;
            }
            if best >= beta {
                if !is_decisive(best) {
                    best = margins::softened(best, beta);
                }
                if entry.is_none() {
                    let kept = to_table(best, ply);
                    self.keep(key, None, kept, raw, 0, Some(Bound::Lower), false);
                }
                return (best, Outcome::StandPat);
            }
            alpha = alpha.max(best);
            futility = eval + params::quiescence_futility();
        }
        let stood = best;

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
        let last_target = self.memory.frames[at - 1].mv.map(chess::Move::to);
        let mut best_move = None;
        let mut move_number = 0;

        // Step 4. The captures.
        while let Some(mv) =
            picker.next(position, &context, &self.memory.histories, &mut self.memory.moves)
        {
            move_number += 1;
            let loud = is_loud(position, mv);

            // Step 5. Captures that cannot reach alpha, and those that lose
            // material, are left out. +101 Elo.
            if !is_loss(best) {
                if loud
                    && !in_check
                    && Some(mv.to()) != last_target
                    && mv.promoted().is_none()
                    && !known_checks.get_or_insert_with(|| Checks::of(position)).gives(position, mv)
                {
                    if move_number > params::quiescence_moves() {
                        self.skip_number(mv, move_number, params::quiescence_moves());
                        continue;
                    }
                    let hope = futility + EXCHANGE_VALUES[taken(position, mv).index()];
                    if hope <= alpha {
                        best = best.max(hope);
                        self.skip_hopeless(mv, Rule::Delta, hope, alpha);
                        continue;
                    }
                    if futility <= alpha && !position.exchange_reaches(mv, 1) {
                        best = best.max(futility);
                        self.skip_exchange(position, mv, 1);
                        continue;
                    }
                }
                if in_check && !loud {
                    let histories = &self.memory.histories;
                    let moved = moved(position, mv);
                    if move_number > params::quiescence_moves()
                        && histories.standing(position, context.earlier[0], moved) < 0
                    {
                        self.skip_number(mv, move_number, params::quiescence_moves());
                        continue;
                    }
                }
                let loss =
                    if loud { params::quiescence_exchange() } else { params::quiescence_evasion() };
                let least = -loss;
                if !position.exchange_reaches(mv, least) {
                    self.skip_exchange(position, mv, least);
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
            return (0, Outcome::Stopped);
        }

        // Step 7. Mate. Stalemate is not looked for: it would cost a full move
        // generation at every leaf.
        if in_check && move_number == 0 {
            return (value::mated_in(ply), Outcome::Mate);
        }
        if best > beta && !is_decisive(best) {
            best = margins::softened(best, beta);
        }
        let bound = if best >= beta { Bound::Lower } else { Bound::Upper };
        self.keep(key, best_move, to_table(best, ply), raw, 0, Some(bound), was_pv);
        let outcome = if best >= beta {
            Outcome::BetaCut
        } else if best_move.is_some() {
            Outcome::Searched
        } else if best == stood {
            Outcome::StandPat
        } else {
            Outcome::FailLow
        };
        (best, outcome)
    }
}
