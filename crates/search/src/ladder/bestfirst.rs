//! Side path 1: best-first minimax.
//!
//! Alpha-beta looks at every move to the same depth, good or absurd. People do
//! not: they follow the line that looks best, and when it turns out worse than
//! it looked, they go back to the next. Korf and Chickering made this a search
//! in two sentences. Keep the whole tree in memory, with the evaluation at its
//! leaves and minimax above. Always expand the leaf at the end of the
//! *principal variation*, the line that both sides would play as things stand,
//! and back the values up.
//!
//! Either the line holds, and is looked into deeper and deeper, or its value
//! drops and another takes its place. There is no window and nothing is cut;
//! what is saved is all that no line ever leads to. The price is memory, and
//! trust: a move that the evaluation misjudges at first sight, such as a
//! sacrifice, is never looked at again while another looks better. A mate in two
//! that begins with one may be found with a horizon of three plies, where
//! everything else comes to an end, and missed with one of five.
//!
//! - **The horizon.** Leaves at the task's depth are not expanded. When the
//!   principal variation ends at such a leaf, or in mate or a draw, the next
//!   leaf is the one that takes the smallest *detour*: the fewest centipawns
//!   given away, by either side, against its best move on the way there. A
//!   principal leaf is a detour of nothing, so this is one rule and not two.
//!   If nothing stops it, it ends when no leaf is left, and the value is
//!   exactly [`minimax`](super::minimax)'s.
//! - **The budget** is the task's number of nodes if it names one. Otherwise
//!   it grows with the depth, about as the nodes of
//!   [`alphabeta`](super::alphabeta) do. In any case the tree stops growing
//!   when its memory is full.
//! - **Mates** are certain as soon as they appear, because a node has either
//!   all its moves or none. When one is found the rest of the budget looks for
//!   a shorter one only.
//! - **The depth** reported is the length of the principal variation.
//! - **Watching.** The tree grows at many places in turn, and an observer wants
//!   nodes entered and left in order. So it hears of new best moves at once,
//!   but of the tree only at the end, in one walk from the root through every
//!   node, each with the value it has come to.

use chess::{Move, Position};
use eval::Score;

use crate::{Draw, Line, MAX_PLY, Node, Observer, Outcome, Report, Task, Window};

/// The most nodes kept, some 40 bytes each.
const CAPACITY: usize = 1 << 20;

/// Nodes to spend: what the task says or else what its depth is worth, if the
/// memory holds it.
pub(super) fn budget(task: &Task<'_>, capacity: usize) -> u64 {
    // Asked about the highest number there is, the control answers for its
    // limit of nodes alone: if it has one, that is the budget.
    let wanted = if task.control.is_over(u64::MAX) {
        u64::MAX
    } else {
        let deeper = task.full_depth().saturating_sub(1);
        let worth = FIRST_PLY.saturating_mul(EACH_PLY.saturating_pow(deeper));
        // Every move at the root deserves a look.
        worth.max(MOST_MOVES as u64)
    };
    wanted.min(capacity.saturating_sub(MOST_MOVES) as u64)
}

/// No position has more moves (218 are known).
pub(super) const MOST_MOVES: usize = 256;
/// About the nodes of alpha-beta at depth 1 in a middle game …
const FIRST_PLY: u64 = 40;
/// … and how many times more they become with each ply: measured on 60 random
/// middle games, 42,000 nodes at depth 4.
const EACH_PLY: u64 = 10;

/// Expands the most promising leaf until the budget is spent.
pub fn search<O: Observer>(task: &Task<'_>, observer: &mut O) -> Report {
    search_within(task, observer, CAPACITY)
}

/// The same with room for `capacity` nodes.
pub fn search_within<O: Observer>(task: &Task<'_>, observer: &mut O, capacity: usize) -> Report {
    let depth = task.full_depth().min(MAX_PLY as u32);
    let mut search = BestFirst {
        task,
        observer,
        line: Line::new(task),
        tree: Vec::new(),
        horizon: depth as usize,
        nodes: 0,
    };
    let root = search.judged(task.position, None);
    search.tree.push(root);
    let finished = search.grow(budget(task, capacity));
    let line = search.principal_variation();
    if O::WATCHES {
        search.show(ROOT, task.position, 0, depth as i32);
    }
    Report {
        best: line.first().or(task.position.legal_moves().first()).copied(),
        value: search.tree[ROOT].value,
        depth: line.len() as u32,
        line,
        nodes: search.nodes,
        finished,
    }
}

/// Where the root stands in the tree.
const ROOT: usize = 0;

/// A node of the tree. Positions are not kept: they are played again from the
/// root on the way down, which the repetitions need anyway.
#[derive(Clone, Copy)]
struct Branch {
    mv: Option<Move>,
    /// What the evaluation said, if it was asked.
    evaluation: Option<Score>,
    /// What it is worth to its mover, all that is known taken together.
    value: Score,
    outcome: Outcome,
    /// What the way to the nearest leaf below that can be expanded gives away;
    /// `None` if there is none.
    detour: Option<i32>,
    /// Its children stand one after the other in the tree.
    first: u32,
    count: u16,
}

impl Branch {
    fn children(&self) -> std::ops::Range<usize> {
        self.first as usize..self.first as usize + usize::from(self.count)
    }
}

struct BestFirst<'a, O> {
    task: &'a Task<'a>,
    observer: &'a mut O,
    line: Line,
    tree: Vec<Branch>,
    /// Leaves this far from the root are not expanded.
    horizon: usize,
    nodes: u64,
}

impl<O: Observer> BestFirst<'_, O> {
    /// Expands leaf after leaf. Whether it came to its own end.
    fn grow(&mut self, budget: u64) -> bool {
        let mut favourite = None;
        let mut complete = true;
        while complete && self.tree[ROOT].detour.is_some() && self.nodes < budget {
            complete = self.descend(ROOT, self.task.position);
            self.look_for_shorter_mates();
            let best = self.best_child(ROOT);
            if best != favourite {
                favourite = best;
                let line = self.principal_variation();
                let value = self.tree[ROOT].value;
                self.observer.best(line.len() as u32, value, &line, self.nodes);
            }
        }
        complete
    }

    /// Goes down to the nearest leaf, expands it, and backs the values up on
    /// the way back. `false` if the search was stopped.
    fn descend(&mut self, at: usize, position: &Position) -> bool {
        let complete = match self.nearest_child(at) {
            None => self.expand(at, position),
            Some((child, mv)) => {
                let mut next = *position;
                next.play_unchecked(mv);
                self.line.push(&next);
                let complete = self.descend(child, &next);
                self.line.pop();
                complete
            }
        };
        self.back_up(at);
        complete
    }

    /// Gives a leaf its children, all or none; only the root, where any move is
    /// better than none, takes as many as there is time for.
    fn expand(&mut self, at: usize, position: &Position) -> bool {
        let moves = position.legal_moves();
        let control = &self.task.control;
        let in_time = (self.nodes..).take_while(|&nodes| !control.is_over(nodes));
        let possible = in_time.take(moves.len()).count();
        let is_complete = possible == moves.len();
        if !is_complete && at != ROOT {
            return false;
        }
        self.tree[at].first = self.tree.len() as u32;
        self.tree[at].count = possible as u16;
        self.tree[at].outcome = if is_complete { Outcome::Searched } else { Outcome::Stopped };
        for &mv in &moves[..possible] {
            self.nodes += 1;
            let mut next = *position;
            next.play_unchecked(mv);
            self.line.push(&next);
            let child = self.judged(&next, Some(mv));
            self.line.pop();
            self.tree.push(child);
        }
        is_complete
    }

    /// A new leaf: the end of the game, or what the evaluation says.
    fn judged(&self, position: &Position, mv: Option<Move>) -> Branch {
        let ply = self.line.ply();
        let (value, outcome) = if !position.has_legal_move() {
            if position.is_check() {
                (Score::mated_in(ply as u32), Outcome::Mate)
            } else {
                (Score::DRAW, Outcome::Draw(Draw::Stalemate))
            }
        } else if let Some(draw) = self.line.draw(position) {
            (Score::DRAW, Outcome::Draw(draw))
        } else {
            (self.task.evaluator.evaluate(position), Outcome::Leaf)
        };
        let is_open = outcome == Outcome::Leaf && ply < self.horizon;
        Branch {
            mv,
            evaluation: (outcome == Outcome::Leaf).then_some(value),
            value,
            outcome,
            detour: is_open.then_some(0),
            first: 0,
            count: 0,
        }
    }

    /// Takes the best child's value, and the nearest child's detour.
    fn back_up(&mut self, at: usize) {
        let node = self.tree[at];
        if node.count == 0 {
            return;
        }
        let children = &self.tree[node.children()];
        let value = children.iter().map(|child| -child.value).max().unwrap_or(node.value);
        let detour = children.iter().filter_map(|child| detour(value, child)).min();
        self.tree[at] = Branch { value, detour, ..node };
    }

    /// The child with the best value, the first among equals.
    fn best_child(&self, at: usize) -> Option<usize> {
        self.tree[at].children().min_by_key(|&child| self.tree[child].value)
    }

    /// The child on the way to the leaf to be expanded; `None` at the leaf.
    fn nearest_child(&self, at: usize) -> Option<(usize, Move)> {
        let node = &self.tree[at];
        let (_, child) = node
            .children()
            .filter_map(|child| Some((detour(node.value, &self.tree[child])?, child)))
            .min()?;
        Some((child, self.tree[child].mv?))
    }

    fn principal_variation(&self) -> Vec<Move> {
        let mut line = Vec::new();
        let mut at = ROOT;
        while let Some(child) = self.best_child(at) {
            line.extend(self.tree[child].mv);
            at = child;
        }
        line
    }

    /// After a mate in `n` plies only leaves from which one ply leads to less
    /// than `n` are of interest.
    fn look_for_shorter_mates(&mut self) {
        let value = self.tree[ROOT].value;
        if let Some(plies) = value.mate_plies()
            && value > Score::DRAW
            && (plies as usize) <= self.horizon
        {
            self.horizon = plies as usize - 1;
            self.close(ROOT, 0);
        }
    }

    /// Closes the leaves that a nearer horizon leaves out.
    fn close(&mut self, at: usize, ply: usize) {
        if ply >= self.horizon {
            self.tree[at].detour = None;
            return;
        }
        for child in self.tree[at].children() {
            self.close(child, ply + 1);
        }
        self.back_up(at);
    }

    /// Walks the finished tree for the observer.
    fn show(&mut self, at: usize, position: &Position, ply: usize, depth: i32) {
        let node = self.tree[at];
        self.observer.enter(&Node { position, mv: node.mv, ply, depth, window: Window::FULL });
        if let Some(value) = node.evaluation {
            self.observer.evaluated(value);
        }
        if node.count > 0 {
            let children = &self.tree[node.children()];
            let moves: Vec<Move> = children.iter().filter_map(|child| child.mv).collect();
            self.observer.order(&moves);
            for (child, &mv) in node.children().zip(&moves) {
                let mut next = *position;
                next.play_unchecked(mv);
                self.show(child, &next, ply + 1, depth - 1);
            }
        }
        self.observer.leave(node.value, node.outcome);
    }
}

/// What going to `child` and on to its nearest leaf gives away, where `best`
/// is the value of the best move.
fn detour(best: Score, child: &Branch) -> Option<i32> {
    Some(best.raw() + child.value.raw() + child.detour?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Control, Silent};

    #[test]
    fn a_principal_leaf_is_no_detour() {
        // Until a line reaches the horizon, only principal variations grow.
        let position = Position::start();
        let mut task = Task::new(&position, eval::by_name("pst").unwrap(), 30);
        task.control = Control::unlimited().nodes(500);
        let mut search = BestFirst {
            task: &task,
            observer: &mut Silent,
            line: Line::new(&task),
            tree: Vec::new(),
            horizon: 30,
            nodes: 0,
        };
        let root = search.judged(&position, None);
        search.tree.push(root);
        while search.descend(ROOT, &position) {
            assert_eq!(search.tree[ROOT].detour, Some(0));
            let mut at = ROOT;
            while let Some(child) = search.best_child(at) {
                assert_eq!(search.nearest_child(at).map(|(child, _)| child), Some(child));
                at = child;
            }
        }
    }
}
