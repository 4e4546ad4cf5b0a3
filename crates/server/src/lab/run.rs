//! Runs of the lab: a search with its tree, kept until the page forgets it.

use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use chess::Position;
use search::{Tree, TreeLimits};

use super::live::{Keeps, Live, Recorded, counted};
use super::node::{self, Around};
use super::order::Order;
use super::search::{Search, is_raised};
use crate::crew::Memory;
use crate::house::House;
use crate::news::News;
use crate::outbox::Outbox;
use crate::protocol::{LabNode, LabOrder, LabReport, Tell};
use crate::stop::Stop;
use crate::{limits, views};

/// The runs of a page.
#[derive(Default)]
pub(crate) struct Runs {
    last: u32,
    runs: BTreeMap<u32, Kept>,
}

/// A run that is on or over.
struct Kept {
    stop: Stop,
    /// Empty until it is over.
    done: Arc<Slot>,
}

type Slot = Mutex<Option<Run>>;

impl Runs {
    /// Begins a run; the oldest is forgotten if there are too many.
    pub(crate) fn begin(
        &mut self,
        order: &LabOrder,
        house: &Arc<House>,
        outbox: &Outbox,
        id: u32,
    ) -> Result<(), String> {
        let order = Order::read(order)?;
        // Leave first: who is refused a new run keeps the old ones.
        let leave = house.crew.leave()?;
        while self.runs.len() >= limits::LAB_RUNS {
            self.runs.pop_first();
        }
        let memory = house.crew.memory(limits::LAB_MIB)?;
        self.last += 1;
        let run = self.last;
        let stop = Stop::default();
        let done = Arc::new(Slot::new(None));
        let (flag, slot) = (stop.flag(), Arc::downgrade(&done));
        let (news, outbox_) = (News::to(outbox, id), outbox.clone());
        outbox.tell(Some(id), Tell::LabBegun { run });
        house.crew.search(move || {
            let recorded = Run::record(run, &order, &news, &flag, memory);
            // Before it is told: whoever hears of it may begin the next.
            drop(leave);
            news.silence();
            // Whoever forgot the run meanwhile does not want it any more.
            let Some(slot) = slot.upgrade() else { return };
            match recorded {
                Ok(done) => {
                    let report = done.report.clone();
                    *lock(&slot) = Some(done);
                    outbox_.tell(Some(id), Tell::LabDone(Box::new(report)));
                }
                Err(sentence) => outbox_.refuse(Some(id), sentence),
            }
        })?;
        self.runs.insert(run, Kept { stop, done });
        Ok(())
    }

    /// Ends a run early.
    pub(crate) fn stop(&self, run: u32) -> Result<(), String> {
        let kept = self.runs.get(&run).ok_or_else(|| no_such_run(run))?;
        kept.stop.raise();
        Ok(())
    }

    /// Forgets a run.
    pub(crate) fn forget(&mut self, run: u32) -> Result<(), String> {
        self.runs.remove(&run).map(drop).ok_or_else(|| no_such_run(run))
    }

    /// A run that is over, to be asked for nodes.
    pub(crate) fn ask(
        &self,
        run: u32,
        question: impl FnOnce(&Run) -> Result<Vec<LabNode>, String>,
    ) -> Result<Tell, String> {
        let kept = self.runs.get(&run).ok_or_else(|| no_such_run(run))?;
        let done = lock(&kept.done);
        let done = done.as_ref().ok_or_else(|| format!("run {run} is not over yet"))?;
        Ok(Tell::LabNodes { run, nodes: question(done)? })
    }
}

fn no_such_run(run: u32) -> String {
    format!("there is no run {run}; a page keeps its last {}", limits::LAB_RUNS)
}

fn lock(slot: &Slot) -> MutexGuard<'_, Option<Run>> {
    slot.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A search that is over, with its tree.
pub(crate) struct Run {
    report: LabReport,
    root: Position,
    tree: Tree,
    /// For each node the one above it and the last one below it.
    links: Vec<(u32, u32)>,
    _memory: Memory,
}

impl Run {
    fn record(
        run: u32,
        order: &Order,
        news: &News,
        stop: &AtomicBool,
        memory: Memory,
    ) -> Result<Run, String> {
        let root = *order.game.position();
        let mut search = Search::new(order, stop)?;
        let asked = search.full_depth();
        let mut depth = asked;
        let most = limits::LAB_RECORDED as usize;
        let everything = TreeLimits { nodes: most, ply: search::MAX_PLY };
        let keeps = Keeps::of(order.searcher);
        let watch = |limits| Live::new(run, &root, news, limits, keeps);

        let mut live = watch(everything);
        let mut began = Instant::now();
        let mut found = search.run(depth, &mut live);
        if !found.is_finished && search.can_be_shallower() && !is_raised(stop) {
            // The deepest that fits; if not even one ply does, as much of it as does.
            depth = search.deepest_within(asked, found.depth);
            live = watch(everything);
            began = Instant::now();
            found = search.run(depth, &mut live);
        }
        let mut seconds = began.elapsed().as_secs_f64();
        let mut recorded_ply = search::MAX_PLY;
        let mut recorded = live.done();
        let below = recorded.tree.root().map_or(0, |root| root.below);
        if below >= most as u64 && !is_raised(stop) {
            // Too large to be recorded whole: the upper plies, as many as fit.
            let mut sum = 1;
            let fits = recorded.counters.nodes_per_ply.iter().take_while(|&&nodes| {
                sum += nodes;
                sum <= most as u64
            });
            recorded_ply = fits.count().max(1);
            live = watch(TreeLimits { nodes: most, ply: recorded_ply });
            began = Instant::now();
            found = search.run(depth, &mut live);
            seconds = began.elapsed().as_secs_f64();
            recorded = live.done();
        }
        let Recorded { counters, tree, pass, passes } = recorded;
        let mut remarks = Vec::new();
        if depth < asked {
            remarks.push(format!(
                "depth {asked} takes more than {} nodes; this is depth {depth}, the deepest that fits",
                order.nodes
            ));
        }
        if is_raised(stop) {
            remarks.push("the search was stopped".to_owned());
        }
        let whole = tree.root().map_or(0, |root| root.below);
        if tree.len() as u64 <= whole {
            let kept = tree.len().saturating_sub(1);
            remarks.push(match recorded_ply {
                search::MAX_PLY => {
                    format!("{kept} of {whole} nodes are kept: those that were entered first")
                }
                plies => format!("{kept} of {whole} nodes are kept: the first {plies} plies"),
            });
        }
        if passes > 1 {
            let found = tree.root().filter(|_| pass < passes).map_or(String::new(), |root| {
                format!(
                    ", to depth {}, which found {}; later passes found more in the table",
                    root.depth, root.value
                )
            });
            let which = if keeps == Keeps::Last { "last" } else { "largest" };
            remarks.push(format!(
                "the search went {passes} times through its root; the tree is that of pass {pass}, the {which}{found}"
            ));
        }
        let links = links(&tree);
        let best = node::best_line(&tree, &found.line);
        let deepest = counters.nodes_per_ply.len();
        let report = LabReport {
            run,
            algorithm: search.name(),
            eval: order.evaluation.name().to_owned(),
            fen: root.to_string(),
            turn: views::color(root.turn()),
            asked,
            depth: found.depth,
            finished: found.is_finished,
            value: found.value.map(node::value),
            line: views::line(&root, &found.line),
            nodes: found.nodes,
            branching: search.branching(&counters, &found),
            counters: counted(&counters),
            seconds,
            passes,
            tree_nodes: whole,
            recorded: tree.len() as u32,
            recorded_ply: recorded_ply.min(deepest) as u32,
            best,
            remarks,
        };
        Ok(Run { report, root, tree, links, _memory: memory })
    }

    /// Some nodes in the order in which they were entered.
    pub(crate) fn nodes(&self, from: u32, count: u32) -> Result<Vec<LabNode>, String> {
        if count > limits::LAB_BATCH {
            return Err(format!("count cannot be {count}: at most {}", limits::LAB_BATCH));
        }
        let end = from.saturating_add(count).min(self.tree.len() as u32);
        Ok((from..end).filter_map(|id| self.node(id)).collect())
    }

    /// The children of a node in the order they were tried.
    pub(crate) fn children(&self, id: u32) -> Result<Vec<LabNode>, String> {
        let node = self.tree.node(id);
        let node = node.ok_or_else(|| format!("there is no node {id} in this run"))?;
        Ok(node.children.iter().filter_map(|&child| self.node(child)).collect())
    }

    fn node(&self, id: u32) -> Option<LabNode> {
        let node = self.tree.node(id)?;
        let &(parent, last) = self.links.get(id as usize)?;
        let parent = match id {
            0 => None,
            _ => Some((parent, self.tree.node(parent)?)),
        };
        let around = Around {
            id,
            parent,
            before: match parent {
                Some((id, _)) => self.position(id)?,
                None => self.root,
            },
            last,
            attempt: self.attempt(id),
            is_best: self.report.best.contains(&id),
            root: self.root.turn(),
            is_live: false,
        };
        Some(node::told(node, &around))
    }

    /// The root, and the children of each node on the way from it to a node.
    pub(crate) fn path(&self, id: u32) -> Result<Vec<LabNode>, String> {
        let mut way = Vec::new();
        let mut at = id;
        while at != 0 {
            let link = self.links.get(at as usize);
            at = link.ok_or_else(|| format!("there is no node {id} in this run"))?.0;
            way.push(at);
        }
        let mut nodes: Vec<LabNode> = self.node(0).into_iter().collect();
        for &above in way.iter().rev() {
            nodes.extend(self.children(above)?);
        }
        Ok(nodes)
    }

    /// How often a node's move was searched at the node above, that time included.
    fn attempt(&self, id: u32) -> u32 {
        let above = self.links.get(id as usize).and_then(|&(above, _)| self.tree.node(above));
        let (Some(above), Some(node)) = (above, self.tree.node(id)) else { return 1 };
        let is_it = |other: &u32| {
            self.tree.node(*other).is_some_and(|other| (other.mv, other.ply) == (node.mv, node.ply))
        };
        let upto = above.children.iter().copied().take_while(|&other| other <= id);
        upto.filter(is_it).count().max(1) as u32
    }

    /// The position at a node.
    fn position(&self, id: u32) -> Option<Position> {
        let mut way = vec![id];
        while let Some(&top) = way.last().filter(|&&top| top != 0) {
            way.push(self.links.get(top as usize)?.0);
        }
        way.reverse();
        way.windows(2).try_fold(self.root, |position, step| {
            let [above, below] = step else { return None };
            node::position(self.tree.node(*above)?, &position, self.tree.node(*below)?)
        })
    }
}

/// For each node the one above it and the last one below it.
fn links(tree: &Tree) -> Vec<(u32, u32)> {
    let count = tree.len() as u32;
    let mut links: Vec<(u32, u32)> = (0..count).map(|id| (0, id)).collect();
    // Children come after their parents: from the end, all below is known.
    for id in (0..count).rev() {
        let Some(node) = tree.node(id) else { continue };
        for &child in &node.children {
            links[child as usize].0 = id;
            links[id as usize].1 = links[id as usize].1.max(links[child as usize].1);
        }
    }
    links
}
