//! The host: sees to it that a game is played, from the first prompt to the report.

mod attend;
mod computer;
mod draws;
mod human;
mod inform;
mod obey;
mod page;
mod question;
mod review;
mod saved;
mod set_up;
mod status;
mod watch;

use std::time::{Duration, Instant};

use chess::{Color, Move, Position, Reason};
use engine::{EvalSpec, Limits, Player, PlayerEstimate, Spec};
use session::memory::{self, Memory};
use session::record::{self, Detail};
use session::{GameSession, Note, rated_result};

use super::clock_face::clock_face;
use super::console::terminal::InputMode;
use super::console::{Awaited, Console, Happening};
use super::seating::Seated;
use super::thinking::Thinking;
use super::{count, seating, sentence, statistics, unix_seconds};
use crate::failure::Failure;

/// Runs a game between whoever sits at the two sides.
pub(crate) struct Host {
    pub(crate) console: Console,
    pub(crate) session: GameSession,
    /// White's player and Black's, those who are no people and not thinking right now.
    players: [Option<Player>; 2],
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
    /// What a computer had found when it was interrupted, so that its work is told.
    interrupted: Option<(Color, Note)>,
    /// Number of the last thinking, so that answers to older ones are known.
    ticket: u64,
    /// The end that was already told.
    told: Option<Reason>,
    /// The finished game that stands among the finished ones already.
    kept: Option<(Vec<Move>, Reason)>,
    /// Why the finished game is not where finished games go.
    unfiled: Option<String>,
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

/// The exit code when a game is lost with the program; why has been told.
const NOT_SAVED: u8 = 1;

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
        session: GameSession,
        players: [Option<Player>; 2],
        memory: Memory,
        rules: HouseRules,
    ) -> Host {
        Host {
            console,
            bottom: session.computer().map_or(Color::White, |computer| !computer),
            session,
            players,
            memory,
            rules,
            said: Vec::new(),
            warning: None,
            ahead: None,
            interrupted: None,
            ticket: 0,
            told: None,
            kept: None,
            unfiled: None,
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
        } else if style.input != InputMode::Piped && !style.in_place {
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
                // Perhaps nobody has read it.
                return self.unfiled.take().map_or(Ok(Next::Leave), |s| Err(Failure::Failed(s)));
            }
            self.say("review: mistakes. new: another game. undo: back. switch: sides. x: leave.");
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
        let interrupted = self.interrupted.as_ref().map(|(color, note)| (*color, note));
        let report = statistics::report(&self.session, interrupted, columns);
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
        if self.kept.as_ref() == Some(&finished) {
            // It was in progress again for a while, and is not any more.
            self.memory.drop_current();
            return;
        }
        if !is_new {
            return;
        }
        let pgn = record::write(&self.session, Detail::Public);
        match self.memory.finish(&pgn) {
            Ok(path) => {
                self.kept = Some(finished);
                self.unfiled = None;
                self.say(format!("The game was added to {}.", memory::shown(&path)));
                if rated_result(&pgn).is_some() {
                    self.say(strength(&self.memory.player().estimate()));
                }
            }
            Err(sentence) => {
                self.say(format!("Warning: {sentence}."));
                self.unfiled = Some(sentence);
                self.save();
                match self.memory.current_file().map(memory::shown) {
                    Some(file) => {
                        self.say(format!("The game is kept in {file} and added at the next start."))
                    }
                    // After a game between computers nobody is asked anything.
                    None if self.session.humans() == 0 => {}
                    None => self.say("save FILE can still write it elsewhere."),
                }
            }
        }
    }

    /// Adds finished games that earlier runs could not add.
    pub(crate) fn finish_earlier_games(&mut self) {
        for told in self.memory.finish_earlier() {
            self.say(told);
        }
    }

    /// Writes the game in progress; what goes wrong is told with the next pages.
    fn save(&mut self) {
        let pgn = record::write(&self.session, Detail::Whole);
        self.clocks_kept = Instant::now();
        if let Some(cause) = self.memory.save(&pgn) {
            let so_what = match self.session.reason() {
                None => "; it goes on all the same",
                Some(_) => "",
            };
            self.warn(format!("Warning: the game cannot be saved ({cause}){so_what}."));
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
            let pgn = record::write(&self.session, Detail::Whole);
            self.memory.save_time(&pgn);
        }
    }

    /// The last words.
    fn leave(&mut self) -> Result<(), Failure> {
        if self.told.is_some() && self.told == self.session.reason() {
            let is_lost = self.unfiled.is_some() && !self.memory.is_saved();
            self.console.leave_prompt()?;
            return if is_lost { Err(Failure::Answer(NOT_SAVED)) } else { Ok(()) };
        }
        self.session.clocks.rest();
        // Told before anything is written: a slow disk must not delay it. But a
        // window that was closed must not keep anything from being written.
        let told = self.tell_end();
        if self.session.game.moves().is_empty() {
            self.memory.drop_unbegun();
            return told;
        }
        self.save();
        told?;
        let Some(cause) = self.memory.trouble() else {
            return self.tell("The game is kept; plywise play --continue goes on with it.");
        };
        let warning = format!("Warning: the game is not kept: it cannot be saved ({cause}).");
        self.tell(&warning)?;
        Err(Failure::Answer(NOT_SAVED))
    }

    /// Begins a new game from a position with the same players.
    fn begin_anew(&mut self, start: Position) {
        let control = self.session.clocks.control();
        self.rules.start = start;
        self.forget_game();
        self.session.replace(chess::Game::new(start), Vec::new(), control);
        for color in Color::ALL {
            let told = self.players[color.index()].as_mut().map(Player::new_game);
            if let Some(Err(error)) = told {
                let name = self.session.seat(color).name.clone();
                self.say(format!("{name}: {error}."));
            }
        }
    }

    /// A prompt with the running clock, where there is one that can tick.
    fn with_clock(&self, words: &str) -> String {
        let running = self.session.clocks.running();
        match running.and_then(|color| self.session.clocks.left(color)) {
            Some(left) if self.console.has_live_prompt() => {
                format!("{words} {}> ", clock_face(left))
            }
            _ => format!("{words}> "),
        }
    }

    /// Two computers have nothing to gain from a person's questions: their clocks
    /// rest. A person's own clock runs on, or thinking would be free.
    fn rest_between_computers(&mut self) {
        if self.session.is_between_computers() {
            self.session.clocks.rest();
        }
    }

    /// A player takes a side.
    fn sit_down(&mut self, color: Color, seated: Seated) {
        self.session.sit_down(color, seated.seat);
        self.players[color.index()] = seated.player;
    }

    /// Another game is about to come: this one is kept as it was saved, if it has
    /// begun.
    fn forget_game(&mut self) {
        if self.session.game.moves().is_empty() {
            self.memory.drop_unbegun();
        } else if self.memory.is_saved() && self.told.is_none() {
            self.say("The game before is kept: load goes on with it.");
        }
        self.memory.put_aside();
        self.session.began = unix_seconds();
        self.told = None;
        self.kept = None;
        self.unfiled = None;
        self.ahead = None;
        self.page.forget();
    }

    /// For the dice of a side's player.
    fn seed(&self, color: Color) -> u64 {
        self.rules.seed ^ color.index() as u64
    }

    /// Seats another player; if that cannot be, the old one stays.
    fn seat(&mut self, color: Color, spec: Spec) -> Result<Next, Failure> {
        let seed = self.seed(color);
        match seating::seat(&mut self.console, spec, seed)? {
            Some(Ok(seated)) => {
                self.say(format!("{color} is now {}.", seated.seat.name));
                let was_human = self.session.is_human(color);
                self.sit_down(color, seated);
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

/// How strong the person who plays here seems to be.
fn strength(estimate: &PlayerEstimate) -> String {
    let games = count(estimate.games as u64, "game");
    let PlayerEstimate { rating, error, .. } = estimate;
    format!("By {games} against levels and ratings you play like {rating:.0} ± {error:.0}.")
}
