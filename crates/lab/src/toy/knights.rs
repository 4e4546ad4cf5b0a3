//! Two knights on a board of nine squares: report T's first example.
//!
//! The report shows a 3×3 board with two pieces: Black moves first and has two
//! moves, White answers each with one of two, and of the four positions one
//! has Black's piece taken (+3) and three have nothing taken (0). Two knights
//! fit: from every square but the middle one a knight has exactly two moves
//! there, and a knight is worth 3.

use super::{Player, Toy};

/// The game, some plies before its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Knights {
    /// White's knight, a square from 0 (a1) to 8 (c3); `None` once taken.
    white: Option<u8>,
    /// Black's knight.
    black: Option<u8>,
    white_to_move: bool,
    plies_left: u32,
}

/// What a knight is worth.
const KNIGHT: f64 = 3.0;

impl Knights {
    /// Report T's example: Black to move, two plies. Towards White's knight
    /// the move loses Black's own, away from it nothing happens.
    pub const REPORT: Knights =
        Knights { white: Some(8), black: Some(2), white_to_move: false, plies_left: 2 };

    /// The example with this player to move first: MIN has Black, as in the report; with MAX the
    /// colours are exchanged, and with them the sign of every value.
    pub const fn begun_by(player: Player) -> Knights {
        match player {
            Player::Min => Knights::REPORT,
            Player::Max => {
                let Knights { white, black, plies_left, .. } = Knights::REPORT;
                Knights { white: black, black: white, white_to_move: true, plies_left }
            }
        }
    }
}

/// The squares a knight's move away.
fn jumps(from: u8) -> impl Iterator<Item = u8> {
    let (file, rank) = (from % 3, from / 3);
    (0..9u8).filter(move |to| {
        let steps = (file.abs_diff(to % 3), rank.abs_diff(to / 3));
        steps == (1, 2) || steps == (2, 1)
    })
}

impl Toy for Knights {
    fn value(&self) -> Option<f64> {
        let is_over = self.plies_left == 0 || self.white.is_none() || self.black.is_none();
        let count = |knight: Option<u8>| f64::from(u8::from(knight.is_some()));
        is_over.then(|| KNIGHT * (count(self.white) - count(self.black)))
    }

    fn sons(&self) -> Vec<Knights> {
        let (own, other) = match self.white_to_move {
            true => (self.white, self.black),
            false => (self.black, self.white),
        };
        let after = |to: u8| {
            let (own, other) = (Some(to), other.filter(|&other| other != to));
            let (white, black) = if self.white_to_move { (own, other) } else { (other, own) };
            Knights {
                white,
                black,
                white_to_move: !self.white_to_move,
                plies_left: self.plies_left - 1,
            }
        };
        own.into_iter().flat_map(jumps).map(after).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::super::{NumberTree, Story, minimax};
    use super::*;

    /// Report T: the left branch is worth 3, the right one 0, the root, a minimiser, 0.
    #[test]
    fn the_report_s_three_by_three_board() {
        let tree = NumberTree::unfold(&Knights::REPORT).unwrap();
        assert_eq!(tree.to_string(), "((0 3) (0 0))");
        let sons = Knights::REPORT.sons();
        let values: Vec<f64> = sons.iter().map(|son| minimax(son, Player::Max).value).collect();
        assert_eq!(values, [3.0, 0.0]);
        let story = Story::new(tree, Player::Min);
        assert_eq!(story.minimax.value, 0.0);
        assert_eq!(story.best, [1, 0]);
        assert_eq!(story.alpha_beta.value, 0.0);
    }

    #[test]
    fn whoever_begins_finds_the_same_with_the_sign_changed() {
        let tree = NumberTree::unfold(&Knights::begun_by(Player::Max)).unwrap();
        assert_eq!(tree.to_string(), "((0 -3) (0 0))");
        let story = Story::new(tree, Player::Max);
        assert_eq!((story.minimax.value, &story.best[..]), (0.0, &[1, 0][..]));
        assert_eq!(Knights::begun_by(Player::Min), Knights::REPORT);
    }

    #[test]
    fn a_knight_has_two_moves_but_in_the_middle() {
        for square in 0..9 {
            assert_eq!(jumps(square).count(), if square == 4 { 0 } else { 2 });
        }
    }
}
