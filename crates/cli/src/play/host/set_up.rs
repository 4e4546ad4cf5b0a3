//! Setting up a position in the middle of a game.

use super::{Host, Next};
use crate::failure::Failure;
use crate::play::console::Happening;
use crate::play::setup::{self, Dialog, Ended};

impl Host {
    /// Sets up a position: at once if a FEN is given that is legal, otherwise
    /// step by step. The clock of the person to move runs on meanwhile.
    pub(super) fn set_up(&mut self, fen: Option<&str>) -> Result<Next, Failure> {
        self.rest_between_computers();
        let mut setup = self.session.game.position().setup();
        let mut said = Vec::new();
        if let Some(fen) = fen {
            let (_, wrong) = setup::obey(&mut setup, fen);
            match setup.position() {
                Ok(position) if wrong.is_empty() => {
                    self.begin_anew(position);
                    return Ok(Next::Go);
                }
                _ => said = wrong,
            }
        }
        let mut dialog = Dialog::new(setup, said);
        self.page.forget();
        loop {
            dialog.show(&mut self.console, self.bottom)?;
            let line = match self.ask(|host| {
                let prompts = ["set-up (help)", "set-up"].map(|words| host.with_clock(words));
                host.console.fitting(&prompts)
            })? {
                Some(Happening::Line(line)) => line,
                Some(Happening::Closed | Happening::Interrupted) => return Ok(Next::Leave),
                Some(_) => continue,
                // The flag fell, and the game is over.
                None => return Ok(Next::Go),
            };
            match dialog.hear(&line, self.console.style, &mut self.bottom) {
                None => {}
                Some(Ended::Done(position)) => {
                    self.begin_anew(*position);
                    return Ok(Next::Go);
                }
                Some(Ended::Cancelled) => {
                    self.say("The set-up was left; the game goes on.");
                    return Ok(Next::Go);
                }
            }
        }
    }
}
