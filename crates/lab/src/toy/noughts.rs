//! Noughts and crosses: a whole game that minimax can play to its end.

use super::Toy;

/// A position; crosses, who are MAX, move first.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Noughts {
    /// The squares taken, a bit each: those of the player to move, and the others.
    own: u16,
    other: u16,
    noughts_to_move: bool,
}

/// Three in a row, as bits.
const ROWS: [u16; 8] = [0o700, 0o070, 0o007, 0o444, 0o222, 0o111, 0o421, 0o124];
const FULL: u16 = 0o777;

impl Noughts {
    /// The empty board.
    pub fn new() -> Noughts {
        Noughts::default()
    }

    /// The position after a move on this square, from 0 to 8; `None` where that is taken.
    pub fn after(self, square: u32) -> Option<Noughts> {
        let bit = 1u16.checked_shl(square).unwrap_or(0) & FULL;
        (bit & !(self.own | self.other) != 0).then_some(Noughts {
            own: self.other,
            other: self.own | bit,
            noughts_to_move: !self.noughts_to_move,
        })
    }
}

impl Toy for Noughts {
    /// 1 if crosses have won, −1 if noughts have, 0 on a full board.
    fn value(&self) -> Option<f64> {
        // Only who moved last can have finished a row.
        if ROWS.iter().any(|&row| row & !self.other == 0) {
            return Some(if self.noughts_to_move { 1.0 } else { -1.0 });
        }
        (self.own | self.other == FULL).then_some(0.0)
    }

    fn sons(&self) -> Vec<Noughts> {
        (0..9).filter_map(|square| self.after(square)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Player, alpha_beta, minimax};
    use super::*;

    /// 549,946 positions with the root, 255,168 games: well-known numbers.
    #[test]
    fn perfect_play_is_a_draw() {
        let board = Noughts::new();
        let full = minimax(&board, Player::Max);
        assert_eq!((full.value, full.nodes, full.leaves), (0.0, 549_945, 255_168));
        let cut = alpha_beta(&board, Player::Max, &mut |_, _| {});
        assert_eq!(cut.value, 0.0);
        assert!(cut.nodes * 20 < full.nodes, "{}", cut.nodes);
    }

    #[test]
    fn mistakes_lose() {
        // Crosses in a corner, noughts on the neighbouring edge: lost.
        let lost = Noughts::new().after(0).unwrap().after(1).unwrap();
        assert_eq!(minimax(&lost, Player::Max).value, 1.0);
        // In the middle it is still a draw.
        let held = Noughts::new().after(0).unwrap().after(4).unwrap();
        assert_eq!(minimax(&held, Player::Max).value, 0.0);
        assert_eq!(Noughts::new().after(9), None);
        assert_eq!(lost.after(0), None);
    }
}
