//! Hints: what a strong player would do.

use engine::{Limits, Spec};

use super::table::LiveGame;
use super::thinking::{Decided, SeatedPlayer, Thinking};
use crate::protocol::Tell;
use crate::{random, views};

/// Who gives hints.
const ADVISER: &str = "hard";

impl LiveGame {
    /// Asks the adviser for a page.
    pub(super) fn advise(&mut self, client: u64, id: u32) {
        let is_over = self.open_game.session.reason().is_some();
        let turn = self.open_game.session.turn();
        if is_over || !self.open_game.session.is_human(turn) {
            let said =
                if is_over { "the game is over" } else { "ask for a hint when it is your move" };
            return self.refuse(client, id, said.to_owned());
        }
        if self.advice.is_some() {
            // The same advice will do.
            return self.waiting.push((client, id));
        }
        let adviser = ADVISER.parse::<Spec>().map_err(|error| error.to_string());
        let seat =
            adviser.and_then(|spec| SeatedPlayer::new(&spec, random::seed(), &self.house.crew));
        match seat {
            Ok(seat) => {
                let home = self.home();
                let game = &self.open_game.session.game;
                let limits = Limits::default();
                self.waiting.push((client, id));
                self.advice =
                    Some(Thinking::begin(turn, seat, game, limits, &self.house.crew, home));
            }
            Err(sentence) => self.refuse(client, id, sentence),
        }
    }

    /// The adviser comes back.
    pub(super) fn advised(&mut self, advised: Option<Decided>) {
        self.advice = None;
        let asked = std::mem::take(&mut self.waiting);
        let decision = advised.and_then(|decided| decided.outcome?.ok());
        let game = &self.open_game.session.game;
        let position = game.position();
        let hint = decision.and_then(|decision| {
            let mv = decision.mv?;
            Some(Tell::Hint {
                uci: views::uci(position, mv),
                san: position.to_san(mv),
                value: decision.score.map(|score| views::own(score, position.turn())),
                line: views::line(position, &decision.line),
            })
        });
        for (client, id) in asked {
            match &hint {
                Some(hint) => self.tell(client, Some(id), hint.clone()),
                None => self.refuse(client, id, "the adviser has no advice".to_owned()),
            }
        }
    }

    /// The position is another one: who waits for advice waits in vain.
    pub(super) fn withdraw_advice(&mut self) {
        self.advice = None;
        for (client, id) in std::mem::take(&mut self.waiting) {
            self.refuse(client, id, "the game has moved on".to_owned());
        }
    }
}
