//! What several tests need: a random source of their own and random games.

#![allow(dead_code)] // each test takes what it needs

use plywise_chess::{Move, Position};

/// SplitMix64, seeded: the same games on every machine.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    /// A number below `bound`.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }
}

/// Starting positions in turn: chess, Chess960, double Chess960.
pub(crate) fn start(game: usize, random: &mut Random) -> Position {
    let (white, black) = (random.below(960) as u16, random.below(960) as u16);
    match game % 3 {
        0 => Position::start(),
        1 => Position::chess960(white, white),
        _ => Position::chess960(white, black),
    }
}

/// A random legal move, captures and promotions a little preferred so that
/// games reach every phase; `None` at the end of the game.
pub(crate) fn choose(position: &Position, random: &mut Random) -> Option<Move> {
    let moves = position.legal_moves();
    if moves.is_empty() {
        return None;
    }
    let first = moves[random.below(moves.len())];
    let second = moves[random.below(moves.len())];
    Some(if position.is_capture(second) || second.promoted().is_some() { second } else { first })
}
