//! Draws: claimed by the rules, offered, agreed.

use chess::{Reason, quote};

use super::question::PersonAnswer;
use super::{Host, Next};
use crate::failure::Failure;

impl Host {
    /// The person to move claims a draw, or else offers one.
    pub(super) fn draw(&mut self, intended: Option<&str>) -> Result<Next, Failure> {
        if self.session.humans() == 0 {
            self.say("Two computers play, and they see to their draws themselves.");
            return Ok(Next::Go);
        }
        if let Some(text) = intended {
            self.claim_with(text);
            return Ok(Next::Go);
        }
        match self.session.claim(None) {
            Some(claim) => self.session.end(claim),
            None => return self.offer(),
        }
        Ok(Next::Go)
    }

    /// Claims a draw by declaring the move that brings it about.
    fn claim_with(&mut self, text: &str) {
        let mv = match self.session.game.position().read_move(text) {
            Ok(mv) => mv,
            Err(refusal) => return self.say(format!("{}: {refusal}.", quote(text))),
        };
        match self.session.claim(Some(mv)) {
            Some(claim) => self.session.end(claim),
            None => self.say(format!(
                "{} brings no draw: it would have to be the third time of the same position, \
                 or fifty moves without a capture or a pawn move.",
                quote(text)
            )),
        }
    }

    fn offer(&mut self) -> Result<Next, Failure> {
        let turn = self.session.turn();
        let other = !turn;
        if !self.session.is_human(other) {
            let name = self.session.seat(other).name.clone();
            match self.session.agrees_to_draw(other) {
                true => self.session.end(Reason::Agreement),
                false => self.say(format!("{name} does not want a draw.")),
            }
            return Ok(Next::Go);
        }
        let answer = self.ask_yes_or_no(&[
            format!("{turn} offers a draw. {other}, do you accept (yes or no)? "),
            format!("{other}: a draw (yes or no)? "),
        ])?;
        let PersonAnswer::Given(is_accepted) = answer else { return Ok(answer.otherwise()) };
        match is_accepted {
            true => self.session.end(Reason::Agreement),
            false => self.say(format!("{other} plays on.")),
        }
        Ok(Next::Go)
    }
}
