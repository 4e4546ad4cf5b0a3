//! Positions from random games, the same on every machine.

use chess::Position;
use eval::Evaluator;
use numbers::Dice;

/// Dice of this seed, and where they are.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    /// A number from 0 up to, and not including, the bound.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        let mut dice = Dice::new(self.0);
        let number = dice.roll() % bound as u64;
        self.0 = dice.state();
        number as usize
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
