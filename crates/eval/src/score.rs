//! How good a position is for the side to move.

use std::fmt;
use std::ops::{Add, Neg, Sub};

use chess::Color;

/// A score in centipawns from the mover's view, or a mate counted in plies.
///
/// Wherever a score goes from one part of the program to another it is the mover's, the
/// side to move in the position that it belongs to. Only what people read about a game,
/// and what files keep, is turned to White's view: [`Score::for_white`].
///
/// ```text
/// −INFINITE  mated …        evaluations, clamped        … mates  INFINITE
///    −32001  −32000 … −31000     −29999 … 29999      31000 … 32000  32001
/// ```
///
/// Between the evaluations and the mates there is room for wins that are known
/// to be won but not in how many moves (tablebases). Everything fits in 16
/// bits, which is what a transposition table spends on it.
///
/// ```
/// use plywise_eval::Score;
///
/// assert_eq!(Score::cp(35).to_string(), "+0.35");
/// assert_eq!(Score::mate_in(5).to_string(), "#3");
/// assert_eq!(-Score::mate_in(4), Score::mated_in(4));
/// assert!(Score::mate_in(1) > Score::mate_in(3) && Score::mate_in(3) > Score::cp(1_000_000));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Score(i32);

/// Mate on the board, zero plies away.
const MATE: i32 = 32_000;
/// The longest mate that is told apart from the next longer one, in plies.
/// More than any search looks ahead or any tablebase needs between captures.
const LONGEST_MATE: u32 = 1_000;
/// The shortest distance from zero that means mate.
const MATE_BOUND: i32 = MATE - LONGEST_MATE as i32;
/// The most an evaluation may say; more than three times nine queens.
const MAX_EVAL: i32 = 29_999;

impl Score {
    /// Nobody is better; also stalemate and the other draws.
    pub const DRAW: Score = Score(0);
    /// The best score there is: the opponent stands mated.
    pub const MAX: Score = Score(MATE);
    /// Above every score: where a search window begins.
    pub const INFINITE: Score = Score(MATE + 1);
    /// The best that an evaluation can say.
    pub const MAX_EVAL: Score = Score(MAX_EVAL);

    /// An evaluation in centipawns, kept clear of mates and proven wins.
    #[inline]
    pub const fn cp(centipawns: i32) -> Score {
        // `Ord::clamp` is not const.
        if centipawns > MAX_EVAL {
            Score(MAX_EVAL)
        } else if centipawns < -MAX_EVAL {
            Score(-MAX_EVAL)
        } else {
            Score(centipawns)
        }
    }

    /// The mover gives mate with the last of this many plies: 1 is mate with
    /// the next move. Mates beyond a thousand plies count as that long.
    #[inline]
    pub const fn mate_in(plies: u32) -> Score {
        Score(MATE - if plies < LONGEST_MATE { plies } else { LONGEST_MATE } as i32)
    }

    /// The mover is mated in this many plies: 0 is mated now.
    #[inline]
    pub const fn mated_in(plies: u32) -> Score {
        Score(-Score::mate_in(plies).0)
    }

    /// Whether this is a mate, given or suffered. The windows' ends are too.
    #[inline]
    pub const fn is_mate(self) -> bool {
        self.0.abs() >= MATE_BOUND
    }

    /// How many plies away the mate is, whoever gives it; `None` if it is no mate.
    pub const fn mate_plies(self) -> Option<u32> {
        // Saturates where a window's end lies beyond any mate.
        if self.is_mate() {
            Some((MATE as u32).saturating_sub(self.0.unsigned_abs()))
        } else {
            None
        }
    }

    /// The mate in whole moves as UCI and players count: 2 for a mover who
    /// mates with her second move, −2 for one who is mated after two of her
    /// moves, 0 for one who is mated now; `None` if it is no mate.
    pub fn mate_moves(self) -> Option<i32> {
        let moves = self.mate_plies()?.div_ceil(2) as i32;
        Some(moves * self.0.signum())
    }

    /// The score of the side to move, `turn`, as White sees it; and White's as the side to
    /// move sees it.
    ///
    /// ```
    /// use chess::Color;
    /// use plywise_eval::Score;
    ///
    /// assert_eq!(Score::cp(35).for_white(Color::White), Score::cp(35));
    /// assert_eq!(Score::cp(35).for_white(Color::Black), Score::cp(-35));
    /// assert_eq!(Score::mate_in(3).for_white(Color::Black), Score::mated_in(3));
    /// ```
    pub fn for_white(self, turn: Color) -> Score {
        match turn {
            Color::White => self,
            Color::Black => -self,
        }
    }

    /// The number inside: centipawns for an evaluation.
    #[inline]
    pub const fn raw(self) -> i32 {
        self.0
    }

    /// The number inside in the 16 bits that tables keep.
    #[inline]
    pub const fn to_i16(self) -> i16 {
        // What is beyond infinity is a sum that nobody should store; it
        // saturates rather than change its sign.
        if self.0 > MATE + 1 {
            (MATE + 1) as i16
        } else if self.0 < -(MATE + 1) {
            -(MATE + 1) as i16
        } else {
            self.0 as i16
        }
    }

    /// What [`Score::to_i16`] stored.
    #[inline]
    pub const fn from_i16(stored: i16) -> Score {
        Score(stored as i32)
    }
}

impl Neg for Score {
    type Output = Score;
    #[inline]
    fn neg(self) -> Score {
        Score(-self.0)
    }
}

/// Moves a bound or a margin. The sum is not clamped: a margin on a mate is
/// still compared correctly.
impl Add<i32> for Score {
    type Output = Score;
    #[inline]
    fn add(self, centipawns: i32) -> Score {
        Score(self.0 + centipawns)
    }
}

/// See [`Add`].
impl Sub<i32> for Score {
    type Output = Score;
    #[inline]
    fn sub(self, centipawns: i32) -> Score {
        Score(self.0 - centipawns)
    }
}

/// Pawns with two decimals and a sign (`+0.35`, `0.00`), or a mate in moves (`#3`, `#-2`).
impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(moves) = self.mate_moves() {
            return f.pad(&format!("#{moves}"));
        }
        let sign = match self.0.signum() {
            1 => "+",
            -1 => "-",
            _ => "",
        };
        let centipawns = self.0.unsigned_abs();
        f.pad(&format!("{sign}{}.{:02}", centipawns / 100, centipawns % 100))
    }
}

impl fmt::Debug for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_as_players_write() {
        for (score, text) in [
            (Score::DRAW, "0.00"),
            (Score::cp(5), "+0.05"),
            (Score::cp(-120), "-1.20"),
            (Score::cp(12_345), "+123.45"),
            (Score::mate_in(1), "#1"),
            (Score::mate_in(2), "#1"),
            (Score::mate_in(3), "#2"),
            (Score::mated_in(4), "#-2"),
            (Score::mated_in(2), "#-1"),
            (Score::mated_in(0), "#0"),
        ] {
            assert_eq!(score.to_string(), text);
        }
        assert_eq!(format!("{:>7}|{:<7}|", Score::cp(5), Score::mate_in(1)), "  +0.05|#1     |");
    }

    #[test]
    fn mates_keep_their_distance() {
        for plies in 0..=LONGEST_MATE {
            let (mate, mated) = (Score::mate_in(plies), Score::mated_in(plies));
            assert_eq!(mate, -mated);
            assert!(mate.is_mate() && mated.is_mate());
            assert_eq!((mate.mate_plies(), mated.mate_plies()), (Some(plies), Some(plies)));
            assert!(mate > Score::MAX_EVAL && mated < -Score::MAX_EVAL);
            assert!(mate < Score::INFINITE && mated > -Score::INFINITE);
        }
        assert_eq!(Score::mate_in(u32::MAX), Score::mate_in(LONGEST_MATE));
        assert_eq!(Score::mate_in(0), Score::MAX);
        assert_eq!(Score::INFINITE.mate_plies(), Some(0));
        for no_mate in [Score::DRAW, Score::MAX_EVAL, -Score::MAX_EVAL, Score::MAX_EVAL + 1_000] {
            assert_eq!((no_mate.is_mate(), no_mate.mate_plies()), (false, None));
        }
    }

    #[test]
    fn sixteen_bits_hold_everything() {
        for raw in [0, 1, MAX_EVAL, MATE_BOUND, MATE, MATE + 1] {
            for score in [Score(raw), Score(-raw)] {
                assert_eq!(Score::from_i16(score.to_i16()), score);
            }
        }
        assert_eq!(Score::from_i16((Score::INFINITE + 5_000).to_i16()), Score::INFINITE);
        assert_eq!(Score::from_i16((-Score::INFINITE - 5_000).to_i16()), -Score::INFINITE);
    }

    #[test]
    fn evaluations_stay_clear_of_mates() {
        assert_eq!(Score::cp(i32::MAX), Score::MAX_EVAL);
        assert_eq!(Score::cp(i32::MIN), -Score::MAX_EVAL);
        assert!(Score::cp(i32::MAX) < Score::mate_in(u32::MAX));
    }
}
