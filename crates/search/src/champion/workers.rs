//! All threads together ("lazy SMP"): each searches the whole tree by itself,
//! and they help each other only through the table. Because the table makes
//! them find different things first, they drift apart, and together they see
//! more. At the end they vote.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use chess::{Color, Move};
use eval::{IncrementalEvaluator, Score};

use super::evaluators::Evaluators;
use super::frame::ThreadMemory;
use super::params;
use super::root::RootMove;
use super::searcher::SearchThread;
use super::stalls::Stalls;
use super::table::{MemoryError, TranspositionTable};
use super::team::{Lead, Team};
use super::time::TimeBudget;
use super::value;
use super::{Event, Info, Job, MAX_DEPTH, lines};
use crate::{Ending, Limits, Observer, Report, Silent};

/// More threads than this are not started.
pub const MAX_THREADS: usize = 1_024;
/// What a thread takes in addition to its stack, in bytes, with something to spare: its
/// histories and corrections and, in a search, the accumulators of a network.
const THREAD: usize = 6 << 20;
/// Stack of a helping thread: many times what the deepest line needs.
const STACK: usize = 8 << 20;

/// The tournament search with its table and threads.
///
/// What was learnt stays from search to search, until [`Pool::clear`].
pub struct Pool {
    table: TranspositionTable,
    memories: Vec<ThreadMemory>,
    stalls: Stalls,
}

impl Pool {
    /// A pool of so many threads, at least one and at most [`MAX_THREADS`], and a
    /// table of so many MiB, at least one.
    pub fn new(threads: usize, hash_mib: usize) -> Result<Pool, MemoryError> {
        let threads = threads.clamp(1, MAX_THREADS);
        let (table, stalls) = (TranspositionTable::new(hash_mib, threads)?, Stalls::default());
        let mut pool = Pool { table, memories: Vec::new(), stalls };
        pool.set_threads(threads)?;
        Ok(pool)
    }

    /// Changes the number of threads. If there is no memory for them their
    /// number stays as it is.
    pub fn set_threads(&mut self, threads: usize) -> Result<(), MemoryError> {
        let threads = threads.clamp(1, MAX_THREADS);
        // What a thread keeps is many small pieces, none of which could be done
        // without; so whether there is room is found out with one.
        let more = threads.saturating_sub(self.memories.len());
        let mut room: Vec<u8> = Vec::new();
        room.try_reserve_exact(more * THREAD).map_err(|_| MemoryError::Threads(threads))?;
        drop(room);
        self.memories.resize_with(threads, ThreadMemory::new);
        Ok(())
    }

    /// The number of threads.
    pub fn threads(&self) -> usize {
        self.memories.len()
    }

    /// Changes the size of the table, which forgets everything. If there is no
    /// memory for it the old one stays as it is.
    pub fn set_hash(&mut self, mib: usize) -> Result<(), MemoryError> {
        self.table = TranspositionTable::new(mib, self.memories.len())?;
        Ok(())
    }

    /// The size of the table.
    pub fn hash_mib(&self) -> usize {
        self.table.mib()
    }

    /// Forgets everything: for a new game.
    pub fn clear(&mut self) {
        self.table.clear(self.memories.len());
        // A thousand memories take seconds one by one: all processors help.
        let at_once = std::thread::available_parallelism().map_or(1, usize::from);
        let helpers = at_once.min(self.memories.len()) - 1;
        let left = Mutex::new(self.memories.iter_mut());
        let next = || left.lock().unwrap_or_else(PoisonError::into_inner).next();
        let work = || {
            while let Some(memory) = next() {
                memory.clear();
            }
        };
        std::thread::scope(|scope| {
            for _ in 0..helpers {
                // Where no thread can be had, those that there are do its share.
                let _ = std::thread::Builder::new().spawn_scoped(scope, work);
            }
            work();
        });
    }

    /// How full the table is, in thousandths.
    pub fn hashfull(&self) -> u32 {
        self.table.fullness()
    }

    /// Whether a search with these limits is over in a few milliseconds for the side to move.
    /// On a busy machine it takes longer than that until another thread runs, so such a
    /// search calls none.
    pub fn is_brief(&self, limits: &Limits, turn: Color) -> bool {
        is_brief(TimeBudget::of(limits, turn, self.stalls.expected()))
    }

    /// Searches a job with all threads. Each gets an evaluator of its own, the same
    /// in every search with the same evaluators. Returns when a limit is reached,
    /// but, in infinite searches and while pondering, not before it is told to.
    pub fn search<J: IncrementalEvaluator>(
        &mut self,
        job: &Job<'_>,
        evaluators: &mut Evaluators<'_, J>,
        on_event: &mut dyn FnMut(Event<'_>),
    ) -> Report {
        if !job.position.has_legal_move() {
            return over(job);
        }
        self.table.grow_older();
        let team = Team::new(job, self.memories.len());
        let (table, stalls) = (&self.table, &mut self.stalls);
        let budget = TimeBudget::of(job.limits, job.position.turn(), stalls.expected());
        let mut seats = evaluators.seats(self.memories.len());
        let Some((first, others)) = self.memories.split_first_mut() else { return over(job) };
        let Some(seat) = seats.next() else { return over(job) };
        let is_alone = is_brief(budget) && !job.signals.is_pondering();
        let others = if is_alone { &mut [] } else { others };
        std::thread::scope(|scope| {
            let mut helpers = Vec::with_capacity(others.len());
            for (index, (memory, seat)) in others.iter_mut().zip(seats).enumerate() {
                let team = &team;
                let help = move || {
                    team.wait_for_first();
                    let (evaluator, mut observer) = (seat.take(), Silent);
                    let number = index + 1;
                    let mut searcher = SearchThread::new(
                        job,
                        table,
                        memory,
                        evaluator,
                        &mut observer,
                        team,
                        number,
                    );
                    searcher.deepen(job);
                    ThreadProposal::of(&searcher)
                };
                let thread = std::thread::Builder::new().stack_size(STACK);
                // Without a thread the search is slower, but it is a search.
                if let Ok(helper) = thread.spawn_scoped(scope, help) {
                    helpers.push(helper);
                }
            }
            // However this thread ends, the others must not wait for it.
            let _begun = Begun(&team);
            let (evaluator, mut observer) = (seat.take(), Silent);
            let threads = helpers.len() + 1;
            let mut lead = Leader {
                searcher: SearchThread::new(job, table, first, evaluator, &mut observer, &team, 0),
            };
            lead.searcher.lead = Some(Lead::new(job, threads, budget, Some(on_event)));
            lead.searcher.deepen(job);
            if let Some(lead) = &mut lead.searcher.lead {
                lead.wait();
            }
            team.halt();
            let mut candidates = vec![ThreadProposal::of(&lead.searcher)];
            candidates.extend(helpers.into_iter().filter_map(|helper| helper.join().ok()));
            if let Some(lead) = &mut lead.searcher.lead {
                stalls.learn_from(lead);
            }
            // A depth that nobody reaches is no wish for one.
            let wants_depth = job.limits.depth.is_some_and(|depth| depth < MAX_DEPTH);
            let by_vote = job.limits.multi_pv <= 1 && !wants_depth && job.limits.mate.is_none();
            let chosen = if by_vote { vote(&candidates) } else { 0 };
            lead.answer(job, candidates.swap_remove(chosen))
        })
    }
}

fn is_brief(budget: TimeBudget) -> bool {
    let brief = Duration::from_millis(params::time_brief().unsigned_abs().into());
    budget.hard.is_some_and(|hard| hard < brief)
}

/// Lets the helpers begin at the latest when it is dropped, and then they find
/// that the search is over: also if the first thread panics.
struct Begun<'a>(&'a Team<'a>);

impl Drop for Begun<'_> {
    fn drop(&mut self) {
        self.0.halt();
        self.0.begin();
    }
}

/// The first thread at the end of its search.
pub(super) struct Leader<'a, J, O> {
    pub(super) searcher: SearchThread<'a, J, O>,
}

impl<J: IncrementalEvaluator, O: Observer> Leader<'_, J, O> {
    /// The answer, made of what one of the threads found.
    pub(super) fn answer(mut self, job: &Job<'_>, candidate: ThreadProposal) -> Report {
        let searcher = &mut self.searcher;
        let ThreadProposal { lines: chosen, depth, told } = candidate;
        searcher.lines = chosen;
        searcher.finished_depth = depth;
        let infos: Vec<Info> =
            (0..searcher.lines.len()).map(|index| searcher.info(job, index)).collect();
        // What was told last must begin with the move that is played.
        if !told && let Some(lead) = &mut searcher.lead {
            for info in &infos {
                lead.tell(info);
            }
        }
        let Some(best) = infos.first() else { return over(job) };
        Report {
            best: best.pv.first().copied(),
            ponder: lines::reply(job.history, job.position, &best.pv, searcher.table),
            score: best.score,
            pv: best.pv.clone(),
            depth: best.depth,
            seldepth: best.seldepth,
            nodes: best.nodes,
            tb_hits: best.tb_hits,
            time: job.begun.elapsed(),
            lines: infos,
            ending: Ending::finished_if(!searcher.stopped),
        }
    }
}

/// What one thread proposes.
pub(super) struct ThreadProposal {
    lines: Vec<RootMove>,
    depth: i32,
    /// Whether what was told last begins with the move of its first line.
    told: bool,
}

impl ThreadProposal {
    pub(super) fn of<J: IncrementalEvaluator, O: Observer>(
        searcher: &SearchThread<'_, J, O>,
    ) -> ThreadProposal {
        let first = searcher.lines.first().map(|line| line.mv);
        ThreadProposal {
            lines: searcher.lines.clone(),
            depth: searcher.finished_depth,
            told: searcher.lead.as_ref().is_some_and(|lead| lead.told == first),
        }
    }

    fn value(&self) -> i32 {
        self.lines.first().map_or(-value::INFINITE, |line| line.value)
    }

    fn mv(&self) -> Option<Move> {
        self.lines.first().map(|line| line.mv)
    }
}

/// The place of the candidate to follow: the shortest win if one is proven,
/// otherwise the move with the most votes, which weigh by depth and value, and
/// of those who chose it the deepest.
fn vote(candidates: &[ThreadProposal]) -> usize {
    let least_weight = i64::from(params::vote_least());
    let finished = || candidates.iter().enumerate().filter(|(_, one)| one.depth > 0);
    let best = finished().max_by_key(|(index, one)| (one.value(), std::cmp::Reverse(*index)));
    let Some((best, strongest)) = best else { return 0 };
    if value::is_win(strongest.value()) {
        return best;
    }
    let worst = finished().map(|(_, one)| one.value()).min().unwrap_or(0);
    let weight = |one: &ThreadProposal| {
        (i64::from(one.value() - worst) + least_weight) * i64::from(one.depth)
    };
    let votes = |mv: Option<Move>| -> i64 {
        finished().filter(|(_, one)| one.mv() == mv).map(|(_, one)| weight(one)).sum()
    };
    finished()
        .max_by_key(|(index, one)| (votes(one.mv()), weight(one), std::cmp::Reverse(*index)))
        .map_or(0, |(index, _)| index)
}

/// The answer where there is no move.
pub(super) fn over(job: &Job<'_>) -> Report {
    let score = if job.position.is_check() { Score::mated_in(0) } else { Score::DRAW };
    Report { score, time: job.begun.elapsed(), ..Report::default() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Bound;
    use chess::Square;

    fn candidate(to: Square, value: i32, depth: i32) -> ThreadProposal {
        let mut line = RootMove::new(Move::normal(Square::A1, to), 0);
        line.value = value;
        line.bound = Bound::Exact;
        ThreadProposal { lines: vec![line], depth, told: false }
    }

    #[test]
    fn two_threads_outvote_one() {
        let one = candidate(Square::A2, 30, 12);
        let two = candidate(Square::A3, 25, 12);
        let three = candidate(Square::A3, 28, 12);
        assert_eq!(vote(&[one, two, three]), 2);
    }

    #[test]
    fn a_proven_win_needs_no_majority() {
        let win = candidate(Square::A4, value::mate_in(9), 8);
        let shorter = candidate(Square::A5, value::mate_in(5), 7);
        let many = || candidate(Square::A2, 300, 20);
        assert_eq!(vote(&[many(), many(), win, shorter, many()]), 3);
    }

    #[test]
    fn threads_without_a_finished_iteration_have_no_vote() {
        let nothing = candidate(Square::A4, 900, 0);
        assert_eq!(vote(&[candidate(Square::A2, 10, 3), nothing]), 0);
    }
}
