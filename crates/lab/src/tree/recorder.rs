//! Watches a search: counts, records its tree, and lets somebody look in on it.

use chess::Move;
use eval::Score;
use search::{
    Compared, Counters, DepthTerm, Node, NodeNote, NodeOutcome, Observer, Rule, Tree, TreeLimits,
};

use super::Searcher;
use super::growing::Growing;

/// How far a search is, for whoever looks in on it.
pub struct Progress<'a> {
    /// What was counted so far.
    pub counters: &'a Counters,
    /// Nodes recorded of the pass through the root that is on.
    pub recorded: usize,
    /// Whether no more are recorded; the search goes on, and is counted.
    pub is_full: bool,
    /// What the tree looks like at the moment.
    pub growing: &'a Growing,
}

/// Which pass through the root is kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Keeps {
    /// The last, which has the result.
    Last,
    /// The largest: the champion's last passes often find all in its table.
    Largest,
    /// The one with this number, from 1, or the last if there are fewer.
    Number(u32),
}

impl Keeps {
    /// What is kept of a search where nobody asks for a pass.
    pub(super) fn of(searcher: Searcher) -> Keeps {
        match searcher {
            Searcher::Ladder(_) => Keeps::Last,
            Searcher::Champion => Keeps::Largest,
        }
    }
}

/// One pass through the root.
#[derive(Default)]
pub(super) struct Pass {
    pub(super) tree: Tree,
    /// Its nodes at each distance from the root, recorded or not; the first number
    /// is ply 1.
    pub(super) nodes_per_ply: Vec<u64>,
    /// Which pass it is, from 1.
    pub(super) number: u32,
}

impl Pass {
    /// Its nodes, recorded or not, the root not counted.
    pub(super) fn size(&self) -> u64 {
        self.nodes_per_ply.iter().sum()
    }
}

/// What was recorded of a search.
pub(super) struct Recorded {
    /// What was counted over all passes.
    pub(super) counters: Counters,
    /// The pass that was kept.
    pub(super) pass: Pass,
    /// How many there were.
    pub(super) passes: u32,
}

/// An observer that counts and records. It holds at most two passes at a time,
/// each within the limits.
pub(super) struct Recorder<'a> {
    counters: Counters,
    /// The pass that is on, or the last one.
    pass: Pass,
    /// What is kept of those before it.
    kept: Option<Pass>,
    growing: Growing,
    keeps: Keeps,
    limits: TreeLimits,
    entered: u32,
    look: &'a mut dyn FnMut(&Progress<'_>),
}

/// Nodes between two looks.
const INTERVAL: u32 = 1024;

impl<'a> Recorder<'a> {
    /// Records within the limits; `look` is called every thousand nodes.
    pub(super) fn new(
        limits: TreeLimits,
        keeps: Keeps,
        look: &'a mut dyn FnMut(&Progress<'_>),
    ) -> Recorder<'a> {
        Recorder {
            counters: Counters::default(),
            pass: Pass { tree: Tree::new(limits), ..Pass::default() },
            kept: None,
            growing: Growing::default(),
            keeps,
            limits,
            entered: 0,
            look,
        }
    }

    /// What was recorded, when the search is over.
    pub(super) fn done(self) -> Recorded {
        let Recorder { counters, pass, kept, keeps, .. } = self;
        let passes = pass.number;
        let kept = kept.filter(|kept| keeps != Keeps::Largest || kept.size() > pass.size());
        Recorded { counters, pass: kept.unwrap_or(pass), passes }
    }

    /// A pass begins; the one before it is kept or forgotten.
    fn begin_pass(&mut self) {
        let Pass { tree, nodes_per_ply, number } = &mut self.pass;
        let over = Pass {
            tree: tree.take(),
            nodes_per_ply: std::mem::take(nodes_per_ply),
            number: *number,
        };
        *number += 1;
        let is_largest = |largest: &Pass| largest.size() <= over.size();
        let is_wanted = match self.keeps {
            Keeps::Last => false,
            Keeps::Largest => self.kept.as_ref().is_none_or(is_largest),
            Keeps::Number(wanted) => over.number == wanted,
        };
        if is_wanted {
            self.kept = Some(over);
        }
    }

    fn look(&mut self) {
        let recorded = self.pass.tree.len();
        (self.look)(&Progress {
            counters: &self.counters,
            recorded,
            is_full: recorded >= self.limits.nodes,
            growing: &self.growing,
        });
    }
}

impl Observer for Recorder<'_> {
    const FOLLOWS: bool = true;

    fn reduce(&mut self, plies: u32) {
        self.counters.reduce(plies);
        self.pass.tree.reduce(plies);
        self.growing.reduce(plies);
    }

    fn extend(&mut self, plies: u32) {
        self.counters.extend(plies);
        self.pass.tree.extend(plies);
        self.growing.extend(plies);
    }

    fn weigh(&mut self, terms: &[DepthTerm]) {
        self.pass.tree.weigh(terms);
    }

    fn enter(&mut self, node: &Node<'_>) {
        match node.ply.checked_sub(1) {
            None => self.begin_pass(),
            Some(below_root) => {
                let counts = &mut self.pass.nodes_per_ply;
                counts.resize(counts.len().max(below_root + 1), 0);
                counts[below_root] += 1;
            }
        }
        self.counters.enter(node);
        self.pass.tree.enter(node);
        self.growing.enter(node);
        self.entered = self.entered.wrapping_add(1);
        if self.entered.is_multiple_of(INTERVAL) {
            self.look();
        }
    }

    fn order(&mut self, moves: &[Move]) {
        self.counters.order(moves);
    }

    fn skip(&mut self, mv: Move, rule: Rule, compared: Compared) {
        self.counters.skip(mv, rule, compared);
        self.pass.tree.skip(mv, rule, compared);
    }

    fn cut(&mut self, tried: usize, unseen: &[Move]) {
        self.counters.cut(tried, unseen);
        self.pass.tree.cut(tried, unseen);
    }

    fn evaluated(&mut self, value: Score) {
        self.counters.evaluated(value);
    }

    fn probed(&mut self, known: bool) {
        self.counters.probed(known);
    }

    fn note(&mut self, note: NodeNote) {
        self.pass.tree.note(note);
    }

    fn turn(&mut self) {
        self.pass.tree.turn();
    }

    fn changed(&mut self, number: u32, value: Score, note: Option<NodeNote>) {
        self.pass.tree.changed(number, value, note);
    }

    fn numbered(&mut self, number: u32) {
        self.pass.tree.numbered(number);
    }

    fn leave(&mut self, value: Score, outcome: NodeOutcome) {
        self.counters.leave(value, outcome);
        self.pass.tree.leave(value, outcome);
        self.growing.leave(value, outcome);
    }
}
