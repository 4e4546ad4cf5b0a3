//! Obeying commands.

use std::path::Path;

use chess::{Color, Reason};
use engine::Spec;
use session::memory;
use session::record::{self, Detail};

use super::question::PersonAnswer;
use super::{Host, Next};
use crate::failure::Failure;
use crate::play::commands::{self, GameCommand};
use crate::play::order::opponent;
use crate::play::{sentence, statistics};

impl Host {
    /// Does what a command says.
    pub(super) fn obey(&mut self, command: GameCommand) -> Result<Next, Failure> {
        match command {
            GameCommand::Help(Some(name)) => self.say(commands::help_about(&name)),
            GameCommand::Help(None) => {
                let (columns, rows) = self.console.size();
                let is_small = columns < commands::SMALL.0 || rows < commands::SMALL.1;
                let is_small = is_small && self.console.style.in_place;
                self.say(commands::help(is_small).trim_end());
            }
            GameCommand::Board => self.page.forget(),
            GameCommand::Undo(times) => self.undo(times),
            GameCommand::Redo(times) => self.redo(times),
            GameCommand::Hint => return self.hint(),
            GameCommand::Review => return self.review(),
            GameCommand::Eval(name) => self.explain(name.as_deref()),
            GameCommand::Flip if self.console.style.plain => {
                self.say("The game is told in words: there is no board to turn.");
            }
            GameCommand::Flip => self.bottom = !self.bottom,
            GameCommand::Moves(square) => self.list_moves(square),
            GameCommand::History => match statistics::tied_moves(&self.session) {
                moves if moves.is_empty() => self.say("No move was played yet."),
                moves => self.say(moves),
            },
            GameCommand::Fen => self.say(self.session.game.position().to_string()),
            GameCommand::Pgn => {
                let pgn = record::write(&self.session, Detail::Public);
                self.say(pgn.to_string().trim_end());
            }
            GameCommand::Save(file) => self.save_to(&file),
            GameCommand::Load(None) => return self.choose_saved(),
            GameCommand::Load(Some((file, number))) => self.load(&file, number),
            GameCommand::Draw(_) | GameCommand::Resign | GameCommand::Now | GameCommand::Pause
                if self.session.reason().is_some() =>
            {
                self.say("The game is over.");
            }
            GameCommand::Draw(intended) => return self.draw(intended.as_deref()),
            GameCommand::Resign => return self.resign(),
            GameCommand::Level(player) => return self.set_level(player.as_deref()),
            GameCommand::Seat(color, player) => match opponent(&player) {
                Ok(spec) => return self.seat(color, spec),
                Err(error) => self.say(sentence(&error)),
            },
            GameCommand::Switch => self.switch(),
            GameCommand::New => return self.new_game(),
            GameCommand::SetUp(fen) => return self.set_up(fen.as_deref()),
            GameCommand::Now => self.say("It is your move; now is for when the computer thinks."),
            GameCommand::Pause if self.session.humans() == 0 => self.is_paused = true,
            GameCommand::Pause if self.session.clocks.control().is_some() => {
                self.say("Only a game between computers is held: your clock runs.");
            }
            GameCommand::Pause => {
                self.say("Only a game between computers is held; take your time.")
            }
            GameCommand::Quit => return Ok(Next::Leave),
        }
        Ok(Next::Go)
    }

    fn resign(&mut self) -> Result<Next, Failure> {
        let Some(color) = self.session.speaker() else {
            self.say("Two computers play, and they do not resign.");
            return Ok(Next::Go);
        };
        let answer = self.ask_really("resign")?;
        match answer {
            PersonAnswer::Given(true) => self.session.end(Reason::Resignation(color)),
            PersonAnswer::Given(false) => self.say("The game goes on."),
            PersonAnswer::Left | PersonAnswer::Late => return Ok(answer.otherwise()),
        }
        Ok(Next::Go)
    }

    fn new_game(&mut self) -> Result<Next, Failure> {
        let is_begun = self.session.reason().is_none() && !self.session.game.moves().is_empty();
        if is_begun {
            let answer = self.ask_really("a new game")?;
            match answer {
                PersonAnswer::Given(true) => {}
                PersonAnswer::Given(false) => {
                    self.say("The game goes on.");
                    return Ok(Next::Go);
                }
                PersonAnswer::Left | PersonAnswer::Late => return Ok(answer.otherwise()),
            }
        }
        self.begin_anew(self.rules.start);
        self.say("A new game.");
        Ok(Next::Go)
    }

    fn undo(&mut self, times: usize) {
        self.told = None;
        // What ended the game is the first thing to be taken back.
        let is_open_again = self.session.withdraw_end();
        let undone = self.session.undo(times - usize::from(is_open_again));
        match undone {
            0 if is_open_again => self.say("The game goes on."),
            0 if self.session.humans() == 0 => self.say("There is no move to take back."),
            0 => self.say("There is no move of yours to take back."),
            1 => self.say("1 move was taken back."),
            _ => self.say(format!("{undone} moves were taken back.")),
        }
        if undone > 0 || is_open_again {
            self.save();
        }
    }

    fn redo(&mut self, times: usize) {
        match self.session.redo(times) {
            0 => self.say("There is nothing to play again."),
            redone => {
                let plural = if redone == 1 { "" } else { "s" };
                self.say(format!("{redone} move{plural} played again."));
                if self.session.reason().is_none() {
                    self.save();
                }
            }
        }
    }

    fn save_to(&mut self, file: &str) {
        let pgn = record::write(&self.session, Detail::Public);
        match memory::append(Path::new(file), &pgn) {
            Ok(()) => {
                self.unfiled = None;
                self.say(format!("The game was added to {}.", memory::shown(Path::new(file))));
            }
            Err(error) => self.say(sentence(&error)),
        }
    }

    fn set_level(&mut self, player: Option<&str>) -> Result<Next, Failure> {
        let Some(color) = self.session.computer() else {
            self.say(
                "There is not just one computer: white PLAYER or black PLAYER says who plays.",
            );
            return Ok(Next::Go);
        };
        let Some(player) = player else {
            let name = self.session.seat(color).name.clone();
            self.say(format!("{color} is {name}. Players are {}.", Spec::names()));
            return Ok(Next::Go);
        };
        match opponent(player) {
            Ok(spec) => return self.seat(color, spec),
            Err(error) => self.say(sentence(&error)),
        }
        Ok(Next::Go)
    }

    /// The two change sides; the board turns with the person.
    fn switch(&mut self) {
        self.session.change_sides();
        self.players.swap(0, 1);
        if let Some(computer) = self.session.computer() {
            self.bottom = !computer;
        }
        let [white, black] = Color::ALL.map(|color| self.session.seat(color).name.clone());
        self.say(format!("White is now {white}, Black is {black}."));
        self.save_if_begun();
    }
}
