//! Which lessons there are, in their order.

use chess::quote;

use crate::error::CourseError;
use crate::exercise::Kind;
use crate::markdown;
use crate::page::{ExerciseHead, LessonHead, LessonPage};

/// A lesson as it is kept.
struct Kept {
    id: &'static str,
    chapter: &'static str,
    idea: &'static str,
    text: &'static str,
    picture: Option<(&'static str, &'static str)>,
}

const BEGINNING: &str = "Before the first rung";
const LADDER: &str = "The ladder";
const PATHS: &str = "Side paths";
const ENGINE: &str = "A whole engine";

/// A lesson without a picture.
macro_rules! text {
    ($id:literal, $chapter:expr, $idea:literal) => {
        Kept {
            id: $id,
            chapter: $chapter,
            idea: $idea,
            text: include_str!(concat!("../lessons/", $id, ".md")),
            picture: None,
        }
    };
}

/// A lesson with a picture of its tree.
macro_rules! pictured {
    ($id:literal, $chapter:expr, $idea:literal) => {
        Kept {
            picture: Some((
                concat!($id, ".svg"),
                include_str!(concat!("../lessons/", $id, ".svg")),
            )),
            ..text!($id, $chapter, $idea)
        }
    };
}

const LESSONS: [Kept; 22] = [
    text!("rules", BEGINNING, "How the pieces move, and how a game ends."),
    text!("game-tree", BEGINNING, "Moves and replies written down as a tree."),
    pictured!("random", LADDER, "Any legal move: the player that everything else must beat."),
    pictured!("minimax", LADDER, "All moves and all replies; both sides choose well."),
    pictured!("deepening", LADDER, "Depth 1, then 2, then 3, so that there is always an answer."),
    pictured!("alphabeta", LADDER, "Leave out what cannot change the result."),
    pictured!("ordered", LADDER, "Good moves first, and more can be left out."),
    pictured!("table", LADDER, "Remember positions that come up again."),
    pictured!("quiescence", LADDER, "Do not stop in the middle of an exchange."),
    pictured!("nullmove", LADDER, "If even passing is too good, no move needs to be looked at."),
    pictured!(
        "pvs",
        LADDER,
        "Search one move properly, and ask of the others whether they are better."
    ),
    pictured!("mtdf", LADDER, "Nothing but yes-or-no questions."),
    pictured!("bestfirst", PATHS, "Look deeper into the line that looks best."),
    pictured!("mn", PATHS, "Several good moves count for more than one."),
    pictured!("probimax", PATHS, "Count on the opponent's errors."),
    pictured!("bayes", PATHS, "Know how sure you are, and look where that matters."),
    pictured!("mcts", PATHS, "Visit good moves more often, and average."),
    text!("evaluation", ENGINE, "Who stands better, and by how much: a number for a position."),
    text!("book", ENGINE, "Moves by heart at the beginning, certainty at the end."),
    text!("champion", ENGINE, "All ideas together, and rules that say what is worth looking at."),
    text!(
        "network",
        ENGINE,
        "An evaluation that was learnt from hundreds of millions of positions."
    ),
    text!("history", ENGINE, "From Turing's pencil to networks."),
];

/// The names of all lessons, in their order.
pub(crate) const IDS: [&str; LESSONS.len()] = {
    let mut ids = [""; LESSONS.len()];
    let mut index = 0;
    while index < ids.len() {
        ids[index] = LESSONS[index].id;
        index += 1;
    }
    ids
};

/// All lessons, in their order.
///
/// # Errors
/// Never, as long as the tests pass: where a lesson is not written as lessons are.
pub fn lessons() -> Result<Vec<LessonHead>, CourseError> {
    LESSONS.iter().map(|kept| Ok(head(kept, kept.written()?.title))).collect()
}

/// A lesson.
///
/// # Errors
/// If there is none of this name.
pub fn lesson(id: &str) -> Result<LessonPage, CourseError> {
    let index = LESSONS.iter().position(|kept| kept.id == id);
    let index = index.ok_or_else(|| CourseError::UnknownLesson(quote(id)))?;
    let kept = &LESSONS[index];
    let written = kept.written()?;
    let id_at = |index: Option<usize>| Some((*IDS.get(index?)?).to_owned());
    Ok(LessonPage {
        head: head(kept, written.title),
        previous: id_at(index.checked_sub(1)),
        next: id_at(index.checked_add(1)),
        blocks: written.blocks,
    })
}

impl Kept {
    fn written(&self) -> Result<markdown::Written, CourseError> {
        let picture =
            |name: &str| self.picture.filter(|(known, _)| *known == name).map(|(_, svg)| svg);
        markdown::read(self.text, &picture)
            .map_err(|error| CourseError::Unreadable(self.id.to_owned(), error))
    }
}

fn head(kept: &Kept, title: String) -> LessonHead {
    let exercises = Kind::of_lesson(kept.id)
        .into_iter()
        .map(|kind| ExerciseHead { kind: kind.name().to_owned(), title: kind.title().to_owned() });
    LessonHead {
        id: kept.id.to_owned(),
        title,
        idea: kept.idea.to_owned(),
        chapter: kept.chapter.to_owned(),
        exercises: exercises.collect(),
    }
}
