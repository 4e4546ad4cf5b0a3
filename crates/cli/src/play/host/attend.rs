//! Attending a player who thinks: its thoughts are shown, and people may speak.

use std::time::Duration;

use chess::Color;
use engine::{Decision, Limits, Player, PlayerError};

use super::Host;
use crate::failure::Failure;
use crate::play::clocks::clock_face;
use crate::play::commands::Command;
use crate::play::console::{Happening, Waiting};
use crate::play::record::white_view;
use crate::play::thinking::Thinking;

/// How often thoughts are shown.
const TICK: Duration = Duration::from_millis(100);
/// Columns below which they are told in few words.
const NARROW: usize = 70;

/// How a player's thinking came to its end.
pub(super) enum Attended {
    /// With a decision, or with an error.
    Decided(Player, Result<Decision, PlayerError>),
    /// Somebody said something that cannot wait.
    Broken(Player, Command),
    /// The time was over.
    Flag(Color),
    /// The player is gone: its thread failed.
    Lost,
    /// Somebody leaves.
    Leave,
}

/// What to do about something said meanwhile.
pub(super) enum Meanwhile {
    /// Nothing more.
    Go,
    /// Move now.
    Now,
    /// Stop thinking and do this instead.
    Break(Command),
}

impl Host {
    /// Lets a player think and shows its thoughts, until it has decided or
    /// something else matters more.
    pub(super) fn attend(
        &mut self,
        player: Player,
        limits: Limits,
        who: &str,
    ) -> Result<Attended, Failure> {
        self.ticket += 1;
        let sender = self.console.sender();
        let thinking = Thinking::begin(player, &self.session.game, limits, sender, self.ticket)
            .map_err(|error| Failure::Failed(format!("cannot start a thread: {error}")))?;
        if !self.console.has_live_prompt() {
            self.console.say(&format!("{who} is thinking …"))?;
        }
        let mut broken = None;
        let mut has_ended = false;
        loop {
            if broken.is_none() {
                let status = self.status(who, &thinking);
                if self.console.has_live_prompt() {
                    self.console.set_prompt(&status)?;
                }
            }
            if let Some(late) = self.session.clocks.fallen() {
                thinking.stop();
                return Ok(Attended::Flag(late));
            }
            match self.console.wait_for(Waiting::ForPlayer, TICK)? {
                Happening::Decided(decided) if thinking.is_answered_by(&decided) => {
                    return Ok(match broken {
                        Some(command) => Attended::Broken(decided.player, command),
                        None => Attended::Decided(decided.player, decided.outcome),
                    });
                }
                Happening::Line(line) => match self.heard_meanwhile(&line)? {
                    Meanwhile::Go => {}
                    Meanwhile::Now => thinking.stop(),
                    Meanwhile::Break(Command::Quit) => {
                        thinking.stop();
                        return Ok(Attended::Leave);
                    }
                    Meanwhile::Break(command) => {
                        thinking.stop();
                        broken = Some(command);
                    }
                },
                Happening::Closed | Happening::Interrupted => {
                    thinking.stop();
                    return Ok(Attended::Leave);
                }
                Happening::Redraw => self.show_board()?,
                // The answer may still be on its way when the thread is seen to end.
                Happening::Timeout if has_ended => return Ok(Attended::Lost),
                Happening::Timeout => has_ended = thinking.has_ended(),
                Happening::Decided(_) => {}
            }
        }
    }

    /// Depth, score and move so far, on one line.
    fn status(&self, who: &str, thinking: &Thinking) -> String {
        let position = self.session.game.position();
        let turn = position.turn();
        let elapsed = thinking.elapsed().as_secs_f64();
        let clock = self.session.clocks.left(turn).map(clock_face);
        let clock = clock.map_or(String::new(), |clock| format!(" {clock}"));
        let found = thinking.latest().and_then(|thought| {
            let mv = *thought.line.first()?;
            let score = white_view(thought.score, turn);
            Some((thought.depth, format!("{score} {}", position.to_san(mv))))
        });
        let (depth, best) = found.unwrap_or((0, "…".to_owned()));
        let (columns, _) = self.console.size();
        match columns < NARROW {
            true => format!("{turn}{clock}: {depth} ply {best}, Enter: now "),
            false => format!(
                "{who}{clock} thinks: depth {depth}, {best}, {elapsed:.1} s (Enter: move now) "
            ),
        }
    }

    /// Something was typed while a player thinks.
    pub(super) fn heard_meanwhile(&mut self, line: &str) -> Result<Meanwhile, Failure> {
        let text = line.trim();
        if text.is_empty() {
            return Ok(Meanwhile::Now);
        }
        match Command::read(text) {
            Some(Ok(Command::Now)) => return Ok(Meanwhile::Now),
            Some(Ok(command @ (Command::Draw(_) | Command::Hint))) => {
                let name = if command == Command::Hint { "a hint" } else { "a draw" };
                self.say(format!("Ask for {name} when it is your move."));
            }
            Some(Ok(
                command @ (Command::Help
                | Command::Board
                | Command::Flip
                | Command::Moves(_)
                | Command::History
                | Command::Eval(_)
                | Command::Fen
                | Command::Pgn
                | Command::Save(_)),
            )) => {
                self.obey(command)?;
            }
            Some(Ok(Command::Quit)) => return Ok(Meanwhile::Break(Command::Quit)),
            Some(Ok(_)) if self.session.humans() == 0 => {
                self.say("Two computers play: Enter hurries them, x leaves.");
            }
            Some(Ok(command)) => return Ok(Meanwhile::Break(command)),
            Some(Err(sentence)) => self.say(format!("{sentence}.")),
            None if self.session.humans() == 0 => {
                self.say("Two computers play: Enter hurries them, x leaves.");
            }
            // A move typed ahead.
            None => self.ahead = Some(text.to_owned()),
        }
        self.present()?;
        Ok(Meanwhile::Go)
    }
}
