//! The main search: one position, looked at to some depth.
//!
//! Three kinds of node are told apart. A *PV node* may lie on the line both
//! sides are expected to play; its window is open and its value is wanted. All
//! others are asked one question, whether they are worth at least beta. A *cut
//! node* is expected to say yes after one good move, an *all node* to say no
//! after all of them. The guess is often right, and it steers how much is risked.
//!
//! [`SearchThread::node`] reads as a list of numbered steps: first the ways to
//! answer without searching a move, then the moves. The steps that take more than
//! a few lines are functions in files of their own: `before` (3 to 6), `shortcuts`
//! (7 to 9 and 11), `pruning` (13), `singular` (14), `reductions` (16 and 17) and
//! `learn` (20 and 21).
//!
//! Elo figures in the steps are what leaving the step out costs, measured in 400
//! games against the whole with the evaluation `tuned`, at 8,000 nodes a move
//! (docs/experiments/champion.md). Their error is about 28, so small ones say
//! little; steps without a figure were not measured.

use chess::{Move, Position};
use eval::IncrementalEvaluator;

use super::checks::Checks;
use super::frame::LEAD;
use super::learn::Tried;
use super::params;
use super::picker::{Context, Picker};
use super::reductions::MoveSearch;
use super::searcher::SearchThread;
use super::singular::Singularity;
use super::table::Entry;
use super::threats::Threats;
use super::value::{self, INFINITE, NONE, is_decisive, is_loss};
use crate::{Bound, Compared, Draw, NodeOutcome, Observer, Rule};

/// What the moves of a node have brought so far.
#[derive(Clone, Copy)]
pub(super) struct NodeProgress {
    pub(super) alpha: i32,
    /// The best value so far.
    pub(super) best: i32,
    /// The move that raised alpha last.
    pub(super) best_move: Option<Move>,
    /// How many moves were looked at.
    pub(super) moves: i32,
}

impl<J: IncrementalEvaluator, O: Observer> SearchThread<'_, J, O> {
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
    ) -> (i32, NodeOutcome) {
        let at = LEAD + ply;
        let in_check = position.is_check();
        let excluded = self.memory.frames[at].excluded;

        // Step 2. Give up when told to. Draws: a repetition the mover can have is
        // worth a draw before it happens (0 Elo).
        if let Some(answer) = self.ended::<PV>(position, &mut alpha, beta, ply) {
            return answer;
        }

        // Step 3. Mates that are nearer than anything found here: a shorter mate known
        // elsewhere makes the whole subtree pointless.
        alpha = alpha.max(value::mated_in(ply));
        beta = beta.min(value::mate_in(ply + 1));
        if alpha >= beta {
            return (alpha, NodeOutcome::MateDistance);
        }

        // Step 4. The table. What was searched at least as deep is an answer,
        // except on the principal variation, whose line is wanted. +54 Elo.
        let mut before = self.probe_table::<PV>(position, depth, ply, cut_node);
        if !PV
            && excluded.is_none()
            && let Some(answer) = self.table_cutoff(position, alpha, beta, &before, ply)
        {
            return answer;
        }

        // Step 5. The oracle: a tablebase's word is as good as a search to the end.
        let mut best = -INFINITE;
        let mut most = INFINITE;
        if self.tablebase_pieces > 0
            && excluded.is_none()
            && let Some((value, bound)) = self.ask_oracle(position, depth, ply)
        {
            self.tb_hits += 1;
            if fits(value, bound, alpha, beta) {
                self.keep_oracle(value, bound, &before, ply);
                return (value, NodeOutcome::Tablebase(bound));
            }
            match bound {
                Bound::Lower if PV => (best, alpha) = (value, alpha.max(value)),
                _ if PV => most = value,
                _ => {}
            }
        }

        // Step 6. The evaluation, corrected by what was learnt about its errors
        // (+21 Elo) and, where the table knows more, by the table.
        self.memory.frames[at + 2].cutoffs = 0;
        if in_check {
            self.memory.frames[at].eval = NONE;
        } else {
            self.assess(position, &mut before, ply);

            // Steps 7 to 9: razoring, reverse futility and the null move answer
            // without looking at all moves.
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

        // Step 12. The moves, one after the other. Their order is learnt: the
        // histories of quiet moves make +407 Elo.
        let mut picker = Picker::new(position, before.tt_move, &self.memory.moves);
        self.foresee(position, &context, picker);
        let first = picker.first();
        let old_alpha = alpha;
        let mut so_far = NodeProgress { alpha, best, best_move: None, moves: 0 };
        let (mut quiets, mut captures) = (Tried::new(), Tried::new());
        while let Some(mv) =
            picker.next(position, &context, &self.memory.histories, &mut self.memory.moves)
        {
            if Some(mv) == excluded {
                self.observer.skip(mv, Rule::Singular, Compared::Nothing);
                continue;
            }
            so_far.moves += 1;
            let mut current = self.current_move(position, &before, &context, mv, so_far.moves);

            // Step 13. Pruning: moves that will not matter are not even played.
            // Only once a move is known that does not lose by force, and only
            // near the horizon. +258 Elo.
            if !is_loss(so_far.best)
                && has_pieces(position)
                && self.prunes(position, &before, &context, &mut picker, &current, &mut so_far)
            {
                continue;
            }

            // Step 14. Extension: the table's move, if it is so much better than
            // all others that everything hangs on it. If others are good enough
            // too, so is the node (multicut). +37 Elo.
            if Some(mv) == before.tt_move && excluded.is_none() {
                match self.singularity::<PV>(position, beta, &before, mv, ply, cut_node) {
                    Singularity::Extends(plies, compared) => {
                        (current.extension, current.compared) = (plies, compared);
                    }
                    Singularity::Answers(value) => {
                        self.memory.moves.truncate(first);
                        let (found, bound) = (value::score(value), value::score(beta));
                        return (value, NodeOutcome::Pruned(Rule::Multicut, found, bound));
                    }
                }
                if self.stopped {
                    break;
                }
            }

            // Step 15. Play it.
            let mut next = *position;
            self.play(position, &mut next, mv, ply);
            self.memory.frames[at].number = so_far.moves;

            // Step 16. How much less deep it deserves to be searched: late move
            // reductions, +119 Elo.
            let doubts = self.doubts::<PV>(&before, &current, so_far.alpha, ply);
            current.reduction += doubts.reduction();

            // Step 17. The search itself: late moves reduced, all but the first
            // with the question whether they beat alpha, and what does is
            // searched again to full depth and, in PV nodes, for its value.
            let asked = MoveSearch { next: &next, current, doubts, beta, ply };
            let value = self.search_move::<PV>(&asked, &before, &so_far);
            self.take_back();
            if self.stopped {
                break;
            }

            // Step 18. What it brought.
            if value > so_far.best {
                so_far.best = value;
                if value > so_far.alpha {
                    so_far.best_move = Some(mv);
                    if PV {
                        self.memory.variations.update(ply, mv);
                    }
                    if value >= beta {
                        self.memory.frames[at].cutoffs += 1;
                        self.tell_cut(position, &context, picker, so_far.moves);
                        break;
                    }
                    so_far.alpha = value;
                    // What comes after a good move is less likely to be better.
                    if (params::less_after_good_least()..params::less_after_good_depth())
                        .contains(&before.depth)
                        && !is_decisive(value)
                    {
                        before.depth -= 1;
                        before.good_moves += 1;
                    }
                }
            }
            if Some(mv) != so_far.best_move {
                let tried = if current.noisy { &mut captures } else { &mut quiets };
                tried.push(mv);
            }
        }
        self.memory.moves.truncate(first);
        if self.stopped {
            return (0, NodeOutcome::Stopped);
        }

        // Step 19. No move at all: mate or stalemate.
        let NodeProgress { alpha, mut best, best_move, moves } = so_far;
        if moves == 0 {
            return if excluded.is_some() {
                (alpha, NodeOutcome::FailLow)
            } else if in_check {
                (value::mated_in(ply), NodeOutcome::Mate)
            } else {
                (0, NodeOutcome::Draw(Draw::Stalemate))
            };
        }

        // Step 20. Learn: which moves are good, and whether the last one was.
        let depth = before.depth;
        if let Some(best_move) = best_move {
            let more = i32::from(best > beta + params::deeper_margin());
            self.learn_best(position, ply, depth + more, best_move, &quiets, &captures);
        } else if best <= old_alpha {
            self.learn_last(position, ply, &before, best);
        }
        if best >= beta && !is_decisive(best) && !is_decisive(alpha) {
            best = (best * depth + beta) / (depth + 1);
        }
        if PV {
            best = best.min(most);
        }

        // Step 21. Remember the result, and by how much the evaluation was wrong.
        let (bound, outcome) = if best >= beta {
            (Bound::Lower, NodeOutcome::BetaCut)
        } else if PV && best_move.is_some() {
            (Bound::Exact, NodeOutcome::Searched)
        } else {
            (Bound::Upper, NodeOutcome::FailLow)
        };
        if excluded.is_none() {
            self.remember(position, &before, best, bound, best_move, ply);
        }
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
