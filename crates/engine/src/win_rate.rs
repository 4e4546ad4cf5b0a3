//! What a score means in won, drawn and lost games.
//!
//! Games of the champion against itself say how often a score turned into a
//! win. That share follows a logistic curve well: with `score` in the
//! evaluation's own centipawns,
//!
//! ```text
//! win = 1 / (1 + exp((half − score) / spread))
//! ```
//!
//! where `half` is the score that wins every second game and `spread` how slowly
//! the share grows around it. Both depend on how much material is left: a small
//! lead wins more often while there are pieces to make something of it, and
//! with few pieces left the result is clear sooner. The losses are the wins of the other side,
//! and the rest are draws.
//!
//! Programs that show centipawns expect that 100 of them mean the same
//! everywhere. So scores are shown divided by `half`: at +1.00 a game is won as
//! often as not.

use chess::{Position, Role};
use eval::Score;

/// The curve for one position.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct WinRate {
    half: f64,
    spread: f64,
}

/// `half` as a polynomial of material, the constant first; fitted to games of
/// the champion with its network v8k, see docs/experiments/win-rate.md.
const HALF: [f64; 3] = [249.4, -403.3, 232.1];
/// `spread` as a polynomial of material, the constant first; fitted likewise.
const SPREAD: [f64; 3] = [42.8, 141.3, -55.6];
/// Material of the starting position: pawn 1, minor pieces 3, rook 5, queen 9.
const FULL: f64 = 78.0;

impl WinRate {
    /// The curve for a position's material.
    pub fn of(position: &Position) -> WinRate {
        let count = |role| f64::from(position.board().role(role).count());
        let material = count(Role::Pawn)
            + 3.0 * (count(Role::Knight) + count(Role::Bishop))
            + 5.0 * count(Role::Rook)
            + 9.0 * count(Role::Queen);
        // Beyond what the games had, the curve stays as it is.
        let share = (material / FULL).clamp(0.15, 1.0);
        let at = |coefficients: [f64; 3]| {
            coefficients.iter().rev().fold(0.0, |sum, &coefficient| sum * share + coefficient)
        };
        WinRate { half: at(HALF), spread: at(SPREAD) }
    }

    /// The chance to win for who has this score, from 0 to 1.
    pub fn win(&self, score: Score) -> f64 {
        if score.is_mate() {
            return f64::from(score > Score::DRAW);
        }
        1.0 / (1.0 + ((self.half - f64::from(score.raw())) / self.spread).exp())
    }

    /// Wins, draws and losses in a thousand games.
    pub fn per_mille(&self, score: Score) -> (u16, u16, u16) {
        let mille = |chance: f64| (chance * 1000.0).round() as u16;
        let (win, loss) = (mille(self.win(score)), mille(self.win(-score)));
        // Both are rounded, so that together they may be one too many.
        let loss = loss.min(1000 - win);
        (win, 1000 - win - loss, loss)
    }

    /// What is expected of a game, a draw being half a win.
    pub fn expectation(&self, score: Score) -> f64 {
        0.5 + 0.5 * (self.win(score) - self.win(-score))
    }

    /// The score in centipawns of which 100 win every second game.
    pub fn normalised(&self, score: Score) -> i32 {
        (f64::from(score.raw()) * 100.0 / self.half).round() as i32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_add_up_and_grow_with_the_score() {
        for fen in ["4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "startpos"] {
            let position = if fen == "startpos" { Position::start() } else { fen.parse().unwrap() };
            let rate = WinRate::of(&position);
            let mut last = 0;
            for cp in (-3000..=3000).step_by(10) {
                let (win, draw, loss) = rate.per_mille(Score::cp(cp));
                assert_eq!(win + draw + loss, 1000);
                assert!(win >= last, "{fen} {cp}");
                assert_eq!(rate.per_mille(Score::cp(-cp)).2, win.min(1000 - loss));
                last = win;
            }
            assert_eq!(rate.per_mille(Score::mate_in(3)), (1000, 0, 0));
            let half = (rate.half).round() as i32;
            assert!((99..=101).contains(&rate.normalised(Score::cp(half))), "half is rounded here");
            assert!((rate.expectation(Score::DRAW) - 0.5).abs() < 1e-9);
        }
    }
}
