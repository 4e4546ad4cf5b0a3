//! Runs of the lab: a search with its tree, kept until the page forgets it.

use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use chess::{Game, Move, Position};
use engine::{Champion, EvalSpec};
use eval::{Evaluator, Forgetful, Score, Tuned, TunedJudge};
use search::champion::{Job, Limits, Signals, Solo};
use search::ladder::Algorithm;
use search::{Observer, Silent, Task, Tree, TreeLimits};

use super::live::{Keeps, Live, Recorded, counted};
use super::node::{self, Around};
use super::order::{Order, Searcher};
use crate::crew::Memory;
use crate::house::House;
use crate::news::News;
use crate::outbox::Outbox;
use crate::protocol::{LabNode, LabOrder, LabReport, Tell};
use crate::stop::Stop;
use crate::{limits, views};

/// The champion's table in the lab, in MiB.
const HASH_MIB: usize = 16;

/// The runs of a page.
#[derive(Default)]
pub(crate) struct Runs {
    last: u32,
    runs: BTreeMap<u32, (Stop, Arc<Mutex<Option<Run>>>)>,
}

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
        while self.runs.len() >= limits::LAB_RUNS {
            self.runs.pop_first();
        }
        let leave = house.crew.leave()?;
        let memory = house.crew.memory(limits::LAB_MIB)?;
        self.last += 1;
        let run = self.last;
        let stop = Stop::default();
        let kept = Arc::new(Mutex::new(None));
        let (flag, slot) = (stop.flag(), Arc::downgrade(&kept));
        let (news, outbox_) = (News::to(outbox, id), outbox.clone());
        outbox.tell(Some(id), Tell::LabBegun { run });
        house.crew.search(move || {
            let _leave = leave;
            let done = Run::record(run, &order, &news, &flag, memory);
            news.silence();
            // Whoever forgot the run meanwhile does not want it any more.
            let Some(slot) = slot.upgrade() else { return };
            match done {
                Ok(done) => {
                    let report = done.report.clone();
                    *lock(&slot) = Some(done);
                    outbox_.tell(Some(id), Tell::LabDone(Box::new(report)));
                }
                Err(sentence) => outbox_.refuse(Some(id), sentence),
            }
        })?;
        self.runs.insert(run, (stop, kept));
        Ok(())
    }

    /// Ends a run early.
    pub(crate) fn stop(&self, run: u32) -> Result<(), String> {
        let (stop, _) = self.runs.get(&run).ok_or_else(|| no_such_run(run))?;
        stop.raise();
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
        let (_, kept) = self.runs.get(&run).ok_or_else(|| no_such_run(run))?;
        let kept = lock(kept);
        let done = kept.as_ref().ok_or_else(|| format!("run {run} is not over yet"))?;
        Ok(Tell::LabNodes { run, nodes: question(done)? })
    }
}

fn no_such_run(run: u32) -> String {
    format!("there is no run {run}; a page keeps its last {}", limits::LAB_RUNS)
}

fn lock(slot: &Mutex<Option<Run>>) -> MutexGuard<'_, Option<Run>> {
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

/// What a search found.
struct Found {
    line: Vec<Move>,
    value: Option<Score>,
    depth: u32,
    nodes: u64,
    is_finished: bool,
}

/// A search that can be run again.
struct Search<'a> {
    order: &'a Order,
    history: Vec<u64>,
    stop: &'a AtomicBool,
    solo: Option<Solo>,
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
        let solo = match order.searcher {
            Searcher::Champion => Some(Solo::new(HASH_MIB).map_err(|error| error.to_string())?),
            Searcher::Ladder(_) => None,
        };
        let mut search = Search { order, history: history(&order.game), stop, solo };
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
            remarks.push(format!(
                "{} of {whole} nodes are kept: the first {recorded_ply} plies",
                tree.len().saturating_sub(1)
            ));
        }
        if passes > 1 {
            let which = if keeps == Keeps::Last { "last" } else { "largest" };
            remarks.push(format!(
                "the search went {passes} times through its root; this is tree {pass}, the {which}"
            ));
        }
        let links = links(&tree);
        let best = node::best_line(&tree, &found.line);
        let deepest = counters.nodes_per_ply.len();
        let report = LabReport {
            run,
            algorithm: search.name(),
            eval: order.evaluator.name().to_owned(),
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
            is_best: self.report.best.contains(&id),
            root: self.root.turn(),
            is_live: false,
        };
        Some(node::told(node, &around))
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

impl Search<'_> {
    /// How deep it is to go, an endgame's extra plies included.
    fn full_depth(&self) -> u32 {
        match self.order.searcher {
            Searcher::Ladder(algorithm) => self.task(&algorithm).full_depth(),
            Searcher::Champion => self.order.depth,
        }
    }

    fn name(&self) -> String {
        match self.order.searcher {
            Searcher::Ladder(algorithm) => algorithm.to_string(),
            Searcher::Champion => "champion".to_owned(),
        }
    }

    fn task<'a>(&'a self, algorithm: &Algorithm) -> Task<'a> {
        let position = self.order.game.position();
        let task = algorithm.task(position, self.order.evaluator, self.order.depth);
        let mut control = task.control.stopped_by(self.stop);
        let keeps_to_less = algorithm.rung.budget(&task).is_some_and(|own| own <= self.order.nodes);
        if algorithm.nodes.is_none() && !keeps_to_less {
            control = control.nodes(self.order.nodes);
        }
        Task { history: &self.history, control, ..task }
    }

    /// Whether a smaller depth would take fewer nodes.
    fn can_be_shallower(&self) -> bool {
        match self.order.searcher {
            Searcher::Ladder(algorithm) => self.is_straight(&algorithm),
            Searcher::Champion => true,
        }
    }

    /// Straight to its depth goes what has no limit or budget of its own: that
    /// is the search whose nodes are of interest.
    fn is_straight(&self, algorithm: &Algorithm) -> bool {
        algorithm.nodes.is_none() && algorithm.rung.budget(&self.task(algorithm)).is_none()
    }

    fn deepest_within(&mut self, asked: u32, reached: u32) -> u32 {
        match self.order.searcher {
            // It deepens by itself, and has come to an end so far.
            Searcher::Champion => reached.max(1),
            Searcher::Ladder(_) => {
                let mut deepest = 1;
                for depth in 1..asked {
                    if !self.run(depth, &mut Silent).is_finished {
                        break;
                    }
                    deepest = depth;
                }
                deepest
            }
        }
    }

    fn run<O: Observer>(&mut self, depth: u32, observer: &mut O) -> Found {
        match self.order.searcher {
            Searcher::Ladder(algorithm) => {
                let task = self.task(&algorithm);
                // The depth that was asked for may grow in an endgame; any other
                // is meant as it is.
                let task = if depth == task.full_depth() { task } else { task.to_depth(depth) };
                let report = match self.is_straight(&algorithm) {
                    true => algorithm.rung.search_straight(&task, observer),
                    false => algorithm.rung.search(&task, observer),
                };
                let is_known = algorithm.rung.looks_ahead() || report.best.is_none();
                Found {
                    is_finished: report.is_finished(),
                    line: report.line,
                    value: is_known.then_some(report.value),
                    depth: report.depth,
                    nodes: report.nodes,
                }
            }
            Searcher::Champion => self.run_champion(depth, observer),
        }
    }

    fn run_champion<O: Observer>(&mut self, depth: u32, observer: &mut O) -> Found {
        static TUNED: LazyLock<Tuned> = LazyLock::new(Tuned::default);
        let limits =
            Limits { depth: Some(depth), nodes: Some(self.order.nodes), ..Limits::default() };
        let signals = Signals::new();
        let mut job = Job::new(self.order.game.position(), &limits, &signals);
        job.history = &self.history;
        job.stop = Some(self.stop);
        let evaluator: &'static dyn Evaluator = self.order.evaluator;
        let Some(solo) = &mut self.solo else {
            // A champion's search has its searcher.
            return Found { line: Vec::new(), value: None, depth: 0, nodes: 0, is_finished: true };
        };
        // The same tree whatever was searched before.
        solo.clear();
        let is_tuned = EvalSpec::Named(evaluator.name()) == Champion::DEFAULT_EVAL;
        let found = match is_tuned {
            true => solo.search_observed(&job, &mut TunedJudge::new(&TUNED), observer),
            false => solo.search_observed(&job, &mut Forgetful(evaluator), observer),
        };
        Found {
            is_finished: found.nodes < self.order.nodes && !is_raised(self.stop),
            value: Some(found.score),
            depth: found.depth,
            nodes: found.nodes,
            line: found.pv,
        }
    }

    /// The effective branching factor, where there is one depth to speak of.
    fn branching(&self, counters: &search::Counters, found: &Found) -> Option<f64> {
        let has_one = match self.order.searcher {
            Searcher::Ladder(algorithm) => algorithm.rung.has_fixed_depth(),
            Searcher::Champion => true,
        };
        let is_whole = counters.nodes_per_ply.len() >= found.depth as usize;
        let factor = counters.branching_factor(found.depth);
        factor.filter(|_| has_one && is_whole && found.is_finished)
    }
}

fn is_raised(stop: &AtomicBool) -> bool {
    stop.load(std::sync::atomic::Ordering::Relaxed)
}

/// The keys of the positions before the one where the game stands.
pub(super) fn history(game: &Game) -> Vec<u64> {
    let positions = game.positions();
    positions[..positions.len() - 1].iter().map(Position::key).collect()
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
