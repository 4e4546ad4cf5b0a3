//! A session as the page keeps it: under a key, with a pace, perhaps at rest.

use std::time::{Duration, UNIX_EPOCH};

use chess::{Color, Move, Outcome, Position, Reason};
use engine::Spec;
use session::{GameSession, Note, Seat, TimeControl};

use super::scoresheet::Scoresheet;
use crate::limits;

/// A game with what was ordered for it.
#[derive(Clone, Debug)]
pub(crate) struct OpenGame {
    /// What it is kept under.
    pub(crate) key: String,
    /// The game, its clocks, what is known about its moves.
    pub(crate) session: GameSession,
    /// The moves as they are written down; see [`OpenGame::write_down`].
    pub(super) sheet: Scoresheet,
    /// The number of its Chess960 starting position, if it was ordered by one.
    pub(crate) chess960: Option<u16>,
    /// How long computers may take for a move where there is no clock.
    pub(crate) move_time: Option<Duration>,
    /// How long each move of a game between computers is shown.
    pub(crate) delay: Duration,
    /// Whether somebody asked clocks and computers to rest.
    pub(crate) is_paused: bool,
}

impl OpenGame {
    /// A game about to begin.
    pub(crate) fn new(
        key: String,
        start: Position,
        seats: [Seat; 2],
        control: Option<TimeControl>,
        began: u64,
    ) -> OpenGame {
        OpenGame {
            key,
            session: GameSession::new(start, seats, control, began),
            sheet: Scoresheet::default(),
            chess960: None,
            move_time: None,
            delay: Duration::ZERO,
            is_paused: false,
        }
    }

    /// Who plays a side.
    pub(crate) fn player(&self, color: Color) -> &Spec {
        &self.session.seat(color).spec
    }

    /// Lets the right clock run, or none.
    pub(crate) fn tick(&mut self) {
        let is_at_rest = self.is_paused || self.session.reason().is_some();
        match is_at_rest || self.waits_for_first_move() {
            true => self.session.clocks.rest(),
            false => self.session.clocks.run(self.session.turn()),
        }
    }

    /// A person who begins has not sat down yet: clocks start with the first move.
    fn waits_for_first_move(&self) -> bool {
        self.session.game.moves().is_empty() && self.session.is_human(self.session.turn())
    }

    /// Plays a move. A game as long as games may be is drawn, whoever made the move.
    pub(crate) fn play(&mut self, mv: Move, note: Note) {
        self.session.play(mv, note);
        let is_long = self.session.game.moves().len() >= limits::PLIES;
        if is_long && self.session.reason().is_none() {
            self.session.end(Reason::Adjudication(Outcome::Draw));
        }
    }

    /// Writes down the moves that are new, before the game is saved or told.
    pub(super) fn write_down(&mut self) {
        self.sheet.catch_up(&self.session);
    }

    /// Takes back what ended the game by word, or else moves until a person is
    /// to move. Whether there was anything to take back.
    pub(crate) fn take_back(&mut self) -> bool {
        self.session.withdraw_end() || self.session.undo(1) > 0
    }
}

/// Seconds since 1970, now.
pub(crate) fn now() -> u64 {
    UNIX_EPOCH.elapsed().map_or(0, |since| since.as_secs())
}

#[cfg(test)]
mod tests {
    use chess::Role;

    use super::super::Saved;
    use super::*;

    #[test]
    fn a_word_is_taken_back_before_a_move() {
        let seats = [Seat::human(), Seat::human()];
        let mut open_game = OpenGame::new("key".to_owned(), Position::start(), seats, None, 0);
        let mv = open_game.session.game.position().parse_san("e4").unwrap();
        open_game.session.play(mv, Note::default());
        open_game.session.end(Reason::Resignation(Color::Black));
        assert!(open_game.take_back());
        assert_eq!((open_game.session.reason(), open_game.session.game.moves().len()), (None, 1));
        assert!(open_game.take_back());
        assert!(open_game.session.game.moves().is_empty() && !open_game.take_back());
    }

    /// Moves that go on and on: pieces about, now and then a pawn, and no capture
    /// that can be helped.
    fn endless(open_game: &OpenGame, number: usize) -> Move {
        let game = &open_game.session.game;
        let board = game.position().board();
        let is_due = game.position().halfmove_clock() > 100;
        let cost = |mv: &Move| {
            let mut next = game.clone();
            next.play(*mv).unwrap();
            let captures = next.position().board().occupied().count() < board.occupied().count();
            let is_pawn = board.piece_at(mv.from()).is_some_and(|piece| piece.role == Role::Pawn);
            (next.end().is_some(), captures, is_pawn != is_due)
        };
        let moves = game.position().legal_moves();
        let least = moves.iter().map(cost).min().unwrap();
        let good: Vec<&Move> = moves.iter().filter(|mv| cost(mv) == least).collect();
        *good[number * 7 % good.len()]
    }

    #[test]
    fn the_longest_game_ends_and_is_kept() {
        let seats = [Seat::human(), Seat::human()];
        let mut open_game = OpenGame::new("key".to_owned(), Position::start(), seats, None, 0);
        for number in 0..limits::PLIES {
            assert_eq!(open_game.session.reason(), None, "{number} moves");
            let mv = endless(&open_game, number);
            open_game.play(mv, Note::default());
        }
        assert_eq!(open_game.session.reason(), Some(Reason::Adjudication(Outcome::Draw)));
        let kept = Saved::read(&Saved::of(&mut open_game).text().unwrap()).unwrap();
        let again = kept.open_game("key").unwrap();
        assert_eq!(again.session.reason(), open_game.session.reason());
        // One move more, as an older Plywise let computers play.
        assert!(open_game.take_back());
        let mv = endless(&open_game, 0);
        open_game.session.play(mv, Note::default());
        let kept = Saved::of(&mut open_game).open_game("key").unwrap();
        assert_eq!(kept.session.game.moves().len(), limits::PLIES + 1);
    }

    #[test]
    fn clocks_rest_with_the_game() {
        let seats = [Seat::human(), Seat::human()];
        let control = TimeControl::new(1.0, 0.0);
        let mut open_game = OpenGame::new("key".to_owned(), Position::start(), seats, control, 0);
        open_game.tick();
        assert_eq!(open_game.session.clocks.running(), None, "before the first move");
        let mv = open_game.session.game.position().parse_san("e4").unwrap();
        open_game.session.play(mv, Note::default());
        open_game.tick();
        assert_eq!(open_game.session.clocks.running(), Some(Color::Black));
        open_game.is_paused = true;
        open_game.tick();
        assert_eq!(open_game.session.clocks.running(), None);
    }
}
