//! The search at the board as it stands: a score for every move that is seen.

use chess::{Move, Position};
use eval::{IncrementalEvaluator, Score};

use super::node::FallibleWalk;
use super::sight::{Eyes, Glance};
use super::{Sight, SightTable};
use crate::{Bound, Control, MAX_PLY};

/// What a fallible search is told.
#[derive(Clone, Copy)]
pub struct FallibleTask<'a> {
    /// The position to find moves in.
    pub position: &'a Position,
    /// The keys of the positions of the game before this one, oldest first.
    pub history: &'a [u64],
    /// The move that led here.
    pub last: Option<Move>,
    /// The mover's own move before that.
    pub before: Option<Move>,
    /// Replies of the opponent that are never overlooked: who was threatened with
    /// them a move ago has seen them by now.
    pub noticed: &'a [Move],
    /// Only these moves, all of them seen; every move if empty.
    pub only: &'a [Move],
    /// Iterations at most.
    pub depth: u32,
    /// Nodes at most, once the first iteration is done.
    pub nodes: u64,
    /// Moves that are worse than the best by more centipawns than this need no
    /// exact score.
    pub margin: i32,
    /// How well it sees.
    pub sight: Sight,
    /// What is overlooked depends on this.
    pub seed: u64,
    /// What stops it before.
    pub control: Control<'a>,
}

/// A move with what the player believes that it leads to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Candidate {
    /// The move.
    pub mv: Move,
    /// What it is worth to the mover.
    pub score: Score,
    /// How exact that is.
    pub bound: Bound,
    /// The moves expected, beginning with `mv`.
    pub pv: Vec<Move>,
}

/// What a fallible search found.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct FallibleReport {
    /// The moves that were seen, the best first; empty only where there is no
    /// legal move.
    pub candidates: Vec<Candidate>,
    /// The last iteration that was finished.
    pub depth: u32,
    /// Nodes, the root not counted.
    pub nodes: u64,
}

/// Searches; `tell` hears of each finished iteration.
pub fn search(
    task: &FallibleTask<'_>,
    evaluator: &mut dyn IncrementalEvaluator,
    memory: &mut SightTable,
    tell: &mut dyn FnMut(&FallibleReport),
) -> FallibleReport {
    let mut report = FallibleReport { candidates: candidates(task), ..FallibleReport::default() };
    if report.candidates.is_empty() {
        return report;
    }
    memory.begin();
    evaluator.start(task.position);
    let mut walk = FallibleWalk::new(task, evaluator, memory);
    for depth in 1..=task.depth.clamp(1, MAX_PLY as u32 / 2) {
        let is_finished = iteration(task, &mut walk, depth, &mut report.candidates);
        // Equal moves keep the order they had.
        report
            .candidates
            .sort_by_key(|one| (std::cmp::Reverse(one.score), one.bound != Bound::Exact));
        report.nodes = walk.nodes();
        if !is_finished {
            break;
        }
        report.depth = depth;
        tell(&report);
        let best = &report.candidates[0];
        let has_mate = best.score.mate_plies().is_some_and(|plies| plies <= depth);
        if has_mate || walk.is_spent() || report.candidates.len() == 1 && depth > 4 {
            break;
        }
    }
    report
}

/// The moves that are seen; all of them where none is.
fn candidates(task: &FallibleTask<'_>) -> Vec<Candidate> {
    let legal = task.position.legal_moves();
    let glance = Glance { position: task.position, ply: 0, last: task.last, before: task.before };
    let eyes = Eyes::new(task.sight, task.seed);
    let is_wanted = |mv: &&Move| match task.only.iter().any(|only| legal.contains(only)) {
        true => task.only.contains(mv),
        false => eyes.see(&glance, **mv),
    };
    let mut seen: Vec<Move> = legal.iter().filter(is_wanted).copied().collect();
    if seen.is_empty() {
        seen = legal.to_vec();
    }
    let candidate = |mv| Candidate { mv, score: Score::DRAW, bound: Bound::Upper, pv: vec![mv] };
    seen.into_iter().map(candidate).collect()
}

/// Gives all candidates a score at this depth; whether it came to the end.
fn iteration(
    task: &FallibleTask<'_>,
    walk: &mut FallibleWalk<'_>,
    depth: u32,
    candidates: &mut [Candidate],
) -> bool {
    let mut best = -Score::INFINITE;
    walk.begin_iteration(depth == 1);
    for candidate in candidates {
        let floor = match best == -Score::INFINITE || best.is_mate() {
            true => -Score::INFINITE,
            false => Score::cp(best.raw() - task.margin),
        };
        let Some((score, bound)) = walk.root_move(task.position, candidate.mv, depth, floor) else {
            return false;
        };
        candidate.score = score;
        candidate.bound = bound;
        if bound == Bound::Exact {
            candidate.pv.truncate(1);
            candidate.pv.extend_from_slice(walk.expected());
        }
        best = best.max(score);
    }
    true
}
