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
//!   when its memory is full, and the report says so.
//! - **Mates** are certain as soon as they appear, because a node has either
//!   all its moves or none. When one is found the rest of the budget looks for
//!   a shorter one only.
//! - **The depth** reported is the length of the principal variation.
//! - **Watching.** The tree grows at many places in turn, and an observer wants
//!   nodes entered and left in order. So it hears of new best moves at once,
//!   but of the tree only at the end, in one walk from the root through every
//!   node, each with the value it has come to.

use std::collections::HashMap;

use chess::{Move, Position};
use eval::Score;

use super::growth::{Growth, Leaf, ROOT, budget};
use crate::{Ending, Line, MAX_PLY, NodeNote, NodeOutcome, Observer, Report, Task};

/// The most nodes kept, at most 48 bytes each.
const CAPACITY: usize = 1 << 20;

/// Expands the most promising leaf until the budget is spent.
pub fn search<O: Observer>(task: &Task<'_>, observer: &mut O) -> Report {
    search_within(task, observer, CAPACITY)
}

/// The same with room for `capacity` nodes.
pub fn search_within<O: Observer>(task: &Task<'_>, observer: &mut O, capacity: usize) -> Report {
    let depth = task.full_depth().min(MAX_PLY as u32);
    let mut search = BestFirst::new(task, observer, depth as usize, capacity);
    if O::FOLLOWS {
        search.observer.turn();
        search.tell(ROOT);
    }
    let ending = search.grow();
    let line = search.principal_variation();
    let value = |at: usize| Some(search.tree[at].value);
    let note = |at: usize| search.expanded.get(&at).map(|&number| NodeNote::Expanded(number));
    search.tree.show(task.position, depth, search.observer, value, note);
    Report {
        best: line.first().or(task.position.legal_moves().first()).copied(),
        score: search.tree[ROOT].value,
        depth: line.len() as u32,
        pv: line,
        nodes: search.nodes,
        ending,
        ..Report::default()
    }
}

/// What is known of a node.
#[derive(Clone, Copy)]
struct Worth {
    /// What it is worth to its mover, all that is known taken together.
    value: Score,
    /// What the way to the nearest leaf below that can be expanded gives away;
    /// `None` if there is none.
    detour: Option<i32>,
}

const _: () = assert!(size_of::<Worth>() <= 16);

struct BestFirst<'a, O> {
    task: &'a Task<'a>,
    observer: &'a mut O,
    line: Line,
    tree: Growth<Worth>,
    /// As which one each node was given its children, from 1; only for who watches.
    expanded: HashMap<usize, u32>,
    /// Leaves this far from the root are not expanded.
    horizon: usize,
    nodes: u64,
}

impl<'a, O: Observer> BestFirst<'a, O> {
    /// A root alone.
    fn new(
        task: &'a Task<'a>,
        observer: &'a mut O,
        horizon: usize,
        capacity: usize,
    ) -> BestFirst<'a, O> {
        let line = Line::new(task);
        let leaf = Leaf::evaluator(task.position, &line, task);
        let tree = Growth::new(Worth::new(leaf, horizon > 0), capacity);
        let expanded = HashMap::new();
        let mut search = BestFirst { task, observer, line, tree, expanded, horizon, nodes: 0 };
        search.tree.evaluator(ROOT, leaf);
        search
    }

    /// Expands leaf after leaf.
    fn grow(&mut self) -> Ending {
        let budget = budget(self.task);
        let mut favourite = None;
        while self.tree[ROOT].detour.is_some() && self.nodes < budget {
            if self.tree.is_full() {
                return Ending::MemoryFull;
            }
            if O::FOLLOWS {
                self.observer.turn();
            }
            let is_complete = self.descend(ROOT, self.task.position);
            self.look_for_shorter_mates();
            let best = self.best_child(ROOT);
            if best != favourite {
                favourite = best;
                let line = self.principal_variation();
                let value = self.tree[ROOT].value;
                self.observer.best(line.len() as u32, value, &line, self.nodes);
            }
            if !is_complete {
                return Ending::Stopped;
            }
        }
        Ending::Finished
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
        self.tell(at);
        complete
    }

    /// Tells who follows the turns what a node is worth now.
    fn tell(&mut self, at: usize) {
        if O::FOLLOWS {
            let note = self.expanded.get(&at).map(|&number| NodeNote::Expanded(number));
            self.observer.changed(at as u32, self.tree[at].value, note);
        }
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
        let outcome = if is_complete { NodeOutcome::Searched } else { NodeOutcome::Stopped };
        self.tree.leave(at, outcome);
        if O::WATCHES {
            let number = self.expanded.len() as u32 + 1;
            self.expanded.insert(at, number);
        }
        for &mv in &moves[..possible] {
            self.nodes += 1;
            let mut next = *position;
            next.play_unchecked(mv);
            self.line.push(&next);
            let leaf = Leaf::evaluator(&next, &self.line, self.task);
            let worth = Worth::new(leaf, self.line.ply() < self.horizon);
            self.line.pop();
            let child = self.tree.add(at, mv, worth);
            self.tree.evaluator(child, leaf);
            self.tell(child);
        }
        is_complete
    }

    /// Takes the best child's value, and the nearest child's detour.
    fn back_up(&mut self, at: usize) {
        if self.tree.is_leaf(at) {
            return;
        }
        let children = || self.tree.children(at).map(|child| self.tree[child]);
        let value = children().map(|child| -child.value).max().unwrap_or(self.tree[at].value);
        let detour = children().filter_map(|child| detour(value, child)).min();
        self.tree[at] = Worth { value, detour };
    }

    /// The child with the best value, the first among equals.
    fn best_child(&self, at: usize) -> Option<usize> {
        self.tree.children(at).min_by_key(|&child| self.tree[child].value)
    }

    /// The child on the way to the leaf to be expanded; `None` at the leaf.
    fn nearest_child(&self, at: usize) -> Option<(usize, Move)> {
        let best = self.tree[at].value;
        let children = self.tree.children(at);
        let (_, child) =
            children.filter_map(|child| Some((detour(best, self.tree[child])?, child))).min()?;
        Some((child, self.tree.mv(child)?))
    }

    fn principal_variation(&self) -> Vec<Move> {
        self.tree.line(|at| self.best_child(at))
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
        for child in self.tree.children(at) {
            self.close(child, ply + 1);
        }
        self.back_up(at);
    }
}

impl Worth {
    fn new(leaf: Leaf, can_be_expanded: bool) -> Worth {
        let is_open = leaf.is_open() && can_be_expanded;
        Worth { value: leaf.value, detour: is_open.then_some(0) }
    }
}

/// What going to `child` and on to its nearest leaf gives away, where `best`
/// is the value of the best move.
fn detour(best: Score, child: Worth) -> Option<i32> {
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
        let observer = &mut Silent;
        let mut search = BestFirst::new(&task, observer, 30, CAPACITY);
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
