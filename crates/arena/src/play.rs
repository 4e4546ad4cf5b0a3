//! One game, from the opening to the end.

use std::time::{Duration, Instant};

use chess::{Color, Game, Reason};
use engine::{Decision, Player, PlayerError, Signals, Spec};
use eval::Score;

use crate::clock::{Late, MatchClocks};
use crate::fault::GameFault;
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
    /// Whether the move came from the player's opening book.
    pub is_from_book: bool,
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
    pub fault: Option<(Color, GameFault)>,
    /// For each side, what was wrong apart from its moves and did not end the game.
    pub complaints: [Complaints; 2],
    /// How long the players thought altogether, a move that came too late or not
    /// at all included.
    pub thinking: Duration,
    /// How long the game took altogether.
    pub wall: Duration,
}

/// What was wrong with a player apart from its moves.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Complaints {
    /// How often anything was.
    pub count: u64,
    /// The first time its last words before a move were wrong, such as a line
    /// that cannot be played: a sentence.
    pub words: Option<String>,
    /// The first time it searched far more nodes than it was given: a sentence.
    pub nodes: Option<String>,
}

/// How many more nodes than it is given a player may search before that is a
/// complaint: engines look at the count only now and then.
const SPARE_NODES: u64 = 10_000;

impl Complaints {
    fn hear(&mut self, decision: &Decision, allowed: Option<u64>) {
        if let Some(complaint) = &decision.complaint {
            self.count += 1;
            self.words.get_or_insert_with(|| complaint.clone());
        }
        let searched = decision.nodes;
        let is_excess = |allowed: u64| {
            searched > allowed.saturating_mul(2) && searched > allowed.saturating_add(SPARE_NODES)
        };
        if let Some(allowed) = allowed.filter(|&allowed| is_excess(allowed)) {
            self.count += 1;
            self.nodes
                .get_or_insert_with(|| format!("it searched {searched} nodes and had {allowed}"));
        }
    }
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
pub(crate) struct Pairing<'a> {
    pub(crate) white: &'a mut Player,
    pub(crate) black: &'a mut Player,
    pub(crate) clocks: MatchClocks,
    pub(crate) rules: &'a Adjudication,
    pub(crate) stop: &'a Signals,
}

impl Pairing<'_> {
    /// Plays a game on from where the opening leaves it.
    pub(crate) fn play(mut self, mut game: Game) -> Result<Played, Broken> {
        let begin = Instant::now();
        let opening = game.moves().len();
        let mut notes = Vec::new();
        let mut complaints = [Complaints::default(), Complaints::default()];
        let mut thinking = Duration::ZERO;
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
            thinking += match &decided {
                Ok((_, elapsed)) => *elapsed,
                Err(failed) => failed.waited,
            };
            if self.stop.is_stopped() {
                return Err(Broken::Stopped);
            }
            let (color, offence) = match decided {
                Ok((decision, elapsed)) => {
                    let late = self.clocks.spend(color, elapsed).err();
                    let allowed = self.clocks.limits(color).nodes;
                    complaints[color.index()].hear(&decision, allowed);
                    referee.hear(color, move_number, decision.score);
                    match (late, decision.mv) {
                        (Some(late), _) => (color, Offence::Late(late)),
                        (None, Some(mv)) if game.play(mv).is_ok() => {
                            notes.push(MoveNote {
                                score: decision.score,
                                depth: decision.depth,
                                nodes: decision.nodes,
                                elapsed,
                                is_from_book: decision.is_from_book,
                            });
                            continue;
                        }
                        (None, _) => (color, Offence::NoMove),
                    }
                }
                Err(Failed { color, error, .. }) => (color, Offence::Error(error)),
            };
            break offence.ruling(&game, color)?;
        };
        let Ruling { reason, why } = ruling;
        let wall = begin.elapsed();
        Ok(Played { game, opening, notes, reason, why, fault, complaints, thinking, wall })
    }

    /// Tells both that a game begins.
    fn welcome(&mut self) -> Result<(), Failed> {
        for (color, player) in [(Color::White, &mut self.white), (Color::Black, &mut self.black)] {
            let begin = Instant::now();
            let told = player.new_game();
            told.map_err(|error| Failed { color, error, waited: begin.elapsed() })?;
        }
        Ok(())
    }

    /// What the player to move decides and how long it took: a foreign engine as
    /// measured at the pipe, one of ours by the watch.
    fn decide(&mut self, game: &Game) -> Result<(Decision, Duration), Failed> {
        let color = game.position().turn();
        let limits = self.clocks.limits(color);
        let player = match color {
            Color::White => &mut self.white,
            Color::Black => &mut self.black,
        };
        let begin = Instant::now();
        let decision = player.decide(game, &limits, self.stop);
        let taken = begin.elapsed();
        let decision = decision.map_err(|error| Failed { color, error, waited: taken })?;
        let is_foreign = matches!(player.spec(), Spec::Foreign(_));
        let elapsed = if is_foreign { decision.elapsed } else { taken };
        Ok((decision, elapsed))
    }
}

/// A player that gave no decision.
struct Failed {
    color: Color,
    error: PlayerError,
    /// How long it kept us waiting.
    waited: Duration,
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
    fn ruling(
        self,
        game: &Game,
        color: Color,
    ) -> Result<(Ruling, Option<(Color, GameFault)>), Broken> {
        let (fault, why) = match self {
            Offence::Late(late) => (GameFault::Time, format!("{color} was late by {late}")),
            Offence::NoMove => (GameFault::Illegal, format!("{color} made no move")),
            Offence::Error(PlayerError::Engine(error)) => match error.fault() {
                Some(fault) => (fault.into(), error.to_string()),
                None => return Err(Broken::Player(color, PlayerError::Engine(error))),
            },
            Offence::Error(error) => return Err(Broken::Player(color, error)),
        };
        let reason = match fault {
            GameFault::Time => Reason::time_forfeit(game.position(), color),
            GameFault::Illegal => Reason::IllegalMove(color),
            GameFault::Crash | GameFault::Stall => Reason::Abandonment(color),
        };
        Ok((Ruling { reason, why: Some(why) }, Some((color, fault))))
    }
}
