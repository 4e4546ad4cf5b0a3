//! Positions from random games, the same on every machine.

use chess::Position;
use eval::Evaluator;

/// SplitMix64, seeded.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    /// A number from 0 up to, and not including, the bound.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ z >> 31) % bound as u64) as usize
    }

    /// The start of a game, chess or Chess960 in turn.
    pub(crate) fn start(&mut self) -> Position {
        let number = self.below(960) as u16;
        if self.below(2) == 0 { Position::start() } else { Position::chess960(number, number) }
    }

    /// A position some random moves into a game, with the keys of the game before it.
    pub(crate) fn game(&mut self, start: Position, plies: usize) -> (Position, Vec<u64>) {
        let mut position = start;
        let mut history = Vec::new();
        for _ in 0..plies {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            history.push(position.key());
            position.play_unchecked(moves[self.below(moves.len())]);
        }
        (position, history)
    }
}

/// The evaluations in turn.
pub(crate) fn evaluator(round: usize) -> &'static dyn Evaluator {
    eval::by_name(eval::NAMES[round % eval::NAMES.len()]).unwrap()
}
