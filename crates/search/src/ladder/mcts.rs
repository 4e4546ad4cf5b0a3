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
//!   moves are known, and is then worth the best of them. So mates are found
//!   for certain and the shortest is played, and where the whole tree fits the
//!   budget the value is exactly [`minimax`](super::minimax)'s. What has nothing
//!   left to find is not visited again. After a mate the rest of the budget
//!   looks for a shorter one.
//! - **No dice.** With the random games gone, ties are broken by the order of
//!   the moves. Logarithm and curve are made of arithmetic that every machine
//!   does alike, so that a search can be repeated anywhere.
//! - **Budget, horizon and watching** are those of
//!   [`bestfirst`](super::bestfirst). The depth reported is the length of the
//!   line of most visits.

use chess::{Move, Position};
use eval::Score;

use super::bestfirst::{MOST_MOVES, budget};
use crate::{Draw, Line, MAX_PLY, Node, Observer, Outcome, Report, Task, Window};

/// The most nodes kept, some 50 bytes each; moves not yet tried count.
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
        tree: vec![Branch::new(None)],
        horizon: depth as usize,
        nodes: 0,
    };
    search.judge(ROOT, task.position);
    let room = capacity.saturating_sub(MOST_MOVES);
    let finished = search.grow(budget(task, capacity), room);
    let line = search.favourites();
    if O::WATCHES {
        search.show(ROOT, task.position, 0, depth as i32);
    }
    Report {
        best: line.first().or(task.position.legal_moves().first()).copied(),
        value: search.value(),
        depth: line.len() as u32,
        line,
        nodes: search.nodes,
        finished,
    }
}

/// Where the root stands in the tree.
const ROOT: usize = 0;

/// A node of the tree, or a move not yet tried.
#[derive(Clone, Copy)]
struct Branch {
    mv: Option<Move>,
    /// What the evaluation said, if it was asked.
    evaluation: Option<Score>,
    /// Its value to its mover, if that is certain, or certain to this depth.
    known: Option<Score>,
    /// Nothing below needs to be visited any more.
    is_closed: bool,
    outcome: Outcome,
    /// 0 for a move not yet tried.
    visits: u32,
    /// The sum of its mover's chances over all visits.
    chances: f64,
    /// Its children stand one after the other in the tree.
    first: u32,
    count: u16,
}

impl Branch {
    fn new(mv: Option<Move>) -> Branch {
        Branch {
            mv,
            evaluation: None,
            known: None,
            is_closed: false,
            outcome: Outcome::Leaf,
            visits: 0,
            chances: 0.0,
            first: 0,
            count: 0,
        }
    }

    fn children(&self) -> std::ops::Range<usize> {
        self.first as usize..self.first as usize + usize::from(self.count)
    }

    /// The chance of the side that moved here.
    fn chance_before(&self) -> f64 {
        match self.known {
            Some(value) => chance(-value),
            None => 1.0 - self.chances / f64::from(self.visits),
        }
    }
}

struct Mcts<'a, O> {
    task: &'a Task<'a>,
    observer: &'a mut O,
    line: Line,
    tree: Vec<Branch>,
    /// Leaves this far from the root are not expanded.
    horizon: usize,
    nodes: u64,
}

impl<O: Observer> Mcts<'_, O> {
    /// Turn after turn. Whether it came to its own end.
    fn grow(&mut self, budget: u64, room: usize) -> bool {
        let mut favourite = None;
        while !self.tree[ROOT].is_closed && self.nodes < budget && self.tree.len() <= room {
            if self.task.control.is_over(self.nodes) {
                return false;
            }
            self.visit(ROOT, self.task.position);
            self.look_for_shorter_mates();
            let best = self.favourite(ROOT);
            if best != favourite {
                favourite = best;
                let line = self.favourites();
                self.observer.best(line.len() as u32, self.value(), &line, self.nodes);
            }
        }
        true
    }

    /// One turn below a node that has been judged before: its mover's chance.
    fn visit(&mut self, at: usize, position: &Position) -> f64 {
        if self.tree[at].count == 0 {
            self.tree[at].first = self.tree.len() as u32;
            self.tree[at].outcome = Outcome::Searched;
            for mv in &position.legal_moves() {
                self.tree.push(Branch::new(Some(mv)));
                self.tree[at].count += 1;
            }
        }
        let child = self.select(at);
        let mut next = *position;
        if let Some(mv) = self.tree[child].mv {
            next.play_unchecked(mv);
        }
        self.line.push(&next);
        let chance = 1.0
            - if self.tree[child].visits == 0 {
                self.nodes += 1;
                self.judge(child, &next)
            } else {
                self.visit(child, &next)
            };
        self.line.pop();
        self.tree[at].visits += 1;
        self.tree[at].chances += chance;
        self.settle(at, self.line.ply());
        chance
    }

    /// The first visit: the end of the game, or what the evaluation says.
    fn judge(&mut self, at: usize, position: &Position) -> f64 {
        let ply = self.line.ply();
        let node = &mut self.tree[at];
        if !position.has_legal_move() {
            (node.known, node.outcome) = if position.is_check() {
                (Some(Score::mated_in(ply as u32)), Outcome::Mate)
            } else {
                (Some(Score::DRAW), Outcome::Draw(Draw::Stalemate))
            };
        } else if let Some(draw) = self.line.draw(position) {
            (node.known, node.outcome) = (Some(Score::DRAW), Outcome::Draw(draw));
        } else {
            node.evaluation = Some(self.task.evaluator.evaluate(position));
            if ply >= self.horizon {
                node.known = node.evaluation;
            }
        }
        node.is_closed = node.known.is_some();
        node.visits = 1;
        node.chances = chance(node.known.or(node.evaluation).unwrap_or(Score::DRAW));
        node.chances
    }

    /// The child to visit next: every move once, then by average and doubt.
    fn select(&self, at: usize) -> usize {
        let node = &self.tree[at];
        let doubt = EXPLORATION * log2(node.visits).sqrt();
        let mut best = (f64::NEG_INFINITY, node.first as usize);
        for child in node.children() {
            let Branch { visits, is_closed, .. } = self.tree[child];
            if is_closed {
                continue;
            }
            if visits == 0 {
                return child;
            }
            let urgency = self.tree[child].chance_before() + doubt / f64::from(visits).sqrt();
            if urgency > best.0 {
                best = (urgency, child);
            }
        }
        best.1
    }

    /// Whether the children make a node known or closed.
    fn settle(&mut self, at: usize, ply: usize) {
        let node = self.tree[at];
        let children = &self.tree[node.children()];
        let best = children.iter().filter_map(|child| child.known).min().map(|value| -value);
        let mate = best.filter(|&value| value.is_mate() && value > Score::DRAW);
        let all_known = children.iter().all(|child| child.known.is_some());
        let all_closed = children.iter().all(|child| child.is_closed);
        self.tree[at].known = if all_known { best } else { mate };
        // A longer mate than with the next move may yet become a shorter one.
        self.tree[at].is_closed = all_closed || mate == Some(Score::mate_in(ply as u32 + 1));
    }

    /// The child to play: the most visited, unless a known value is at least as
    /// good as its average. Among equals the first.
    fn favourite(&self, at: usize) -> Option<usize> {
        let chance = |child: usize| self.tree[child].chance_before();
        let tried = self.tree[at].children().filter(|&child| self.tree[child].visits > 0);
        let (known, open): (Vec<usize>, Vec<usize>) =
            tried.partition(|&child| self.tree[child].known.is_some());
        let known = known.into_iter().min_by_key(|&child| self.tree[child].known);
        let open = open.into_iter().rev().max_by(|&a, &b| {
            let visits = self.tree[a].visits.cmp(&self.tree[b].visits);
            visits.then(chance(a).total_cmp(&chance(b)))
        });
        match (known, open) {
            (Some(known), Some(open)) if chance(known) < chance(open) => Some(open),
            (known, open) => known.or(open),
        }
    }

    fn favourites(&self) -> Vec<Move> {
        let mut line = Vec::new();
        let mut at = ROOT;
        while let Some(child) = self.favourite(at) {
            line.extend(self.tree[child].mv);
            at = child;
        }
        line
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
        let node = &self.tree[at];
        node.known.unwrap_or_else(|| score(node.chances / f64::from(node.visits)))
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
        } else if self.tree[at].count > 0 {
            for child in self.tree[at].children() {
                self.close(child, ply + 1);
            }
            self.settle(at, ply);
        }
    }

    /// Walks the finished tree for the observer.
    fn show(&mut self, at: usize, position: &Position, ply: usize, depth: i32) {
        let node = self.tree[at];
        self.observer.enter(&Node { position, mv: node.mv, ply, depth, window: Window::FULL });
        if let Some(value) = node.evaluation {
            self.observer.evaluated(value);
        }
        if node.count > 0 {
            let tried = node.children().filter(|&child| self.tree[child].visits > 0);
            let tried: Vec<(usize, Move)> =
                tried.filter_map(|child| Some((child, self.tree[child].mv?))).collect();
            let moves: Vec<Move> = tried.iter().map(|&(_, mv)| mv).collect();
            self.observer.order(&moves);
            for (child, mv) in tried {
                let mut next = *position;
                next.play_unchecked(mv);
                self.show(child, &next, ply + 1, depth - 1);
            }
        }
        self.observer.leave(self.worth(at), node.outcome);
    }
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
