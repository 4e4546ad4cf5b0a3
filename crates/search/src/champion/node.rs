//! The main search: one position, looked at to some depth.
//!
//! Three kinds of node are told apart. A *PV node* may lie on the line both
//! sides are expected to play; its window is open and its value is wanted. All
//! others are asked one question, whether they are worth at least beta. A *cut
//! node* is expected to say yes after one good move, an *all node* to say no
//! after all of them. The guess is often right, and it steers how much is risked.
//!
//! [`Searcher::node`] reads as a list of numbered steps: first the ways to
//! answer without searching a move, then the moves.
//!
//! Elo figures in the steps are what leaving the step out costs, measured in 400
//! games against the whole with the evaluation `tuned`, at 8,000 nodes a move
//! (docs/experiments/champion.md). Their error is about 28, so small ones say
//! little; steps without a figure were not measured.

use chess::{EXCHANGE_VALUES, Move, Position};
use eval::Judge;

use super::checks::Checks;
use super::frame::LEAD;
use super::history::{is_loud, moved, taken};
use super::learn::Tried;
use super::margins::{self, Doubts, PLY};
use super::params;
use super::picker::{Context, Picker};
use super::searcher::{Searcher, table_key};
use super::singular::Singularity;
use super::table::Entry;
use super::threats::Threats;
use super::value::{self, INFINITE, NONE, from_table, is_decisive, is_loss, is_win, to_table};
use super::watch::{Depths, rounded};
use crate::{Bound, Compared, DepthTerm, Draw, MAX_PLY, Observer, Outcome, Rule};

/// What a node found before it looks at moves.
#[derive(Clone, Copy)]
pub(super) struct Before {
    pub(super) depth: i32,
    /// The depth as it was when the node was entered.
    pub(super) entered: i32,
    /// Plies less after a look back at the last move, which was reduced too much or
    /// too little.
    pub(super) hindsight: i32,
    /// Plies less because the table has no move.
    pub(super) no_table_move: i32,
    /// The best guess of the value: the evaluation, or better, the table.
    pub(super) guess: i32,
    /// The evaluation as the judge gave it; [`NONE`] in check.
    pub(super) raw: i32,
    /// The corrected evaluation; [`NONE`] in check.
    pub(super) eval: i32,
    /// Whether the mover's evaluation rose since her last move.
    pub(super) improving: bool,
    /// Whether the opponent's evaluation fell by the last move.
    pub(super) worsening: bool,
    pub(super) tt_move: Option<Move>,
    pub(super) tt_loud: bool,
    pub(super) tt_value: i32,
    pub(super) tt_bound: Option<Bound>,
    pub(super) tt_depth: i32,
}

impl<J: Judge, O: Observer> Searcher<'_, J, O> {
    /// The value of `position`, at distance `ply` above 0 from the root, in the
    /// window from `alpha` to `beta`, looking `depth` plies ahead.
    pub(super) fn node<const PV: bool>(
        &mut self,
        position: &Position,
        alpha: i32,
        beta: i32,
        depth: i32,
        ply: usize,
        cut_node: bool,
    ) -> i32 {
        // Step 1. The horizon: quiescence goes on from here.
        if depth <= 0 {
            return self.quiescence::<PV>(position, alpha, beta, ply);
        }
        self.enter(position, ply, depth, alpha, beta);
        let (value, outcome) = self.value::<PV>(position, alpha, beta, depth, ply, cut_node);
        self.observer.leave(value::score(value), outcome);
        value
    }

    #[inline(always)]
    fn value<const PV: bool>(
        &mut self,
        position: &Position,
        mut alpha: i32,
        mut beta: i32,
        depth: i32,
        ply: usize,
        cut_node: bool,
    ) -> (i32, Outcome) {
        let at = LEAD + ply;
        let in_check = position.is_check();
        let excluded = self.memory.frames[at].excluded;
        if PV {
            self.memory.variations.clear(ply);
            self.seldepth = self.seldepth.max(ply);
        }

        // Step 2. Give up when told to.
        if self.is_over() {
            return (0, Outcome::Stopped);
        }

        // Step 3. Draws, and mates that are nearer than anything found here.
        // A shorter mate known elsewhere makes the whole subtree pointless; a
        // repetition the mover can have is worth a draw before it happens (0 Elo).
        if let Some(draw) = self.draw(position, ply) {
            return (0, Outcome::Draw(draw));
        }
        if ply >= MAX_PLY - 1 {
            let value = if in_check { 0 } else { self.evaluate(position) };
            return (value, Outcome::Leaf);
        }
        alpha = alpha.max(value::mated_in(ply));
        beta = beta.min(value::mate_in(ply + 1));
        let can_repeat = alpha < 0 && self.memory.path.can_repeat(position, ply);
        if can_repeat {
            alpha = 0;
        }
        if alpha >= beta {
            let repetition = Outcome::Draw(Draw::RepetitionAtHand);
            return (alpha, if can_repeat { repetition } else { Outcome::MateDistance });
        }

        // Step 4. The table. What was searched at least as deep is an answer,
        // except on the principal variation, whose line is wanted. +54 Elo.
        let key = table_key(position);
        let entry = self.table.probe(key);
        self.observer.probed(entry.is_some());
        let clock = i32::from(position.halfmove_clock());
        let tt_move = entry.and_then(|entry| entry.mv).filter(|&mv| position.is_legal(mv));
        let tt_loud = tt_move.is_some_and(|mv| is_loud(position, mv));
        let tt_value = entry.map_or(NONE, |entry| from_table(entry.value, ply, clock));
        let tt_bound = entry.and_then(|entry| entry.bound);
        let tt_depth = entry.map_or(-1, |entry| entry.depth);
        if excluded.is_none() {
            self.memory.frames[at].was_pv = PV || entry.is_some_and(|entry| entry.pv);
        }
        let was_pv = self.memory.frames[at].was_pv;
        if let Some(bound) = tt_bound
            && !PV
            && excluded.is_none()
            && tt_depth > depth - i32::from(tt_value <= beta)
            && fits(tt_value, bound, alpha, beta)
            && (cut_node == (tt_value >= beta) || depth > params::table_cut_depth())
            && clock < params::table_clock()
        {
            if tt_value >= beta
                && let Some(mv) = tt_move
                && !tt_loud
            {
                self.memory.frames[at].threats = Threats::of(position);
                self.learn_quiet(
                    position,
                    ply,
                    mv,
                    margins::bonus(depth) * params::table_bonus() / 100,
                );
            }
            return (tt_value, Outcome::TableHit(bound));
        }

        // Step 5. The oracle: a tablebase's word is as good as a search to the end.
        let mut best = -INFINITE;
        let mut most = INFINITE;
        if self.oracle_men > 0
            && excluded.is_none()
            && let Some((value, bound)) = self.ask_oracle(position, depth, ply)
        {
            self.tb_hits += 1;
            if fits(value, bound, alpha, beta) {
                let value_kept = to_table(value, ply);
                let depth = (depth + params::table_oracle()).min(MAX_PLY as i32);
                let bound_kept = Some(bound);
                self.keep(key, tt_move, value_kept, NONE, depth, bound_kept, was_pv);
                return (value, Outcome::Tablebase(bound));
            }
            if PV {
                if bound == Bound::Lower {
                    best = value;
                    alpha = alpha.max(best);
                } else {
                    most = value;
                }
            }
        }

        // Step 6. The evaluation, corrected by what was learnt about its errors
        // (+21 Elo) and, where the table knows more, by the table.
        let mut before = Before {
            depth,
            entered: depth,
            hindsight: 0,
            no_table_move: 0,
            guess: NONE,
            raw: NONE,
            eval: NONE,
            improving: false,
            worsening: false,
            tt_move,
            tt_loud,
            tt_value,
            tt_bound,
            tt_depth,
        };
        self.memory.frames[at + 2].cutoffs = 0;
        let correction = if in_check { 0 } else { self.correction(position, ply) };
        if in_check {
            self.memory.frames[at].eval = NONE;
        } else {
            if excluded.is_some() {
                before.eval = self.memory.frames[at].eval;
                before.guess = before.eval;
            } else {
                before.raw = match entry {
                    Some(entry) if entry.eval != NONE => entry.eval,
                    _ => self.evaluate(position),
                };
                before.eval = self.corrected(before.raw, correction, position);
                before.guess = before.eval;
                if let Some(bound) = tt_bound
                    && fits(tt_value, bound, before.eval, before.eval)
                {
                    before.guess = tt_value;
                }
                if entry.is_none() {
                    self.keep(key, None, NONE, before.raw, 0, None, was_pv);
                }
            }
            self.note_evaluation(position, ply, &mut before);

            // Steps 7 to 9 answer without looking at all moves, and so does 11.
            if !PV
                && let Some(answer) =
                    self.shortcut(position, alpha, beta, &mut before, ply, cut_node)
            {
                return answer;
            }
        }

        // Step 10. Internal iterative reduction: without a move from the table
        // the order is poor, and a cheaper search finds one for next time. +1 Elo.
        if (PV || cut_node)
            && before.tt_move.is_none()
            && before.depth >= params::iterative_reduction_depth()
            && excluded.is_none()
        {
            before.depth -= 1;
            before.no_table_move += 1;
        }

        let threats = Threats::of(position);
        self.memory.frames[at].threats = threats;
        let context = Context { earlier: self.earlier(ply), threats, checks: Checks::of(position) };

        // Step 11. ProbCut: a capture that wins even more than needed in a
        // shallow search surely wins enough in a deep one. +31 Elo.
        if !PV
            && !in_check
            && let Some(answer) = self.probcut(position, beta, &before, &context, ply, cut_node)
        {
            return answer;
        }

        let Before { mut depth, eval, improving, .. } = before;
        let mut picker = Picker::new(position, tt_move, &self.memory.moves);
        self.foresee(position, &context, picker);
        let first = picker.first();
        let turn = position.turn();
        let old_alpha = alpha;
        let mut best_move = None;
        let mut move_number = 0;
        let mut good_moves = 0;
        let mut quiets = Tried::new();
        let mut captures = Tried::new();

        // Step 12. The moves, one after the other. Their order is learnt: the
        // histories of quiet moves make +407 Elo.
        while let Some(mv) =
            picker.next(position, &context, &self.memory.histories, &mut self.memory.moves)
        {
            if Some(mv) == excluded {
                self.observer.skip(mv, Rule::Singular, Compared::Nothing);
                continue;
            }
            move_number += 1;
            let loud = is_loud(position, mv);
            let gives_check = context.checks.gives(position, mv);
            let moved = moved(position, mv);
            let new_depth = depth - 1;
            let mut reduction = margins::reduction(depth, move_number);
            if !improving {
                reduction += params::reduction_not_improving();
            }
            let history = if loud {
                self.memory.histories.capture(moved, taken(position, mv))
            } else {
                params::history_butterfly() * self.memory.histories.butterfly(turn, &threats, mv)
                    + i32::from(self.memory.histories.after(context.earlier[0])[moved])
                    + i32::from(self.memory.histories.after(context.earlier[1])[moved])
            };

            // Step 13. Pruning: moves that will not matter are not even played.
            // Only once a move is known that does not lose by force, and only
            // near the horizon. +258 Elo.
            if !is_loss(best) && has_pieces(position) {
                let reduced_depth = (new_depth - reduction / PLY).max(0);
                let most = margins::late_move_count(depth, improving);
                if !picker.skips_quiets() && move_number >= most {
                    self.skip_late(position, &context, picker, (move_number, most));
                    picker.skip_quiets();
                }
                if loud || gives_check {
                    if loud
                        && !gives_check
                        && !in_check
                        && reduced_depth <= params::capture_futility_limit()
                    {
                        let hope = eval
                            + margins::capture_futility(reduced_depth)
                            + EXCHANGE_VALUES[taken(position, mv).index()]
                            + history / params::capture_futility_history();
                        if hope <= alpha {
                            self.skip_hopeless(mv, Rule::Futility, hope, alpha);
                            continue;
                        }
                    }
                    let least = margins::exchange_capture(depth, if loud { history } else { 0 });
                    if !position.exchange_reaches(mv, least) {
                        self.skip_exchange(position, mv, least);
                        continue;
                    }
                } else {
                    let pawns = i32::from(self.memory.histories.pawns(position)[moved]);
                    let butterfly = self.memory.histories.butterfly(turn, &threats, mv);
                    let standing = history - params::history_butterfly() * butterfly + pawns;
                    let least = -params::history_pruning() * depth;
                    if standing < least {
                        self.observer.skip(mv, Rule::History, Compared::Histories(standing, least));
                        continue;
                    }
                    let reduced_depth = reduced_depth + history / params::reduction_history();
                    let hope = eval + margins::futility(reduced_depth);
                    if !in_check && reduced_depth < params::futility_limit() && hope <= alpha {
                        if best <= hope && !is_decisive(best) && !is_win(hope) {
                            best = hope;
                        }
                        self.skip_hopeless(mv, Rule::Futility, hope, alpha);
                        continue;
                    }
                    let least = margins::exchange_quiet(reduced_depth.max(0));
                    if !position.exchange_reaches(mv, least) {
                        self.skip_exchange(position, mv, least);
                        continue;
                    }
                }
            }

            // Step 14. Extension: the table's move, if it is so much better than
            // all others that everything hangs on it. If others are good enough
            // too, so is the node (multicut). +37 Elo.
            let mut extension = 0;
            let mut compared = (0, 0);
            if Some(mv) == tt_move && excluded.is_none() {
                match self.singularity::<PV>(position, beta, &before, mv, ply, cut_node) {
                    Singularity::Extends(plies, numbers) => {
                        (extension, compared) = (plies, numbers)
                    }
                    Singularity::Answers(value) => {
                        self.memory.moves.truncate(first);
                        let (found, bound) = (value::score(value), value::score(beta));
                        return (value, Outcome::Pruned(Rule::Multicut, found, bound));
                    }
                }
                if self.stopped {
                    break;
                }
            }

            // Step 15. Play it.
            let depths = Depths::of(&before).at(good_moves, extension, compared);
            let new_depth = new_depth + extension;
            let mut next = *position;
            self.play(position, &mut next, mv, ply);

            // Step 16. How much less deep it deserves to be searched: late move
            // reductions, +119 Elo.
            let doubts = Doubts {
                pv: PV,
                was_pv,
                cut_node,
                loud,
                gives_check,
                is_table_move: Some(mv) == tt_move,
                has_table_move: tt_move.is_some(),
                table_move_is_loud: tt_loud,
                table_is_above: tt_bound.is_some() && tt_value > alpha,
                table_is_deep: tt_depth >= depth,
                many_cutoffs: self.memory.frames[at + 1].cutoffs as i32 > params::many_cutoffs(),
                correction,
                history,
            };
            reduction += doubts.reduction();

            // Step 17. The search itself: late moves reduced, all but the first
            // with the question whether they beat alpha, and what does is
            // searched again to full depth and, in PV nodes, for its value.
            let mut value = -INFINITE;
            if depth >= params::reduction_depth() && move_number > 1 {
                let most_depth = new_depth + i32::from(PV);
                let asked = new_depth - reduction / PLY;
                let reduced = asked.clamp(1, most_depth.max(1));
                self.memory.frames[at].reduction = new_depth - reduced;
                self.tell_depth(depths.less(reduced), || {
                    let late = margins::reduction(depth, move_number);
                    let less = if improving { 0 } else { params::reduction_not_improving() };
                    let own =
                        [DepthTerm::new("late move", late), DepthTerm::new("not improving", less)];
                    let rounded = rounded(reduction, asked, reduced);
                    depths.terms(reduced, own.into_iter().chain(doubts.terms()).chain(rounded))
                });
                value = -self.node::<false>(&next, -alpha - 1, -alpha, reduced, ply + 1, true);
                self.memory.frames[at].reduction = 0;
                if value > alpha && reduced < new_depth {
                    let deeper = value > best + params::deeper_margin();
                    let shallower = value < best + params::shallower_margin();
                    let again = new_depth + i32::from(deeper) - i32::from(shallower);
                    if again > reduced {
                        self.tell_depth(depths.less(again), || {
                            let term = |name, amount, margin| {
                                let bound = value::score(best + margin);
                                DepthTerm::new(name, amount).comparing(value::score(value), bound)
                            };
                            let (more, less) =
                                (-PLY * i32::from(deeper), PLY * i32::from(shallower));
                            let more =
                                term("much better than the best", more, params::deeper_margin());
                            let less = term(
                                "hardly better than the best",
                                less,
                                params::shallower_margin(),
                            );
                            depths.terms(again, [more, less])
                        });
                        value = -self.node::<false>(
                            &next,
                            -alpha - 1,
                            -alpha,
                            again,
                            ply + 1,
                            !cut_node,
                        );
                    }
                    if !loud && !self.stopped {
                        let bonus = if value > alpha {
                            margins::bonus(depth)
                        } else {
                            -margins::malus(depth)
                        };
                        self.learn_continuation(ply, moved, bonus);
                    }
                }
            } else if !PV || move_number > 1 {
                let shorter = i32::from(reduction > params::shorter_reduction());
                let searched = new_depth - shorter;
                self.tell_depth(depths.less(searched), || {
                    depths.terms(searched, [DepthTerm::new("many doubts", PLY * shorter)])
                });
                let answers = !cut_node;
                value = -self.node::<false>(&next, -alpha - 1, -alpha, searched, ply + 1, answers);
            }
            if PV && (move_number == 1 || value > alpha) {
                self.memory.variations.clear(ply + 1);
                self.tell_depth(depths.less(new_depth), || depths.terms(new_depth, []));
                value = -self.node::<true>(&next, -beta, -alpha, new_depth, ply + 1, false);
            }
            self.take_back();
            if self.stopped {
                break;
            }

            // Step 18. What it brought.
            if value > best {
                best = value;
                if value > alpha {
                    best_move = Some(mv);
                    if PV {
                        self.memory.variations.update(ply, mv);
                    }
                    if value >= beta {
                        self.memory.frames[at].cutoffs += 1;
                        self.tell_cut(position, &context, picker, move_number);
                        break;
                    }
                    alpha = value;
                    // What comes after a good move is less likely to be better.
                    if (params::less_after_good_least()..params::less_after_good_depth())
                        .contains(&depth)
                        && !is_decisive(value)
                    {
                        depth -= 1;
                        good_moves += 1;
                    }
                }
            }
            if Some(mv) != best_move {
                if loud {
                    captures.push(mv);
                } else {
                    quiets.push(mv);
                }
            }
        }
        self.memory.moves.truncate(first);
        if self.stopped {
            return (0, Outcome::Stopped);
        }

        // Step 19. No move at all: mate or stalemate.
        if move_number == 0 {
            return if excluded.is_some() {
                (alpha, Outcome::FailLow)
            } else if in_check {
                (value::mated_in(ply), Outcome::Mate)
            } else {
                (0, Outcome::Draw(Draw::Stalemate))
            };
        }

        // Step 20. Learn: which moves are good, and whether the last one was.
        if let Some(best_move) = best_move {
            let more = i32::from(best > beta + params::deeper_margin());
            self.learn_best(position, ply, depth + more, best_move, &quiets, &captures);
        } else if best <= old_alpha {
            self.learn_last(position, ply, margins::bonus(depth) * params::last_bonus() / 100);
        }
        if best >= beta && !is_decisive(best) && !is_decisive(alpha) {
            best = (best * depth + beta) / (depth + 1);
        }
        if PV {
            best = best.min(most);
        }

        // Step 21. Remember the result, and by how much the evaluation was wrong.
        let bound = if best >= beta {
            Bound::Lower
        } else if PV && best_move.is_some() {
            Bound::Exact
        } else {
            Bound::Upper
        };
        if excluded.is_none() {
            let kept = to_table(best, ply);
            self.keep(key, best_move, kept, before.raw, depth, Some(bound), was_pv);
            let informs = match bound {
                Bound::Exact => true,
                Bound::Lower => best > eval,
                Bound::Upper => best < eval,
            };
            if !in_check && informs && !best_move.is_some_and(|mv| is_loud(position, mv)) {
                let frames = &self.memory.frames;
                let (earlier, last) = (frames[at - 2].moved, frames[at - 1].moved);
                let difference = value::clamp_eval(best) - eval;
                self.memory.corrections.learn(position, earlier, last, depth, difference);
            }
        }
        let outcome = match bound {
            Bound::Lower => Outcome::BetaCut,
            Bound::Exact => Outcome::Searched,
            Bound::Upper => Outcome::FailLow,
        };
        (best, outcome)
    }

    /// Writes to the table.
    #[allow(clippy::too_many_arguments)] // the fields of an entry
    #[inline]
    pub(super) fn keep(
        &self,
        key: u64,
        mv: Option<Move>,
        value: i32,
        eval: i32,
        depth: i32,
        bound: Option<Bound>,
        pv: bool,
    ) {
        self.table.store(key, Entry { mv, value, eval, depth, bound, pv });
    }
}

/// Whether a table's value settles a question: at least beta or at most alpha.
#[inline]
pub(super) fn fits(value: i32, bound: Bound, alpha: i32, beta: i32) -> bool {
    match bound {
        Bound::Exact => true,
        Bound::Lower => value >= beta,
        Bound::Upper => value <= alpha,
    }
}

/// Whether the mover has more than king and pawns: without, having to move is
/// often the problem, and what is true of passing is true of nothing.
#[inline]
pub(super) fn has_pieces(position: &Position) -> bool {
    let board = position.board();
    let pawns_and_king = board.role(chess::Role::Pawn) | board.role(chess::Role::King);
    board.color(position.turn()).without(pawns_and_king).any()
}
