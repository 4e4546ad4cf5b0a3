//! What a computer thinks of a draw, and of going on in a lost game.

use chess::{Color, Move, Reason};
use engine::{Decision, Rating, Spec};
use eval::Score;

use crate::GameSession;

/// Moves by each side before a computer thinks about an offer.
const EARLIEST_AGREEMENT: usize = 10;
/// A player by rating resigns to a person when it thinks for so many of its moves
/// in a row that it has lost. Beginners play on to mate.
const LOST: (usize, Score, u32) = (3, Score::cp(-900), 1000);

impl GameSession {
    /// The draw that may be claimed now, or with a move that is declared.
    pub fn claim(&self, with: Option<Move>) -> Option<Reason> {
        let claim = match with {
            None => self.game.claims().next(),
            Some(mv) => self.game.claims_with(mv).next(),
        };
        claim.map(Reason::from)
    }

    /// Whether a computer takes a draw that it is offered: once the game has begun
    /// in earnest, unless it thinks that it stands better.
    pub fn agrees_to_draw(&self, computer: Color) -> bool {
        let is_early = self.game.moves().len() < 2 * EARLIEST_AGREEMENT;
        let own = self.history().filter(|(position, ..)| position.turn() == computer);
        let score = own.last().and_then(|(.., note)| note.score);
        !is_early && score.is_some_and(|score| score <= Score::DRAW)
    }

    /// Whether a computer resigns to a person instead of making the move it decided on.
    pub(crate) fn resigns_instead(&self, decision: &Decision) -> bool {
        let (moves, lost, beginners) = LOST;
        let computer = self.turn();
        let rating = match &self.seat(computer).spec {
            Spec::Level(level) => level.rating(),
            Spec::Rated(persona) => persona.rating,
            _ => return false,
        };
        if rating < Rating::clamped(beginners) || !self.is_human(!computer) {
            return false;
        }
        let own = self.history().filter(|(position, ..)| position.turn() == computer);
        let earlier: Vec<Option<Score>> = own.map(|(.., note)| note.score).collect();
        let mut latest = earlier.iter().rev().copied().take(moves - 1).chain([decision.score]);
        earlier.len() >= EARLIEST_AGREEMENT
            && latest.all(|score| score.is_some_and(|score| score <= lost))
    }

    /// The draw that a computer claims instead of making this move: one it may
    /// claim, when it does not think that it stands better.
    pub(crate) fn claimed_instead(&self, decision: &Decision, mv: Move) -> Option<Reason> {
        let is_content = decision.score.is_some_and(|score| score <= Score::DRAW);
        self.claim(None).or_else(|| self.claim(Some(mv))).filter(|_| is_content)
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

    #[test]
    fn a_lost_game_is_resigned_by_those_who_know_that_it_is() {
        let decision = |cp| Decision {
            mv: None,
            score: Some(Score::cp(cp)),
            depth: 3,
            nodes: 9,
            line: Vec::new(),
            elapsed: std::time::Duration::ZERO,
            branching: None,
            is_from_book: false,
            complaint: None,
        };
        let resigns = |player: &str, cp: i32, last: i32| {
            let seats = [Seat::human(), Seat::new(player.parse().unwrap())];
            let mut session = GameSession::new(Position::start(), seats, None, 0);
            let note = Note { score: Some(Score::cp(cp)), ..Note::default() };
            for _ in 0..6 {
                for san in ["Nf3", "Nf6", "Ng1", "Ng8"] {
                    let mv = session.game.position().parse_san(san).unwrap();
                    session.play(mv, note.clone());
                }
            }
            session.play(session.game.position().parse_san("a3").unwrap(), Note::default());
            session.resigns_instead(&decision(last))
        };
        assert!(resigns("level:6", -1200, -1000));
        assert!(!resigns("level:6", -1200, -300), "there is hope again");
        assert!(!resigns("level:6", -300, -1000), "that came as a surprise");
        assert!(!resigns("level:1", -1200, -1200), "beginners play on");
        assert!(!resigns("champion", -1200, -1200), "it is only beaten by mate");
    }
}
