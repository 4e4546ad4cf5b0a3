//! A player at work.

use std::fmt;
use std::sync::Arc;
use std::time::Instant;

use chess::Game;
use search::Signals;
use search::champion::MemoryError;
use uci::{EngineError, Timeouts};

use crate::champion_player::ChampionPlayer;
use crate::family::RatedPlayer;
use crate::foreign::ForeignPlayer;
use crate::ladder::LadderPlayer;
use crate::{Decision, EvalError, Evaluation, LadderSpec, Limits, Question, Spec, Thought};

/// A player at the board: anybody but a person.
#[derive(Debug)]
pub struct Player {
    spec: Spec,
    seat: PlayerKind,
}

#[derive(Debug)]
enum PlayerKind {
    Ladder(LadderPlayer, Evaluation),
    Rated(Box<RatedPlayer>),
    Champion(Box<ChampionPlayer>),
    Foreign(Box<ForeignPlayer>),
}

/// Why a player cannot play.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PlayerError {
    /// A person is asked for moves by whoever runs the game.
    Human,
    /// There is no such evaluation.
    Eval(EvalError),
    /// There is no memory for the champion's table.
    Memory(MemoryError),
    /// A foreign engine fails.
    Engine(EngineError),
}

impl PlayerError {
    /// Whether it said a move that is none, or that is not legal.
    pub fn is_illegal_move(&self) -> bool {
        let PlayerError::Engine(error) = self else { return false };
        error.fault() == Some(uci::EngineFault::Illegal)
    }
}

impl fmt::Display for PlayerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PlayerError::Human => f.write_str("a person thinks without this program's help"),
            PlayerError::Eval(error) => error.fmt(f),
            PlayerError::Memory(error) => error.fmt(f),
            PlayerError::Engine(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for PlayerError {}

impl From<EvalError> for PlayerError {
    fn from(error: EvalError) -> PlayerError {
        PlayerError::Eval(error)
    }
}

impl From<MemoryError> for PlayerError {
    fn from(error: MemoryError) -> PlayerError {
        PlayerError::Memory(error)
    }
}

impl From<EngineError> for PlayerError {
    fn from(error: EngineError) -> PlayerError {
        PlayerError::Engine(error)
    }
}

impl Player {
    /// Brings a player to the board; a foreign engine is started. Players that
    /// roll dice do so by `seed`.
    pub fn seat(spec: &Spec, seed: u64) -> Result<Player, PlayerError> {
        Player::seat_patiently(spec, seed, Timeouts::default(), &Arc::default())
    }

    /// The same with limits on how long a foreign engine may keep us waiting. When
    /// `dismissal` is raised, now or later, it is not waited for any more and good
    /// for nothing.
    pub fn seat_patiently(
        spec: &Spec,
        seed: u64,
        timeouts: Timeouts,
        dismissal: &Arc<Signals>,
    ) -> Result<Player, PlayerError> {
        Player::bring(spec, seed, timeouts, Arc::clone(dismissal), &mut |_| {})
    }

    /// Brings a player to the board; `on_start` is told the number of a foreign
    /// engine's process before the engine has said anything, so that one that
    /// does not answer can be ended.
    pub fn seat_watched(
        spec: &Spec,
        seed: u64,
        on_start: &mut dyn FnMut(u32),
    ) -> Result<Player, PlayerError> {
        Player::bring(spec, seed, Timeouts::default(), Arc::default(), on_start)
    }

    fn bring(
        spec: &Spec,
        seed: u64,
        timeouts: Timeouts,
        dismissal: Arc<Signals>,
        on_start: &mut dyn FnMut(u32),
    ) -> Result<Player, PlayerError> {
        let seat = match spec {
            Spec::Human => return Err(PlayerError::Human),
            Spec::Ladder(ladder) => PlayerKind::from_ladder(ladder.clone(), seed)?,
            Spec::Classic(classic) => PlayerKind::from_ladder(classic.ladder(), seed)?,
            Spec::Level(level) => {
                PlayerKind::Rated(Box::new(RatedPlayer::new(level.persona(), seed)))
            }
            Spec::Rated(persona) => PlayerKind::Rated(Box::new(RatedPlayer::new(*persona, seed))),
            Spec::Champion(champion) => {
                PlayerKind::Champion(Box::new(ChampionPlayer::new(champion, seed)?))
            }
            Spec::Foreign(foreign) => {
                let player = ForeignPlayer::start(foreign, timeouts, dismissal, on_start)?;
                PlayerKind::Foreign(Box::new(player))
            }
        };
        Ok(Player { spec: spec.clone(), seat })
    }

    /// What it was ordered as.
    pub fn spec(&self) -> &Spec {
        &self.spec
    }

    /// What it calls itself: a foreign engine its own name, ours what it was
    /// ordered as.
    pub fn name(&self) -> String {
        match &self.seat {
            PlayerKind::Ladder(..) | PlayerKind::Rated(_) | PlayerKind::Champion(_) => {
                self.spec.to_string()
            }
            PlayerKind::Foreign(foreign) => foreign.name().to_owned(),
        }
    }

    /// The number of the process behind it: only foreign engines have one. Whoever
    /// lends a player to a thread can end an engine by it that does not come back.
    pub fn process_id(&self) -> Option<u32> {
        match &self.seat {
            PlayerKind::Ladder(..) | PlayerKind::Rated(_) | PlayerKind::Champion(_) => None,
            PlayerKind::Foreign(foreign) => Some(foreign.process_id()),
        }
    }

    /// Tells a foreign engine to leave without waiting for it: whoever has many
    /// players tells all of them before the first is dropped.
    pub fn dismiss(&mut self) {
        if let PlayerKind::Foreign(foreign) = &mut self.seat {
            foreign.dismiss();
        }
    }

    /// A new game begins: what was learnt in the last is forgotten.
    pub fn new_game(&mut self) -> Result<(), PlayerError> {
        match &mut self.seat {
            // Nothing is kept from move to move but the dice.
            PlayerKind::Ladder(..) => Ok(()),
            PlayerKind::Rated(player) => {
                player.new_game();
                Ok(())
            }
            PlayerKind::Champion(champion) => {
                champion.new_game();
                Ok(())
            }
            PlayerKind::Foreign(foreign) => Ok(foreign.new_game()?),
        }
    }

    /// Rolls dice by this seed from now on. Whoever plays many games with one
    /// player gives each its own, so that a game does not depend on the others.
    pub fn reseed(&mut self, seed: u64) {
        match &mut self.seat {
            PlayerKind::Ladder(player, _) => player.reseed(seed),
            PlayerKind::Rated(player) => player.reseed(seed),
            PlayerKind::Champion(champion) => champion.reseed(seed),
            // A foreign engine's are its own.
            PlayerKind::Foreign(_) => {}
        }
    }

    /// Starts a foreign engine anew that crashed or hung; nothing for others.
    pub fn restart(&mut self) -> Result<(), PlayerError> {
        match &mut self.seat {
            PlayerKind::Ladder(..) | PlayerKind::Rated(_) | PlayerKind::Champion(_) => Ok(()),
            PlayerKind::Foreign(foreign) => Ok(foreign.restart()?),
        }
    }

    /// Finds a move where the game stands.
    ///
    /// Returns as soon as a limit is reached or `stop` is raised, with the best
    /// move known then. Thoughts come on this thread.
    pub fn think(
        &mut self,
        game: &Game,
        limits: &Limits,
        stop: &Signals,
        on_thought: &mut dyn FnMut(&Thought),
    ) -> Result<Decision, PlayerError> {
        let question = &Question { game, limits, signals: stop, begun: Instant::now() };
        match &mut self.seat {
            PlayerKind::Ladder(player, evaluation) => {
                Ok(player.think(question, evaluation.evaluator(), on_thought))
            }
            PlayerKind::Rated(player) => Ok(player.think(question, on_thought)),
            PlayerKind::Champion(champion) => Ok(champion.think(question, on_thought)),
            PlayerKind::Foreign(foreign) => Ok(foreign.think(question, on_thought)?),
        }
    }

    /// [`Player::think`] where nobody listens to the thoughts, which costs less.
    pub fn decide(
        &mut self,
        game: &Game,
        limits: &Limits,
        stop: &Signals,
    ) -> Result<Decision, PlayerError> {
        match &mut self.seat {
            PlayerKind::Foreign(foreign) => {
                let question = Question { game, limits, signals: stop, begun: Instant::now() };
                Ok(foreign.decide(&question)?)
            }
            PlayerKind::Ladder(..) | PlayerKind::Rated(_) | PlayerKind::Champion(_) => {
                self.think(game, limits, stop, &mut |_| {})
            }
        }
    }
}

impl PlayerKind {
    fn from_ladder(spec: LadderSpec, seed: u64) -> Result<PlayerKind, PlayerError> {
        let evaluation = spec.eval.load()?;
        Ok(PlayerKind::Ladder(LadderPlayer::new(spec, seed), evaluation))
    }
}
