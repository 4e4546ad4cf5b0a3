//! The tree that was searched: recorded, trimmed to what is worth looking at,
//! and shown as text, JSON or a picture.
//!
//! Values and windows are shown from the view of the side that moves at the
//! root, so that they read like the trees in a book: that side maximises, the
//! other minimises, and a window stays what it is on the way down. (JSON keeps
//! the mover's view of each node, as the searches do.)

mod json;
mod select;
mod svg;
mod text;

use chess::{Color, Move, Position};
use eval::{Evaluator, Score};
use search::{
    Bound, Control, Counters, Observer, Outcome, Report, Rule, Silent, Task, Tree, TreeLimits,
    TreeMove, TreeNode, Window,
};

use crate::number::grouped;
use crate::uci;
use search::ladder::{Algorithm, Rung};

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
    /// The value, for the side to move here.
    pub value: Score,
    /// Why it was left.
    pub outcome: Outcome,
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
    /// Nodes searched; an algorithm with a limit or a budget of its own keeps
    /// to that.
    pub searched: u64,
}

impl Limits {
    /// Nodes searched unless somebody says otherwise: some seconds.
    pub const SEARCHED: u64 = 20_000_000;
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
        let mut counters = Counters::default();
        let is_free = algorithm.nodes.is_none() && !algorithm.rung.keeps_a_budget();
        if is_free {
            task.control = Control::unlimited().nodes(limits.searched);
        }
        let search = Search { rung: algorithm.rung, is_straight: is_free };
        if !search.run(&task, &mut counters).finished && is_free {
            let fits = |depth: &u32| search.run(&task.to_depth(*depth), &mut Silent).finished;
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

        let best = select::best_line(&tree, &report.line);
        let shown = select::most_interesting(&tree, &best, limits.nodes);
        let root = match tree.root() {
            Some(root) => Show { tree: &tree, best: &best, shown: &shown }.node(root, 0, position),
            None => ShownNode::unsearched(position, &report),
        };
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

    /// Whether the depth asked for would have taken too many nodes.
    pub fn is_cut_short(&self) -> bool {
        let has_own_limit = self.algorithm.nodes.is_some();
        self.depth < self.asked || (!self.report.finished && !has_own_limit)
    }

    /// A value from the view of the side that moves at the root.
    fn for_root(&self, turn: Color, value: Score) -> Score {
        if turn == self.position.turn() { value } else { -value }
    }

    /// A node's window from that view.
    fn window_for_root(&self, node: &ShownNode) -> Window {
        let Window { alpha, beta } = node.window;
        match node.turn == self.position.turn() {
            true => node.window,
            false => Window { alpha: -beta, beta: -alpha },
        }
    }

    /// How a node's value is to be read from that view: what it is, or at most
    /// or at least.
    fn bound(&self, node: &ShownNode) -> Bound {
        let for_mover = match node.outcome {
            Outcome::TableHit(bound) => bound,
            Outcome::BetaCut | Outcome::Pruned(..) => Bound::Lower,
            Outcome::Searched | Outcome::StandPat if node.value >= node.window.beta => Bound::Lower,
            Outcome::Searched if node.value <= node.window.alpha && node.ply > 0 => Bound::Upper,
            _ => Bound::Exact,
        };
        match (for_mover, node.turn == self.position.turn()) {
            (Bound::Lower, false) => Bound::Upper,
            (Bound::Upper, false) => Bound::Lower,
            (bound, _) => bound,
        }
    }

    /// Value with its bound sign, from that view.
    fn value_text(&self, node: &ShownNode) -> String {
        let sign = match self.bound(node) {
            Bound::Exact => "",
            Bound::Lower => "≥ ",
            Bound::Upper => "≤ ",
        };
        format!("{sign}{}", self.for_root(node.turn, node.value))
    }

    /// Window as text, from that view.
    fn window_text(&self, node: &ShownNode) -> String {
        let Window { alpha, beta } = self.window_for_root(node);
        format!("({}, {})", end(alpha), end(beta))
    }

    /// Why a node was left, in a few words, from that view.
    fn reason(&self, node: &ShownNode) -> String {
        let reason = self.outcome_text(node);
        match node.reduced {
            0 => reason,
            1 => format!("{reason}, reduced by 1 ply"),
            plies => format!("{reason}, reduced by {plies} plies"),
        }
    }

    fn outcome_text(&self, node: &ShownNode) -> String {
        let shown = |value| self.for_root(node.turn, value);
        let limit = shown(node.window.beta);
        let beyond = if node.turn == self.position.turn() { "≥" } else { "≤" };
        match node.outcome {
            Outcome::Searched => "searched".to_owned(),
            Outcome::BetaCut => {
                let unseen = node.left_out.iter().filter(|left| left.rule.is_none()).count();
                match unseen {
                    0 => format!("cut, {} {beyond} {limit}", shown(node.value)),
                    _ => format!("cut, {} {beyond} {limit}: {unseen} unseen", shown(node.value)),
                }
            }
            Outcome::TableHit(_) => "known from the table".to_owned(),
            Outcome::Pruned(rule, value) => {
                format!("pruned by {}, {} {beyond} {limit}", rule.name(), shown(value))
            }
            Outcome::Leaf => "evaluation".to_owned(),
            Outcome::StandPat => "stands pat".to_owned(),
            Outcome::Mate => "mate".to_owned(),
            Outcome::Draw(draw) => format!("draw, {}", draw_name(draw)),
            Outcome::Stopped => "stopped".to_owned(),
            _ => "left".to_owned(),
        }
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

impl ShownNode {
    /// What is not shown below it, in words.
    fn hidden(&self) -> String {
        let nodes = grouped(self.hidden_nodes);
        match (self.hidden_moves, self.hidden_nodes) {
            (0, 1) => "1 node below".to_owned(),
            (0, _) => format!("{nodes} nodes below"),
            (1, 1) => "1 more move".to_owned(),
            (1, _) => format!("1 more move, {nodes} nodes"),
            (moves, all) if moves as u64 == all => format!("{moves} more moves"),
            (moves, _) => format!("{moves} more moves, {nodes} nodes"),
        }
    }

    /// What stands for the root of a search that entered nothing.
    fn unsearched(position: &Position, report: &Report) -> ShownNode {
        ShownNode {
            mv: None,
            turn: position.turn(),
            ply: 0,
            depth: 0,
            reduced: 0,
            window: Window::FULL,
            value: report.value,
            outcome: Outcome::Searched,
            is_best: true,
            below: 0,
            sons: Vec::new(),
            hidden_moves: 0,
            hidden_nodes: 0,
            left_out: Vec::new(),
        }
    }
}

/// A draw's name.
fn draw_name(draw: search::Draw) -> &'static str {
    match draw {
        search::Draw::Repetition => "repetition",
        search::Draw::FiftyMoves => "fifty moves",
        search::Draw::Material => "nobody can mate",
        search::Draw::Stalemate => "stalemate",
    }
}

/// One end of a window; beyond every mate it is open.
fn end(score: Score) -> String {
    match score.raw() {
        raw if raw >= Score::MAX.raw() => "+∞".to_owned(),
        raw if raw <= -Score::MAX.raw() => "-∞".to_owned(),
        _ => score.to_string(),
    }
}

/// Turns recorded nodes into shown ones.
struct Show<'a> {
    tree: &'a Tree,
    /// Indices of the best line's nodes, the root first.
    best: &'a [u32],
    /// Whether a node is shown, by index.
    shown: &'a [bool],
}

impl Show<'_> {
    fn node(&self, node: &TreeNode, index: u32, position: &Position) -> ShownNode {
        let mut sons = Vec::new();
        for &son in &node.children {
            let is_shown = self.shown.get(son as usize).copied().unwrap_or(false);
            let recorded = self.tree.node(son).filter(|_| is_shown);
            let Some(recorded) = recorded else { continue };
            let Some(next) = after(position, recorded.mv) else { continue };
            let mut shown = self.node(recorded, son, &next);
            shown.mv = Some(match recorded.mv {
                Some(mv) => (uci(position, mv), position.to_san(mv)),
                None => ("0000".to_owned(), "pass".to_owned()),
            });
            sons.push(shown);
        }
        let visible: u64 = sons.iter().map(|son| son.below + 1).sum();
        let left_out = node.left_out.iter().map(|left| {
            let (mv, rule) = match *left {
                TreeMove::Unseen(mv) => (mv, None),
                TreeMove::Skipped(mv, rule, value, bound) => (mv, Some((rule, value, bound))),
            };
            LeftOut { uci: uci(position, mv), san: position.to_san(mv), rule }
        });
        ShownNode {
            mv: None,
            turn: position.turn(),
            ply: node.ply,
            depth: node.depth,
            reduced: node.reduced,
            window: node.window,
            value: node.value,
            outcome: node.outcome,
            is_best: self.best.contains(&index),
            below: node.below,
            hidden_moves: node.children.len() - sons.len(),
            hidden_nodes: node.below.saturating_sub(visible),
            sons,
            left_out: left_out.collect(),
        }
    }
}

fn after(position: &Position, mv: Option<Move>) -> Option<Position> {
    match mv {
        None => position.after_null(),
        Some(mv) => {
            let mut next = *position;
            next.play(mv).ok()?;
            Some(next)
        }
    }
}
