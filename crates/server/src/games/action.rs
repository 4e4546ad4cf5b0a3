//! What people do at a table.

use chess::{Claim, Color, Move, Reason, quote};
use engine::Decision;
use eval::Score;

use super::order;
use super::session::Note;
use super::table::Table;

/// What a person wants.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Action {
    /// Play this move, if so many moves were played before it.
    Move(String, Option<u32>),
    /// Take back.
    TakeBack,
    /// Play again what was taken back.
    Redo,
    /// Give up.
    Resign,
    /// Offer a draw.
    OfferDraw,
    /// Claim a draw, perhaps with a move that is intended.
    ClaimDraw(Option<String>),
    /// Seat another player.
    Seat(Color, String),
    /// Rest.
    Pause,
    /// Go on after a rest.
    GoOn,
}

/// Moves by each side before a computer thinks about an offer.
const EARLIEST_AGREEMENT: usize = 10;

impl Table {
    /// Does what is wanted, or says why not.
    pub(super) fn act(&mut self, action: &Action) -> Result<(), String> {
        match action {
            Action::Move(text, ply) => self.human_move(text, *ply),
            Action::TakeBack => {
                self.cancel();
                match self.session.take_back() {
                    true => Ok(()),
                    false => Err("there is no move of yours to take back".to_owned()),
                }
            }
            Action::Redo => {
                self.cancel();
                match self.session.redo() {
                    true => Ok(()),
                    false => Err("there is nothing to play again".to_owned()),
                }
            }
            Action::Resign => {
                self.must_be_going_on()?;
                let speaker = self.session.speaker();
                let speaker =
                    speaker.ok_or("two computers play, and they do not resign".to_owned())?;
                self.session.end(Reason::Resignation(speaker));
                Ok(())
            }
            Action::OfferDraw => self.offer_draw(),
            Action::ClaimDraw(with) => self.claim_draw(with.as_deref()),
            Action::Seat(color, player) => self.seat(*color, player),
            Action::Pause => {
                self.must_be_going_on()?;
                self.session.is_paused = true;
                Ok(())
            }
            Action::GoOn => {
                self.session.is_paused = false;
                Ok(())
            }
        }
    }

    fn must_be_going_on(&self) -> Result<(), String> {
        match self.session.reason() {
            Some(_) => Err("the game is over".to_owned()),
            None => Ok(()),
        }
    }

    /// A person is to move.
    fn must_be_yours(&self) -> Result<Color, String> {
        self.must_be_going_on()?;
        if self.session.is_paused {
            return Err("the game rests; go on first".to_owned());
        }
        let turn = self.session.turn();
        match self.session.is_human(turn) {
            true => Ok(turn),
            false => Err(format!("{turn} is to move, and that is {}", self.session.player(turn))),
        }
    }

    fn human_move(&mut self, text: &str, ply: Option<u32>) -> Result<(), String> {
        let played = self.session.game.moves().len();
        if ply.is_some_and(|ply| ply as usize != played) {
            return Err(format!("the game has moved on: {played} moves were played"));
        }
        self.must_be_yours()?;
        if played >= crate::limits::PLIES {
            return Err(format!("a game has at most {} moves here", crate::limits::PLIES));
        }
        let mv = self.read_move(text)?;
        self.session.play(mv, Note::default());
        Ok(())
    }

    fn read_move(&self, text: &str) -> Result<Move, String> {
        let position = self.session.game.position();
        // Programs first: in Chess960 king takes rook is castling to them.
        position.parse_uci(text).or_else(|_| {
            position.read_move(text).map_err(|refusal| format!("{}: {refusal}", quote(text)))
        })
    }

    fn claim_draw(&mut self, with: Option<&str>) -> Result<(), String> {
        self.must_be_yours()?;
        let claim = match with {
            None => self.session.game.claims().next(),
            Some(text) => {
                let mv = self.read_move(text)?;
                self.session.game.claims_with(mv).next()
            }
        };
        let claim = claim.ok_or(
            "there is no draw to claim: it would have to be the third time of the same position, \
             or fifty moves without a capture or a pawn move",
        )?;
        self.session.end(Reason::from(claim));
        Ok(())
    }

    fn offer_draw(&mut self) -> Result<(), String> {
        let turn = self.must_be_yours()?;
        let other = !turn;
        if self.session.is_human(other) || self.agrees(other) {
            // Two people at one screen settle it between them.
            self.session.end(Reason::Agreement);
            return Ok(());
        }
        Err(format!("{} does not want a draw", self.session.player(other)))
    }

    /// A computer agrees once the game has begun in earnest, unless it thinks
    /// that it stands better.
    fn agrees(&self, color: Color) -> bool {
        let is_early = self.session.game.moves().len() < 2 * EARLIEST_AGREEMENT;
        let own = self.session.history().filter(|(position, ..)| position.turn() == color);
        let score = own.last().and_then(|(.., note)| note.score);
        !is_early && score.is_some_and(|score| score <= Score::DRAW)
    }

    /// The draw that a computer claims instead of moving: one it may claim, when
    /// it does not think that it stands better.
    pub(super) fn claimed_instead(&self, decision: &Decision, mv: Move) -> Option<Reason> {
        let is_content = decision.score.is_some_and(|score| score <= Score::DRAW);
        let game = &self.session.game;
        let claim: Option<Claim> = game.claims().next().or_else(|| game.claims_with(mv).next());
        claim.filter(|_| is_content).map(Reason::from)
    }

    fn seat(&mut self, color: Color, player: &str) -> Result<(), String> {
        let spec = order::player(player, self.house.crew.cores())?;
        self.cancel();
        self.session.players[color.index()] = spec;
        self.players[color.index()] = None;
        Ok(())
    }
}
