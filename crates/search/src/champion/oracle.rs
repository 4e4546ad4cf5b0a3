//! Who knows endgames: the place where tablebases are plugged in.

use chess::Position;
use eval::Score;

use super::value::{TABLEBASE_WIN, score};
use crate::Bound;

/// What is known about a position with perfect play, from the mover's view.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum TablebaseResult {
    /// Lost.
    Loss,
    /// Lost but for the fifty-move rule.
    BlessedLoss,
    /// Drawn.
    Draw,
    /// Won but for the fifty-move rule.
    CursedWin,
    /// Won.
    Win,
}

impl TablebaseResult {
    /// The verdict as a bound at distance `ply` from the root. A win is a lower
    /// bound, because a mate may be nearer than the tablebase says.
    pub(super) fn bound(self, ply: usize) -> (i32, Bound) {
        let win = TABLEBASE_WIN - ply as i32;
        match self {
            TablebaseResult::Loss => (-win, Bound::Upper),
            TablebaseResult::BlessedLoss => (-1, Bound::Exact),
            TablebaseResult::Draw => (0, Bound::Exact),
            TablebaseResult::CursedWin => (1, Bound::Exact),
            TablebaseResult::Win => (win, Bound::Lower),
        }
    }

    /// What a search that found this score says of a position where the verdict
    /// is known. A mate is better than knowing that there is one; nothing else
    /// is.
    pub fn settle(self, found: Score) -> Score {
        let found = found.raw();
        score(match self.bound(0) {
            (least, Bound::Lower) => found.max(least),
            (most, Bound::Upper) => found.min(most),
            (exact, Bound::Exact) => exact,
        })
    }
}

/// Knows positions with few pieces.
///
/// It is asked only right after a capture or pawn move, where the fifty-move
/// counter is zero: tables know whether a win fits into fifty moves counted
/// from there and from nowhere else. For the same reason they have no word on
/// positions with castling rights, and are not asked.
pub trait Oracle: Sync {
    /// Positions with more pieces than this are unknown; 0 if all are.
    fn pieces(&self) -> u32;

    /// With as many pieces as [`Oracle::pieces`] it is asked only in searches at least
    /// this deep, because the answer may take a look at a disk.
    fn least_depth(&self) -> u32 {
        1
    }

    /// What is known about a position; `None` if nothing is.
    fn probe(&self, position: &Position) -> Option<TablebaseResult>;
}

/// Knows nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoOracle;

impl Oracle for NoOracle {
    fn pieces(&self) -> u32 {
        0
    }

    fn probe(&self, _: &Position) -> Option<TablebaseResult> {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::super::value::{mate_in, mated_in};
    use super::*;

    #[test]
    fn a_verdict_overrules_every_score_but_a_mate() {
        let settled = |verdict: TablebaseResult, found| verdict.settle(score(found)).raw();
        for found in [-400, 0, 57] {
            assert_eq!(settled(TablebaseResult::Draw, found), 0);
            assert_eq!(settled(TablebaseResult::CursedWin, found), 1);
            assert_eq!(settled(TablebaseResult::BlessedLoss, found), -1);
            assert_eq!(settled(TablebaseResult::Win, found), TABLEBASE_WIN);
            assert_eq!(settled(TablebaseResult::Loss, found), -TABLEBASE_WIN);
        }
        assert_eq!(settled(TablebaseResult::Win, mate_in(3)), mate_in(3));
        assert_eq!(settled(TablebaseResult::Loss, mated_in(4)), mated_in(4));
    }
}
