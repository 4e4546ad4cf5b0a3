//! A search with its tree.

use std::time::Instant;

use chess::{Move, Position};
use eval::Score;
use search::champion::MemoryError;
use search::{Change, Counters, Ending, Report, Tree, TreeLimits};

use super::Searcher;
use super::explained::{ExplainedNode, ExplainedNote};
use super::recorder::{Keeps, Progress, Recorded, Recorder};
use super::search::{Assignment, TreeSearch};
use super::words::{self, NodePlace};
use crate::number::grouped;

/// A search that is over, with its tree. Nodes have numbers that grow in the order
/// in which they were entered; 0 is the root.
#[derive(Clone, Debug)]
pub struct Recording {
    /// Where.
    pub position: Position,
    /// By whom.
    pub searcher: Searcher,
    /// The evaluation's name.
    pub evaluation: &'static str,
    /// How deep it was to search.
    pub asked: u32,
    /// How deep it did: less where that would take more nodes than allowed.
    pub depth: u32,
    /// Within how many nodes.
    pub allowed: u64,
    /// What was found.
    pub report: Report,
    /// What was counted, over all passes through the root.
    pub counters: Counters,
    /// How long it took with somebody watching.
    pub seconds: f64,
    /// How often the search went through its root.
    pub passes: u32,
    /// Which of these passes the tree is of, from 1: that which was asked for, or the
    /// last; of the champion the largest, because its last passes often find all in its
    /// table.
    pub pass: u32,
    /// To which distance from the root all nodes are recorded, at most.
    pub plies: usize,
    /// Whether somebody ended it early.
    pub is_stopped: bool,
    tree: Tree,
    best: Vec<u32>,
}

/// What a turn of a growing tree changed at a node, as the side at the root sees it.
#[derive(Clone, PartialEq, Debug)]
pub struct ChangedNode {
    /// The node's number.
    pub id: u32,
    /// What it is worth now.
    pub value: Score,
    /// What else the search keeps of it now.
    pub note: Option<ExplainedNote>,
}

/// A recorded node.
#[derive(Clone, PartialEq, Debug)]
pub struct NodeRecord {
    /// Its number.
    pub id: u32,
    /// The node above it; `None` at the root.
    pub parent: Option<u32>,
    /// The last number below it, its own if there is none.
    pub last: u32,
    /// Whether it is on the best line.
    pub is_best: bool,
    /// How many children it has, as far as they are recorded.
    pub children: u32,
    /// What it says of itself.
    pub node: ExplainedNode,
}

impl Recording {
    /// Searches and records. If the search takes more nodes than allowed, it is
    /// run again to the deepest depth that does not; if its tree is larger than
    /// `limits`, it is run again to record the upper plies, as many as fit.
    ///
    /// `look` is called from time to time while it searches.
    ///
    /// # Errors
    /// If there is no room for the champion's table.
    pub fn make(
        assignment: &Assignment<'_>,
        limits: TreeLimits,
        look: &mut dyn FnMut(&Progress<'_>),
    ) -> Result<Recording, MemoryError> {
        let mut search = TreeSearch::new(*assignment)?;
        let keeps = assignment.pass.map_or(Keeps::of(assignment.searcher), Keeps::Number);
        let asked = search.full_depth();
        let mut run = |search: &mut TreeSearch<'_>, depth: u32, limits: TreeLimits| {
            let mut recorder = Recorder::new(limits, keeps, look);
            let begun = Instant::now();
            let report = search.run(depth, &mut recorder);
            (report, recorder.done(), begun.elapsed().as_secs_f64())
        };

        let mut depth = asked;
        let (mut report, mut recorded, mut seconds) = run(&mut search, depth, limits);
        if !report.is_finished() && search.can_be_shallower() && !assignment.is_stopped() {
            depth = search.deepest_within(asked, report.depth);
            (report, recorded, seconds) = run(&mut search, depth, limits);
        }
        let mut plies = limits.ply;
        if recorded.pass.tree.len() >= limits.nodes && !assignment.is_stopped() {
            let mut sum = 1;
            let fits = recorded.pass.nodes_per_ply.iter().take_while(|&&nodes| {
                sum += nodes;
                sum <= limits.nodes as u64
            });
            // The root's children always.
            plies = fits.count().max(1).min(limits.ply);
            let limits = TreeLimits { ply: plies, ..limits };
            (report, recorded, seconds) = run(&mut search, depth, limits);
        }

        let Recorded { counters, pass, passes } = recorded;
        Ok(Recording {
            position: *assignment.position,
            searcher: assignment.searcher,
            evaluation: assignment.evaluation.name(),
            asked,
            depth,
            allowed: assignment.nodes,
            best: best_line(&pass.tree, &report.pv),
            report,
            counters,
            seconds,
            passes,
            pass: pass.number,
            plies,
            is_stopped: assignment.is_stopped(),
            tree: pass.tree,
        })
    }

    /// How many nodes are recorded, the root counted.
    pub fn len(&self) -> usize {
        self.tree.len()
    }

    /// Whether nothing was searched.
    pub fn is_empty(&self) -> bool {
        self.tree.is_empty()
    }

    /// How many nodes the pass has, recorded or not, the root not counted.
    pub fn nodes(&self) -> u64 {
        self.tree.root().map_or(0, |root| root.below)
    }

    /// About how many bytes of memory its tree takes.
    pub fn bytes(&self) -> usize {
        self.tree.bytes()
    }

    /// The nodes of the best line as far as they are recorded, the root first.
    pub fn best(&self) -> &[u32] {
        &self.best
    }

    /// What was found, for the side that moves at the root; `None` where the
    /// move was not found by looking ahead.
    pub fn value(&self) -> Option<Score> {
        let is_known = self.searcher.looks_ahead() || self.report.best.is_none();
        is_known.then_some(self.report.score)
    }

    /// Whether the depth asked for would have taken too many nodes.
    pub fn is_cut_short(&self) -> bool {
        let is_limited = self.report.ending == Ending::Stopped && !self.is_stopped;
        self.depth < self.asked || (is_limited && !self.searcher.has_own_limit())
    }

    /// The effective branching factor, where there is one depth to speak of.
    pub fn branching_factor(&self) -> Option<f64> {
        let depth = self.report.depth;
        let is_whole = self.counters.nodes_per_ply.len() >= depth as usize;
        let has_one = self.searcher.has_fixed_depth() && is_whole && self.report.is_finished();
        self.counters.branching_factor(depth).filter(|_| has_one)
    }

    /// A node with its reason.
    pub fn node(&self, id: u32) -> Option<NodeRecord> {
        let node = self.tree.node(id)?;
        let above = match id {
            0 => None,
            _ => Some((self.tree.node(node.parent)?, self.position_at(node.parent)?)),
        };
        let at = match &above {
            Some((parent, before)) => words::position(parent, before, node)?,
            None => self.position,
        };
        let place = NodePlace {
            root: self.position.turn(),
            above: above.as_ref().map(|(parent, before)| (*parent, before)),
            at: &at,
            attempt: self.attempt(id),
            is_live: false,
        };
        Some(NodeRecord {
            id,
            parent: above.is_some().then_some(node.parent),
            last: node.last,
            is_best: self.best.contains(&id),
            children: self.tree.children(id).count() as u32,
            node: words::explain(node, &place),
        })
    }

    /// How many turns a tree took to grow, the first of which judges the root alone; 0
    /// where the search does not grow one.
    pub fn turns(&self) -> usize {
        self.tree.turns().len()
    }

    /// What a turn changed: first the nodes that are new, then those on the way back to
    /// the root.
    pub fn turn(&self, turn: usize) -> Vec<ChangedNode> {
        let changed = |(id, change): (u32, &Change)| {
            let node = self.tree.node(id)?;
            let (value, note) = words::changed(node.ply, change, &self.position);
            Some(ChangedNode { id, value, note })
        };
        self.tree.turns().changes(turn).filter_map(changed).collect()
    }

    /// The numbers of a node's recorded children, in the order they were tried.
    pub fn children(&self, id: u32) -> Option<impl Iterator<Item = u32>> {
        self.tree.node(id).map(|_| self.tree.children(id))
    }

    /// The node above a node; `None` at the root, and where there is no such node.
    pub fn parent(&self, id: u32) -> Option<u32> {
        self.tree.node(id).filter(|_| id != 0).map(|node| node.parent)
    }

    /// Which pass through the root the tree is of, where there were several.
    pub fn pass_text(&self) -> Option<String> {
        let Recording { pass, passes, .. } = self;
        match (self.tree.root(), Keeps::of(self.searcher)) {
            (Some(root), Keeps::Largest) if pass < passes => Some(format!(
                "pass {pass} of {passes} through the root, the largest: to depth {}, which found {}; \
                 later passes found more in the table",
                root.depth, root.value
            )),
            (Some(_), _) if pass < passes => {
                Some(format!("pass {pass} of {passes} through the root"))
            }
            (Some(_), _) if *passes > 1 => {
                Some(format!("the last of {passes} passes through the root"))
            }
            _ => None,
        }
    }

    /// What has to be told in addition to the tree, as sentences.
    pub fn remarks(&self) -> Vec<String> {
        let mut remarks = Vec::new();
        if self.depth < self.asked {
            remarks.push(format!(
                "depth {} takes more than {} nodes; this is depth {}, the deepest that fits",
                self.asked,
                grouped(self.allowed),
                self.depth
            ));
        }
        if self.is_stopped {
            remarks.push("the search was stopped".to_owned());
        }
        let (kept, whole) = (self.len().saturating_sub(1) as u64, self.nodes());
        if kept < whole {
            let which = match self.plies < search::MAX_PLY {
                false => "those that were entered first".to_owned(),
                true => format!("the first {} plies", self.plies),
            };
            let (kept, whole) = (grouped(kept), grouped(whole));
            remarks.push(format!("{kept} of {whole} nodes are kept: {which}"));
        }
        if self.tree.turns().unkept() > 0 {
            let (kept, more) = (self.turns() as u64, u64::from(self.tree.turns().unkept()));
            remarks.push(format!(
                "the first {} of {} turns can be stepped through",
                grouped(kept),
                grouped(kept + more)
            ));
        }
        remarks.extend(self.pass_text().map(|pass| format!("the tree is that of {pass}")));
        remarks
    }

    pub(super) fn tree(&self) -> &Tree {
        &self.tree
    }

    /// How often a node's move was searched at the node above, that time included.
    fn attempt(&self, id: u32) -> u32 {
        let (Some(above), Some(node)) = (self.parent(id), self.tree.node(id)) else { return 1 };
        let is_it = |other: &u32| {
            self.tree.node(*other).is_some_and(|other| (other.mv, other.ply) == (node.mv, node.ply))
        };
        let upto = self.tree.children(above).take_while(|&other| other <= id);
        upto.filter(is_it).count().max(1) as u32
    }

    /// The position at a node.
    fn position_at(&self, id: u32) -> Option<Position> {
        let mut way = vec![id];
        while let Some(above) = way.last().and_then(|&top| self.parent(top)) {
            way.push(above);
        }
        way.reverse();
        way.windows(2).try_fold(self.position, |position, step| {
            let [above, below] = step else { return None };
            words::position(self.tree.node(*above)?, &position, self.tree.node(*below)?)
        })
    }
}

/// The recorded nodes of the best line, the root first.
fn best_line(tree: &Tree, line: &[Move]) -> Vec<u32> {
    let mut best: Vec<u32> = tree.root().map(|_| 0).into_iter().collect();
    for &mv in line {
        let Some(above) = best.last().and_then(|&at| Some((at, tree.node(at)?))) else { break };
        // A move searched twice (principal variation search) counts the second time.
        let is_it = |id: &u32| {
            tree.node(*id).is_some_and(|son| son.mv == Some(mv) && son.ply > above.1.ply)
        };
        let Some(next) = tree.children(above.0).filter(is_it).last() else { break };
        best.push(next);
    }
    best
}
