//! Going on with games that were saved, and opening files of games.

use std::fs::File;
use std::path::Path;

use chess::pgn::{ReadError, Reader};
use chess::{Color, quote};
use engine::Spec;
use session::memory::{Shelf, Unfinished, shown};
use session::record::{self, RecordedGame};

use super::{Host, Next};
use crate::failure::Failure;
use crate::play::console::Happening;
use crate::play::seating::{self, Seated};
use crate::play::{sentence, shelf};

impl Host {
    /// Offers the games that were not finished. A person's clock runs on meanwhile.
    pub(super) fn choose_saved(&mut self) -> Result<Next, Failure> {
        self.rest_between_computers();
        let Shelf { mut games, broken, held } = self.memory.unfinished();
        for trouble in &broken {
            self.say(sentence(trouble));
        }
        if games.is_empty() {
            self.say(format!("{} load FILE opens a file of games.", shelf::nothing(held)));
            return Ok(Next::Go);
        }
        self.tell_said()?;
        self.tell(&shelf::list(&games))?;
        self.page.forget();
        loop {
            let line = match self.ask(|host| host.console.fitting(&shelf::WHICH))? {
                Some(Happening::Line(line)) => line,
                Some(Happening::Closed | Happening::Interrupted) => return Ok(Next::Leave),
                Some(_) => {
                    // Something else may stand in the window by now.
                    self.tell(&shelf::list(&games))?;
                    continue;
                }
                // The flag fell, and the game is over.
                None => return Ok(Next::Go),
            };
            match shelf::read_choice(&line, games.len()) {
                Ok(Some(index)) => {
                    let game = games.swap_remove(index);
                    return Ok(self.resume(game, [None, None])?.unwrap_or_else(|refused| {
                        self.say(sentence(&refused));
                        Next::Go
                    }));
                }
                Ok(None) => return Ok(Next::Go),
                Err(sentence) => self.tell(&sentence)?,
            }
        }
    }

    /// Takes up the latest game, with other players for those sides that name one.
    pub(crate) fn resume_latest(&mut self, instead: [Option<Spec>; 2]) -> Result<Next, Failure> {
        let Shelf { games, broken, held } = self.memory.unfinished();
        let Some(game) = games.into_iter().next() else {
            return Err(Failure::Failed(match (broken.is_empty(), held) {
                (true, 0) => {
                    "there is no unfinished game to continue; plywise play begins one".to_owned()
                }
                (true, _) => {
                    "the unfinished game is open elsewhere; plywise play begins another".to_owned()
                }
                (false, _) => format!("{}; there is no other to continue", broken.join("; ")),
            }));
        };
        if let Some(trouble) = broken.first() {
            self.warn(format!("Warning: {trouble}."));
        }
        self.resume_or_fail(game, instead)
    }

    /// Takes up a game, or ends the program with the reason why not.
    pub(crate) fn resume_or_fail(
        &mut self,
        game: Unfinished,
        instead: [Option<Spec>; 2],
    ) -> Result<Next, Failure> {
        self.resume(game, instead)?.map_err(Failure::Failed)
    }

    /// Takes up a game where it was left: players, clocks and all, with other
    /// players for those sides that name one. A sentence if somebody else has it.
    fn resume(
        &mut self,
        game: Unfinished,
        instead: [Option<Spec>; 2],
    ) -> Result<Result<Next, String>, Failure> {
        let claimed = match self.memory.claim(game) {
            Ok(claimed) => claimed,
            Err(refused) => return Ok(Err(refused)),
        };
        // Whoever leaves while an engine starts leaves both games as they are, so
        // nothing changes here before everybody is there.
        let mut newcomers = [None, None];
        let mut is_replaced = [false; 2];
        for (color, other) in Color::ALL.into_iter().zip(instead) {
            let saved = claimed.game.recorded.specs[color.index()].clone();
            is_replaced[color.index()] = other.is_some() && other != saved;
            let spec = other.or(saved).unwrap_or(Spec::Human);
            if spec != self.session.seat(color).spec {
                let seed = self.rules.seed ^ color.index() as u64;
                let Some(seated) = seating::seat(&mut self.console, spec, seed)? else {
                    return Ok(Ok(Next::Leave));
                };
                newcomers[color.index()] = Some(seated.unwrap_or_else(|error| {
                    self.warn(format!("{color}: {error}; a person plays instead."));
                    Seated::human()
                }));
            }
        }
        self.forget_game();
        let Unfinished { recorded, title, .. } = self.memory.adopt(claimed);
        for (color, newcomer) in Color::ALL.into_iter().zip(newcomers) {
            if let Some(newcomer) = newcomer {
                self.sit_down(color, newcomer);
            }
        }
        let (left, taken, began) = (recorded.left, recorded.taken, recorded.began);
        self.take_over(recorded);
        let clocks = &mut self.session.clocks;
        let noted = Color::ALL.map(|color| clocks.left(color).unwrap_or_default());
        clocks.set([0, 1].map(|side| left[side].unwrap_or(noted[side])), taken);
        if is_replaced[self.session.turn().index()] {
            self.session.clocks.hand_over();
        }
        self.session.began = began.unwrap_or(self.session.began);
        if let Some(computer) = self.session.computer() {
            self.bottom = !computer;
        }
        self.say(format!("The game goes on: {title}."));
        Ok(Ok(Next::Go))
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

    fn take_over(&mut self, recorded: RecordedGame) {
        self.session.replace(recorded.game, recorded.notes, recorded.control);
    }
}
