//! Going on with games that were saved, and opening files of games.

use std::fs::File;

use chess::pgn::{ReadError, Reader};
use chess::{Color, quote};
use engine::Spec;

use super::{Host, Next};
use crate::failure::Failure;
use crate::play::console::{Happening, Waiting};
use crate::play::memory::Unfinished;
use crate::play::record::{self, Recorded};
use crate::play::session::Seat;

/// How many unfinished games are offered.
const MOST_OFFERED: usize = 9;

impl Host {
    /// Offers the games that were not finished.
    pub(crate) fn choose_saved(&mut self) -> Result<Next, Failure> {
        let mut games = self.memory.unfinished();
        games.truncate(MOST_OFFERED);
        if games.is_empty() {
            self.say("There is no unfinished game; load FILE opens a file of games.");
            return Ok(Next::Go);
        }
        let mut list = "Unfinished games:\n".to_owned();
        for (index, game) in games.iter().enumerate() {
            list.push_str(&format!("  {}  {}\n", index + 1, game.title));
        }
        self.console.say(&list)?;
        self.session.clocks.rest();
        loop {
            self.console.set_prompt("which one (Enter: the first, x: none)? ")?;
            let line = match self.console.wait(Waiting::ForAnswer, None)? {
                Happening::Line(line) => line.trim().to_lowercase(),
                Happening::Closed | Happening::Interrupted => return Ok(Next::Leave),
                _ => continue,
            };
            let number = match line.as_str() {
                "x" | "q" | "quit" | "cancel" | "no" => return Ok(Next::Go),
                "" => Some(1),
                text => text.parse().ok(),
            };
            match number.filter(|number| (1..=games.len()).contains(number)) {
                Some(number) => {
                    self.resume(games.swap_remove(number - 1));
                    return Ok(Next::Go);
                }
                None => self.console.say(&format!(
                    "'{}' is none of them: a number from 1 to {}, or x.",
                    quote(&line),
                    games.len()
                ))?,
            }
        }
    }

    /// Takes up a game where it was left: players, clocks and all.
    pub(crate) fn resume(&mut self, game: Unfinished) {
        let Unfinished { path, recorded, title } = game;
        self.forget_game();
        for color in Color::ALL {
            let spec = recorded.specs[color.index()].clone().unwrap_or(Spec::Human);
            if spec != self.session.seat(color).spec {
                match Seat::new(spec, self.rules.seed ^ color.index() as u64) {
                    Ok(seat) => self.session.seats[color.index()] = seat,
                    Err(error) => self.say(format!("{color}: {error}; a person plays instead.")),
                }
            }
        }
        let (left, began) = (recorded.left, recorded.began);
        self.take_over(recorded);
        for color in Color::ALL {
            if let Some(left) = left[color.index()] {
                self.session.clocks.set(color, left);
            }
        }
        self.began = began.unwrap_or(self.began);
        self.memory.adopt(path);
        if let Some(computer) = self.session.computer() {
            self.bottom = !computer;
        }
        self.say(format!("The game goes on: {title}."));
    }

    /// Opens a game of a PGN file with the players who sit here.
    pub(super) fn load(&mut self, file: &str, number: usize) {
        let opened = match File::open(file) {
            Ok(opened) => opened,
            Err(error) => {
                self.say(format!("{} cannot be read: {error}.", quote(file)));
                return;
            }
        };
        let (pgn, trouble) = match Reader::new(opened).nth(number - 1) {
            Some(Ok(read)) => (read.game, None),
            Some(Err(ReadError::Broken(broken)))
                if broken.game.tree.main_line().next().is_none() =>
            {
                // Nothing was read: any file at all looks like that.
                self.say(format!(
                    "{} holds no game that can be read: {}. The game here goes on.",
                    quote(file),
                    broken.cause
                ));
                return;
            }
            Some(Err(ReadError::Broken(broken))) => (broken.game, Some(broken.cause.to_string())),
            Some(Err(ReadError::Io(error))) => {
                self.say(format!("{} cannot be read: {error}.", quote(file)));
                return;
            }
            None => {
                self.say(format!("{} holds no game number {number}.", quote(file)));
                return;
            }
        };
        let names = ["White", "Black"].map(|tag| quote(pgn.tags.get(tag).unwrap_or("?")));
        let mut recorded = record::read(&pgn);
        // The clocks of another day say nothing here.
        recorded.control = self.session.clocks.control();
        for note in &mut recorded.notes {
            note.clock = None;
        }
        self.rules.start = *recorded.game.start();
        self.forget_game();
        self.take_over(recorded);
        self.save();
        self.say(format!("The game {} - {} is loaded.", names[0], names[1]));
        if let Some(trouble) = trouble {
            self.say(format!("Only its beginning could be read: {trouble}."));
        }
    }

    fn take_over(&mut self, recorded: Recorded) {
        self.session.replace(recorded.game, recorded.notes, recorded.control);
    }
}
