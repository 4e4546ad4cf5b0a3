//! What people do at a table.

use chess::{Color, Move, Reason, quote};
use session::Note;

use super::order;
use super::table::LiveGame;
use crate::protocol::Ask;
use crate::views;

impl LiveGame {
    /// Does what a person asks for that changes the game, or says why not.
    pub(super) fn act(&mut self, ask: &Ask) -> Result<(), String> {
        match ask {
            Ask::Move { text, ply } => self.human_move(text, *ply),
            Ask::TakeBack {} => {
                self.cancel();
                match self.open_game.take_back() {
                    true => Ok(()),
                    false => Err("there is no move of yours to take back".to_owned()),
                }
            }
            Ask::Redo {} => {
                self.must_be_going_on()?;
                self.cancel();
                match self.open_game.session.redo(1) {
                    0 => Err("there is nothing to play again".to_owned()),
                    _ => Ok(()),
                }
            }
            Ask::Resign {} => {
                self.must_be_going_on()?;
                let speaker = self.open_game.session.speaker();
                let speaker =
                    speaker.ok_or("two computers play, and they do not resign".to_owned())?;
                self.open_game.session.end(Reason::Resignation(speaker));
                Ok(())
            }
            Ask::OfferDraw {} => self.offer_draw(),
            Ask::ClaimDraw { with } => self.claim_draw(with.as_deref()),
            Ask::Seat { color, player } => self.seat(views::side(*color), player),
            Ask::Pause {} => {
                self.must_be_going_on()?;
                self.open_game.is_paused = true;
                Ok(())
            }
            Ask::GoOn {} => {
                self.open_game.is_paused = false;
                Ok(())
            }
            // The desk brings what it has here, and nothing else.
            _ => Err("this is not asked of a game".to_owned()),
        }
    }

    fn must_be_going_on(&self) -> Result<(), String> {
        match self.open_game.session.reason() {
            Some(_) => Err("the game is over".to_owned()),
            None => Ok(()),
        }
    }

    /// A person is to move.
    fn must_be_yours(&self) -> Result<Color, String> {
        self.must_be_going_on()?;
        if self.open_game.is_paused {
            return Err("the game rests; go on first".to_owned());
        }
        let turn = self.open_game.session.turn();
        match self.open_game.session.is_human(turn) {
            true => Ok(turn),
            false => {
                let name = &self.open_game.session.seat(turn).name;
                Err(format!("{turn} is to move, and that is {name}"))
            }
        }
    }

    fn human_move(&mut self, text: &str, ply: Option<u32>) -> Result<(), String> {
        let played = self.open_game.session.game.moves().len();
        if ply.is_some_and(|ply| ply as usize != played) {
            return Err(format!("the game has moved on: {played} moves were played"));
        }
        self.must_be_yours()?;
        if played >= crate::limits::PLIES {
            return Err(format!("a game has at most {} moves here", crate::limits::PLIES));
        }
        let mv = self.read_move(text)?;
        self.open_game.play(mv, Note::default());
        self.take_time();
        Ok(())
    }

    fn read_move(&self, text: &str) -> Result<Move, String> {
        let position = self.open_game.session.game.position();
        // Programs first: in Chess960 king takes rook is castling to them.
        position.parse_uci(text).or_else(|_| {
            position.read_move(text).map_err(|refusal| format!("{}: {refusal}", quote(text)))
        })
    }

    fn claim_draw(&mut self, with: Option<&str>) -> Result<(), String> {
        self.must_be_yours()?;
        let with = with.map(|text| self.read_move(text)).transpose()?;
        let claim = self.open_game.session.claim(with);
        let claim = claim.ok_or(
            "there is no draw to claim: it would have to be the third time of the same position, \
             or fifty moves without a capture or a pawn move",
        )?;
        self.open_game.session.end(claim);
        Ok(())
    }

    fn offer_draw(&mut self) -> Result<(), String> {
        let turn = self.must_be_yours()?;
        let other = !turn;
        if self.open_game.session.is_human(other) || self.open_game.session.agrees_to_draw(other) {
            // Two people at one screen settle it between them.
            self.open_game.session.end(Reason::Agreement);
            return Ok(());
        }
        Err("your opponent does not want a draw".to_owned())
    }

    fn seat(&mut self, color: Color, player: &str) -> Result<(), String> {
        let seat = order::seat(player, self.house.crew.cores(), &self.house.engines)?;
        self.cancel();
        self.open_game.session.sit_down(color, seat);
        self.players[color.index()] = None;
        Ok(())
    }
}
