//! Finds the multipliers of `attacks/magic.rs` and prints them as Rust.
//!
//! A multiplier is good for a square if it sends all arrangements of blockers
//! with different attacks to different indices of exactly as many bits as
//! there are blockers. Sparse random numbers are tried until one does.

#![allow(clippy::print_stdout)]

#[path = "../tests/support/mod.rs"]
mod support;

use plywise_chess::{Bitboard, Square};
use support::Random;

const ROOK: [(i32, i32); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
const BISHOP: [(i32, i32); 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];

fn main() {
    // Any seed finds some; this one is kept so that the tables can be made again.
    let mut random = Random(0x706c_7977_6973_6531);
    for (name, directions) in [("ROOK", ROOK), ("BISHOP", BISHOP)] {
        println!("const {name}: [u64; 64] = [");
        for square in Square::all() {
            println!("    {:#018x},", find(square, &directions, &mut random));
        }
        println!("];");
    }
}

fn find(square: Square, directions: &[(i32, i32); 4], random: &mut Random) -> u64 {
    let mut mask = Bitboard::EMPTY;
    for &(files, ranks) in directions {
        let mut at = square;
        // A square counts only if the ray goes on behind it.
        while let Some(next) =
            at.offset(files, ranks).filter(|next| next.offset(files, ranks).is_some())
        {
            mask.insert(next);
            at = next;
        }
    }
    let mut arrangements = Vec::new();
    let mut occupied = 0u64;
    loop {
        arrangements.push((occupied, walk(square, directions, Bitboard(occupied))));
        occupied = occupied.wrapping_sub(mask.0) & mask.0;
        if occupied == 0 {
            break;
        }
    }
    let shift = 64 - mask.count();
    let mut table = vec![(0u64, 0u64); arrangements.len()];
    for attempt in 1.. {
        let magic = random.next() & random.next() & random.next();
        let fits = arrangements.iter().all(|&(occupied, attacks)| {
            let slot = &mut table[(occupied.wrapping_mul(magic) >> shift) as usize];
            if slot.0 == attempt {
                return slot.1 == attacks.0;
            }
            *slot = (attempt, attacks.0);
            true
        });
        if fits {
            return magic;
        }
    }
    unreachable!("the loop above ends by returning")
}

fn walk(from: Square, directions: &[(i32, i32); 4], occupied: Bitboard) -> Bitboard {
    let mut seen = Bitboard::EMPTY;
    for &(files, ranks) in directions {
        let mut at = from;
        while let Some(next) = at.offset(files, ranks) {
            seen.insert(next);
            if occupied.contains(next) {
                break;
            }
            at = next;
        }
    }
    seen
}
