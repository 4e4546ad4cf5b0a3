//! Positions with one right move.

use chess::{Move, Position};

use super::lesson::is_good;
use crate::claim::Kind;
use crate::motifs;
use crate::prover::Prover;
use crate::tactic::{ONLY_GAP, Tactic};

/// A position in which one move alone is right, and the line that follows.
#[derive(Clone, PartialEq, Debug)]
pub struct Puzzle {
    /// The line, and what is won by it.
    pub tactic: Tactic,
    /// How hard it is to find.
    pub difficulty: Difficulty,
}

/// What makes a solution hard to find, by the search.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Difficulty {
    /// Nodes after which the search never changed its mind about the first move.
    pub settled: u64,
    /// Moves that the solver has to find.
    pub moves: usize,
    /// Whether the first move takes nothing and gives no check.
    pub is_quiet: bool,
    /// Whether it gives more than it takes.
    pub is_sacrifice: bool,
}

/// Ratings that are told: lichess's puzzles have no others.
const RATINGS: std::ops::RangeInclusive<f64> = 500.0..=2800.0;
/// The rating of a puzzle whose solution takes one obvious move, and what makes it harder: chosen by
/// hand. How far they are off for lichess's puzzles is measured, see docs/coach.md.
const BASE: f64 = 760.0;
const PER_DOUBLING: f64 = 22.0;
const PER_MOVE: f64 = 235.0;
const QUIET: f64 = 165.0;
const SACRIFICE: f64 = 70.0;

impl Difficulty {
    /// How hard that is on the scale of lichess's puzzles.
    pub fn rating(&self) -> u32 {
        let doublings = (self.settled.max(1) as f64).log2();
        let rating = BASE
            + PER_DOUBLING * doublings
            + PER_MOVE * self.moves.saturating_sub(1) as f64
            + if self.is_quiet { QUIET } else { 0.0 }
            + if self.is_sacrifice { SACRIFICE } else { 0.0 };
        rating.clamp(*RATINGS.start(), *RATINGS.end()).round() as u32
    }

    /// What a search says about the line of a puzzle.
    pub fn of(prover: &mut Prover, position: &Position, moves: &[Move]) -> Difficulty {
        let first = moves.first().copied();
        let gives_check = first.is_some_and(|mv| {
            let mut next = *position;
            next.play(mv).is_ok() && next.is_check()
        });
        let is_given = |mv: Move| !mv.is_castling() && position.see(mv) < 0;
        Difficulty {
            settled: prover.settles(position),
            moves: moves.len().div_ceil(2),
            is_quiet: first.is_some_and(|mv| !position.is_capture(mv)) && !gives_check,
            is_sacrifice: first.is_some_and(is_given),
        }
    }
}

impl Puzzle {
    /// The puzzle in a position: only where the second-best move is clearly worse, by a search
    /// that is deeper than the usual one, and the best one wins something.
    pub fn find(prover: &mut Prover, position: &Position) -> Option<Puzzle> {
        prover.clear();
        let (best, next) = prover.deeper_two(position);
        // With a single legal move there is nothing to find.
        let next = next?;
        let is_alone = best.is_clearly_better(&next, ONLY_GAP);
        if !is_alone || !is_good(best.value) {
            return None;
        }
        let tactic = Tactic::find(prover, position, None);
        let is_it = tactic.is_single && tactic.moves().first().copied() == best.best();
        let works = tactic.mate_in().is_some() || tactic.gain() >= 1;
        if !is_it || !works {
            return None;
        }
        let difficulty = Difficulty::of(prover, position, &tactic.moves());
        Some(Puzzle { tactic, difficulty })
    }

    /// The right move.
    pub fn best(&self) -> Option<Move> {
        self.tactic.moves().first().copied()
    }

    /// About how hard it is.
    pub fn rating(&self) -> u32 {
        self.difficulty.rating()
    }

    /// The motif that makes it work, or the mate, as lichess calls it.
    pub(super) fn motif_name(&self) -> Option<String> {
        let seen = motifs::sightings(&self.tactic);
        let motif = seen.into_iter().find(|seen| motifs::is_claimed(seen.motif));
        let mate = || self.tactic.mate_in().map(|moves| Kind::MateIn(moves).name());
        motif.map(|seen| seen.motif.name().to_owned()).or_else(mate)
    }
}
