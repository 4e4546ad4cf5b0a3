//! A computer thinking about its move.

use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use chess::{Color, Game};
use engine::{Decision, Limits, Player, PlayerError, Spec, Thought};
use search::Signals;

use super::order;
use super::table::LiveCommand;
use crate::crew::{Crew, ReservedMemory};
use crate::limits;

/// A player at a side of the board, and the memory set aside for it.
pub(crate) struct SeatedPlayer {
    /// Who it is.
    spec: Spec,
    /// Seated when it first thinks, for that may take a moment.
    player: Option<Player>,
    _memory: Option<ReservedMemory>,
    seed: u64,
}

impl SeatedPlayer {
    /// A place for a player.
    pub(crate) fn new(spec: &Spec, seed: u64, crew: &Crew) -> Result<SeatedPlayer, String> {
        let memory = match order::memory_mib(spec) {
            0 => None,
            mib => Some(crew.memory(mib)?),
        };
        Ok(SeatedPlayer { spec: spec.clone(), player: None, _memory: memory, seed })
    }

    /// Who it is.
    pub(crate) fn spec(&self) -> &Spec {
        &self.spec
    }

    fn player(&mut self) -> Result<&mut Player, PlayerError> {
        match &mut self.player {
            Some(player) => Ok(player),
            none => Ok(none.insert(Player::seat(&self.spec.at_board(), self.seed)?)),
        }
    }
}

/// A player comes back.
pub(crate) struct Decided {
    /// The place it was lent from.
    pub(crate) seat: SeatedPlayer,
    /// What it decided; nothing if nobody wanted to know any more.
    pub(crate) outcome: Option<Result<Decision, PlayerError>>,
}

/// Where a player comes back to, and as the answer to which question.
pub(crate) struct Home {
    /// The number of the question.
    pub(crate) number: u32,
    /// The table's ear.
    pub(crate) commands: Sender<LiveCommand>,
}

/// Comes back with the player; with nothing if it was lost on the way.
struct Return {
    home: Home,
    decided: Option<Box<Decided>>,
}

impl Return {
    fn with(mut self, decided: Decided) {
        self.decided = Some(Box::new(decided));
    }
}

impl Drop for Return {
    fn drop(&mut self) {
        // A table that is closed waits for nobody.
        let _ =
            self.home.commands.send(LiveCommand::Decided(self.home.number, self.decided.take()));
    }
}

/// A player at work.
pub(crate) struct Thinking {
    /// The number of the question.
    pub(crate) number: u32,
    /// For which side.
    pub(crate) color: Color,
    stop: Arc<Signals>,
    latest: Arc<Mutex<Option<Thought>>>,
    began: Instant,
    /// Whether anybody still wants the answer.
    pub(crate) is_wanted: bool,
}

impl Thinking {
    /// Lends a player to the crew.
    pub(crate) fn begin(
        color: Color,
        mut seat: SeatedPlayer,
        game: &Game,
        limits: Limits,
        crew: &Crew,
        home: Home,
    ) -> Thinking {
        let stop = Arc::new(Signals::new());
        let latest = Arc::new(Mutex::new(None));
        let number = home.number;
        let back = Return { home, decided: None };
        let (stopped, thoughts, game) = (Arc::clone(&stop), Arc::clone(&latest), game.clone());
        crew.think(order::weight(seat.spec()), move || {
            // Nobody waits any more for what was stopped in the queue.
            let is_wanted = !stopped.is_stopped();
            let outcome = is_wanted.then(|| {
                let mut on_thought = |thought: &Thought| {
                    *thoughts.lock().unwrap_or_else(PoisonError::into_inner) =
                        Some(thought.clone());
                };
                seat.player()?.think(&game, &limits, &stopped, &mut on_thought)
            });
            back.with(Decided { seat, outcome });
        });
        Thinking { number, color, stop, latest, began: Instant::now(), is_wanted: true }
    }

    /// The player is to come back with the best move it knows.
    pub(crate) fn stop(&self) {
        self.stop.stop();
    }

    /// The player is to come back, and nobody wants its move.
    pub(crate) fn cancel(&mut self) {
        self.is_wanted = false;
        self.stop();
    }

    /// What the player thinks, if that is news.
    pub(crate) fn news(&self) -> Option<Thought> {
        self.latest.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    /// When it must come back whatever it was ordered as.
    pub(crate) fn deadline(&self) -> Instant {
        self.began + limits::MOVE
    }
}

/// Nobody waits for the answer any more: the search need not go on.
impl Drop for Thinking {
    fn drop(&mut self) {
        self.stop();
    }
}
