//! Inaccuracies, mistakes and blunders.

use uci::Value;

use super::winning_chances;

/// How bad a move was.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Mark {
    /// Chances fell by a twentieth of a game.
    Inaccuracy,
    /// Chances fell by a tenth of a game.
    Mistake,
    /// Chances fell by more.
    Blunder,
}

impl Mark {
    /// The word for it.
    pub const fn name(self) -> &'static str {
        match self {
            Mark::Inaccuracy => "inaccuracy",
            Mark::Mistake => "mistake",
            Mark::Blunder => "blunder",
        }
    }

    /// As annotators write it.
    pub const fn symbol(self) -> &'static str {
        match self {
            Mark::Inaccuracy => "?!",
            Mark::Mistake => "?",
            Mark::Blunder => "??",
        }
    }

    /// Its number in PGN.
    pub const fn nag(self) -> u8 {
        match self {
            Mark::Inaccuracy => 6,
            Mark::Mistake => 2,
            Mark::Blunder => 4,
        }
    }

    /// What a loss of chances on the scale −1…1 is called.
    fn of_loss(loss: f64) -> Option<Mark> {
        match loss {
            loss if loss >= 0.3 => Some(Mark::Blunder),
            loss if loss >= 0.2 => Some(Mark::Mistake),
            loss if loss >= 0.1 => Some(Mark::Inaccuracy),
            _ => None,
        }
    }

    /// The mark of a move that took the mover from one value to another.
    ///
    /// Mates have rules of their own: to run into one, or to miss one, is the
    /// less bad the more the game was decided anyway. A mate that only comes
    /// later is no mistake.
    pub fn of(before: Value, after: Value) -> Option<Mark> {
        let by_rest = |cp: i32| match cp {
            1000.. => Mark::Inaccuracy,
            700.. => Mark::Mistake,
            _ => Mark::Blunder,
        };
        match (before, after) {
            (Value::Cp(cp), Value::Mate(..=0)) => Some(by_rest(-cp)),
            (Value::Mate(1..), Value::Cp(cp)) => Some(by_rest(cp)),
            (Value::Mate(1..), Value::Mate(..=0)) => Some(Mark::Blunder),
            (Value::Cp(_), Value::Cp(_)) => {
                Mark::of_loss(winning_chances(before) - winning_chances(after))
            }
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Value::{Cp, Mate};

    #[test]
    fn marks_follow_the_published_bounds() {
        for (before, after, mark) in [
            (Cp(0), Cp(-50), None),
            (Cp(0), Cp(-60), Some(Mark::Inaccuracy)),
            (Cp(0), Cp(-120), Some(Mark::Mistake)),
            (Cp(0), Cp(-170), Some(Mark::Blunder)),
            (Cp(900), Cp(700), None),
            (Cp(0), Mate(-3), Some(Mark::Blunder)),
            (Cp(-800), Mate(-3), Some(Mark::Mistake)),
            (Cp(-1200), Mate(-3), Some(Mark::Inaccuracy)),
            (Mate(2), Cp(1200), Some(Mark::Inaccuracy)),
            (Mate(2), Cp(800), Some(Mark::Mistake)),
            (Mate(2), Cp(100), Some(Mark::Blunder)),
            (Mate(2), Mate(-1), Some(Mark::Blunder)),
            (Mate(2), Mate(5), None),
            (Mate(-5), Mate(-2), None),
            (Mate(-5), Cp(0), None),
        ] {
            assert_eq!(Mark::of(before, after), mark, "{before} to {after}");
        }
    }
}
