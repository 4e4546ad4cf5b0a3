//! A game in progress: the moves, who makes them, what they took.

use std::time::Duration;

use chess::{Color, Game, Move, Position, Reason};
use engine::{Branching, ChampionSpec, Decision, Player, PlayerError, Spec};
use eval::Score;

use super::clocks::{Clocks, TimeControl};

/// A game, its players and its clocks.
pub(crate) struct Session {
    /// The moves so far, and those taken back.
    pub(crate) game: Game,
    /// White and Black.
    pub(crate) seats: [Seat; 2],
    /// The clocks.
    pub(crate) clocks: Clocks,
    /// What is known about each move of the game, those taken back included.
    notes: Vec<Note>,
    /// Why the game is over, if somebody ended it.
    ended: Option<Reason>,
    /// What a computer had found when it was interrupted, so that its work is told.
    interrupted: Option<(Color, Note)>,
}

/// One side of the board.
pub(crate) struct Seat {
    /// Who plays.
    pub(crate) spec: Spec,
    /// The player, if it is no person and is not thinking right now.
    pub(crate) player: Option<Player>,
    /// What the player is called.
    pub(crate) name: String,
}

/// What is known about a move.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct Note {
    /// How long it took.
    pub(crate) elapsed: Duration,
    /// What was left on the mover's clock after it.
    pub(crate) clock: Option<Duration>,
    /// Which computer player made it; `None` for a person.
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

impl Seat {
    /// Seats a player; a foreign engine is started.
    pub(crate) fn new(spec: Spec, seed: u64) -> Result<Seat, PlayerError> {
        if spec.is_human() {
            return Ok(Seat::human());
        }
        // In a casual game the champion begins by its book; nobody has to order that.
        let at_board = match &spec {
            Spec::Champion(champion) => {
                Spec::Champion(ChampionSpec { book: true, ..champion.clone() })
            }
            other => other.clone(),
        };
        let player = Player::seat(&at_board, seed)?;
        let name = match &spec {
            Spec::Foreign(_) => player.name(),
            ours => ours.to_string(),
        };
        Ok(Seat { spec, name, player: Some(player) })
    }

    /// A person's seat.
    pub(crate) fn human() -> Seat {
        Seat { spec: Spec::Human, player: None, name: "human".to_owned() }
    }
}

impl Note {
    /// What a computer player's decision leaves to note.
    pub(crate) fn of_decision(decision: &Decision, name: &str) -> Note {
        Note {
            by: Some(name.to_owned()),
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
    pub(crate) fn new(start: Position, seats: [Seat; 2], control: Option<TimeControl>) -> Session {
        Session {
            game: Game::new(start),
            seats,
            clocks: Clocks::new(control),
            notes: Vec::new(),
            ended: None,
            interrupted: None,
        }
    }

    /// Replaces the game by another one, at its end, with what is known about
    /// its moves. Clocks stand where the notes say.
    pub(crate) fn replace(
        &mut self,
        game: Game,
        mut notes: Vec<Note>,
        control: Option<TimeControl>,
    ) {
        notes.resize(game.moves().len(), Note::default());
        self.game = game;
        self.notes = notes;
        self.ended = None;
        self.clocks = Clocks::new(control);
        self.set_clocks();
    }

    /// Who is to move.
    pub(crate) fn turn(&self) -> Color {
        self.game.position().turn()
    }

    /// One side of the board.
    pub(crate) fn seat(&self, color: Color) -> &Seat {
        &self.seats[color.index()]
    }

    /// Whether this side is a person.
    pub(crate) fn is_human(&self, color: Color) -> bool {
        self.seat(color).spec.is_human()
    }

    /// How many people play.
    pub(crate) fn humans(&self) -> usize {
        Color::ALL.into_iter().filter(|&color| self.is_human(color)).count()
    }

    /// The side whom a person speaks for: who is to move, or the only one.
    pub(crate) fn speaker(&self) -> Option<Color> {
        let turn = self.turn();
        [turn, !turn].into_iter().find(|&color| self.is_human(color))
    }

    /// The side of the computer, if there is just one.
    pub(crate) fn computer(&self) -> Option<Color> {
        match Color::ALL.map(|color| self.is_human(color)) {
            [true, false] => Some(Color::Black),
            [false, true] => Some(Color::White),
            _ => None,
        }
    }

    /// What is known about the moves played.
    pub(crate) fn notes(&self) -> &[Note] {
        &self.notes[..self.game.moves().len()]
    }

    /// The moves played with what is known about them.
    pub(crate) fn history(&self) -> impl Iterator<Item = (&Position, Move, &Note)> {
        self.game.history().zip(self.notes()).map(|((position, mv), note)| (position, mv, note))
    }

    /// Why the game is over, if it is.
    pub(crate) fn reason(&self) -> Option<Reason> {
        self.ended.or_else(|| self.game.end().map(Reason::from))
    }

    /// Ends the game.
    pub(crate) fn end(&mut self, reason: Reason) {
        self.clocks.rest();
        self.ended = Some(reason);
    }

    /// A computer was interrupted while it thought about its move.
    pub(crate) fn interrupt(&mut self, color: Color, note: Note) {
        self.interrupted = Some((color, note));
    }

    /// The thinking that was interrupted, and whose it was.
    pub(crate) fn interrupted(&self) -> Option<(Color, &Note)> {
        self.interrupted.as_ref().map(|(color, note)| (*color, note))
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

    /// Takes back moves until a person is to move again, `times` times. How many
    /// single moves that were; 0 if there is no move of a person to take back.
    pub(crate) fn undo(&mut self, times: usize) -> usize {
        let before = self.game.moves().len();
        for _ in 0..times {
            let Some(back) = self.moves_to_undo() else { break };
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
    pub(crate) fn withdraw_end(&mut self) -> bool {
        let was_ended = self.ended.take().is_some();
        if was_ended {
            self.set_clocks();
        }
        was_ended
    }

    /// How far back the last decision of a person lies.
    fn moves_to_undo(&self) -> Option<usize> {
        let mut color = self.turn();
        for back in 1..=self.game.moves().len() {
            color = !color;
            if self.is_human(color) || self.humans() == 0 {
                return Some(back);
            }
        }
        None
    }

    /// Plays moves again that were taken back, until a person is to move; one by
    /// one where only computers play.
    pub(crate) fn redo(&mut self, times: usize) -> usize {
        let mut redone = 0;
        for _ in 0..times {
            while self.game.redo().is_some() {
                redone += 1;
                if self.is_human(self.turn()) || self.humans() == 0 {
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
        let Some(control) = self.clocks.control() else {
            self.clocks = Clocks::new(None);
            return;
        };
        let mut left = [control.base; 2];
        let mut mover = self.game.start().turn();
        for note in self.notes() {
            if let Some(clock) = note.clock {
                left[mover.index()] = clock;
            }
            mover = !mover;
        }
        for color in Color::ALL {
            self.clocks.set(color, left[color.index()]);
        }
    }
}
