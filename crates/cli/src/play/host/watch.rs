//! Watching a game between computers: shown move by move, held, taken over.

use std::time::Instant;

use chess::quote;

use super::attend::Meanwhile;
use super::{Host, Next};
use crate::failure::Failure;
use crate::play::commands::GameCommand;
use crate::play::console::terminal::InputMode;
use crate::play::console::{Awaited, Happening};

/// What can be said to two computers.
const HOW_TO_JOIN: &str =
    "Two computers play: white human or black human takes over a side, Enter goes on, x leaves.";

impl Host {
    /// In a game between computers each move stands for the chosen time.
    pub(super) fn show_for_a_while(&mut self) -> Result<Next, Failure> {
        let told = self.said.clone();
        self.present()?;
        let until = Instant::now() + self.rules.delay;
        while Instant::now() < until {
            if self.console.has_live_prompt() {
                let prompt = self.console.fitting(&[
                    "Enter: next move, Space: pause, x: leave ",
                    "Enter: next, Space: pause, x ",
                ]);
                self.console.set_prompt(&prompt)?;
            }
            match self.console.wait(Awaited::Player, Some(until))? {
                Happening::Line(line) => match self.heard_meanwhile(&line)? {
                    Meanwhile::Go => {}
                    Meanwhile::Now => break,
                    Meanwhile::Break(command) => return self.obey(command),
                },
                Happening::Closed | Happening::Interrupted => return Ok(Next::Leave),
                Happening::Redraw => self.show_board()?,
                Happening::Timeout | Happening::Decided(_) => {}
            }
        }
        if self.console.style.in_place {
            // It stands below the board while the other one thinks.
            self.said = told;
        }
        Ok(Next::Go)
    }

    /// Something was said to two computers: the game is held, so that the answer
    /// can be read before the next move.
    pub(super) fn hold_for(&mut self, text: &str) -> Meanwhile {
        let command = match GameCommand::read(text).or_else(|| GameCommand::read_short(text)) {
            Some(Ok(GameCommand::Quit)) => return Meanwhile::Break(GameCommand::Quit),
            Some(Ok(GameCommand::Now)) => return Meanwhile::Now,
            Some(Ok(command)) => command,
            Some(Err(sentence)) => {
                self.say(format!("{sentence}."));
                GameCommand::Pause
            }
            None => {
                self.say(format!("{}: {HOW_TO_JOIN}", quote(text)));
                GameCommand::Pause
            }
        };
        self.is_paused = true;
        Meanwhile::Break(command)
    }

    /// A game between computers that is held: whatever is said is answered, and
    /// Enter or Space lets it go on. Clocks rest.
    pub(super) fn paused_turn(&mut self) -> Result<Next, Failure> {
        self.session.clocks.rest();
        self.present()?;
        let prompts = ["paused (Enter or Space: go on)> ", "paused (Enter: go on)> "];
        let prompt = match self.console.style.input {
            InputMode::Keys => self.console.fitting(&prompts),
            _ => prompts[1].to_owned(),
        };
        self.console.set_prompt(&prompt)?;
        self.console.space_pauses = true;
        let happening = self.console.wait(Awaited::Answer, None);
        // A question that follows is answered with words.
        self.console.space_pauses = false;
        let line = match happening? {
            Happening::Line(line) => line,
            Happening::Closed | Happening::Interrupted => return Ok(Next::Leave),
            Happening::Redraw => {
                self.page.forget();
                return Ok(Next::Go);
            }
            Happening::Timeout | Happening::Decided(_) => return Ok(Next::Go),
        };
        self.warning = None;
        let text = line.trim();
        match GameCommand::read(text).or_else(|| GameCommand::read_short(text)) {
            None if text.is_empty() => self.is_paused = false,
            Some(Ok(GameCommand::Now | GameCommand::Pause)) => self.is_paused = false,
            Some(Ok(command)) => return self.obey(command),
            Some(Err(sentence)) => self.say(format!("{sentence}.")),
            None => self.say(format!("{}: {HOW_TO_JOIN}", quote(text))),
        }
        Ok(Next::Go)
    }
}
