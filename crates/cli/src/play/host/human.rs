//! A person's move: asked for, read, refused with the reason.

use std::time::{Duration, Instant};

use chess::{Move, Refusal, quote};
use session::Note;

use super::question::PersonAnswer;
use super::{Host, KEEP_CLOCKS, Next};
use crate::failure::Failure;
use crate::play::commands::GameCommand;
use crate::play::console::{Awaited, Happening};

/// How often a prompt with a clock is drawn again.
const TICK: Duration = Duration::from_millis(100);

impl Host {
    /// Asks the person whose move it is, once.
    pub(super) fn human_turn(&mut self) -> Result<Next, Failure> {
        let turn = self.session.turn();
        self.session.clocks.run(turn);
        if let Some(line) = self.ahead.take() {
            return self.answer(&line);
        }
        self.console.space_pauses = false;
        self.present()?;
        match self.ask(|host| host.with_clock(&turn.to_string()))? {
            Some(Happening::Line(line)) => {
                self.warning = None;
                self.answer(&line)
            }
            Some(Happening::Closed | Happening::Interrupted) => Ok(Next::Leave),
            Some(Happening::Redraw) => {
                self.show_board()?;
                Ok(Next::Go)
            }
            Some(_) => Ok(Next::Go),
            // The flag fell, and the game is over.
            None => Ok(Next::Go),
        }
    }

    /// Waits for an answer with a prompt that may tick; `None` if the flag fell.
    pub(super) fn ask(
        &mut self,
        prompt: impl Fn(&Host) -> String,
    ) -> Result<Option<Happening>, Failure> {
        loop {
            if self.session.end_if_late() {
                return Ok(None);
            }
            let text = prompt(self);
            self.console.set_prompt(&text)?;
            self.keep_clocks();
            let tick = if self.console.has_live_prompt() { TICK } else { KEEP_CLOCKS };
            let flag = self.session.clocks.falls_at();
            let deadline = flag.map(|flag| flag.min(Instant::now() + tick));
            match self.console.wait(Awaited::Answer, deadline)? {
                Happening::Timeout | Happening::Decided(_) => {}
                happening => return Ok(Some(happening)),
            }
        }
    }

    /// A line from the person to move: a command or a move.
    fn answer(&mut self, line: &str) -> Result<Next, Failure> {
        let text = line.trim();
        if text.is_empty() {
            self.page.forget();
            return Ok(Next::Go);
        }
        if let Some(command) = GameCommand::read(text) {
            return self.obey_or_explain(command);
        }
        match self.session.game.position().read_move(text) {
            Ok(mv) => self.human_plays(mv),
            Err(Refusal::PromotionMissing) => return self.human_promotes(text),
            Err(refusal) => {
                if let Some(command) = GameCommand::read_short(text) {
                    return self.obey_or_explain(command);
                }
                let hint = match refusal {
                    Refusal::Malformed => "; help lists the commands",
                    _ => "",
                };
                self.say(format!("{}: {refusal}{hint}.", quote(text)));
            }
        }
        Ok(Next::Go)
    }

    /// The same for a game that is over.
    pub(super) fn answer_after_the_end(&mut self, line: &str) -> Result<Next, Failure> {
        let text = line.trim();
        match GameCommand::read(text).or_else(|| GameCommand::read_short(text)) {
            // Nothing else draws the board after the end.
            Some(Ok(command @ (GameCommand::Board | GameCommand::Flip))) => {
                let next = self.obey(command)?;
                self.show_board()?;
                Ok(next)
            }
            Some(command) => self.obey_or_explain(command),
            None if text.is_empty() => {
                self.show_board()?;
                Ok(Next::Go)
            }
            None => {
                self.say(format!(
                    "{}: the game is over; undo takes back, new begins another, x leaves.",
                    quote(text)
                ));
                Ok(Next::Go)
            }
        }
    }

    fn obey_or_explain(&mut self, command: Result<GameCommand, String>) -> Result<Next, Failure> {
        match command {
            Ok(command) => self.obey(command),
            Err(sentence) => {
                self.say(format!("{sentence}."));
                Ok(Next::Go)
            }
        }
    }

    fn human_plays(&mut self, mv: Move) {
        let position = *self.session.game.position();
        if self.console.style.plain {
            let told = self.name_move(&position, mv);
            self.say(format!("{}: {told}.", position.turn()));
        }
        self.play(mv, Note::default());
    }

    /// Plays a legal move for whoever made it.
    pub(super) fn play(&mut self, mv: Move, note: Note) {
        self.session.play(mv, note);
        // The last move too: it stays here until the whole game is written elsewhere.
        self.save();
    }

    /// A pawn is about to reach the last rank: what shall it become?
    fn human_promotes(&mut self, text: &str) -> Result<Next, Failure> {
        let answer = self.ask_promotion()?;
        let PersonAnswer::Given(role) = answer else { return Ok(answer.otherwise()) };
        let Some(role) = role else {
            self.say("The pawn stays where it is.");
            return Ok(Next::Go);
        };
        let whole = format!("{text}={}", role.letter());
        match self.session.game.position().read_move(&whole) {
            Ok(mv) => self.human_plays(mv),
            Err(refusal) => self.say(format!("{}: {refusal}.", quote(text))),
        }
        Ok(Next::Go)
    }
}
