//! The host: sees to it that a game is played, from the first prompt to the report.

mod attend;
mod computer;
mod draws;
mod human;
mod obey;
mod page;
mod saved;
mod set_up;

use std::time::{Duration, SystemTime};

use chess::{Color, Position, Reason};
use engine::{EvalSpec, Limits, Spec};

use super::console::{Console, Happening, Waiting};
use super::memory::Memory;
use super::record::{self, Detail};
use super::session::Session;
use super::statistics;
use crate::failure::Failure;

/// Runs a game between whoever sits at the two sides.
pub(crate) struct Host {
    pub(crate) console: Console,
    pub(crate) session: Session,
    pub(crate) memory: Memory,
    pub(crate) rules: HouseRules,
    /// Whose side of the board is below.
    bottom: Color,
    /// What is to be told with the next page.
    said: Vec<String>,
    /// What a person typed before it was time: tried when it is.
    ahead: Option<String>,
    began: SystemTime,
    /// Number of the last thinking, so that answers to older ones are known.
    ticket: u64,
    /// How often each side's player failed since its last move.
    failures: [u8; 2],
    /// The end that was already told and written down.
    told: Option<Reason>,
    page: page::Page,
}

/// What holds for all games of this run.
#[derive(Clone, Debug)]
pub(crate) struct HouseRules {
    /// Where new games begin.
    pub(crate) start: Position,
    /// How far computer players may go.
    pub(crate) limits: Limits,
    /// How long each move of a game between computers is shown.
    pub(crate) delay: Duration,
    /// For players that roll dice.
    pub(crate) seed: u64,
    /// Evaluation that `eval` explains unless another is named.
    pub(crate) eval: Option<EvalSpec>,
}

/// Whether the game goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Next {
    Go,
    Leave,
}

impl Host {
    /// A host who has everything ready for the first move.
    pub(crate) fn new(
        console: Console,
        session: Session,
        memory: Memory,
        rules: HouseRules,
        bottom: Color,
    ) -> Host {
        Host {
            console,
            session,
            memory,
            rules,
            bottom,
            said: Vec::new(),
            ahead: None,
            began: SystemTime::now(),
            ticket: 0,
            failures: [0; 2],
            told: None,
            page: page::Page::default(),
        }
    }

    /// Runs games until somebody leaves.
    pub(crate) fn run(mut self) -> Result<(), Failure> {
        let result = self.run_games();
        self.memory.keep_typed(self.console.history());
        result
    }

    fn run_games(&mut self) -> Result<(), Failure> {
        loop {
            let next = match self.session.reason() {
                Some(reason) => self.after_the_end(reason)?,
                None if self.session.is_human(self.session.turn()) => self.human_turn()?,
                None => self.computer_turn()?,
            };
            if next == Next::Leave {
                return self.leave();
            }
        }
    }

    /// Something to be told with the next page.
    pub(crate) fn say(&mut self, text: impl Into<String>) {
        self.said.push(text.into());
    }

    /// A word for those who are new here.
    pub(crate) fn say_welcome(&mut self) {
        match self.session.humans() {
            0 => {}
            _ => {
                self.say("Type a move such as e4, Nf3 or e2e4; help lists the commands, x leaves.")
            }
        }
    }

    /// Tells the end once, then waits for what the person wants next.
    fn after_the_end(&mut self, reason: Reason) -> Result<Next, Failure> {
        if self.told != Some(reason) {
            self.told = Some(reason);
            self.session.clocks.rest();
            self.present()?;
            self.tell_end()?;
            self.keep_finished()?;
            if self.session.humans() == 0 {
                return Ok(Next::Leave);
            }
            self.say("new: another game. undo: take back. switch: change sides. x: leave.");
        }
        self.tell_said()?;
        self.console.set_prompt(&format!("game over ({})> ", reason.outcome().pgn()))?;
        match self.console.wait(Waiting::ForAnswer, None)? {
            Happening::Line(line) => self.answer_after_the_end(&line),
            Happening::Closed | Happening::Interrupted => Ok(Next::Leave),
            Happening::Redraw => {
                self.show_board()?;
                Ok(Next::Go)
            }
            Happening::Decided(_) | Happening::Timeout => Ok(Next::Go),
        }
    }

    fn tell_end(&mut self) -> Result<(), Failure> {
        let (columns, _) = self.console.size();
        let report = statistics::report(&self.session, columns);
        self.console.say(&format!("\n{report}"))
    }

    /// Writes a finished game where finished games go.
    fn keep_finished(&mut self) -> Result<(), Failure> {
        if self.session.game.moves().is_empty() {
            self.memory.drop_current();
            return Ok(());
        }
        let pgn = record::write(&self.session, self.began, Detail::Public);
        match self.memory.finish(&pgn) {
            Ok(path) => self.tell(&format!("The game was added to {}.", path.display())),
            Err(sentence) => self.tell(&format!("Warning: {sentence}.")),
        }
    }

    /// Writes the game in progress; what goes wrong is told with the next page.
    fn save(&mut self) {
        let pgn = record::write(&self.session, self.began, Detail::Whole);
        if let Some(sentence) = self.memory.save(&pgn) {
            self.say(format!("Warning: {sentence}."));
        }
    }

    /// The last words.
    fn leave(&mut self) -> Result<(), Failure> {
        if self.told.is_some() && self.told == self.session.reason() {
            return self.console.leave_prompt();
        }
        self.session.clocks.rest();
        // Told before anything is written: a slow disk must not delay it.
        self.tell_end()?;
        if self.session.game.moves().is_empty() {
            self.memory.drop_current();
            return Ok(());
        }
        self.save();
        let kept = match self.memory.is_saved() {
            true => "The game is kept; plywise play --continue goes on with it.".to_owned(),
            false => self.said.join("\n"),
        };
        self.tell(&kept)
    }

    /// Begins a new game from a position with the same players.
    fn begin_anew(&mut self, start: Position) {
        let control = self.session.clocks.control();
        self.rules.start = start;
        self.session.replace(chess::Game::new(start), Vec::new(), control);
        self.forget_game();
        for color in Color::ALL {
            let seat = &mut self.session.seats[color.index()];
            let told = seat.player.as_mut().map(|player| player.new_game());
            if let Some(Err(error)) = told {
                let name = seat.name.clone();
                self.say(format!("{name}: {error}."));
            }
        }
    }

    /// The game is another one now: the old one is kept as it was saved.
    fn forget_game(&mut self) {
        self.memory.put_aside();
        self.began = SystemTime::now();
        self.told = None;
        self.ahead = None;
        self.failures = [0; 2];
    }

    /// Seats another player; if that cannot be, the old one stays.
    fn seat(&mut self, color: Color, spec: Spec) {
        match super::session::Seat::new(spec, self.rules.seed ^ color.index() as u64) {
            Ok(seat) => {
                self.say(format!("{color} is now {}.", seat.name));
                self.session.seats[color.index()] = seat;
                self.failures[color.index()] = 0;
            }
            Err(error) => self.say(format!("{error}.")),
        }
    }
}
