//! A computer's move: thought about, made, told.

use std::time::Duration;

use chess::Color;
use engine::{Decision, Player, PlayerError};
use session::{ComputerTurn, Note};

use super::attend::Attended;
use super::{Host, Next};
use crate::failure::Failure;
use crate::play::{grouped, seating, sentence};

impl Host {
    /// The computer whose move it is thinks and moves.
    pub(super) fn computer_turn(&mut self) -> Result<Next, Failure> {
        let turn = self.session.turn();
        self.session.clocks.run(turn);
        let Some(player) = self.players[turn.index()].take() else {
            return self.replace_lost_player(turn);
        };
        if self.console.style.in_place {
            self.present()?;
        } else {
            self.tell_said()?;
        }
        self.console.space_pauses = self.session.humans() == 0;
        let limits = self.session.limits(&self.rules.limits);
        let who = format!("{turn} ({})", self.session.seat(turn).name);
        match self.attend(player, limits, &who)? {
            Attended::Decided(player, outcome) => {
                self.players[turn.index()] = Some(player);
                match outcome {
                    Ok(decision) => self.computer_plays(turn, &decision),
                    Err(error) => {
                        self.player_failed(turn, &error);
                        Ok(Next::Go)
                    }
                }
            }
            Attended::Broken(player, command) => {
                self.players[turn.index()] = Some(player);
                self.obey(command)
            }
            Attended::Flag => Ok(Next::Go),
            Attended::Lost => self.replace_lost_player(turn),
            Attended::Leave(note) => {
                self.interrupted = Some((turn, note));
                Ok(Next::Leave)
            }
        }
    }

    fn computer_plays(&mut self, turn: Color, decision: &Decision) -> Result<Next, Failure> {
        let position = *self.session.game.position();
        let mv = match self.session.turn_of(decision) {
            ComputerTurn::Plays(mv) => mv,
            ComputerTurn::Ends(reason) => {
                self.session.end(reason);
                return Ok(Next::Go);
            }
        };
        let name = self.session.seat(turn).name.clone();
        self.play(mv, Note::of_decision(decision, &name));
        let took = self.session.notes().last().map_or(Duration::ZERO, |note| note.elapsed);
        let told = self.name_move(&position, mv);
        let thought = self.describe(decision, turn, took);
        self.said.insert(0, format!("{turn} ({name}): {told}{thought}"));
        if let Some(complaint) = &decision.complaint {
            self.say(format!("{name}: {complaint}."));
        }
        if self.session.humans() == 0 {
            return self.show_for_a_while();
        }
        Ok(Next::Go)
    }

    /// How a decision came about, in brackets.
    fn describe(&self, decision: &Decision, turn: Color, took: Duration) -> String {
        if self.console.style.plain {
            return ".".to_owned();
        }
        let seconds = took.as_secs_f64();
        match decision.score {
            _ if decision.is_from_book => " (opening book)".to_owned(),
            Some(score) => format!(
                " ({}, depth {}, {} positions, {seconds:.2} s)",
                score.for_white(turn),
                decision.depth,
                grouped(decision.nodes),
            ),
            None => String::new(),
        }
    }

    /// A foreign engine failed: it is started anew, and loses if that does not help.
    fn player_failed(&mut self, turn: Color, error: &PlayerError) {
        let name = self.session.seat(turn).name.clone();
        let restarted = self.players[turn.index()].as_mut().map_or(Ok(()), Player::restart);
        self.say(format!("{name}: {error}."));
        if !self.session.fail(Some(error), restarted.is_ok()) {
            self.say(format!("{name} is started anew."));
        }
    }

    /// A player whose thread failed comes anew, to the same seat.
    fn replace_lost_player(&mut self, turn: Color) -> Result<Next, Failure> {
        if self.session.fail(None, true) {
            return Ok(Next::Go);
        }
        let (spec, seed) = (self.session.seat(turn).spec.clone(), self.seed(turn));
        match seating::seat(&mut self.console, spec, seed)? {
            Some(Ok(seated)) => self.players[turn.index()] = seated.player,
            Some(Err(error)) => {
                self.say(sentence(&error));
                self.session.fail(Some(&error), false);
            }
            None => return Ok(Next::Leave),
        }
        Ok(Next::Go)
    }
}
