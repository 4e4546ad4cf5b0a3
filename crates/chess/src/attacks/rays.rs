//! Sliding attacks by walking square by square: the slow way that fills the
//! tables and checks the fast ones.

use crate::{Bitboard, Square};

/// The eight directions as (files, ranks): the rook's four, then the bishop's.
pub(super) const DIRECTIONS: [(i32, i32); 8] =
    [(0, 1), (1, 0), (0, -1), (-1, 0), (1, 1), (1, -1), (-1, -1), (-1, 1)];

/// The squares seen from `from` in one direction up to and including the first
/// occupied one, and the same without the last square before the edge.
///
/// The second set is what can block: a piece on the edge hides nothing behind it.
pub(super) const fn walk(from: Square, files: i32, ranks: i32, occupied: Bitboard) -> (u64, u64) {
    let mut seen = 0;
    let mut relevant = 0;
    let mut at = from;
    while let Some(next) = at.offset(files, ranks) {
        relevant = seen;
        seen |= 1 << next.index();
        if occupied.contains(next) {
            break;
        }
        at = next;
    }
    (seen, relevant)
}

/// Attacks of a rook (`first` = 0) or a bishop (`first` = 4).
#[cfg(test)]
pub(super) const fn attacks(first: usize, from: Square, occupied: Bitboard) -> Bitboard {
    let mut seen = 0;
    let mut direction = first;
    while direction < first + 4 {
        let (files, ranks) = DIRECTIONS[direction];
        seen |= walk(from, files, ranks, occupied).0;
        direction += 1;
    }
    Bitboard(seen)
}

/// The squares whose occupation changes the attacks of a rook or a bishop.
pub(super) const fn blockers(first: usize, from: Square) -> Bitboard {
    let mut relevant = 0;
    let mut direction = first;
    while direction < first + 4 {
        let (files, ranks) = DIRECTIONS[direction];
        relevant |= walk(from, files, ranks, Bitboard::EMPTY).1;
        direction += 1;
    }
    Bitboard(relevant)
}

/// The four rays of a slider on one square, ready to be cut short by blockers.
///
/// Does the same as `attacks` above with a few shifts a ray: the compiler fills
/// two tables of 107,648 entries with it, and its interpreter is slow.
pub(super) struct Rays {
    square: usize,
    first: usize,
    rays: [u64; 4],
}

impl Rays {
    pub(super) const fn of(first: usize, square: usize) -> Rays {
        let from = Square::wrapping(square as u32);
        let mut rays = [0; 4];
        let mut direction = 0;
        while direction < 4 {
            let (files, ranks) = DIRECTIONS[first + direction];
            rays[direction] = walk(from, files, ranks, Bitboard::EMPTY).0;
            direction += 1;
        }
        Rays { square, first, rays }
    }

    pub(super) const fn attacks(&self, occupied: u64) -> Bitboard {
        let mut seen = 0;
        let mut direction = 0;
        while direction < 4 {
            let ray = self.rays[direction];
            let blocked = ray & occupied;
            seen |= if blocked == 0 {
                ray
            } else {
                let (files, ranks) = DIRECTIONS[self.first + direction];
                if ranks * 8 + files > 0 {
                    // Up to the lowest blocker: bits above it fall away.
                    ray & (blocked ^ blocked.wrapping_sub(1))
                } else {
                    ray & (!0 << (63 - blocked.leading_zeros()))
                }
            };
            direction += 1;
        }
        debug_assert!(seen >> self.square & 1 == 0);
        Bitboard(seen)
    }
}
