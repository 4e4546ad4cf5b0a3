//! The root: the moves to choose from, each with what is known about it.

use chess::{Move, Position};
use eval::IncrementalEvaluator;

use super::frame::LEAD;
use super::margins::{self, PLY};
use super::params;
use super::searcher::{SearchThread, table_key};
use super::value::{self, INFINITE, to_table};
use super::watch::rounded;
use crate::{Bound, DepthTerm, NodeOutcome, Observer};

/// A move at the root.
#[derive(Clone, Debug)]
pub(super) struct RootMove {
    pub(super) mv: Move,
    /// See [`Job::ranks`](super::Job::ranks).
    pub(super) rank: i32,
    /// Its value in this iteration; [`INFINITE`] below zero if it was only
    /// shown to be no better than another.
    pub(super) value: i32,
    /// How exact that is.
    pub(super) bound: Bound,
    /// The iteration that value is of.
    pub(super) depth: i32,
    /// A running average of its values.
    pub(super) average: Option<i32>,
    /// The longest line looked at.
    pub(super) seldepth: usize,
    /// Nodes spent on it in all iterations.
    pub(super) nodes: u64,
    /// The line expected, the move itself first; empty while nothing but the move
    /// is known.
    pub(super) pv: Vec<Move>,
}

impl RootMove {
    pub(super) fn new(mv: Move, rank: i32) -> RootMove {
        RootMove {
            mv,
            rank,
            value: -INFINITE,
            bound: Bound::Upper,
            depth: 0,
            average: None,
            seldepth: 0,
            nodes: 0,
            pv: Vec::new(),
        }
    }

    /// Becomes another move of which nothing is known. What memory it has is kept:
    /// small searches would spend a good part of their time on asking for it.
    pub(super) fn reset(&mut self, mv: Move, rank: i32) {
        let mut pv = std::mem::take(&mut self.pv);
        pv.clear();
        *self = RootMove { pv, ..RootMove::new(mv, rank) };
    }

    /// The line expected, the move itself first.
    pub(super) fn line(&self) -> &[Move] {
        if self.pv.is_empty() { std::slice::from_ref(&self.mv) } else { &self.pv }
    }
}

impl<J: IncrementalEvaluator, O: Observer> SearchThread<'_, J, O> {
    /// The value of the root in the window from `alpha` to `beta`, of the moves
    /// of the highest rank that are not among the better lines found already.
    pub(super) fn root(&mut self, position: &Position, alpha: i32, beta: i32, depth: i32) -> i32 {
        self.enter(position, 0, depth, alpha, beta);
        if O::WATCHES {
            let searched = self.root_moves[self.line..self.rank_end].iter();
            let order: Vec<Move> = searched.map(|root| root.mv).collect();
            self.observer.order(&order);
        }
        let value = self.root_value(position, alpha, beta, depth);
        let outcome = if self.stopped {
            NodeOutcome::Stopped
        } else if value >= beta {
            NodeOutcome::BetaCut
        } else if value <= alpha {
            NodeOutcome::FailLow
        } else {
            NodeOutcome::Searched
        };
        self.observer.leave(value::score(value), outcome);
        value
    }

    fn root_value(&mut self, position: &Position, mut alpha: i32, beta: i32, depth: i32) -> i32 {
        let old_alpha = alpha;
        let mut best = -INFINITE;
        let mut best_move = None;
        self.memory.variations.clear(0);
        self.memory.frames[LEAD + 2].cutoffs = 0;
        for index in self.line..self.rank_end {
            let mv = self.root_moves[index].mv;
            let number = index - self.line + 1;
            if let Some(lead) = &mut self.lead {
                lead.trying(self.root_depth, mv, self.line + number);
            }
            self.seldepth = 0;
            let nodes = self.nodes;
            let new_depth = depth - 1;
            let mut next = *position;
            self.play(position, &mut next, mv, 0);
            self.memory.frames[LEAD].number = number as i32;
            let mut value = -INFINITE;
            if depth >= params::root_reduction_depth()
                && number as i32 > params::root_reduction_moves()
            {
                let noisy = self.memory.frames[LEAD].noisy;
                let by_noisy = params::root_reduction_noisy() * i32::from(noisy);
                let by_check = params::root_reduction_check() * i32::from(next.is_check());
                let less = params::root_reduction() + by_noisy + by_check;
                let reduction = margins::reduction(depth, number as i32) - less;
                let asked = new_depth - reduction / PLY;
                let reduced = asked.clamp(1, new_depth);
                self.memory.frames[LEAD].reduction = new_depth - reduced;
                self.tell_depth(new_depth - reduced, || {
                    let late = margins::reduction(depth, number as i32);
                    let mut terms = vec![
                        DepthTerm::new("late move", late),
                        DepthTerm::new("at the root", -params::root_reduction()),
                        DepthTerm::new("noisy move", -by_noisy),
                        DepthTerm::new("gives check", -by_check),
                    ];
                    terms.extend(rounded(reduction, asked, reduced));
                    terms
                });
                value = -self.node::<false>(&next, -alpha - 1, -alpha, reduced, 1, true);
                self.memory.frames[LEAD].reduction = 0;
                if value > alpha && reduced < new_depth {
                    value = -self.node::<false>(&next, -alpha - 1, -alpha, new_depth, 1, true);
                }
            } else if number > 1 {
                value = -self.node::<false>(&next, -alpha - 1, -alpha, new_depth, 1, true);
            }
            if number == 1 || value > alpha {
                self.memory.variations.clear(1);
                value = -self.node::<true>(&next, -beta, -alpha, new_depth, 1, false);
            }
            self.take_back();
            let spent = self.nodes - nodes;
            self.root_moves[index].nodes += spent;
            if self.stopped {
                return best;
            }

            let root = &mut self.root_moves[index];
            if number == 1 || value > alpha {
                root.value = value;
                root.depth = self.root_depth;
                root.bound = if value >= beta {
                    Bound::Lower
                } else if value <= old_alpha {
                    Bound::Upper
                } else {
                    Bound::Exact
                };
                root.average = Some(root.average.map_or(value, |average| (average + value) / 2));
                root.seldepth = self.seldepth;
                // A move that fails low keeps the line it had.
                if value > old_alpha {
                    root.pv.clear();
                    root.pv.push(mv);
                    root.pv.extend_from_slice(self.memory.variations.line(1));
                }
            } else {
                root.value = -INFINITE;
            }
            if value > best {
                best = value;
                if value > alpha {
                    alpha = value;
                    best_move = Some(mv);
                    self.memory.variations.update(0, mv);
                    if self.line == 0 {
                        self.newest = Some(mv);
                        let line = self.memory.variations.line(0);
                        let score = value::score(value);
                        self.observer.best(depth as u32, score, line, self.nodes);
                    }
                    if value >= beta {
                        if O::WATCHES {
                            let rest = self.root_moves[index + 1..self.rank_end].iter();
                            let unseen: Vec<Move> = rest.map(|root| root.mv).collect();
                            self.observer.cut(number - 1, &unseen);
                        }
                        break;
                    }
                }
            }
        }
        // Only the first line is the truth about the position, and only if all
        // moves were asked.
        if self.line == 0 && self.has_all_moves {
            let bound = if best >= beta {
                Bound::Lower
            } else if best_move.is_some() {
                Bound::Exact
            } else {
                Bound::Upper
            };
            let raw = if position.is_check() { value::NONE } else { self.root_eval };
            let key = table_key(position);
            self.keep(key, best_move, to_table(best, 0), raw, depth, Some(bound), true);
        }
        best
    }
}
