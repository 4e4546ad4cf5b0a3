//! The tree that was searched: recorded, trimmed to what is worth looking at,
//! and shown as text, JSON or a picture.
//!
//! Values, windows and reasons are those of the side that moves at the root,
//! in every format, so that they read like the trees in a book: that side
//! maximises, the other minimises, and a window stays what it is on the way
//! down.

mod json;
mod select;
mod show;
mod svg;
mod text;
mod words;

use chess::{Color, Position};
use eval::{Evaluator, Score};
use search::ladder::{Algorithm, Rung};
use search::{
    Control, Counters, Ending, Observer, Outcome, Report, Rule, Silent, Task, Tree, TreeLimits,
    Window,
};

/// A search's tree, trimmed.
#[derive(Clone, Debug)]
pub struct SearchTree {
    /// Where.
    pub position: Position,
    /// By what.
    pub algorithm: Algorithm,
    /// The evaluation's name.
    pub evaluation: &'static str,
    /// How deep it was to search.
    pub asked: u32,
    /// How deep it did: less where that would take more nodes than allowed.
    pub depth: u32,
    /// What was found.
    pub report: Report,
    /// How often the search went through its root; this is its last tree.
    pub passes: u32,
    /// Nodes of this tree, the root not counted.
    pub nodes: u64,
    /// The root, with what is shown below it.
    pub root: ShownNode,
}

/// A node that is shown.
#[derive(Clone, Debug)]
pub struct ShownNode {
    /// The move that led here, as UCI and score sheets write it; `None` at the
    /// root, and `pass` for a null move.
    pub mv: Option<(String, String)>,
    /// Who is to move.
    pub turn: Color,
    /// Distance from the root.
    pub ply: usize,
    /// Plies still to go.
    pub depth: i32,
    /// How many plies less deep it was searched than its move alone costs.
    pub reduced: u32,
    /// The window, for the side to move here.
    pub window: Window,
    /// The value, for the side to move here; `None` where nothing was searched
    /// or the search was stopped below.
    pub value: Option<Score>,
    /// Why it was left; `None` where nothing was searched.
    pub outcome: Option<Outcome>,
    /// Whether it is on the best line.
    pub is_best: bool,
    /// Nodes below it.
    pub below: u64,
    /// The sons that are shown, in the order they were tried.
    pub sons: Vec<ShownNode>,
    /// Sons that were searched and are not shown, as far as they were recorded.
    pub hidden_moves: usize,
    /// Nodes below it that are not shown.
    pub hidden_nodes: u64,
    /// Moves that were not searched.
    pub left_out: Vec<LeftOut>,
}

/// A move that was not searched.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LeftOut {
    /// As UCI writes it.
    pub uci: String,
    /// As score sheets write it.
    pub san: String,
    /// The rule, what it compared and with what; `None` where a move before it
    /// was a cut-off.
    pub rule: Option<(Rule, Score, Score)>,
}

/// How much is shown, and how much is searched for it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Nodes shown, the best line always among them.
    pub nodes: usize,
    /// Distance from the root.
    pub ply: usize,
    /// Nodes searched; an algorithm with a limit of its own keeps to that.
    pub searched: u64,
}

impl Limits {
    /// Nodes searched unless somebody says otherwise: some seconds.
    pub const SEARCHED: u64 = 20_000_000;
    /// Plies that a picture shows unless somebody says otherwise: as many columns
    /// as a screen is wide.
    pub const PICTURE_PLIES: usize = 5;
}

impl Default for Limits {
    /// A page of text.
    fn default() -> Limits {
        Limits { nodes: 60, ply: usize::MAX, searched: Limits::SEARCHED }
    }
}

/// Nodes that are recorded at most: beyond, only the upper plies are.
const MOST_RECORDED: u64 = 200_000;

impl SearchTree {
    /// Searches twice, once to see how large the tree is, once to record it. If
    /// it is larger than allowed, the tree is that of the deepest search that
    /// is not.
    pub fn record(
        position: &Position,
        evaluator: &dyn Evaluator,
        depth: u32,
        algorithm: &Algorithm,
        limits: Limits,
    ) -> SearchTree {
        let mut task = algorithm.task(position, evaluator, depth);
        let asked = task.full_depth();
        let budget = algorithm.rung.budget(&task);
        let has_own_limit = algorithm.nodes.is_some();
        if !has_own_limit && budget.is_none_or(|budget| limits.searched < budget) {
            task.control = Control::unlimited().nodes(limits.searched);
        }
        let is_straight = !has_own_limit && budget.is_none();
        let search = Search { rung: algorithm.rung, is_straight };
        let mut counters = Counters::default();
        if !search.run(&task, &mut counters).is_finished() && is_straight {
            let fits = |depth: &u32| search.run(&task.to_depth(*depth), &mut Silent).is_finished();
            // If not even one ply fits, as much of it as does.
            let deepest = (1..asked).take_while(fits).last().unwrap_or(1);
            task = task.to_depth(deepest);
            counters = Counters::default();
            search.run(&task, &mut counters);
        }
        let mut recorded = 0;
        // The root's sons always, then as many plies as fit.
        let plies = counters.nodes_per_ply.iter().take_while(|&&nodes| {
            recorded += nodes;
            recorded <= MOST_RECORDED
        });
        let ply = plies.count().max(1).min(limits.ply);
        let mut tree = Tree::new(TreeLimits { nodes: MOST_RECORDED as usize, ply });
        let report = search.run(&task, &mut tree);
        let root = show::root(&tree, position, &report.line, limits.nodes);
        SearchTree {
            position: *position,
            algorithm: *algorithm,
            evaluation: evaluator.name(),
            asked,
            depth: task.full_depth(),
            nodes: root.below,
            passes: tree.passes(),
            report,
            root,
        }
    }

    /// What was found, for the side that moves at the root; `None` where the
    /// move was not found by looking ahead.
    pub fn value(&self) -> Option<Score> {
        let is_known = self.algorithm.rung.looks_ahead() || self.report.best.is_none();
        is_known.then_some(self.report.value)
    }

    /// Whether the depth asked for would have taken too many nodes.
    pub fn is_cut_short(&self) -> bool {
        let has_own_limit = self.algorithm.nodes.is_some();
        self.depth < self.asked || (self.report.ending == Ending::Stopped && !has_own_limit)
    }
}

/// How a rung is run: straight to the depth, or the way that it is when it may
/// be stopped.
#[derive(Clone, Copy)]
struct Search {
    rung: Rung,
    is_straight: bool,
}

impl Search {
    fn run<O: Observer>(self, task: &Task<'_>, observer: &mut O) -> Report {
        match self.is_straight {
            true => self.rung.search_straight(task, observer),
            false => self.rung.search(task, observer),
        }
    }
}
