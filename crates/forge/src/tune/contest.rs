//! Fast games between two sets of weights.

use std::thread;

use chess::{Bitboard, Color, Outcome, Position, Role, Setup};
use eval::{Evaluator, Pst, PstWeights};
use search::Signals;

use super::glance::glance;
use super::labelled;
use crate::Dice;
use crate::selfplay::rules_end;

/// How two evaluations play each other: the same search to the same depth on
/// both sides, from random positions.
///
/// From random openings each game is played twice with colours reversed. At
/// odds, where pieces are missing on both sides, positions are thrown until the
/// two disagree on who is better, and both get the side they would rather have.
/// A wrong idea of what pieces are worth is then punished at once, where games
/// from balanced openings hardly ever hang on it (tried: a queen worth 600 or
/// 1,400 makes no difference that 500 games could show).
#[derive(Clone, Copy)]
pub struct Contest<'a> {
    /// How many plies both look ahead, captures not counted.
    pub depth: u32,
    /// Where games begin.
    pub start: ContestStart,
    /// Plies after which a game is broken off.
    pub longest: usize,
    /// Who says what a game is worth that was broken off; nobody: a draw.
    pub referee: Option<TrialReferee<'a>>,
    /// What openings depend on.
    pub seed: u64,
    /// Games at once; the result is the same for any number.
    pub threads: usize,
    /// Raised by whoever wants no more games: those under way are left.
    pub stop: &'a Signals,
}

/// Where the games of a contest begin.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ContestStart {
    /// After so many random plies.
    Plies(u32),
    /// With up to so many pieces of the starting position missing on each side,
    /// after some random plies, and a choice of sides.
    Odds(u32),
}

/// Calls games that were broken off, by a look ahead with an evaluation of its
/// own.
///
/// A referee makes games short and results fine-grained, so that few games say
/// much; what is learnt is then partly the referee's opinion.
#[derive(Clone, Copy)]
pub struct TrialReferee<'a> {
    /// What the referee evaluates with.
    pub evaluator: &'a dyn Evaluator,
    /// How deep the referee looks, beyond captures.
    pub depth: u32,
    /// Centipawns at which the leader is expected to score 73 %.
    pub scale: f64,
}

impl TrialReferee<'static> {
    /// The evaluation `pst` with a glance at captures.
    pub fn usual() -> TrialReferee<'static> {
        static PST: Pst = Pst::new(PstWeights::DEFAULT);
        TrialReferee { evaluator: &PST, depth: 1, scale: 200.0 }
    }
}

impl Contest<'_> {
    /// The share of the points that `first` scores against `second` in pairs of
    /// games from the openings with these numbers; `None` if it is stopped before all
    /// are played.
    pub fn score(
        &self,
        first: &dyn Evaluator,
        second: &dyn Evaluator,
        openings: std::ops::Range<u64>,
    ) -> Option<f64> {
        let count = openings.end.saturating_sub(openings.start);
        if count == 0 {
            return Some(0.5);
        }
        let threads = (self.threads.max(1) as u64).min(count);
        // Every pair has its place, so the sum does not depend on who is done first.
        let points: Vec<Vec<f64>> = thread::scope(|scope| {
            let start = openings.start;
            let work = |thread: u64| {
                scope.spawn(move || {
                    let own = (start + thread..start + count).step_by(threads as usize);
                    let own = own.take_while(|_| !self.is_stopped());
                    own.map(|opening| self.pair(first, second, opening)).collect()
                })
            };
            let workers: Vec<_> = (0..threads).map(work).collect();
            workers.into_iter().map(super::joined).collect()
        });
        let mean = points.iter().flatten().sum::<f64>() / count as f64;
        Some(mean).filter(|_| !self.is_stopped())
    }

    fn is_stopped(&self) -> bool {
        self.stop.is_stopped()
    }

    /// What `first` scores from one opening, from 0 to 1; nothing that counts if it
    /// is stopped meanwhile.
    pub fn pair(&self, first: &dyn Evaluator, second: &dyn Evaluator, opening: u64) -> f64 {
        let mut dice = Dice::for_task(&[self.seed, opening]);
        for _ in 0..MOST_THROWS {
            match self.start {
                ContestStart::Plies(plies) => {
                    let (start, history) = random_plies(Position::start(), plies, &mut dice);
                    if rules_end(&start, &history).is_none() {
                        let white = self.play([first, second], start, history.clone());
                        let black = self.play([second, first], start, history);
                        return (white + 1.0 - black) / 2.0;
                    }
                }
                ContestStart::Odds(missing) => {
                    let Some(start) = random_odds(missing, &mut dice) else { continue };
                    match [first, second].map(|player| player.evaluate(&start).raw().signum()) {
                        _ if rules_end(&start, &[]).is_some() => {}
                        [1, -1] => return self.mover_scores([first, second], start),
                        [-1, 1] => return 1.0 - self.mover_scores([second, first], start),
                        _ => {}
                    }
                }
            }
        }
        0.5
    }

    /// The points of the first, who takes the mover's side, against the second.
    fn mover_scores(&self, [mover, other]: [&dyn Evaluator; 2], start: Position) -> f64 {
        match start.turn() {
            Color::White => self.play([mover, other], start, Vec::new()),
            Color::Black => 1.0 - self.play([other, mover], start, Vec::new()),
        }
    }

    /// White's points.
    fn play(&self, players: [&dyn Evaluator; 2], start: Position, mut keys: Vec<u64>) -> f64 {
        let mut position = start;
        let last = keys.len() + self.longest;
        loop {
            if let Some(outcome) = rules_end(&position, &keys) {
                return match outcome {
                    Outcome::Win(Color::White) => 1.0,
                    Outcome::Draw => 0.5,
                    Outcome::Win(Color::Black) => 0.0,
                };
            }
            if keys.len() >= last {
                return self.called(&position);
            }
            if self.is_stopped() {
                return 0.5;
            }
            let player = players[position.turn().index()];
            let (Some(mv), _) = glance(&position, &keys, player, self.depth) else { return 0.5 };
            keys.push(position.key());
            position.play_unchecked(mv);
        }
    }

    fn called(&self, position: &Position) -> f64 {
        let Some(referee) = self.referee else { return 0.5 };
        let lead = f64::from(lead(position, referee.evaluator, referee.depth));
        1.0 / (1.0 + (-lead / referee.scale.max(1.0)).exp())
    }
}

/// Throws for an opening; two that agree on nearly everything draw.
const MOST_THROWS: u32 = 1_000;

/// White's lead in centipawns, as a look ahead sees it.
fn lead(position: &Position, evaluator: &dyn Evaluator, depth: u32) -> i32 {
    let (_, value) = glance(position, &[], evaluator, depth);
    match position.turn() {
        Color::White => value.raw(),
        Color::Black => -value.raw(),
    }
}

fn random_plies(start: Position, plies: u32, dice: &mut Dice) -> (Position, Vec<u64>) {
    let mut position = start;
    let mut history = Vec::new();
    for _ in 0..plies {
        let moves = position.legal_moves();
        let Some(&mv) = moves.get(dice.below(moves.len())) else { break };
        history.push(position.key());
        position.play_unchecked(mv);
    }
    (position, history)
}

/// Random plies of games at odds: few, so that nothing much is lost by them.
const PLIES_AT_ODDS: u32 = 4;

/// The starting position without some pieces, after some random plies; `None` if
/// something hangs there: then whose move it is matters more than what pieces are
/// worth.
fn random_odds(missing: u32, dice: &mut Dice) -> Option<Position> {
    let mut setup = Setup { castling: Bitboard::EMPTY, ..Setup::start() };
    for color in Color::ALL {
        for _ in 0..dice.below(missing as usize + 1) {
            let pieces = setup.board.color(color).without(setup.board.role(Role::King));
            let piece = pieces.into_iter().nth(dice.below(pieces.count() as usize))?;
            setup.board.set(piece, None);
        }
    }
    setup.turn = Color::ALL[dice.below(2)];
    let start = setup.position().ok()?;
    let (position, history) = random_plies(start, PLIES_AT_ODDS, dice);
    let is_open = history.len() == PLIES_AT_ODDS as usize && labelled::is_quiet(&position);
    is_open.then_some(position)
}
