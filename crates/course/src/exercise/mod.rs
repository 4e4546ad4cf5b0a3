//! Exercises from real searches, made anew from a seed and a position, and checked.
//!
//! | file | what it is |
//! |---|---|
//! | `kind` | which kinds there are, and which lesson has which |
//! | `made` | an exercise with its solution, and how an answer is marked |
//! | `place` | the position that an exercise is made from |
//! | `small_tree` `walk` | a tree of a few real moves, and what alpha-beta does in it |
//! | `searched` | recorded searches of the ladder |
//! | `endings` `queen_table` | positions of few pieces, and a tablebase of one ending |
//! | the others | the kinds themselves, one subject a file |
//!
//! An exercise is never kept: its order (lesson, kind, seed, position) makes it again, whoever checks it.

mod backup;
mod bayes;
mod best_first;
mod book;
mod by_dice;
mod champion;
mod cuts;
mod deepening;
mod endings;
mod evaluating;
mod growth;
mod history;
mod kind;
mod made;
mod mcts;
mod measured;
mod minimax;
mod network;
mod ordering;
mod passing;
mod place;
mod queen_table;
mod quiet;
mod rules;
mod searched;
mod small_tree;
mod table;
mod walk;
mod zero_window;

use chess::{Position, quote};
use numbers::Dice;

use crate::error::CourseError;
use crate::lessons::IDS;
use crate::question::{Answer, Exercise, ExerciseOrder, Marking};

pub(crate) use kind::Kind;
use made::Made;

/// How many positions are tried for an order that names none.
const TRIES: u64 = 400;

/// What an exercise is made with.
struct Draft {
    /// From which position.
    position: Position,
    /// Whether somebody chose that position: then the exercise is about it, or there is none.
    is_given: bool,
    /// What decides everything that the position does not.
    dice: Dice,
}

impl Draft {
    /// The position that somebody chose, if somebody did.
    fn given(&self) -> Option<Position> {
        self.is_given.then_some(self.position)
    }

    /// Refuses a position that was chosen: the exercise has no use for one.
    fn needs_no_position(&self) -> Result<(), Unsuitable> {
        if self.is_given {
            Err("it is about numbers alone; leave the position away")
        } else {
            Ok(())
        }
    }
}

/// Why no exercise of a kind can be made from a position.
type Unsuitable = &'static str;

/// The exercise of an order.
///
/// # Errors
/// If there is no such lesson or kind, or if the position does not suit it.
pub fn exercise(order: &ExerciseOrder) -> Result<Exercise, CourseError> {
    let (kind, position, made) = make(order)?;
    Ok(Exercise {
        lesson: order.lesson.clone(),
        kind: kind.name.to_owned(),
        seed: order.seed,
        fen: made.position.unwrap_or(position).to_string(),
        has_board: made.has_board,
        question: made.question,
        hints: made.hints,
        wanted: made.wanted,
        tree: made.asked_tree,
    })
}

/// What an answer to the exercise of an order is worth; without an answer, the solution.
///
/// # Errors
/// As [`exercise`], and if the answer is of another kind than the one that is wanted.
pub fn mark(order: &ExerciseOrder, answer: Option<&Answer>) -> Result<Marking, CourseError> {
    let (_, _, made) = make(order)?;
    made.marked(answer)
}

fn make(order: &ExerciseOrder) -> Result<(&'static Kind, Position, Made), CourseError> {
    let lesson = IDS.iter().find(|id| **id == order.lesson);
    let lesson = *lesson.ok_or_else(|| CourseError::UnknownLesson(quote(&order.lesson)))?;
    let kinds = Kind::of_lesson(lesson);
    let unknown = |name: &str| {
        let known = kinds.iter().map(|kind| kind.name.to_owned()).collect();
        CourseError::UnknownKind(lesson.to_owned(), quote(name), known)
    };
    let kind = match order.kind.as_deref() {
        Some(name) => kinds.iter().find(|kind| kind.name == name).ok_or_else(|| unknown(name))?,
        None if kinds.is_empty() => return Err(unknown("")),
        None => &kinds[Dice::new(u64::from(order.seed)).below(kinds.len())],
    };
    let given: Option<Position> = match order.fen.as_deref().map(str::trim) {
        None | Some("") => None,
        Some(fen) => {
            let read = fen.parse().map_err(|error| CourseError::Fen(format!("{error}")))?;
            Some(read)
        }
    };
    let unsuitable = |why: Unsuitable| CourseError::Unsuitable(kind.name.to_owned(), why);
    let mut last: Unsuitable = "nothing was tried";
    for attempt in 0..TRIES {
        let mut dice = Dice::for_task(&[u64::from(order.seed), attempt]);
        let position = given.unwrap_or_else(|| place::any(&mut dice));
        let mut draft = Draft { position, is_given: given.is_some(), dice };
        match (kind.make)(&mut draft) {
            Ok(made) => return Ok((kind, position, made)),
            Err(why) => last = why,
        }
        // With a position given only the dice change: a few tries show whether it suits.
        if given.is_some() && attempt >= 20 {
            break;
        }
    }
    Err(unsuitable(last))
}
