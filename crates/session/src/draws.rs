//! What a computer thinks of a draw.

use chess::{Color, Move, Reason};
use engine::Decision;
use eval::Score;

use crate::GameSession;

/// Moves by each side before a computer thinks about an offer.
const EARLIEST_AGREEMENT: usize = 10;

impl GameSession {
    /// Whether a computer takes a draw that it is offered: once the game has begun
    /// in earnest, unless it thinks that it stands better.
    pub fn agrees_to_draw(&self, computer: Color) -> bool {
        let is_early = self.game.moves().len() < 2 * EARLIEST_AGREEMENT;
        let own = self.history().filter(|(position, ..)| position.turn() == computer);
        let score = own.last().and_then(|(.., note)| note.score);
        !is_early && score.is_some_and(|score| score <= Score::DRAW)
    }

    /// The draw that a computer claims instead of making this move: one it may
    /// claim, when it does not think that it stands better.
    pub fn claimed_instead(&self, decision: &Decision, mv: Move) -> Option<Reason> {
        let is_content = decision.score.is_some_and(|score| score <= Score::DRAW);
        let claim = self.game.claims().next().or_else(|| self.game.claims_with(mv).next());
        claim.filter(|_| is_content).map(Reason::from)
    }
}

#[cfg(test)]
mod tests {
    use chess::Position;

    use super::*;
    use crate::{Note, Seat};

    #[test]
    fn a_computer_agrees_late_and_when_it_is_not_better() {
        let seats = [Seat::human(), Seat::new("level:1".parse().unwrap())];
        let mut session = GameSession::new(Position::start(), seats, None, 0);
        let worse = Note { score: Some(Score::cp(-10)), ..Note::default() };
        for _ in 0..5 {
            assert!(!session.agrees_to_draw(Color::Black), "too early");
            for san in ["Nf3", "Nf6", "Ng1", "Ng8"] {
                let mv = session.game.position().parse_san(san).unwrap();
                session.play(mv, worse.clone());
            }
        }
        assert!(session.agrees_to_draw(Color::Black));
        let better = Note { score: Some(Score::cp(10)), ..Note::default() };
        for (san, note) in [("a3", Note::default()), ("a6", better)] {
            session.play(session.game.position().parse_san(san).unwrap(), note);
        }
        assert!(!session.agrees_to_draw(Color::Black));
    }
}
