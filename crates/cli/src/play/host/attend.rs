//! Attending a player who thinks: its thoughts are shown, and people may speak.

use std::time::{Duration, Instant};

use chess::quote;
use engine::{Decision, Limits, Player, PlayerError};
use session::Note;

use super::Host;
use super::status::ThoughtStatus;
use crate::failure::Failure;
use crate::play::clock_face::clock_face;
use crate::play::commands::GameCommand;
use crate::play::console::terminal::InputMode;
use crate::play::console::{Awaited, Happening};
use crate::play::thinking::Thinking;

/// How often thoughts are shown.
const TICK: Duration = Duration::from_millis(100);
/// When thoughts are first told to a person whose terminal cannot show them all
/// the time; the next ones after twice as long, and so on.
const FIRST_WORD: Duration = Duration::from_secs(3);
/// How long a player who is interrupted may take to say what it has found. The
/// statistics are to stand within 200 ms.
const LAST_THOUGHT: Duration = Duration::from_millis(100);

/// How a player's thinking came to its end.
pub(super) enum Attended {
    /// With a decision, or with an error.
    Decided(Player, Result<Decision, PlayerError>),
    /// Somebody said something that cannot wait.
    Broken(Player, GameCommand),
    /// The time was over; so is the game.
    Flag,
    /// The player is gone: its thread failed.
    Lost,
    /// Somebody leaves; what the player had found by then.
    Leave(Note),
}

/// What to do about something said meanwhile.
pub(super) enum Meanwhile {
    /// Nothing more.
    Go,
    /// Move now.
    Now,
    /// Stop thinking and do this instead.
    Break(GameCommand),
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
            self.console.say(&format!("{who} is thinking ..."))?;
        }
        let mut broken = None;
        let mut has_ended = false;
        let has_person = self.console.style.input != InputMode::Piped;
        let mut next_word = FIRST_WORD;
        loop {
            if broken.is_none() {
                let status = self.status(who, &thinking);
                if self.console.has_live_prompt() {
                    self.console.set_prompt(&status)?;
                } else if has_person && thinking.elapsed() > next_word {
                    next_word *= 2;
                    self.console.say(status.trim_end())?;
                }
            }
            if self.session.end_if_late() {
                thinking.stop();
                self.absent.push(thinking);
                return Ok(Attended::Flag);
            }
            self.keep_clocks();
            match self.console.wait_for(Awaited::Player, TICK)? {
                Happening::Decided(decided) if thinking.is_answered_by(&decided) => {
                    return Ok(match broken {
                        Some(command) => Attended::Broken(decided.player, command),
                        None => Attended::Decided(decided.player, decided.outcome),
                    });
                }
                Happening::Line(line) => match self.heard_meanwhile(&line)? {
                    Meanwhile::Go => {}
                    Meanwhile::Now => thinking.stop(),
                    Meanwhile::Break(GameCommand::Quit) => return self.interrupt(thinking),
                    Meanwhile::Break(command) => {
                        thinking.stop();
                        broken = Some(command);
                    }
                },
                Happening::Closed | Happening::Interrupted => return self.interrupt(thinking),
                Happening::Redraw => self.show_board()?,
                // The answer may still be on its way when the thread is seen to end.
                Happening::Timeout if has_ended => return Ok(Attended::Lost),
                Happening::Timeout => has_ended = thinking.has_ended(),
                Happening::Decided(_) => {}
            }
        }
    }

    /// Stops a player because somebody leaves, and asks what it has found: by its
    /// own word if that comes at once, otherwise by the last that was heard of it.
    fn interrupt(&mut self, thinking: Thinking) -> Result<Attended, Failure> {
        thinking.stop();
        let elapsed = thinking.elapsed();
        let until = Instant::now() + LAST_THOUGHT;
        while Instant::now() < until {
            match self.console.wait(Awaited::LastWord, Some(until))? {
                Happening::Decided(decided) if thinking.is_answered_by(&decided) => {
                    let name = self.session.seat(self.session.turn()).name.clone();
                    let note = decided.outcome.map(|found| Note::of_decision(&found, &name));
                    return Ok(Attended::Leave(Note { elapsed, ..note.unwrap_or_default() }));
                }
                Happening::Interrupted | Happening::Timeout => break,
                _ => {}
            }
        }
        let (depth, nodes) = match thinking.latest() {
            Some(thought) => (thought.depth, thought.nodes),
            None => (0, 0),
        };
        self.absent.push(thinking);
        let by = self.session.seat(self.session.turn()).name.clone();
        Ok(Attended::Leave(Note { by: Some(by), elapsed, depth, nodes, ..Note::default() }))
    }

    /// Depth, score and move so far, on one line.
    fn status(&self, who: &str, thinking: &Thinking) -> String {
        let position = self.session.game.position();
        let turn = position.turn();
        let found = thinking.latest().and_then(|thought| {
            let mv = *thought.line.first()?;
            let score = thought.score.for_white(turn);
            Some((thought.depth, format!("{score} {}", position.to_san(mv))))
        });
        let (depth, best) = found.unwrap_or((0, "...".to_owned()));
        let clock = self.session.clocks.left(turn).map(clock_face);
        let status = ThoughtStatus { who, clock, depth, best: &best, elapsed: thinking.elapsed() };
        status.line(self.console.prompt_room())
    }

    /// Something was typed while a player thinks.
    pub(super) fn heard_meanwhile(&mut self, line: &str) -> Result<Meanwhile, Failure> {
        let text = line.trim();
        if text.is_empty() {
            return Ok(Meanwhile::Now);
        }
        if self.session.humans() == 0 {
            return Ok(self.hold_for(text));
        }
        match GameCommand::read(text) {
            Some(Ok(GameCommand::Now)) => return Ok(Meanwhile::Now),
            Some(Ok(
                command @ (GameCommand::Draw(_) | GameCommand::Hint | GameCommand::Review),
            )) => {
                let name = match command {
                    GameCommand::Hint => "a hint",
                    GameCommand::Review => "the review",
                    _ => "a draw",
                };
                self.say(format!("Ask for {name} when it is your move."));
            }
            // Its clock would run for a person's questions, or rest for their thinking.
            Some(Ok(GameCommand::SetUp(_) | GameCommand::Load(_)))
                if self.session.clocks.control().is_some() =>
            {
                self.say("The computer's clock runs: leave this game when it is your move.");
            }
            Some(Ok(
                command @ (GameCommand::Help(_)
                | GameCommand::Board
                | GameCommand::Flip
                | GameCommand::Moves(_)
                | GameCommand::History
                | GameCommand::Eval(_)
                | GameCommand::Fen
                | GameCommand::Pgn
                | GameCommand::Pause
                | GameCommand::Save(_)),
            )) => {
                self.obey(command)?;
            }
            Some(Ok(command)) => return Ok(Meanwhile::Break(command)),
            Some(Err(sentence)) => self.say(format!("{sentence}.")),
            // A move typed ahead.
            None => {
                self.say(format!("{} is tried when it is your move.", quote(text)));
                self.ahead = Some(text.to_owned());
            }
        }
        self.present()?;
        Ok(Meanwhile::Go)
    }
}
