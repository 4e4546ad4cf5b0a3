//! The threads of one search: what they tell each other, and what the first of
//! them watches for all.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

use chess::Move;

use super::time::TimeBudget;
use super::{Event, Info, Job};
use crate::{Limits, Signals};

/// What threads see of each other.
pub(super) struct Team<'a> {
    halt: AtomicBool,
    /// Whether the first iteration of the first thread is done.
    has_begun: Mutex<bool>,
    begins: Condvar,
    signals: &'a Signals,
    begun: Instant,
    /// When time is up, in nanoseconds after the beginning; the most there is
    /// if it never is, or nobody knows yet.
    deadline: AtomicU64,
    /// Nodes that were granted to no thread yet; the most there is if nobody counts
    /// them.
    ungranted: AtomicU64,
    /// The first thread's counts: a search on one thread asks for no memory.
    first: Count,
    /// Those of the others.
    others: Vec<Count>,
}

/// One thread's counts, on a cache line of its own: neighbours would slow each
/// other down with every write.
#[repr(align(64))]
#[derive(Default)]
struct Count {
    nodes: AtomicU64,
    tb_hits: AtomicU64,
}

impl<'a> Team<'a> {
    /// A team of so many threads.
    pub(super) fn new(job: &Job<'a>, threads: usize) -> Team<'a> {
        Team {
            halt: AtomicBool::new(false),
            has_begun: Mutex::new(false),
            begins: Condvar::new(),
            signals: job.signals,
            begun: job.begun,
            deadline: AtomicU64::new(u64::MAX),
            ungranted: AtomicU64::new(job.limits.most_nodes()),
            first: Count::default(),
            others: std::iter::repeat_with(Count::default).take(threads.max(1) - 1).collect(),
        }
    }

    fn counts(&self) -> impl Iterator<Item = &Count> {
        std::iter::once(&self.first).chain(&self.others)
    }

    /// The first thread has an answer: now the others may begin.
    pub(super) fn begin(&self) {
        if self.others.is_empty() {
            return;
        }
        *self.has_begun.lock().unwrap_or_else(PoisonError::into_inner) = true;
        self.begins.notify_all();
    }

    /// Waits until the first thread has an answer. A thousand helpers on a few
    /// processors would keep it from ever finding one.
    pub(super) fn wait_for_first(&self) {
        let has_begun = self.has_begun.lock().unwrap_or_else(PoisonError::into_inner);
        let waited = self.begins.wait_while(has_begun, |has_begun| !*has_begun);
        drop(waited.unwrap_or_else(PoisonError::into_inner));
    }

    /// The first thread tells when time is up.
    fn set_deadline(&self, deadline: Option<Instant>) {
        let after = deadline.map(|deadline| deadline.saturating_duration_since(self.begun));
        let nanos = after.and_then(|after| u64::try_from(after.as_nanos()).ok());
        self.deadline.store(nanos.unwrap_or(u64::MAX), Ordering::Relaxed);
    }

    /// Whether the search is over for the threads that help. They look at the
    /// clock themselves: where there are more threads than processors, the first
    /// may be waiting for one of theirs.
    pub(super) fn is_over_for_helpers(&self) -> bool {
        let is_due = || {
            let deadline = self.deadline.load(Ordering::Relaxed);
            self.signals.is_stopped()
                || deadline != u64::MAX && self.begun.elapsed().as_nanos() >= u128::from(deadline)
        };
        if self.is_halted() {
            return true;
        }
        let is_due = is_due();
        if is_due {
            self.halt();
        }
        is_due
    }

    /// Ends the search of all threads but the first.
    pub(super) fn halt(&self) {
        self.halt.store(true, Ordering::Relaxed);
    }

    pub(super) fn is_halted(&self) -> bool {
        self.halt.load(Ordering::Relaxed)
    }

    /// Grants more nodes to a thread, `most` at most. It may owe some, which it looked
    /// at without asking. What is left is shared out in smaller and smaller
    /// parts, so that little of it lies with threads that do not need it when the
    /// search ends; together they never look at more than they may.
    pub(super) fn grant(&self, owed: u64, most: u64) -> u64 {
        if self.ungranted.load(Ordering::Relaxed) == u64::MAX {
            return most;
        }
        let shares = 2 * (1 + self.others.len() as u64);
        let part = |left: u64| (left / shares).clamp(left.min(1), most);
        let pay = |left: u64| {
            let left = left.saturating_sub(owed);
            Some(left - part(left))
        };
        let before = self.ungranted.fetch_update(Ordering::Relaxed, Ordering::Relaxed, pay);
        part(before.unwrap_or(0).saturating_sub(owed))
    }

    /// Whether the nodes are used up.
    fn is_spent(&self) -> bool {
        self.ungranted.load(Ordering::Relaxed) == 0
    }

    /// A thread tells its counts.
    pub(super) fn report(&self, number: usize, nodes: u64, tb_hits: u64) {
        let count = if number == 0 { &self.first } else { &self.others[number - 1] };
        count.nodes.store(nodes, Ordering::Relaxed);
        count.tb_hits.store(tb_hits, Ordering::Relaxed);
    }

    /// Nodes of all threads, as far as told.
    pub(super) fn nodes(&self) -> u64 {
        self.counts().map(|count| count.nodes.load(Ordering::Relaxed)).sum()
    }

    /// Answers of the oracle to all threads, as far as told.
    pub(super) fn tb_hits(&self) -> u64 {
        self.counts().map(|count| count.tb_hits.load(Ordering::Relaxed)).sum()
    }
}

/// Bound lines and the move being tried are told from this time on: before it
/// they would only flicker.
const PATIENCE: Duration = Duration::from_secs(3);

/// The limits as the first thread watches them, and whom it tells.
pub(super) struct Lead<'a> {
    pub(super) limits: &'a Limits,
    signals: &'a Signals,
    pub(super) budget: TimeBudget,
    begun: Instant,
    /// When the mover's own clock began: later than `begun` after a ponder hit,
    /// `None` while pondering.
    own_time: Option<Instant>,
    /// Whether the time of the move was up while pondering.
    pub(super) is_enough_for_hit: bool,
    threads: usize,
    /// When it last looked at the clock.
    looked: Instant,
    /// The longest time between two looks.
    pub(super) longest_wait: Duration,
    /// The move that the first line began with when it was last told.
    pub(super) told: Option<Move>,
    /// Who listens; `None` if nobody does, and then nothing is made up to be told.
    events: Option<&'a mut dyn FnMut(Event<'_>)>,
}

impl<'a> Lead<'a> {
    pub(super) fn new(
        job: &Job<'a>,
        threads: usize,
        budget: TimeBudget,
        events: Option<&'a mut dyn FnMut(Event<'_>)>,
    ) -> Lead<'a> {
        let Job { limits, signals, begun, .. } = *job;
        let own_time = (!signals.is_pondering()).then_some(begun);
        Lead {
            limits,
            signals,
            budget,
            begun,
            own_time,
            is_enough_for_hit: false,
            threads,
            looked: begun,
            longest_wait: Duration::ZERO,
            told: None,
            events,
        }
    }

    /// Time since the job began.
    pub(super) fn elapsed(&self) -> Duration {
        self.begun.elapsed()
    }

    /// Whether anybody is told about the search.
    pub(super) fn is_heard(&self) -> bool {
        self.events.is_some()
    }

    /// Whether somebody is told and the search has gone on long enough for details.
    pub(super) fn is_patient(&self) -> bool {
        self.is_heard() && self.elapsed() >= PATIENCE
    }

    /// Tells of a line.
    pub(super) fn tell(&mut self, info: &Info) {
        if info.multipv == 1 {
            self.told = info.pv.first().copied();
        }
        if let Some(events) = &mut self.events {
            events(Event::Line(info));
        }
    }

    /// Tells of the root move that is looked at now.
    pub(super) fn trying(&mut self, depth: i32, mv: Move, number: usize) {
        if self.is_patient()
            && let Some(events) = &mut self.events
        {
            events(Event::Trying { depth: depth as u32, mv, number });
        }
    }

    /// Whether the mover's own clock runs.
    pub(super) fn is_own_time(&mut self) -> bool {
        if self.own_time.is_none() && !self.signals.is_pondering() {
            self.own_time = Some(Instant::now());
        }
        self.own_time.is_some()
    }

    /// When time is up; `None` if it never is or does not run yet.
    fn deadline(&mut self) -> Option<Instant> {
        let hard = self.budget.hard?;
        if !self.is_own_time() {
            return None;
        }
        self.own_time?.checked_add(hard)
    }

    /// Whether anything but depth ends the search now.
    pub(super) fn is_over(&mut self, team: &Team, own_nodes: u64) -> bool {
        if self.signals.is_stopped() {
            return true;
        }
        let is_spent = match self.is_alone() {
            true => own_nodes >= self.most_nodes(),
            false => team.is_spent(),
        };
        if is_spent {
            return true;
        }
        if self.is_enough_for_hit && self.is_own_time() {
            return true;
        }
        if self.budget.hard.is_none() {
            return false;
        }
        let deadline = self.deadline();
        team.set_deadline(deadline);
        let now = self.look_at_clock();
        deadline.is_some_and(|deadline| now >= deadline)
    }

    /// The time, and a note of how long nobody looked.
    pub(super) fn look_at_clock(&mut self) -> Instant {
        let now = Instant::now();
        self.longest_wait = self.longest_wait.max(now.saturating_duration_since(self.looked));
        self.looked = now;
        now
    }

    /// The nodes that all threads together may look at.
    pub(super) fn most_nodes(&self) -> u64 {
        self.limits.most_nodes()
    }

    /// Whether no other thread helps: then it counts for itself, and exactly.
    pub(super) fn is_alone(&self) -> bool {
        self.threads == 1
    }

    /// Sleeps as long as no answer may be given although there is nothing left
    /// to search: until told in infinite searches and while pondering, and to
    /// the end of a fixed time.
    pub(super) fn wait(&mut self) {
        let is_timed = self.budget.hard.is_some();
        if is_timed {
            self.look_at_clock();
        }
        self.sleep_until_due();
        if is_timed {
            self.looked = Instant::now(); // who sleeps on purpose is not kept waiting
        }
    }

    fn sleep_until_due(&mut self) {
        while !self.signals.is_stopped() {
            if !self.is_own_time() {
                self.signals.sleep(None, true);
            } else if self.limits.infinite {
                self.signals.sleep(None, false);
            } else {
                let deadline = self.deadline().filter(|_| self.has_fixed_time());
                match deadline {
                    Some(deadline) if Instant::now() < deadline => {
                        self.signals.sleep(Some(deadline), false);
                    }
                    _ => return,
                }
            }
        }
    }

    /// Whether a time was asked for and nothing else, so that the search may
    /// not end before it.
    fn has_fixed_time(&self) -> bool {
        let limits = self.limits;
        limits.move_time.is_some()
            && limits.clock.is_none()
            && limits.depth.is_none()
            && limits.nodes.is_none()
            && limits.soft_nodes.is_none()
            && limits.mate.is_none()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chess::Position;

    #[test]
    fn what_was_enough_while_pondering_ends_with_the_hit() {
        let (position, signals) = (Position::default(), Signals::pondering());
        let clock = crate::Clock::equal(Duration::from_secs(60), Duration::ZERO);
        let limits = Limits { clock: Some(clock), ..Limits::default() };
        let job = Job::new(&position, &limits, &signals);
        let (team, mut events) = (Team::new(&job, 1), |_: Event<'_>| {});
        let budget = TimeBudget::of(&limits, position.turn(), Duration::ZERO);
        let mut lead = Lead::new(&job, 1, budget, Some(&mut events));
        lead.is_enough_for_hit = true;
        assert!(!lead.is_over(&team, 0), "it ponders");
        signals.ponder_hit();
        assert!(lead.is_over(&team, 0));
        lead.is_enough_for_hit = false;
        assert!(!lead.is_over(&team, 0), "the clock has just begun");
    }
}
