//! One thread with a table of its own: for many small searches, and for
//! searches that are watched.

use eval::Judge;

use super::frame::Memory;
use super::searcher::Searcher;
use super::table::{MemoryError, Table};
use super::team::{Lead, Team};
use super::workers::{Candidate, Leader, over};
use super::{Event, Found, Job};
use crate::{Observer, Silent};

/// A single searcher that starts no thread and clears nothing between two
/// searches: what was learnt helps the next one. Call [`Solo::clear`] where a
/// search must not depend on those before it.
pub struct Solo {
    table: Table,
    memory: Memory,
}

impl Solo {
    /// A searcher with a table of so many MiB, at least one.
    pub fn new(hash_mib: usize) -> Result<Solo, MemoryError> {
        Ok(Solo { table: Table::new(hash_mib, 1)?, memory: Memory::new() })
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.table.clear(1);
        self.memory.clear();
    }

    /// Searches a job on the calling thread.
    pub fn search<J: Judge>(&mut self, job: &Job<'_>, judge: &mut J) -> Found {
        self.search_with(job, judge, &mut Silent, &mut |_| {})
    }

    /// The same with somebody watching, which changes nothing.
    pub fn search_observed<J: Judge, O: Observer>(
        &mut self,
        job: &Job<'_>,
        judge: &mut J,
        observer: &mut O,
    ) -> Found {
        self.search_with(job, judge, observer, &mut |_| {})
    }

    /// The same with somebody watching and somebody listening.
    pub fn search_with<J: Judge, O: Observer>(
        &mut self,
        job: &Job<'_>,
        judge: &mut J,
        observer: &mut O,
        on_event: &mut dyn FnMut(Event<'_>),
    ) -> Found {
        if !job.position.has_legal_move() {
            return over(job);
        }
        self.table.grow_older();
        let team = Team::new(job, 1);
        let mut leader = Leader {
            searcher: Searcher::new(job, &self.table, &mut self.memory, judge, observer, &team, 0),
        };
        leader.searcher.lead = Some(Lead::new(job, 1, on_event));
        leader.searcher.deepen(job);
        if let Some(lead) = &mut leader.searcher.lead {
            lead.wait();
        }
        let candidate = Candidate::of(&leader.searcher);
        leader.answer(job, candidate)
    }
}
