//! Going on with games that were saved, and opening files of games.

use std::fs::File;
use std::path::Path;

use chess::pgn::{ReadError, Reader};
use chess::{Color, quote};
use engine::Spec;

use super::{Host, Next};
use crate::failure::Failure;
use crate::play::console::{Awaited, Happening};
use crate::play::memory::{Shelf, Unfinished, shown};
use crate::play::record::{self, Recorded};
use crate::play::session::Seat;
use crate::play::{seating, sentence};

/// How many unfinished games are offered.
const MOST_SHOWN: usize = 9;

impl Host {
    /// Offers the games that were not finished.
    pub(crate) fn choose_saved(&mut self) -> Result<Next, Failure> {
        let Shelf { mut games, broken } = self.memory.unfinished();
        for trouble in &broken {
            self.say(sentence(trouble));
        }
        if games.is_empty() {
            self.say("There is no unfinished game; load FILE opens a file of games.");
            return Ok(Next::Go);
        }
        self.tell_said()?;
        let mut list = "Unfinished games:\n".to_owned();
        for (index, game) in games.iter().enumerate().take(MOST_SHOWN) {
            list.push_str(&format!("  {}  {}\n", index + 1, game.title));
        }
        if games.len() > MOST_SHOWN {
            list.push_str(&format!("  older ones: {} to {}\n", MOST_SHOWN + 1, games.len()));
        }
        self.tell(&list)?;
        self.session.clocks.rest();
        loop {
            let prompt = self.console.fitting(&[
                "which one (Enter: the first, x: none)? ",
                "which (Enter: 1, x: none)? ",
            ]);
            self.console.set_prompt(&prompt)?;
            let line = match self.console.wait(Awaited::Answer, None)? {
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
                    return self.resume(games.swap_remove(number - 1));
                }
                None => self.tell(&format!(
                    "'{}' is none of them: a number from 1 to {}, or x.",
                    quote(&line),
                    games.len()
                ))?,
            }
        }
    }

    /// Takes up the latest game, with other players for those sides that name one.
    pub(crate) fn resume_latest(&mut self, instead: [Option<Spec>; 2]) -> Result<Next, Failure> {
        let Shelf { games, broken } = self.memory.unfinished();
        let Some(game) = games.into_iter().next() else {
            return Err(Failure::Failed(match broken.is_empty() {
                true => "there is no unfinished game to continue; plywise play begins one".into(),
                false => format!("{}; there is no other to continue", broken.join("; ")),
            }));
        };
        if let Some(trouble) = broken.first() {
            self.warn(format!("Warning: {trouble}."));
        }
        self.resume_with(game, instead)
    }

    /// Takes up a game where it was left: players, clocks and all.
    pub(crate) fn resume(&mut self, game: Unfinished) -> Result<Next, Failure> {
        self.resume_with(game, [None, None])
    }

    /// The same with other players for those sides that name one.
    pub(crate) fn resume_with(
        &mut self,
        game: Unfinished,
        instead: [Option<Spec>; 2],
    ) -> Result<Next, Failure> {
        let Unfinished { path, mut recorded, title } = game;
        self.forget_game();
        for (color, other) in Color::ALL.into_iter().zip(instead) {
            let saved = recorded.specs[color.index()].take().unwrap_or(Spec::Human);
            let spec = other.unwrap_or(saved);
            if spec != self.session.seat(color).spec {
                let seed = self.rules.seed ^ color.index() as u64;
                match seating::seat(&mut self.console, spec, seed)? {
                    Some(Ok(seat)) => self.session.seats[color.index()] = seat,
                    Some(Err(error)) => {
                        self.warn(format!("{color}: {error}; a person plays instead."));
                        self.session.seats[color.index()] = Seat::human();
                    }
                    None => return Ok(Next::Leave),
                }
            }
        }
        let (left, taken, began) = (recorded.left, recorded.taken, recorded.began);
        self.take_over(recorded);
        for color in Color::ALL {
            if let Some(left) = left[color.index()] {
                self.session.clocks.set(color, left);
            }
        }
        self.session.clocks.go_on(taken);
        self.began = began.unwrap_or(self.began);
        self.memory.adopt(path);
        if let Some(computer) = self.session.computer() {
            self.bottom = !computer;
        }
        self.say(format!("The game goes on: {title}."));
        Ok(Next::Go)
    }

    /// Opens a game of a PGN file with the players who sit here.
    pub(super) fn load(&mut self, file: &str, number: usize) {
        let name = shown(Path::new(file));
        // A pipe or a device may have no end.
        if Path::new(file).exists() && !Path::new(file).is_file() {
            self.say(format!("{name} cannot be read: it is no file."));
            return;
        }
        let opened = match File::open(file) {
            Ok(opened) => opened,
            Err(error) => {
                self.say(format!("{name} cannot be read: {error}."));
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
                    "{name} holds no game that can be read: {}. The game here goes on.",
                    broken.cause
                ));
                return;
            }
            Some(Err(ReadError::Broken(broken))) => (broken.game, Some(broken.cause.to_string())),
            Some(Err(ReadError::Io(error))) => {
                self.say(format!("{name} cannot be read: {error}."));
                return;
            }
            None => {
                self.say(format!("{name} holds no game number {number}."));
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
        match self.session.reason() {
            // Somebody else's finished game: to be looked at, not to be kept as ours.
            Some(reason) => self.kept = Some((self.session.game.moves().to_vec(), reason)),
            None => self.save(),
        }
        self.say(format!("The game {} - {} is loaded.", names[0], names[1]));
        if let Some(trouble) = trouble {
            self.say(format!("Only its beginning could be read: {trouble}."));
        }
    }

    fn take_over(&mut self, recorded: Recorded) {
        self.session.replace(recorded.game, recorded.notes, recorded.control);
    }
}
