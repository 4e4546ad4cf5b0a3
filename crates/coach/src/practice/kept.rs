//! The course as it is kept: by the page and in the terminal, perhaps by both at once.

use std::sync::Arc;

use search::Signals;

use super::course::Course;
use super::lesson::lessons;
use super::unseen::UnseenGame;
use crate::coach::Coach;
use crate::review::{ReviewError, ReviewOrder, review};

/// Where the course of somebody is kept, as text. Several threads and programs may do that at the
/// same time. Errors are sentences.
pub trait CourseStore {
    /// What is kept; nothing before the first time.
    ///
    /// # Errors
    /// If it cannot be read.
    fn read(&self) -> Result<Option<String>, String>;

    /// Keeps something new if what is kept is still `old`; whether it was. Nothing may happen
    /// between that look and the writing.
    ///
    /// # Errors
    /// If it cannot be written.
    fn replace(&self, old: Option<&str>, new: String) -> Result<bool, String>;
}

/// How often a change is tried while others change the course. Each failure is somebody else's success.
const MOST_TRIES: u32 = 1_000;

/// A course that is kept somewhere. It is read anew for each question and each change, so that
/// nobody writes over what somebody else has learnt meanwhile.
#[derive(Clone, Copy, Debug)]
pub struct KeptCourse<S> {
    store: S,
}

impl<S: CourseStore> KeptCourse<S> {
    /// The course that is kept there.
    pub fn new(store: S) -> KeptCourse<S> {
        KeptCourse { store }
    }

    /// The course as it is now.
    ///
    /// # Errors
    /// If it cannot be read, or is damaged.
    pub fn course(&self) -> Result<Course, String> {
        parsed(self.store.read()?.as_deref())
    }

    /// Notes how a lesson went; `now` is in seconds since 1970.
    ///
    /// # Errors
    /// If the course cannot be read or written.
    pub fn answered(&self, lesson: &str, is_right: bool, now: u64) -> Result<(), String> {
        self.change(|course| {
            course.answered(lesson, is_right, now);
        })
    }

    /// Looks through a game and keeps its lessons at once: others can be looked through later.
    /// Whether it came to the end; not so if it was stopped, and then nothing is kept.
    ///
    /// # Errors
    /// If the game cannot be reviewed, or the course cannot be read or written.
    pub fn look_through(
        &self,
        coach: &mut Coach,
        game: &UnseenGame,
        order: &ReviewOrder,
        stop: &Arc<Signals>,
    ) -> Result<bool, String> {
        let mut found = Vec::new();
        if let Some((moves, side)) = &game.teaches {
            coach.prover().heed(Arc::clone(stop));
            let reviewed = match review(moves, order, stop, &|_, _, _| {}) {
                Ok(reviewed) => reviewed,
                Err(ReviewError::Stopped) => return Ok(false),
                Err(error) => return Err(error.to_string()),
            };
            found = lessons(coach, &reviewed, *side, &game.key);
        }
        // What the coach said after that is worth nothing.
        if stop.is_stopped() {
            return Ok(false);
        }
        self.change(|course| course.add(&game.key, found.clone()))?;
        Ok(true)
    }

    fn change(&self, change: impl Fn(&mut Course)) -> Result<(), String> {
        for _ in 0..MOST_TRIES {
            let old = self.store.read()?;
            let mut course = parsed(old.as_deref())?;
            change(&mut course);
            let new = serde_json::to_string(&course).map_err(|error| error.to_string())?;
            if self.store.replace(old.as_deref(), new)? {
                return Ok(());
            }
        }
        Err("what is to be practised is being changed by others all the time".to_owned())
    }
}

fn parsed(text: Option<&str>) -> Result<Course, String> {
    let Some(text) = text else { return Ok(Course::default()) };
    serde_json::from_str(text)
        .map_err(|error| format!("what is to be practised is damaged: {error}"))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)] // a failed unwrap is a failed test
mod tests {
    use std::sync::{Barrier, Mutex};
    use std::thread;

    use super::super::course::tests::lesson;
    use super::*;

    #[derive(Default)]
    struct Shelf(Mutex<Option<String>>);

    impl CourseStore for &Shelf {
        fn read(&self) -> Result<Option<String>, String> {
            Ok(self.0.lock().unwrap().clone())
        }

        fn replace(&self, old: Option<&str>, new: String) -> Result<bool, String> {
            let mut kept = self.0.lock().unwrap();
            let is_same = kept.as_deref() == old;
            if is_same {
                *kept = Some(new);
            }
            Ok(is_same)
        }
    }

    #[test]
    fn what_several_learn_at_once_is_all_kept() {
        const PEOPLE: usize = 4;
        const EACH: usize = 20;
        let shelf = Shelf::default();
        let keys: Vec<String> = (0..PEOPLE * EACH).map(|number| number.to_string()).collect();
        let all = keys.iter().map(|key| lesson(key, "fork")).collect::<Vec<_>>();
        KeptCourse::new(&shelf).change(|course| course.add("game", all.clone())).unwrap();
        let begin = Barrier::new(PEOPLE);
        thread::scope(|scope| {
            for own in keys.chunks(EACH) {
                let (kept, begin) = (KeptCourse::new(&shelf), &begin);
                scope.spawn(move || {
                    begin.wait();
                    for key in own {
                        kept.answered(key, true, 1).unwrap();
                    }
                });
            }
        });
        let course = KeptCourse::new(&shelf).course().unwrap();
        assert!(course.lessons.iter().all(|lesson| lesson.right == 1));
        assert_eq!((course.lessons.len(), course.due(1)), (PEOPLE * EACH, 0));
    }

    #[test]
    fn a_damaged_course_is_said_and_stays_as_it_is() {
        let shelf = Shelf(Mutex::new(Some("{\"lessons\": 3}".to_owned())));
        let kept = KeptCourse::new(&shelf);
        for sentence in [kept.course().unwrap_err(), kept.answered("a", true, 1).unwrap_err()] {
            assert!(sentence.starts_with("what is to be practised is damaged: "), "{sentence}");
        }
        assert_eq!(shelf.0.lock().unwrap().as_deref(), Some("{\"lessons\": 3}"));
    }
}
