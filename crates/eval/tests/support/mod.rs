//! Positions for tests, the same in every run.

use chess::Position;

/// Positions of random games: a third of them from chess, the rest from
/// Chess960 and double Chess960, long enough to run into endgames.
pub(crate) fn random_positions(games: u64) -> Vec<Position> {
    let mut random = Random(games);
    let mut positions = Vec::new();
    for game in 0..games {
        let mut position = match game % 3 {
            0 => Position::start(),
            1 => {
                let number = random.below(960) as u16;
                Position::chess960(number, number)
            }
            _ => Position::chess960(random.below(960) as u16, random.below(960) as u16),
        };
        for _ in 0..LONGEST_GAME {
            positions.push(position);
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            position.play_unchecked(moves[random.below(moves.len())]);
        }
    }
    positions
}

/// In plies; random players take about so long to lose most of their pieces.
const LONGEST_GAME: usize = 250;

/// Numbers that look random (SplitMix64).
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ mixed >> 31) % limit as u64) as usize
    }
}
