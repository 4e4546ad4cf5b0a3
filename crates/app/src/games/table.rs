//! A game being played: one thread that hears people and computers, keeps the
//! time, saves, and tells everybody who watches.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::time::{Duration, Instant};

use chess::Color;
use engine::{Decision, Limits, PlayerError};
use session::{ComputerTurn, Note};

use super::open_game::{OpenGame, now};
use super::thinking::{Decided, Home, SeatedPlayer, Thinking};
use super::view;
use crate::house::House;
use crate::outbox::Outbox;
use crate::protocol::{Ask, Tell, ThoughtView};
use crate::{limits, random, views};

/// What is said at a table.
pub(crate) enum LiveCommand {
    /// A page sits down; its request is answered by the game.
    Join(Outbox, u32),
    /// A page leaves.
    Leave(u64),
    /// A page asks something of this game.
    Asked(u64, u32, Box<Ask>),
    /// The same game once more is wanted.
    Again(bool, Sender<OpenGame>),
    /// A player comes back with the answer to a question; with nothing if it was
    /// lost on the way.
    Decided(u32, Option<Box<Decided>>),
    /// The game was deleted. What is sent along is dropped when it is closed.
    Close(Sender<()>),
}

/// A way to speak at a table.
#[derive(Clone)]
pub(crate) struct TableHandle {
    /// Which game.
    pub(crate) key: String,
    /// Its ear.
    pub(crate) commands: Sender<LiveCommand>,
}

/// What a page hears that speaks to a game which is not there.
pub(crate) const NO_GAME: &str = "there is no game here; begin one or open a kept one";
/// How often a clock that runs is saved.
const AUTOSAVE: Duration = Duration::from_secs(2);
/// What a game between computers leaves to everybody else after each move.
const SHORTEST_DELAY: Duration = Duration::from_millis(5);
/// A computer that answers at a human pace keeps time for so many moves at least.
const LEAST_MOVES_LEFT: u32 = 40;

/// A game being played.
pub(crate) struct LiveGame {
    pub(super) open_game: OpenGame,
    pub(super) house: Arc<House>,
    /// The table's own ear, for players to come back to.
    commands: Sender<LiveCommand>,
    /// Questions that players were given so far.
    questions: u32,
    /// The players, while they are not away thinking.
    pub(super) players: [Option<SeatedPlayer>; 2],
    watchers: Vec<Outbox>,
    thinking: Option<Thinking>,
    /// An adviser at work: for whom, for which request, at which move.
    pub(super) advice: Option<Thinking>,
    pub(super) waiting: Vec<(u64, u32)>,
    revision: u32,
    remarks: Vec<String>,
    saved: Instant,
    /// Between computers: when the next one may begin.
    resumes: Instant,
    /// When thoughts are told next.
    told: Instant,
    /// Set when the game is closed; whoever waits for that waits for its end.
    closed: Option<Sender<()>>,
}

impl LiveGame {
    /// Opens a table.
    pub(crate) fn new(
        open_game: OpenGame,
        house: Arc<House>,
        commands: Sender<LiveCommand>,
    ) -> LiveGame {
        let now = Instant::now();
        LiveGame {
            open_game,
            house,
            commands,
            questions: 0,
            players: [None, None],
            watchers: Vec::new(),
            thinking: None,
            advice: None,
            waiting: Vec::new(),
            revision: 0,
            remarks: Vec::new(),
            saved: now,
            resumes: now,
            told: now,
            closed: None,
        }
    }

    /// Plays until nobody watches any more.
    pub(crate) fn run(mut self, ear: Receiver<LiveCommand>) {
        let mut next = None;
        loop {
            match next.take().map_or_else(|| self.wait(&ear), Ok) {
                Ok(command) => self.hear(command),
                Err(RecvTimeoutError::Timeout) => self.look_at_the_clock(),
                Err(RecvTimeoutError::Disconnected) => break,
            }
            if self.closed.is_some() {
                break;
            }
            if self.watchers.is_empty() {
                self.rest();
                next = self.house.hall.close(&self.open_game.key, &ear);
                if next.is_none() {
                    break;
                }
            }
        }
        // Who asked in the last moment is answered. The ear goes before whoever waits for the
        // end hears of it: what is said afterwards is not lost in it.
        for command in ear.try_iter() {
            if let LiveCommand::Asked(client, id, _) = command {
                self.refuse(client, id, NO_GAME.to_owned());
            }
        }
        drop(ear);
    }

    /// Waits for what is said, or until it is time to look at the clock.
    fn wait(&self, ear: &Receiver<LiveCommand>) -> Result<LiveCommand, RecvTimeoutError> {
        match self.next_time() {
            Some(time) => ear.recv_timeout(time.saturating_duration_since(Instant::now())),
            None => ear.recv().map_err(|_| RecvTimeoutError::Disconnected),
        }
    }

    fn hear(&mut self, command: LiveCommand) {
        match command {
            LiveCommand::Join(outbox, id) => {
                self.watchers.push(outbox.clone());
                self.go_on();
                // A page that sees a new game may be loaded again before its first move.
                if self.revision == 0 && self.open_game.session.game.moves().is_empty() {
                    self.save();
                }
                outbox.tell(Some(id), Tell::Game(Box::new(self.view())));
            }
            LiveCommand::Leave(client) => self.watchers.retain(|outbox| outbox.client() != client),
            LiveCommand::Asked(client, id, ask) => self.asked(client, id, &ask),
            LiveCommand::Again(switch, answer) => {
                if let Ok(open_game) = self.again(switch) {
                    // Whoever asked may be gone.
                    let _ = answer.send(open_game);
                }
            }
            LiveCommand::Decided(number, decided) => {
                let is_for = |asked: &Option<Thinking>| {
                    asked.as_ref().is_some_and(|thinking| thinking.number == number)
                };
                // Nobody waits for the answers to older questions.
                if is_for(&self.thinking) {
                    self.decided(decided.map(|decided| *decided));
                } else if is_for(&self.advice) {
                    self.advised(decided.map(|decided| *decided));
                }
            }
            LiveCommand::Close(closed) => {
                // What was deleted is not saved once more.
                self.closed = Some(closed);
                for outbox in &self.watchers {
                    outbox.tell(None, Tell::Closed {});
                }
            }
        }
    }

    fn asked(&mut self, client: u64, id: u32, ask: &Ask) {
        match ask {
            Ask::Hint {} => self.advise(client, id),
            Ask::MoveNow {} => {
                if let Some(thinking) = &self.thinking {
                    thinking.stop();
                }
                self.resumes = Instant::now();
                self.tell(client, Some(id), Tell::Done {});
            }
            ask => {
                if self.check_flag() {
                    self.changed(None);
                }
                match self.act(ask) {
                    Ok(()) => self.changed(Some((client, id))),
                    Err(sentence) => {
                        self.go_on();
                        self.refuse(client, id, sentence);
                    }
                }
            }
        }
    }

    /// Something changed: the clocks and the computers go on, the game is saved,
    /// everybody is told.
    fn changed(&mut self, asked: Option<(u64, u32)>) {
        if self.open_game.session.reason().is_some() || self.open_game.is_paused {
            self.cancel();
        }
        self.withdraw_advice();
        self.go_on();
        self.save();
        self.revision += 1;
        let view = self.view();
        self.remarks.clear();
        for outbox in &self.watchers {
            let id = asked.filter(|(client, _)| *client == outbox.client()).map(|(_, id)| id);
            outbox.tell(id, Tell::Game(Box::new(view.clone())));
        }
    }

    fn view(&mut self) -> crate::protocol::GameView {
        let is_thinking = self.thinking.as_ref().is_some_and(|thinking| thinking.is_wanted);
        let mut view = view::of_game(&mut self.open_game, is_thinking);
        view.revision = self.revision;
        view.remarks.clone_from(&self.remarks);
        view
    }

    /// Lets the right clock run and the right computer think.
    fn go_on(&mut self) {
        self.open_game.tick();
        let turn = self.open_game.session.turn();
        let is_due = self.open_game.session.reason().is_none()
            && !self.open_game.is_paused
            && !self.open_game.session.is_human(turn)
            && self.thinking.is_none()
            && self.resumes <= Instant::now();
        if is_due {
            self.begin_thinking(turn);
        }
    }

    /// A computer that answers at a human pace waits before it thinks about its
    /// move: about as long as was ordered, but no large part of what its clock has.
    pub(super) fn take_time(&mut self) {
        let turn = self.open_game.session.turn();
        if self.open_game.delay.is_zero() || self.open_game.session.is_human(turn) {
            return;
        }
        // Between half of it and half more than it: nobody moves like a metronome.
        let share = 0.5 + (random::seed() % 1000) as f64 / 1000.0;
        let left = self.open_game.session.clocks.left(turn);
        let most = left.map_or(Duration::MAX, |left| left / LEAST_MOVES_LEFT);
        self.resumes = Instant::now() + self.open_game.delay.mul_f64(share).min(most);
    }

    fn begin_thinking(&mut self, turn: Color) {
        let seat = match self.players[turn.index()].take() {
            Some(seat) => seat,
            None => {
                match SeatedPlayer::new(
                    self.open_game.player(turn),
                    random::seed(),
                    &self.house.crew,
                ) {
                    Ok(seat) => seat,
                    Err(sentence) => {
                        self.open_game.is_paused = true;
                        self.open_game.tick();
                        self.remarks.push(format!("{sentence}; the game rests"));
                        return;
                    }
                }
            }
        };
        let session = &self.open_game.session;
        // A clock is measure enough.
        let move_time = self.open_game.move_time.filter(|_| session.clocks.control().is_none());
        let limits = session.limits(&Limits { move_time, ..Limits::default() });
        let home = self.home();
        let game = &self.open_game.session.game;
        self.thinking = Some(Thinking::begin(turn, seat, game, limits, &self.house.crew, home));
    }

    /// Where a player comes back to with the answer to its next question.
    pub(super) fn home(&mut self) -> Home {
        self.questions = self.questions.wrapping_add(1);
        Home { number: self.questions, commands: self.commands.clone() }
    }

    /// Nobody wants the move any more that a computer thinks about.
    pub(super) fn cancel(&mut self) {
        if let Some(thinking) = &mut self.thinking {
            thinking.cancel();
        }
    }

    fn decided(&mut self, decided: Option<Decided>) {
        let Some(thinking) = self.thinking.take() else { return };
        let (color, is_wanted) = (thinking.color, thinking.is_wanted);
        let turn = self.open_game.session.turn();
        let Some(Decided { seat, outcome }) = decided else {
            self.failed(color, None, is_wanted);
            return;
        };
        // It goes back to its place unless somebody else sits there now.
        if self.open_game.player(color) == seat.spec() {
            self.players[color.index()] = Some(seat);
        }
        match outcome {
            Some(Ok(decision)) if is_wanted => {
                self.check_flag();
                if self.open_game.session.reason().is_none() {
                    self.plays(&decision);
                }
                self.changed(None);
            }
            Some(Err(error)) if is_wanted => self.failed(turn, Some(&error), true),
            _ => self.go_on(),
        }
    }

    /// A computer has decided what it does.
    fn plays(&mut self, decision: &Decision) {
        let session = &mut self.open_game.session;
        match session.turn_of(decision) {
            ComputerTurn::Ends(reason) => session.end(reason),
            ComputerTurn::Plays(mv) => {
                let note = Note::of_decision(decision, &session.seat(session.turn()).name);
                self.open_game.play(mv, note);
            }
        }
        if self.open_game.session.is_between_computers() {
            self.resumes = Instant::now() + self.open_game.delay.max(SHORTEST_DELAY);
        }
    }

    /// A player failed: it tries again, and loses if that does not help.
    fn failed(&mut self, turn: Color, error: Option<&PlayerError>, is_wanted: bool) {
        // Whoever plays there next comes anew.
        self.players[turn.index()] = None;
        if !is_wanted {
            self.go_on();
            return;
        }
        let said = error.map_or("it failed".to_owned(), ToString::to_string);
        self.remarks.push(format!("{}: {said}", self.open_game.session.seat(turn).name));
        self.open_game.session.fail(error, true);
        self.changed(None);
    }

    /// When to look at the clock next.
    fn next_time(&self) -> Option<Instant> {
        let clocks = &self.open_game.session.clocks;
        let flag = clocks.falls_at();
        let save = flag.map(|_| self.saved + AUTOSAVE);
        let thinking = self.thinking.as_ref().filter(|thinking| thinking.is_wanted);
        let thoughts = thinking.map(|thinking| thinking.deadline().min(self.told + limits::NEWS));
        let waits = self.thinking.is_none()
            && !self.open_game.is_paused
            && self.open_game.session.reason().is_none()
            && !self.open_game.session.is_human(self.open_game.session.turn());
        let resumes = waits.then_some(self.resumes);
        [flag, save, thoughts, resumes].into_iter().flatten().min()
    }

    fn look_at_the_clock(&mut self) {
        if self.check_flag() {
            self.changed(None);
            return;
        }
        let now = Instant::now();
        if let Some(thinking) = &self.thinking {
            if now >= thinking.deadline() {
                thinking.stop();
            }
            if let Some(thought) = thinking.news().filter(|_| thinking.is_wanted) {
                let position = self.open_game.session.game.position();
                let value = views::own(thought.score, position.turn());
                let view = ThoughtView {
                    game: self.open_game.key.clone(),
                    ply: self.open_game.session.game.moves().len() as u32,
                    depth: thought.depth,
                    value,
                    win_percent: views::percent(value),
                    line: views::line(position, &thought.line),
                    nodes: thought.nodes,
                    millis: views::millis(thought.elapsed),
                    complete: thought.is_complete,
                };
                for outbox in &self.watchers {
                    outbox.news(None, Tell::Thought(Box::new(view.clone())));
                }
            }
            self.told = now;
        }
        let clocks_run = self.open_game.session.clocks.falls_at().is_some();
        if clocks_run && now >= self.saved + AUTOSAVE {
            self.save();
        }
        let was_paused = self.open_game.is_paused;
        self.go_on();
        if self.open_game.is_paused != was_paused {
            self.changed(None);
        }
    }

    /// Ends the game if the running clock has fallen; whether it has.
    fn check_flag(&mut self) -> bool {
        let is_late = self.open_game.session.end_if_late();
        if is_late {
            self.cancel();
        }
        is_late
    }

    /// Nobody watches: everything rests.
    fn rest(&mut self) {
        self.open_game.session.clocks.rest();
        self.thinking = None;
        self.advice = None;
        self.save();
    }

    fn save(&mut self) {
        self.saved = Instant::now();
        let saved = match view::kept(&mut self.open_game) {
            Ok(kept) => self.house.store.save(kept),
            Err(sentence) => Err(sentence),
        };
        if let Err(sentence) = saved {
            let remark = format!("{sentence}; the game goes on all the same");
            // Said once until somebody has heard it, however often it fails.
            if !self.remarks.contains(&remark) {
                self.remarks.push(remark);
            }
        }
    }

    /// The same players, start and clocks for another game.
    fn again(&self, switch: bool) -> Result<OpenGame, String> {
        let old = &self.open_game;
        let mut seats = old.session.seats.clone();
        if switch {
            seats.reverse();
        }
        let key = random::name(old.key.len())?;
        let (start, control) = (*old.session.game.start(), old.session.clocks.control());
        let mut open_game = OpenGame::new(key, start, seats, control, now());
        open_game.chess960 = old.chess960;
        open_game.move_time = old.move_time;
        open_game.delay = old.delay;
        Ok(open_game)
    }

    pub(super) fn tell(&self, client: u64, id: Option<u32>, tell: Tell) {
        if let Some(outbox) = self.watchers.iter().find(|outbox| outbox.client() == client) {
            outbox.tell(id, tell);
        }
    }

    pub(super) fn refuse(&self, client: u64, id: u32, sentence: String) {
        self.tell(client, Some(id), Tell::Refused { sentence });
    }
}
