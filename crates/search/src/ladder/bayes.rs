//! Side path 4: a Bayesian search.
//!
//! A searcher who takes evaluations for what they are, guesses, has two
//! questions alpha-beta never asks: how sure am I of this value, and what would
//! I have to know to choose better? Baum and Smith built a search on them. This
//! is their idea in its plainest form.
//!
//! **Beliefs.** A value is not a number but eight, each as likely as the others.
//! At a leaf they lie around the evaluation as far as evaluations were found to
//! err: a little in a quiet position, more after a capture or in check. Mates
//! and draws are certain: eight times the same.
//!
//! **Backing up.** A node is worth the best of its moves, and if these are
//! uncertain so is their best. The chance that all moves are worth `x` or less
//! is the product of each one's chance (we pretend that they have nothing to do
//! with each other). Going through all the moves' values from the worst to the
//! best, that product rises from 0 to 1, and each step is the chance that *this*
//! value is the best. The steps make up the node's belief, thinned out to eight
//! again; added up by move they are each move's *share*, the chance that it is
//! the one that counts. So several good moves are worth more than one, as with
//! [`mn`](super::mn), and nobody had to invent a bonus.
//!
//! **Where to look next.** A leaf matters if it is uncertain and if its value
//! would come through to the root: its spread times the shares on the way up.
//! At the root it is not the value that matters but the choice. A move that is
//! surely the best, or surely not, needs no more thought; so there the factor
//! is share · (1 − share). The leaf that matters most is expanded next. When
//! none matters much, thinking has no point, and the search ends by itself.
//!
//! - **Mates** stay exact: a leaf has them for certain or not at all, and so has
//!   every node above. After one the rest of the budget looks for a shorter one.
//! - **Budget, horizon and watching** are those of
//!   [`bestfirst`](super::bestfirst). The depth reported is the length of the
//!   line expected, the value the mean of the belief.

use chess::{Move, Position};
use eval::Score;

use super::growth::{Growth, Leaf, ROOT, budget};
use crate::{Ending, Line, MAX_PLY, NodeNote, NodeOutcome, Observer, Report, Task};

/// The most nodes kept, at most 72 bytes each.
const CAPACITY: usize = 1 << 20;

/// What a search of two plies and the captures behind them adds to the
/// evaluation of a position after a random move, in eight equal parts from the
/// least to the most: the side to move usually finds something. Measured on
/// 10,000 positions with `pst`; the other evaluations are close to it.
const QUIET: [f32; VALUES] = [-60.0, 0.0, 5.0, 40.0, 100.0, 200.0, 350.0, 700.0];
/// The same after a capture, where it mostly takes back, and in check.
const NOISY: [f32; VALUES] = [-100.0, 50.0, 150.0, 280.0, 330.0, 420.0, 600.0, 920.0];

/// What is added to the chance that a move counts, and that it does not: moves
/// have more to do with each other than we pretend, and certainty comes late.
const DOUBT: f32 = 0.005;

/// When the leaf that matters most matters less than this many centipawns, the
/// choice is made: one time in ten before the budget of depth 4 is spent. At
/// 0.1 it would be one time in three, and mates with few pieces would be missed.
const ENOUGH: f32 = 0.01;

/// Expands the leaf that matters most until it does not matter any more.
pub fn search<O: Observer>(task: &Task<'_>, observer: &mut O) -> Report {
    search_within(task, observer, CAPACITY)
}

/// The same with room for `capacity` nodes.
pub fn search_within<O: Observer>(task: &Task<'_>, observer: &mut O, capacity: usize) -> Report {
    let depth = task.full_depth().min(MAX_PLY as u32);
    let line = Line::new(task);
    let leaf = Leaf::evaluator(task.position, &line, task);
    let tree = Growth::new(BayesView::new(leaf, QUIET, depth > 0), capacity);
    let mut search = Bayes { task, observer, line, tree, horizon: depth as usize, nodes: 0 };
    search.tree.evaluator(ROOT, leaf);
    if O::FOLLOWS {
        search.observer.turn();
        search.tell(ROOT);
    }
    let ending = search.grow();
    let line = search.favourites();
    let value = |at: usize| Some(search.tree[at].belief.score());
    let note = |at: usize| Some(search.tree[at].belief.note());
    search.tree.show(task.position, depth, search.observer, value, note);
    Report {
        best: line.first().or(task.position.legal_moves().first()).copied(),
        score: search.tree[ROOT].belief.score(),
        depth: line.len() as u32,
        pv: line,
        nodes: search.nodes,
        ending,
        ..Report::default()
    }
}

/// How many values make a belief.
const VALUES: usize = 8;

/// Equally likely values, from low to high.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Belief([f32; VALUES]);

impl Belief {
    fn certain(value: Score) -> Belief {
        Belief([value.raw() as f32; VALUES])
    }

    /// The evaluation, and what may come of it.
    fn around(value: Score, errors: [f32; VALUES]) -> Belief {
        let limit = Score::MAX_EVAL.raw() as f32;
        Belief(errors.map(|error| (value.raw() as f32 + error).clamp(-limit, limit)))
    }

    /// The same from the other side.
    fn turned(self) -> Belief {
        let mut values = self.0.map(|value| -value);
        values.reverse();
        Belief(values)
    }

    fn mean(&self) -> f32 {
        self.0.iter().sum::<f32>() / VALUES as f32
    }

    /// How far the values lie apart.
    fn spread(&self) -> f32 {
        self.0[VALUES - 1] - self.0[0]
    }

    /// What an observer is told.
    fn note(&self) -> NodeNote {
        NodeNote::Belief(self.0.into())
    }

    /// The mean as a score; a mate, being certain, as it is.
    fn score(&self) -> Score {
        let certain = Score::DRAW + self.0[0] as i32;
        if certain.is_mate() { certain } else { Score::cp(self.mean().round() as i32) }
    }
}

/// The belief about the best of several uncertain moves, and the chance of each
/// to be it.
fn best_of(moves: &[Belief]) -> (Belief, Vec<f32>) {
    let mut values: Vec<(f32, usize)> = Vec::with_capacity(moves.len() * VALUES);
    for (mv, belief) in moves.iter().enumerate() {
        values.extend(belief.0.map(|value| (value, mv)));
    }
    values.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    let mut shares = vec![0.0; moves.len()];
    let mut belief = [0.0; VALUES];
    // How many of each move's values were passed, how many moves have none
    // passed yet, the product of the others' chances, and what it was before.
    let mut passed = vec![0u8; moves.len()];
    let mut untouched = moves.len();
    let (mut product, mut before) = (1.0f64, 0.0f64);
    for (value, mv) in values {
        passed[mv] += 1;
        if passed[mv] == 1 {
            untouched -= 1;
            product /= VALUES as f64;
        } else {
            product *= f64::from(passed[mv]) / f64::from(passed[mv] - 1);
        }
        if untouched == 0 {
            shares[mv] += (product - before) as f32;
            // The step covers part of one or more eighths of the belief.
            for (eighth, sum) in belief.iter_mut().enumerate() {
                let (low, high) = (eighth as f64, eighth as f64 + 1.0);
                let covered =
                    (product * VALUES as f64).min(high) - (before * VALUES as f64).max(low);
                *sum += f64::from(value) * covered.max(0.0);
            }
            before = product;
        }
    }
    (Belief(belief.map(|sum| sum as f32)), shares)
}

/// What is known of a node.
#[derive(Clone, Copy)]
struct BayesView {
    /// What it is worth to its mover.
    belief: Belief,
    /// The chance that it is its parent's best child.
    share: f32,
    /// How much the leaf below that matters most matters here, in centipawns;
    /// 0 if there is none to expand.
    relevance: f32,
}

const _: () = assert!(size_of::<BayesView>() <= 40);

impl BayesView {
    /// A leaf: certain where the game is over, else a belief around the
    /// evaluation.
    fn new(leaf: Leaf, errors: [f32; VALUES], can_be_expanded: bool) -> BayesView {
        let belief = match leaf.is_open() {
            true => Belief::around(leaf.value, errors),
            false => Belief::certain(leaf.value),
        };
        // What is certain has no spread.
        let relevance = if can_be_expanded { belief.spread() } else { 0.0 };
        BayesView { belief, share: 0.0, relevance }
    }
}

struct Bayes<'a, O> {
    task: &'a Task<'a>,
    observer: &'a mut O,
    line: Line,
    tree: Growth<BayesView>,
    /// Leaves this far from the root are not expanded.
    horizon: usize,
    nodes: u64,
}

impl<O: Observer> Bayes<'_, O> {
    /// Expands leaf after leaf.
    fn grow(&mut self) -> Ending {
        let budget = budget(self.task);
        let mut favourite = None;
        while self.is_worth_while() && self.nodes < budget {
            if self.tree.is_full() {
                return Ending::MemoryFull;
            }
            if O::FOLLOWS {
                self.observer.turn();
            }
            let is_complete = self.descend(ROOT, self.task.position);
            self.look_for_shorter_mates();
            let best = self.favourite(ROOT);
            if best != favourite {
                favourite = best;
                let line = self.favourites();
                let value = self.tree[ROOT].belief.score();
                self.observer.best(line.len() as u32, value, &line, self.nodes);
            }
            if !is_complete {
                return Ending::Stopped;
            }
        }
        Ending::Finished
    }

    /// Whether a leaf matters; after a mate any does that may hide a shorter one.
    fn is_worth_while(&self) -> bool {
        let root = &self.tree[ROOT];
        root.relevance > if root.belief.score().is_mate() { 0.0 } else { ENOUGH }
    }

    /// Goes down to the leaf that matters most, expands it, and backs beliefs
    /// up on the way back. `false` if the search was stopped.
    fn descend(&mut self, at: usize, position: &Position) -> bool {
        let ply = self.line.ply();
        let complete = match self.most_relevant(at, ply) {
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
        self.back_up(at, ply);
        self.tell(at);
        complete
    }

    /// Tells who follows the turns what a node is worth now.
    fn tell(&mut self, at: usize) {
        if O::FOLLOWS {
            let BayesView { belief, .. } = self.tree[at];
            self.observer.changed(at as u32, belief.score(), Some(belief.note()));
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
        for &mv in &moves[..possible] {
            self.nodes += 1;
            let mut next = *position;
            next.play_unchecked(mv);
            self.line.push(&next);
            let leaf = Leaf::evaluator(&next, &self.line, self.task);
            let is_noisy = position.is_capture(mv) || next.is_check();
            let errors = if is_noisy { NOISY } else { QUIET };
            let view = BayesView::new(leaf, errors, self.line.ply() < self.horizon);
            self.line.pop();
            let child = self.tree.add(at, mv, view);
            self.tree.evaluator(child, leaf);
            self.tell(child);
        }
        is_complete
    }

    /// Takes the belief about the best child, and the share of each.
    fn back_up(&mut self, at: usize, ply: usize) {
        if self.tree.is_leaf(at) {
            return;
        }
        let children = self.tree.children(at);
        let moves: Vec<Belief> =
            children.clone().map(|child| self.tree[child].belief.turned()).collect();
        let (belief, shares) = best_of(&moves);
        let mut relevance = 0.0f32;
        for (child, share) in children.zip(shares) {
            self.tree[child].share = share;
            relevance = relevance.max(self.relevance(child, ply));
        }
        self.tree[at] = BayesView { belief, relevance, ..self.tree[at] };
    }

    /// How much a child matters to its parent at `ply`.
    fn relevance(&self, child: usize, ply: usize) -> f32 {
        let BayesView { share, relevance, .. } = self.tree[child];
        let counts = share + DOUBT;
        relevance * if ply == 0 { counts * (1.0 - share + DOUBT) } else { counts }
    }

    /// The child on the way to the leaf to be expanded; `None` at the leaf.
    fn most_relevant(&self, at: usize, ply: usize) -> Option<(usize, Move)> {
        let children = self.tree.children(at).rev();
        let child =
            children.max_by(|&a, &b| self.relevance(a, ply).total_cmp(&self.relevance(b, ply)))?;
        Some((child, self.tree.mv(child)?))
    }

    /// The child expected to be best, the first among equals.
    fn favourite(&self, at: usize) -> Option<usize> {
        let expected = |child: usize| self.tree[child].belief.mean();
        self.tree.children(at).min_by(|&a, &b| expected(a).total_cmp(&expected(b)))
    }

    fn favourites(&self) -> Vec<Move> {
        self.tree.line(|at| self.favourite(at))
    }

    /// After a mate in `n` plies only leaves from which one ply leads to less
    /// than `n` are of interest.
    fn look_for_shorter_mates(&mut self) {
        let value = self.tree[ROOT].belief.score();
        if let Some(plies) = value.mate_plies()
            && value > Score::DRAW
            && (plies as usize) <= self.horizon
        {
            self.horizon = plies as usize - 1;
            self.weigh_again(ROOT, 0);
        }
    }

    /// Works out all relevances anew.
    fn weigh_again(&mut self, at: usize, ply: usize) {
        if ply >= self.horizon {
            self.tree[at].relevance = 0.0;
        } else {
            for child in self.tree.children(at) {
                self.weigh_again(child, ply + 1);
            }
            self.back_up(at, ply);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_of_three_is_what_counting_says() {
        let moves = [QUIET, NOISY, [-90.0, -30.0, 10.0, 60.0, 310.0, 333.0, 500.0, 710.0]]
            .map(|errors| Belief::around(Score::cp(7), errors));
        let mut best = Vec::new();
        for a in moves[0].0 {
            for b in moves[1].0 {
                best.extend(moves[2].0.map(|c| (a.max(b).max(c), [a, b, c])));
            }
        }
        best.sort_by(|a, b| a.0.total_cmp(&b.0));
        let (belief, shares) = best_of(&moves);
        for (&value, part) in belief.0.iter().zip(best.chunks(best.len() / VALUES)) {
            let mean = part.iter().map(|(most, _)| most).sum::<f32>() / part.len() as f32;
            assert!((value - mean).abs() < 0.01, "{value} {mean}");
        }
        for (mv, share) in shares.iter().enumerate() {
            let wins = best.iter().filter(|(most, values)| values[mv] == *most).count();
            assert!((share - wins as f32 / best.len() as f32).abs() < 1e-5);
        }
    }
}
