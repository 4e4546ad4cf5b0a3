//! A game, who plays it, and what is known about its moves.

use std::time::Duration;

use chess::{Color, Game, Move, Position, Reason};
use engine::{Branching, Decision, Spec};
use eval::Score;

use super::clocks::{Clocks, TimeControl};

/// A game with its players and its clocks.
#[derive(Clone, Debug)]
pub(crate) struct Session {
    /// What it is kept under.
    pub(crate) key: String,
    /// The moves so far, and those taken back.
    pub(crate) game: Game,
    /// White and Black.
    pub(crate) players: [Spec; 2],
    /// The clocks.
    pub(crate) clocks: Clocks,
    /// The number of its Chess960 starting position, if it was ordered by one.
    pub(crate) chess960: Option<u16>,
    /// How long computers may take for a move where there is no clock.
    pub(crate) move_time: Option<Duration>,
    /// How long each move of a game between computers is shown.
    pub(crate) delay: Duration,
    /// When it began, in seconds since 1970.
    pub(crate) began: u64,
    /// Whether somebody asked clocks and computers to rest.
    pub(crate) is_paused: bool,
    /// What is known about each move, those taken back included.
    notes: Vec<Note>,
    /// Why the game is over, if somebody ended it.
    ended: Option<Reason>,
}

/// What is known about a move.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct Note {
    /// How long it took.
    pub(crate) elapsed: Duration,
    /// What was left on the mover's clock after it.
    pub(crate) clock: Option<Duration>,
    /// Which computer made it; nothing for a person.
    pub(crate) by: Option<String>,
    /// What the mover thought the position was worth, from its own view.
    pub(crate) score: Option<Score>,
    /// How deep it looked.
    pub(crate) depth: u32,
    /// Positions it looked at.
    pub(crate) nodes: u64,
    /// How bushy its trees were.
    pub(crate) branching: Option<Branching>,
}

impl Note {
    /// What a computer's decision leaves to note.
    pub(crate) fn of_decision(decision: &Decision, by: &Spec) -> Note {
        Note {
            by: Some(by.to_string()),
            score: decision.score,
            depth: decision.depth,
            nodes: decision.nodes,
            branching: decision.branching,
            ..Note::default()
        }
    }
}

impl Session {
    /// A game about to begin.
    pub(crate) fn new(
        key: String,
        start: Position,
        players: [Spec; 2],
        control: Option<TimeControl>,
        began: u64,
    ) -> Session {
        Session {
            key,
            game: Game::new(start),
            players,
            clocks: Clocks::new(control),
            chess960: None,
            move_time: None,
            delay: Duration::ZERO,
            began,
            is_paused: false,
            notes: Vec::new(),
            ended: None,
        }
    }

    /// Puts a kept game's moves in place, with what is known about them.
    pub(crate) fn restore(&mut self, game: Game, mut notes: Vec<Note>, ended: Option<Reason>) {
        notes.resize(game.moves().len() + game.undone().len(), Note::default());
        (self.game, self.notes, self.ended) = (game, notes, ended);
    }

    /// Who is to move.
    pub(crate) fn turn(&self) -> Color {
        self.game.position().turn()
    }

    /// Who plays a side.
    pub(crate) fn player(&self, color: Color) -> &Spec {
        &self.players[color.index()]
    }

    /// Whether this side is a person.
    pub(crate) fn is_human(&self, color: Color) -> bool {
        self.player(color).is_human()
    }

    /// Whether nobody is a person.
    pub(crate) fn is_between_computers(&self) -> bool {
        Color::ALL.into_iter().all(|color| !self.is_human(color))
    }

    /// The side whom a person speaks for: who is to move, or the only one.
    pub(crate) fn speaker(&self) -> Option<Color> {
        let turn = self.turn();
        [turn, !turn].into_iter().find(|&color| self.is_human(color))
    }

    /// What is known about the moves, those taken back included.
    pub(crate) fn all_notes(&self) -> &[Note] {
        &self.notes
    }

    /// The moves played with what is known about them.
    pub(crate) fn history(&self) -> impl Iterator<Item = (&Position, Move, &Note)> {
        self.game.history().zip(&self.notes).map(|((position, mv), note)| (position, mv, note))
    }

    /// Why the game is over, if it is.
    pub(crate) fn reason(&self) -> Option<Reason> {
        self.ended.or_else(|| self.game.end().map(Reason::from))
    }

    /// The word that ended the game, if one did.
    pub(crate) fn ended(&self) -> Option<Reason> {
        self.ended
    }

    /// Ends the game.
    pub(crate) fn end(&mut self, reason: Reason) {
        self.clocks.rest();
        self.ended = Some(reason);
    }

    /// Lets the right clock run, or none.
    pub(crate) fn tick(&mut self) {
        match self.is_paused || self.reason().is_some() {
            true => self.clocks.rest(),
            false => self.clocks.run(self.turn()),
        }
    }

    /// Plays a legal move and notes it; its time is taken from the clock.
    pub(crate) fn play(&mut self, mv: Move, note: Note) {
        let (mover, ply) = (self.turn(), self.game.moves().len());
        let is_redo = self.game.undone().first() == Some(&mv);
        if self.game.play(mv).is_err() {
            // Players and people are asked for legal moves only.
            return;
        }
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

    /// Takes back what ended the game by word, or else moves until a person is
    /// to move. Whether there was anything to take back.
    pub(crate) fn take_back(&mut self) -> bool {
        if self.ended.take().is_some() {
            self.set_clocks();
            return true;
        }
        let Some(back) = self.last_decision() else { return false };
        for _ in 0..back {
            self.game.undo();
        }
        self.set_clocks();
        true
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

    /// Plays moves again that were taken back, until a person is to move.
    /// Whether there was one.
    pub(crate) fn redo(&mut self) -> bool {
        let mut is_any = false;
        while self.game.redo().is_some() {
            is_any = true;
            if self.is_human(self.turn()) || self.is_between_computers() {
                break;
            }
        }
        if is_any {
            self.set_clocks();
        }
        is_any
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

    fn session(white: &str, black: &str) -> Session {
        let players = [white, black].map(|text| text.parse().unwrap());
        let base = Duration::from_secs(60);
        let control = TimeControl { base, increment: Duration::from_secs(1) };
        Session::new("key".to_owned(), Position::start(), players, Some(control), 0)
    }

    fn play(session: &mut Session, san: &str) {
        session.tick();
        session.play(session.game.position().parse_san(san).unwrap(), Note::default());
    }

    #[test]
    fn taking_back_goes_to_the_person_s_last_decision() {
        let mut against = session("human", "level:1");
        for san in ["e4", "e5", "Nf3", "Nc6"] {
            play(&mut against, san);
        }
        assert!(against.take_back());
        assert_eq!(against.game.moves().len(), 2);
        assert!(against.redo());
        assert_eq!(against.game.moves().len(), 4);
        assert!(against.take_back() && against.take_back());
        assert!(!against.take_back(), "there is nothing left");
        assert_eq!(against.clocks.left(Color::White), Some(Duration::from_secs(60)));

        let mut two = session("human", "human");
        play(&mut two, "e4");
        two.end(Reason::Resignation(Color::Black));
        assert!(two.take_back(), "first the word");
        assert_eq!((two.reason(), two.game.moves().len()), (None, 1));
        assert!(two.take_back());
        assert_eq!(two.game.moves().len(), 0);

        let mut black = session("level:1", "human");
        play(&mut black, "e4");
        assert!(!black.take_back(), "the computer's first move is not ours");
    }

    #[test]
    fn another_move_forgets_what_was_taken_back() {
        let mut two = session("human", "human");
        play(&mut two, "e4");
        play(&mut two, "e5");
        two.take_back();
        play(&mut two, "c5");
        assert_eq!((two.all_notes().len(), two.game.undone().len()), (2, 0));
        assert!(!two.redo());
    }
}
