//! Sliding attacks by table: an index made of the blockers, one load.
//!
//! Two index functions stand in sibling files with the same two functions:
//! [`pext`](super::pext) extracts the blockers' bits with one instruction,
//! [`magic`](super::magic) gathers them by multiplication. The choice is made
//! without two binaries: a build for a CPU with BMI2 (`target-cpu=native`)
//! uses PEXT outright; a portable x86-64 build asks the CPU once and then
//! branches on the remembered answer; all others multiply. Zen 1 and Zen 2
//! run PEXT in slow microcode; there, build portably and the question is
//! answered with "no".

#![allow(unsafe_code)] // calls of what only some CPUs have, each after asking

use super::rays;
use crate::{Bitboard, Square};

/// Squares a rook on `square` attacks when `occupied` squares block it.
///
/// ```
/// use plywise_chess::{Bitboard, Square, attacks};
///
/// let blockers = Bitboard::of(Square::A3) | Bitboard::of(Square::C1);
/// assert_eq!(attacks::rook(Square::A1, blockers).count(), 4);
/// ```
#[inline(always)]
pub fn rook(square: Square, occupied: Bitboard) -> Bitboard {
    #[cfg(target_arch = "x86_64")]
    if super::pext::is_fast() {
        // SAFETY: the CPU has BMI2, or it would not be fast.
        return unsafe { super::pext::rook(square, occupied) };
    }
    super::magic::rook(square, occupied)
}

/// Squares a bishop on `square` attacks when `occupied` squares block it.
#[inline(always)]
pub fn bishop(square: Square, occupied: Bitboard) -> Bitboard {
    #[cfg(target_arch = "x86_64")]
    if super::pext::is_fast() {
        // SAFETY: the CPU has BMI2, or it would not be fast.
        return unsafe { super::pext::bishop(square, occupied) };
    }
    super::magic::bishop(square, occupied)
}

/// Where in the shared attack table the arrangements of one square begin, and
/// which squares make up the index.
#[derive(Clone, Copy)]
pub(super) struct AttackSlice {
    pub(super) blockers: u64,
    pub(super) offset: u32,
}

/// Sum over all squares of 2^blockers, rook and bishop.
pub(super) const TABLE_SIZE: usize = 102_400 + 5_248;

/// The places of the 64 rook squares, then of the 64 bishop squares.
pub(super) static PLACES: [[AttackSlice; 64]; 2] = places();

const fn places() -> [[AttackSlice; 64]; 2] {
    let mut places = [[AttackSlice { blockers: 0, offset: 0 }; 64]; 2];
    let mut offset = 0;
    let mut slider = 0;
    while slider < 2 {
        let mut index = 0;
        while index < 64 {
            let blockers = rays::blockers(slider * 4, Square::wrapping(index as u32)).0;
            places[slider][index] = AttackSlice { blockers, offset };
            offset += 1 << blockers.count_ones();
            index += 1;
        }
        slider += 1;
    }
    assert!(offset as usize == TABLE_SIZE);
    places
}

/// Fills an attack table: for each square and arrangement of blockers, the
/// attacks go where `index(slider, square, blockers, nth)` says, when this is
/// the `nth` arrangement in increasing order.
///
/// A macro, because a `const fn` cannot take a function yet.
macro_rules! fill_table {
    ($index:path) => {{
        let mut table = [$crate::Bitboard::EMPTY; $crate::attacks::sliders::TABLE_SIZE];
        let places = &$crate::attacks::sliders::PLACES;
        let mut slider = 0;
        while slider < 2 {
            let mut square = 0;
            while square < 64 {
                let rays = $crate::attacks::rays::Rays::of(slider * 4, square);
                let blockers = places[slider][square].blockers;
                let mut occupied = 0u64;
                let mut nth = 0;
                loop {
                    table[$index(slider, square, occupied, nth)] = rays.attacks(occupied);
                    nth += 1;
                    // The next subset of `blockers`.
                    occupied = occupied.wrapping_sub(blockers) & blockers;
                    if occupied == 0 {
                        break;
                    }
                }
                square += 1;
            }
            slider += 1;
        }
        table
    }};
}
pub(super) use fill_table;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bitboard::drawn;

    #[test]
    fn a_rook_and_a_bishop_among_blockers() {
        let occupied = drawn(
            "
            . . . X . . . .
            . X . . . . . .
            . . . . . . . .
            . . . . . . . X
            X . . . . X . .
            . . . . . . . .
            . . . X . X . .
            . . . . . . X .",
        );
        assert_eq!(
            rook(Square::D4, occupied),
            drawn(
                "
                . . . X . . . .
                . . . X . . . .
                . . . X . . . .
                . . . X . . . .
                X X X . X X . .
                . . . X . . . .
                . . . X . . . .
                . . . . . . . ."
            )
        );
        assert_eq!(
            bishop(Square::D4, occupied),
            drawn(
                "
                . . . . . . . X
                X . . . . . X .
                . X . . . X . .
                . . X . X . . .
                . . . . . . . .
                . . X . X . . .
                . X . . . X . .
                X . . . . . . ."
            )
        );
    }

    /// Every square with every arrangement of blockers, each back end against walking.
    #[test]
    fn tables_agree_with_walking() {
        for (slider, places) in PLACES.iter().enumerate() {
            for (square, place) in Square::all().zip(places) {
                let mut occupied = Bitboard::EMPTY;
                loop {
                    // Pieces outside the mask must not matter.
                    let noisy = occupied | Bitboard(!place.blockers & 0x9e37_79b9_7f4a_7c15);
                    let expected = rays::attacks(slider * 4, square, noisy);
                    let (magic, chosen) = match slider {
                        0 => (super::super::magic::rook(square, noisy), rook(square, noisy)),
                        _ => (super::super::magic::bishop(square, noisy), bishop(square, noisy)),
                    };
                    assert_eq!(magic, expected);
                    assert_eq!(chosen, expected);
                    occupied = Bitboard(occupied.0.wrapping_sub(place.blockers) & place.blockers);
                    if occupied.is_empty() {
                        break;
                    }
                }
            }
        }
    }
}
