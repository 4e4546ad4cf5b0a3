//! Scores as the plain numbers that formulas work with.
//!
//! Inside the search a score is an `i32`: margins are added to it, it is
//! averaged and compared at every node. [`Score`] is what goes out.
//!
//! ```text
//! evaluations … 29,999   proven wins 30,000 … 30,900   mates 31,000 … 32,000
//! ```

use eval::Score;

/// Mate on the board.
pub(super) const MATE: i32 = Score::MAX.raw();
/// Beyond every score.
pub(super) const INFINITE: i32 = Score::INFINITE.raw();
/// Stands where there is no evaluation: in check.
pub(super) const NONE: i32 = INFINITE + 1;
/// The most an evaluation may say.
const MAX_EVAL: i32 = Score::MAX_EVAL.raw();
/// The mate that is farthest away.
const LONGEST_MATE: i32 = MATE - 1_000;
/// A win that a tablebase knows, at the root; less with every ply.
pub(super) const TABLEBASE_WIN: i32 = 30_900;
/// Half-moves without capture or pawn move after which a game is drawn.
pub const FIFTY_MOVES: i32 = 100;

/// The score of a number.
#[inline]
pub(super) fn score(value: i32) -> Score {
    Score::from_i16(value.clamp(-INFINITE, INFINITE) as i16)
}

/// The mover mates at this distance from the root.
#[inline]
pub(super) const fn mate_in(ply: usize) -> i32 {
    MATE - ply as i32
}

/// The mover is mated at this distance from the root.
#[inline]
pub(super) const fn mated_in(ply: usize) -> i32 {
    ply as i32 - MATE
}

/// Whether the value is a proven win: a mate or a tablebase's word.
#[inline]
pub(super) const fn is_win(value: i32) -> bool {
    value > MAX_EVAL
}

/// Whether the value is a proven loss.
#[inline]
pub(super) const fn is_loss(value: i32) -> bool {
    value < -MAX_EVAL
}

/// Whether the value is proven one way or the other, so that no margin may be
/// added to it.
#[inline]
pub(super) const fn is_decisive(value: i32) -> bool {
    is_win(value) || is_loss(value)
}

/// Whether the value is a mate, given or suffered.
#[inline]
pub(super) const fn is_mate(value: i32) -> bool {
    value.abs() >= LONGEST_MATE && value.abs() <= MATE
}

/// Keeps a corrected evaluation clear of what is proven.
#[inline]
pub(super) fn clamp_eval(value: i32) -> i32 {
    value.clamp(-MAX_EVAL, MAX_EVAL)
}

/// A value at distance `ply` from the root as the table keeps it: wins counted
/// from the position itself.
#[inline]
pub(super) fn to_table(value: i32, ply: usize) -> i32 {
    if value == NONE {
        NONE
    } else if is_win(value) {
        value + ply as i32
    } else if is_loss(value) {
        value - ply as i32
    } else {
        value
    }
}

/// What [`to_table`] stored, seen from distance `ply` and with so many
/// half-moves on the `clock`. A win that takes longer than the fifty-move rule
/// leaves is believed to be good, but not proven.
#[inline]
pub(super) fn from_table(value: i32, ply: usize, clock: i32) -> i32 {
    if value == NONE || !is_decisive(value) {
        return value;
    }
    let distance = if is_mate(value) { MATE - value.abs() } else { TABLEBASE_WIN - value.abs() };
    if distance > FIFTY_MOVES - clock {
        return MAX_EVAL * value.signum();
    }
    if value > 0 { value - ply as i32 } else { value + ply as i32 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_counts_from_the_position() {
        for ply in [0, 1, 17] {
            for value in [0, -250, MAX_EVAL, mate_in(ply + 4), mated_in(ply + 9)] {
                assert_eq!(from_table(to_table(value, ply), ply, 0), value);
            }
        }
        assert_eq!(to_table(mate_in(7), 3), mate_in(4));
        assert_eq!(from_table(NONE, 5, 0), NONE);
    }

    #[test]
    fn the_fifty_move_rule_takes_long_wins_back() {
        assert_eq!(from_table(mate_in(5), 0, 95), mate_in(5));
        assert_eq!(from_table(mate_in(5), 0, 96), MAX_EVAL);
        assert_eq!(from_table(mated_in(5), 0, 96), -MAX_EVAL);
        assert_eq!(from_table(TABLEBASE_WIN - 10, 0, 95), MAX_EVAL);
        assert!(!is_decisive(MAX_EVAL) && is_win(TABLEBASE_WIN - 300));
    }
}
