//! Draws: claimed by the rules, offered, agreed.

use chess::{Claim, Color, Move, Reason, quote};
use engine::Decision;
use eval::Score;

use super::question::Answer;
use super::{Host, Next};
use crate::failure::Failure;

/// Moves by each side before a computer thinks about an offer.
const EARLIEST_AGREEMENT: usize = 10;

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
        let claim = self.session.game.claims().next();
        match claim {
            Some(claim) => self.session.end(Reason::from(claim)),
            None => return self.offer(),
        }
        Ok(Next::Go)
    }

    /// Claims a draw by declaring the move that brings it about.
    fn claim_with(&mut self, text: &str) {
        let game = &self.session.game;
        match game.position().read_move(text) {
            Ok(mv) => match claim_with(game, mv) {
                Some(claim) => self.session.end(Reason::from(claim)),
                None => self.say(format!(
                    "{} brings no draw: it would have to be the third time of the same position, \
                     or fifty moves without a capture or a pawn move.",
                    quote(text)
                )),
            },
            Err(refusal) => self.say(format!("{}: {refusal}.", quote(text))),
        }
    }

    fn offer(&mut self) -> Result<Next, Failure> {
        let turn = self.session.turn();
        let other = !turn;
        if !self.session.is_human(other) {
            let name = self.session.seat(other).name.clone();
            match self.computer_agrees(other) {
                true => self.session.end(Reason::Agreement),
                false => self.say(format!("{name} does not want a draw.")),
            }
            return Ok(Next::Go);
        }
        let answer = self.ask_yes_or_no(&[
            format!("{turn} offers a draw. {other}, do you accept (yes or no)? "),
            format!("{other}: a draw (yes or no)? "),
        ])?;
        let Answer::Given(is_accepted) = answer else { return Ok(answer.otherwise()) };
        match is_accepted {
            true => self.session.end(Reason::Agreement),
            false => self.say(format!("{other} plays on.")),
        }
        Ok(Next::Go)
    }

    /// A computer agrees once the game has begun in earnest, unless it thinks
    /// that it stands better.
    fn computer_agrees(&self, color: Color) -> bool {
        let is_early = self.session.game.moves().len() < 2 * EARLIEST_AGREEMENT;
        let own = self.session.history().filter(|(position, ..)| position.turn() == color);
        let score = own.last().and_then(|(.., note)| note.score);
        !is_early && score.is_some_and(|score| score <= Score::DRAW)
    }

    /// The draw that a computer claims instead of moving: one it may claim, when
    /// it does not think that it stands better.
    pub(super) fn computer_claims(&self, decision: &Decision, mv: Move) -> Option<Reason> {
        let is_content = decision.score.is_some_and(|score| score <= Score::DRAW);
        let game = &self.session.game;
        let claim = game.claims().next().or_else(|| claim_with(game, mv));
        claim.filter(|_| is_content).map(Reason::from)
    }
}

fn claim_with(game: &chess::Game, mv: Move) -> Option<Claim> {
    game.claims_with(mv).next()
}
