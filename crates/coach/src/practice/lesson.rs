//! A position to practise.

use chess::{Color, IllegalMove, Move, Position, quote};
use engine::review::{Mark, winning_chances};
use serde::{Deserialize, Serialize};

use super::puzzle::Puzzle;
use crate::claim::{Claim, Kind};
use crate::coach::{Coach, MoveExplanation};
use crate::review::{GameReview, MoveReview};
use crate::words;

/// A position of somebody's game in which a better move was there, or one right move.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Lesson {
    /// Its name: the same for the same position and move.
    pub key: String,
    /// The position.
    pub fen: String,
    /// The move that was played in the game, as UCI writes it.
    pub played: String,
    /// The best line, as UCI writes it.
    pub best: Vec<String>,
    /// lichess's name of the theme where there is one; `material` or `chances` otherwise.
    pub motif: String,
    /// What was wrong with the move played; empty where it was right.
    pub words: String,
    /// The key of the game, or what else its owner calls it.
    pub game: String,
    /// Whether one move alone is right.
    pub is_puzzle: bool,
    /// About how hard it is to find, on the scale of lichess's puzzles; for puzzles only.
    pub rating: Option<u32>,
    /// How often it was solved in a row: the step of the spaced repetition.
    pub step: u32,
    /// When it should be tried again, in seconds since 1970.
    pub due: u64,
    /// How often it was solved.
    pub right: u32,
    /// How often it was not.
    pub wrong: u32,
}

/// Somebody's try at a lesson.
#[derive(Clone, PartialEq, Debug)]
pub struct Attempt {
    /// Whether the move is good enough: nothing that counts is lost with it.
    pub is_right: bool,
    /// What can be said about it.
    pub said: MoveExplanation,
}

impl Attempt {
    /// What is said to who tried.
    pub fn words(&self) -> String {
        words::of_attempt(self)
    }
}

/// What is told of a try at a lesson.
#[derive(Clone, PartialEq, Debug)]
pub struct Judged {
    /// Whether it is right: good enough, or the solution.
    pub is_right: bool,
    /// What is said about it.
    pub words: String,
    /// What the coach found.
    pub attempt: Attempt,
}

impl Lesson {
    /// Where it begins.
    ///
    /// # Errors
    /// If what is kept of it is damaged.
    pub fn position(&self) -> Result<Position, String> {
        self.fen.parse().map_err(|_| "this position is damaged".to_owned())
    }

    /// The moves of the solution, as far as they can be played.
    pub fn solution(&self) -> Vec<Move> {
        let Ok(mut here) = self.position() else { return Vec::new() };
        let read = |text: &String| {
            let mv = here.parse_uci(text).ok()?;
            here.play(mv).ok()?;
            Some(mv)
        };
        self.best.iter().map_while(read).collect()
    }

    /// The move that somebody tries, as programs or as people write it.
    ///
    /// # Errors
    /// Why it is none.
    pub fn read_try(&self, text: &str) -> Result<Move, String> {
        let position = self.position()?;
        let read = position.parse_uci(text).or_else(|_| position.read_move(text));
        read.map_err(|refusal| format!("{}: {refusal}", quote(text)))
    }

    /// Looks at a try. The solution is right whatever the coach says: it was found by a longer
    /// search than a try gets.
    ///
    /// # Errors
    /// If the move is not legal, or what is kept of the lesson is damaged.
    pub fn judge(&self, coach: &mut Coach, mv: Move) -> Result<Judged, String> {
        let position = self.position()?;
        let attempt = coach.attempt(&position, mv).map_err(|error| error.to_string())?;
        let is_solution = self.solution().first() == Some(&mv);
        let words = match is_solution && !attempt.is_right {
            true => format!("{} is right.", position.to_san(mv)),
            false => attempt.words(),
        };
        Ok(Judged { is_right: attempt.is_right || is_solution, words, attempt })
    }
}

impl Coach {
    /// Whether a move is good enough in a position, and why not.
    ///
    /// # Errors
    /// If it is not legal.
    pub fn attempt(&mut self, position: &Position, mv: Move) -> Result<Attempt, IllegalMove> {
        let said = self.explain(position, mv)?;
        Ok(Attempt { is_right: said.judgement.mark.is_none(), said })
    }
}

/// What can be learnt from a reviewed game by one side, or by both: mistakes that have a proven
/// reason, and positions after a mistake of the opponent in which one move alone was right.
pub fn lessons(
    coach: &mut Coach,
    review: &GameReview,
    side: Option<Color>,
    game: &str,
) -> Vec<Lesson> {
    let mut lessons = Vec::new();
    for (number, one) in review.moves.iter().enumerate() {
        if side.is_some_and(|side| one.position.turn() != side) {
            continue;
        }
        let is_mistake = is_bad(one) && has_reason(one);
        let is_chance = number.checked_sub(1).is_some_and(|last| is_bad(&review.moves[last]));
        if !is_mistake && !is_chance {
            continue;
        }
        let puzzle = Puzzle::find(coach.prover(), &one.position);
        if puzzle.is_none() && !is_mistake {
            continue;
        }
        // The searches of the review looked longest.
        let best = review.assessments[number].lines.first();
        let best = best.map_or(&[][..], |line| line.moves.as_slice());
        if best.is_empty() || is_mistake && best.first() == Some(&one.mv) {
            continue;
        }
        let puzzle = puzzle.filter(|puzzle| puzzle.best() == best.first().copied());
        if puzzle.is_none() && !is_mistake {
            continue;
        }
        lessons.push(lesson(one, best, puzzle.as_ref(), is_mistake, game));
    }
    lessons
}

fn lesson(
    one: &MoveReview,
    best: &[Move],
    puzzle: Option<&Puzzle>,
    is_mistake: bool,
    game: &str,
) -> Lesson {
    let played = words::uci_line(&one.position, &[one.mv]).concat();
    let said = one.said.as_ref().filter(|_| is_mistake);
    let motif = puzzle
        .and_then(Puzzle::motif_name)
        .or_else(|| said.and_then(|said| motif_of(&said.claims)))
        .unwrap_or_else(|| "chances".to_owned());
    Lesson {
        key: format!("{:016x}{played}", one.position.key()),
        fen: one.position.to_string(),
        best: words::uci_line(&one.position, best),
        motif,
        words: said.and_then(words::summary).unwrap_or_default(),
        played,
        game: game.to_owned(),
        is_puzzle: puzzle.is_some(),
        rating: puzzle.map(Puzzle::rating),
        step: 0,
        due: 0,
        right: 0,
        wrong: 0,
    }
}

fn is_bad(one: &MoveReview) -> bool {
    one.judgement.mark >= Some(Mark::Mistake)
}

fn has_reason(one: &MoveReview) -> bool {
    one.said.as_ref().is_some_and(|said| said.claims.iter().any(Claim::is_reason))
}

/// The motif of a mistake, or the kind of what is said about it.
fn motif_of(claims: &[Claim]) -> Option<String> {
    let faults = || claims.iter().filter(|claim| claim.is_fault());
    let motif = faults().find(|claim| matches!(claim.kind, Kind::Motif(_)));
    let plain = faults().find(|claim| matches!(claim.kind, Kind::Material(_) | Kind::MateIn(_)));
    let threat = faults().find(|claim| matches!(claim.kind, Kind::Threat(_)));
    let named = motif.or(plain).or(threat).map(|claim| claim.kind.name());
    let is_quiet = |claim: &Claim| matches!(claim.kind, Kind::Concession(_));
    named.or_else(|| faults().any(is_quiet).then(|| QUIET.to_owned()))
}

/// What lessons about mistakes are called that lose nothing at once.
pub(crate) const QUIET: &str = "quietMistake";

/// Chances that a puzzle's solution must leave: it wins, or it holds what would be lost.
pub(super) const GOOD: f64 = 0.2;

/// Whether a value is good enough for a puzzle.
pub(super) fn is_good(value: uci::Value) -> bool {
    winning_chances(value) >= GOOD
}
