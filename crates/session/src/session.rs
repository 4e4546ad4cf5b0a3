//! A game in progress: the moves, who makes them, what they took.

use std::time::Duration;

use chess::{Color, Game, Move, Position, Reason};

use crate::{Clocks, Note, Seat, TimeControl};

/// A game, who plays it, and its clocks.
#[derive(Clone, Debug)]
pub struct GameSession {
    /// The moves so far, and those taken back.
    pub game: Game,
    /// White and Black.
    pub seats: [Seat; 2],
    /// The clocks.
    pub clocks: Clocks,
    /// When it began, in seconds since 1970.
    pub began: u64,
    /// What is known about each move of the game, those taken back included.
    notes: Vec<Note>,
    /// Why the game is over, if somebody ended it.
    ended: Option<Reason>,
    /// How often each side's computer failed since its last move.
    pub(crate) failures: [u8; 2],
}

impl GameSession {
    /// A game about to begin, at a time in seconds since 1970.
    pub fn new(
        start: Position,
        seats: [Seat; 2],
        control: Option<TimeControl>,
        began: u64,
    ) -> GameSession {
        GameSession {
            game: Game::new(start),
            seats,
            clocks: Clocks::new(control),
            began,
            notes: Vec::new(),
            ended: None,
            failures: [0; 2],
        }
    }

    /// Puts another game in place, with what is known about its moves. Clocks
    /// stand where the notes say.
    pub fn replace(&mut self, game: Game, mut notes: Vec<Note>, control: Option<TimeControl>) {
        notes.resize(game.moves().len() + game.undone().len(), Note::default());
        self.game = game;
        self.notes = notes;
        self.ended = None;
        self.failures = [0; 2];
        self.clocks = Clocks::new(control);
        self.set_clocks();
    }

    /// Who is to move.
    pub fn turn(&self) -> Color {
        self.game.position().turn()
    }

    /// One side of the board.
    pub fn seat(&self, color: Color) -> &Seat {
        &self.seats[color.index()]
    }

    /// Whether this side is a person.
    pub fn is_human(&self, color: Color) -> bool {
        self.seat(color).is_human()
    }

    /// Somebody takes a side. Whoever moves next is not charged with the time that
    /// the one before it had spent on the move.
    pub fn sit_down(&mut self, color: Color, seat: Seat) {
        if color == self.turn() && *self.seat(color) != seat {
            self.clocks.hand_over();
        }
        self.seats[color.index()] = seat;
        self.failures[color.index()] = 0;
    }

    /// The two change sides.
    pub fn change_sides(&mut self) {
        let [white, black] = self.seats.clone();
        self.sit_down(Color::White, black);
        self.sit_down(Color::Black, white);
    }

    /// How many people play.
    pub fn humans(&self) -> usize {
        Color::ALL.into_iter().filter(|&color| self.is_human(color)).count()
    }

    /// Whether nobody is a person.
    pub fn is_between_computers(&self) -> bool {
        self.humans() == 0
    }

    /// The side whom a person speaks for: who is to move, or the only one.
    pub fn speaker(&self) -> Option<Color> {
        let turn = self.turn();
        [turn, !turn].into_iter().find(|&color| self.is_human(color))
    }

    /// The side of the computer, if there is just one.
    pub fn computer(&self) -> Option<Color> {
        match Color::ALL.map(|color| self.is_human(color)) {
            [true, false] => Some(Color::Black),
            [false, true] => Some(Color::White),
            _ => None,
        }
    }

    /// What is known about the moves played.
    pub fn notes(&self) -> &[Note] {
        &self.notes[..self.game.moves().len()]
    }

    /// What is known about the moves, those taken back included.
    pub fn all_notes(&self) -> &[Note] {
        &self.notes
    }

    /// The moves played with what is known about them.
    pub fn history(&self) -> impl Iterator<Item = (&Position, Move, &Note)> {
        self.game.history().zip(self.notes()).map(|((position, mv), note)| (position, mv, note))
    }

    /// Why the game is over, if it is.
    pub fn reason(&self) -> Option<Reason> {
        self.ended.or_else(|| self.game.end().map(Reason::from))
    }

    /// The word that ended the game, if one did.
    pub fn ended(&self) -> Option<Reason> {
        self.ended
    }

    /// Ends the game.
    pub fn end(&mut self, reason: Reason) {
        self.clocks.rest();
        self.ended = Some(reason);
    }

    /// Ends the game if the running clock has fallen; whether it has.
    pub fn end_if_late(&mut self) -> bool {
        let late = self.clocks.fallen().filter(|_| self.reason().is_none());
        if let Some(late) = late {
            self.end(Reason::time_forfeit(self.game.position(), late));
        }
        late.is_some()
    }

    /// Plays a legal move and notes it; its time is taken from the clock.
    pub fn play(&mut self, mv: Move, note: Note) {
        let (mover, ply) = (self.turn(), self.game.moves().len());
        let is_redo = self.game.undone().first() == Some(&mv);
        if self.game.play(mv).is_err() {
            // Players and people are asked for legal moves only.
            return;
        }
        self.failures[mover.index()] = 0;
        let (elapsed, clock) = self.clocks.press(mover);
        if !is_redo {
            self.notes.truncate(ply);
        }
        let note = Note { elapsed, clock, ..note };
        match self.notes.get_mut(ply) {
            Some(old) => *old = note,
            None => self.notes.push(note),
        }
    }

    /// Takes back moves until a person is to move again, `times` times; one by one
    /// where only computers play. How many single moves that were; 0 if there is
    /// no move of a person to take back.
    pub fn undo(&mut self, times: usize) -> usize {
        let before = self.game.moves().len();
        for _ in 0..times {
            let Some(back) = self.last_decision() else { break };
            for _ in 0..back {
                self.game.undo();
            }
        }
        let undone = before - self.game.moves().len();
        if undone > 0 {
            self.set_clocks();
        }
        undone
    }

    /// Takes back the word that ended the game, if one did: a resignation, an
    /// agreement, a claim, a fallen flag.
    pub fn withdraw_end(&mut self) -> bool {
        let was_ended = self.ended.take().is_some();
        if was_ended {
            self.failures = [0; 2];
            self.set_clocks();
        }
        was_ended
    }

    /// How far back the last decision of a person lies; of anybody in a game
    /// between computers.
    fn last_decision(&self) -> Option<usize> {
        let mut color = self.turn();
        for back in 1..=self.game.moves().len() {
            color = !color;
            if self.is_human(color) || self.is_between_computers() {
                return Some(back);
            }
        }
        None
    }

    /// Plays moves again that were taken back, until a person is to move; one by
    /// one where only computers play. How many they were.
    pub fn redo(&mut self, times: usize) -> usize {
        let mut redone = 0;
        for _ in 0..times {
            while self.game.redo().is_some() {
                redone += 1;
                if self.is_human(self.turn()) || self.is_between_computers() {
                    break;
                }
            }
        }
        if redone > 0 {
            self.set_clocks();
        }
        redone
    }

    /// Sets the clocks to what they showed after the last move.
    fn set_clocks(&mut self) {
        let base = self.clocks.control().map_or(Duration::ZERO, |control| control.base);
        let mut left = [base; 2];
        for (position, _, note) in self.history() {
            if let Some(clock) = note.clock {
                left[position.turn().index()] = clock;
            }
        }
        self.clocks.set(left, Duration::ZERO);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn session(white: &str, black: &str) -> GameSession {
        let seats = [white, black].map(|text| Seat::new(text.parse().unwrap()));
        GameSession::new(Position::start(), seats, TimeControl::new(1.0, 1.0), 0)
    }

    fn play(session: &mut GameSession, moves: &str) {
        for san in moves.split(' ') {
            session.clocks.run(session.turn());
            session.play(session.game.position().parse_san(san).unwrap(), Note::default());
        }
    }

    #[test]
    fn taking_back_goes_to_the_person_s_last_decision() {
        let mut against = session("human", "level:1");
        play(&mut against, "e4 e5 Nf3 Nc6");
        assert_eq!(against.undo(1), 2);
        assert_eq!(against.redo(1), 2);
        assert_eq!(against.undo(9), 4);
        assert_eq!(against.undo(1), 0, "there is nothing left");
        assert_eq!(against.clocks.left(Color::White), Some(Duration::from_secs(60)));

        let mut two = session("human", "human");
        play(&mut two, "e4");
        two.end(Reason::Resignation(Color::Black));
        assert!(two.withdraw_end() && !two.withdraw_end());
        assert_eq!((two.reason(), two.game.moves().len()), (None, 1));
        assert_eq!(two.undo(1), 1);

        let mut black = session("level:1", "human");
        play(&mut black, "e4");
        assert_eq!(black.undo(1), 0, "the computer's first move is not ours");
        let mut watched = session("level:1", "random");
        play(&mut watched, "e4 e5");
        assert_eq!((watched.undo(1), watched.redo(3)), (1, 1));
    }

    #[test]
    fn another_move_forgets_what_was_taken_back() {
        let mut two = session("human", "human");
        play(&mut two, "e4 e5");
        two.undo(1);
        play(&mut two, "c5");
        assert_eq!((two.all_notes().len(), two.game.undone().len()), (2, 0));
        assert_eq!(two.redo(1), 0);
    }

    #[test]
    fn a_fallen_flag_ends_the_game_once() {
        let mut two = session("human", "human");
        two.clocks.set([Duration::ZERO; 2], Duration::ZERO);
        assert!(!two.end_if_late(), "nobody's clock runs");
        two.clocks.run(Color::White);
        assert!(two.end_if_late());
        assert_eq!(two.reason(), Some(Reason::TimeForfeit(Color::White)));
        assert!(!two.end_if_late());
    }

    #[test]
    fn whoever_takes_over_a_side_is_not_charged_with_the_time_before() {
        const HOUR: Duration = Duration::from_secs(3_600);
        let waited = || {
            let mut waited = session("human", "human");
            waited.clocks.set([Duration::from_secs(60); 2], HOUR);
            waited
        };
        let easy = || Seat::new("easy".parse().unwrap());
        let taken_by = |mut session: GameSession| {
            play(&mut session, "e4");
            session.notes()[0].elapsed
        };
        let mut taken_over = waited();
        taken_over.sit_down(Color::White, easy());
        assert!(taken_by(taken_over) < HOUR);
        let mut switched = waited();
        switched.sit_down(Color::Black, easy());
        switched.change_sides();
        assert_eq!(switched.seat(Color::White).name, "easy");
        assert!(taken_by(switched) < HOUR);
        // The one who waited is charged, whoever sits down on the other side.
        let mut other = waited();
        other.sit_down(Color::Black, easy());
        other.sit_down(Color::White, Seat::human());
        assert!(taken_by(other) >= HOUR);
    }
}
