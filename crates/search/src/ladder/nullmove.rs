//! Rung 8: the null move.
//!
//! A move is nearly always better than no move. So let the side to move pass,
//! and search the opponent's answers less deeply: if the value is at least
//! beta even so, a real move surely reaches it too, and the node is cut off
//! after a fraction of the work.
//!
//! The exception is *zugzwang*, where every move makes things worse. It is
//! rare while there are pieces on the board, and common in pawn endings. So
//! nobody passes in check (the king would be taken), twice in a row (that
//! would only shorten the search), or with nothing but king and pawns.
//!
//! With this rung the value is no longer certain: it is a bet, and a good one.
//! Everything else is [`quiescence`](super::quiescence), line by line.

use chess::{Move, MoveList, Position, Role, SEE_VALUES};
use eval::Score;

use super::{Orderer, Store, StoreEntry};
use crate::{
    Bound, Compared, DepthTerm, Draw, Ending, Line, MAX_PLY, Node, NodeOutcome, Observer, Report,
    Rule, Task, Variations, Window,
};

/// Searches to the task's depth, passing where that settles it.
pub fn search<O: Observer>(task: &Task<'_>, store: &mut Store, observer: &mut O) -> Report {
    store.clear();
    let depth = task.full_depth();
    let mut search = NullMove {
        task,
        observer,
        line: Line::new(task),
        variations: Variations::new(),
        depth,
        nodes: 0,
        best: Score::mated_in(0),
        orderer: Orderer::new(task.options.order, task.evaluator),
        store,
    };
    let is_finished = search.node(task.position, None, depth, Window::FULL).is_some();
    let line = search.variations.line(0).to_vec();
    Report {
        best: line.first().or(task.position.legal_moves().first()).copied(),
        score: search.best,
        pv: line,
        depth,
        nodes: search.nodes,
        ending: Ending::finished_if(is_finished),
        ..Report::default()
    }
}

struct NullMove<'a, O> {
    task: &'a Task<'a>,
    observer: &'a mut O,
    line: Line,
    variations: Variations,
    depth: u32,
    nodes: u64,
    best: Score,
    orderer: Orderer<'a>,
    store: &'a mut Store,
}

impl<O: Observer> NullMove<'_, O> {
    fn node(
        &mut self,
        position: &Position,
        mv: Option<Move>,
        depth: u32,
        window: Window,
    ) -> Option<Score> {
        let ply = self.line.ply();
        self.observer.enter(&Node { position, mv, ply, depth: depth as i32, window });
        let Some((value, outcome)) = self.value(position, mv, depth, window) else {
            self.observer.leave(Score::DRAW, NodeOutcome::Stopped);
            return None;
        };
        if ply == 0 {
            self.best = value;
        }
        self.observer.leave(value, outcome);
        Some(value)
    }

    fn value(
        &mut self,
        position: &Position,
        mv: Option<Move>,
        depth: u32,
        window: Window,
    ) -> Option<(Score, NodeOutcome)> {
        let ply = self.line.ply();
        self.variations.clear(ply);
        if !position.has_legal_move() {
            return Some(if position.is_check() {
                (Score::mated_in(ply as u32), NodeOutcome::Mate)
            } else {
                (Score::DRAW, NodeOutcome::Draw(Draw::Stalemate))
            });
        }
        if let Some(draw) = self.line.draw(position) {
            return Some((Score::DRAW, NodeOutcome::Draw(draw)));
        }
        if depth == 0 {
            return self.quiet_value(position, window, 0);
        }

        let Window { mut alpha, beta } = window;
        let trusted = !self.line.matters(position, depth + SLOW);
        let mut known = None;
        if trusted {
            let entry = self.store.get(position.key(), ply);
            self.observer.probed(entry.is_some());
            if let Some(entry) = entry {
                known = entry.mv;
                let settles = match entry.bound {
                    Bound::Exact => true,
                    Bound::Lower => entry.value >= beta,
                    Bound::Upper => entry.value <= alpha,
                };
                // The root is searched all the same: its line is wanted.
                if entry.depth == depth && settles && ply > 0 {
                    return Some((entry.value, NodeOutcome::TableHit(entry.bound)));
                }
            }
        }

        if ply > 0 && self.may_pass(position, mv, depth, beta) {
            let value = -self.pass(position, depth, beta)?;
            if value >= beta {
                return Some((beta, NodeOutcome::Pruned(Rule::NullMove, value, beta)));
            }
        }

        let mut moves = position.legal_moves();
        self.orderer.sort(position, &mut moves, ply, known);
        self.observer.order(&moves);
        let mut best = Score::mated_in(0);
        let mut best_move = None;
        let mut bound = Bound::Upper;
        for (tried, mv) in moves.iter().copied().enumerate() {
            if self.task.control.is_over(self.nodes) {
                return None;
            }
            self.nodes += 1;
            let mut next = *position;
            next.play_unchecked(mv);
            self.line.push(&next);
            let value =
                self.node(&next, Some(mv), depth - 1, Window { alpha: -beta, beta: -alpha });
            self.line.pop();
            let value = -value?;
            if value > best {
                best = value;
                if value > alpha {
                    alpha = value;
                    bound = Bound::Exact;
                    best_move = Some(mv);
                    self.variations.update(ply, mv);
                    if ply == 0 {
                        self.best = best;
                        let line = self.variations.line(0);
                        self.observer.best(self.depth, best, line, self.nodes);
                    }
                }
                if value >= beta {
                    self.observer.cut(tried, &moves[tried + 1..]);
                    self.orderer.remember(position, mv, ply, depth);
                    bound = Bound::Lower;
                    break;
                }
            }
        }
        if trusted {
            let entry = StoreEntry { mv: best_move.or(known), value: best, depth, bound };
            self.store.insert(position.key(), ply, entry);
        }
        let outcome =
            if bound == Bound::Lower { NodeOutcome::BetaCut } else { NodeOutcome::Searched };
        Some((best, outcome))
    }

    /// Whether passing may be tried: see the lesson. `mv` is `None` after a pass.
    fn may_pass(&self, position: &Position, mv: Option<Move>, depth: u32, beta: Score) -> bool {
        let board = position.board();
        let pieces = board.color(position.turn()).without(board.role(Role::Pawn)).count() - 1;
        mv.is_some()
            && depth >= LEAST_DEPTH
            && !position.is_check()
            && pieces > 0
            && !beta.is_mate()
    }

    /// The opponent's value after a pass, asked only whether it is below beta.
    fn pass(&mut self, position: &Position, depth: u32, beta: Score) -> Option<Score> {
        let Some(next) = position.after_null() else { return Some(Score::INFINITE) };
        if self.task.control.is_over(self.nodes) {
            return None;
        }
        self.nodes += 1;
        self.line.push(&next);
        let window = Window { alpha: -beta, beta: -beta + 1 };
        let searched = depth.saturating_sub(1 + REDUCTION);
        let less = depth - 1 - searched;
        self.observer.reduce(less);
        self.observer.weigh(&[DepthTerm::new("null move", less as i32 * DepthTerm::PLY)]);
        let value = self.node(&next, None, searched, window);
        self.line.pop();
        value
    }

    /// A node beyond the horizon, `beyond` plies below it.
    fn quiet_node(
        &mut self,
        position: &Position,
        mv: Move,
        window: Window,
        beyond: u32,
    ) -> Option<Score> {
        let ply = self.line.ply();
        let depth = -(beyond as i32);
        self.observer.enter(&Node { position, mv: Some(mv), ply, depth, window });
        self.variations.clear(ply);
        let found = if !position.has_legal_move() {
            Some(if position.is_check() {
                (Score::mated_in(ply as u32), NodeOutcome::Mate)
            } else {
                (Score::DRAW, NodeOutcome::Draw(Draw::Stalemate))
            })
        } else if let Some(draw) = self.quiet_draw(position, beyond) {
            Some((Score::DRAW, NodeOutcome::Draw(draw)))
        } else {
            self.quiet_value(position, window, beyond)
        };
        let (value, outcome) = found.unwrap_or((Score::DRAW, NodeOutcome::Stopped));
        self.observer.leave(value, outcome);
        found.map(|(value, _)| value)
    }

    /// The draw on the board, as far down as the table allows for.
    fn quiet_draw(&self, position: &Position, beyond: u32) -> Option<Draw> {
        if beyond <= SLOW {
            self.line.draw(position)
        } else {
            position.has_insufficient_material().then_some(Draw::Material)
        }
    }

    fn quiet_value(
        &mut self,
        position: &Position,
        window: Window,
        beyond: u32,
    ) -> Option<(Score, NodeOutcome)> {
        let ply = self.line.ply();
        let Window { mut alpha, beta } = window;
        let mut best = Score::mated_in(0);
        let mut moves = MoveList::new();
        let in_check = position.is_check();
        // Captures run out, and checks with them; the limit is for safety.
        if in_check && ply < MAX_PLY {
            position.evasions(&mut moves);
        } else {
            best = self.task.evaluator.evaluate(position);
            self.observer.evaluated(best);
            if best >= beta || ply >= MAX_PLY {
                return Some((best, NodeOutcome::StandPat));
            }
            alpha = alpha.max(best);
            position.captures_and_promotions(&mut moves);
        }
        let stand_pat = best;
        self.orderer.sort(position, &mut moves, ply, None);
        self.observer.order(&moves);
        for (tried, mv) in moves.iter().copied().enumerate() {
            if !in_check {
                if self.task.options.delta_pruning {
                    let hope = stand_pat + gain(position, mv) + DELTA_MARGIN;
                    if hope <= alpha {
                        self.observer.skip(mv, Rule::Delta, Compared::Values(hope, alpha));
                        best = best.max(hope);
                        continue;
                    }
                }
                if self.task.options.see_pruning && !position.see_ge(mv, 0) {
                    // How much is lost interests nobody but a watcher.
                    if O::WATCHES {
                        let compared = Compared::Material(position.see(mv), 0);
                        self.observer.skip(mv, Rule::See, compared);
                    }
                    continue;
                }
            }
            if self.task.control.is_over(self.nodes) {
                return None;
            }
            self.nodes += 1;
            let mut next = *position;
            next.play_unchecked(mv);
            self.line.push(&next);
            let below = Window { alpha: -beta, beta: -alpha };
            let value = self.quiet_node(&next, mv, below, beyond + 1);
            self.line.pop();
            let value = -value?;
            if value > best {
                best = value;
                if value > alpha {
                    alpha = value;
                    self.variations.update(ply, mv);
                }
                if value >= beta {
                    self.observer.cut(tried, &moves[tried + 1..]);
                    return Some((best, NodeOutcome::BetaCut));
                }
            }
        }
        let stands = !in_check && best == stand_pat;
        Some((best, if stands { NodeOutcome::StandPat } else { NodeOutcome::Searched }))
    }
}

/// How much less deep the answers to a pass are searched.
const REDUCTION: u32 = 2;
/// From this depth on passing saves anything.
const LEAST_DEPTH: u32 = 2;

/// How many plies beyond the horizon a draw may depend on the moves before:
/// the way out of a check that stands there. What follows are captures, which
/// begin a new count, or checks given by getting out of check, where
/// repetitions and the fifty moves are left aside. So the table knows how far
/// down the line matters.
const SLOW: u32 = 1;

/// What delta pruning allows for beyond the piece taken: evaluations see more
/// than material.
const DELTA_MARGIN: i32 = 200;

/// The material a move wins at once.
fn gain(position: &Position, mv: Move) -> i32 {
    let value = |role: Role| SEE_VALUES[role.index()];
    let promoted = mv.promoted().map_or(0, |role| value(role) - value(Role::Pawn));
    position.captured(mv).map_or(0, value) + promoted
}
