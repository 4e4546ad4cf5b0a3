//! A computer's move: thought about, made, told.

use std::time::Duration;

use chess::{Color, Reason};
use engine::{Decision, Limits, Player, PlayerError, Spec};
use session::Note;

use super::attend::Attended;
use super::{Host, Next};
use crate::failure::Failure;
use crate::play::grouped;

/// How long players think that would not stop by themselves, when there is
/// neither a clock nor another limit.
const USUAL_TIME: Duration = Duration::from_secs(1);
/// How often a player may fail in a row before its game is lost.
const MOST_FAILURES: u8 = 2;

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
        let limits = self.limits(turn);
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

    /// What a computer player is told about its time.
    fn limits(&self, color: Color) -> Limits {
        let mut limits = self.rules.limits.clone();
        limits.clock = self.session.clocks.for_players();
        let stops_by_itself = matches!(
            self.session.seat(color).spec,
            Spec::Level(_) | Spec::Rated(_) | Spec::Classic(_) | Spec::Ladder(_)
        );
        if limits.is_empty() && !stops_by_itself {
            limits.move_time = Some(USUAL_TIME);
        }
        limits
    }

    fn computer_plays(&mut self, turn: Color, decision: &Decision) -> Result<Next, Failure> {
        let position = *self.session.game.position();
        let Some(mv) = decision.mv.filter(|mv| position.is_legal(*mv)) else {
            self.session.end(Reason::Abandonment(turn));
            return Ok(Next::Go);
        };
        self.failures[turn.index()] = 0;
        if let Some(reason) = self.session.claimed_instead(decision, mv) {
            self.session.end(reason);
            return Ok(Next::Go);
        }
        if self.session.resigns_instead(decision) {
            self.session.end(Reason::Resignation(turn));
            return Ok(Next::Go);
        }
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
        self.failures[turn.index()] += 1;
        let restarted = self.players[turn.index()].as_mut().map_or(Ok(()), Player::restart);
        self.say(format!("{name}: {error}."));
        let is_over = self.failures[turn.index()] >= MOST_FAILURES;
        match restarted {
            Ok(()) if !is_over => self.say(format!("{name} is started anew.")),
            _ => {
                let is_illegal = matches!(error, PlayerError::Engine(error)
                    if error.fault() == Some(::uci::EngineFault::Illegal));
                self.session.end(match is_illegal {
                    true => Reason::IllegalMove(turn),
                    false => Reason::Abandonment(turn),
                });
            }
        }
    }

    /// A player whose thread failed is seated anew.
    fn replace_lost_player(&mut self, turn: Color) -> Result<Next, Failure> {
        self.failures[turn.index()] += 1;
        if self.failures[turn.index()] >= MOST_FAILURES {
            self.session.end(Reason::Abandonment(turn));
            return Ok(Next::Go);
        }
        let failures = self.failures;
        let next = self.seat(turn, self.session.seat(turn).spec.clone())?;
        self.failures = failures;
        Ok(next)
    }
}
