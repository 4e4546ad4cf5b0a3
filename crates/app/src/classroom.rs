//! The course: its lessons, its words, its exercises.

use course::{Answer, ExerciseOrder};

use crate::protocol::Tell;

/// All lessons and words.
pub(crate) fn course() -> Result<Tell, String> {
    let lessons = course::lessons().map_err(|error| error.to_string())?;
    Ok(Tell::Course { lessons, words: course::glossary() })
}

/// A lesson.
pub(crate) fn lesson(id: &str) -> Result<Tell, String> {
    let page = course::lesson(id).map_err(|error| error.to_string())?;
    Ok(Tell::CourseLesson(Box::new(page)))
}

/// An exercise. Its searches are small enough to be done while the page waits.
pub(crate) fn exercise(order: &ExerciseOrder) -> Result<Tell, String> {
    let exercise = course::exercise(order).map_err(|error| error.to_string())?;
    Ok(Tell::Exercise(Box::new(exercise)))
}

/// What an answer is worth.
pub(crate) fn check(order: &ExerciseOrder, answer: Option<&Answer>) -> Result<Tell, String> {
    let marking = course::mark(order, answer).map_err(|error| error.to_string())?;
    Ok(Tell::Marking(Box::new(marking)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_exercise_is_asked_answered_and_checked() {
        let order = ExerciseOrder {
            lesson: "minimax".to_owned(),
            kind: Some("leaf".to_owned()),
            seed: 3,
            fen: None,
        };
        let Ok(Tell::Exercise(asked)) = exercise(&order) else { panic!() };
        let Ok(Tell::Marking(solved)) = check(&order, None) else { panic!() };
        assert_eq!(solved.right, None);
        // With its position named, the exercise is checked by the same tree.
        let again = ExerciseOrder { fen: Some(asked.fen.clone()), ..order.clone() };
        assert!(exercise(&again).is_ok());
        let Ok(Tell::Marking(marking)) = check(&order, Some(&solved.solution)) else { panic!() };
        assert_eq!(marking.right, Some(true));
        assert!(lesson("nothing").unwrap_err().contains("there is no lesson 'nothing'"));
    }

    #[test]
    fn every_lesson_of_the_course_can_be_read() {
        let Ok(Tell::Course { lessons, words }) = course() else { panic!() };
        assert!(!words.is_empty());
        for head in lessons {
            assert!(lesson(&head.id).is_ok(), "{}", head.id);
        }
    }
}
