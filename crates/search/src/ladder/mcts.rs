//! Side path 5: Monte Carlo tree search.
//!
//! Where nobody has a good evaluation, as long in Go, a position can be judged
//! by playing it out at random many times. *UCT* (Kocsis and Szepesvári) grows
//! a tree around that: each turn goes down from the root, adds one node, judges
//! it, and adds the verdict to the average of every node on the way. On the way
//! down each node weighs what has done well against what was hardly tried:
//!
//! ```text
//! average + exploration · √(log visits here / visits there)
//! ```
//!
//! so good moves are visited often and no move never. With time the average is
//! made up of the good moves and comes to the same as minimax; and the move
//! visited most is the move to play.
//!
//! Chess has an evaluation, so nothing is played out: the evaluation is turned
//! into a *chance of winning* by an S-shaped curve and takes the place of the
//! random game. What remains is a search that knows neither depth nor window
//! and treats the evaluation as one opinion among many. What it cannot do is
//! what chess asks for first: see that *one* reply refutes a move. The average
//! sees it only after that reply has had most of the visits.
//!
//! - **What is known is not averaged.** Mate, draws and leaves at the task's
//!   depth are known; a node is known if a move of it mates, or if all its
//!   moves are known, and is then worth the best of them. So a mate that comes
//!   to light is certain, and the rest of the budget looks for a shorter one;
//!   where the whole tree fits the budget the shortest mate is found and the
//!   value is exactly [`minimax`](super::minimax)'s. Where it does not, a mate
//!   may stay out of sight behind moves that are hardly visited. What has
//!   nothing left to find is not visited again.
//! - **The value** reported, and shown at the root, is that of the move to be
//!   played; the average over all moves tried would count the bad ones too.
//!   Below the root every node shows its own average, and there lies the
//!   weakness: a move with one good reply and many bad ones looks good until
//!   the good reply has been visited often enough.
//! - **No dice.** With the random games gone, ties are broken by the order of
//!   the moves. Logarithm and curve are made of arithmetic that every machine
//!   does alike, so that a search can be repeated anywhere.
//! - **Budget, horizon and watching** are those of
//!   [`bestfirst`](super::bestfirst). The depth reported is the length of the
//!   line of most visits.

use chess::{Move, Position};
use eval::Score;

use super::growth::{Growth, Leaf, ROOT, budget};
use crate::{Ending, Line, MAX_PLY, NodeNote, NodeOutcome, Observer, Report, Task};

/// The most nodes kept, at most 72 bytes each; moves not yet tried count.
const CAPACITY: usize = 1 << 20;

/// How much untried moves draw: from 0, greedy, to 1, almost evenly. Chances in
/// chess lie close together, so it is small: against alpha-beta at 5,000 nodes
/// a move 0.05 scored 70 %, 0.15 61 %, 0.3 41 %.
const EXPLORATION: f64 = 0.05;

/// Centipawns that make the chance of winning 85 %.
const SCALE: f64 = 300.0;

/// Adds node after node until the budget is spent.
pub fn search<O: Observer>(task: &Task<'_>, observer: &mut O) -> Report {
    search_within(task, observer, CAPACITY)
}

/// The same with room for `capacity` nodes.
pub fn search_within<O: Observer>(task: &Task<'_>, observer: &mut O, capacity: usize) -> Report {
    let depth = task.full_depth().min(MAX_PLY as u32);
    let mut search = Mcts {
        task,
        observer,
        line: Line::new(task),
        tree: Growth::new(Opinion::default(), capacity),
        horizon: depth as usize,
        nodes: 0,
    };
    if O::FOLLOWS {
        search.observer.turn();
    }
    search.evaluator(ROOT, task.position);
    search.tell(ROOT);
    let ending = search.grow();
    let line = search.tree.favourites();
    let value = |at: usize| search.tree.shown(at);
    let note = |at: usize| search.tree[at].note();
    search.tree.show(task.position, depth, search.observer, value, note);
    Report {
        best: line.first().or(task.position.legal_moves().first()).copied(),
        score: search.tree.value(),
        depth: line.len() as u32,
        pv: line,
        nodes: search.nodes,
        ending,
        ..Report::default()
    }
}

/// What is known of a node, or of a move not yet tried.
#[derive(Clone, Copy, Default)]
struct Opinion {
    /// Its value to its mover, if that is certain, or certain to this depth.
    known: Option<Score>,
    /// The best of its moves whose value is known: it is worth that at least.
    least: Option<Score>,
    /// Nothing below needs to be visited any more.
    is_closed: bool,
    /// 0 for a move not yet tried.
    visits: u32,
    /// The sum of its mover's chances over all visits.
    chances: f64,
}

const _: () = assert!(size_of::<Opinion>() <= 40);

impl Opinion {
    /// What it is worth to its mover without any averaging: its value, if that
    /// is known, or that of a known move which is better than the average.
    fn settled(&self) -> Option<Score> {
        self.known.or(self.least.filter(|&value| chance(value) >= self.average()))
    }

    fn average(&self) -> f64 {
        self.chances / f64::from(self.visits)
    }

    /// Its mover's chance.
    fn chance(&self) -> f64 {
        self.settled().map_or(self.average(), chance)
    }

    /// What an observer is told, if it was visited.
    fn note(&self) -> Option<NodeNote> {
        let Opinion { visits: count, .. } = *self;
        (count > 0).then(|| NodeNote::Visits { count, average: self.average() })
    }

    /// The chance of the side that moved here.
    fn chance_before(&self) -> f64 {
        1.0 - self.chance()
    }
}

struct Mcts<'a, O> {
    task: &'a Task<'a>,
    observer: &'a mut O,
    line: Line,
    tree: Growth<Opinion>,
    /// Leaves this far from the root are not expanded.
    horizon: usize,
    nodes: u64,
}

impl<O: Observer> Mcts<'_, O> {
    /// Turn after turn.
    fn grow(&mut self) -> Ending {
        let budget = budget(self.task);
        let mut favourite = None;
        while !self.tree[ROOT].is_closed && self.nodes < budget {
            if self.tree.is_full() {
                return Ending::MemoryFull;
            }
            if self.task.control.is_over(self.nodes) {
                return Ending::Stopped;
            }
            if O::FOLLOWS {
                self.observer.turn();
            }
            self.visit(ROOT, self.task.position);
            self.look_for_shorter_mates();
            let best = self.tree.favourite(ROOT);
            if best != favourite {
                favourite = best;
                let line = self.tree.favourites();
                self.observer.best(line.len() as u32, self.tree.value(), &line, self.nodes);
            }
        }
        Ending::Finished
    }

    /// One turn below a node that has been judged before: its mover's chance.
    fn visit(&mut self, at: usize, position: &Position) -> f64 {
        if self.tree.is_leaf(at) {
            self.tree.leave(at, NodeOutcome::Searched);
            for mv in &position.legal_moves() {
                self.tree.add(at, mv, Opinion::default());
            }
        }
        let child = self.select(at);
        let mut next = *position;
        if let Some(mv) = self.tree.mv(child) {
            next.play_unchecked(mv);
        }
        self.line.push(&next);
        let seen = 1.0
            - if self.tree[child].visits == 0 {
                self.nodes += 1;
                let chance = self.evaluator(child, &next);
                self.tell(child);
                chance
            } else {
                self.visit(child, &next)
            };
        self.line.pop();
        self.settle(at, self.line.ply());
        let node = &mut self.tree[at];
        // Nobody has to play what this turn looked at.
        let chance = node.least.map_or(seen, |least| seen.max(chance(least)));
        node.visits += 1;
        node.chances += chance;
        self.tell(at);
        chance
    }

    /// Tells who follows the turns what a node is worth now.
    fn tell(&mut self, at: usize) {
        if O::FOLLOWS
            && let Some(value) = self.tree.shown(at)
        {
            self.observer.changed(at as u32, value, self.tree[at].note());
        }
    }

    /// The first visit: the end of the game, or what the evaluation says.
    fn evaluator(&mut self, at: usize, position: &Position) -> f64 {
        let leaf = Leaf::evaluator(position, &self.line, self.task);
        self.tree.evaluator(at, leaf);
        let is_known = !leaf.is_open() || self.line.ply() >= self.horizon;
        let chances = chance(leaf.value);
        self.tree[at] = Opinion {
            known: is_known.then_some(leaf.value),
            least: None,
            is_closed: is_known,
            visits: 1,
            chances,
        };
        chances
    }

    /// The child to visit next: every move once, then by average and doubt.
    fn select(&self, at: usize) -> usize {
        let visits = self.tree[at].visits;
        let children = self.tree.children(at);
        let mut best = (f64::NEG_INFINITY, children.start);
        for child in children {
            let opinion = &self.tree[child];
            if opinion.is_closed {
                continue;
            }
            if opinion.visits == 0 {
                return child;
            }
            let urgency = opinion.chance_before() + curiosity(visits, opinion.visits);
            if urgency > best.0 {
                best = (urgency, child);
            }
        }
        best.1
    }

    /// Whether the children make a node known or closed.
    fn settle(&mut self, at: usize, ply: usize) {
        let children = || self.tree.children(at).map(|child| &self.tree[child]);
        let best = children().filter_map(|child| child.known).min().map(|value| -value);
        let mate = best.filter(|&value| value.is_mate() && value > Score::DRAW);
        let all_known = children().all(|child| child.known.is_some());
        let all_closed = children().all(|child| child.is_closed);
        let node = &mut self.tree[at];
        node.least = best;
        node.known = if all_known { best } else { mate };
        // A longer mate than with the next move may yet become a shorter one.
        node.is_closed = all_closed || mate == Some(Score::mate_in(ply as u32 + 1));
    }

    /// After a mate in `n` plies only leaves from which one ply leads to less
    /// than `n` are of interest.
    fn look_for_shorter_mates(&mut self) {
        if let Some(value) = self.tree[ROOT].known
            && let Some(plies) = value.mate_plies()
            && value > Score::DRAW
            && (plies as usize) <= self.horizon
        {
            self.horizon = plies as usize - 1;
            self.close(ROOT, 0);
        }
    }

    /// Closes what a nearer horizon leaves out.
    fn close(&mut self, at: usize, ply: usize) {
        if ply >= self.horizon {
            self.tree[at].is_closed = true;
        } else if !self.tree.is_leaf(at) {
            for child in self.tree.children(at) {
                self.close(child, ply + 1);
            }
            self.settle(at, ply);
        }
    }
}

/// What comes of all opinions together.
impl Growth<Opinion> {
    /// The child to play: the most visited, unless another is known to be as
    /// good as its average. A move that is refuted had its visits before that
    /// was seen; what counts is the refutation. Among equals the first.
    fn favourite(&self, at: usize) -> Option<usize> {
        let chance = |child: usize| self[child].chance_before();
        let tried = self.children(at).filter(|&child| self[child].visits > 0);
        let (settled, open): (Vec<usize>, Vec<usize>) =
            tried.partition(|&child| self[child].settled().is_some());
        let settled = settled.into_iter().min_by_key(|&child| self[child].settled());
        let open = open.into_iter().rev().max_by(|&a, &b| {
            let visits = self[a].visits.cmp(&self[b].visits);
            visits.then(chance(a).total_cmp(&chance(b)))
        });
        match (settled, open) {
            (Some(settled), Some(open)) if chance(settled) < chance(open) => Some(open),
            (settled, open) => settled.or(open),
        }
    }

    fn favourites(&self) -> Vec<Move> {
        self.line(|at| self.favourite(at))
    }

    /// What the root is worth: what its favourite is.
    fn value(&self) -> Score {
        match self.favourite(ROOT) {
            Some(child) => -self.worth(child),
            None => self.worth(ROOT),
        }
    }

    /// What a node is worth to its mover.
    fn worth(&self, at: usize) -> Score {
        let node = &self[at];
        node.settled().unwrap_or_else(|| score(node.average()))
    }

    /// What an observer is told that a node is worth, if it was visited.
    fn shown(&self, at: usize) -> Option<Score> {
        let value = if at == ROOT { self.value() } else { self.worth(at) };
        (self[at].visits > 0).then_some(value)
    }
}

/// What a move is more urgent for having been visited seldom: by the visits of
/// the position, and those of the move.
pub fn curiosity(visits_here: u32, visits_there: u32) -> f64 {
    EXPLORATION * log2(visits_here).sqrt() / f64::from(visits_there).sqrt()
}

/// The chance of winning, draws counted half.
fn chance(value: Score) -> f64 {
    if value.is_mate() {
        return if value > Score::DRAW { 1.0 } else { 0.0 };
    }
    let x = f64::from(value.raw()) / SCALE;
    0.5 + 0.5 * x / (1.0 + x * x).sqrt()
}

/// The value that has this chance.
fn score(chance: f64) -> Score {
    let y = 2.0 * chance - 1.0;
    // An average of nothing but mates is infinite, and then the most there is.
    Score::cp((SCALE * y / (1.0 - y * y).sqrt()).round() as i32)
}

/// The binary logarithm, straight lines between the powers of two.
fn log2(n: u32) -> f64 {
    let whole = n.max(1).ilog2();
    f64::from(whole) + f64::from(n.max(1)) / f64::from(1u32 << whole) - 1.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_are_scores_and_back() {
        assert_eq!(chance(Score::DRAW), 0.5);
        assert!((chance(Score::cp(300)) - 0.85).abs() < 0.01);
        for raw in (-3_000..=3_000).step_by(7) {
            assert_eq!(score(chance(Score::cp(raw))), Score::cp(raw));
            assert!(chance(Score::cp(raw)) < chance(Score::cp(raw + 1)));
        }
        assert_eq!(score(1.0), Score::MAX_EVAL);
        assert_eq!(score(0.0), -Score::MAX_EVAL);
        assert!(chance(Score::mate_in(9)) > chance(Score::MAX_EVAL));
    }

    #[test]
    fn the_logarithm_is_close_and_grows() {
        for n in 1..5_000 {
            assert!((log2(n) - f64::from(n).log2()).abs() < 0.09);
            assert!(log2(n) < log2(n + 1));
        }
    }
}
