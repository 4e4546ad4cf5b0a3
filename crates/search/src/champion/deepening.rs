//! Iterative deepening: depth 1, 2, 3 …, each iteration with a narrow window
//! around what the last one said.

use std::cmp::Reverse;

use chess::Position;
use eval::IncrementalEvaluator;

use super::checks::Checks;
use super::frame::{LEAD, ThreadMemory};
use super::history::NO_MOVE;
use super::margins::PLY;
use super::mate::MateSearch;
use super::params;
use super::picker::{Context, Picker};
use super::root::RootMove;
use super::searcher::{SearchThread, table_key};
use super::table::TranspositionTable;
use super::team::{Lead, Team};
use super::threats::Threats;
use super::time::{Mood, stretch};
use super::value::{self, INFINITE, NONE};
use super::{Info, Job, MAX_DEPTH};
use crate::{Bound, DepthTerm, Observer};

impl<'a, J: IncrementalEvaluator, O: Observer> SearchThread<'a, J, O> {
    /// A thread ready to search a job.
    pub(super) fn new(
        job: &Job<'a>,
        table: &'a TranspositionTable,
        memory: &'a mut ThreadMemory,
        evaluator: &'a mut J,
        observer: &'a mut O,
        team: &'a Team<'a>,
        number: usize,
    ) -> SearchThread<'a, J, O> {
        memory.start();
        let root_moves = std::mem::take(&mut memory.root_moves);
        let mut lines = std::mem::take(&mut memory.lines);
        lines.clear();
        memory.path.start(job.history, job.position);
        evaluator.start(job.position);
        let mut searcher = SearchThread {
            table,
            memory,
            evaluator,
            observer,
            oracle: job.oracle,
            tablebase_pieces: job.oracle.pieces(),
            team,
            number,
            lead: None,
            nodes: 0,
            // Each rank is an answer of the oracle, asked before the search.
            tb_hits: if number == 0 { job.ranks.len() as u64 } else { 0 },
            seldepth: 0,
            next_look: 0,
            granted: 0,
            stopped: false,
            finished_depth: 0,
            root_depth: 0,
            null_floor: 0,
            root_moves,
            has_all_moves: true,
            root_eval: NONE,
            newest: None,
            lines,
            line: 0,
            rank_end: 0,
            mate_search: MateSearch::default(),
        };
        searcher.set_up_root(job);
        searcher
    }

    fn set_up_root(&mut self, job: &Job<'_>) {
        let position = job.position;
        let threats = Threats::of(position);
        let frame = &mut self.memory.frames[LEAD];
        frame.was_pv = true;
        frame.threats = threats;
        if !position.is_check() {
            self.root_eval = self.evaluate(position);
            let correction = self.correction(position, 0);
            self.memory.frames[LEAD].eval = self.corrected(self.root_eval, correction, position);
        }
        let known = self.table.probe(table_key(position)).and_then(|entry| entry.mv);
        let known = known.filter(|&mv| position.is_legal(mv));
        let context = Context { earlier: [NO_MOVE; 4], threats, checks: Checks::of(position) };
        let mut picker = Picker::new(position, known, &self.memory.moves);
        let wanted = &job.limits.search_moves;
        // A list that names no legal move is no list.
        let filtered = wanted.iter().any(|&mv| position.is_legal(mv));
        let mut count = 0;
        while let Some(mv) =
            picker.next(position, &context, &self.memory.histories, &mut self.memory.moves)
        {
            if !filtered || wanted.contains(&mv) {
                let rank = job.ranks.iter().find(|(ranked, _)| *ranked == mv);
                let rank = rank.map_or(0, |(_, rank)| *rank);
                match self.root_moves.get_mut(count) {
                    Some(left_over) => left_over.reset(mv, rank),
                    None => self.root_moves.push(RootMove::new(mv, rank)),
                }
                count += 1;
            } else {
                self.has_all_moves = false;
            }
        }
        self.root_moves.truncate(count);
        if !job.ranks.is_empty() {
            self.root_moves.sort_by_key(|root| Reverse(root.rank));
        }
        self.memory.moves.truncate(0);
    }

    /// Searches deeper and deeper until told to stop. There must be a legal move.
    pub(super) fn deepen(&mut self, job: &Job<'_>) {
        let position = job.position;
        let most = job.limits.depth.filter(|_| self.lead.is_some()).unwrap_or(MAX_DEPTH);
        let wanted = job.limits.multi_pv.clamp(1, self.root_moves.len());
        let mut stability = 0;
        let mut trend = Trend::default();
        for depth in 1..=most.clamp(1, MAX_DEPTH) as i32 {
            // A helper asks before its first move: there may be nothing left to do.
            if self.lead.is_none() && self.is_over() {
                break;
            }
            self.root_depth = depth;
            self.newest = None;
            for line in 0..wanted {
                self.line = line;
                let rank = self.root_moves[line].rank;
                self.rank_end = self.root_moves.partition_point(|root| root.rank >= rank);
                self.aspire(position, depth);
                if self.stopped {
                    break;
                }
                self.root_moves[..=line].sort_by_key(|root| Reverse((root.rank, root.value)));
            }
            if self.stopped {
                break;
            }

            let old_best = self.lines.first().map(|root| root.mv);
            self.finished_depth = depth;
            if depth == 1
                && let Some(lead) = &self.lead
            {
                if !lead.is_alone() {
                    // The others must not get what this thread has used already.
                    self.granted = self.nodes + self.team.grant(self.nodes, 1);
                }
                self.team.begin();
            }
            self.newest = None;
            self.lines.clear();
            self.lines.extend_from_slice(&self.root_moves[..wanted]);
            // Limits that waited for the first iteration hold now.
            self.next_look = self.nodes;
            self.mate_search_mates(job);
            let best = &self.lines[0];
            stability = if old_best == Some(best.mv) { stability + 1 } else { 0 };
            let fall = trend.fall(best.value);
            let score = value::score(best.value);
            self.observer.iteration(depth as u32, score, best.line(), self.nodes);
            self.tell_lines(job);
            if self.is_enough(stability, fall) {
                break;
            }
        }
        self.team.report(self.number, self.nodes, self.tb_hits);
        self.settle();
    }

    /// Looks for mates with the part of the nodes that is due to it.
    fn mate_search_mates(&mut self, job: &Job<'_>) {
        let limits = job.limits;
        // Of several lines only the first could be a mate found here; where one
        // was asked for, that is enough.
        let has_lines = limits.multi_pv > 1 && limits.mate.is_none();
        if self.lead.is_none() || limits.soft_nodes.is_some() || has_lines {
            return;
        }
        let share = if limits.mate.is_some() {
            params::mate_search_asked()
        } else if self.lines[0].value >= params::mate_search_won_value() {
            params::mate_search_won()
        } else if limits.clock.is_none() {
            params::mate_search_usual()
        } else {
            // In a game a mate out of the blue is rare, and time is short.
            return;
        };
        self.mate_search.has_proven =
            self.search_mate(job.position, u64::from(share.unsigned_abs()));
    }

    /// One line of one iteration, in windows that are opened as needed: +40 Elo
    /// against open ones, measured as in [`node`](super::node).
    fn aspire(&mut self, position: &Position, depth: i32) {
        let expected =
            self.root_moves[self.line].average.filter(|_| depth > params::aspiration_wide());
        let (mut alpha, mut beta) = (-INFINITE, INFINITE);
        let mut delta = params::aspiration_delta();
        if let Some(expected) = expected.filter(|&expected| !value::is_decisive(expected)) {
            delta +=
                expected.abs().min(params::aspiration_value_most()) / params::aspiration_value();
            alpha = (expected - delta).max(-INFINITE);
            beta = (expected + delta).min(INFINITE);
        }
        let mut less = 0;
        let mut misses = 0;
        loop {
            let searched = (depth - less).max(1);
            self.tell_depth(depth - searched, || {
                vec![DepthTerm::new("fail high", PLY * (depth - searched))]
            });
            let value = self.root(position, alpha, beta, searched);
            // Moves of equal value keep their order, so the rest stays as it was.
            self.root_moves[self.line..self.rank_end].sort_by_key(|root| Reverse(root.value));
            if self.stopped {
                return;
            }
            misses += 1;
            delta += delta * params::aspiration_growth() / 100;
            let open = misses >= params::aspiration_misses() || value::is_decisive(value);
            if value <= alpha {
                beta = i32::midpoint(alpha, beta);
                alpha = if open { -INFINITE } else { (value - delta).max(-INFINITE) };
                less = 0;
            } else if value >= beta {
                beta = if open { INFINITE } else { (value + delta).min(INFINITE) };
                less = (less + 1).min(params::aspiration_less());
            } else {
                return;
            }
            self.tell_miss();
        }
    }

    /// Whether the iterations so far are enough.
    fn is_enough(&mut self, stability: u32, fall: i32) -> bool {
        let best = &self.lines[0];
        let (value, node_share) = (best.value, best.nodes as f64 / self.nodes.max(1) as f64);
        let depth = self.finished_depth;
        let forced = self.root_moves.len() == 1;
        let Some(lead) = &mut self.lead else { return self.team.is_over_for_helpers() };
        if self.mate_search.has_proven || lead.is_over(self.team, self.nodes) {
            return true;
        }
        if let Some(moves) = lead.limits.mate {
            let plies = value::MATE - value;
            let is_found =
                value::is_mate(value) && value > 0 && plies < 2 * moves.min(1_000) as i32;
            return is_found && self.mate_search.has_nothing_shorter(plies);
        }
        // Other lines than the first go on while they are no mates.
        let is_final = |line: &RootMove| {
            let plies = value::MATE - line.value.abs();
            value::is_mate(line.value) && depth >= 2 * plies + params::mate_surplus()
        };
        if self.lines.iter().all(is_final) {
            return true;
        }
        if lead.limits.soft_nodes.is_some_and(|soft| self.nodes >= soft) {
            return true;
        }
        let Some(soft) = lead.budget.soft else { return false };
        let mood = Mood { node_share, stability, fall };
        let is_enough = forced && depth >= params::time_forced_depth()
            || lead.elapsed() >= soft.mul_f64(stretch(mood));
        // Before a ponder hit the search goes on, but then it is over.
        lead.is_enough_for_hit = is_enough;
        is_enough && lead.is_own_time()
    }

    /// After the last iteration: if a better move was found in one that was not
    /// finished, it is the answer.
    fn settle(&mut self) {
        let Some(newest) = self.newest.filter(|_| self.stopped) else { return };
        if self.lines.first().is_some_and(|best| best.mv == newest) {
            return;
        }
        if let Some(root) = self.root_moves.iter().find(|root| root.mv == newest).cloned() {
            let wanted = self.lines.len().max(1);
            self.lines.retain(|line| line.mv != newest);
            self.lines.insert(0, root);
            self.lines.truncate(wanted);
        }
    }

    fn tell_lines(&mut self, job: &Job<'_>) {
        if !self.lead.as_ref().is_some_and(Lead::is_heard) {
            return;
        }
        self.team.report(self.number, self.nodes, self.tb_hits);
        for index in 0..self.lines.len() {
            let info = self.info(job, index);
            if let Some(lead) = &mut self.lead {
                lead.tell(&info);
            }
        }
    }

    /// In long searches: a window was missed.
    fn tell_miss(&mut self) {
        if !self.lead.as_ref().is_some_and(Lead::is_patient) {
            return;
        }
        self.team.report(self.number, self.nodes, self.tb_hits);
        // Moves that this iteration has not come to still have their values of the last one.
        let is_miss =
            |root: &&RootMove| root.depth == self.root_depth && root.bound != Bound::Exact;
        let Some(missed) = self.root_moves[self.line..].iter().find(is_miss) else { return };
        let info = self.info_of(missed, self.line, self.root_depth);
        if let Some(lead) = &mut self.lead {
            lead.tell(&info);
        }
    }

    /// What to tell about a line that was found.
    pub(super) fn info(&self, job: &Job<'_>, index: usize) -> Info {
        let root = &self.lines[index];
        let mut info = self.info_of(root, index, root.depth);
        super::lines::complete(job, root.value, self.table, &mut info.pv);
        info
    }

    fn info_of(&self, root: &RootMove, index: usize, depth: i32) -> Info {
        Info {
            depth: depth as u32,
            seldepth: root.seldepth.max(root.line().len()) as u32,
            multipv: index + 1,
            score: value::score(root.value),
            bound: root.bound,
            nodes: self.team.nodes(),
            time: self.lead.as_ref().map_or_else(Default::default, Lead::elapsed),
            hashfull: self.table.fullness(),
            tb_hits: self.team.tb_hits(),
            pv: root.line().to_vec(),
        }
    }
}

/// The values of the last iterations.
#[derive(Default)]
struct Trend {
    values: [Option<i32>; 3],
}

impl Trend {
    /// By how much the value fell below the mean of the last iterations.
    fn fall(&mut self, value: i32) -> i32 {
        let known: Vec<i32> = self.values.into_iter().flatten().collect();
        self.values.rotate_left(1);
        self.values[2] = Some(value);
        match known.len() as i32 {
            0 => 0,
            count => known.iter().sum::<i32>() / count - value,
        }
    }
}
