//! How good a played move was.

use chess::Move;

use super::{Assessment, Mark, turned, winning_chances};

/// How good a played move was.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Judgement {
    /// How much of the chances from −1 to 1 it threw away, 0 at least.
    pub loss: f64,
    /// What that is called, if it is worth a word.
    pub mark: Option<Mark>,
}

impl Judgement {
    /// The loss in per cent of the chances, as people are told it.
    pub fn loss_percent(&self) -> f64 {
        50.0 * self.loss
    }

    /// Evaluators a move by what was said before it and after it.
    ///
    /// The best move lost nothing, whatever was seen one ply later: there was no
    /// better one to show.
    pub fn of(before: &Assessment, mv: Move, after: &Assessment) -> Judgement {
        if before.best() == Some(mv) {
            return Judgement { loss: 0.0, mark: None };
        }
        let (before, after) = (before.value, turned(after.value));
        let loss = (winning_chances(before) - winning_chances(after)).max(0.0);
        Judgement { loss, mark: Mark::of(before, after) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::review::Line;
    use chess::Position;
    use search::Bound;
    use uci::Value;

    fn says(value: Value, best: Option<Move>) -> Assessment {
        let line = |mv| Line { depth: 9, value, bound: Bound::Exact, moves: vec![mv] };
        Assessment { value, lines: best.into_iter().map(line).collect() }
    }

    #[test]
    fn a_move_is_judged_by_what_follows() {
        let start = Position::start();
        let [e4, f3] = ["e4", "f3"].map(|text| start.parse_san(text).unwrap());
        let before = says(Value::Cp(40), Some(e4));
        let bad = says(Value::Cp(100), None);
        let judgement = Judgement::of(&before, f3, &bad);
        assert_eq!(judgement.mark, Some(Mark::Mistake));
        assert!((judgement.loss - 0.255).abs() < 0.001, "{}", judgement.loss);
        // The best move is the best move.
        assert_eq!(Judgement::of(&before, e4, &bad), Judgement { loss: 0.0, mark: None });
        // To mate is no mistake although no number of moves is left.
        let mated = says(Value::Mate(0), None);
        assert_eq!(Judgement::of(&before, f3, &mated), Judgement { loss: 0.0, mark: None });
        // To stalemate instead of winning is.
        let stalemate = says(Value::Cp(0), None);
        let judgement = Judgement::of(&says(Value::Mate(2), Some(e4)), f3, &stalemate);
        assert_eq!(judgement.mark, Some(Mark::Blunder));
    }
}
