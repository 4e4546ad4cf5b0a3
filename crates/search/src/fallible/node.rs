//! The tree below the root.

use chess::{Move, MoveList, Position, Role};
use eval::{IncrementalEvaluator, Score};

use super::sight::{Eyes, Glance};
use super::{FallibleTask, SightTable};
use crate::{Bound, MAX_PLY, Variations};

/// Evasions are looked at for so many plies beyond the horizon.
const QUIET_CHECKS: i32 = 2;
/// A side that is ahead of the window by this much a ply needs no further look.
const AHEAD_CP: i32 = 85;
/// Plies from the horizon up to which that is believed.
const AHEAD_DEPTH: i32 = 5;
/// Quiet moves looked at one ply from the horizon; more with each ply.
const LATE_MOVES: i32 = 5;

/// One search on its way through the tree.
pub(super) struct FallibleWalk<'a> {
    task: &'a FallibleTask<'a>,
    evaluator: &'a mut dyn IncrementalEvaluator,
    memory: &'a mut SightTable,
    eyes: Eyes,
    /// Keys of the game's positions and of those on the way here.
    keys: Vec<u64>,
    /// The game's last two moves, then those on the way here; `None` is a pass.
    path: Vec<Option<Move>>,
    variations: Variations,
    /// For each ply quiet moves that refuted something.
    killers: Vec<[Option<Move>; 2]>,
    /// By mover, from and to: how often a quiet move was good.
    history: Vec<i32>,
    nodes: u64,
    /// The first iteration is always finished.
    is_first: bool,
}

impl<'a> FallibleWalk<'a> {
    pub(super) fn new(
        task: &'a FallibleTask<'a>,
        evaluator: &'a mut dyn IncrementalEvaluator,
        memory: &'a mut SightTable,
    ) -> FallibleWalk<'a> {
        let mut keys = Vec::with_capacity(task.history.len() + MAX_PLY + 2);
        keys.extend_from_slice(task.history);
        keys.push(task.position.key());
        FallibleWalk {
            task,
            evaluator,
            memory,
            eyes: Eyes::new(task.sight, task.seed),
            keys,
            path: vec![task.before, task.last],
            variations: Variations::new(),
            killers: vec![[None; 2]; MAX_PLY + 2],
            history: vec![0; 2 * 64 * 64],
            nodes: 0,
            is_first: true,
        }
    }

    pub(super) fn begin_iteration(&mut self, is_first: bool) {
        self.is_first = is_first;
    }

    pub(super) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Whether there are no nodes left.
    pub(super) fn is_spent(&self) -> bool {
        self.nodes >= self.task.nodes
    }

    /// What is expected after the root move that was searched last.
    pub(super) fn expected(&self) -> &[Move] {
        self.variations.line(1)
    }

    /// The score of a root move, exact if it is `floor` at least.
    pub(super) fn root_move(
        &mut self,
        position: &Position,
        mv: Move,
        depth: u32,
        floor: Score,
    ) -> Option<(Score, Bound)> {
        let next = self.play(position, mv);
        let depth = depth as i32 - 1;
        let mut score = None;
        if floor > -Score::INFINITE {
            score = self.node(&next, depth, -floor, -(floor - 1), 1).map(|value| -value);
        }
        let is_below = score.is_some_and(|score| score < floor);
        if !is_below && (score.is_some() || floor == -Score::INFINITE) {
            let value = self.node(&next, depth, -Score::INFINITE, Score::INFINITE, 1);
            score = value.map(|value| -value);
        }
        self.take_back();
        score.map(|score| (score, if is_below { Bound::Upper } else { Bound::Exact }))
    }

    fn play(&mut self, position: &Position, mv: Move) -> Position {
        let mut next = *position;
        next.play_unchecked(mv);
        self.evaluator.play(position, mv, &next);
        self.keys.push(next.key());
        self.path.push(Some(mv));
        next
    }

    fn take_back(&mut self) {
        self.evaluator.undo();
        self.keys.pop();
        self.path.pop();
    }

    /// The value of a node; `None` when the search is stopped.
    fn node(
        &mut self,
        position: &Position,
        depth: i32,
        mut alpha: Score,
        beta: Score,
        ply: usize,
    ) -> Option<Score> {
        let is_check = position.is_check();
        let depth = depth + i32::from(is_check);
        if depth <= 0 {
            return self.quiescence(position, alpha, beta, ply, 0);
        }
        self.enter(ply)?;
        if let Some(value) = self.known_end(position, ply) {
            return Some(value);
        }

        // 1. What was found before. Mates count plies from the root and are not kept.
        let known = self.memory.find(position.key());
        let is_scout = beta.raw() - alpha.raw() == 1;
        if let Some(entry) = known.filter(|entry| is_scout && entry.depth >= depth) {
            let is_enough = match entry.bound {
                Bound::Exact => true,
                Bound::Lower => entry.score >= beta,
                Bound::Upper => entry.score <= alpha,
            };
            if is_enough {
                return Some(entry.score);
            }
        }

        // 2. Far enough ahead to be left alone, or even to pass.
        let guess = self.evaluator.evaluate(position);
        if is_scout && !is_check && !beta.is_mate() && guess >= beta {
            if depth <= AHEAD_DEPTH && guess.raw() - AHEAD_CP * depth >= beta.raw() {
                return Some(guess);
            }
            if let Some(value) = self.pass(position, depth, beta, ply)? {
                return Some(value);
            }
        }

        // 3. The moves that are seen, the promising ones first.
        let mut moves = position.legal_moves();
        if moves.is_empty() {
            let mated = Score::mated_in(ply as u32);
            return Some(if is_check { mated } else { Score::DRAW });
        }
        if !self.keep_seen(position, &mut moves, ply) {
            // Nothing comes to mind: the position is taken as it is.
            return Some(guess);
        }
        let mut ranks = self.ranks(position, &moves, known.and_then(|entry| entry.mv), ply);
        let floor = alpha;
        let (mut best, mut best_move) = (-Score::INFINITE, None);
        let mut quiets = 0;
        for index in 0..moves.len() {
            let mv = next_best(&mut moves, &mut ranks, index);
            let is_quiet = position.captured(mv).is_none() && mv.promoted().is_none();
            quiets += i32::from(is_quiet);
            let is_late = is_quiet && !is_check && best > -Score::INFINITE && !best.is_mate();
            if is_late && is_scout && depth <= 3 && quiets > LATE_MOVES * depth {
                continue;
            }
            let next = self.play(position, mv);
            let reduction = match is_late && depth >= 3 && index >= 3 && !next.is_check() {
                true => 1 + depth / 6 + i32::from(index >= 10),
                false => 0,
            };
            let value = self.child(&next, depth - 1, reduction, (alpha, beta), ply, index == 0);
            self.take_back();
            let value = value?;
            if value > best {
                best = value;
                best_move = Some(mv);
                self.raise(&mut alpha, value, ply, mv);
            }
            if alpha >= beta {
                if is_quiet {
                    self.reward(position, mv, depth, ply);
                }
                break;
            }
        }

        let bound = match best {
            best if best >= beta => Bound::Lower,
            best if best > floor => Bound::Exact,
            _ => Bound::Upper,
        };
        if !best.is_mate() {
            self.memory.keep(position.key(), best_move, best, depth, bound);
        }
        Some(best)
    }

    /// A child's value from the parent's view: with a narrow window first unless
    /// it is the first child.
    fn child(
        &mut self,
        next: &Position,
        depth: i32,
        reduction: i32,
        (alpha, beta): (Score, Score),
        ply: usize,
        is_first: bool,
    ) -> Option<Score> {
        if is_first {
            return self.node(next, depth, -beta, -alpha, ply + 1).map(|value| -value);
        }
        let mut value = -self.node(next, depth - reduction, -(alpha + 1), -alpha, ply + 1)?;
        if reduction > 0 && value > alpha {
            value = -self.node(next, depth, -(alpha + 1), -alpha, ply + 1)?;
        }
        if value > alpha && value < beta {
            value = -self.node(next, depth, -beta, -alpha, ply + 1)?;
        }
        Some(value)
    }

    /// Whether the other side could move twice and still not reach the window:
    /// then its value.
    fn pass(
        &mut self,
        position: &Position,
        depth: i32,
        beta: Score,
        ply: usize,
    ) -> Option<Option<Score>> {
        let board = position.board();
        let pieces = board.occupied().without(board.role(Role::Pawn) | board.role(Role::King));
        let has_pieces = (pieces & board.color(position.turn())).any();
        let has_passed = self.path.last().is_some_and(Option::is_none);
        if depth < 3 || !has_pieces || has_passed {
            return Some(None);
        }
        let Some(next) = position.after_null() else { return Some(None) };
        self.evaluator.pass(&next);
        self.keys.push(next.key());
        self.path.push(None);
        let value = self.node(&next, depth - 3 - depth / 4, -beta, -(beta - 1), ply + 1);
        self.take_back();
        let value = -value?;
        Some((value >= beta && !value.is_mate()).then_some(value))
    }

    /// Captures to their end.
    fn quiescence(
        &mut self,
        position: &Position,
        mut alpha: Score,
        beta: Score,
        ply: usize,
        beyond: i32,
    ) -> Option<Score> {
        self.enter(ply)?;
        if let Some(value) = self.known_end(position, ply) {
            return Some(value);
        }
        let is_check = position.is_check() && beyond < QUIET_CHECKS;
        let mut best = -Score::INFINITE;
        let mut moves = MoveList::new();
        if is_check {
            position.evasions(&mut moves);
            if moves.is_empty() {
                return Some(Score::mated_in(ply as u32));
            }
        } else {
            best = self.evaluator.evaluate(position);
            if best >= beta {
                return Some(best);
            }
            alpha = alpha.max(best);
            position.captures_and_promotions(&mut moves);
        }
        if moves.is_empty() || !self.keep_seen(position, &mut moves, ply) {
            return Some(best);
        }
        let mut ranks = self.ranks(position, &moves, None, ply);
        for index in 0..moves.len() {
            let mv = next_best(&mut moves, &mut ranks, index);
            if !is_check && !position.see_ge(mv, 0) {
                continue;
            }
            let next = self.play(position, mv);
            let value = self.quiescence(&next, -beta, -alpha, ply + 1, beyond + 1);
            self.take_back();
            let value = -value?;
            if value > best {
                best = value;
                self.raise(&mut alpha, value, ply, mv);
            }
            if alpha >= beta {
                break;
            }
        }
        Some(best)
    }

    /// A value above alpha raises it, and its move leads the variation.
    fn raise(&mut self, alpha: &mut Score, value: Score, ply: usize, mv: Move) {
        if value > *alpha {
            *alpha = value;
            self.variations.update(ply, mv);
        }
    }

    /// Counts a node; `None` when it is one too many.
    fn enter(&mut self, ply: usize) -> Option<()> {
        self.nodes += 1;
        self.variations.clear(ply);
        let is_over = !self.is_first && self.is_spent() || self.task.control.is_over(self.nodes);
        (!is_over).then_some(())
    }

    /// What a node is worth whose moves need not be looked at.
    fn known_end(&mut self, position: &Position, ply: usize) -> Option<Score> {
        let clock = usize::from(position.halfmove_clock());
        let earlier = self.keys.iter().rev().skip(1).take(clock);
        let repeats = earlier.skip(1).step_by(2).any(|&key| key == position.key());
        if repeats
            || clock >= 100 && position.has_legal_move()
            || position.has_insufficient_material()
        {
            return Some(Score::DRAW);
        }
        (ply >= MAX_PLY).then(|| self.evaluator.evaluate(position))
    }

    /// Leaves the moves that are seen; whether there are any. In check all are
    /// seen rather than none, so that no mate is believed in that is none.
    fn keep_seen(&self, position: &Position, moves: &mut MoveList, ply: usize) -> bool {
        if self.eyes.are_perfect() {
            return true;
        }
        let last = self.path.len() - 1;
        let (last, before) = (self.path[last], self.path[last - 1]);
        let glance = Glance { position, ply, last, before };
        let is_opponent = position.turn() != self.task.position.turn();
        let mut seen = MoveList::new();
        for &mv in moves.iter() {
            let is_noticed = is_opponent && self.task.noticed.contains(&mv);
            if is_noticed || self.eyes.see(&glance, mv) {
                seen.push(mv);
            }
        }
        if seen.is_empty() {
            return position.is_check();
        }
        *moves = seen;
        true
    }

    /// How promising moves are before they are searched.
    fn ranks(
        &self,
        position: &Position,
        moves: &MoveList,
        known: Option<Move>,
        ply: usize,
    ) -> Vec<i32> {
        let rank = |&mv: &Move| {
            if known == Some(mv) {
                return i32::MAX;
            }
            let prey = position.captured(mv).map(Role::index);
            let hunter = position.role_at(mv.from()).map_or(0, Role::index) as i32;
            match prey {
                Some(prey) if position.see_ge(mv, 0) => 2_000_000 + 100 * prey as i32 - hunter,
                Some(prey) => -1_000_000 + 100 * prey as i32 - hunter,
                None if mv.promoted() == Some(Role::Queen) => 3_000_000,
                None if self.killers[ply].contains(&Some(mv)) => 1_000_000,
                None => self.history[slot(position, mv)],
            }
        };
        moves.iter().map(rank).collect()
    }

    /// A quiet move was good enough.
    fn reward(&mut self, position: &Position, mv: Move, depth: i32, ply: usize) {
        let killers = &mut self.killers[ply];
        if killers[0] != Some(mv) {
            *killers = [Some(mv), killers[0]];
        }
        let count = &mut self.history[slot(position, mv)];
        *count = (*count + depth * depth).min(900_000);
    }
}

/// The place of a quiet move in the history.
fn slot(position: &Position, mv: Move) -> usize {
    (position.turn().index() * 64 + mv.from().index()) * 64 + mv.to().index()
}

/// The most promising of the moves from `index` on, put there.
fn next_best(moves: &mut MoveList, ranks: &mut [i32], index: usize) -> Move {
    let best = (index..ranks.len()).rev().max_by_key(|&at| ranks[at]).unwrap_or(index);
    moves.swap(index, best);
    ranks.swap(index, best);
    moves[index]
}
