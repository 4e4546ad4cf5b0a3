//! Side path 2: the M & N backup.
//!
//! Minimax takes the best move's value and forgets the others. That would be
//! right if evaluations were. They are not, and a side with three good moves
//! stands better than a side with one: should the best one turn out a mistake,
//! there are others. Slagle and Dixon therefore let the `M` best moves of the
//! one side and the `N` best of the other have a say. The best move's value
//! still counts in full, and every runner-up adds a bonus, the larger the
//! closer it comes; the first runner-up a quarter of what it has in hand, the
//! next half of that, and so on:
//!
//! ```text
//! value = best + Σ (range − (best − runner-up)) / 2^(place)     places 2, 3 …
//! ```
//!
//! A runner-up that is `range` or more behind adds nothing. With M = N = 1
//! there are no runners-up and this is [`alphabeta`](super::alphabeta), node
//! for node.
//!
//! The bonus is for doubt, so what is certain has none: no bonus on a mate, and
//! none between two proven draws.
//!
//! **Cutting** stays sound, only later. The bonus is never negative: a move
//! worth `beta` still ends the node. But a move must be known exactly as long
//! as it can be a runner-up, so the lower end of its window lies `range` below
//! the best move, or below what the best move must have to reach alpha with
//! every bonus. How much this costs is the price of the idea; a test holds the
//! value against the same sum without any cutting.

use chess::{Move, Position};
use eval::Score;

use crate::{
    Draw, Ending, Line, Node, NodeNote, NodeOutcome, Observer, Report, Task, Variations, Window,
};

/// How values are backed up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Backup {
    /// How many of its best moves count for the side to move at the root.
    pub m: usize,
    /// How many of its best moves count for the other side.
    pub n: usize,
    /// How many centipawns behind the best a move may be and still count.
    pub range: i32,
}

impl Default for Backup {
    /// Three moves each, within half a pawn: about what evaluations err by.
    fn default() -> Backup {
        Backup { m: 3, n: 3, range: 50 }
    }
}

impl Backup {
    /// How many moves count at this distance from the root.
    fn places(&self, ply: usize) -> usize {
        (if ply.is_multiple_of(2) { self.m } else { self.n }).max(1)
    }

    /// How far behind the best a move still counts.
    fn reach(&self, ply: usize) -> i32 {
        if self.places(ply) > 1 { self.range } else { 0 }
    }

    /// The most that all bonuses together come to.
    fn most(&self, ply: usize) -> i32 {
        (2..).take(self.places(ply) - 1).map(|place| bonus(self.range, 0, place)).sum()
    }

    /// What each runner-up adds to the best of a node's moves, best first.
    fn bonuses(&self, best_moves: &[Worth]) -> impl Iterator<Item = i32> {
        let best = best_moves[0];
        (2..).zip(&best_moves[1..]).map(move |(place, runner_up)| {
            let is_doubtful = !(best.is_certain && runner_up.is_certain);
            let gap = best.score.raw() - runner_up.score.raw();
            if is_doubtful { bonus(self.range, gap, place) } else { 0 }
        })
    }

    /// The value of a node from its moves' values, best first.
    fn value(&self, best_moves: &[Worth]) -> Worth {
        let best = best_moves[0];
        if best.score.is_mate() {
            return best;
        }
        let bonus: i32 = self.bonuses(best_moves).sum();
        // A node is certain if its best move is and nothing speaks for doubt.
        let is_certain = best.is_certain && bonus == 0;
        Worth { score: Score::cp(best.score.raw() + bonus), is_certain }
    }
}

/// What a runner-up adds that is `gap` centipawns behind the best. A quarter,
/// an eighth …: together less than half, so that a better move makes a better
/// node, but for a centipawn of rounding, although it leaves the runners-up further
/// behind.
fn bonus(range: i32, gap: i32, place: u32) -> i32 {
    (range - gap).max(0).checked_shr(place).unwrap_or(0)
}

/// A value, and whether it is proven rather than estimated.
#[derive(Clone, Copy)]
struct Worth {
    score: Score,
    is_certain: bool,
}

/// Searches to the task's depth with the default backup.
pub fn search<O: Observer>(task: &Task<'_>, observer: &mut O) -> Report {
    search_with(task, observer, Backup::default())
}

/// Searches to the task's depth with this backup.
pub fn search_with<O: Observer>(task: &Task<'_>, observer: &mut O, backup: Backup) -> Report {
    let depth = task.full_depth();
    let mut search = Mn {
        task,
        observer,
        backup,
        line: Line::new(task),
        variations: Variations::new(),
        depth,
        nodes: 0,
        best: Score::mated_in(0),
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

struct Mn<'a, O> {
    task: &'a Task<'a>,
    observer: &'a mut O,
    backup: Backup,
    line: Line,
    variations: Variations,
    depth: u32,
    nodes: u64,
    best: Score,
}

impl<O: Observer> Mn<'_, O> {
    fn node(
        &mut self,
        position: &Position,
        mv: Option<Move>,
        depth: u32,
        window: Window,
    ) -> Option<Worth> {
        let ply = self.line.ply();
        self.observer.enter(&Node { position, mv, ply, depth: depth as i32, window });
        let Some((value, outcome)) = self.value(position, depth, window) else {
            self.observer.leave(Score::DRAW, NodeOutcome::Stopped);
            return None;
        };
        if ply == 0 {
            self.best = value.score;
        }
        self.observer.leave(value.score, outcome);
        Some(value)
    }

    fn value(
        &mut self,
        position: &Position,
        depth: u32,
        window: Window,
    ) -> Option<(Worth, NodeOutcome)> {
        let ply = self.line.ply();
        self.variations.clear(ply);
        let certain = |score| Worth { score, is_certain: true };
        if !position.has_legal_move() {
            return Some(if position.is_check() {
                (certain(Score::mated_in(ply as u32)), NodeOutcome::Mate)
            } else {
                (certain(Score::DRAW), NodeOutcome::Draw(Draw::Stalemate))
            });
        }
        if let Some(draw) = self.line.draw(position) {
            return Some((certain(Score::DRAW), NodeOutcome::Draw(draw)));
        }
        if depth == 0 {
            let score = self.task.evaluator.evaluate(position);
            self.observer.evaluated(score);
            return Some((Worth { score, is_certain: false }, NodeOutcome::Leaf));
        }

        let moves = position.legal_moves();
        self.observer.order(&moves);
        let Window { alpha, beta } = window;
        let places = self.backup.places(ply);
        // Whoever stays below this does not reach alpha with all bonuses.
        let needed = alpha - self.backup.most(ply);
        let mut best_moves: Vec<Worth> = Vec::with_capacity(places + 1);
        // Which moves these are, for who watches.
        let mut counted: Vec<Move> = Vec::new();
        let mut best = Score::mated_in(0);
        for (tried, mv) in moves.iter().copied().enumerate() {
            if self.task.control.is_over(self.nodes) {
                return None;
            }
            self.nodes += 1;
            let mut next = *position;
            next.play_unchecked(mv);
            self.line.push(&next);
            // Below this a move cannot even be a runner-up.
            let low = needed.max(best) - self.backup.reach(ply);
            let value = self.node(&next, Some(mv), depth - 1, Window { alpha: -beta, beta: -low });
            self.line.pop();
            let value = value?;
            let value = Worth { score: -value.score, ..value };

            // The best few, in order; equals in the order they were tried.
            let place = best_moves.partition_point(|other| other.score >= value.score);
            best_moves.insert(place, value);
            best_moves.truncate(places);
            if O::WATCHES {
                counted.insert(place, mv);
                counted.truncate(places);
            }
            if value.score > best {
                best = value.score;
                self.variations.update(ply, mv);
                if ply == 0 {
                    self.best = self.backup.value(&best_moves).score;
                    let line = self.variations.line(0);
                    self.observer.best(self.depth, self.best, line, self.nodes);
                }
                if value.score >= beta {
                    self.observer.cut(tried, &moves[tried + 1..]);
                    return Some((value, NodeOutcome::BetaCut));
                }
            }
        }
        // Where alpha is out of reach the values are bounds, and so is this.
        let value = if best <= needed {
            Worth { score: best + self.backup.most(ply), is_certain: false }
        } else {
            if O::WATCHES {
                let adds = std::iter::once(0).chain(self.backup.bonuses(&best_moves));
                let counted = counted.into_iter().zip(&best_moves).zip(adds);
                let counted = counted.map(|((mv, worth), adds)| (mv, worth.score, adds));
                self.observer.note(NodeNote::Counted(counted.collect()));
            }
            self.backup.value(&best_moves)
        };
        Some((value, NodeOutcome::Searched))
    }
}
