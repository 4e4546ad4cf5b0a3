//! One game, from the opening to the end.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use chess::{Color, Game, Reason};
use engine::{Decision, Player, PlayerError, Spec};
use eval::Score;

use crate::clock::{Clocks, Late};
use crate::fault::Fault;
use crate::referee::{Adjudication, Referee, Ruling};

/// What a player said about one of its moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MoveNote {
    /// What the position is worth to the mover; `None` if it did not say.
    pub score: Option<Score>,
    /// How deep it looked, in plies.
    pub depth: u32,
    /// Nodes it searched.
    pub nodes: u64,
    /// How long it took.
    pub elapsed: Duration,
    /// Whether it knew the move by heart.
    pub is_by_heart: bool,
}

/// A game that was played to its end.
#[derive(Clone, PartialEq, Debug)]
pub struct Played {
    /// The moves, those of the opening included.
    pub game: Game,
    /// How many moves the opening had.
    pub opening: usize,
    /// What the players said about the moves after it.
    pub notes: Vec<MoveNote>,
    /// How it ended.
    pub reason: Reason,
    /// More about that, a sentence without a full stop.
    pub why: Option<String>,
    /// Who did what wrong, if that ended it.
    pub fault: Option<(Color, Fault)>,
    /// For each side, how often its last words before a move were wrong, such as
    /// a line that cannot be played, and the first of these complaints.
    pub complaints: [Complaints; 2],
    /// How long the game took altogether.
    pub wall: Duration,
}

/// What was wrong with a player's words beside its moves.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Complaints {
    /// How often.
    pub count: u64,
    /// The first, a sentence.
    pub first: Option<String>,
}

/// Why a game has no result.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Broken {
    /// Somebody wanted it to stop.
    Stopped,
    /// A player cannot play at all, and that is not a matter of the game.
    Player(Color, PlayerError),
}

/// The players of a game and the conditions.
pub(crate) struct Table<'a> {
    pub(crate) white: &'a mut Player,
    pub(crate) black: &'a mut Player,
    pub(crate) clocks: Clocks,
    pub(crate) rules: &'a Adjudication,
    pub(crate) stop: &'a AtomicBool,
}

impl Table<'_> {
    /// Plays a game on from where the opening leaves it.
    pub(crate) fn play(mut self, mut game: Game) -> Result<Played, Broken> {
        let begin = Instant::now();
        let opening = game.moves().len();
        let mut notes = Vec::new();
        let mut complaints = [Complaints::default(), Complaints::default()];
        let mut referee = Referee::new(self.rules);
        let (ruling, fault) = loop {
            if let Some(ruling) = referee.ruling(&game) {
                break (ruling, None);
            }
            let color = game.position().turn();
            let move_number = game.position().fullmove_number();
            let decided = match notes.len() {
                // Both are told before the first clock runs.
                0 => self.welcome().and_then(|()| self.decide(&game)),
                _ => self.decide(&game),
            };
            if self.stop.load(Ordering::Relaxed) {
                return Err(Broken::Stopped);
            }
            let (color, offence) = match decided {
                Ok((decision, elapsed)) => {
                    let late = self.clocks.spend(color, elapsed).err();
                    if let Some(complaint) = decision.complaint {
                        let own = &mut complaints[color.index()];
                        own.count += 1;
                        own.first.get_or_insert(complaint);
                    }
                    referee.hear(color, move_number, decision.score);
                    match (late, decision.mv) {
                        (Some(late), _) => (color, Offence::Late(late)),
                        (None, Some(mv)) if game.play(mv).is_ok() => {
                            notes.push(MoveNote {
                                score: decision.score,
                                depth: decision.depth,
                                nodes: decision.nodes,
                                elapsed,
                                is_by_heart: decision.is_by_heart,
                            });
                            continue;
                        }
                        (None, _) => (color, Offence::NoMove),
                    }
                }
                Err((color, error)) => (color, Offence::Error(error)),
            };
            break offence.ruling(&game, color)?;
        };
        let Ruling { reason, why } = ruling;
        let wall = begin.elapsed();
        Ok(Played { game, opening, notes, reason, why, fault, complaints, wall })
    }

    /// Tells both that a game begins.
    fn welcome(&mut self) -> Result<(), (Color, PlayerError)> {
        self.white.new_game().map_err(|error| (Color::White, error))?;
        self.black.new_game().map_err(|error| (Color::Black, error))
    }

    /// What the player to move decides and how long it took: a foreign engine as
    /// measured at the pipe, one of ours by the watch.
    fn decide(&mut self, game: &Game) -> Result<(Decision, Duration), (Color, PlayerError)> {
        let color = game.position().turn();
        let limits = self.clocks.limits(color);
        let player = match color {
            Color::White => &mut self.white,
            Color::Black => &mut self.black,
        };
        let begin = Instant::now();
        let decision = player.think(game, &limits, self.stop, &mut |_| {});
        let taken = begin.elapsed();
        let decision = decision.map_err(|error| (color, error))?;
        let is_foreign = matches!(player.spec(), Spec::Foreign(_));
        let elapsed = if is_foreign { decision.elapsed } else { taken };
        Ok((decision, elapsed))
    }
}

/// How a player spoils its game.
enum Offence {
    Late(Late),
    NoMove,
    Error(PlayerError),
}

impl Offence {
    /// What it means for the game; an error if the game cannot be blamed on the
    /// player.
    fn ruling(self, game: &Game, color: Color) -> Result<(Ruling, Option<(Color, Fault)>), Broken> {
        let (fault, why) = match self {
            Offence::Late(Late(late)) => {
                (Fault::Time, format!("{color} was late by {} ms", late.as_millis().max(1)))
            }
            Offence::NoMove => (Fault::Illegal, format!("{color} made no move")),
            Offence::Error(PlayerError::Engine(error)) => match error.fault() {
                Some(fault) => (fault.into(), error.to_string()),
                None => return Err(Broken::Player(color, PlayerError::Engine(error))),
            },
            Offence::Error(error) => return Err(Broken::Player(color, error)),
        };
        let reason = match fault {
            Fault::Time => Reason::time_forfeit(game.position(), color),
            Fault::Illegal => Reason::IllegalMove(color),
            Fault::Crash | Fault::Stall => Reason::Abandonment(color),
        };
        Ok((Ruling { reason, why: Some(why) }, Some((color, fault))))
    }
}
