//! Runs of the lab: a search with its tree, kept until the page forgets it.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use lab::tree::{Progress, Recording};
use search::{Signals, TreeLimits};

use super::order::{self, LabRun};
use super::told;
use crate::crew::ReservedMemory;
use crate::house::House;
use crate::news::FoundSoFar;
use crate::outbox::Outbox;
use crate::protocol::{LabNode, LabOrder, LabProgress, LabTurn, Tell};
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
        let order = LabRun::read(order)?;
        // Leave first: who is refused a new run keeps the old ones.
        let leave = house.crew.leave()?;
        while self.runs.len() >= limits::LAB_RUNS {
            self.runs.pop_first();
        }
        let memory = loop {
            match house.crew.memory(limits::LAB_MIB) {
                // Its own older trees make room before anybody is refused.
                Err(_) if self.runs.pop_first().is_some() => {}
                memory => break memory?,
            }
        };
        self.last += 1;
        let run = self.last;
        let stop = Stop::default();
        let done = Arc::new(Slot::new(None));
        let (flag, slot) = (stop.signals(), Arc::downgrade(&done));
        let (news, outbox_) = (house.herald.news(outbox, id), outbox.clone());
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
                    let report = told::report(run, &done.recording);
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

    /// Nodes of a run that is over.
    pub(crate) fn ask(
        &self,
        run: u32,
        question: impl FnOnce(&Run) -> Result<Vec<LabNode>, String>,
    ) -> Result<Tell, String> {
        Ok(Tell::LabNodes { run, nodes: self.look(run, question)? })
    }

    /// Turns of a run that is over.
    pub(crate) fn turns(&self, run: u32, from: u32, count: u32) -> Result<Tell, String> {
        let turns = self.look(run, |done| done.turns(from, count))?;
        Ok(Tell::LabTurns { run, turns })
    }

    fn look<T>(
        &self,
        run: u32,
        question: impl FnOnce(&Run) -> Result<T, String>,
    ) -> Result<T, String> {
        let kept = self.runs.get(&run).ok_or_else(|| no_such_run(run))?;
        let done = lock(&kept.done);
        let done = done.as_ref().ok_or_else(|| format!("run {run} is not over yet"))?;
        question(done)
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
    recording: Recording,
    _memory: ReservedMemory,
}

impl Run {
    fn record(
        run: u32,
        order: &LabRun,
        news: &FoundSoFar,
        stop: &Signals,
        mut memory: ReservedMemory,
    ) -> Result<Run, String> {
        let history = order::history(&order.game);
        let assignment = order.assignment(&history, stop);
        let limits = TreeLimits { nodes: limits::LAB_RECORDED as usize, ply: search::MAX_PLY };
        let begun = Instant::now();
        let mut told = begun;
        let mut look = |progress: &Progress<'_>| {
            if told.elapsed() >= limits::NEWS {
                told = Instant::now();
                let millis = views::millis(begun.elapsed());
                let top = progress.growing.top(assignment.position);
                news.put(Tell::LabProgress(Box::new(LabProgress {
                    run,
                    counters: told::counters(progress.counters),
                    millis,
                    recorded: progress.recorded as u32,
                    full: progress.is_full,
                    top: top.into_iter().map(told::node).collect(),
                })));
            }
        };
        let recording = Recording::make(&assignment, limits, &mut look);
        let recording = recording.map_err(|error| error.to_string())?;
        memory.shrink(recording.bytes());
        Ok(Run { recording, _memory: memory })
    }

    /// Some nodes in the order in which they were entered.
    pub(crate) fn nodes(&self, from: u32, count: u32) -> Result<Vec<LabNode>, String> {
        if count > limits::LAB_BATCH {
            return Err(format!("count cannot be {count}: at most {}", limits::LAB_BATCH));
        }
        let end = from.saturating_add(count).min(self.recording.len() as u32);
        Ok((from..end).filter_map(|id| self.node(id)).collect())
    }

    /// Some turns of a tree that grew.
    fn turns(&self, from: u32, count: u32) -> Result<Vec<LabTurn>, String> {
        if count > limits::LAB_TURNS {
            return Err(format!("count cannot be {count}: at most {}", limits::LAB_TURNS));
        }
        let end = (from as usize).saturating_add(count as usize).min(self.recording.turns());
        let changed = |turn| self.recording.turn(turn).into_iter().map(told::change).collect();
        Ok((from as usize..end).map(|turn| LabTurn { changes: changed(turn) }).collect())
    }

    /// The children of a node in the order they were tried.
    pub(crate) fn children(&self, id: u32) -> Result<Vec<LabNode>, String> {
        let children = self.recording.children(id).ok_or_else(|| no_such_node(id))?;
        Ok(children.filter_map(|child| self.node(child)).collect())
    }

    /// The root, and the children of each node on the way from it to a node.
    pub(crate) fn path(&self, id: u32) -> Result<Vec<LabNode>, String> {
        if id != 0 && id as usize >= self.recording.len() {
            return Err(no_such_node(id));
        }
        let mut way = Vec::new();
        let mut at = id;
        while let Some(above) = self.recording.parent(at) {
            way.push(above);
            at = above;
        }
        let mut nodes: Vec<LabNode> = self.node(0).into_iter().collect();
        for &above in way.iter().rev() {
            nodes.extend(self.children(above)?);
        }
        Ok(nodes)
    }

    fn node(&self, id: u32) -> Option<LabNode> {
        self.recording.node(id).map(told::node)
    }
}

fn no_such_node(id: u32) -> String {
    format!("there is no node {id} in this run")
}
