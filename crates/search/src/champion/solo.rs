//! One thread with a table of its own: for many small searches, and for
//! searches that are watched.

use chess::Move;
use eval::{IncrementalEvaluator, Score};

use super::frame::ThreadMemory;
use super::searcher::SearchThread;
use super::stalls::Stalls;
use super::table::{MemoryError, TranspositionTable};
use super::team::{Lead, Team};
use super::time::TimeBudget;
use super::value;
use super::workers::{Leader, ThreadProposal, over};
use super::{Event, Job};
use crate::{Observer, Report, Silent};

/// A single searcher that starts no thread and clears nothing between two
/// searches: what was learnt helps the next one. Call [`Solo::clear`] where a
/// search must not depend on those before it.
pub struct Solo {
    table: TranspositionTable,
    memory: ThreadMemory,
    stalls: Stalls,
}

impl Solo {
    /// A searcher with a table of so many MiB, at least one.
    pub fn new(hash_mib: usize) -> Result<Solo, MemoryError> {
        Ok(Solo {
            table: TranspositionTable::new(hash_mib, 1)?,
            memory: ThreadMemory::new(),
            stalls: Stalls::default(),
        })
    }

    /// A searcher with a table of so many KiB, at least one: for searches so small
    /// that a larger table would be cleared for longer than it is used.
    pub fn of_kib(hash_kib: usize) -> Result<Solo, MemoryError> {
        Ok(Solo {
            table: TranspositionTable::of_kib(hash_kib, 1)?,
            memory: ThreadMemory::new(),
            stalls: Stalls::default(),
        })
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.table.clear(1);
        self.memory.clear();
    }

    /// Searches a job on the calling thread.
    pub fn search<J: IncrementalEvaluator>(&mut self, job: &Job<'_>, evaluator: &mut J) -> Report {
        self.found(job, evaluator, &mut Silent, None)
    }

    /// The same with somebody watching, which changes nothing.
    pub fn search_observed<J: IncrementalEvaluator, O: Observer>(
        &mut self,
        job: &Job<'_>,
        evaluator: &mut J,
        observer: &mut O,
    ) -> Report {
        self.found(job, evaluator, observer, None)
    }

    /// The same with somebody watching and somebody listening.
    pub fn search_with<J: IncrementalEvaluator, O: Observer>(
        &mut self,
        job: &Job<'_>,
        evaluator: &mut J,
        observer: &mut O,
        on_event: &mut dyn FnMut(Event<'_>),
    ) -> Report {
        self.found(job, evaluator, observer, Some(on_event))
    }

    /// The move and the score that [`Solo::search_observed`] finds, and nothing else
    /// of it: for searches so small that making up the rest takes as long. `None` if there
    /// is no legal move. It does not wait for anybody: infinite searches end.
    pub fn choose<J: IncrementalEvaluator, O: Observer>(
        &mut self,
        job: &Job<'_>,
        evaluator: &mut J,
        observer: &mut O,
    ) -> Option<(Move, Score)> {
        self.table.grow_older();
        let team = Team::new(job, 1);
        let (table, memory) = (&self.table, &mut self.memory);
        let mut searcher = SearchThread::new(job, table, memory, evaluator, observer, &team, 0);
        if !searcher.root_moves.is_empty() {
            let budget = TimeBudget::of(job.limits, job.position.turn(), self.stalls.expected());
            searcher.lead = Some(Lead::new(job, 1, budget, None));
            searcher.deepen(job);
        }
        let SearchThread { root_moves, lines, memory, .. } = searcher;
        let best = lines.first().map(|best| (best.mv, value::score(best.value)));
        (memory.root_moves, memory.lines) = (root_moves, lines);
        best
    }

    fn found<J: IncrementalEvaluator, O: Observer>(
        &mut self,
        job: &Job<'_>,
        evaluator: &mut J,
        observer: &mut O,
        on_event: Option<&mut dyn FnMut(Event<'_>)>,
    ) -> Report {
        if !job.position.has_legal_move() {
            return over(job);
        }
        self.table.grow_older();
        let team = Team::new(job, 1);
        let mut leader = Leader {
            searcher: SearchThread::new(
                job,
                &self.table,
                &mut self.memory,
                evaluator,
                observer,
                &team,
                0,
            ),
        };
        let budget = TimeBudget::of(job.limits, job.position.turn(), self.stalls.expected());
        let lead = match on_event {
            Some(on_event) => Lead::new(job, 1, budget, Some(on_event)),
            None => Lead::new(job, 1, budget, None),
        };
        leader.searcher.lead = Some(lead);
        leader.searcher.deepen(job);
        if let Some(lead) = &mut leader.searcher.lead {
            lead.wait();
            self.stalls.learn_from(lead);
        }
        let candidate = ThreadProposal::of(&leader.searcher);
        leader.answer(job, candidate)
    }
}
