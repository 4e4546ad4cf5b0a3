//! Watches a search: counts, records its tree, and tells how far it is.

use std::time::Instant;

use chess::{Move, Position};
use eval::Score;
use search::{Counters, DepthTerm, Node, Observer, Outcome, Rule, Tree, TreeLimits};

use super::order::Searcher;

use super::growing::Growing;
use crate::limits;
use crate::news::News;
use crate::protocol::{LabCounters, LabProgress, Tell};

/// An observer that counts and records, and tells from time to time.
pub(super) struct Live<'a> {
    /// What was counted.
    pub(super) counters: Counters,
    /// The pass through the root that is on, or the last one.
    tree: Tree,
    /// What is shown of it while it grows.
    growing: Growing,
    /// The largest pass before it, and its number.
    largest: Option<(Tree, u32)>,
    /// How often the search went through its root.
    passes: u32,
    keeps: Keeps,
    limits: TreeLimits,
    run: u32,
    root: &'a Position,
    news: &'a News,
    began: Instant,
    told: Instant,
    entered: u32,
}

/// Which pass through the root is kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Keeps {
    /// The last, which has the result.
    Last,
    /// The largest: the champion's last passes often find all in its table.
    Largest,
}

impl Keeps {
    /// What is kept of a search.
    pub(super) fn of(searcher: Searcher) -> Keeps {
        match searcher {
            Searcher::Ladder(_) => Keeps::Last,
            Searcher::Champion => Keeps::Largest,
        }
    }
}

/// What was recorded.
pub(super) struct Recorded {
    /// What was counted.
    pub(super) counters: Counters,
    /// The tree of one pass through the root.
    pub(super) tree: Tree,
    /// Which pass that was, from 1.
    pub(super) pass: u32,
    /// Of how many.
    pub(super) passes: u32,
}

/// Nodes between two looks at the time.
const INTERVAL: u32 = 1024;

impl<'a> Live<'a> {
    /// Watches a search from this position.
    pub(super) fn new(
        run: u32,
        root: &'a Position,
        news: &'a News,
        limits: TreeLimits,
        keeps: Keeps,
    ) -> Live<'a> {
        let began = Instant::now();
        Live {
            counters: Counters::default(),
            tree: Tree::new(limits),
            growing: Growing::default(),
            largest: None,
            passes: 0,
            keeps,
            limits,
            run,
            root,
            news,
            began,
            told: began,
            entered: 0,
        }
    }

    /// What was recorded, when the search is over.
    pub(super) fn done(mut self) -> Recorded {
        let (passes, counters) = (self.passes, std::mem::take(&mut self.counters));
        self.set_aside();
        let (tree, pass) = self.largest.unwrap_or_default();
        Recorded { counters, tree, pass, passes }
    }

    /// Keeps the pass that is over, or forgets it.
    fn set_aside(&mut self) {
        if self.tree.is_empty() {
            return;
        }
        let size = |tree: &Tree| tree.root().map_or(0, |root| root.below);
        let is_kept = self.keeps == Keeps::Last
            || self.largest.as_ref().is_none_or(|(old, _)| size(old) <= size(&self.tree));
        let tree = std::mem::replace(&mut self.tree, Tree::new(self.limits));
        if is_kept {
            self.largest = Some((tree, self.passes));
        }
    }

    fn tell(&mut self) {
        self.told = Instant::now();
        self.news.put(Tell::LabProgress(Box::new(LabProgress {
            run: self.run,
            counters: counted(&self.counters),
            millis: u32::try_from(self.began.elapsed().as_millis()).unwrap_or(u32::MAX),
            recorded: self.tree.len() as u32,
            full: self.tree.len() >= self.limits.nodes,
            top: self.growing.top(self.root),
        })));
    }
}

/// Counters as the page shows them.
pub(super) fn counted(counters: &Counters) -> LabCounters {
    LabCounters {
        nodes: counters.nodes(),
        nodes_per_ply: counters.nodes_per_ply.clone(),
        evaluations: counters.evaluations,
        cutoffs: counters.cutoffs,
        first_move_cutoffs: counters.first_move_cutoffs,
        probes: counters.probes,
        table_hits: counters.table_hits,
        pruned: counters.pruned,
        reduced: counters.reduced,
        terminal: counters.terminal,
    }
}

impl Observer for Live<'_> {
    fn reduce(&mut self, plies: u32) {
        self.counters.reduce(plies);
        self.tree.reduce(plies);
        self.growing.reduce(plies);
    }

    fn extend(&mut self, plies: u32) {
        self.counters.extend(plies);
        self.tree.extend(plies);
        self.growing.extend(plies);
    }

    fn weigh(&mut self, terms: &[DepthTerm]) {
        self.tree.weigh(terms);
    }

    fn enter(&mut self, node: &Node<'_>) {
        if node.ply == 0 {
            self.set_aside();
            self.passes += 1;
        }
        self.counters.enter(node);
        self.tree.enter(node);
        self.growing.enter(node);
        self.entered = self.entered.wrapping_add(1);
        if self.entered.is_multiple_of(INTERVAL) && self.told.elapsed() >= limits::NEWS {
            self.tell();
        }
    }

    fn order(&mut self, moves: &[Move]) {
        self.counters.order(moves);
    }

    fn skip(&mut self, mv: Move, rule: Rule, value: Score, bound: Score) {
        self.counters.skip(mv, rule, value, bound);
        self.tree.skip(mv, rule, value, bound);
    }

    fn cut(&mut self, tried: usize, unseen: &[Move]) {
        self.counters.cut(tried, unseen);
        self.tree.cut(tried, unseen);
    }

    fn evaluated(&mut self, value: Score) {
        self.counters.evaluated(value);
    }

    fn probed(&mut self, known: bool) {
        self.counters.probed(known);
    }

    fn leave(&mut self, value: Score, outcome: Outcome) {
        self.counters.leave(value, outcome);
        self.tree.leave(value, outcome);
        self.growing.leave(value, outcome);
    }
}
