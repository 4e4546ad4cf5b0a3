//! A computer's turn: how long it may think, what its decision comes to, how often it may fail.

use std::time::Duration;

use chess::{Move, Reason};
use engine::{Decision, Limits, PlayerError, Spec};

use crate::GameSession;

/// How long an engine thinks where there is neither a clock nor another limit: it would not stop
/// by itself. Our own players have a measure of their own.
const USUAL_TIME: Duration = Duration::from_secs(1);
/// How often a player may fail in a row before its game is lost.
const MOST_FAILURES: u8 = 2;

/// What a computer's decision comes to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ComputerTurn {
    /// It makes a move.
    Plays(Move),
    /// It ends the game instead: it claims a draw, resigns, or has no legal move to offer.
    Ends(Reason),
}

impl GameSession {
    /// What the computer to move is told about its time, by its clock and by what was ordered.
    pub fn limits(&self, ordered: &Limits) -> Limits {
        let mut limits = Limits { clock: self.clocks.for_players(), ..ordered.clone() };
        let is_foreign = matches!(self.seat(self.turn()).spec, Spec::Foreign(_));
        if limits.is_empty() && is_foreign {
            limits.move_time = Some(USUAL_TIME);
        }
        limits
    }

    /// What the decision of the computer to move comes to.
    pub fn turn_of(&self, decision: &Decision) -> ComputerTurn {
        let turn = self.turn();
        let Some(mv) = decision.mv.filter(|mv| self.game.position().is_legal(*mv)) else {
            return ComputerTurn::Ends(Reason::Abandonment(turn));
        };
        match self.claimed_instead(decision, mv) {
            Some(reason) => ComputerTurn::Ends(reason),
            None if self.resigns_instead(decision) => ComputerTurn::Ends(Reason::Resignation(turn)),
            None => ComputerTurn::Plays(mv),
        }
    }

    /// The computer to move failed instead of deciding; `is_back` says whether it can be asked
    /// once more. A game is lost by whoever cannot, or fails once too often; whether this one is.
    pub fn fail(&mut self, error: Option<&PlayerError>, is_back: bool) -> bool {
        let turn = self.turn();
        let failures = &mut self.failures[turn.index()];
        *failures = failures.saturating_add(1);
        let is_lost = *failures >= MOST_FAILURES || !is_back;
        if is_lost {
            self.end(match error.is_some_and(PlayerError::is_illegal_move) {
                true => Reason::IllegalMove(turn),
                false => Reason::Abandonment(turn),
            });
        }
        is_lost
    }
}

#[cfg(test)]
mod tests {
    use chess::{Color, Position};

    use super::*;
    use crate::{Note, Seat, TimeControl};

    fn session(white: &str, black: &str) -> GameSession {
        let seats = [white, black].map(|text| Seat::new(text.parse().unwrap()));
        GameSession::new(Position::start(), seats, None, 0)
    }

    fn play(session: &mut GameSession, san: &str) {
        session.play(session.game.position().parse_san(san).unwrap(), Note::default());
    }

    #[test]
    fn an_engine_without_a_measure_of_its_own_gets_one() {
        let none = Limits::default();
        let second = Some(Duration::from_secs(1));
        assert_eq!(session("uci:sf", "human").limits(&none).move_time, second);
        for own in ["level:3", "champion", "champion:nodes=9", "alphabeta", "easy"] {
            assert_eq!(session(own, "human").limits(&none), none, "{own}");
        }
        let deep = Limits { depth: Some(3), ..Limits::default() };
        assert_eq!(session("uci:sf", "human").limits(&deep), deep);
        let mut timed = session("uci:sf", "human");
        timed.replace(timed.game.clone(), Vec::new(), TimeControl::new(5.0, 0.0));
        let limits = timed.limits(&none);
        assert!(limits.clock.is_some() && limits.move_time.is_none());
    }

    #[test]
    fn a_player_may_fail_once_between_two_moves() {
        let mut session = session("level:1", "level:2");
        assert!(!session.fail(None, true));
        play(&mut session, "e4");
        assert!(!session.fail(None, true), "each side is counted alone");
        play(&mut session, "e5");
        assert!(!session.fail(None, true), "it has moved since");
        assert!(session.fail(None, true));
        assert_eq!(session.reason(), Some(Reason::Abandonment(Color::White)));
        // Whoever takes that back, or sits down anew, begins from nothing.
        assert!(session.withdraw_end());
        assert!(!session.fail(None, true));
        session.sit_down(Color::White, Seat::new("easy".parse().unwrap()));
        assert!(!session.fail(None, true));
        assert!(session.fail(None, false) && session.reason().is_some());
    }

    #[test]
    fn what_is_no_legal_move_ends_the_game() {
        let session = session("level:1", "human");
        let position = session.game.position();
        let decision = |mv| Decision {
            mv,
            score: None,
            depth: 1,
            nodes: 1,
            line: Vec::new(),
            elapsed: Duration::ZERO,
            branching: None,
            is_from_book: false,
            complaint: None,
        };
        let e4 = position.parse_san("e4").unwrap();
        assert_eq!(session.turn_of(&decision(Some(e4))), ComputerTurn::Plays(e4));
        let mut next = *position;
        next.play(e4).unwrap();
        let e5 = next.parse_san("e5").unwrap();
        let left = ComputerTurn::Ends(Reason::Abandonment(Color::White));
        assert_eq!(session.turn_of(&decision(Some(e5))), left);
        assert_eq!(session.turn_of(&decision(None)), left);
    }
}
