//! The host: sees to it that a game is played, from the first prompt to the report.

mod attend;
mod computer;
mod draws;
mod human;
mod inform;
mod obey;
mod page;
mod question;
mod saved;
mod status;
mod watch;

use std::time::{Duration, Instant, SystemTime};

use chess::{Color, Move, Position, Reason};
use engine::{EvalSpec, Limits, Spec};

use super::console::terminal::Input;
use super::console::{Awaited, Console, Happening};
use super::memory::{self, Memory};
use super::record::{self, Detail};
use super::session::Session;
use super::setup::{self, dialog};
use super::thinking::Thinking;
use super::{seating, sentence, statistics};
use crate::failure::Failure;

/// Runs a game between whoever sits at the two sides.
pub(crate) struct Host {
    pub(crate) console: Console,
    pub(crate) session: Session,
    pub(crate) memory: Memory,
    pub(crate) rules: HouseRules,
    /// Whose side of the board is below.
    bottom: Color,
    /// What is to be told with the next page.
    said: Vec<String>,
    /// What stays on the page until a person has answered it.
    warning: Option<String>,
    /// What a person typed before it was time: tried when it is.
    ahead: Option<String>,
    began: SystemTime,
    /// Number of the last thinking, so that answers to older ones are known.
    ticket: u64,
    /// How often each side's player failed since its last move.
    failures: [u8; 2],
    /// The end that was already told.
    told: Option<Reason>,
    /// The finished game that stands among the finished ones already.
    kept: Option<(Vec<Move>, Reason)>,
    /// Whether a game between computers is held.
    is_paused: bool,
    /// Players who were told to stop and have not come back.
    absent: Vec<Thinking>,
    /// When the clocks were last written down.
    clocks_kept: Instant,
    page: page::Page,
}

/// How often running clocks are written down: what a killed program may forget.
const KEEP_CLOCKS: Duration = Duration::from_secs(1);

/// What holds for all games of this run.
#[derive(Clone, Debug)]
pub(crate) struct HouseRules {
    /// Where new games begin.
    pub(crate) start: Position,
    /// How far computer players may go.
    pub(crate) limits: Limits,
    /// How long each move of a game between computers is shown.
    pub(crate) delay: Duration,
    /// For players that roll dice.
    pub(crate) seed: u64,
    /// Evaluation that `eval` explains unless another is named.
    pub(crate) eval: Option<EvalSpec>,
}

/// Whether the game goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Next {
    Go,
    Leave,
}

impl Host {
    /// A host who has everything ready for the first move.
    pub(crate) fn new(
        console: Console,
        session: Session,
        memory: Memory,
        rules: HouseRules,
        bottom: Color,
    ) -> Host {
        Host {
            console,
            session,
            memory,
            rules,
            bottom,
            said: Vec::new(),
            warning: None,
            ahead: None,
            began: SystemTime::now(),
            ticket: 0,
            failures: [0; 2],
            told: None,
            kept: None,
            is_paused: false,
            absent: Vec::new(),
            clocks_kept: Instant::now(),
            page: page::Page::default(),
        }
    }

    /// Runs games until somebody leaves.
    pub(crate) fn run(mut self) -> Result<(), Failure> {
        let result = self.run_games();
        self.memory.keep_typed(self.console.history());
        self.absent.into_iter().for_each(Thinking::abandon);
        result
    }

    fn run_games(&mut self) -> Result<(), Failure> {
        loop {
            let next = match self.session.reason() {
                Some(reason) => self.after_the_end(reason)?,
                None if self.session.humans() == 0 && self.is_paused => self.paused_turn()?,
                None if self.session.is_human(self.session.turn()) => self.human_turn()?,
                None => self.computer_turn()?,
            };
            if next == Next::Leave {
                return self.leave();
            }
        }
    }

    /// Something to be told with the next page.
    pub(crate) fn say(&mut self, text: impl Into<String>) {
        self.said.push(text.into());
    }

    /// Something that must not go by unseen: where pages are drawn one over the
    /// other, it is told with each until a person has answered.
    pub(crate) fn warn(&mut self, text: String) {
        match self.console.style.in_place {
            true => self.warning = Some(text),
            false => self.say(text),
        }
    }

    /// A word for those who are new here.
    pub(crate) fn say_welcome(&mut self) {
        let style = self.console.style;
        if self.session.humans() > 0 {
            self.say("Type a move such as e4, Nf3 or e2e4; help lists the commands, x leaves.");
        } else if style.input != Input::Piped && !style.in_place {
            self.say("Enter hurries the players, pause holds the game, x leaves.");
        }
    }

    /// Tells the end once, then waits for what the person wants next.
    fn after_the_end(&mut self, reason: Reason) -> Result<Next, Failure> {
        if self.told != Some(reason) {
            self.told = Some(reason);
            self.session.clocks.rest();
            self.present()?;
            self.tell_end()?;
            self.keep_finished(reason);
            if self.session.humans() == 0 {
                self.tell_said()?;
                return Ok(Next::Leave);
            }
            self.say("new: another game. undo: take back. switch: change sides. x: leave.");
        }
        self.tell_said()?;
        self.console.set_prompt(&format!("game over ({})> ", reason.outcome().pgn()))?;
        match self.console.wait(Awaited::Answer, None)? {
            Happening::Line(line) => self.answer_after_the_end(&line),
            Happening::Closed | Happening::Interrupted => Ok(Next::Leave),
            Happening::Redraw => {
                self.show_board()?;
                Ok(Next::Go)
            }
            Happening::Decided(_) | Happening::Timeout => Ok(Next::Go),
        }
    }

    /// Result, history and statistics; the result once more where the window is
    /// too small to keep the first line.
    fn tell_end(&mut self) -> Result<(), Failure> {
        let (columns, rows) = self.console.size();
        let report = statistics::report(&self.session, columns);
        self.console.say(&format!("\n{report}"))?;
        // What follows takes about so many lines, the prompt included.
        const AFTERWARDS: usize = 5;
        if self.console.style.in_place && report.lines().count() + AFTERWARDS > rows {
            self.tell(&format!("\n{}", statistics::result(self.session.reason())))?;
        }
        Ok(())
    }

    /// Writes a finished game where finished games go, once: not when its end is
    /// taken back and played again, and not a game that was over before it began.
    /// Until that is done it is kept like one in progress.
    fn keep_finished(&mut self, reason: Reason) {
        let game = &self.session.game;
        let is_new = chess::Game::new(*game.start()).end().is_none();
        let finished = (game.moves().to_vec(), reason);
        if !is_new || self.kept.as_ref() == Some(&finished) {
            return;
        }
        let pgn = record::write(&self.session, self.began, Detail::Public);
        match self.memory.finish(&pgn) {
            Ok(path) => {
                self.kept = Some(finished);
                self.say(format!("The game was added to {}.", memory::shown(&path)));
            }
            Err(sentence) => {
                self.say(format!("Warning: {sentence}."));
                self.save();
                let file = self.memory.current_file().map(memory::shown);
                if let Some(file) = file {
                    self.say(format!("The game is kept in {file}."));
                }
            }
        }
    }

    /// Writes the game in progress; what goes wrong is told with the next pages.
    fn save(&mut self) {
        let pgn = record::write(&self.session, self.began, Detail::Whole);
        self.clocks_kept = Instant::now();
        if let Some(sentence) = self.memory.save(&pgn) {
            self.warn(format!("Warning: {sentence}."));
        }
    }

    /// The same where there is something to lose: who plays has changed.
    fn save_if_begun(&mut self) {
        if self.session.reason().is_none() && !self.session.game.moves().is_empty() {
            self.save();
        }
    }

    /// Writes running clocks down from time to time, so that a killed program
    /// gives nobody his time back.
    fn keep_clocks(&mut self) {
        let is_running = self.session.clocks.falls_at().is_some();
        if is_running && self.clocks_kept.elapsed() >= KEEP_CLOCKS && self.memory.is_saved() {
            self.clocks_kept = Instant::now();
            let pgn = record::write(&self.session, self.began, Detail::Whole);
            self.memory.save_time(&pgn);
        }
    }

    /// The last words.
    fn leave(&mut self) -> Result<(), Failure> {
        if self.told.is_some() && self.told == self.session.reason() {
            return self.console.leave_prompt();
        }
        self.session.clocks.rest();
        // Told before anything is written: a slow disk must not delay it.
        self.tell_end()?;
        if self.session.game.moves().is_empty() {
            self.memory.drop_current();
            return Ok(());
        }
        self.save();
        let kept = match self.memory.trouble() {
            None => "The game is kept; plywise play --continue goes on with it.".to_owned(),
            Some(trouble) => format!("Warning: {trouble}."),
        };
        self.tell(&kept)
    }

    /// Begins a new game from a position with the same players.
    fn begin_anew(&mut self, start: Position) {
        let control = self.session.clocks.control();
        self.rules.start = start;
        self.forget_game();
        self.session.replace(chess::Game::new(start), Vec::new(), control);
        for color in Color::ALL {
            let seat = &mut self.session.seats[color.index()];
            let told = seat.player.as_mut().map(|player| player.new_game());
            if let Some(Err(error)) = told {
                let name = seat.name.clone();
                self.say(format!("{name}: {error}."));
            }
        }
    }

    /// Sets up a position: at once if a FEN is given that is legal, otherwise
    /// step by step. Clocks rest meanwhile.
    fn set_up(&mut self, fen: Option<&str>) -> Result<Next, Failure> {
        self.session.clocks.rest();
        let mut setup = self.session.game.position().setup();
        let mut said = Vec::new();
        if let Some(fen) = fen {
            let (_, wrong) = setup::obey(&mut setup, fen);
            match setup.position() {
                Ok(position) if wrong.is_empty() => {
                    self.begin_anew(position);
                    return Ok(Next::Go);
                }
                _ => said = wrong,
            }
        }
        let ended = dialog::run(&mut self.console, setup, &mut self.bottom, said)?;
        self.page.forget();
        match ended {
            dialog::Ended::Done(position) => self.begin_anew(*position),
            dialog::Ended::Cancelled => self.say("The set-up was left; the game goes on."),
            dialog::Ended::Left => return Ok(Next::Leave),
        }
        Ok(Next::Go)
    }

    /// Another game is about to come: this one is kept as it was saved, if it has
    /// begun.
    fn forget_game(&mut self) {
        if self.session.game.moves().is_empty() {
            self.memory.drop_current();
        } else if self.memory.is_saved() && self.told.is_none() {
            self.say("The game before is kept: load goes on with it.");
        }
        self.memory.put_aside();
        self.began = SystemTime::now();
        self.told = None;
        self.kept = None;
        self.ahead = None;
        self.failures = [0; 2];
        self.page.forget();
    }

    /// Seats another player; if that cannot be, the old one stays.
    fn seat(&mut self, color: Color, spec: Spec) -> Result<Next, Failure> {
        let seed = self.rules.seed ^ color.index() as u64;
        match seating::seat(&mut self.console, spec, seed)? {
            Some(Ok(seat)) => {
                self.say(format!("{color} is now {}.", seat.name));
                let was_human = self.session.is_human(color);
                self.session.seats[color.index()] = seat;
                self.failures[color.index()] = 0;
                self.save_if_begun();
                self.is_paused &= self.session.humans() == 0;
                // Whoever takes a seat sits in front of it.
                if !was_human && self.session.computer() == Some(!color) {
                    self.bottom = color;
                }
            }
            Some(Err(error)) => self.say(sentence(&error)),
            None => return Ok(Next::Leave),
        }
        Ok(Next::Go)
    }
}
