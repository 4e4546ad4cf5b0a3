//! All that somebody has to practise, and when.

use serde::{Deserialize, Serialize};

use super::lesson::Lesson;

/// The lessons of one person, and the games that were looked through for them.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Course {
    /// The lessons, in the order in which they were found.
    pub lessons: Vec<Lesson>,
    /// The games that were looked through, by their keys.
    pub looked: Vec<String>,
}

/// How many lessons there are about a motif.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TopicCount {
    /// The motif, as lessons name it.
    pub motif: String,
    /// All of them.
    pub all: usize,
    /// Those that should be tried now.
    pub due: usize,
}

const DAY: u64 = 24 * 60 * 60;
/// How long a lesson rests after it was solved, by how often in a row: about twice as long each
/// time, which is what spaced repetition is.
const RESTS: [u64; 6] = [DAY, 3 * DAY, 7 * DAY, 16 * DAY, 35 * DAY, 90 * DAY];
/// How long it rests after a wrong try: until something else was thought of.
const WRONG: u64 = 10 * 60;

impl Course {
    /// Adds the lessons of a game; those that are known stay as they are.
    pub fn add(&mut self, game: &str, lessons: Vec<Lesson>) {
        for lesson in lessons {
            if self.lesson(&lesson.key).is_none() {
                self.lessons.push(lesson);
            }
        }
        if !self.has_looked(game) {
            self.looked.push(game.to_owned());
        }
    }

    /// Whether a game was looked through.
    pub fn has_looked(&self, game: &str) -> bool {
        self.looked.iter().any(|known| known == game)
    }

    /// The lesson of this name.
    pub fn lesson(&self, key: &str) -> Option<&Lesson> {
        self.lessons.iter().find(|lesson| lesson.key == key)
    }

    /// The lesson to try now: the one that waits longest, of those about a motif if one is named.
    /// `now` is in seconds since 1970.
    pub fn next(&self, now: u64, motif: Option<&str>) -> Option<&Lesson> {
        let due = self.about(motif).filter(|lesson| lesson.due <= now);
        due.min_by_key(|lesson| lesson.due)
    }

    /// When the next lesson should be tried, if none should be now.
    pub fn next_due(&self, motif: Option<&str>) -> Option<u64> {
        self.about(motif).map(|lesson| lesson.due).min()
    }

    fn about(&self, motif: Option<&str>) -> impl Iterator<Item = &Lesson> {
        self.lessons.iter().filter(move |lesson| motif.is_none_or(|motif| lesson.motif == motif))
    }

    /// How many lessons should be tried now.
    pub fn due(&self, now: u64) -> usize {
        self.lessons.iter().filter(|lesson| lesson.due <= now).count()
    }

    /// The motifs, those with most lessons first.
    pub fn topics(&self, now: u64) -> Vec<TopicCount> {
        let mut topics: Vec<TopicCount> = Vec::new();
        for lesson in &self.lessons {
            let due = usize::from(lesson.due <= now);
            match topics.iter_mut().find(|topic| topic.motif == lesson.motif) {
                Some(topic) => {
                    topic.all += 1;
                    topic.due += due;
                }
                None => topics.push(TopicCount { motif: lesson.motif.clone(), all: 1, due }),
            }
        }
        topics.sort_by(|one, other| other.all.cmp(&one.all).then(one.motif.cmp(&other.motif)));
        topics
    }

    /// Notes how a lesson went; whether there is one of this name.
    pub fn answered(&mut self, key: &str, is_right: bool, now: u64) -> bool {
        let Some(lesson) = self.lessons.iter_mut().find(|lesson| lesson.key == key) else {
            return false;
        };
        if is_right {
            let rest = RESTS[(lesson.step as usize).min(RESTS.len() - 1)];
            lesson.due = now.saturating_add(rest);
            lesson.step = lesson.step.saturating_add(1);
            lesson.right = lesson.right.saturating_add(1);
        } else {
            lesson.due = now.saturating_add(WRONG);
            lesson.step = 0;
            lesson.wrong = lesson.wrong.saturating_add(1);
        }
        true
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)] // a failed unwrap is a failed test
pub(super) mod tests {
    use super::*;

    pub(crate) fn lesson(key: &str, motif: &str) -> Lesson {
        Lesson {
            key: key.to_owned(),
            fen: String::new(),
            played: String::new(),
            best: Vec::new(),
            motif: motif.to_owned(),
            words: String::new(),
            game: String::new(),
            is_puzzle: false,
            rating: None,
            step: 0,
            due: 0,
            right: 0,
            wrong: 0,
        }
    }

    #[test]
    fn what_is_solved_rests_longer_each_time_and_what_is_not_comes_soon() {
        let mut course = Course::default();
        course.add("game", vec![lesson("a", "fork"), lesson("b", "pin"), lesson("a", "fork")]);
        assert_eq!((course.lessons.len(), course.has_looked("game")), (2, true));
        let now = 1_000_000;
        assert_eq!(course.next(now, None).unwrap().key, "a");
        assert!(course.answered("a", true, now) && !course.answered("z", true, now));
        assert_eq!(course.next(now, None).unwrap().key, "b");
        assert_eq!(course.next(now, Some("fork")), None);
        assert_eq!(course.next_due(Some("fork")), Some(now + DAY));
        course.answered("a", true, now + DAY);
        assert_eq!(course.next_due(Some("fork")), Some(now + 4 * DAY));
        course.answered("a", false, now + 4 * DAY);
        assert_eq!(course.next_due(Some("fork")), Some(now + 4 * DAY + WRONG));
        let a = course.lesson("a").unwrap();
        assert_eq!((a.step, a.right, a.wrong), (0, 2, 1));
        assert_eq!(course.due(now), 1);
    }

    #[test]
    fn motifs_are_counted() {
        let mut course = Course::default();
        let lessons = vec![lesson("a", "pin"), lesson("b", "fork"), lesson("c", "fork")];
        course.add("game", lessons);
        course.answered("b", true, 5);
        let count = |motif: &str, all, due| TopicCount { motif: motif.to_owned(), all, due };
        assert_eq!(course.topics(5), [count("fork", 2, 1), count("pin", 1, 1)]);
    }
}
