//! A computer thinking about its move.

use std::future;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use chess::{Color, Game};
use engine::{Decision, Limits, Player, PlayerError, Spec, Thought};
use search::Signals;
use tokio::sync::oneshot;

use super::order;
use crate::crew::{Crew, Memory};
use crate::limits;

/// A player at a side of the board, and the memory set aside for it.
pub(crate) struct Seat {
    /// Who it is.
    spec: Spec,
    /// Seated when it first thinks, for that may take a moment.
    player: Option<Player>,
    _memory: Option<Memory>,
    seed: u64,
}

impl Seat {
    /// A place for a player.
    pub(crate) fn new(spec: &Spec, seed: u64, crew: &Crew) -> Result<Seat, String> {
        let memory = match order::memory_mib(spec) {
            0 => None,
            mib => Some(crew.memory(mib)?),
        };
        Ok(Seat { spec: spec.clone(), player: None, _memory: memory, seed })
    }

    /// Who it is.
    pub(crate) fn spec(&self) -> &Spec {
        &self.spec
    }

    fn think(
        &mut self,
        game: &Game,
        limits: &Limits,
        stop: &Signals,
        on_thought: &mut dyn FnMut(&Thought),
    ) -> Result<Decision, PlayerError> {
        let player = match &mut self.player {
            Some(player) => player,
            none => none.insert(Player::seat(&self.spec.at_board(), self.seed)?),
        };
        player.think(game, limits, stop, on_thought)
    }
}

/// A player comes back.
pub(crate) struct Decided {
    /// The place it was lent from.
    pub(crate) seat: Seat,
    /// What it decided; nothing if nobody wanted to know any more.
    pub(crate) outcome: Option<Result<Decision, PlayerError>>,
}

/// A player at work.
pub(crate) struct Thinking {
    /// For which side.
    pub(crate) color: Color,
    stop: Arc<Signals>,
    latest: Arc<Mutex<Option<Thought>>>,
    answer: oneshot::Receiver<Decided>,
    began: Instant,
    /// Whether anybody still wants the answer.
    pub(crate) is_wanted: bool,
}

impl Thinking {
    /// Lends a player to the crew.
    pub(crate) fn begin(
        color: Color,
        mut seat: Seat,
        game: &Game,
        limits: Limits,
        crew: &Crew,
    ) -> Thinking {
        let stop = Arc::new(Signals::new());
        let latest = Arc::new(Mutex::new(None));
        let (decided, answer) = oneshot::channel();
        let (stopped, thoughts, game) = (Arc::clone(&stop), Arc::clone(&latest), game.clone());
        crew.think(order::weight(seat.spec()), move || {
            // Nobody waits any more for what was stopped in the queue.
            let is_wanted = !stopped.is_stopped() && !decided.is_closed();
            let outcome = is_wanted.then(|| {
                let mut on_thought = |thought: &Thought| {
                    *thoughts.lock().unwrap_or_else(PoisonError::into_inner) =
                        Some(thought.clone());
                };
                seat.think(&game, &limits, &stopped, &mut on_thought)
            });
            let _ = decided.send(Decided { seat, outcome });
        });
        Thinking { color, stop, latest, answer, began: Instant::now(), is_wanted: true }
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

/// Waits for a player to come back; forever if none is away. Nothing if it was
/// lost on the way.
pub(crate) async fn answer(thinking: &mut Option<Thinking>) -> Option<Decided> {
    match thinking {
        Some(thinking) => (&mut thinking.answer).await.ok(),
        None => future::pending().await,
    }
}
