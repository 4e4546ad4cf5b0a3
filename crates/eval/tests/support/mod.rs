//! Positions for tests, the same in every run.

use chess::Position;
use numbers::Dice;

/// Positions of random games: a third of them from chess, the rest from
/// Chess960 and double Chess960, long enough to run into endgames.
pub(crate) fn random_positions(games: u64) -> Vec<Position> {
    let mut dice = Dice::new(games);
    let mut below = |limit: u64| (dice.roll() % limit) as usize;
    let mut positions = Vec::new();
    for game in 0..games {
        let mut position = match game % 3 {
            0 => Position::start(),
            1 => {
                let number = below(960) as u16;
                Position::chess960(number, number)
            }
            _ => Position::chess960(below(960) as u16, below(960) as u16),
        };
        for _ in 0..LONGEST_GAME {
            positions.push(position);
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            position.play_unchecked(moves[below(moves.len() as u64)]);
        }
    }
    positions
}

/// In plies; random players take about so long to lose most of their pieces.
const LONGEST_GAME: usize = 250;
