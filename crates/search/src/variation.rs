//! The best line found so far, at every ply of the search.

use chess::Move;

use crate::MAX_PLY;

/// A triangle of lines: row `p` is the best line from ply `p` on.
///
/// A node that finds a better move takes over its child's row behind it. At
/// the end row 0 is the line both sides are expected to play.
pub struct Variations {
    rows: Vec<Vec<Move>>,
}

impl Variations {
    /// Empty lines at every ply.
    pub fn new() -> Variations {
        Variations { rows: vec![Vec::new(); MAX_PLY + 2] }
    }

    /// A node at `ply` has no line yet.
    #[inline]
    pub fn clear(&mut self, ply: usize) {
        self.rows[ply].clear();
    }

    /// The best line from `ply` on is `mv` and then the child's.
    #[inline]
    pub fn update(&mut self, ply: usize, mv: Move) {
        let (above, below) = self.rows.split_at_mut(ply + 1);
        let row = &mut above[ply];
        row.clear();
        row.push(mv);
        row.extend_from_slice(&below[0]);
    }

    /// The best line from `ply` on.
    #[inline]
    pub fn line(&self, ply: usize) -> &[Move] {
        &self.rows[ply]
    }
}

impl Default for Variations {
    fn default() -> Variations {
        Variations::new()
    }
}
